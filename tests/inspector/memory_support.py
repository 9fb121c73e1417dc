"""Helpers that the tests of the pages on memory share: a keep in which something has happened, and a server for it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from inspector_support import running, seeded, url
from playwright.sync_api import Locator, Page, expect

import soulkeep
from soulkeep.server import ServerConfig

TALK = (
    (300, "I live in Leeds, and I work as a nurse."),
    (200, "I moved to York last week."),
    (100, "I'm fond of jasmine tea."),
    (40, "I live in London now."),
    (5, "I adopted a cat called Miso."),
)
"""What anna told Holmes, and how many days ago."""


class Site(NamedTuple):
    """A running server and the keep that it serves."""

    base: str
    config: ServerConfig

    def address(self, page: str, **query: str) -> str:
        """Return a page about Holmes, facing anna."""
        return url(self.base, page, character="holmes", person="anna", **query)

    @contextmanager
    def holmes(self) -> Iterator[soulkeep.Character]:
        """Yield Holmes, as another program sees him at the same time."""
        with soulkeep.open(self.config.location, settings=soulkeep.Settings(background=False)) as keep:
            yield keep.character("holmes", create=False)


def happened(folder: Path, talk: tuple[tuple[float, str], ...] = TALK) -> ServerConfig:
    """Return a keep in which anna told Holmes of her life, and he made something of it."""
    config = seeded(folder)
    now = datetime.now(UTC)
    with soulkeep.open(config.location, settings=soulkeep.Settings(background=False)) as keep:
        holmes = keep.character("holmes")
        for at, (days, text) in enumerate(talk):
            when = now - timedelta(days=days)
            holmes.observe(text, person="anna", time=when, session=f"talk-{at}", id=f"told-{at}")
        holmes.learn("My brother Mycroft audits the books in some government departments.", source="canon")
        keep.settle(over=True)
    return config


@contextmanager
def site_in(folder: Path) -> Iterator[Site]:
    """Yield a server for such a keep."""
    config = happened(folder)
    with running(config) as base:
        yield Site(base, config)


def opened(page: Page) -> Locator:
    """Return the dialog that shows one memory."""
    dialog = page.locator(".sk-memory-box")
    expect(dialog).to_be_visible()
    return dialog


def row_of(page: Page, text: str, kind: str = "turn") -> Locator:
    """Return the row of a list with just this text."""
    rows = page.locator(".sk-mem").filter(has=page.get_by_text(text, exact=True))
    return rows.filter(has=page.locator(".sk-mem-meta").get_by_text(kind, exact=True))


def no_sideways(page: Page) -> None:
    """Fail if the page can be scrolled sideways."""
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
