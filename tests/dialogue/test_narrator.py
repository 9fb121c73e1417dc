"""A recall told by a model, and held to what is remembered."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

import soulkeep
from soulkeep.models.testing import ScriptedChat

TRUE = "On 8 May 2023, Anna adopted a cat called Miso. Miso caught a mouse."


def narrate(chat: soulkeep.ChatModel | None) -> tuple[soulkeep.Recall, soulkeep.Narrative]:
    clock = soulkeep.ManualClock(datetime(2023, 6, 1, tzinfo=UTC))
    with soulkeep.open(":memory:", chat=chat, clock=clock) as keep:
        npc = keep.character("npc")
        npc.observe("I adopted a cat called Miso.", person="anna", time=datetime(2023, 5, 8, tzinfo=UTC))
        npc.observe("Miso caught a mouse.", person="anna", time=datetime(2023, 5, 9, tzinfo=UTC))
        recall = npc.recall("Miso the cat", person="anna")
        return recall, npc.narrate(recall)


def test_a_model_tells_it() -> None:
    chat = ScriptedChat(TRUE)
    recall, told = narrate(chat)
    assert (told.text, told.author, told.dropped) == (TRUE, "model", ())
    assert recall.narrative() in chat.prompts[0][1].content


@pytest.mark.parametrize(
    "invented",
    [
        "She moved to Lisbon with her brother Pedro.",
        "That was in 2019.",
        "Anna and Roberto adopted a cat.",
        "The divorce made everybody sad for weeks.",
        "Miso never caught a mouse.",
    ],
)
def test_what_rests_on_nothing_is_dropped(invented: str) -> None:
    _, told = narrate(ScriptedChat(f"{TRUE} {invented}"))
    assert told.text == TRUE
    assert told.dropped == (invented,)


@pytest.mark.parametrize(
    "chat", [None, ScriptedChat(soulkeep.ChatUnavailable("Away.")), ScriptedChat("So Pedro came.")]
)
def test_without_a_usable_answer_the_template_tells_it(chat: soulkeep.ChatModel | None) -> None:
    recall, told = narrate(chat)
    assert (told.text, told.author) == (recall.narrative(), "template")
