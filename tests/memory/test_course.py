"""Mood and bond over time: every point is what mood() and bond() were then."""

from __future__ import annotations

import json
from dataclasses import astuple
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

import soulkeep
from soulkeep.testing.models import HashEmbedder, ScriptedChat

NOW = datetime(2026, 5, 8, 18, 30, tzinfo=UTC)


DAYS = [
    "You are wonderful, thank you so much! I trust you completely.",
    "I hate you. You are useless and you lied to me!",
    "오늘 정말 행복해요. 당신 덕분이에요, 고마워요!",
    "We walked along the river.",
    "I am so sad, my dog died.",
]


def close(one: soulkeep.Felt, mood: soulkeep.Mood, bond: soulkeep.Bond) -> bool:
    return astuple(one.mood) == pytest.approx(astuple(mood)) and astuple(one.bond) == pytest.approx(astuple(bond))


def lived(holmes: soulkeep.Character, keep: soulkeep.Keep, clock: soulkeep.ManualClock) -> list[soulkeep.Felt]:
    """Live through a few days, and return what mood() and bond() said after each."""
    seen = []
    for day, text in enumerate(DAYS * 3):
        clock.advance(timedelta(hours=7))
        holmes.observe(text, person="anna")
        holmes.observe("I feel splendid!", person="anna", speaker="holmes")
        if day % 4 == 1:
            holmes.observe("What a terrible, terrible storm!", speaker="radio")
        keep.settle()
        if day in (4, 9):
            clock.advance(timedelta(minutes=5))
            holmes.feel(person="anna", valence=0.8, trust=-0.6)
        clock.advance(timedelta(minutes=5))
        seen.append(soulkeep.Felt(time=clock.now(), mood=holmes.mood(person="anna"), bond=holmes.bond("anna")))
    return seen


def test_each_point_is_what_was_felt_then(
    holmes: soulkeep.Character, keep: soulkeep.Keep, clock: soulkeep.ManualClock
) -> None:
    for then in lived(holmes, keep, clock):
        [one] = holmes.course(person="anna", until=then.time, points=1)
        assert one.time == then.time
        assert close(one, then.mood, then.bond)


def test_the_last_point_is_now_and_the_others_evenly_apart(
    holmes: soulkeep.Character, keep: soulkeep.Keep, clock: soulkeep.ManualClock
) -> None:
    seen = lived(holmes, keep, clock)
    course = holmes.course(person="anna", points=50)
    assert len(course) == 50
    assert course[0].time == NOW + timedelta(hours=7)
    assert close(course[-1], holmes.mood(person="anna"), holmes.bond("anna"))
    assert course[-1].time == clock.now()
    gaps = {round((b.time - a.time).total_seconds(), 3) for a, b in pairwise(course)}
    assert max(gaps) - min(gaps) <= 0.001
    part = holmes.course(person="anna", since=seen[3].time, until=seen[7].time, points=5)
    assert close(part[0], seen[3].mood, seen[3].bond)
    assert close(part[-1], seen[7].mood, seen[7].bond)


def test_a_new_turn_is_taken_in_and_what_waits_is_not_felt_yet(
    holmes: soulkeep.Character, keep: soulkeep.Keep, clock: soulkeep.ManualClock
) -> None:
    lived(holmes, keep, clock)
    before = holmes.course(person="anna", points=2)[-1]
    holmes.observe(DAYS[1], person="anna")
    waiting = holmes.course(person="anna", points=2)[-1]
    assert close(waiting, before.mood, before.bond)
    assert close(waiting, holmes.mood(person="anna"), holmes.bond("anna"))
    keep.settle()
    after = holmes.course(person="anna", points=2)[-1]
    assert after.mood.valence < before.mood.valence
    assert close(after, holmes.mood(person="anna"), holmes.bond("anna"))


def test_a_feeling_at_its_bound_agrees_too(
    holmes: soulkeep.Character, keep: soulkeep.Keep, clock: soulkeep.ManualClock
) -> None:
    for _ in range(300):
        clock.advance(timedelta(minutes=1))
        holmes.observe(DAYS[0], person="anna")
    keep.settle()
    bond = holmes.bond("anna")
    clock.advance(timedelta(days=30))
    course = holmes.course(person="anna", points=1000)
    assert close(course[-1], holmes.mood(person="anna"), holmes.bond("anna"))
    just_before = holmes.course(person="anna", until=NOW + timedelta(minutes=299), points=1)[0]
    assert just_before.bond.closeness == pytest.approx(bond.closeness, abs=1e-3)
    assert bond.closeness > 0.95


def test_an_old_chat_moves_its_own_time(holmes: soulkeep.Character, keep: soulkeep.Keep) -> None:
    old = datetime(2020, 1, 1, tzinfo=UTC)
    holmes.observe(DAYS[1], person="anna")
    holmes.observe_many([soulkeep.Turn(DAYS[0], time=old + timedelta(minutes=n)) for n in range(20)], person="anna")
    keep.settle()
    course = holmes.course(person="anna", since=old, until=old + timedelta(hours=1), points=3)
    assert course[0].mood.valence < course[1].mood.valence
    assert course[-1].bond.closeness > 0.5
    [now] = holmes.course(person="anna", points=1)
    assert close(now, holmes.mood(person="anna"), holmes.bond("anna"))


def test_a_stranger_has_a_course_of_one_point(holmes: soulkeep.Character, clock: soulkeep.ManualClock) -> None:
    [one] = holmes.course(person="nobody yet")
    assert one == soulkeep.Felt(time=clock.now(), mood=soulkeep.Mood(), bond=soulkeep.Bond())
    assert len(holmes.course(person="nobody yet", since=NOW - timedelta(days=1), points=3)) == 3


def test_what_was_erased_has_no_course(
    holmes: soulkeep.Character, keep: soulkeep.Keep, clock: soulkeep.ManualClock
) -> None:
    lived(holmes, keep, clock)
    holmes.course(person="anna")
    keep.erase(person="anna")
    holmes.observe("Good day.", person="anna")
    assert all(one.bond == soulkeep.Bond() for one in holmes.course(person="anna"))
    assert all(one.mood.arousal >= 0 and one.mood.valence <= 0 for one in holmes.course(person="anna"))  # the radio's


def seen(who: str, valence: float, towards: float) -> str:
    """Return a model's answer about a stretch of talk in which somebody feels something."""
    feeling = {"who": who, "feeling": "x", "strength": 1, "pleasant": valence, "aroused": 0.5, "towards": towards}
    return json.dumps({"summary": f"{who} felt {valence}.", "importance": 3, "emotions": [feeling]})


def test_what_a_model_saw_stands_in_place_of_what_the_words_show(clock: soulkeep.ManualClock) -> None:
    chat = ScriptedChat(seen("anna", 0.8, 0.4), seen("anna", -0.8, -0.4), seen("anna", 0.2, 0.1))
    settings = soulkeep.Settings(background=False)
    with soulkeep.open(":memory:", clock=clock, embedder=HashEmbedder(), settings=settings, chat=chat) as keep:
        holmes = keep.character("holmes")
        then: list[soulkeep.Felt] = []
        for day, text in enumerate((DAYS[1], DAYS[0], DAYS[4])):  # the words say otherwise
            holmes.observe(text, person="anna", session=str(day), id=str(day))
            holmes.observe("I see.", person="anna", speaker="holmes", session=str(day))
            keep.settle(over=True)
            clock.advance(timedelta(hours=1))
            then.append(soulkeep.Felt(time=clock.now(), mood=holmes.mood(person="anna"), bond=holmes.bond("anna")))
            clock.advance(timedelta(hours=6))
        assert then[0].mood.valence > 0 > then[1].mood.valence
        course = [holmes.course(person="anna", until=felt.time, points=1)[0] for felt in then]
        assert [close(one, felt.mood, felt.bond) for one, felt in zip(course, then, strict=True)] == [True] * 3


def test_what_was_felt_stays_when_a_turn_of_it_is_deleted(clock: soulkeep.ManualClock) -> None:
    mild, warm = seen("anna", 0.3, 0.1), seen("anna", 0.8, 0.4)
    chat = ScriptedChat(warm, mild, warm, mild)
    settings = soulkeep.Settings(background=False)
    with soulkeep.open(":memory:", clock=clock, embedder=HashEmbedder(), settings=settings, chat=chat) as keep:
        holmes = keep.character("holmes")
        for session in "ab":
            for number in range(3):
                holmes.observe(f"I do like tea {number}.", person="anna", session=session, id=f"{session}{number}")
            keep.settle(over=True)
            clock.advance(timedelta(hours=1))
        before = holmes.course(person="anna", points=4)
        holmes.delete("a1", person="anna")
        keep.settle(over=True)
        assert len(chat.prompts) == 4
        after = holmes.course(person="anna", points=4)
        assert [close(one, felt.mood, felt.bond) for one, felt in zip(after, before, strict=True)] == [True] * 4


@pytest.mark.parametrize("points", [0, 2.5, True, 10**9])
def test_points_are_checked(holmes: soulkeep.Character, points: int) -> None:
    with pytest.raises(soulkeep.InputError, match="points"):
        holmes.course(person="anna", points=points)


def test_times_are_checked(holmes: soulkeep.Character) -> None:
    with pytest.raises(soulkeep.NaiveTime):
        holmes.course(person="anna", since=datetime(2026, 1, 1))
    with pytest.raises(soulkeep.InputError, match="since"):
        holmes.course(person="anna", since=NOW, until=NOW - timedelta(days=1))


def test_it_is_the_same_after_opening_again(tmp_path: Path, clock: soulkeep.ManualClock) -> None:
    with soulkeep.open(tmp_path / "keep.db", clock=clock, embedder=HashEmbedder()) as keep:
        holmes = keep.character("holmes")
        lived(holmes, keep, clock)
        course = holmes.course(person="anna", points=20)
    with soulkeep.open(tmp_path / "keep.db", clock=clock, embedder=HashEmbedder()) as keep:
        assert keep.character("holmes").course(person="anna", points=20) == course
