"""The README shows what a demo says, word for word."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

import soulkeep
from soulkeep.cli import demo_music
from soulkeep.cli.console import out

ROOT = Path(__file__).parents[2]
NOW = datetime(2026, 11, 28, 20, tzinfo=UTC)


def on_one_line(text: str) -> str:
    return " ".join(text.split())


def test_the_excerpt_is_what_the_demo_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """At another hour some sentences are worded otherwise, so the hour is set."""
    monkeypatch.setattr(demo_music, "now", lambda: NOW)
    settings = soulkeep.Settings(background=False)
    with (
        soulkeep.open(":memory:", clock=soulkeep.ManualClock(NOW), settings=settings) as keep,
        out.capture() as captured,
    ):
        demo_music.MusicDemo(keep, json=False).run()
    today = on_one_line(captured.get().split(" Today ")[1])
    (excerpt,) = re.findall(r"```text\n(Sam: .*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    said = [on_one_line(line) for line in re.split(r"^(?=Sam: |Ella: )", excerpt.replace("…", ""), flags=re.MULTILINE)]
    place = 0
    for line in filter(None, said):
        place = today.find(line, place) + 1
        assert place, line
