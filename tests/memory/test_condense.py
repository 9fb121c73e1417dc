"""Windows of talk: which conversations are over, and whose turns are condensed together."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

import soulkeep
from soulkeep.memory.condense import cut, windows
from soulkeep.stores.rows import Entry, PlacedEntry
from soulkeep.testing.models import HashEmbedder, ScriptedChat
from soulkeep.types.records import SUMMARY, TURN

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


def said(sessions: str, *, minutes: float = 0.0) -> list[PlacedEntry]:
    """Return consecutive turns, each letter one in a session of that name; "-" has no session."""
    found = []
    for i, name in enumerate(sessions, start=1):
        time, session = i * minutes * 60, None if name == "-" else name
        entry = Entry(id=str(i), kind=TURN, text="x", source="lived", stored=time, time=time, session=session)
        found.append(PlacedEntry(1, i, entry))
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


# -- where a window ends

TALKS = [("ph" * 40, "an exchange each"), ("pph" * 26, "two of hers, one of its own"), ("hp" * 40, "it speaks first")]


def spoken(who: str, *, pauses: dict[int, float] | None = None, dated: bool = True) -> list[PlacedEntry]:
    """Return turns of one session a minute apart: "p" the person's, "h" the character's. Some come after longer pauses,
    in minutes."""
    found: list[PlacedEntry] = []
    time = 0.0
    for i, letter in enumerate(who):
        time += 60 * (pauses or {}).get(i, 1.0)
        speaker = {"p": "anna", "h": "holmes"}[letter]
        found.append(
            PlacedEntry(
                1,
                i + 1,
                Entry(
                    id=str(i),
                    kind=TURN,
                    text="x",
                    source="lived",
                    stored=time,
                    time=time if dated else None,
                    session="s",
                    speaker=speaker,
                ),
            )
        )
    return found


def lengths(found: list[tuple[PlacedEntry, ...]]) -> list[int]:
    return [len(window) for window in found]


@given(
    who=st.text("ph", max_size=60),
    size=st.integers(1, 12),
    pauses=st.dictionaries(st.integers(0, 59), st.floats(0, 40), max_size=6),
    open_ended=st.booleans(),
    dated=st.booleans(),
)
def test_a_cut_loses_no_turn_and_keeps_about_to_its_size(
    who: str, size: int, pauses: dict[int, float], open_ended: bool, dated: bool
) -> None:
    turns = spoken(who, pauses=pauses, dated=dated)
    found = cut(turns, size, ["holmes"], open_ended=open_ended)
    put = [place for window in found for place in window]
    assert put == turns[: len(put)]
    if open_ended:
        assert len(turns) - len(put) < max(2 * size - 1, 2)
    else:
        assert put == turns
    for window in found:
        assert len(window) < 2 * size or len(window) == 1
    for window in found[:-1]:
        assert len(window) >= max(1, size // 2)


@pytest.mark.parametrize("who", [who for who, _ in TALKS], ids=[what for _, what in TALKS])
@pytest.mark.parametrize("size", [4, 5, 8, 12])
def test_an_exchange_stays_whole(who: str, size: int) -> None:
    found = cut(spoken(who), size, ["holmes"])
    assert len(found) > 3
    for window in found[1:]:
        assert window[0].entry.speaker == "anna"
    for window in found[:-1]:
        assert window[-1].entry.speaker == "holmes"
        assert abs(len(window) - size) <= 2


@pytest.mark.parametrize("who", [who for who, _ in TALKS], ids=[what for _, what in TALKS])
def test_an_exchange_stays_whole_where_more_is_said(who: str) -> None:
    """Turn by turn, as a talk goes on: what was condensed of it never ends before an answer."""
    settings = soulkeep.Settings(history_turns=4, window_turns=4)
    turns = spoken(who)
    done: dict[str, int] = {}
    ended: list[str | None] = []
    for count in range(1, len(turns) + 1):
        found = windows(turns[:count], done, turns[count - 1].entry.stored, settings, own=["holmes"])
        done = dict(found.done) or done
        ended += [window[-1].entry.speaker for _, window in found.ripe]
    assert len(ended) > 5
    assert set(ended) == {"holmes"}


def test_a_window_ends_where_the_talk_pauses_longest() -> None:
    pauses = {6: 12.0, 10: 20.0, 11: 90.0, 18: 6.0}
    assert lengths(cut(spoken("ph" * 16, pauses=pauses), 8, ["holmes"])) == [10, 8, 14]  # not amid an exchange


def test_a_short_silence_is_no_pause() -> None:
    assert lengths(cut(spoken("ph" * 12, pauses={6: 4.9}), 8, ["holmes"])) == [8, 8, 8]
    assert lengths(cut(spoken("ph" * 12, pauses={6: 5.0}), 8, ["holmes"])) == [6, 8, 10]


def test_what_nobody_dated_is_cut_by_its_size() -> None:
    assert lengths(cut(spoken("ph" * 12, dated=False), 8, ["holmes"])) == [8, 8, 8]


def test_a_talk_without_an_exchange_is_cut_all_the_same() -> None:
    assert lengths(cut(spoken("h" * 20), 8, ["holmes"])) == [8, 12]
    assert lengths(cut(spoken("p" * 20), 8, ["holmes"])) == [8, 12]


@pytest.mark.parametrize(("with_model", "turns"), [(True, 12), (False, 8)])
def test_a_model_sees_more_at_once_than_rules_do(clock: soulkeep.ManualClock, with_model: bool, turns: int) -> None:
    chat = ScriptedChat(default='{"summary": "They saw birds.", "importance": 3}') if with_model else None
    with soulkeep.open(":memory:", clock=clock, embedder=HashEmbedder(), settings=PLAIN, chat=chat) as keep:
        holmes = keep.character("holmes")
        for i in range(30):
            holmes.observe(told(i), person="anna", speaker="holmes" if i % 2 else None, session="s")
            clock.advance(timedelta(seconds=30))
            keep.settle()
        found = [memory for memory in holmes.memories(person="anna", kinds={SUMMARY, "blend"}) if memory.summary]
        assert {len(memory.turns) % turns for memory in found} == {0}
        assert min(len(memory.turns) for memory in found) == turns
