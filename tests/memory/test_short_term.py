"""Short-term memory: the last turns whole, within a budget, and a running summary of what left it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import soulkeep
from soulkeep.models.chat.base import Message
from soulkeep.testing.models import HashEmbedder, ScriptedChat


def open_keep(chat: ScriptedChat, clock: soulkeep.ManualClock, history_tokens: int = 3000) -> soulkeep.Keep:
    settings = soulkeep.Settings(
        background=False,
        history_turns=4,
        history_stride=4,
        window_turns=4,
        model_memories=False,
        model_queries="never",
        history_tokens=history_tokens,
    )
    return soulkeep.open(":memory:", chat=chat, clock=clock, embedder=HashEmbedder(), settings=settings)


def test_what_left_the_buffer_is_summed_up(clock: soulkeep.ManualClock) -> None:
    chat = ScriptedChat(*(f"I see, number {i}." for i in range(20)))
    towns = ["Lisbon", "Vienna", "Porto", "Graz", "Turin", "Lyon", "Bergen", "Cork", "Ghent", "Basel"]
    with open_keep(chat, clock) as keep:
        holmes = keep.character("holmes")
        lengths = []
        for town in towns:
            clock.advance(timedelta(seconds=30))
            holmes.reply(f"My aunt {town}a married a baker from {town}.", person="anna", session="s")
            keep.settle()
            lengths.append(len(chat.prompts[-1]) - 2)
        last = chat.prompts[-1]
        assert max(lengths) <= 8
        assert min(lengths[4:]) >= 4
        assert "Earlier in this conversation:" in last[0].content
        assert "- anna: “My aunt Lisbona married a baker from Lisbon.”" in last[0].content
        assert "baker from Lyon" in last[0].content
        in_view = [message.content.rpartition("\n\n")[2] for message in last[1:-1]]
        assert not any("Lisbon" in said for said in in_view)
        assert any("Ghent" in said for said in in_view)


def test_a_new_conversation_begins_with_the_last_one_in_short(clock: soulkeep.ManualClock) -> None:
    chat = ScriptedChat("Oh!", "How so?", "Welcome back.")
    with open_keep(chat, clock) as keep:
        holmes = keep.character("holmes")
        holmes.reply("I was promoted to head nurse.", person="anna", session="one")
        holmes.reply("They want me to run the whole ward.", person="anna", session="one")
        clock.advance(timedelta(days=2))
        keep.settle()
        holmes.reply("Good morning.", person="anna", session="two")
        prompt = chat.prompts[-1][0].content
        assert "When you talked before:" in prompt
        assert "head nurse" in prompt


def test_the_budget_cuts_the_oldest(clock: soulkeep.ManualClock) -> None:
    chat = ScriptedChat("Fine.")
    with open_keep(chat, clock, history_tokens=60) as keep:
        holmes = keep.character("holmes")
        for number in range(4):
            holmes.observe(f"{number} " + "word " * 20, person="anna", session="s")
        holmes.reply("Well?", person="anna", session="s")
        view = chat.prompts[-1][1].content.splitlines()
        assert [line[0] for line in view if line.endswith("word ") and line[0] != "["] == ["3"]


def test_facts_mood_and_bond_are_in_the_prompt(clock: soulkeep.ManualClock) -> None:
    chat = ScriptedChat("Good.")
    with open_keep(chat, clock) as keep:
        holmes = keep.character("holmes")
        holmes.observe("I live in Seoul.", person="anna", session="old")
        clock.advance(timedelta(days=9))
        holmes.observe("I moved to Busan!", person="anna", session="new")
        keep.settle(over=True)
        holmes.feel(person="anna", valence=0.7, closeness=0.7, trust=-0.4)
        holmes.reply("Where do I live?", person="anna", session="now")
        assert "What you know about anna:\n- anna: “I moved to Busan" in chat.prompts[-1][0].content
        prompt = chat.prompts[-1][-1].content
        assert "[m2] is no longer so since 17 May 2026: anna: “I live in Seoul" in prompt
        assert "You feel happy." in prompt
        assert "To you, anna is very close to you and somebody to be careful with." in prompt


# -- a language model's account of the whole talk


def account(messages: Sequence[Message]) -> str:
    """Return an answer about a stretch of talk, by its first turn, and about the whole talk, by all that was told
    before."""
    shown, _, asked = messages[-1].content.rpartition("Remember these turns:")
    word = asked.split(": ", 1)[1].split()[0]
    before = shown.partition("in short:\n")[2].partition("\n\n")[0]
    return json.dumps({"summary": f"It was of {word}.", "so_far": f"{before} {word}".strip(), "importance": 3})


def by_model(chat: ScriptedChat, clock: soulkeep.ManualClock, **changes: Any) -> soulkeep.Keep:
    """Return a keep in which a model remembers, three turns at a time."""
    values = {"background": False, "history_turns": 4, "history_stride": 4, "window_turns": 2, **changes}
    settings = soulkeep.Settings(**values)
    return soulkeep.open(":memory:", chat=chat, clock=clock, embedder=HashEmbedder(), settings=settings)


def earlier(holmes: soulkeep.Character, session: str, heard_by: Sequence[str] | None = None) -> str:
    """Return what the next prompt tells of the talk before the turns in view."""
    found = holmes.context("Well?", person="anna", session=session, heard_by=heard_by).sections
    return next((one.text for one in found if one.name == "earlier"), "")


def chat_on(keep: soulkeep.Keep, clock: soulkeep.ManualClock, count: int, first: int = 0) -> None:
    """Let anna say `count` things one after the other, beginning with number `first`."""
    for i in range(first, first + count):
        keep.character("holmes").observe(f"Topic{i:02} is on.", person="anna", session="s", id=f"t{i:02}")
        clock.advance(timedelta(seconds=30))
        keep.settle()


def test_how_a_long_talk_began_is_never_lost(clock: soulkeep.ManualClock) -> None:
    with by_model(ScriptedChat(default=account), clock) as keep:
        chat_on(keep, clock, 64)
        holmes = keep.character("holmes")
        summaries = list(holmes.memories(person="anna", kinds={"summary"}))
        assert len(summaries) > 15
        topics = [holmes.memory(memory.turns[0], person="anna").text.split()[0] for memory in summaries]
        assert topics[0] == "Topic00"
        assert earlier(holmes, "s") == f"Earlier in this conversation:\n{' '.join(topics)}"


def test_without_a_model_the_last_stretches_are_told_and_the_opening_comes_up_by_recall(
    clock: soulkeep.ManualClock,
) -> None:
    with open_keep(ScriptedChat(), clock) as keep:
        chat_on(keep, clock, 64)
        told = earlier(keep.character("holmes"), "s")
        assert "Topic5" in told
        assert "Topic00" not in told


def test_what_came_after_the_last_account_of_the_whole_is_told_beside_it(clock: soulkeep.ManualClock) -> None:
    answers = [
        json.dumps({"summary": "First.", "so_far": "They met.", "importance": 3}),
        json.dumps({"summary": "Then anna spoke of topic three.", "so_far": "", "importance": 3}),
        json.dumps({"summary": "And of topic six.", "importance": 3}),
    ]
    chat = ScriptedChat(*answers)
    with by_model(chat, clock) as keep:
        chat_on(keep, clock, 15)
        so_far = "They met. Then anna spoke of topic three. And of topic six."
        assert earlier(keep.character("holmes"), "s") == f"Earlier in this conversation:\n{so_far}"
        assert "in short:\nThey met. Then anna spoke of topic three.\n\n" in chat.prompts[2][1].content


def test_a_new_conversation_is_told_the_whole_of_the_last_one(clock: soulkeep.ManualClock) -> None:
    with by_model(ScriptedChat(default=account), clock) as keep:
        chat_on(keep, clock, 40)
        clock.advance(timedelta(days=2))
        keep.settle()
        told = earlier(keep.character("holmes"), "next")
        assert told.startswith("When you talked before:\nTopic00 Topic03 ")
        keep.character("holmes").observe("Good morning.", person="anna", session="next")
        keep.settle(over=True)
        assert earlier(keep.character("holmes"), "s").startswith("Earlier in this conversation:\nTopic00 Topic03 ")


def test_those_who_heard_all_of_it_are_told_what_was_said_before(clock: soulkeep.ManualClock) -> None:
    with by_model(ScriptedChat(default=account), clock) as keep:
        holmes = keep.character("holmes")
        for i in range(16):
            holmes.observe(f"Topic{i:02} is on.", person="anna", session="s", heard_by=["bert"])
            clock.advance(timedelta(seconds=30))
            keep.settle()
        [*_, last] = holmes.memories(person="anna", kinds={"summary"})
        assert len(last.turns) < 5
        assert last.text in earlier(holmes, "s", heard_by=["bert"])
        assert earlier(holmes, "s", heard_by=["bert", "clara"]) == ""


def test_others_hear_no_account_of_what_they_have_not_heard(clock: soulkeep.ManualClock) -> None:
    with by_model(ScriptedChat(default=account), clock, model_context=1) as keep:
        holmes = keep.character("holmes")
        for i in range(16):
            heard_by = ["bert"] if i >= 3 else None
            holmes.observe(f"Topic{i:02} is on.", person="anna", session="s", heard_by=heard_by)
            clock.advance(timedelta(seconds=30))
            keep.settle()
        assert "Topic00 Topic03 Topic06" in earlier(holmes, "s")
        told = earlier(holmes, "s", heard_by=["bert"])
        assert "Topic00" not in told
        assert "Topic03" not in told  # whoever put that in words had the turn before it in view
