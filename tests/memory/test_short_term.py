"""Short-term memory: the last turns whole, within a budget, and a running summary of what left it."""

from __future__ import annotations

from datetime import timedelta

import soulkeep
from soulkeep.models.testing import HashEmbedder, ScriptedChat


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
        assert "- anna has an aunt, Lisbona." in last[0].content
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
        assert "What you know about anna:\n- anna lives in Busan." in chat.prompts[-1][0].content
        prompt = chat.prompts[-1][-1].content
        assert "[m2] is no longer so since 17 May 2026: anna lives in Seoul." in prompt
        assert "You feel happy." in prompt
        assert "To you, anna is very close to you and somebody to be careful with." in prompt
