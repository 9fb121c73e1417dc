"""What the first questions about much knowledge would wait for is made before they are asked."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import soulkeep
from soulkeep.graph.episodes import library, warming
from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.questions.columns import Columns
from soulkeep.graph.questions.forms import PathStep
from soulkeep.threads.pace import Pace

TOWERS = 400
QUESTION = "Which tower is the highest?"


@pytest.fixture
def towers(tmp_path: Path) -> Path:
    path = tmp_path / "towers.ttl"
    lines = [
        f':t{number} a :Tower ; rdfs:label "Tower {number}"@en, "{number}번 탑"@ko ; :height {number * 7 % 401} .'
        for number in range(1, TOWERS)
    ]
    head = """
@prefix : <http://example.org/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Tower rdfs:label "tower"@en, "탑"@ko .
"""
    path.write_text(head + "\n".join(lines), encoding="utf-8")
    return path


@pytest.fixture(autouse=True)
def _everything_is_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "_MUCH", 1)
    library.shared.clear()


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[PathStep]:
    """The columns that were made."""
    steps: list[PathStep] = []
    make = Columns._made

    def noted(self: Columns, step: PathStep, type: str | None) -> object:
        steps.append(step)
        return make(self, step, type)

    monkeypatch.setattr(Columns, "_made", noted)
    return steps


@contextmanager
def watching(towers: Path, *, background: bool = False) -> Iterator[tuple[soulkeep.Keep, soulkeep.Character]]:
    """Yield a keep and a character who knows the towers and has been greeted, which loads what it knows."""
    with soulkeep.open(":memory:", settings=soulkeep.Settings(background=background)) as keep:
        watcher = keep.character("watcher")
        watcher.know(towers)
        watcher.reply("Hello!", person="anna")
        yield keep, watcher


def test_once_settled_the_first_question_makes_nothing(towers: Path, made: list[PathStep]) -> None:
    with watching(towers) as (keep, watcher):
        keep.settle()
        assert [step.property for step in made] == ["<http://example.org/height>"]
        made.clear()
        assert "Tower 229" in watcher.reply(QUESTION, person="anna").text  # 229 * 7 = 4 * 401 - 1
        assert made == []


def test_it_is_made_in_the_background(towers: Path, made: list[PathStep]) -> None:
    with watching(towers, background=True):
        late = time.monotonic() + 60
        while not made and time.monotonic() < late:
            time.sleep(0.02)
        assert made


def test_without_background_nothing_is_made_unasked(towers: Path, made: list[PathStep]) -> None:
    with watching(towers):
        assert made == []


def test_a_keep_is_closed_amid_it(towers: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = threading.Event()

    def endless(knowledge: Knowledge, pace: Pace) -> None:
        while True:
            begun.set()
            time.sleep(0.005)
            pace()

    monkeypatch.setattr(warming, "warm", endless)
    keep = soulkeep.open(":memory:")
    watcher = keep.character("watcher")
    watcher.know(towers)
    watcher.reply("Hello!", person="anna")
    assert begun.wait(60)
    workers = [one for one in threading.enumerate() if one.name == "soulkeep-worker"]
    keep.close()
    for one in workers:
        one.join(60)
        assert not one.is_alive()


def test_what_cannot_be_made_ahead_costs_nothing_else(
    towers: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tried: list[Knowledge] = []

    def broken(knowledge: Knowledge, pace: Pace) -> None:
        tried.append(knowledge)
        raise ValueError("no")

    monkeypatch.setattr(warming, "warm", broken)
    with soulkeep.open(":memory:", settings=soulkeep.Settings(background=False)) as keep:
        watcher = keep.character("watcher")
        watcher.know(towers)
        watcher.reply("My sister Clara moved to Leeds.", person="anna")
        keep.settle(over=True)
        keep.settle()
        assert len(tried) == 1
        assert "could not be made ahead" in caplog.text
        assert keep.jobs() == []
        assert "Tower 229" in watcher.reply(QUESTION, person="anna").text


def test_two_threads_that_need_a_column_get_the_same(towers: Path, made: list[PathStep]) -> None:
    with soulkeep.open(":memory:", settings=soulkeep.Settings(background=False)) as keep:
        watcher = keep.character("watcher")
        watcher.know(towers)
        texts: list[str] = []

        def ask(person: str) -> None:
            texts.append(watcher.reply(QUESTION, person=person).text)

        threads = [threading.Thread(target=ask, args=(f"p{number}",)) for number in range(4)]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
        assert all("Tower 229" in text for text in texts)
        assert len(texts) == 4
