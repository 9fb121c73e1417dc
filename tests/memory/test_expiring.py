"""Rules by which what is old is deleted by itself, on both stores."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from time import monotonic, sleep

import pytest

import soulkeep
from soulkeep.testing.models import HashEmbedder

RULES = soulkeep.Settings(background=False, turn_days=30.0, silent_days=365.0)


@pytest.fixture
def keep(location: str, clock: soulkeep.ManualClock) -> Iterator[soulkeep.Keep]:
    with soulkeep.open(location, embedder=HashEmbedder(), clock=clock, settings=RULES) as keep:
        yield keep


def texts(character: soulkeep.Character, person: str) -> list[str]:
    return [memory.text for memory in character.memories(person=person)]


def test_turns_go_when_they_are_too_old_with_what_rests_on_them(
    keep: soulkeep.Keep, clock: soulkeep.ManualClock
) -> None:
    holmes = keep.character("holmes")
    holmes.observe("I live in Porto.", person="anna", heard_by=["ben"])
    keep.settle(over=True)
    assert holmes.facts(person="anna")
    clock.advance(timedelta(days=29))
    holmes.observe("Miso is a cat.", person="anna")
    keep.settle(over=True)
    assert "I live in Porto." in texts(holmes, "anna")
    clock.advance(timedelta(days=2))
    keep.settle(over=True)
    assert not any("Porto" in text for text in texts(holmes, "anna") + texts(holmes, "ben"))
    assert not any("Porto" in fact.value for fact in holmes.facts(person="anna"))
    assert "Miso is a cat." in texts(holmes, "anna")
    assert not any("Porto" in str(row) for row in keep.export())


def test_who_is_silent_for_too_long_is_erased_and_others_stay(keep: soulkeep.Keep, clock: soulkeep.ManualClock) -> None:
    holmes, watson = keep.character("holmes"), keep.character("watson")
    holmes.observe("I live in Porto.", person="anna")
    watson.observe("I live in Lyon.", person="ben")
    clock.advance(timedelta(days=300))
    watson.observe("Good morning.", person="anna")  # to another, but she speaks
    holmes.observe("I keep bees.", person="ben")
    clock.advance(timedelta(days=100))
    keep.settle()
    assert keep.people("watson") == ["anna", "ben"] or keep.people("watson") == ["anna"]
    clock.advance(timedelta(days=200))
    holmes.observe("I am back.", person="ben")
    clock.advance(timedelta(days=100))
    keep.settle()
    assert "anna" not in keep.people("holmes") + keep.people("watson")
    assert "ben" in keep.people("holmes")
    assert not any("anna" in str(row) for row in keep.export() if row["type"] != "soulkeep")


def test_what_would_go_can_be_seen_before_and_is_what_goes(location: str, clock: soulkeep.ManualClock) -> None:
    still = soulkeep.Settings(background=False)
    with soulkeep.open(location, embedder=HashEmbedder(), clock=clock, settings=still) as keep:
        holmes, watson = keep.character("holmes"), keep.character("watson")
        for text in ("I live in Porto.", "I keep bees."):
            holmes.observe(text, person="anna", heard_by=["ben"])
        watson.observe("I live in Lyon.", person="clara")
        watson.observe("The Thames froze.")
        clock.advance(timedelta(days=40))
        holmes.observe("Good morning.", person="anna")
        before = list(keep.export())[1:]
        nothing = keep.expiring()
        rules = keep.expiring(turn_days=30, silent_days=35)
        by_age, by_silence = keep.expiring(turn_days=30), keep.expiring(silent_days=35)
        with pytest.raises(soulkeep.InputError, match="turn_days"):
            keep.expiring(turn_days=-1)
        assert list(keep.export())[1:] == before
    assert nothing == soulkeep.Expiring()
    old = [soulkeep.OldTurns(character=c, person=p, turns=n) for c, p, n in (
        ("holmes", "anna", 2), ("watson", None, 1), ("watson", "clara", 1),
    )]  # fmt: skip
    assert by_age == soulkeep.Expiring(turns=tuple(old))
    assert by_silence.people == rules.people
    assert "clara" in rules.people
    assert "anna" not in rules.people
    assert rules.turns == tuple(old[:2])  # what is clara's goes with her
    ruled = soulkeep.Settings(background=False, turn_days=30.0, silent_days=35.0)
    with soulkeep.open(location, embedder=HashEmbedder(), clock=clock, settings=ruled) as keep:
        assert keep.expiring() == rules
        keep.settle(over=True)
        assert keep.expiring() == soulkeep.Expiring()
        assert not set(rules.people) & {*keep.people("holmes"), *keep.people("watson")}


def test_without_rules_nothing_goes(location: str, clock: soulkeep.ManualClock) -> None:
    with soulkeep.open(
        location, embedder=HashEmbedder(), clock=clock, settings=soulkeep.Settings(background=False)
    ) as keep:
        holmes = keep.character("holmes")
        holmes.observe("I live in Porto.", person="anna")
        clock.advance(timedelta(days=10_000))
        keep.settle(over=True)
        assert "I live in Porto." in texts(holmes, "anna")


def test_a_keep_that_is_open_does_so_by_itself(tmp_path: Path, clock: soulkeep.ManualClock) -> None:
    path = tmp_path / "keep.db"
    with soulkeep.open(path, embedder=HashEmbedder(), clock=clock) as keep:
        keep.character("holmes").observe("I live in Porto.", person="anna")
    clock.advance(timedelta(days=31))
    with soulkeep.open(path, embedder=HashEmbedder(), clock=clock, settings=soulkeep.Settings(turn_days=30.0)) as keep:
        holmes, until = keep.character("holmes"), monotonic() + 60
        while texts(holmes, "anna") and monotonic() < until:
            sleep(0.02)
        assert texts(holmes, "anna") == []


@pytest.mark.parametrize("rule", [{"turn_days": -1.0}, {"silent_days": float("nan")}, {"redact": ("names",)}])
def test_rules_that_mean_nothing_are_refused(rule: dict[str, object]) -> None:
    with pytest.raises(soulkeep.InputError) as caught:
        soulkeep.Settings(**rule)  # type: ignore[arg-type]
    assert next(iter(rule)) in caught.value.message
