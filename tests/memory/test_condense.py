"""Windows of talk: which conversations are over, and whose turns are condensed together."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest

import soulkeep
from soulkeep.memory.condense import windows
from soulkeep.models.testing import HashEmbedder
from soulkeep.records import SUMMARY, TURN
from soulkeep.stores.base import Entry, Found

COLOURS = ("red", "blue", "grey", "brown", "white")
PLAIN = soulkeep.Settings(background=False)


@pytest.fixture
def keep(clock: soulkeep.ManualClock) -> Iterator[soulkeep.Keep]:
    with soulkeep.open(":memory:", clock=clock, embedder=HashEmbedder(), settings=PLAIN) as keep:
        yield keep


def told(i: int) -> str:
    return f"I saw the {COLOURS[i % 5]} bird number {i} in the garden today."


def summaries(keep: soulkeep.Keep) -> list[soulkeep.Memory]:
    return list(keep.character("holmes").memories(person="anna", kinds={SUMMARY}))


def said(sessions: str, *, minutes: float = 0.0) -> list[Found]:
    """Turns one after the other, a letter's session each, "-" for none."""
    found = []
    for i, name in enumerate(sessions, start=1):
        time, session = i * minutes * 60, None if name == "-" else name
        entry = Entry(id=str(i), kind=TURN, text="x", source="lived", stored=time, time=time, session=session)
        found.append(Found(1, i, entry))
    return found


def test_conversations_that_alternate_are_condensed(keep: soulkeep.Keep) -> None:
    holmes = keep.character("holmes")
    for i in range(40):
        holmes.observe(told(i), person="anna", session="AB"[(i // 2) % 2], id=f"{i:02}")
        keep.settle()
    keep.settle(over=True)
    found = summaries(keep)
    assert sorted(turn for memory in found for turn in memory.turns) == [f"{i:02}" for i in range(40)]
    assert {memory.session for memory in found} == {"A", "B"}
    assert all(len(memory.turns) >= 4 for memory in found)


def test_many_short_conversations_make_a_summary_each(keep: soulkeep.Keep, clock: soulkeep.ManualClock) -> None:
    holmes = keep.character("holmes")
    turns = [soulkeep.Turn(told(i), session=f"s{i // 4}", id=f"{i:02}") for i in range(40)]
    holmes.observe_many(turns, person="anna")
    keep.settle()
    assert [memory.session for memory in summaries(keep)] == [f"s{n}" for n in range(7)]  # 12 turns have followed them
    clock.advance(timedelta(minutes=31))
    keep.settle()
    found = summaries(keep)
    assert [memory.session for memory in found] == [f"s{n}" for n in range(10)]
    for n, memory in enumerate(found):
        assert memory.turns == tuple(f"{i:02}" for i in range(4 * n, 4 * n + 4))


def test_a_conversation_is_open_until_enough_was_said_in_others() -> None:
    settings = soulkeep.Settings(history_turns=5)
    open_still = windows(said("aaabbbb"), {}, 0.0, settings)
    assert (open_still.ripe, open_still.mark) == ((), 0)
    over = windows(said("aaabbcbb"), {}, 0.0, settings)
    assert [(name, len(window)) for name, window in over.ripe] == [("a", 3)]
    assert over.mark == 3


def test_silence_between_turns_without_a_session_ends_a_conversation() -> None:
    turns = [*said("---", minutes=1)]
    later = said("----", minutes=1)[3:]
    later[0].entry.time = 1e6
    found = windows([*turns, *later], {}, 240.0, PLAIN)
    assert [(name, len(window)) for name, window in found.ripe] == [("", 3)]
    assert found.mark == 3
