"""The system's Chromium for front ends, without a window."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, sync_playwright

_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")

PROGRAM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, _NAMES)), None)

_FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]


@contextmanager
def page_of(language: str = "en-GB") -> Iterator[Page]:
    """Yield a page of a fresh browser. Nothing is loaded from other machines."""
    if PROGRAM is None:
        pytest.skip("There is no Chromium here; install one, or name it by CHROMIUM.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=PROGRAM, args=_FLAGS)
        context = browser.new_context(viewport={"width": 1400, "height": 900}, locale=language)
        context.route(lambda url: not url.startswith(("http://127.0.0.1:", "data:", "blob:")), lambda it: it.abort())
        yield context.new_page()
        browser.close()
