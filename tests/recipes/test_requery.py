"""(5) as a recipe: searched twice, told as one account that keeps the times, and written down as a synopsis.

The score is tested in tests/search/test_presets.py, the account in tests/reply/test_narrator.py and
tests/lang/test_narrative.py.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest
from recipes_support import SMALL_TALK, Model, last, section

import soulkeep
from soulkeep.models.chat.base import Message

NOW = datetime(2026, 5, 8, 18, 30, tzinfo=UTC)
BEES, FIRE = "Grandpa kept bees behind the old mill.", "The old mill burnt down in the summer storm."
QUESTION = "Did grandpa keep bees?"
SETTINGS = soulkeep.recipe("requery", background=False)


def npc_of(keep: soulkeep.Keep) -> soulkeep.Character:
    npc = keep.character("npc", name="Nell")
    npc.observe(FIRE, person="anna", time=datetime(2025, 8, 2, tzinfo=UTC), id="fire", session="fire")
    npc.observe(BEES, person="anna", time=datetime(2026, 3, 1, tzinfo=UTC), id="bees", session="bees")
    turns = [soulkeep.Turn(text, time=NOW - timedelta(days=1), session="others") for text in SMALL_TALK[::5]]
    npc.observe_many(turns, person="anna")
    return npc


def number(prompt: Sequence[Message], text: str) -> str:
    """Return the number, in brackets, of the memory that a narrator is shown with a text."""
    return next(line.split()[0] for line in last(prompt).splitlines() if line.startswith("[") and text in line)


def keep_of(model: soulkeep.ChatModel | None = None, **changes: object) -> soulkeep.Keep:
    settings = soulkeep.recipe("requery", **{"background": False, **changes})
    return soulkeep.open(":memory:", settings=settings, chat=model, clock=soulkeep.ManualClock(NOW))


def test_a_tangent_is_found_by_the_second_search_only() -> None:
    """The re-query "in finding knowledge that typically isn't found on the first step"."""
    with keep_of() as keep:
        reply = npc_of(keep).reply(QUESTION, person="anna", session="new")
        found = {hit.memory.id: hit for hit in reply.recall.hits}
        assert reply.recall.hits[0].memory.id == "bees"
        assert found["fire"].parts["tangent"] > found["fire"].parts["meaning"]
    with keep_of(preset="landwehr", forgetfulness=0.0) as keep:  # similarity alone
        first_step = npc_of(keep).recall(QUESTION, person="anna", kinds={"turn"}, k=SETTINGS.reply_memories)
        assert "fire" not in [hit.memory.id for hit in first_step.hits]


def test_the_reply_is_written_from_one_account_that_keeps_the_times() -> None:
    """Reading memories: what the person said and what it triggered go in, a narrative comes out."""
    burnt, bees = "On 2 August 2025, the old mill burnt down.", "Grandpa kept bees behind it."

    def narrate(prompt: Sequence[Message]) -> str:
        return f"{burnt} {number(prompt, FIRE)} {bees} {number(prompt, BEES)}"

    model = Model(narrative=narrate, reply="He did, behind the mill that burnt down.")
    with keep_of(model) as keep:
        reply = npc_of(keep).reply(QUESTION, person="anna", session="new")
        [asked] = model.asked("narrative")
        assert QUESTION in last(asked)
        assert "in the order in which things happened" in asked[0].content
        assert f"{number(asked, FIRE)} Saturday 2 August 2025, anna said: {FIRE}" in last(asked)
        assert f"{burnt} {bees}" in section(reply, "memories")
        assert "[m1]" not in last(model.asked("reply")[0])
        assert reply.text == "He did, behind the mill that burnt down."


@pytest.mark.parametrize(
    "invented", ["Aunt Clara rescued the hives with her brother Pedro.", "That was in 1987.", "It broke his heart."]
)
def test_what_the_account_adds_is_not_passed_on(invented: str) -> None:
    """ "Never make up new memories or add your own details to the memories." """
    account = "Grandpa kept bees behind the old mill."
    model = Model(narrative=f"{account} [1] {invented}", reply="He did.")
    with keep_of(model) as keep:
        npc_of(keep).reply(QUESTION, person="anna", session="new")
        assert account in last(model.asked("reply")[0])
        assert invented not in last(model.asked("reply")[0])


def test_a_model_that_cannot_tell_it_is_done_without() -> None:
    model = Model(narrative=soulkeep.ChatUnavailable("Away."), reply="He did.")
    with keep_of(model) as keep:
        reply = npc_of(keep).reply(QUESTION, person="anna", session="new")
        told = section(reply, "memories")
        assert told.index("2 August 2025") < told.index(FIRE) < told.index("1 March 2026") < told.index(BEES)


def test_without_a_model_the_voice_quotes_and_the_account_is_at_hand() -> None:
    with keep_of() as keep:
        npc = npc_of(keep)
        reply = npc.reply(QUESTION, person="anna", session="new")
        assert [one.memory.id for one in reply.references] == ["bees"]
        told = npc.narrate(reply.recall)
        assert told.author == "template"
        assert told.text.index("2 August 2025") < told.text.index(FIRE) < told.text.index(BEES)


def test_a_talk_is_written_down_as_a_synopsis() -> None:
    """Writing memories: request, response, and what the person did, felt and prefers."""
    synopsis = "anna asked for a song about bees, Nell sang one, and anna laughed with joy."
    joy = {"who": "anna", "feeling": "joy", "strength": 0.8, "pleasant": 0.9}
    model = Model(memory=json.dumps({"summary": synopsis, "importance": 4, "emotions": [joy]}))
    with keep_of(model) as keep:
        npc = keep.character("npc", name="Nell")
        for speaker, text in (
            ("anna", "Sing me a song about bees!"),
            ("Nell", "Buzz, says the bee, buzz, in the linden tree."),
            ("anna", "That makes me laugh with joy!"),
        ):
            npc.observe(text, person="anna", speaker=speaker, session="s")
        [memory] = npc.consolidate(person="anna")
        assert memory.text == synopsis
        assert memory.summary is not None
        assert memory.summary.emotions == {"joy": 0.8}
        assert memory.id in [hit.memory.id for hit in npc.recall("a song about bees", person="anna").hits]
