"""The inspector's pictures in the docs: a server with the demo's characters, a browser, and a picture of each page.

    python scripts/screenshots.py [--out docs/inspector]

Needs the extra `server`, Playwright for Python and a Chromium (named by CHROMIUM, if it isn't found).
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

import uvicorn
from playwright.sync_api import Browser, sync_playwright

from soulkeep.server import ServerConfig, create_app

DOCS = Path(__file__).parent.parent / "docs" / "inspector"


class Shot(NamedTuple):
    """A picture: its name, the page, whose, what to say there, and how it is looked at."""

    name: str
    page: str
    character: str = "watson"
    person: str = "user"
    say: str = ""
    query: str = ""
    width: int = 1280
    height: int = 860
    dark: bool = False
    language: str = "en-GB"


SHOTS = (
    Shot("talk", "talk", say="What is my cat called?"),
    Shot("talk-dark", "talk", say="Where do I live?", dark=True),
    Shot("memories", "memories"),
    Shot("timeline", "timeline"),
    Shot("forgetting", "forgetting"),
    Shot("facts", "facts"),
    Shot("episodes", "episodes", character="ella", person="Sam"),
    Shot("people", "people"),
    Shot("importing", "importing"),
    Shot("compare", "compare", query="What is my cat called?"),
    Shot("phone", "talk", width=390, height=800),
    Shot("korean", "memories", language="ko-KR", width=390, height=800),
)


def take(browser: Browser, url: str, shot: Shot, folder: Path) -> None:
    """Take one screenshot, and write it to the folder.

    Args:
        browser: the browser.
        url: address of the server.
        shot: page, size and theme.
        folder: where the pictures lie.
    """
    context = browser.new_context(
        viewport={"width": shot.width, "height": shot.height},
        locale=shot.language,
        color_scheme="dark" if shot.dark else "light",
    )
    page = context.new_page()
    asked = {"question": shot.query} if shot.query else {}
    page.goto(f"{url}/{shot.page}?{urlencode({'character': shot.character, 'person': shot.person, **asked})}")
    page.wait_for_load_state("networkidle")
    if shot.say:
        page.get_by_role("textbox").first.fill(shot.say)
        page.keyboard.press("Enter")
    page.wait_for_timeout(3500)  # charts are drawn, answers spoken
    page.screenshot(path=folder / f"{shot.name}.png")
    context.close()


@contextmanager
def served(location: Path) -> Iterator[str]:
    """Run the server in a thread, and yield its address."""
    app = create_app(ServerConfig(location=str(location)))
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_level="warning"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.05)
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    thread.join(20)


def main() -> None:
    """Take all pictures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=DOCS)
    parser.add_argument("--only", help="names, separated by commas")
    options = parser.parse_args()
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        raise SystemExit("There is no Chromium here; install one, or name it by CHROMIUM.")
    options.out.mkdir(parents=True, exist_ok=True)
    wanted = set(options.only.split(",")) if options.only else {shot.name for shot in SHOTS}
    with tempfile.TemporaryDirectory() as folder:
        location = Path(folder) / "demo.db"
        for music in ((), ("--music",)):
            command = [sys.executable, "-m", "soulkeep", "demo", "--keep", str(location), *music]
            subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True)
        with served(location) as url, sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=chromium, args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
            )
            for shot in SHOTS:
                if shot.name in wanted:
                    take(browser, url, shot, options.out)
            browser.close()


if __name__ == "__main__":
    main()
