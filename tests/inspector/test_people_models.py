"""Tests of the list of what the language models were asked, below the page on people, in a real browser: the table, and
who may see it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from inspector_support import COOKIE, browser, make_key, paged, running, seeded, session_of, url
from playwright.sync_api import Browser, Locator, Page, expect

import soulkeep
from soulkeep.server import ServerConfig
from soulkeep.server.workspaces import file_of
from soulkeep.testing.models import ScriptedChat

__all__ = ["browser"]

PHONE = 360
REMEMBERED = '{"summary": "They spoke of Leeds.", "importance": 3, "facts": [{"subject": "anna"}]}'


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ServerConfig:
    usage = soulkeep.Usage(prompt=1250, completion=7, cached=400, exact=True)
    speaking, remembering = ScriptedChat(["Good evening.", usage]), ScriptedChat(default=REMEMBERED)
    speaking.name, remembering.name = "large", "small"
    models = soulkeep.Models(chat=speaking, memory=remembering)
    monkeypatch.setattr("soulkeep.keep.models_from_environment", lambda: models)
    settings = soulkeep.Settings(background=False, model_queries="never", daily_tokens={"memory": 2_000_000})
    return seeded(tmp_path, settings=settings)


@contextmanager
def opened(browser: Browser, base: str, *, key: str | None = None, **look: Any) -> Iterator[Page]:
    with paged(browser, **look) as page:
        if key is not None:
            page.context.add_cookies([{"name": COOKIE, "value": session_of(base, key), "url": base}])
        page.goto(url(base, "people", character="holmes", person="anna"))
        expect(page.locator(".sk-who-figure").first).to_be_visible()
        yield page


def table(page: Page, name: str = "Language models") -> Locator:
    return page.get_by_role("region", name=name, exact=True).get_by_role("table")


def cells(page: Page, role: str) -> list[str]:
    found = table(page).get_by_role("row").filter(has=page.get_by_role("rowheader", name=role, exact=True))
    return found.get_by_role("cell").all_inner_texts()


def test_each_task_has_a_row_that_says_what_its_model_was_asked(browser: Browser, config: ServerConfig) -> None:
    with running(config) as base, opened(browser, base) as page:
        expect(table(page).get_by_role("columnheader")).to_have_text(
            [
                "Task",
                "Model",
                "Calls",
                "Failed",
                "Tokens read",
                "Tokens written",
                "Unusable items",
                "Tokens today (UTC)",
            ]
        )
        expect(table(page).get_by_role("rowheader")).to_have_text(["speaking", "remembering", "checking"])
        assert cells(page, "speaking") == ["large", "0", "0", "0", "0", "0", "0"]
        with soulkeep.connect(base) as keep:
            keep.character("holmes").reply("Good evening!", person="anna")
            expect(table(page)).to_contain_text("1,250")  # by itself
            assert cells(page, "speaking") == ["large", "1", "0", "1,250 (400 cached)", "7", "0", "1,257"]
            keep.settle(over=True)
            spent = keep.usage()["memory"]
        assert spent.malformed
        page.reload()
        expect(table(page)).to_contain_text("2,000,000")
        assert cells(page, "remembering") == [
            "small",
            f"{spent.calls:,}",
            "0",
            f"{spent.prompt:,}",
            f"{spent.completion:,}",
            f"{spent.malformed:,}",
            f"{spent.prompt + spent.completion:,} of 2,000,000",
        ]
        assert cells(page, "checking") == ["large", "0", "0", "0", "0", "0", "0"]


def test_it_is_in_korean_and_fits_on_a_phone(browser: Browser, config: ServerConfig) -> None:
    with running(config) as base, opened(browser, base, language="ko-KR", width=PHONE, height=740) as page:
        expect(table(page, "언어 모델").get_by_role("rowheader")).to_have_text(["말하기", "기억하기", "확인하기"])
        expect(table(page, "언어 모델")).to_contain_text("2,000,000 중 0")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE


@pytest.mark.parametrize(
    ("scope", "sees"), [({}, True), ({"people": ["anna"]}, False), ({"characters": ["holmes"]}, False)]
)
def test_only_who_may_read_the_whole_workspace_sees_it(
    browser: Browser, config: ServerConfig, scope: dict[str, Any], sees: bool
) -> None:
    key = make_key(config, rights=("read",), **scope)
    with running(config) as base, opened(browser, base, key=key) as page:
        usage = page.request.get(f"{base}/v1/usage", headers={"Authorization": f"Bearer {key}"})
        assert usage.status == (200 if sees else 403)
        expect(table(page)).to_have_count(int(sees))
        assert ("large" in page.locator("#sk-main").inner_text()) is sees
        expect(page.locator(".sk-notice")).to_have_count(0)


def test_a_key_of_another_workspace_sees_what_was_asked_there(browser: Browser, config: ServerConfig) -> None:
    with soulkeep.open(file_of(config.location, "acme"), settings=config.settings) as keep:
        keep.character("holmes").observe("The safe is behind the picture.", person="anna")
    key = make_key(config, workspace="acme", rights=("read",))
    master = make_key(config, "master", rights=("read", "write", "admin"))
    with running(config) as base:
        with soulkeep.connect(base, key=master) as keep:
            keep.character("holmes").reply("Good evening!", person="anna")
        with opened(browser, base, key=key) as page:
            assert cells(page, "speaking") == ["large", "0", "0", "0", "0", "0", "0"]


def test_without_a_model_there_is_no_table(browser: Browser, tmp_path: Path) -> None:
    with running(seeded(tmp_path)) as base, opened(browser, base) as page:
        expect(page.get_by_role("region", name="What is known of them")).to_be_visible()
        expect(page.get_by_role("region", name="Language models")).to_have_count(0)
