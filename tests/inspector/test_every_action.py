"""Tests that press and fill in everything on a page, past the browser, as somebody who may only read."""

from __future__ import annotations

import json
import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import apsw
import httpx2
import pytest
from inspector_support import COOKIE, WAIT, Connection, happening, make_key, running, session_of, url
from memory_support import happened
from nicegui import Client, core
from nicegui.element import Element
from nicegui.elements.upload import Upload
from nicegui.event_listener import EventListener

from soulkeep.inspector.shell import PAGES
from soulkeep.server import ServerConfig
from soulkeep.server.workspaces import server_file

ROUNDS = 2
"""Number of rounds in which whatever the round before brought up, a dialog or a list, is pressed as well."""

_ALIKE = 2
"""How many of those that are alike, such as the rows of a list, are pressed."""

_AT_ONCE = 16
"""Packets that the server takes at a time."""

_WORD = "anna"
"""The text that is filled in: the name that must be repeated before its memories are erased."""

ALL = ("read", "write", "admin")

_CARD = json.dumps({"spec": "chara_card_v2", "data": {"name": "Mary", "description": "A cook."}}).encode()


class Hands:
    """Somebody who uses a page past the browser.

    Args:
        base: the server's address.
        session: the secret of their session.
        page: its name.
    """

    def __init__(self, base: str, session: str, page: str) -> None:
        self.cookie = {"Cookie": f"{COOKIE}={session}"}
        address = url(base, page, character="holmes", person="anna")
        answer = httpx2.get(address, headers=self.cookie, timeout=WAIT)
        assert answer.status_code == 200, answer.text
        html = answer.text
        [self.id] = re.findall(r"'client_id': '([^']+)'", html)
        self.base = base
        self.client = Client.instances[self.id]
        self._session = session
        self._done: Counter[str] = Counter()

    def press_new(self) -> int:
        """Fill in and press whatever wasn't yet; return how much it was."""
        fresh = [*self._listeners()]
        for kind in (True, False):  # fields first
            done = [one for one in fresh if ("update" in one.type) == kind]
            args = (_WORD,) if kind else ()
            packets = [happening(self.id, one.element_id, one.id, *args) for one in done]
            for at in range(0, len(packets), _AT_ONCE):
                self._send("\x1e".join(packets[at : at + _AT_ONCE]))
        for element in [one for one in self._elements() if isinstance(one, Upload)]:
            address = f"{self.base}{element.props['url']}"
            httpx2.post(address, files={"file": ("mary.json", _CARD)}, headers=self.cookie, timeout=WAIT)
        return len(fresh)

    def _send(self, packets: str) -> None:
        """Send packets by a connection of its own, so that none is kept up in between."""
        told = Connection(self.base, self.id, self._session).send(packets)
        assert told == 200 or self.id not in Client.instances, told  # on a slow day, a page is given up before

    def leave(self) -> None:
        assert core.loop is not None
        core.loop.call_soon_threadsafe(self.client.delete)

    def _elements(self) -> list[Element]:
        return [*self.client.elements.values()]

    def _listeners(self) -> Iterator[EventListener]:
        """Yield the listeners that weren't told yet; only some of those that are alike."""
        for element in self._elements():
            told = [element.props.get(name) for name in ("label", "icon", "aria-label", "placeholder")]
            for listener in [*element._event_listeners.values()]:
                alike = str((element.tag, [*element.classes], told, listener.type))
                if listener.handler is None or self._done[listener.id] or self._done[alike] >= _ALIKE:
                    continue
                self._done.update((listener.id, alike))
                yield listener


def wait(hands: Sequence[Hands]) -> None:
    """Wait until nothing has been rebuilt for a while on any page."""
    late, before, since = time.monotonic() + WAIT, [-1], time.monotonic()
    while time.monotonic() < late and time.monotonic() - since < 0.4:
        now = [one.client.next_element_id for one in hands]
        if now != before:
            before, since = now, time.monotonic()
        time.sleep(0.02)


def stored(location: str) -> dict[str, list[str]]:
    """Return all rows of all tables of a keep."""
    with closing(apsw.Connection(location, flags=apsw.SQLITE_OPEN_READONLY)) as db:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: sorted(map(repr, db.execute(f'SELECT * FROM "{name}"'))) for name in tables}


def give(config: ServerConfig, rights: Sequence[str]) -> None:
    """Let all keys have these rights from now on."""
    with apsw.Connection(server_file(config.location)) as db:
        db.execute("UPDATE keys SET rights = ?", (json.dumps(rights),))


@pytest.fixture
def config(tmp_path: Path) -> ServerConfig:
    return happened(tmp_path)


def opened(base: str, session: str) -> list[Hands]:
    """Open all pages, beside one another: most of the time is spent waiting for them."""
    return [Hands(base, session, module.NAME) for module in PAGES]


def press(hands: Sequence[Hands]) -> int:
    """Fill in and press whatever there is, and leave; return how much it was."""
    count = 0
    for _ in range(ROUNDS):
        wait(hands)
        count += sum(one.press_new() for one in hands)
    wait(hands)
    for one in hands:
        one.leave()
    return count


def test_a_key_that_may_only_read_changes_nothing(config: ServerConfig) -> None:
    key = make_key(config, rights=("read",))
    with running(config) as base:
        session, before = session_of(base, key), stored(config.location)
        assert press(opened(base, session)) > 50
        assert stored(config.location) == before


def test_a_page_that_was_opened_with_more_rights_changes_nothing_either(config: ServerConfig) -> None:
    key = make_key(config, rights=ALL)
    with running(config) as base:
        session, before = session_of(base, key), stored(config.location)
        hands = opened(base, session)
        wait(hands)
        give(config, ["read"])
        assert press(hands) > 100
        assert stored(config.location) == before


def test_all_this_is_heard(config: ServerConfig) -> None:
    """With every right, the same hands make a character and erase a person."""
    key = make_key(config, rights=ALL)
    with running(config) as base:
        session, before = session_of(base, key), stored(config.location)
        press([Hands(base, session, "people")])
        after = stored(config.location)
    assert len(after["characters"]) > len(before["characters"])  # made
    assert len(after["memories"]) < len(before["memories"])  # erased
