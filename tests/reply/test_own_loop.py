"""A loop of one's own: messages come in as chat completions have them, and go out ready for a call of one's own."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Barrier, Thread
from typing import Any

import pytest

import soulkeep
from soulkeep.lang.tokens import count_tokens
from soulkeep.models.chat.base import Message
from soulkeep.testing.models import HashEmbedder, ScriptedChat
from soulkeep.types.records import KINDS, Person

PLAIN = soulkeep.Settings(background=False)
ANNA = {"name": "Anna Frey", "zone": "Europe/Berlin"}


@pytest.fixture
def keep(clock: soulkeep.ManualClock) -> Iterator[soulkeep.Keep]:
    with soulkeep.open(":memory:", clock=clock, embedder=HashEmbedder(), settings=PLAIN) as keep:
        yield keep


@pytest.fixture
def holmes(keep: soulkeep.Keep) -> soulkeep.Character:
    return keep.character("holmes", name="Sherlock", description="Sherlock is a detective, and {{user}}'s friend.")


def text_of(context: soulkeep.Context) -> str:
    """Return everything that a model would read."""
    return "\n".join(message["content"] for message in context.messages)


# -- what people are called


def test_an_introduction_is_kept_and_changed_in_part(holmes: soulkeep.Character) -> None:
    assert holmes.introduce("u17") == Person()
    assert holmes.introduce("u17", name="Anna") == Person(name="Anna")
    assert holmes.introduce("u17", zone="Asia/Seoul") == Person(name="Anna", zone="Asia/Seoul")
    assert holmes.introduce("u17", name="Anna Frey") == Person(name="Anna Frey", zone="Asia/Seoul")
    assert holmes.introduce("u17") == Person(name="Anna Frey", zone="Asia/Seoul")


def test_prompts_say_the_name_and_tell_the_time_of_their_clock(holmes: soulkeep.Character) -> None:
    holmes.observe("I was in Leeds.", person="u17", session="old")
    before = holmes.context("What time is it?", person="u17", session="new")
    assert "It is Friday 8 May 2026, 18:30." in text_of(before)
    assert "u17" in text_of(before)
    holmes.introduce("u17", **ANNA)
    found = text_of(holmes.context("What time is it?", person="u17", session="new"))
    assert "It is Friday 8 May 2026, 20:30." in found
    assert "u17" not in found
    assert "Sherlock is a detective, and Anna Frey's friend." in found
    assert "Anna Frey, Friday 8 May 2026 (today): I was in Leeds." in found


def test_a_time_that_is_given_goes_before_the_zone(holmes: soulkeep.Character) -> None:
    holmes.introduce("u17", **ANNA)
    found = holmes.context("What time is it?", person="u17", time=datetime(2026, 5, 9, 7, 15, tzinfo=UTC))
    assert "It is Saturday 9 May 2026, 07:15." in text_of(found)


@pytest.mark.parametrize(
    "change", [{"name": ""}, {"name": 5}, {"zone": "Mars/Olympus"}, {"zone": "../x"}, {"zone": ""}]
)
def test_what_cannot_be_a_name_or_a_zone_is_refused(holmes: soulkeep.Character, change: dict[str, Any]) -> None:
    holmes.introduce("u17", **ANNA)
    with pytest.raises(soulkeep.InputError, match=next(iter(change))):
        holmes.introduce("u17", **change)
    assert holmes.introduce("u17") == Person(**ANNA)


@pytest.mark.parametrize("person", ["holmes", "Sherlock", None])
def test_nobody_in_particular_and_the_character_itself_are_not_introduced(
    holmes: soulkeep.Character, person: Any
) -> None:
    with pytest.raises(soulkeep.InputError):
        holmes.introduce(person, name="Anna")


def test_an_introduction_is_no_experience(holmes: soulkeep.Character, keep: soulkeep.Keep) -> None:
    holmes.observe("I was in Leeds.", person="anna", id="leeds")
    keep.settle(over=True)
    holmes.introduce("anna", **ANNA)
    assert keep.jobs() == []
    recall = holmes.recall("Anna Frey Europe/Berlin", person="anna", k=50)
    assert {hit.memory.kind for hit in recall.hits} <= KINDS
    assert "Frey" not in "".join(hit.memory.text for hit in recall.hits)
    assert "Frey" not in "".join(held.memory.text for held in recall.held_back)
    with pytest.raises(soulkeep.InputError, match="kinds"):
        holmes.recall("Anna Frey", person="anna", kinds={"person"})
    assert holmes.sessions(person="anna") == []
    for way in ("decay", "oldest", "unused", "least activated", "redundant"):
        holmes.forget(person="anna", way=way, count=99)
    assert holmes.introduce("anna") == Person(**ANNA)
    assert keep.check() == []


def test_whom_one_character_met_another_may_not_know(keep: soulkeep.Keep, holmes: soulkeep.Character) -> None:
    holmes.introduce("u17", **ANNA)
    holmes.introduce("u18", name="Bert")
    assert keep.character("watson").introduce("u17") == Person()
    assert keep.people("holmes") == ["u17", "u18"]
    keep.erase(person="u17")
    assert holmes.introduce("u17") == Person()
    assert holmes.introduce("u18") == Person(name="Bert")


def test_an_introduction_outlives_the_process(tmp_path: Path, clock: soulkeep.ManualClock) -> None:
    for given in (ANNA, {}):
        with soulkeep.open(tmp_path / "keep.db", clock=clock, embedder=HashEmbedder(), settings=PLAIN) as keep:
            assert keep.character("holmes").introduce("u17", **given) == Person(**ANNA)


def test_an_introduction_and_what_a_model_remembered_move_with_an_export(clock: soulkeep.ManualClock) -> None:
    fact = {"subject": "Anna Frey", "statement": "Anna Frey lives in Leeds.", "because": [1]}
    cue = {"essence": "Anna misses York.", "lines": ["The train leaves soon."], "because": [1]}
    told = {"summary": "Anna moved.", "so_far": "Anna moved.", "importance": 3, "facts": [fact], "cues": [cue]}
    parts: dict[str, Any] = {"clock": clock, "embedder": HashEmbedder(), "settings": PLAIN}
    with (
        soulkeep.open(":memory:", chat=ScriptedChat(json.dumps(told)), **parts) as here,
        soulkeep.open(":memory:", **parts) as there,
    ):
        holmes = here.character("holmes")
        holmes.introduce("u17", **ANNA)
        holmes.observe("I moved to Leeds.", person="u17", session="s")
        assert here.settle(over=True) == []
        there.take_in(here.export())
        moved = there.character("holmes")
        assert moved.introduce("u17") == Person(**ANNA)
        assert moved.facts(person="u17") == holmes.facts(person="u17")
        assert list(moved.memories(person="u17")) == list(holmes.memories(person="u17"))
        assert there.check() == []


def test_two_that_introduce_somebody_at_once_both_succeed(tmp_path: Path) -> None:
    together = Barrier(4, timeout=20)
    found: list[Person] = []

    def introduce(number: int) -> None:
        with soulkeep.open(tmp_path / "keep.db", embedder=HashEmbedder(), settings=PLAIN) as keep:
            holmes = keep.character("holmes")
            together.wait()
            found.append(holmes.introduce("u17", name=f"Anna {number}"))

    with soulkeep.open(tmp_path / "keep.db", embedder=HashEmbedder(), settings=PLAIN) as keep:
        threads = [Thread(target=introduce, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(one.name for one in found) == [f"Anna {number}" for number in range(4)]
        assert keep.character("holmes").introduce("u17") in found
        assert keep.check() == []


# -- messages in

CHAT: list[dict[str, Any]] = [
    {"role": "system", "content": "You are a detective."},
    {"role": "developer", "content": "Be brief."},
    {"role": "user", "content": "My cat is called Miso."},
    {"role": "assistant", "content": None, "tool_calls": [{"id": "1", "type": "function"}]},
    {"role": "tool", "content": "4 results", "tool_call_id": "1"},
    {"role": "assistant", "content": "How lovely!"},
    {
        "role": "user",
        "content": [
            {"type": "text", "text": "She is grey."},
            {"type": "image_url", "image_url": {"url": "x"}},
            {"type": "text", "text": "And old."},
        ],
    },
]


def test_messages_are_the_turns_of_those_who_spoke(holmes: soulkeep.Character, clock: soulkeep.ManualClock) -> None:
    assert len(holmes.observe_many(CHAT, person="anna")) == 3
    assert [(one.speaker, one.text, one.time) for one in holmes.memories(person="anna")] == [
        ("anna", "My cat is called Miso.", clock.now()),
        ("Sherlock", "How lovely!", clock.now()),
        ("anna", "She is grey.\nAnd old.", clock.now()),
    ]


def test_messages_may_say_who_when_where_and_have_ids(holmes: soulkeep.Character) -> None:
    said: list[soulkeep.Turn | dict[str, Any]] = [
        {"role": "user", "content": "Hello.", "time": "2026-03-14T18:30:00+01:00", "session": "s", "id": "1"},
        soulkeep.Turn("Good day.", speaker="Watson", id="2"),
        {"role": "user", "content": "Hm?", "name": "Mrs Hudson", "time": datetime(2026, 3, 15, tzinfo=UTC), "id": "3"},
    ]
    for new in (True, False):  # the same again is stored once
        assert [one.new for one in holmes.observe_many(said, person="anna")] == [new] * 3
    first, second, third = holmes.memories(person="anna")
    assert first.time == datetime.fromisoformat("2026-03-14T18:30:00+01:00")
    assert (first.id, first.speaker, first.session) == ("1", "anna", "s")
    assert (second.id, second.speaker) == ("2", "Watson")
    assert (third.id, third.speaker, third.time) == ("3", "Mrs Hudson", datetime(2026, 3, 15, tzinfo=UTC))


@pytest.mark.parametrize(
    ("message", "trouble"),
    [
        ({"role": "robot", "content": "Beep."}, "Message 2 has the role 'robot'"),
        ({"content": "Beep."}, "Message 2 has the role None"),
        ({"role": "user"}, "Message 2 has no text"),
        ({"role": "assistant", "content": None}, "Message 2 has no text"),
        ({"role": "user", "content": [{"type": "image_url", "image_url": {"url": "x"}}]}, "Message 2 has no text"),
        ({"role": "user", "content": {"text": "Beep."}}, "Message 2 has no text"),
        ({"role": "user", "content": "Beep.", "time": "soon"}, "Message 2 has the time 'soon'"),
        ({"role": "user", "content": "Beep.", "time": "2026-03-14T18:30:00"}, "has no time zone"),
        ({"role": "user", "content": " "}, "empty"),
        ("Beep.", "is no soulkeep.Turn"),
    ],
)
def test_a_message_that_cannot_be_taken_is_named_and_nothing_is_stored(
    holmes: soulkeep.Character, message: Any, trouble: str
) -> None:
    with pytest.raises(soulkeep.InputError, match=trouble):
        holmes.observe_many([{"role": "system", "content": "x"}, {"role": "user", "content": "Fine."}, message])
    assert list(holmes.memories()) == []


def test_what_the_character_is_told_of_itself_is_remembered_as_its_own(
    keep: soulkeep.Keep, holmes: soulkeep.Character
) -> None:
    holmes.observe_many(
        [{"role": "assistant", "content": "I live in Oslo."}, {"role": "user", "content": "I live in Rome."}],
        person="anna",
    )
    keep.settle(over=True)
    assert {(fact.told_by, fact.value) for fact in holmes.facts(person="anna", relation="home")} == {
        ("Sherlock", "Oslo"),
        ("anna", "Rome"),
    }


# -- messages out


def test_a_context_is_ready_to_be_sent(holmes: soulkeep.Character, keep: soulkeep.Keep) -> None:
    holmes.observe("My cat is called Miso.", person="anna", id="miso", session="old")
    holmes.observe("I live in Leeds.", person="anna", session="old")
    keep.settle(over=True)
    talk = [{"role": "user", "content": "Good day."}, {"role": "assistant", "content": "Good day!"}]
    holmes.observe_many([{**message, "session": "new"} for message in talk], person="anna")
    found = holmes.context("What is my cat called?", person="anna", session="new")
    assert [message["role"] for message in found.messages] == ["system", "user", "assistant", "user"]
    assert all(set(message) == {"role", "content"} for message in found.messages)
    system, *said, last = (message["content"] for message in found.messages)
    assert system.startswith("You are Sherlock.")
    assert "- anna: “I live in Leeds”" in system
    assert said == ["Good day.", "Good day!"]
    assert "What is my cat called?" in last
    [label] = [name for name, memory in found.labels.items() if memory.id == "miso"]
    assert f"[{label}] anna, Friday 8 May 2026 (today): My cat is called Miso." in last
    assert found.recall.hits
    assert found.tokens == sum(count_tokens(message["content"]) for message in found.messages)
    assert {one.name for one in found.sections} >= {"instructions", "description", "known", "talk", "memories", "said"}
    assert json.loads(json.dumps(found.messages)) == list(found.messages)


def test_a_context_stores_nothing_and_strengthens_nothing(holmes: soulkeep.Character, keep: soulkeep.Keep) -> None:
    holmes.observe("My cat is called Miso.", person="anna", session="old")
    keep.settle(over=True)

    def kept() -> list[dict[str, Any]]:
        return [row for row in keep.export() if row["type"] != "soulkeep"]

    before = kept()
    for _ in range(2):
        holmes.context("What is my cat called?", person="anna", session="new", id="q")
        holmes.context("Hello?", person="a stranger")
    assert kept() == before
    assert keep.people("holmes") == ["anna"]
    assert keep.jobs() == []


def test_it_is_what_the_keeps_own_model_would_read(clock: soulkeep.ManualClock) -> None:
    chat = ScriptedChat(default="Miso [m1].")
    settings = soulkeep.Settings(background=False, model_queries="never")
    with soulkeep.open(":memory:", chat=chat, clock=clock, embedder=HashEmbedder(), settings=settings) as keep:
        holmes = keep.character("holmes", name="Sherlock")
        holmes.introduce("anna", **ANNA)
        holmes.observe("My cat is called Miso.", person="anna", session="old")
        for question in ("What is my cat called?", "And how old is she?"):
            found = holmes.context(question, person="anna", session="new")
            asked = len(chat.prompts)
            holmes.reply(question, person="anna", session="new")
            assert [Message(**message) for message in found.messages] == chat.prompts[asked]  # type: ignore[arg-type]
        assert len(chat.prompts) == 2


@pytest.mark.parametrize("tokens", [600, 1000, 1500])
def test_a_context_keeps_to_its_tokens(holmes: soulkeep.Character, keep: soulkeep.Keep, tokens: int) -> None:
    story = "and then the long road led over the hills to a town by the sea where nobody knew us"
    turns = [soulkeep.Turn(f"On day {i} we walked, {story}.", session="old") for i in range(200)]
    holmes.observe_many(turns, person="anna")
    keep.settle(over=True)
    holmes.observe_many(
        [{"role": "user", "content": f"{i}, {story}.", "session": "new"} for i in range(40)], person="anna"
    )
    whole = holmes.context("Where did we walk on day 7?", person="anna", session="new")
    found = holmes.context("Where did we walk on day 7?", person="anna", session="new", tokens=tokens)
    assert found.tokens <= tokens < whole.tokens
    assert found.messages[-1]["content"].count("Where did we walk on day 7?") == 1
    assert any(one.left_out for one in found.sections)


@pytest.mark.parametrize("tokens", [0, -5, True, 2.5, "many"])
def test_tokens_are_checked(holmes: soulkeep.Character, tokens: Any) -> None:
    with pytest.raises(soulkeep.InputError, match="tokens"):
        holmes.context("Hello?", person="anna", tokens=tokens)


@pytest.mark.parametrize("text", ["", " \n", "NUL \0", "\ud800"])
def test_what_cannot_be_said_has_no_context(holmes: soulkeep.Character, text: str) -> None:
    with pytest.raises(soulkeep.BadText):
        holmes.context(text, person="anna")


def test_a_turn_that_is_stored_is_answered_from_its_place(holmes: soulkeep.Character) -> None:
    """Who stores what is said as it comes in gives its id, and has it once in the messages."""
    holmes.observe_many(
        [
            soulkeep.Turn("Good day.", session="s", id="1"),
            soulkeep.Turn("What is my cat called?", session="s", id="2"),
            soulkeep.Turn("Forget it.", session="s", id="3"),
        ],
        person="anna",
    )
    found = text_of(holmes.context("What is my cat called?", person="anna", session="s", id="2"))
    assert found.count("What is my cat called?") == 1
    assert "Good day." in found
    assert "Forget it." not in found


def test_in_company_it_holds_nothing_private(holmes: soulkeep.Character, keep: soulkeep.Keep) -> None:
    holmes.observe("My PIN is 4711.", person="anna", session="old")
    holmes.observe("I have a PIN, and a bicycle.", person="anna", session="old", heard_by=["bert"])
    keep.settle(over=True)
    alone = holmes.context("What is my PIN?", person="anna", session="new")
    beside = holmes.context("What is my PIN?", person="anna", session="new", heard_by=["bert"])
    assert "4711" in text_of(alone)
    assert "4711" not in text_of(beside)
    assert "bicycle" in text_of(beside)


def test_what_a_model_fails_to_look_up_is_noted(clock: soulkeep.ManualClock) -> None:
    chat = ScriptedChat(default=soulkeep.ChatUnavailable("It is down."))
    settings = soulkeep.Settings(background=False, model_queries="always")
    with soulkeep.open(":memory:", chat=chat, clock=clock, embedder=HashEmbedder(), settings=settings) as keep:
        holmes = keep.character("holmes")
        holmes.observe("My cat is called Miso.", person="anna", session="old")
        found = holmes.context("What is my cat called?", person="anna", session="new")
        assert "Miso" in text_of(found)
        assert found.notes == ("Searched by the rules' query only: It is down.",)


def test_contexts_are_made_side_by_side(holmes: soulkeep.Character) -> None:
    for person, cat in (("anna", "Miso"), ("bert", "Rex")):
        holmes.observe(f"My cat is called {cat}.", person=person, session="old")

    async def both() -> list[soulkeep.Context]:
        return await asyncio.gather(
            *(asyncio.to_thread(holmes.context, "What is my cat called?", person=person) for person in ("anna", "bert"))
        )

    first, second = map(text_of, asyncio.run(both()))
    assert ("Miso" in first, "Rex" in first) == (True, False)
    assert ("Miso" in second, "Rex" in second) == (False, True)


# -- the whole loop


def test_a_loop_of_ones_own_remembers(clock: soulkeep.ManualClock) -> None:
    """Ask for a context, let any client answer, hand both messages over: facts, plans and feelings follow."""

    def remember(messages: Sequence[Message]) -> str:
        plan = {"statement": "Anna Frey will fly to Rome.", "status": "planned", "since": "2026-05-12", "because": [1]}
        joy = {"who": "Anna Frey", "feeling": "joy", "strength": 1, "pleasant": 1, "towards": 1}
        told = {"summary": "Anna Frey told of Rome.", "so_far": "Anna Frey spoke of Rome.", "importance": 5}
        return json.dumps({**told, "facts": [{"subject": "Anna Frey", **plan}], "emotions": [joy]})

    chat = ScriptedChat(default=remember)
    settings = soulkeep.Settings(background=False, model_queries="never")
    with soulkeep.open(":memory:", chat=chat, clock=clock, embedder=HashEmbedder(), settings=settings) as keep:
        holmes = keep.character("holmes", name="Sherlock")
        holmes.introduce("u17", **ANNA)
        for text, answer in (("I fly to Rome on Tuesday!", "How lovely."), ("I am so glad.", "So am I.")):
            messages = holmes.context(text, person="u17", session="s").messages
            assert text in messages[-1]["content"]
            said = [{"role": "user", "content": text}, {"role": "assistant", "content": answer}]
            holmes.observe_many([{**message, "session": "s"} for message in said], person="u17")
            clock.advance(timedelta(minutes=1))
        assert chat.prompts == [], "a context asks no model, nor does what was said"
        clock.advance(timedelta(days=3))
        assert keep.settle() == []
        assert len(chat.prompts) == 1
        found = holmes.context("Good evening!", person="u17", session="t")
        assert "When you talked before:\nAnna Frey spoke of Rome." in found.messages[0]["content"]
        assert "- Anna Frey will fly to Rome." in found.messages[0]["content"]
        moment = found.messages[-1]["content"]
        assert "You last talked on Friday 8 May 2026 (3 days ago)." in moment
        assert "Due: Anna Frey will fly to Rome. (Tuesday 12 May 2026: tomorrow)" in moment
        assert "somebody you like" in moment or "very close to you" in moment
