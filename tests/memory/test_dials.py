"""Each character has dials of its own: how fast it forgets, how well it learns, and its temperament."""

from __future__ import annotations

from datetime import timedelta

import pytest

import soulkeep


def test_one_forgets_faster_than_another(keep: soulkeep.Keep, clock: soulkeep.ManualClock) -> None:
    dory = keep.character("dory", forgetfulness=0.5)
    marlin = keep.character("marlin")
    for character in (dory, marlin):
        character.observe("The boat had a number.", person="nemo", importance=1)
    clock.advance(timedelta(days=10))
    left = [c.recall("the boat", person="nemo").hits[0].retention for c in (dory, marlin)]
    assert left == pytest.approx([0.0067, 0.951], abs=0.001)


def test_one_learns_better_than_another(keep: soulkeep.Keep) -> None:
    quick = keep.character("quick", learning=4.0)
    quick.observe("My cat is called Miso.", person="anna", id="cat")
    assert quick.reply("What is my cat called?", person="anna").references
    assert quick.memory("cat", person="anna").stability == 4.0


def test_dials_stay(keep: soulkeep.Keep) -> None:
    keep.character("dory", forgetfulness=0.5, temperament=soulkeep.Mood(valence=0.3))
    again = keep.character("dory")
    assert again.profile.temperament == soulkeep.Mood(valence=0.3)
    assert again.mood(person="nemo") == soulkeep.Mood(valence=0.3)


@pytest.mark.parametrize(
    "values",
    [
        {"forgetfulness": -1},
        {"learning": 0.5},
        {"forgetfulness": "much"},
        {"temperament": soulkeep.Mood(valence=2)},
        {"temperament": "merry"},
    ],
)
def test_what_cannot_be_is_refused(keep: soulkeep.Keep, values: dict[str, object]) -> None:
    with pytest.raises(soulkeep.InputError):
        keep.character("dory", **values)  # type: ignore[arg-type]
    assert keep.characters() == []
