"""Tests that a change is known when it is asked for, though background work hasn't reached it."""

from __future__ import annotations

import pytest

import soulkeep
from soulkeep.testing.models import HashEmbedder


@pytest.mark.parametrize("background", [False, True])
@pytest.mark.parametrize(
    ("old", "new", "question", "gone", "now"),
    [
        ("I live in Porto.", "I live in Lisbon now.", "Where do I live?", "Porto", "Lisbon"),
        ("I live in Porto.", "I moved to Lisbon.", "Where do I live?", "Porto", "Lisbon"),
        ("Ich wohne in Bonn.", "Ich wohne jetzt in Köln.", "Wo wohne ich?", "Bonn", "Köln"),
        ("Ich wohne in Bonn.", "Ich bin nach Köln gezogen.", "Wo wohne ich?", "Bonn", "Köln"),
    ],
)
def test_the_old_is_not_told_as_true(
    background: bool, old: str, new: str, question: str, gone: str, now: str, clock: soulkeep.ManualClock
) -> None:
    settings = soulkeep.Settings(background=background)
    with soulkeep.open(":memory:", clock=clock, embedder=HashEmbedder(), settings=settings) as keep:
        holmes = keep.character("holmes")
        for said in (old, new):
            holmes.reply(said, person="anna", session="a")
        told = holmes.reply(question, person="anna", session="b").text
        assert (now in told, gone in told) == (True, False)


def test_who_asks_of_the_past_is_told_how_it_was(clock: soulkeep.ManualClock) -> None:
    settings = soulkeep.Settings(background=False)
    with soulkeep.open(":memory:", clock=clock, embedder=HashEmbedder(), settings=settings) as keep:
        holmes = keep.character("holmes")
        for said in ("I live in Porto.", "I moved to Lisbon."):
            holmes.reply(said, person="anna", session="a")
        assert "Porto" in holmes.reply("Where did I live before?", person="anna", session="b").text
