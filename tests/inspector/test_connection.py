"""Tests of the connection of a page to the server: whose it is, and what happens when it is lost."""

from __future__ import annotations

import logging
import re
import time
from pathlib import Path

import httpx2
import pytest
from inspector_support import (
    COOKIE,
    WAIT,
    Connection,
    browser,
    happening,
    make_key,
    paged,
    running,
    seeded,
    session_of,
    url,
)
from nicegui import Client
from playwright.sync_api import Browser, expect

from soulkeep.inspector.sockets import SOCKET
from soulkeep.server import ServerConfig

__all__ = ["browser"]


@pytest.fixture
def config(tmp_path: Path) -> ServerConfig:
    return seeded(tmp_path)


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the elements on which pages heard something happen."""
    seen: list[int] = []
    monkeypatch.setattr(Client, "handle_event", lambda self, message: seen.append(message["id"]))
    return seen


def test_only_the_key_that_opened_a_page_acts_on_it(config: ServerConfig, heard: list[int]) -> None:
    boss, other = (make_key(config, name, rights=("read", "write")) for name in ("boss", "other"))
    with running(config) as base:
        pages = []
        boss, other = session_of(base, boss), session_of(base, other)
        for key in (boss, other):
            html = httpx2.get(f"{base}/talk", headers={"Cookie": f"{COOKIE}={key}"}, timeout=WAIT).text
            [page] = re.findall(r"'client_id': '([^']+)'", html)
            pages.append(page)
        assert Connection(base, pages[0], None).status == 401
        assert Connection(base, pages[0], "session-soul-wrong").status == 401
        assert "handshake failed" in Connection(base, pages[0], other).answer
        theirs, mine = Connection(base, pages[1], other), Connection(base, pages[0], boss)
        assert theirs.answer.startswith("40")
        assert mine.answer.startswith("40")
        theirs.act(pages[0], 1)  # another's page, by one's own connection
        theirs.query["sid"] = mine.query["sid"]
        assert theirs.send("42[]") == 401  # another's connection
        mine.act(pages[0], 2)
        late = time.monotonic() + WAIT
        while not heard and time.monotonic() < late:
            time.sleep(0.01)
        assert heard == [2]


def test_a_session_that_has_ended_takes_nothing_more(config: ServerConfig, caplog: pytest.LogCaptureFixture) -> None:
    with running(config) as base:
        html = httpx2.get(url(base, "talk"), timeout=WAIT).text
        [page] = re.findall(r"'client_id': '([^']+)'", html)
        for packet in ("1", "41"):  # the session's end, and the page's
            ended = Connection(base, page, None)
            assert ended.send(packet) == 200
            assert {ended.send(happening(page, 1)) for _ in range(3)} <= {200, 400}
    assert not [record for record in caplog.records if record.exc_info]


def test_a_page_of_a_key_that_is_gone_leads_to_where_one_signs_in(browser: Browser, config: ServerConfig) -> None:
    key = make_key(config)
    with running(config) as base, paged(browser, expected=" 40") as page:  # the browser tells of the refusals
        page.context.add_cookies([{"name": COOKIE, "value": session_of(base, key), "url": base}])
        page.goto(url(base, "talk", character="holmes", person="anna"))
        expect(page.get_by_text("I love rain.")).to_be_visible()
        page.wait_for_function("window.did_handshake")
        page.context.clear_cookies()
        page.evaluate("window.socket.io.engine.close()")
        expect(page.get_by_label("Key", exact=True)).to_be_visible()


def test_what_is_being_written_outlives_the_page_and_is_never_covered(browser: Browser, config: ServerConfig) -> None:
    with running(config) as base, paged(browser, width=360, height=740) as page:
        page.goto(url(base, "talk", character="holmes", person="anna"))
        message = page.get_by_placeholder("Say something")
        message.fill("비밀을 하나 말할게.\nI have")
        page.reload()
        expect(message).to_have_value("비밀을 하나 말할게.\nI have")
        page.goto(url(base, "talk", character="holmes", person="bertram"))
        expect(page.get_by_text("My secret is a buried casket.")).to_be_visible()
        expect(message).to_have_value("")
        page.goto(url(base, "talk", character="holmes", person="anna"))
        expect(message).to_have_value("비밀을 하나 말할게.\nI have")
        page.evaluate("document.getElementById('popup').ariaHidden = false")
        popup, field = page.locator("#popup").bounding_box(), message.bounding_box()
        assert popup is not None
        assert field is not None
        assert popup["y"] + popup["height"] < field["y"]
        page.get_by_role("button", name="Send").click()
        expect(page.locator(".sk-theirs").last).to_contain_text("비밀을 하나 말할게.")
        expect(message).to_have_value("")
        page.reload()
        expect(page.locator(".sk-theirs").last).to_contain_text("비밀을 하나 말할게.")
        expect(message).to_have_value("")


def test_no_log_tells_the_address_of_a_page(config: ServerConfig) -> None:
    def line(path: str) -> logging.LogRecord:
        text = '%s - "WebSocket %s" [accepted]'
        return logging.LogRecord("uvicorn.error", logging.INFO, "", 0, text, ("127.0.0.1:1", path), None)

    with running(config):
        log = logging.getLogger("uvicorn.error")
        assert not log.filter(line(f"{SOCKET}/socket.io/?client_id=8f6c"))
        assert log.filter(line("/v1/characters/holmes/watch"))
