"""The picture in docs/sillytavern-extension.md: SillyTavern, a stand-in for its language model, and a talk.

    python scripts/sillytavern_picture.py [--out docs]

Needs the extra `server`, SillyTavern (`make .frontends/sillytavern`), Playwright for Python and a Chromium.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

from playwright.sync_api import sync_playwright

import soulkeep

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "frontends")]

from sillytavern import card  # noqa: E402
from sillytavern_extension import Visitor, tavern  # noqa: E402

from server_support import config_in, running  # noqa: E402
from upstream_support import Body, Upstream, serving  # noqa: E402

SAID = (
    (210, "I grew up in Leith, right by the harbour."),
    (96, "My sister Clara moved to Leeds for her new job."),
    (41, "I adopted a grey cat called Miso. She hides in the coal scuttle."),
    (40, "Miso only eats if you sit beside her."),
    (12, "I'm allergic to peanuts, by the way."),
    (3, "Miso was ill last week, but she is better now."),
)

TALK = (
    ("Good evening, Holmes! May I?", "Always, Anna. Take the chair by the fire."),
    (
        "Do you still remember what my cat is called, and how she eats?",
        "Miso, of course: the grey one from the coal scuttle, who takes not a bite unless you keep her company. "
        "I trust that she has quite recovered?",
    ),
)


def main() -> None:
    """Take the picture."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=ROOT / "docs")
    options = parser.parse_args()
    answers = iter(answer for _, answer in TALK)

    def says(model: Upstream, body: Body) -> str:
        return next(answers)

    with (
        tempfile.TemporaryDirectory() as name,
        tavern(Path(name) / "tavern") as url,
        serving(Upstream(says=says)) as upstream,
    ):
        folder = Path(name)
        config = config_in(folder, origins=(url,))
        now = datetime.now(UTC)
        with soulkeep.open(config.location) as keep:
            holmes = keep.character("Sherlock Holmes", name="Sherlock Holmes", description="A consulting detective.")
            holmes.introduce("Anna", name="Anna")
            for days, text in SAID:
                holmes.observe(text, person="Anna", speaker="Anna", time=now - timedelta(days=days))
            keep.settle()
        chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-headless-shell")
        with running(config) as server, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
            page = browser.new_context(viewport={"width": 1440, "height": 860}, locale="en-GB").new_page()
            visitor = Visitor(page, url, folder)
            visitor.enter("Anna")
            visitor.connect(upstream.url, "stand-in")
            visitor.set("url", server)
            greeting = "*He looks up from his violin.* Come in, come in!"
            visitor.bring(card("Sherlock Holmes", "A consulting detective.", greeting=greeting))
            visitor.meet("Sherlock Holmes")
            for said, _ in TALK:
                visitor.say(said)
            visitor.panel.locator("summary").first.click()
            visitor.panel.locator(".soulkeep-pin").nth(1).click()
            page.mouse.move(700, 300)
            page.wait_for_timeout(1500)
            page.screenshot(path=options.out / "sillytavern-extension.png")
            browser.close()


if __name__ == "__main__":
    main()
