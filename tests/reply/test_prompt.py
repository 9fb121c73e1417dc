"""Working memory: sections within budgets, laid out so that most of the prompt stays as it was."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest

import soulkeep
from soulkeep.lang.prompt_safety import unfenced
from soulkeep.lang.tokens import count_tokens
from soulkeep.reply.prompt import WorkingMemory, working_memory
from soulkeep.reply.situation import Given, Situation
from soulkeep.testing.models import HashEmbedder, ScriptedChat
from soulkeep.types.records import Fact, Hit, Memory, Recall

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
    keep, holmes = opened(chat, history_turns=4, history_stride=12)
    for _ in range(30):
        talk(holmes, clock, 1)
        keep.settle()
    sizes = [len(prompt) for prompt in chat.prompts]
    broken = [i for i, (a, b) in enumerate(pairwise(chat.prompts)) if not whole(b).startswith(whole(a[:-1]))]
    assert max(sizes) <= 1 + 4 + 12 + 1
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
    assert {"instructions", "description", "known", "memories", "lore", "said", "feelings", "scene", "moment"} <= set(
        found
    )
    assert found["instructions"].text.endswith("Never speak of Moriarty.")
    assert found["lore"].text.startswith("What you have read:\n[m")
    assert "anna, Friday 8 May 2026 (yesterday): I live in Lisbon." in found["memories"].text
    assert found["moment"].text.startswith("It is Saturday 9 May 2026, 18:30.")
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
    chat = ScriptedChat("Yesterday anna praised the rye of Lisbon. [1] They danced.", "Rye bread.")
    _, holmes = opened(chat, memories_as="narrative")
    holmes.observe("The bakery in Lisbon sells rye bread.", person="anna", session="old")
    reply = holmes.reply("What does the bakery in Lisbon sell?", person="anna", session="s")
    assert section(reply, "memories").text.startswith("What you remember:\nYesterday anna praised the rye of Lisbon.")
    assert "danced" not in whole(chat.prompts[-1])
    assert "[m" not in whole(chat.prompts[-1])
    assert "label" not in section(reply, "instructions").text
    assert len(reply.ignored) == len(reply.recall.hits)


def test_a_list_of_memories_is_to_be_named(opened: Open) -> None:
    _, holmes = opened(ScriptedChat("Rye bread."))
    assert "put the label right after" in section(holmes.reply("Hm?", person="anna"), "instructions").text


def test_a_cards_macros_stand_for_the_two_who_talk() -> None:
    chat = ScriptedChat("Welcome.")
    with soulkeep.open(":memory:", chat=chat) as other:
        nell = other.character("nell", name="Nell", description="{{char}} keeps an inn and is fond of {{user}}.")
        reply = nell.reply("Hello.", person="Anna")
    [section] = [one for one in reply.trace.prompt if one.name == "description"]
    assert section.text == "Nell keeps an inn and is fond of Anna."


# -- now, and how long it has been


def test_the_moment(opened: Open, clock: soulkeep.ManualClock) -> None:
    _, holmes = opened(ScriptedChat(default="Hm."))

    def moment(session: str) -> str:
        return section(holmes.reply("I bought a hat.", person="anna", session=session), "moment").text

    assert moment("first") == "It is Friday 8 May 2026, 18:30."
    clock.advance(timedelta(minutes=20))
    assert moment("first") == "It is Friday 8 May 2026, 18:50."
    clock.advance(timedelta(days=3))
    again = "It is Monday 11 May 2026, 18:50. You last talked on Friday 8 May 2026 (3 days ago)."
    assert moment("first") == again
    clock.advance(timedelta(days=7))
    assert moment("second") == "It is Monday 18 May 2026, 18:50. You last talked on Monday 11 May 2026 (last week)."


def in_berlin(opened: Open, clock: soulkeep.ManualClock, chat: ScriptedChat) -> list[soulkeep.Reply]:
    """Return two replies on a Saturday to someone who spoke that day at one o'clock, when it was still Friday in
    UTC."""
    _, holmes = opened(chat)
    holmes.introduce("anna", zone="Europe/Berlin")
    clock.advance(timedelta(hours=4, minutes=30))
    holmes.observe("The bakery in Lisbon sells rye bread.", person="anna", session="old")
    clock.advance(timedelta(hours=9))
    return [
        holmes.reply(f"What {what} the bakery in Lisbon sell?", person="anna", session="s") for what in ("did", "does")
    ]


def test_days_are_those_of_the_persons_zone(opened: Open, clock: soulkeep.ManualClock) -> None:
    first, _ = in_berlin(opened, clock, ScriptedChat(default="Hm."))
    assert section(first, "moment").text == (
        "It is Saturday 9 May 2026, 10:00. You last talked on Saturday 9 May 2026 (today)."
    )
    assert "[m1] anna, Saturday 9 May 2026 (today): " in section(first, "memories").text


def test_in_another_zone_too_only_the_end_is_new(opened: Open, clock: soulkeep.ManualClock) -> None:
    chat = ScriptedChat(default="Hm.")
    in_berlin(opened, clock, chat)
    before, after = chat.prompts
    assert after[1].content == before[1].content.partition("\n\n(For this answer alone.")[0]


# -- what was remembered by a model


FACT = {"subject": "Clara", "relation": "other", "value": "", "because": [1], "status": "current", "importance": 6}


def remembering(*facts: dict[str, Any], **more: Any) -> ScriptedChat:
    """Return a model that keeps these facts, and replies "Hm."."""
    kept = json.dumps({"summary": "They talked.", "importance": 5, "facts": [{**FACT, **one} for one in facts], **more})

    def write(prompt: Sequence[soulkeep.Message]) -> str:
        return kept if prompt[0].content.startswith("You keep the memory of") else "Hm."

    return ScriptedChat(default=write)


def told(
    opened: Open, clock: soulkeep.ManualClock, chat: ScriptedChat, *said: str, **settings: Any
) -> soulkeep.Character:
    """Return a character that was told what was `said` yesterday, and remembers it."""
    keep, holmes = opened(chat, model_memories=True, **settings)
    holmes.observe_many([soulkeep.Turn(text, session="old") for text in said], person="anna")
    clock.advance(timedelta(days=1))
    keep.settle(over=True)
    return holmes


ALLERGY = {"statement": "Clara was allergic to nuts.", "relation": "health", "value": "nuts", "status": "past"}
"""A fact about the past, since what is known to hold stands at the prompt's beginning anyway."""
NUTS = "My sister can't eat nuts."


def test_facts_are_memories_with_labels_before_the_turns(opened: Open, clock: soulkeep.ManualClock) -> None:
    chat = remembering(ALLERGY, {"statement": "Clara hated nuts, it seems.", "status": "past", "because": []})
    holmes = told(opened, clock, chat, NUTS)
    reply = holmes.reply("Does Clara eat nuts?", person="anna", session="s")
    lines = section(reply, "memories").text.splitlines()[1:4]
    assert lines == [
        "[m1] Known, Friday 8 May 2026 (yesterday): Clara was allergic to nuts.",
        "[m2] Known, unsure, Friday 8 May 2026 (yesterday): Clara hated nuts, it seems.",
        "[m3] anna, Friday 8 May 2026 (yesterday): My sister can't eat nuts.",
    ]
    assert [memory.kind for memory in reply.ignored] == ["fact", "fact", "turn"]


def test_facts_have_room_of_their_own(opened: Open, clock: soulkeep.ManualClock) -> None:
    facts = [
        {"statement": f"Clara once ate {count} nuts.", "status": "past"} for count in ("two", "three", "four", "five")
    ]
    turns = [f"A squirrel in {town} eats nuts." for town in TOWNS[:6]]
    chat = remembering(*facts)
    holmes = told(opened, clock, chat, *turns, reply_facts=2, reply_memories=5)
    reply = holmes.reply("Who eats nuts?", person="anna", session="s")
    assert [hit.memory.kind for hit in reply.recall.hits] == ["fact"] * 2 + ["turn"] * 5


def test_what_is_known_of_the_person_is_not_told_twice(opened: Open, clock: soulkeep.ManualClock) -> None:
    own = [
        {"subject": "anna", "statement": "Anna keeps a bakery.", "relation": "work"},
        {"subject": "anna", "statement": "Anna plans a second bakery.", "relation": "plan", "status": "planned"},
    ]
    holmes = told(opened, clock, remembering(*own), "It is mine, and there will be two of them.")
    reply = holmes.reply("What of Anna's bakery?", person="anna", session="s")
    assert "Anna keeps a bakery." in section(reply, "known").text
    assert "Anna plans a second bakery." in section(reply, "known").text
    assert "Known, " not in section(reply, "memories").text


def test_what_is_due_is_told(opened: Open, clock: soulkeep.ManualClock) -> None:
    plans = [
        {"statement": f"Anna has {what} on {day}.", "relation": "plan", "status": "planned", "since": day}
        for what, day in (("an exam", "2026-05-10"), ("a wedding", "2026-07-01"), ("a match", "2026-05-07"))
    ]
    promise = {"by": "Holmes", "to": "Anna", "statement": "Holmes will call [m1].", "due": "2026-05-09", "because": [1]}
    holmes = told(opened, clock, remembering(*plans, promises=[promise]), "An exam, a wedding, a match. Call me!")
    lines = section(holmes.reply("I bought a hat.", person="anna", session="s"), "moment").text.splitlines()
    assert lines[1:] == [
        "Due: Anna has a match on 2026-05-07. (Thursday 7 May 2026: 2 days ago) "
        "Holmes will call ⟨m1⟩. (Saturday 9 May 2026: today) "
        "Anna has an exam on 2026-05-10. (Sunday 10 May 2026: tomorrow)"
    ]


def test_facts_are_told_with_a_narrative_too(opened: Open, clock: soulkeep.ManualClock) -> None:
    chat = remembering(ALLERGY)
    holmes = told(opened, clock, chat, NUTS, memories_as="narrative")
    reply = holmes.reply("Does Clara eat nuts?", person="anna", session="s")
    assert ALLERGY["statement"] in [hit.memory.text for hit in reply.recall.hits]
    assert any(ALLERGY["statement"] in whole(asked) for asked in chat.prompts), "the narrator was told"


# -- what the character said of memories


def test_its_own_words_keep_their_labels(opened: Open, clock: soulkeep.ManualClock) -> None:
    chat = ScriptedChat("Rye bread (m1), and [m7] rolls [m2].", default="Hm.")
    _, holmes = opened(chat)
    for id, what in (("rye", "rye bread"), ("rolls", "rolls")):
        holmes.observe(f"The bakery in Lisbon sells {what}.", person="anna", id=id, session="old")
    reply = holmes.reply("What does the bakery in Lisbon sell?", person="anna", session="s")
    assert reply.text == "Rye bread [m1], and rolls [m2]."
    assert holmes.memory(reply.said or "", person="anna").text == "Rye bread, and rolls."
    holmes.reply("I like that.", person="anna", session="s")
    assert chat.prompts[-1][2] == soulkeep.Message("assistant", "Rye bread [m1], and rolls [m2].")
    holmes.forget({one.label: one.memory.id for one in reply.references}["m2"], person="anna")
    holmes.reply("I do like that.", person="anna", session="s")
    assert chat.prompts[-1][2] == soulkeep.Message("assistant", "Rye bread [m1], and rolls.")


# -- how well it fits, and what no longer holds


NOW = datetime(2026, 5, 8, 18, 30, tzinfo=UTC)


def memory(id: str, text: str, **more: Any) -> Memory:
    return Memory(
        **{"id": id, "kind": "turn", "text": text, "owner": "holmes", "speaker": "anna", "accessed": NOW, **more}
    )


def hit(memory: Memory, **more: Any) -> Hit:
    return Hit(memory=memory, score=1.0, parts={}, similarity=0.5, coverage=0.5, retention=1.0, tokens=9, **more)


def composed(*hits: Hit, confidence: float | None = None, **more: Any) -> WorkingMemory:
    situation = Situation(
        said="Where do I live?",
        person="anna",
        name="Holmes",
        description="A detective.",
        own_names=frozenset({"Holmes"}),
        recall=Recall(hits=hits, confidence=confidence),
        scene=None,
        language="en",
        now=NOW,
        **{"history": (), **more},
    )
    return working_memory(situation, soulkeep.Settings(), count_tokens)


FIT = ("Nothing came to mind with this.", "Nothing close came to mind.", "What came to mind may fit.")
LISBON = memory("lisbon", "I live in Lisbon.")


@pytest.mark.parametrize(
    ("hits", "confidence", "words"),
    [
        ((), None, FIT[0]),
        ((), 0.9, FIT[0]),
        ((hit(LISBON),), 0.0, FIT[1]),
        ((hit(LISBON),), 0.24, FIT[1]),
        ((hit(LISBON),), 0.25, FIT[2]),
        ((hit(LISBON),), 0.59, FIT[2]),
        ((hit(LISBON),), 0.6, None),
        ((hit(LISBON),), None, None),
    ],
)
def test_how_well_it_fits_is_told_in_words(hits: tuple[Hit, ...], confidence: float | None, words: str | None) -> None:
    lines = composed(*hits, confidence=confidence).messages[-1].content.rstrip(")").splitlines()
    assert [line for line in lines if line in FIT] == ([words] if words else [])


def test_what_no_longer_holds_is_said() -> None:
    lived = "anna lives in Lisbon [m4]."
    over = Fact(id="f", told_by="anna", subject="", relation="home", value="Lisbon", text=lived, until=NOW)
    last = composed(hit(LISBON, outdated=(over,))).messages[-1].content
    assert "[m1] is no longer so since 8 May 2026: anna lives in Lisbon ⟨m4⟩." in last


def test_of_what_was_given_before_it_is_said_what_fits_and_what_is_no_longer_so() -> None:
    asked = memory("asked", "Where is my home?", time=NOW)
    fact = memory("old", "Anna lives in Lisbon.", kind="fact", superseded="new", speaker=None)
    given = [Given(turn="asked", label="m1", memory=LISBON), Given(turn="asked", label="m2", memory=fact)]
    made = composed(hit(LISBON), hit(memory("new", "I moved to Porto.")), history=[asked], given=given)
    before, last = made.messages[1].content.split("Where do I live?")
    assert unfenced(before).startswith(
        "What you remember:\n[m1] anna: I live in Lisbon.\n[m2] Known: Anna lives in Lisbon."
    )
    assert "[m3] anna: I moved to Porto." in before
    assert "Of what came to mind before, this fits: [m1]." in last
    assert "No longer so: [m2]." in last
    assert (made.fresh, set(made.labels)) == (("m3",), {"m1", "m2", "m3"})


def test_a_conclusion_is_told_as_ones_own() -> None:
    insight = memory("why", "Anna is\nhomesick [m9].", kind="insight", speaker=None, time=NOW - timedelta(days=5))
    [section] = [one for one in composed(hit(insight)).sections if one.name == "memories"]
    assert section.text.splitlines()[1] == (
        "[m1] Your own conclusion, Sunday 3 May 2026 (5 days ago): Anna is homesick ⟨m9⟩."
    )
