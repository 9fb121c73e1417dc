"""Sensory memory: what is around stays until it is told anew, and what just happened fades first."""

from __future__ import annotations

from datetime import timedelta

import pytest

import soulkeep
from soulkeep.memory.scene import faded
from soulkeep.testing.models import HashEmbedder, ScriptedChat

STREET = soulkeep.Scene(place="Baker Street", present=("Watson",), objects=("a pipe",), events=("A shot was fired.",))


@pytest.mark.parametrize(
    ("seconds", "left"),
    [
        (0, STREET),
        (179, STREET),
        (181, soulkeep.Scene(place="Baker Street", present=("Watson",), objects=("a pipe",))),
        (1799, soulkeep.Scene(place="Baker Street", present=("Watson",), objects=("a pipe",))),
        (1801, None),
    ],
)
def test_what_is_left(seconds: float, left: soulkeep.Scene | None) -> None:
    assert faded(STREET, seconds, soulkeep.Settings()) == left


def test_a_scene_of_events_alone_is_gone_with_them() -> None:
    assert faded(soulkeep.Scene(events=("A shot was fired.",)), 200, soulkeep.Settings()) is None


def test_the_prompt_sees_what_is_left(clock: soulkeep.ManualClock) -> None:
    chat = ScriptedChat("Quick!", "Yes.", "Hm.", "Now here.", "Who knows.")
    settings = soulkeep.Settings(background=False, model_queries="never")
    with soulkeep.open(":memory:", chat=chat, clock=clock, embedder=HashEmbedder(), settings=settings) as keep:
        holmes = keep.character("holmes")

        def prompt(text: str, scene: soulkeep.Scene | None = None, session: str = "s") -> str:
            holmes.reply(text, person="anna", session=session, scene=scene)
            return chat.prompts[-1][-1].content

        assert "A shot was fired." in prompt("What was that?", STREET)
        clock.advance(timedelta(minutes=1))
        assert "A shot was fired." in prompt("Did you hear?")
        clock.advance(timedelta(minutes=4))
        later = prompt("Are we alone?")
        assert "Baker Street" in later
        assert "Watson" in later
        assert "shot" not in later
        moved = prompt("And now?", soulkeep.Scene(place="The moor"))
        assert "The moor" in moved
        assert "Baker Street" not in moved
        assert "The moor" not in prompt("Where are we?", session="another day")
