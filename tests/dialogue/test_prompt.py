"""Working memory: sections within budgets, laid out so that most of the prompt stays as it was."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest

import soulkeep
from soulkeep.models.testing import HashEmbedder, ScriptedChat

Open = Callable[..., tuple[soulkeep.Keep, soulkeep.Character]]
DESCRIPTION = "A consulting detective of Baker Street, who keeps bees, plays the violin and detests the country. " * 6


@pytest.fixture
def opened(clock: soulkeep.ManualClock) -> Iterator[Open]:
    keeps: list[soulkeep.Keep] = []

    def open(chat: soulkeep.ChatModel, **settings: Any) -> tuple[soulkeep.Keep, soulkeep.Character]:
        knobs = {"background": False, "model_queries": "never", "model_memories": False, **settings}
        keep = soulkeep.open(
            ":memory:", clock=clock, embedder=HashEmbedder(), chat=chat, settings=soulkeep.Settings(**knobs)
        )
        keeps.append(keep)
        return keep, keep.character("holmes", name="Holmes", description=DESCRIPTION)

    yield open
    for keep in keeps:
        keep.close()


def whole(prompt: list[soulkeep.Message]) -> str:
    return "".join(f"<{message.role}>{message.content}" for message in prompt)


def section(reply: soulkeep.Reply, name: str) -> soulkeep.Section:
    return next(one for one in reply.trace.prompt if one.name == name)


def shared(a: str, b: str) -> int:
    return next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))


TOWNS = (
    "Lisbon", "Vienna", "Porto", "Graz", "Turin", "Lyon", "Bergen", "Cork", "Ghent", "Basel", "Riga", "Bari", "Split",
    "Delft", "Arles", "Bonn", "Brno", "Oslo",
)  # fmt: skip


def talk(holmes: soulkeep.Character, clock: soulkeep.ManualClock, turns: int, **more: Any) -> list[soulkeep.Reply]:
    found = []
    for i in range(turns):
        clock.advance(timedelta(seconds=40))
        town = TOWNS[i % len(TOWNS)]
        said = f"My cousin number {i} keeps a bakery in {town}, what do you say to that?"
        found.append(holmes.reply(said, person="anna", session="s", **more))
    return found


def test_from_one_message_to_the_next_only_the_end_is_new(opened: Open, clock: soulkeep.ManualClock) -> None:
    chat = ScriptedChat(default="I should like to see it, I must say [m1].")
    keep, holmes = opened(chat)
    holmes.observe_many(
        [soulkeep.Turn(f"The bakery in {town} sells rye bread.", session="old") for town in TOWNS], person="anna"
    )
    talk(holmes, clock, 10)
    for before, after in pairwise(chat.prompts):
        last = before[-1].content.partition("\n\n(For this answer alone.")[0]
        assert whole(after).startswith(whole(before[:-1]) + f"<user>{last}")
    assert keep


def test_the_oldest_leave_together(opened: Open, clock: soulkeep.ManualClock) -> None:
    chat = ScriptedChat(default="I see.")
    keep, holmes = opened(chat, history_turns=4, history_stride=8)
    for _ in range(30):
        talk(holmes, clock, 1)
        keep.settle()
    sizes = [len(prompt) for prompt in chat.prompts]
    broken = [i for i, (a, b) in enumerate(pairwise(chat.prompts)) if not whole(b).startswith(whole(a[:-1]))]
    assert max(sizes) <= 1 + 4 + 8 + 1
    assert 4 <= len(broken) <= 30 // 4 + 1


def test_what_is_forgotten_leaves_the_prompt(opened: Open, clock: soulkeep.ManualClock) -> None:
    chat = ScriptedChat(default="Hm.")
    _, holmes = opened(chat)
    holmes.observe("The bakery in Lisbon belongs to a smuggler.", person="anna", id="secret", session="old")
    talk(holmes, clock, 1)
    assert "smuggler" in whole(chat.prompts[-1])
    holmes.forget("secret", person="anna")
    talk(holmes, clock, 1)
    assert "smuggler" not in whole(chat.prompts[-1])


def test_labels_go_on_and_name_what_was_given_before(opened: Open, clock: soulkeep.ManualClock) -> None:
    chat = ScriptedChat("Ah.", "It sells rye bread [m1], and rolls [m2], and cake [m9].")
    _, holmes = opened(chat)
    holmes.observe("The bakery in Lisbon sells rye bread.", person="anna", id="rye", session="old")
    holmes.reply("What does the bakery in Lisbon sell?", person="anna", session="s")
    holmes.observe("The bakery in Lisbon sells rolls.", person="anna", id="rolls", session="other")
    reply = holmes.reply("And what else does the bakery in Lisbon sell?", person="anna", session="s")
    assert {one.label: one.memory.id for one in reply.references} == {"m1": "rye", "m2": "rolls"}
    assert reply.unknown_references == ("m9",)
    assert "cake [" not in reply.text
    assert "[m1]" in chat.prompts[-1][1].content


def test_what_was_given_and_not_used(opened: Open) -> None:
    chat = ScriptedChat("Rye bread [m1].")
    _, holmes = opened(chat)
    for id in ("a", "b"):
        holmes.observe(f"The bakery in Lisbon sells rye bread, says source {id}.", person="anna", id=id, session="old")
    reply = holmes.reply("What does the bakery in Lisbon sell?", person="anna", session="s")
    used = {one.memory.id for one in reply.references}
    assert len(used) == 1
    assert {memory.id for memory in reply.ignored} == {"a", "b"} - used


def test_the_sections_of_a_prompt(opened: Open, clock: soulkeep.ManualClock) -> None:
    chat = ScriptedChat(default="Hm.")
    keep, holmes = opened(chat, instructions="Never speak of Moriarty.")
    holmes.learn("The Priory School stands in the north of England.", source="canon")
    holmes.observe("I live in Lisbon.", person="anna", session="old")
    clock.advance(timedelta(days=1))
    keep.settle(over=True)
    holmes.feel(person="anna", valence=0.8)
    scene = soulkeep.Scene(place="Baker Street", events=("A knock.",))
    reply = holmes.reply("Where is the Priory School, and do I live near it?", person="anna", session="s", scene=scene)
    found = {one.name: one for one in reply.trace.prompt}
    assert {"instructions", "description", "known", "memories", "lore", "said", "feelings", "scene"} <= set(found)
    assert found["instructions"].text.endswith("Never speak of Moriarty.")
    assert found["lore"].text.startswith("What you have read:\n[m")
    assert "yesterday" in found["memories"].text
    assert [one.stable for one in reply.trace.prompt] == sorted(
        (one.stable for one in reply.trace.prompt), reverse=True
    )
    prompt = whole(chat.prompts[-1])
    for one in reply.trace.prompt:
        assert all(line in prompt for line in one.text.splitlines())
    assert reply.usage.prompt == pytest.approx(sum(one.tokens for one in reply.trace.prompt), rel=0.1)


def test_a_section_keeps_its_budget(opened: Open) -> None:
    chat = ScriptedChat(default="Hm.")
    _, holmes = opened(chat, section_tokens={"memories": 60, "lore": 30}, reply_memories=20)
    holmes.learn("The bakery in Lisbon is old. " * 80, source="canon")
    for i in range(8):
        holmes.observe(f"The bakery in Lisbon sells rye bread number {i}.", person="anna", session="old")
    reply = holmes.reply("What does the bakery in Lisbon sell?", person="anna", session="s")
    memories, lore = section(reply, "memories"), section(reply, "lore")
    assert 20 < memories.tokens <= 60 + 10
    assert memories.left_out > 0
    assert lore.tokens <= 30 + 15
    shown = len(reply.references) + len(reply.ignored)
    assert shown == len(reply.recall.hits) - memories.left_out - lore.left_out


def test_the_whole_keeps_its_budget_and_what_matters_least_goes_first(
    opened: Open, clock: soulkeep.ManualClock
) -> None:
    chat = ScriptedChat(default="Hm.")
    keep, holmes = opened(chat, prompt_tokens=600, reply_memories=40)
    holmes.learn("\n\n".join(f"The bakery in {town} is old and sells rye bread." for town in TOWNS), source="canon")
    for town in TOWNS:
        holmes.observe(f"I think the bakery in {town} sells rye bread.", person="anna", session="old")
    clock.advance(timedelta(days=1))
    keep.settle(over=True)
    talk(holmes, clock, 6)
    reply = talk(holmes, clock, 1)[0]
    assert reply.usage.prompt <= 600 + 20
    names = {one.name: one for one in reply.trace.prompt}
    assert names["lore"].left_out > 0
    assert names["said"].text in chat.prompts[-1][-1].content
    assert names["description"].text


def test_a_description_keeps_to_its_words(opened: Open) -> None:
    chat = ScriptedChat(default="Hm.")
    _, holmes = opened(chat, description_words=20)
    reply = holmes.reply("Hm?", person="anna")
    assert len(section(reply, "description").text.split()) <= 20


def test_it_counts_with_the_models_own_tokenizer(opened: Open) -> None:
    class Counting(ScriptedChat):
        def count_tokens(self, text: str) -> int:
            return 1000 * bool(text)

    _, holmes = opened(Counting("Hm."), prompt_tokens=10_000)
    reply = holmes.reply("Hm?", person="anna")
    assert section(reply, "instructions").tokens == 1000


def test_messages_take_turns(opened: Open) -> None:
    chat = ScriptedChat(soulkeep.ChatUnavailable("gone", hint=""), "Hm.")
    _, holmes = opened(chat)
    with pytest.raises(soulkeep.ChatUnavailable):
        holmes.reply("The first.", person="anna", session="s")
    holmes.reply("The second.", person="anna", session="s")
    assert [message.role for message in chat.prompts[-1]] == ["system", "user"]
    assert "The first." in chat.prompts[-1][-1].content


def test_a_narrative_in_place_of_memories(opened: Open) -> None:
    told = "Yesterday anna said that the bakery in Lisbon sells rye bread."
    chat = ScriptedChat(told, "Rye bread.")
    _, holmes = opened(chat, memories_as="narrative")
    holmes.observe("The bakery in Lisbon sells rye bread.", person="anna", session="old")
    reply = holmes.reply("What does the bakery in Lisbon sell?", person="anna", session="s")
    assert "[m1]" not in chat.prompts[-1][-1].content
    assert "rye bread" in section(reply, "memories").text
    assert len(reply.ignored) == len(reply.recall.hits)


def test_a_cards_macros_stand_for_the_two_who_talk() -> None:
    chat = ScriptedChat("Welcome.")
    with soulkeep.open(":memory:", chat=chat) as other:
        nell = other.character("nell", name="Nell", description="{{char}} keeps an inn and is fond of {{user}}.")
        reply = nell.reply("Hello.", person="Anna")
    [section] = [one for one in reply.trace.prompt if one.name == "description"]
    assert section.text == "Nell keeps an inn and is fond of Anna."
