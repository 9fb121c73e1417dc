"""A real server with the inspector, and a real browser in front of it."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from types import FunctionType, MethodType
from typing import Any
from urllib.parse import urlencode

import httpx2
import pytest
from nicegui import helpers
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, expect, sync_playwright

import soulkeep
from server_support import make_key, running, session_of
from soulkeep.inspector.sockets import SOCKET
from soulkeep.server import ServerConfig
from soulkeep.server.service import COOKIE

__all__ = [
    "COOKIE",
    "WAIT",
    "Connection",
    "browser",
    "happening",
    "make_key",
    "paged",
    "running",
    "seeded",
    "session_of",
    "url",
]

# NiceGUI asks for the signature of the same methods three times for each element: a quarter of what a page costs.
_asked = helpers.expects_arguments


@cache
def _asked_once(function: FunctionType) -> bool:
    return _asked(MethodType(function, function))


def _expects_arguments(handler: Callable[..., Any]) -> bool:
    return _asked_once(handler.__func__) if isinstance(handler, MethodType) else _asked(handler)


vars(helpers)["expects_arguments"] = _expects_arguments

# The first has nothing around its pages: a fifth less work for the processor.
_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, _NAMES)), None)

_WITHOUT = (
    # Features that Playwright disables: its own list is ignored if another is given.
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
    # The browser's own surroundings of a page are pages themselves, made for each window: half of its cost.
    "WebUIOmniboxPopup",
    "WebUIOmniboxFullPopup",
    "WebUIOmniboxAimPopup",
    "WebUIReloadButton",
    "WebUIToolbar",
    "InitialWebUI",
    "PreloadTopChromeWebUI",
)
_FLAGS = [
    f"--disable-features={','.join(_WITHOUT)}",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]

PATIENCE = 20_000
"""Milliseconds that something may take to appear, on a busy machine."""

HOUR = timedelta(hours=1)

WAIT = 20.0
"""Seconds that an answer may take, on a busy machine."""


expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Yield the system's Chromium, without a window. It goes with the module: while Playwright is there, the thread of
    the tests counts as one that runs an event loop, and `asyncio.run` fails in it."""
    if CHROMIUM is None:
        pytest.skip("There is no Chromium here; install one, or name it by CHROMIUM.")
    with sync_playwright() as playwright:
        try:
            opened = playwright.chromium.launch(executable_path=CHROMIUM, args=_FLAGS)
        except Error as error:
            pytest.skip(f"Chromium can't be started here: {error.message[:200]}")
        yield opened
        opened.close()


@contextmanager
def paged(
    browser: Browser,
    *,
    width: int = 1280,
    height: int = 800,
    language: str = "en-GB",
    dark: bool = False,
    expected: str = "",
) -> Iterator[Page]:
    """Yield a fresh browser with one page. What the page complains of, or loads from elsewhere, fails the test; but for
    complaints that hold what is `expected`."""
    context = browser.new_context(
        viewport={"width": width, "height": height},
        locale=language,
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce",
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    wrong: list[str] = []

    def said(message: ConsoleMessage) -> None:
        if message.type == "error" and not (expected and expected in message.text):
            wrong.append(f"console: {message.text} {message.location.get('url', '')}")

    page.on("console", said)
    page.on("pageerror", lambda error: wrong.append(f"error: {error}"))
    page.on("request", lambda request: None if _here(request.url) else wrong.append(f"from elsewhere: {request.url}"))
    try:
        yield page
    finally:
        context.close()
    assert not wrong, wrong


def _here(url: str) -> bool:
    return url.startswith(("http://127.0.0.1:", "ws://127.0.0.1:", "data:", "blob:", "about:"))


def url(base: str, page: str, **query: str) -> str:
    """Return the address of a page: `url(base, "talk", character="holmes", person="anna")`."""
    return f"{base}/{page}" + (f"?{urlencode(query)}" if query else "")


def seeded(folder: Path, **values: object) -> ServerConfig:
    """Return a keep with two characters in a folder, and the configuration of a server for it.

    Holmes knows anna and bertram; 유나 knows 지민. What follows from what they said has been worked out, and the server
    works out no more while a page is looked at, unless `values` has other settings.
    """
    quiet = soulkeep.Settings(background=False)
    config = ServerConfig(**{"location": str(folder / "keep.db"), "settings": quiet, **values})  # type: ignore[arg-type]
    now = datetime.now(UTC)
    now = min(now, now.replace(hour=22, minute=30))  # an answer an hour later is of the same day
    with soulkeep.open(config.location, settings=quiet) as keep:
        holmes = keep.character("holmes", name="Sherlock Holmes", description="A consulting detective.")
        for days, text in (
            (20, "My sister Clara moved to Leeds."),
            (9, "I am allergic to peanuts."),
            (2, "I love rain."),
        ):
            holmes.observe(text, person="anna", time=now - timedelta(days=days))
            answered = now - timedelta(days=days) + HOUR
            holmes.observe("I see.", person="anna", speaker="Sherlock Holmes", time=answered)
        holmes.observe("My secret is a buried casket.", person="bertram", time=now - timedelta(days=3))
        yuna = keep.character("yuna", name="유나", description="친절한 카페 주인.", language="ko")
        yuna.observe("내 여동생은 부산에 살아.", person="지민", time=now - timedelta(days=4))
        keep.settle()
    return config


class Connection:
    """A page's connection as NiceGUI's script makes it, by polling, with any key."""

    def __init__(self, base: str, page: str, key: str | None) -> None:
        self.headers = {} if key is None else {"Cookie": f"{COOKIE}={key}"}
        self.address = f"{base}{SOCKET}/socket.io/"
        self.query = {"EIO": "4", "transport": "polling", "client_id": page, "tab_id": "tab", "document_id": "doc",
                      "next_message_id": "0", "implicit_handshake": "true"}  # fmt: skip
        self.status, began = self._ask()
        self.answer = ""
        if self.status == 200:
            self.query["sid"] = json.loads(began[1:])["sid"]
            self.send("40")
            self.answer = self._ask()[1]

    def _ask(self) -> tuple[int, str]:
        response = httpx2.get(self.address, params=self.query, headers=self.headers, timeout=WAIT)
        return response.status_code, response.text

    def send(self, packet: str) -> int:
        """Send a packet; return the response's status."""
        sent = httpx2.post(self.address, params=self.query, headers=self.headers, content=packet, timeout=WAIT)
        return sent.status_code

    def act(self, page: str, element: int) -> None:
        """Do something on a page."""
        self.send(happening(page, element))


def happening(page: str, element: int, listener: str = "", *args: object) -> str:
    """Return the packet that tells a page that something was done to an element, which may listen for it."""
    about = {"client_id": page, "id": element, "listener_id": listener, "args": [json.dumps(one) for one in args]}
    return "42" + json.dumps(["event", about])
