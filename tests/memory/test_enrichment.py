"""Tests of what stored turns become: facts, windows, moods; whatever a language model does, and whatever was said."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

import soulkeep
from soulkeep.errors import ChatUnavailable
from soulkeep.lang.prompt_safety import unfenced
from soulkeep.lang.statements import statements
from soulkeep.memory import condense, consolidate
from soulkeep.memory.entries import PROVISIONAL
from soulkeep.memory.feelings import bond_of, mood_of, set_to
from soulkeep.models.chat.base import ChatModel, Message
from soulkeep.stores.rows import CharacterRow, Entry, Feeling, PartitionKey, PlacedEntry
from soulkeep.testing.models import HashEmbedder, ScriptedChat
from soulkeep.types.records import BLEND, CUE, DERIVED, FACT, INSIGHT, SUMMARY, TURN, Usage

PLAIN = soulkeep.Settings(background=False)
LEASE = PLAIN.lease_seconds
INSIGHT_TOLD = "anna lives in Seoul."
TALK = ("I live in Seoul.", "The rain never stops here.", "My cat Miso sleeps all day.", "She dreams of fish, I think.")


@pytest.fixture
def keep(clock: soulkeep.ManualClock) -> Iterator[soulkeep.Keep]:
    with soulkeep.open(":memory:", clock=clock, embedder=HashEmbedder(), settings=PLAIN) as keep:
        yield keep


ASKED_FOR = "Remember these turns:"
_TURN = re.compile(r"^\[(\d+)\] (?:\d\d:\d\d )?(.+?): (.*)$", re.MULTILINE)
_HOME = re.compile(r"\bI live in (\w+)")


class Condenser(ChatModel):
    """Remembers of a talk its first words and where people live, once it has been through its troubles.

    Args:
        troubles: one for each call: an answer, an error, or what is to be done before the answer.
    """

    def __init__(self, *troubles: str | Exception | Callable[[], object]) -> None:
        self.name = "condenser"
        self.calls = 0
        self.troubles = list(troubles)

    def stream(self, messages: Sequence[Message]) -> AsyncIterator[str | Usage]:
        raise AssertionError("It is only asked for JSON.")

    async def stream_json(self, messages: Sequence[Message], schema: Mapping[str, Any]) -> AsyncIterator[str | Usage]:
        self.calls += 1
        trouble = self.troubles.pop(0) if self.troubles else None
        if isinstance(trouble, Exception):
            raise trouble
        if isinstance(trouble, str):
            yield trouble.replace("PROMPT", messages[0].content)
            return
        if trouble is not None:
            trouble()
        if schema["title"] == "Reflected":
            yield '{"questions": [], "insights": []}'
            return
        turns = _TURN.findall(messages[1].content.partition(ASKED_FOR)[2])
        facts = [
            {
                "subject": who,
                "statement": f"{who} lives in {home[1]}.",
                "relation": "home",
                "value": home[1],
                "because": [int(number)],
            }
            for number, who, text in turns
            if (home := _HOME.search(text))
        ]
        yield json.dumps({"summary": f"Told: {turns[0][2]}", "importance": 3, "facts": facts})


def talk(
    character: soulkeep.Character, texts: Sequence[str] = TALK, *, session: str = "s", person: str = "anna"
) -> list[str]:
    """Let a person say some things in one session; return the ids of the turns."""
    turns = [soulkeep.Turn(text, session=session, id=f"{session}.{i}") for i, text in enumerate(texts)]
    return [observed.id for observed in character.observe_many(turns, person=person)]


def of_kind(character: soulkeep.Character, *kinds: str, person: str | None = "anna") -> list[soulkeep.Memory]:
    """Return the memories of some kinds that aren't superseded."""
    return [memory for memory in character.memories(person=person, kinds=kinds) if memory.superseded is None]


def homes(character: soulkeep.Character, **asked: Any) -> list[str]:
    """Return the facts about where the person lives."""
    return [fact.value for fact in character.facts(**{"person": "anna", **asked}, relation="home")]


def at(day: int) -> datetime:
    """Return noon of a day of January 2026."""
    return datetime(2026, 1, day, 12, tzinfo=UTC)


# -- a language model that fails

BAD = "I'd rather not say."


@pytest.mark.parametrize(
    "troubles",
    [
        pytest.param([ChatUnavailable("It timed out.")], id="times out"),
        pytest.param([TimeoutError("an error of its own")], id="raises what it likes"),
        pytest.param([BAD, BAD], id="bad JSON"),
        pytest.param(["", ""], id="refuses"),
        pytest.param(['{"summary": "', '{"summary": {"a": 1}}'], id="breaks off"),
        pytest.param(["PROMPT", "PROMPT"], id="echoes the prompt"),
    ],
)
def test_what_a_model_fails_at_is_tried_again_and_made_once(
    clock: soulkeep.ManualClock, troubles: list[str | Exception]
) -> None:
    chat = Condenser(*troubles)
    with soulkeep.open(":memory:", clock=clock, embedder=HashEmbedder(), settings=PLAIN, chat=chat) as keep:
        holmes = keep.character("holmes")
        ids = talk(holmes)
        clock.advance(timedelta(minutes=31))
        [job] = keep.settle()
        assert chat.calls == len(troubles)
        assert (job.attempts, job.running, job.provisional) == (1, False, 0)
        assert job.error
        assert job.due >= clock.now() + timedelta(seconds=10)
        assert [memory.text for memory in of_kind(holmes, TURN)] == list(TALK)
        assert of_kind(holmes, *DERIVED) == []  # no rule speaks before the model was given its chance
        keep.settle(over=True)
        assert chat.calls == len(troubles), "asked again before its time"

        clock.advance(job.due - clock.now())
        assert keep.settle() == []
        [summary] = of_kind(holmes, SUMMARY)
        assert summary.summary is not None
        assert summary.summary.author == "condenser"
        assert summary.turns == tuple(ids)
        assert homes(holmes) == ["Seoul"]
        clock.advance(timedelta(hours=2))
        keep.settle(over=True)
        assert of_kind(holmes, SUMMARY) == [summary]


def provisional(keep: soulkeep.Keep) -> list[str]:
    """Return the kinds of memories that rules made while the model was away."""
    _, [head] = keep._store.heads([PartitionKey("holmes", "anna")])
    assert head is not None
    return [
        place.entry.kind
        for place in keep._store.select(head.partition, DERIVED)
        if place.entry.details.get(PROVISIONAL)
    ]


def authors(character: soulkeep.Character) -> list[str]:
    """Return the author of each summary in force."""
    return [memory.summary.author for memory in of_kind(character, SUMMARY) if memory.summary]


def test_pauses_grow_until_rules_stand_in_for_it(clock: soulkeep.ManualClock) -> None:
    chat = Condenser(*[ChatUnavailable("down")] * 5)
    with soulkeep.open(":memory:", clock=clock, embedder=HashEmbedder(), settings=PLAIN, chat=chat) as keep:
        holmes = keep.character("holmes")
        ids = talk(holmes)
        clock.advance(timedelta(minutes=31))
        pauses: list[float] = []
        for attempt in range(1, 6):
            assert authors(holmes) == []
            [job] = keep.settle()
            assert (job.attempts, job.error, chat.calls) == (attempt, "down", attempt)
            pauses.append((job.due - clock.now()).total_seconds())
            if attempt < 5:
                clock.advance(job.due - clock.now())
        assert pauses == sorted(pauses)
        assert pauses[-1] > 10 * pauses[0] > 0
        assert (job.provisional, authors(holmes), homes(holmes)) == (1, ["rules"], ["Seoul"])
        clock.advance(job.due - clock.now())
        assert keep.settle() == []
        assert chat.calls == 6
        [summary] = of_kind(holmes, SUMMARY)
        assert (authors(holmes), summary.turns) == (["condenser"], tuple(ids))
        assert [fact.author for fact in holmes.facts(person="anna", past=True)] == ["condenser"]
        assert provisional(keep) == []


def test_an_outage_of_days_is_made_up_for(clock: soulkeep.ManualClock) -> None:
    down = [True]

    def answer() -> None:
        if down[0]:
            raise ChatUnavailable("down")

    chat = Condenser(*[answer] * 1000)
    with soulkeep.open(":memory:", clock=clock, embedder=HashEmbedder(), settings=PLAIN, chat=chat) as keep:
        holmes = keep.character("holmes")
        for day in range(4):
            talk(holmes, [f"I saw {day} storks today.", f"I live in Town{day}.", "It was windy."], session=f"s{day}")
            before = chat.calls
            for _ in range(40):
                clock.advance(timedelta(hours=0.6))
                keep.settle()
            assert 0 < chat.calls - before <= 30, "asked more often than each hour"
        [job] = keep.settle()
        assert (job.provisional, job.attempts > 5, authors(holmes)) == (4, True, ["rules"] * 4)
        assert job.due <= clock.now() + timedelta(hours=1)
        assert homes(holmes) == ["Town3"]
        down[0] = False
        clock.advance(timedelta(hours=1))
        assert keep.settle() == []
        told = sorted(memory.text for memory in of_kind(holmes, SUMMARY))
        assert told == [f"Told: I saw {n} storks today." for n in range(4)]
        assert {fact.author for fact in holmes.facts(person="anna", past=True)} == {"condenser"}
        assert provisional(keep) == []


def test_what_waited_is_remembered_in_the_order_in_which_it_was_said(clock: soulkeep.ManualClock) -> None:
    """What was said later replaces what was said before, not the other way round."""
    down = [True]

    def take(messages: Sequence[Message]) -> str | Exception:
        if down[0]:
            return ChatUnavailable("down")
        known, _, asked = messages[1].content.partition(ASKED_FOR)
        town = _HOME.search(asked)
        assert town is not None
        fact = {"subject": "anna", "statement": f"anna lives in {town[1]}.", "value": town[1], "relation": "home"}
        numbers = re.findall(r"\[F(\d+)\]", known)
        told = {"summary": f"anna moved to {town[1]}.", "importance": 3}
        return json.dumps({**told, "facts": [{**fact, "because": [1], "replaces": numbers}]})

    chat = ScriptedChat(default=take)
    with soulkeep.open(":memory:", clock=clock, embedder=HashEmbedder(), settings=PLAIN, chat=chat) as keep:
        holmes = keep.character("holmes")
        for day in range(4):
            talk(holmes, [f"I live in Town{day}.", "It was windy."], session=f"s{day}")
            for _ in range(3 + 5 * day):
                clock.advance(timedelta(hours=1))
                keep.settle()
        down[0], before = False, len(chat.prompts)
        clock.advance(timedelta(hours=1))
        assert keep.settle() == []
        asked = [prompt[1].content.partition(ASKED_FOR)[2] for prompt in chat.prompts[before:]]
        assert [home[1] for text in asked if (home := _HOME.search(text))] == [f"Town{day}" for day in range(4)]
        assert homes(holmes) == ["Town3"]
        covered = {turn for memory in of_kind(holmes, SUMMARY, "blend") for turn in memory.turns}
        assert len(covered) == 8


def test_what_was_stated_twice_amid_an_outage_leaves_no_rules_fact(clock: soulkeep.ManualClock) -> None:
    chat = Condenser(*[ChatUnavailable("down")] * 5)
    with soulkeep.open(":memory:", clock=clock, embedder=HashEmbedder(), settings=PLAIN, chat=chat) as keep:
        holmes = keep.character("holmes")
        for session in "ab":
            talk(holmes, ["I live in Seoul.", f"I have walked in park {session}.", "It was windy."], session=session)
        while not provisional(keep):
            clock.advance(timedelta(minutes=31))
            [job] = keep.settle()
        assert (job.provisional, homes(holmes)) == (2, ["Seoul"])
        clock.advance(timedelta(hours=1))
        assert keep.settle() == []
        assert provisional(keep) == []
        assert [(fact.value, fact.author) for fact in holmes.facts(person="anna")] == [("Seoul", "condenser")]


@pytest.mark.parametrize("how", ["delete", "amend"])
def test_a_stretch_that_changes_while_it_waits_is_remembered_once(clock: soulkeep.ManualClock, how: str) -> None:
    chat = Condenser(*[ChatUnavailable("down")] * 5)
    with soulkeep.open(":memory:", clock=clock, embedder=HashEmbedder(), settings=PLAIN, chat=chat) as keep:
        holmes = keep.character("holmes")
        ids = talk(holmes)
        while not provisional(keep):
            clock.advance(timedelta(minutes=31))
            keep.settle()
        if how == "delete":
            holmes.delete(ids[1], person="anna")
        else:
            holmes.amend(ids[1], "The sun never sets here.", person="anna")
        [job] = keep.settle()
        assert (job.provisional, authors(holmes)) == (1, ["rules"])
        clock.advance(timedelta(hours=1))
        assert keep.settle() == []
        assert chat.calls == 6
        assert provisional(keep) == []
        assert [fact.value for fact in holmes.facts(person="anna", past=True)] == ["Seoul"]
        summaries = list(holmes.memories(person="anna", kinds={SUMMARY, "blend"}))
        assert [memory.turns for memory in summaries] == [tuple(id for id in ids if how == "amend" or id != ids[1])]


def test_no_rule_takes_the_place_of_what_a_model_found(clock: soulkeep.ManualClock) -> None:
    chat = Condenser(lambda: None, *[ChatUnavailable("down")] * 5)
    with soulkeep.open(":memory:", clock=clock, embedder=HashEmbedder(), settings=PLAIN, chat=chat) as keep:
        holmes = keep.character("holmes")
        talk(holmes, session="a")
        keep.settle(over=True)
        talk(holmes, ["I live in Busan.", "It is by the sea.", "It was windy."], session="b")
        while not provisional(keep):
            clock.advance(timedelta(minutes=31))
            keep.settle()
        by_author = {
            (fact.value, fact.author): fact.superseded for fact in holmes.facts(person="anna", relation="home")
        }
        assert by_author == {("Seoul", "condenser"): None, ("Busan", "rules"): None}


def test_a_stretch_that_the_model_never_takes_holds_up_no_other(clock: soulkeep.ManualClock) -> None:
    def take(messages: Sequence[Message]) -> str:
        asked = messages[1].content.partition(ASKED_FOR)[2]
        return BAD if "poison" in asked else json.dumps({"summary": "They talked.", "importance": 3})

    chat = ScriptedChat(default=take)
    with soulkeep.open(":memory:", clock=clock, embedder=HashEmbedder(), settings=PLAIN, chat=chat) as keep:
        holmes = keep.character("holmes")
        talk(holmes, ["This is poison.", "I shall not drink it.", "Pour it away."], session="a")
        talk(holmes, session="b")
        for _ in range(60):
            keep.settle(over=True)
            clock.advance(timedelta(hours=1))
        written = {memory.session: memory.summary and memory.summary.author for memory in of_kind(holmes, SUMMARY)}
        assert written == {"a": "rules", "b": "scripted"}


def test_what_was_felt_while_the_model_was_away_is_felt_once_it_is_back(clock: soulkeep.ManualClock) -> None:
    love = {"who": "anna", "feeling": "love", "strength": 1, "pleasant": 1, "aroused": 0, "towards": 1}
    answer = json.dumps({"summary": "anna said that she loves holmes.", "importance": 6, "emotions": [love]})
    chat = ScriptedChat(*[ChatUnavailable("down")] * 5, answer)
    with soulkeep.open(":memory:", clock=clock, embedder=HashEmbedder(), settings=PLAIN, chat=chat) as keep:
        holmes = keep.character("holmes")
        talk(holmes, ["I love you."])
        clock.advance(timedelta(minutes=31))
        while jobs := keep.settle():
            clock.advance(jobs[0].due - clock.now())
        assert authors(holmes) == ["scripted"]
        assert holmes.bond("anna").closeness > 0.2


def test_a_days_budget_that_is_spent_waits_for_the_next_day_in_utc(clock: soulkeep.ManualClock) -> None:
    chat = Condenser()
    settings = soulkeep.Settings(background=False, daily_tokens={"memory": 1})
    with soulkeep.open(":memory:", clock=clock, embedder=HashEmbedder(), settings=settings, chat=chat) as keep:
        holmes = keep.character("holmes")
        talk(holmes, session="a")
        assert keep.settle(over=True) == []  # the budget is looked at before a call
        assert keep.usage()["memory"].today > 1
        talk(holmes, ["I live in Busan.", "It is by the sea.", "It was windy."], session="b")
        [job] = keep.settle(over=True)
        assert (job.provisional, job.due) == (1, datetime(2026, 5, 9, tzinfo=UTC))
        assert "used up" in job.error
        assert (chat.calls, authors(holmes)) == (1, ["condenser", "rules"])
        with pytest.raises(soulkeep.ChatError, match="used up"):
            holmes.reflect(person="anna")
        clock.advance(timedelta(hours=5))
        assert keep.settle(over=True) == [job]  # 23:30
        clock.advance(timedelta(minutes=30))
        assert keep.settle(over=True) == []
        assert (chat.calls, authors(holmes)) == (2, ["condenser"] * 2)
        assert provisional(keep) == []
        spent = keep.usage()["memory"]
        assert (spent.calls, spent.failed, spent.malformed) == (2, 0, 0)
        assert 0 < spent.today < spent.tokens


@pytest.mark.parametrize("daily", [{"chat": 100}, {"memory": 0}, {"memory": "many"}, {"dreams": 5}, [("memory", 5)]])
def test_a_budget_that_means_nothing_is_refused(daily: Any) -> None:
    with pytest.raises(soulkeep.InputError, match="daily_tokens"):
        soulkeep.Settings(daily_tokens=daily)


def test_a_keep_whose_model_does_not_remember_leaves_it_to_the_rules(clock: soulkeep.ManualClock) -> None:
    settings = soulkeep.Settings(background=False, model_memories=False)
    with soulkeep.open(
        ":memory:", clock=clock, embedder=HashEmbedder(), settings=settings, chat=Condenser(BAD)
    ) as keep:
        holmes = keep.character("holmes")
        talk(holmes, ["I live in Seoul.", "I love you, you are wonderful!", "My cat Miso sleeps all day."])
        assert keep.settle(over=True) == []
        assert (homes(holmes), authors(holmes)) == (["Seoul"], ["rules"])
        assert holmes.bond("anna").closeness > 0
        assert provisional(keep) == []
        assert keep.usage()["memory"].calls == 0


def test_the_pause_begins_when_the_model_has_failed(clock: soulkeep.ManualClock) -> None:
    """A model that takes minutes to fail isn't asked again at once."""

    def slowly() -> None:
        clock.advance(timedelta(minutes=5))
        raise ChatUnavailable("It timed out.")

    chat = Condenser(slowly)
    with soulkeep.open(":memory:", clock=clock, embedder=HashEmbedder(), settings=PLAIN, chat=chat) as keep:
        talk(keep.character("holmes"))
        clock.advance(timedelta(minutes=31))
        [job] = keep.settle()
        assert chat.calls == 1
        assert job.due >= clock.now() + timedelta(seconds=10)


def test_an_answer_that_comes_after_the_lease_was_lost_is_dropped(clock: soulkeep.ManualClock, tmp_path: Path) -> None:
    path = tmp_path / "keep.db"
    with soulkeep.open(path, clock=clock, embedder=HashEmbedder(), settings=PLAIN) as other:

        def overtaken() -> None:
            clock.advance(timedelta(seconds=LEASE + 1))
            assert other.settle() == []

        chat = Condenser(overtaken)
        with soulkeep.open(path, clock=clock, embedder=HashEmbedder(), settings=PLAIN, chat=chat) as keep:
            holmes = keep.character("holmes")
            talk(holmes)
            clock.advance(timedelta(minutes=31))
            assert keep.settle() == []
            [summary] = of_kind(holmes, SUMMARY)
            assert summary.summary is not None
            assert summary.summary.author == "rules"
            assert "condenser" not in {fact.author for fact in holmes.facts(person="anna", past=True)}


def test_an_answer_that_comes_late_counts_if_nobody_took_over(clock: soulkeep.ManualClock) -> None:
    chat = Condenser(lambda: clock.advance(timedelta(seconds=10 * LEASE)))
    with soulkeep.open(":memory:", clock=clock, embedder=HashEmbedder(), settings=PLAIN, chat=chat) as keep:
        talk(keep.character("holmes"))
        clock.advance(timedelta(minutes=31))
        assert keep.settle() == []
        assert len(of_kind(keep.character("holmes"), SUMMARY)) == 1


def test_what_a_model_writes_without_end_or_sense_is_bounded(clock: soulkeep.ManualClock) -> None:
    facts = [
        {"subject": "anna", "statement": "anna likes " + "Seoul " * 1000, "relation": "likes", "because": [1]},
        {
            "subject": "anna" * 1000,
            "statement": "It is so.",
            "relation": "home" * 1000,
            "value": "Seoul",
            "because": [1],
        },
        {
            "subject": "anna",
            "statement": "anna lives in Se\0oul.",
            "relation": "city\0",
            "value": "Se\0oul",
            "because": [1, 99, -1, 0],
        },
    ]
    facts += [{"subject": "anna", "statement": f"anna has {n} cats.", "because": [1]} for n in range(500)]
    lines = ["Cats? " * 1000, *(f"{n} cats?" for n in range(50))]
    cues = [{"essence": f"anna loves cat {n}.", "lines": lines, "because": [1]} for n in range(500)]
    answer = json.dumps(
        {
            "summary": "anna: I live in Seoul.\0 My cat Miso sleeps. " * 2000,
            "so_far": "She told of Seoul. " * 10_000,
            "facts": facts,
            "cues": cues,
            "importance": 4,
        }
    )
    chat = Condenser(answer)
    with soulkeep.open(":memory:", clock=clock, embedder=HashEmbedder(), settings=PLAIN, chat=chat) as keep:
        holmes = keep.character("holmes")
        talk(holmes)
        assert keep.settle(over=True) == []
        derived = of_kind(holmes, *DERIVED)
        assert len([memory for memory in derived if memory.kind == SUMMARY]) == 1
        assert 1 < len([memory for memory in derived if memory.kind == FACT]) <= 100
        assert 1 < len([memory for memory in derived if memory.kind == CUE]) < 100
        for memory in derived:
            assert len(memory.text) <= 1200
            assert "\0" not in memory.text
        for fact in holmes.facts(person="anna"):
            assert max(map(len, (fact.subject, fact.relation, fact.value))) <= 600
        assert [fact.value for fact in holmes.facts(person="anna", relation="city")] == ["Seoul"]
        told = holmes.context("Well?", person="anna", session="next")
        assert len(next(one.text for one in told.sections if one.name == "earlier")) < 2000


def test_an_insight_told_twice_is_kept_once(clock: soulkeep.ManualClock) -> None:
    insight = {"insight": INSIGHT_TOLD, "because": [1]}
    chat = Condenser(lambda: None, json.dumps({"insights": [insight, insight]}), json.dumps({"insights": [insight]}))
    with soulkeep.open(":memory:", clock=clock, embedder=HashEmbedder(), settings=PLAIN, chat=chat) as keep:
        holmes = keep.character("holmes")
        talk(holmes)
        keep.settle(over=True)
        assert [memory.text for memory in holmes.reflect(person="anna")] == [INSIGHT_TOLD]
        assert holmes.reflect(person="anna") == []
        assert len(of_kind(holmes, INSIGHT)) == 1


def test_a_reflection_reads_nothing_that_is_forgotten(clock: soulkeep.ManualClock) -> None:
    seen: list[str] = []

    class Reader(Condenser):
        async def stream_json(
            self, messages: Sequence[Message], schema: Mapping[str, Any]
        ) -> AsyncIterator[str | Usage]:
            if schema["title"] == "Reflected":
                seen.append(messages[-1].content)
            async for piece in super().stream_json(messages, schema):
                yield piece

    with soulkeep.open(":memory:", clock=clock, embedder=HashEmbedder(), settings=PLAIN, chat=Reader()) as keep:
        holmes = keep.character("holmes")
        ids = talk(holmes)
        keep.settle(over=True)
        holmes.forget(ids[0], person="anna")
        holmes.reflect(person="anna")
        assert "Miso" in seen[0]
        assert "Seoul" not in seen[0]


def test_a_reflection_that_fails_says_so_and_loses_nothing(clock: soulkeep.ManualClock) -> None:
    chat = Condenser(lambda: None, ValueError("broken"))
    with soulkeep.open(":memory:", clock=clock, embedder=HashEmbedder(), settings=PLAIN, chat=chat) as keep:
        holmes = keep.character("holmes")
        talk(holmes)
        keep.settle(over=True)
        with pytest.raises(soulkeep.ChatError, match="broken"):
            holmes.reflect(person="anna")
        assert holmes.reflect(person="anna") == []
        assert not any(job.running for job in keep.jobs())


class Thinker(ScriptedChat):
    """Remembers each talk as told, and reflects as told; `shown` is what it was shown to reflect on."""

    def __init__(self, summaries: Mapping[str, str], *reflections: Mapping[str, Any], importance: int = 3) -> None:
        super().__init__(default=self._answer)
        self.name = "thinker"
        self.shown: list[str] = []
        self._summaries, self._importance = summaries, importance
        self._reflections = list(reflections)

    def _answer(self, messages: Sequence[Message]) -> str:
        if "Memories:" in messages[1].content:
            self.shown.append(unfenced(messages[1].content))
            return json.dumps(self._reflections.pop(0) if self._reflections else {"insights": []})
        asked = messages[1].content.partition(ASKED_FOR)[2]
        told = next(summary for word, summary in self._summaries.items() if word in asked)
        return json.dumps({"summary": told, "importance": self._importance})


def concluded(text: str, *because: int, replaces: Sequence[int] = ()) -> dict[str, Any]:
    """Return an insight as a model writes it."""
    return {"insight": text, "because": because, "replaces": replaces}


def test_a_reflection_reads_summaries_and_of_the_turns_those_that_none_covers(clock: soulkeep.ManualClock) -> None:
    insight = "anna stays away from water, though nothing here says so in these words."
    chat = Thinker({"lake": "anna fell into a lake."}, {"insights": [concluded(insight, 1, 2)]})
    with soulkeep.open(":memory:", clock=clock, embedder=HashEmbedder(), settings=PLAIN, chat=chat) as keep:
        holmes = keep.character("holmes", name="Sherlock")
        holmes.introduce("anna", name="Anna Frey")
        ids = talk(holmes, ["I fell into the lake.", "It was cold.", "Brr."])
        keep.settle(over=True)
        clock.advance(timedelta(days=1))
        holmes.observe("I take showers, never baths.", person="anna", id="bath", session="t")
        [made] = holmes.reflect(person="anna")
        assert chat.shown == [
            "Today is Saturday 9 May 2026.\n\n"
            "Concluded before:\n(nothing yet)\n\n"
            "Memories:\n"
            "[1] (Friday 8 May 2026) anna fell into a lake.\n"
            "[2] (Saturday 9 May 2026) Anna Frey: I take showers, never baths."
        ]
        assert "about Anna Frey" in chat.prompts[-1][0].content
        [summary] = of_kind(holmes, SUMMARY)
        assert (made.text, made.verified, made.references) == (insight, True, (summary.id, "bath"))
        assert made.turns == (*ids, "bath")


def test_an_insight_takes_the_place_of_those_that_it_says_better(clock: soulkeep.ManualClock) -> None:
    chat = Thinker(
        {"lake": "anna fell into a lake."},
        {"insights": [concluded("anna dislikes swimming.", 1), concluded("anna is often cold.", 1)]},
        {"insights": [concluded("Water frightens anna.", 1, replaces=[1, 7, 0])]},
    )
    with soulkeep.open(":memory:", clock=clock, embedder=HashEmbedder(), settings=PLAIN, chat=chat) as keep:
        holmes = keep.character("holmes")
        talk(holmes, ["I fell into the lake.", "It was cold.", "Brr."])
        keep.settle(over=True)
        holmes.reflect(person="anna")
        [new] = holmes.reflect(person="anna")
        assert "Concluded before:\n[C1] anna dislikes swimming.\n[C2] anna is often cold.\n\n" in chat.shown[1]
        assert [memory.text for memory in of_kind(holmes, INSIGHT)] == ["anna is often cold.", "Water frightens anna."]
        [old] = [one for one in holmes.memories(person="anna", kinds={INSIGHT}) if one.superseded]
        assert (old.text, old.superseded) == ("anna dislikes swimming.", new.id)


def test_an_insight_that_names_nothing_is_kept_unverified_and_takes_nobodys_place(clock: soulkeep.ManualClock) -> None:
    chat = Thinker(
        {"lake": "anna fell into a lake."},
        {"insights": [concluded("anna dislikes swimming.", 1)]},
        {"insights": [concluded("anna is a mermaid.", 99, replaces=[1]), "garbage", {"because": [1]}]},
    )
    with soulkeep.open(":memory:", clock=clock, embedder=HashEmbedder(), settings=PLAIN, chat=chat) as keep:
        holmes = keep.character("holmes")
        talk(holmes, ["I fell into the lake.", "It was cold.", "Brr."])
        keep.settle(over=True)
        holmes.reflect(person="anna")
        [guess] = holmes.reflect(person="anna")
        assert (guess.verified, guess.importance) == (False, 1.0)
        assert [memory.text for memory in of_kind(holmes, INSIGHT)] == ["anna dislikes swimming.", "anna is a mermaid."]
        hits = holmes.recall("Does anna dislike swimming, or is anna a mermaid?", person="anna", kinds={INSIGHT}).hits
        assert [(hit.memory.verified, hit.parts.get("unverified", 0.0) < 0) for hit in hits] == [
            (True, False),
            (False, True),
        ]
        assert keep.usage()["memory"].malformed == 1, "what has no word in it is no item at all"


@pytest.mark.parametrize(("importance", "reflected"), [(1, 0), (5, 1)])
def test_what_the_model_rates_leads_to_a_reflection(
    clock: soulkeep.ManualClock, importance: int, reflected: int
) -> None:
    """Whatever the words would be worth by the rules."""
    chat = Thinker({"died": "anna lost her father."}, importance=importance)
    settings = soulkeep.Settings(background=False, reflect_above=7.0)
    with soulkeep.open(":memory:", clock=clock, embedder=HashEmbedder(), settings=settings, chat=chat) as keep:
        talk(keep.character("holmes"), ["My father died yesterday.", "I was there.", "Ok."])
        assert keep.settle(over=True) == []
        assert len(chat.shown) == reflected


def test_deleting_what_an_insight_was_concluded_from_removes_it(clock: soulkeep.ManualClock) -> None:
    """Whatever it names: it may have its words from anything that was read."""
    chat = Thinker(
        {"lake": "anna fell into a lake.", "": "They spoke of the weather."},
        {"insights": [concluded("anna is often cold.", 1)]},
    )
    with soulkeep.open(":memory:", clock=clock, embedder=HashEmbedder(), settings=PLAIN, chat=chat) as keep:
        holmes = keep.character("holmes")
        talk(holmes, ["I fell into the lake.", "It was cold.", "Brr."], session="a")
        keep.settle(over=True)
        holmes.observe("My PIN is 4711.", person="anna", id="secret", session="b")
        [made] = holmes.reflect(person="anna")
        assert "secret" not in made.turns
        holmes.delete("secret", person="anna")
        assert of_kind(holmes, INSIGHT) == []


# -- turns that can't be worked on


def test_a_turn_that_breaks_the_rules_does_not_hold_up_the_others(
    keep: soulkeep.Keep, monkeypatch: pytest.MonkeyPatch
) -> None:
    def choke(text: str, language: str) -> Any:
        if "poison" in text:
            raise RuntimeError("choked")
        return statements(text, language)

    monkeypatch.setattr("soulkeep.memory.stated.statements", choke)
    holmes = keep.character("holmes")
    talk(holmes, ["I am Anna.", "This is poison. I live in Rome.", "I live in Seoul."])
    [job] = keep.settle(over=True)
    assert (job.skipped, job.attempts, job.error) == (1, 1, "RuntimeError: choked")
    assert homes(holmes) == ["Seoul"]
    assert len(of_kind(holmes, SUMMARY)) == 1
    assert [job.attempts for job in keep.settle()] == [1]  # it isn't tried all the time
    assert [job.attempts for job in keep.settle(over=True)] == [2]
    monkeypatch.undo()
    assert keep.settle(over=True) == []
    assert [fact.value for fact in holmes.facts(person="anna", relation="home", past=True)] == ["Seoul", "Rome"]
    assert homes(holmes) == ["Seoul"]  # it was said later


@pytest.mark.parametrize(
    ("module", "name"),
    [(condense, "gist"), (condense, "worth_it"), (condense, "judge"), (consolidate, "gist_of_texts")],
)
def test_a_window_that_breaks_the_rules_does_not_hold_up_the_others(
    keep: soulkeep.Keep, monkeypatch: pytest.MonkeyPatch, module: Any, name: str
) -> None:
    right = getattr(module, name)

    def choke(*given: Any, **options: Any) -> Any:
        if "poison" in repr(given):
            raise RuntimeError("choked")
        return right(*given, **options)

    monkeypatch.setattr(module, name, choke)
    holmes = keep.character("holmes")
    talk(holmes, ["This is poison.", "I shall not drink it.", "Pour it away."], session="a")
    talk(holmes, ["This is poison.", "I shall not drink it.", "Pour it away."], session="b")
    talk(holmes, session="c")
    blends = name == "gist_of_texts"  # nothing is lost where two summaries stay two
    assert [job.skipped for job in keep.settle(over=True)] == ([] if blends else [6])
    assert [memory.session for memory in of_kind(holmes, SUMMARY)][-1] == "c"
    assert homes(holmes) == ["Seoul"]
    monkeypatch.undo()
    assert keep.settle(over=True) == []
    made = holmes.memories(person="anna", kinds={SUMMARY, BLEND})
    assert len({turn for memory in made for turn in memory.turns}) == 6 + len(TALK)


STRANGE = [
    "I live in Seoul. " * 5882,
    "x" * 100_000,
    "(" * 100_000,
    "I live in " + "very " * 10_000 + "far.",
    "😀😀😀🐈‍⬛",
    "​‍﻿​",
    "​I live​ in​ Busan​",
    "‮I live in Rome‬ אני גר בתל אביב أنا أسكن في القاهرة",
    "我住在北京。I like tea. 나는 서울에 살아요. Ich wohne in Wien. Vivo en Madrid.",
    "\r\n\t\x0b\x0c\x1b[31mI\x07\r\n",
    "%s {0} $1 [m1] [[m2]] \\u0000 '; DROP TABLE memories; --",
    "�￾ é e\u0301 \U000e0041\U0010ffff",
]


def test_strange_texts_are_worked_on_like_others(keep: soulkeep.Keep) -> None:
    holmes = keep.character("holmes")
    for i, text in enumerate(STRANGE):
        holmes.observe(text, person="anna", id=str(i), session=f"s{i}")
    holmes.observe("I work as a nurse.", person="anna", id="last")
    for trouble in ("\ud800", "half \udfff a pair", "NUL \0"):
        with pytest.raises(soulkeep.BadText):
            holmes.observe(trouble, person="anna")
    assert keep.settle(over=True) == []
    assert [memory.text for memory in of_kind(holmes, TURN)] == [*STRANGE, "I work as a nurse."]
    assert [fact.value for fact in holmes.facts(person="anna", relation="role")] == ["a nurse"]
    _, [head] = keep._store.heads([PartitionKey("holmes", "anna")])
    assert head is not None
    work = keep._store.claim(0, 1, partition=head.partition)
    assert work is not None
    assert "skipped" not in work.marks


def test_what_a_rule_failed_at_counts_once_when_it_is_mended(keep: soulkeep.Keep) -> None:
    keep._worker.stop()
    told = "I adore you, and my sister Mina lives in Oslo."
    alone = keep.character("watson")
    alone.observe(told, person="anna", id="a", time=at(1))
    assert keep.settle(over=True) == []
    holmes = keep.character("holmes")
    with patch("soulkeep.memory.enrichment.read_claims", side_effect=ZeroDivisionError):
        holmes.observe(told, person="anna", id="a", time=at(1))
        assert [job.skipped for job in keep.settle(over=True)] == [1]
        assert holmes.facts(person="anna") == []
    assert keep.settle(over=True) == []
    assert keep.settle(over=True) == []
    assert [fact.text for fact in holmes.facts(person="anna")] == [fact.text for fact in alone.facts(person="anna")]
    assert holmes.bond("anna", time=at(2)).closeness == pytest.approx(alone.bond("anna", time=at(2)).closeness)


# -- facts


def test_what_supersedes_a_fact_is_linked_and_can_be_taken_back(keep: soulkeep.Keep) -> None:
    holmes = keep.character("holmes")
    holmes.observe("I live in Seoul.", person="anna", time=at(1), id="a")
    keep.settle()
    holmes.observe("I moved to Busan.", person="anna", time=at(10), id="b")
    keep.settle()
    old, new = holmes.facts(person="anna", relation="home", past=True)
    assert (old.value, old.until, old.superseded, old.turns) == ("Seoul", at(10), new.id, ("a",))
    assert (new.value, new.until, new.superseded, new.turns) == ("Busan", None, None, ("b",))
    assert homes(holmes) == ["Busan"]
    assert homes(holmes, as_of=at(5)) == ["Seoul"]
    assert homes(holmes, as_of=at(15)) == ["Busan"]
    assert homes(holmes, as_of=at(1) - timedelta(days=1)) == []
    holmes.restore(old.id, person="anna")
    assert homes(holmes) == ["Seoul", "Busan"]  # both hold, somebody says
    holmes.forget(holmes.observe("What a day.", person="anna").id, person="anna")  # which changes nothing of that
    assert homes(holmes) == ["Seoul", "Busan"]
    holmes.observe("I live in Oslo now.", person="anna", time=at(20))  # and what comes next supersedes both
    keep.settle()
    assert homes(holmes) == ["Oslo"]
    assert homes(holmes, as_of=at(15)) == ["Seoul", "Busan"]


def test_forgetting_a_correction_lets_stand_what_it_corrected(keep: soulkeep.Keep) -> None:
    holmes = keep.character("holmes")
    holmes.observe("I live in Seoul.", person="anna", time=at(1), id="a")
    holmes.observe("I moved to Busan.", person="anna", time=at(10), id="b")
    keep.settle()
    for wrong in ("b", holmes.facts(person="anna", relation="home")[0].id):  # the turn, or the fact itself
        holmes.forget(wrong, person="anna")
        assert homes(holmes) == ["Seoul"]
        assert not holmes.recall("Where do I live?", person="anna", kinds={"turn"}).hits[0].outdated
        holmes.restore(wrong, person="anna")
        assert homes(holmes) == ["Busan"]


def test_what_was_told_anew_is_no_second_fact(keep: soulkeep.Keep) -> None:
    holmes = keep.character("holmes")
    holmes.observe("I live in Rome.", person="anna", time=at(1))
    keep.settle()
    first = holmes.facts(person="anna", relation="home")[0]
    holmes.forget(first.id, person="anna")
    holmes.observe("I live in Rome.", person="anna", time=at(5))
    keep.settle()
    holmes.restore(first.id, person="anna")
    assert homes(holmes) == ["Rome"]


def test_forgotten_turns_leave_no_trace_until_they_are_restored(keep: soulkeep.Keep) -> None:
    holmes = keep.character("holmes")
    holmes.observe("I live in Seoul.", person="anna", session="s", id="t")
    holmes.observe("I planted forty roses in my garden.", person="anna", session="s")
    holmes.observe("My sister Clara plays the cello.", person="anna", session="s")
    holmes.observe("My neighbour painted his fence green.", person="anna", session="s")
    holmes.forget("t", person="anna")
    keep.settle(over=True)
    assert homes(holmes) == []
    told = [memory.text for memory in holmes.memories(person="anna", kinds={"summary"}) if memory.forgotten is None]
    assert told
    assert not any("Seoul" in text for text in told)
    holmes.restore("t", person="anna")
    assert homes(holmes) == ["Seoul"]


def test_what_was_derived_goes_with_the_last_turn_it_rests_on(keep: soulkeep.Keep) -> None:
    holmes = keep.character("holmes")
    for number in range(3):
        holmes.observe("My boss is called Karl.", person="anna", time=at(number + 1), id=f"t{number}")
    holmes.observe("My sister Clara plays the cello.", person="anna", time=at(4), id="secret")
    keep.settle(over=True)

    def in_force() -> dict[str, str]:
        return {memory.text: memory.kind for memory in holmes.memories(person="anna") if memory.forgotten is None}

    def known(word: str) -> bool:
        return any(kind == FACT and word in text for text, kind in in_force().items())

    assert known("Clara")
    for number in range(3):
        holmes.forget(f"t{number}", person="anna")
        assert known("Karl") is (number < 2)
    holmes.forget("secret", person="anna")
    holmes.forget("secret", person="anna")  # twice is once
    assert not any("cello" in text or "Clara" in text for text in in_force())
    holmes.restore("t0", person="anna")
    assert known("Karl")
    assert not any("cello" in text for text in in_force())
    holmes.amend("secret", person="anna", pinned=True)
    assert known("Clara")


def test_the_future_freezes_no_feeling(keep: soulkeep.Keep, clock: soulkeep.ManualClock) -> None:
    holmes = keep.character("holmes")
    far = clock.now() + timedelta(days=3650)
    holmes.observe("I hate you, you are disgusting!", person="anna", time=far)
    for number in range(10):
        holmes.observe(f"Thank you, you are wonderful! {number}", person="anna")
    keep.settle()
    assert holmes.mood(person="anna").valence > 0
    clock.advance(timedelta(days=30))
    assert abs(holmes.mood(person="anna").valence) < 0.01


@pytest.mark.parametrize("in_one", [True, False])
def test_older_statements_that_are_imported_later_supersede_nothing(keep: soulkeep.Keep, in_one: bool) -> None:
    holmes = keep.character("holmes")
    holmes.observe("I live in Busan.", person="anna", time=at(10))
    if not in_one:
        keep.settle()
    holmes.observe("I live in Seoul.", person="anna", time=at(1))
    keep.settle(over=True)
    assert homes(holmes) == ["Busan"]
    assert homes(holmes, as_of=at(5)) == ["Seoul"]
    assert homes(holmes, as_of=at(15)) == ["Busan"]


@given(order=st.permutations(range(4)), apart=st.booleans())
@hypothesis_settings(max_examples=24)
def test_the_past_reads_the_same_in_whatever_order_it_was_imported(order: list[int], apart: bool) -> None:
    told = [("Seoul", 1), ("Busan", 8), ("Oslo", 15), ("Rome", 22)]
    clock = soulkeep.ManualClock(datetime(2026, 5, 8, tzinfo=UTC))
    with soulkeep.open(":memory:", clock=clock, embedder=HashEmbedder(), settings=PLAIN) as keep:
        holmes = keep.character("holmes")
        for place in order:
            home, day = told[place]
            holmes.observe(f"I live in {home}.", person="anna", time=at(day))
            if apart:
                keep.settle()
        keep.settle()
        for home, day in told:
            assert homes(holmes, as_of=at(day + 3)) == [home]
        assert homes(holmes) == ["Rome"]


def test_an_older_statement_that_is_imported_twice_is_one_fact(keep: soulkeep.Keep) -> None:
    holmes = keep.character("holmes")
    for day, home in ((20, "Busan"), (1, "Seoul"), (2, "Seoul"), (3, "Seoul")):
        holmes.observe(f"I live in {home}.", person="anna", time=at(day), id=str(day))
        keep.settle()
    facts = {fact.value: fact for fact in holmes.facts(person="anna", past=True)}
    assert {value: fact.turns for value, fact in facts.items()} == {"Busan": ("20",), "Seoul": ("1", "2", "3")}
    assert (facts["Seoul"].since, facts["Seoul"].until) == (at(1), at(20))


def test_the_same_id_twice_makes_no_second_fact(keep: soulkeep.Keep) -> None:
    holmes = keep.character("holmes")
    for _ in range(3):
        holmes.observe("I live in Seoul.", person="anna", id="x")
        keep.settle(over=True)
    [fact] = holmes.facts(person="anna", past=True)
    assert (fact.value, fact.turns) == ("Seoul", ("x",))


def test_being_told_again_makes_a_fact_surer_not_twice(keep: soulkeep.Keep) -> None:
    holmes = keep.character("holmes")
    sure = []
    for i in range(4):
        holmes.observe("I live in Seoul.", person="anna", id=str(i))
        keep.settle()
        [fact] = holmes.facts(person="anna", past=True)
        sure.append(fact.confidence)
    assert sure == sorted(sure)
    assert sure[0] < sure[-1] <= 1
    assert fact.turns == ("0", "1", "2", "3")


@pytest.mark.parametrize(
    "text",
    [
        "You live in Paris.",
        "Anna lives in Paris.",
        "You told me: I live in Seoul [m1]",
        "You told me: “I live in Seoul.” [m1]",
        "I remember you saying on 9 April: “I live in Seoul.”",
    ],
)
def test_what_the_character_says_of_the_person_is_no_fact(keep: soulkeep.Keep, text: str) -> None:
    holmes = keep.character("holmes")
    holmes.observe(text, person="anna", speaker="holmes")
    keep.settle(over=True)
    assert list(holmes.facts(person="anna", past=True)) == []


def test_an_answer_that_quotes_a_memory_makes_no_fact_and_is_no_experience(
    keep: soulkeep.Keep, clock: soulkeep.ManualClock
) -> None:
    holmes = keep.character("holmes")
    holmes.observe("I live in Seoul.", person="anna", id="x", session="old")
    keep.settle(over=True)
    clock.advance(timedelta(days=1))
    for i in range(3):
        reply = holmes.reply("Where do I live?", person="anna", session=f"new{i}")
        assert "Seoul" in reply.text
        assert reply.references
        keep.settle(over=True)
    [fact] = holmes.facts(person="anna", past=True)
    assert (fact.told_by, fact.turns) == ("anna", ("x",))
    assert [memory.turns for memory in of_kind(holmes, SUMMARY)] == [("x",)]


def test_recalled_text_in_a_models_prompt_is_no_experience(clock: soulkeep.ManualClock) -> None:
    chat = ScriptedChat(*["You told me. I live in Seoul. That is what you said [m1]."] * 3)
    settings = soulkeep.Settings(background=False, model_memories=False)
    with soulkeep.open(":memory:", clock=clock, embedder=HashEmbedder(), settings=settings, chat=chat) as keep:
        holmes = keep.character("holmes", description="I live in Baker Street. I work as a detective.")
        holmes.observe("I live in Seoul.", person="anna", id="x", session="old")
        keep.settle(over=True)
        clock.advance(timedelta(days=1))
        for i in range(3):
            holmes.reply("Where do I live?", person="anna", session=f"new{i}")
            keep.settle(over=True)
        assert any("Seoul" in message.content for message in chat.prompts[-1])
        [fact] = holmes.facts(person="anna", past=True)
        assert fact.turns == ("x",)


# -- isolation


def test_what_one_is_told_is_known_to_no_other(keep: soulkeep.Keep) -> None:
    holmes, watson = keep.character("holmes"), keep.character("watson")
    holmes.observe("I live in Seoul.", person="anna")
    holmes.observe("I live in Busan.", person="boris")
    watson.observe("I live in Oslo.", person="anna")
    holmes.observe("I live in Baker Street.")
    for person in ("anna", "boris"):
        talk(holmes, session=f"of {person}", person=person, texts=[f"{person} sings.", "It is fun.", "We dance."])
    assert keep.settle(over=True) == []
    assert homes(holmes, person="anna") == ["Seoul", "Baker Street"]
    assert homes(holmes, person="boris") == ["Busan", "Baker Street"]
    assert homes(watson, person="anna") == ["Oslo"]
    assert homes(holmes, person=None) == ["Baker Street"]
    assert homes(watson, person="boris", past=True) == []
    for person, other in (("anna", "boris"), ("boris", "anna")):
        derived = of_kind(holmes, SUMMARY, FACT, INSIGHT, person=person)
        assert derived
        assert not any(other in memory.text for memory in derived)
        own = {memory.id for memory in of_kind(holmes, TURN, person=person)}
        assert all(own.issuperset(memory.turns) for memory in derived)


def test_work_on_one_person_shows_in_no_others(keep: soulkeep.Keep) -> None:
    holmes = keep.character("holmes")
    talk(holmes, session="a", person="anna")
    assert [(job.character, job.person) for job in keep.jobs()] == [("holmes", "anna")]
    holmes.consolidate(person="boris")
    assert holmes.reflect(person="boris") == []
    assert of_kind(holmes, SUMMARY, FACT, person="boris") == []
    assert keep.people("holmes") == ["anna"]


def test_a_mood_is_moved_by_whom_it_faces_and_by_what_happens_to_nobody(keep: soulkeep.Keep) -> None:
    holmes = keep.character("holmes")

    def feels(person: str) -> float:
        return holmes.mood(person=person).valence

    holmes.observe("I hate you, you are a horrible, worthless liar!", person="anna")
    keep.settle()
    angry = feels("anna")
    assert angry < 0 == feels("boris")
    assert holmes.bond("anna").closeness < 0 == holmes.bond("boris").closeness
    holmes.feel(valence=0.5)
    assert feels("boris") == pytest.approx(0.5)
    before = holmes.bond("anna")
    assert feels("anna") == pytest.approx(0.5 + angry, abs=0.1)
    assert holmes.bond("anna") == before
    assert keep.character("watson").mood(person="anna") == soulkeep.Mood()


def test_what_the_character_says_itself_does_not_move_it(keep: soulkeep.Keep) -> None:
    holmes = keep.character("holmes", name="Sherlock")
    for speaker in ("holmes", "Sherlock"):
        holmes.observe("I hate you, you horrible liar!", person="anna", speaker=speaker)
    keep.settle(over=True)
    assert (holmes.mood(person="anna"), holmes.bond("anna")) == (soulkeep.Mood(), soulkeep.Bond())


# -- feelings


def test_a_mood_fades_by_half_in_its_half_life_and_back_to_the_temperament(
    keep: soulkeep.Keep, clock: soulkeep.ManualClock
) -> None:
    holmes = keep.character("holmes", temperament=soulkeep.Mood(valence=0.3, arousal=-0.2))
    assert holmes.mood(person="anna") == soulkeep.Mood(valence=0.3, arousal=-0.2)
    holmes.feel(person="anna", valence=0.31, closeness=0.02)  # so near that the bend of the curve doesn't matter
    clock.advance(timedelta(hours=keep._runtime.settings.mood_hours))
    assert holmes.mood(person="anna").valence == pytest.approx(0.305, abs=1e-4)
    assert holmes.bond("anna").closeness == pytest.approx(0.02, rel=0.01)
    clock.advance(timedelta(days=7))
    assert holmes.mood(person="anna").valence == pytest.approx(0.3)
    clock.advance(timedelta(days=358))
    assert holmes.bond("anna").closeness == pytest.approx(0.01, rel=0.01)
    keep.character("holmes", temperament=soulkeep.Mood(valence=-1, arousal=1))
    assert keep.character("holmes").mood(person="anna").arousal == pytest.approx(1)


def test_an_old_chat_moves_nothing_today(keep: soulkeep.Keep, clock: soulkeep.ManualClock) -> None:
    holmes = keep.character("holmes")
    holmes.observe("I hate you, you horrible liar!", person="anna", time=clock.now() - timedelta(days=90))
    keep.settle(over=True)
    assert holmes.mood(person="anna").valence == pytest.approx(0, abs=1e-6)
    assert holmes.mood(person="anna", time=clock.now() - timedelta(days=90)).valence < 0


unit = st.floats(-1, 1)


@given(value=unit, rest=unit, shared=st.floats(-2, 2))
def test_what_is_set_reads_back_as_set(value: float, rest: float, shared: float) -> None:
    row = CharacterRow(id="x", name="x", valence=rest)
    feeling = set_to(value, rest, shared, 100.0, 3600.0)
    mood = mood_of(row, [{"valence": feeling}, {"valence": Feeling(shared, 100.0, 3600.0)}], 100.0)
    assert mood.valence == pytest.approx(value, abs=0.003)
    later = mood_of(row, [{"valence": feeling}, {"valence": Feeling(shared, 100.0, 3600.0)}], 100.0 + 40 * 3600)
    assert later.valence == pytest.approx(rest, abs=0.003)


@given(
    rest=unit,
    amounts=st.lists(st.tuples(st.floats(-1e6, 1e6), st.floats(-1e10, 1e10), st.floats(1, 1e8)), max_size=5),
    now=st.floats(-1e10, 1e10),
)
def test_moods_and_bonds_stay_within_bounds(rest: float, amounts: list[tuple[float, float, float]], now: float) -> None:
    felt = [{name: Feeling(*each) for name in ("valence", "arousal", "closeness", "trust")} for each in amounts]
    mood = mood_of(CharacterRow(id="x", name="x", valence=rest, arousal=-rest), felt, now)
    bond = bond_of(felt, now)
    for value in (mood.valence, mood.arousal, bond.closeness, bond.trust):
        assert -1 <= value <= 1


@pytest.mark.parametrize("text", ["I love you, you are wonderful!", "I hate you, you horrible liar!"])
def test_a_hundred_strong_words_stay_within_bounds_and_fade(
    keep: soulkeep.Keep, clock: soulkeep.ManualClock, text: str
) -> None:
    holmes = keep.character("holmes")
    holmes.observe_many([soulkeep.Turn(text) for _ in range(100)], person="anna")
    keep.settle(over=True)
    assert 0.5 < abs(holmes.mood(person="anna").valence) <= 1
    assert abs(holmes.bond("anna").closeness) <= 1
    clock.advance(timedelta(days=3))
    assert abs(holmes.mood(person="anna").valence) < 0.01


# -- windows


SETTINGS = soulkeep.Settings(window_turns=3, history_turns=4, session_minutes=30)
turns_said = st.lists(
    st.tuples(
        st.sampled_from([None, None, "a", "b", "c"]),
        st.sampled_from([0, 0, 0, 1, 5, 29, 31, 90]),  # minutes since the turn before
        st.sampled_from(["now", "now", "undated", "old"]),
        st.sampled_from(["", "", "", "look", "look later"]),
    ),
    max_size=40,
)


class Condensing:
    """Turns as they come, condensed as the work on them does it; each rule is checked on the way."""

    def __init__(self) -> None:
        self.turns: list[PlacedEntry] = []
        self.mark = 0
        self.done: dict[str, int] = {}
        self.condensed: list[int] = []

    def say(self, session: str | None, stored: float, time: float | None) -> None:
        seq = 2 * len(self.turns) + 1  # what was derived takes numbers, too
        entry = Entry(
            id=str(seq), kind=TURN, text="x", source="lived", stored=stored, session=session, time=time, speaker="anna"
        )
        self.turns.append(PlacedEntry(1, seq, entry))

    def look(self, now: float, *, over: bool = False) -> None:
        for again in (False, True):
            beyond = [place for place in self.turns if place.seq > self.mark]
            if not beyond:
                return
            found = condense.windows(beyond, self.done, now, SETTINGS, over=over)
            if again:
                assert found.ripe == (), "looking twice makes more"
                assert (found.mark, dict(found.done)) == (self.mark, self.done)
            self._check(found, over)
            assert found.mark >= self.mark
            for name, seq in self.done.items():
                assert found.done.get(name, found.mark) >= seq
            self.mark, self.done = found.mark, dict(found.done)

    def _check(self, found: condense.Windows, over: bool) -> None:
        for name, window in found.ripe:
            assert {place.entry.session or "" for place in window} == {name}
            assert 1 <= len(window) < 2 * SETTINGS.window_turns
            self.condensed += [place.seq for place in window]
        assert len(set(self.condensed)) == len(self.condensed), "a turn is in two windows"
        left = {place.seq for place in self.turns} - set(self.condensed)
        assert left == {
            place.seq
            for place in self.turns
            if place.seq > found.mark and place.seq > found.done.get(place.entry.session or "", 0)
        }, "a turn has left without a window"
        if over:
            assert not left
        for name in {name for name, _ in found.ripe if name}:  # open sessions keep their last turns
            open_ones = [place for place in self.turns if place.entry.session == name and place.seq in left]
            assert not open_ones or len(open_ones) >= SETTINGS.history_turns


@given(said=turns_said)
@hypothesis_settings(max_examples=300)
def test_every_turn_leaves_in_one_window(said: list[tuple[str | None, int, str, str]]) -> None:
    work, now = Condensing(), 1e9
    for session, minutes, time, look in said:
        now += minutes * 60
        work.say(session, now, None if time == "undated" else now if time == "now" else now - 1e8)
        if look:
            work.look(now + (3600 if look == "look later" else 0))
    work.look(now, over=True)


@given(said=turns_said, back=st.sampled_from([60, 3600, 90_000]), when=st.integers(0, 40))
@hypothesis_settings(max_examples=150)
def test_a_clock_that_is_set_back_loses_no_turn(
    said: list[tuple[str | None, int, str, str]], back: int, when: int
) -> None:
    work, now = Condensing(), 1e9
    for number, (session, minutes, time, look) in enumerate(said):
        now += minutes * 60 - (back if number == when else 0)
        work.say(session, now, None if time == "undated" else now)
        if look:
            work.look(now + (3600 if look == "look later" else 0))
    work.look(now, over=True)


def covered(character: soulkeep.Character) -> list[str]:
    """Return the turns that the summaries in force, and the memories they were merged into, rest on."""
    summaries = [memory for memory in of_kind(character, SUMMARY, "blend") if memory.summary]
    return sorted(turn for memory in summaries for turn in memory.turns)


def test_interleaved_sessions_are_condensed_each_for_itself(keep: soulkeep.Keep, clock: soulkeep.ManualClock) -> None:
    holmes = keep.character("holmes")
    ids = []
    for i in range(30):
        session = "ab"[i // 3 % 2] if i < 24 else None
        ids.append(holmes.observe(f"Word number {i} is w{i}.", person="anna", session=session, id=f"{i:02}").id)
        if i % 5 == 0:
            keep.settle()
        clock.advance(timedelta(minutes=1))
    keep.settle(over=True)
    assert covered(holmes) == ids
    for memory in of_kind(holmes, SUMMARY):
        sessions = {holmes.memory(turn, person="anna").session for turn in memory.turns}
        assert sessions == {memory.session}


def test_undated_turns_are_condensed(keep: soulkeep.Keep) -> None:
    holmes = keep.character("holmes")
    said = [soulkeep.Turn(f"I like number {i}, it is n{i}.", id=f"{i:02}") for i in range(20)]
    holmes.observe_many(said, person="anna", undated=True)
    keep.settle(over=True)
    assert covered(holmes) == [turn.id for turn in said]
    assert all(memory.time is None for memory in of_kind(holmes, SUMMARY))
    holmes.observe_many(
        [soulkeep.Turn("I live in Seoul."), soulkeep.Turn("I live in Busan.")], person="anna", undated=True
    )
    keep.settle()
    assert homes(holmes) == ["Busan"]


def test_a_session_of_one_turn_makes_a_summary_if_it_matters(keep: soulkeep.Keep) -> None:
    holmes = keep.character("holmes")
    for i, text in enumerate(["Hello!", "How are you?", "My father died yesterday.", "Ok."]):
        holmes.observe(text, person="anna", id=str(i), session=str(i))
    assert keep.settle(over=True) == []
    assert covered(holmes) == ["2"]


def test_a_reflection_that_fails_keeps_no_window_waiting(clock: soulkeep.ManualClock) -> None:
    class Thoughtless(Condenser):
        async def stream_json(
            self, messages: Sequence[Message], schema: Mapping[str, Any]
        ) -> AsyncIterator[str | Usage]:
            if "Memories:" in messages[1].content:
                raise soulkeep.ChatRefused("I would rather not.")
            async for piece in super().stream_json(messages, schema):
                yield piece

    settings = soulkeep.Settings(background=False, reflect_above=1.0)
    chat = Thoughtless()
    with soulkeep.open(":memory:", clock=clock, embedder=HashEmbedder(), settings=settings, chat=chat) as keep:
        holmes = keep.character("holmes")
        talk(holmes, session="a")
        [job] = keep.settle(over=True)
        assert (job.attempts, job.error, authors(holmes)) == (1, "I would rather not.", ["condenser"])
        talk(holmes, ["The bakery burnt down.", "All the bread was lost.", "I wept for a week."], session="b")
        keep.settle(over=True)
        assert authors(holmes) == ["condenser"] * 2, "remembered while the reflection waits"
        clock.advance(timedelta(minutes=1))
        [job] = keep.settle(over=True)
        assert job.attempts == 2
