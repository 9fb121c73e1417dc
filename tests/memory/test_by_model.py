"""Tests of what a language model's answer about a stretch of talk becomes: a summary, facts, promises, feelings and
cues.

How the answer is read, whatever small models write, is tested in tests/models/test_prompts.py; what happens while the
model is away, in tests/memory/test_enrichment.py.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import astuple
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

import soulkeep
from soulkeep.lang.prompt_safety import unfenced
from soulkeep.memory.entries import SO_FAR
from soulkeep.models.chat.base import Message
from soulkeep.stores.rows import Entry, PartitionKey
from soulkeep.testing.models import HashEmbedder, Script, ScriptedChat
from soulkeep.types.records import CUE, DERIVED, FACT, SUMMARY, TURN

TALK = ("I moved to Leeds in March.", "The flat is small.", "My sister Clara helped me.")


def remembered(summary: str = "They talked.", **fields: Any) -> str:
    """Return an answer as a model writes it."""
    return json.dumps({"summary": summary, "importance": 3, **fields})


def fact(statement: str, *because: int, subject: str = "anna", **fields: Any) -> dict[str, Any]:
    """Return a fact as a model writes it."""
    return {"subject": subject, "statement": statement, "relation": "other", "because": because, **fields}


def felt(who: str = "anna", **fields: Any) -> dict[str, Any]:
    """Return a feeling as a model writes it."""
    return {"who": who, "feeling": "love", "strength": 1, "pleasant": 0, "aroused": 0, "towards": 0, **fields}


class Talk:
    """A character that talks with anna, and a model that remembers each talk as told."""

    def __init__(self, clock: soulkeep.ManualClock, keep: soulkeep.Keep, chat: ScriptedChat) -> None:
        self.clock, self.keep, self.chat = clock, keep, chat
        self.holmes = keep.character("holmes", name="Sherlock")
        self._said: Counter[str] = Counter()

    def have(self, *texts: str, session: str, time: datetime | None = None) -> list[str]:
        """Let them talk, and remember it; lines of "Sherlock: …" are the character's. The ids of the turns."""
        turns = []
        for text in texts:
            said = text.removeprefix("Sherlock: ")
            id = f"{session}{self._said[session]}"
            self._said[session] += 1
            turns.append(soulkeep.Turn(said, None if said == text else "Sherlock", time, session, id))
        ids = [one.id for one in self.holmes.observe_many(turns, person="anna")]
        assert self.keep.settle(over=True) == []
        return ids

    def shown(self, call: int = -1) -> str:
        """Return what the model was shown."""
        return unfenced(self.chat.prompts[call][1].content)

    def of_kind(self, *kinds: str) -> list[soulkeep.Memory]:
        """Return the memories of a kind that aren't superseded."""
        found = self.holmes.memories(person="anna", kinds=kinds, forgotten=False)
        return [memory for memory in found if memory.superseded is None]

    def facts(self, **asked: Any) -> list[soulkeep.Fact]:
        """Return the facts in force."""
        return self.holmes.facts(person="anna", **asked)

    def stated(self, **asked: Any) -> list[str]:
        """Return the facts in force, in words."""
        return [fact.text for fact in self.facts(**asked)]

    def rows(self, *kinds: str) -> list[Entry]:
        """Return the derived memories, as they are stored."""
        _, [head] = self.keep._store.heads([PartitionKey("holmes", "anna")])
        assert head is not None
        return [place.entry for place in self.keep._store.select(head.partition, kinds or DERIVED)]

    def section(self, name: str, text: str = "Well?", session: str = "next") -> str:
        """Return a section of the next prompt."""
        found = self.holmes.context(text, person="anna", session=session).sections
        return next((one.text for one in found if one.name == name), "")


Opening = Callable[..., Talk]


@pytest.fixture
def talk(clock: soulkeep.ManualClock) -> Iterator[Opening]:
    """Yield a function that opens a keep whose model gives these answers, one for each stretch of talk."""
    with ExitStack() as open_ones:

        def opened(*answers: Script, default: Script | None = None, **settings: Any) -> Talk:
            chat = ScriptedChat(*answers, default=default)
            parts = soulkeep.Settings(background=False, **settings)
            keep = soulkeep.open(":memory:", clock=clock, embedder=HashEmbedder(), settings=parts, chat=chat)
            return Talk(clock, open_ones.enter_context(keep), chat)

        yield opened


# -- one call


def test_one_call_remembers_a_stretch_of_talk(talk: Opening) -> None:
    here = talk(
        remembered(
            "anna told Sherlock of her move.",
            importance=6,
            so_far="They met; anna told of her move.",
            emotions=[felt(feeling="Relief", strength=0.8, pleasant=0.5)],
            facts=[fact("anna lives in Leeds.", 1, relation="home", value="Leeds")],
            promises=[{"by": "Sherlock", "to": "anna", "statement": "Sherlock will visit.", "because": [3]}],
            cues=[{"essence": "anna is homesick.", "lines": ["The train to York leaves soon."], "because": [1]}],
        )
    )
    ids = here.have(*TALK, session="s")
    assert len(here.chat.prompts) == len(here.chat.schemas) == 1
    assert here.chat.schemas[0]["title"] == "Remembered"
    [summary] = here.of_kind(SUMMARY)
    assert (summary.text, summary.importance, summary.turns) == ("anna told Sherlock of her move.", 6, tuple(ids))
    assert summary.summary is not None
    assert (summary.summary.author, summary.summary.topics) == ("scripted", ("Leeds",))
    assert summary.summary.emotions == {"relief": 0.8}
    assert summary.summary.participants == ("anna",)
    assert sorted(here.stated()) == ["Sherlock will visit.", "anna lives in Leeds."]
    assert [memory.text for memory in here.of_kind(CUE)] == ["The train to York leaves soon.", "anna is homesick."]
    assert here.rows(SUMMARY)[0].details[SO_FAR] == "They met; anna told of her move."


def test_it_is_shown_what_is_known_what_was_said_before_and_the_turns(talk: Opening) -> None:
    first = remembered(
        "Anna told of her move.",
        so_far="Anna said hello and told of her move.",
        facts=[
            fact("Anna lives in Leeds.", 1, subject="Anna Frey"),
            fact("Anna wants to see Rome.", 2, subject="Anna Frey", status="wished"),
            fact("Anna was never in Oslo.", 2, subject="Anna Frey", status="joke"),
        ],
    )
    here = talk(first, remembered(), model_context=2)
    here.holmes.introduce("anna", name="Anna Frey")
    here.have("I moved to Leeds.", "I'd love to see Rome.", "Sherlock: Is that\nso?", session="s")
    here.clock.advance(timedelta(hours=9))
    here.holmes.observe("Is the kettle on?", person="anna", speaker="Mrs Hudson", session="s")
    here.have("Yes, thank you.", session="s")
    assert here.shown() == (
        "What Sherlock knows:\n"
        "[F1] (2026-05-08) Anna lives in Leeds.\n"
        "[F2] (2026-05-08, wished) Anna wants to see Rome.\n\n"
        "What was said before, in short:\nAnna said hello and told of her move.\n\n"
        "Just before, for understanding only:\n"
        "Friday 8 May 2026:\n18:30 Anna Frey: I'd love to see Rome.\n18:30 Sherlock: Is that so?\n\n"
        "Remember these turns:\n"
        "Saturday 9 May 2026:\n[1] 03:30 Mrs Hudson: Is the kettle on?\n[2] 03:30 Anna Frey: Yes, thank you."
    )
    system = here.chat.prompts[-1][0].content
    assert system.startswith("You keep the memory of Sherlock, who talks with Anna Frey.")
    assert "the whole conversation in at most 120 words" in system


def test_of_many_facts_it_is_shown_those_nearest_to_the_talk(talk: Opening) -> None:
    facts = [fact(f"anna owns a {thing}.", 1) for thing in ("boat", "piano", "kite", "lathe", "tent")]
    here = talk(remembered(facts=facts), remembered(), model_known=2)
    here.have("I own things.", session="a")
    here.have("The piano is out of tune.", "The kite tore.", session="b")
    known = here.shown().partition("\n\n")[0]
    assert known == "What Sherlock knows:\n[F1] (2026-05-08) anna owns a piano.\n[F2] (2026-05-08) anna owns a kite."


def test_what_it_says_is_kept_in_whatever_words(talk: Opening) -> None:
    """It may join what several turns say, or say it in other words: no word of theirs has to come back."""
    here = talk(remembered("Zeppelins attacked Reykjavik at midnight.", facts=[fact("Nobody slept.", 1)]))
    here.have(*TALK, session="s")
    assert [memory.text for memory in here.of_kind(SUMMARY, FACT)] == [
        "Zeppelins attacked Reykjavik at midnight.",
        "Nobody slept.",
    ]


def test_it_judges_whether_a_greeting_is_worth_a_memory(talk: Opening) -> None:
    here = talk(remembered("anna said hello."))
    here.have("Hello?", session="s")
    assert [memory.text for memory in here.of_kind(SUMMARY)] == ["anna said hello."]


def test_rules_find_no_facts_beside_it_and_move_nothing(talk: Opening) -> None:
    here = talk(remembered())
    here.have("I live in Seoul.", "I hate you, you horrible liar!", "I will come tomorrow.", session="s")
    assert here.facts(past=True) == []
    assert here.holmes.mood(person="anna") == soulkeep.Mood()
    assert here.holmes.bond("anna").trust == 0
    assert abs(here.holmes.bond("anna").closeness) < 0.01  # they have talked, that is all


# -- feelings


def test_the_feelings_it_sees_move_mood_and_bond(talk: Opening) -> None:
    loving = felt(pleasant=0.9, aroused=0.4, towards=0.8)
    own = felt("Sherlock", pleasant=-1, aroused=-1, towards=-1)
    here = talk(remembered(emotions=[loving, own]), remembered(emotions=[felt(pleasant=-1, towards=-1)]))
    here.have("Oh, you.", session="a")
    mood, bond = here.holmes.mood(person="anna"), here.holmes.bond("anna")
    assert min(*astuple(mood), *astuple(bond)) > 0, "what the character feels itself moves nothing"
    here.clock.advance(timedelta(minutes=1))
    here.have("I love you, you are wonderful!", session="b")  # said with scorn, as the model sees
    assert here.holmes.mood(person="anna").valence < mood.valence
    assert here.holmes.bond("anna").trust < bond.trust


def test_what_somebody_else_felt_is_not_between_the_character_and_who_only_heard_it(talk: Opening) -> None:
    here = talk(default=remembered(emotions=[felt(pleasant=0.9, towards=0.9)]))
    here.holmes.observe("I love you, you are wonderful!", person="anna", session="s", heard_by=["bert"])
    assert here.keep.settle(over=True) == []
    assert len(here.chat.prompts) == 2, "both remember it"
    assert here.holmes.bond("anna").trust > 0.1
    assert here.holmes.bond("bert").trust == 0
    assert here.holmes.bond("bert").closeness < 0.01


def test_where_it_saw_no_feeling_the_course_shows_none(talk: Opening) -> None:
    """Whatever rules would read out of the words."""
    here = talk(remembered(emotions=[felt(pleasant=0.9, towards=0.8)]), remembered(), remembered(emotions=[felt()]))
    then: list[tuple[datetime, soulkeep.Mood, soulkeep.Bond]] = []
    for session in "abc":
        here.have("I hate you, you horrible liar!", "I am so sad.", session=session)
        here.clock.advance(timedelta(hours=1))
        then.append((here.clock.now(), here.holmes.mood(person="anna"), here.holmes.bond("anna")))
        here.clock.advance(timedelta(hours=1))
    for time, mood, bond in then:
        [one] = here.holmes.course(person="anna", until=time, points=1)
        assert astuple(one.mood) == pytest.approx(astuple(mood))
        assert astuple(one.bond) == pytest.approx(astuple(bond))


# -- facts


def test_a_fact_is_its_statement_stored_shown_and_searched(talk: Opening) -> None:
    seen = fact(
        "Clara Frey plays the cello in Leipzig.",
        3,
        subject="Clara",
        relation="SKILL",
        value="cello",
        confidence=0.7,
        importance=7,
        grave=True,
        since="2019",
    )
    here = talk(remembered(facts=[seen]))
    _, _, said = here.have(*TALK, session="s")
    [known] = here.facts()
    assert known == soulkeep.Fact(
        id=known.id,
        told_by="anna",
        subject="Clara",
        relation="skill",
        value="cello",
        confidence=0.7,
        since=here.clock.now(),
        turns=(said,),
        text="Clara Frey plays the cello in Leipzig.",
        status="current",
        grave=True,
        begins="2019",
        author="scripted",
    )
    [memory] = here.of_kind(FACT)
    assert (memory.text, memory.importance, memory.verified) == (known.text, 7, True)
    hit = here.holmes.recall("Who plays the cello in Leipzig?", person="anna", kinds={FACT}).hits[0]
    assert hit.memory == memory
    assert here.facts(subject="clara", relation="skill") == [known]


@pytest.mark.parametrize(
    ("status", "kept", "in_force"),
    [
        ("current", True, True),
        ("wished", True, True),
        ("planned", True, True),
        ("past", True, False),
        ("hypothetical", False, False),
        ("joke", False, False),
    ],
)
def test_what_is_no_fact_is_not_kept_and_the_past_is_told_as_past(
    talk: Opening, status: str, kept: bool, in_force: bool
) -> None:
    here = talk(remembered(facts=[fact("anna lives in Leeds.", 1, status=status)]))
    here.have(*TALK, session="s")
    assert [one.status for one in here.facts()] == [status] * in_force
    assert [one.status for one in here.facts(past=True)] == [status] * kept
    assert len(here.rows(FACT)) == kept


def test_a_fact_replaces_those_that_are_no_longer_so(talk: Opening) -> None:
    here = talk(
        remembered(facts=[fact("anna lives in Leeds.", 1), fact("anna rents a room.", 1), fact("anna sings.", 1)]),
        remembered(facts=[fact("anna has bought a house in York.", 2, replaces=[1, "F2", 9, 0, -1])]),
    )
    here.have(*TALK, session="a")
    here.clock.advance(timedelta(days=30))
    here.have("Guess what!", "We bought a house in York.", session="b")
    assert here.stated() == ["anna sings.", "anna has bought a house in York."]
    new = here.facts()[-1]
    over = [one for one in here.facts(past=True) if one.superseded]
    assert [(one.text, one.superseded, one.until) for one in over] == [
        ("anna lives in Leeds.", new.id, here.clock.now()),
        ("anna rents a room.", new.id, here.clock.now()),
    ]
    assert here.stated(as_of=here.clock.now() - timedelta(days=1)) == [
        "anna lives in Leeds.",
        "anna rents a room.",
        "anna sings.",
    ]


def test_what_is_remembered_of_an_older_chat_ends_nothing_that_was_said_since(talk: Opening) -> None:
    here = talk(
        remembered(facts=[fact("anna lives in York.", 1)]),
        remembered(facts=[fact("anna lives in Leeds.", 1, replaces=[1])]),
    )
    here.have("I live in York.", session="a")
    old = here.clock.now() - timedelta(days=900)
    here.have("I live in Leeds.", session="b", time=old)
    assert "anna lives in York." in here.stated()
    assert all(one.until is None or one.since is None or one.until >= one.since for one in here.facts(past=True))


@pytest.mark.parametrize(
    ("because", "subject", "verified"),
    [
        pytest.param([1], "anna", True, id="she says it"),
        pytest.param([2], "anna", False, id="the character says it of her"),
        pytest.param([2], "Clara", False, id="the character says it of somebody"),
        pytest.param([1, 2], "anna", True, id="both say it"),
        pytest.param([2], "Sherlock", True, id="the character says it of itself"),
        pytest.param([2], "holmes", True, id="the character says it of itself, by its id"),
        pytest.param([], "anna", False, id="no turn says it"),
        pytest.param([], "Sherlock", False, id="no turn says it of the character"),
        pytest.param([99, 0, -1], "anna", False, id="turns that there are none of"),
        pytest.param([99, 1], "anna", True, id="one of them is there"),
    ],
)
def test_a_fact_that_no_turn_shows_is_unverified_and_takes_nobodys_place(
    talk: Opening, because: list[int], subject: str, verified: bool
) -> None:
    here = talk(
        remembered(facts=[fact("anna lives in Leeds.", 1)]),
        remembered(facts=[fact("There is a house in York.", *because, subject=subject, replaces=[1])]),
    )
    here.have(*TALK, session="a")
    ids = here.have("Hm.", "Sherlock: In York, then.", session="b")
    new = here.facts()[-1]
    assert (new.text, new.verified) == ("There is a house in York.", verified)
    by_her = verified and subject == "anna"
    assert ("anna lives in Leeds." in here.stated()) is not by_her, "what she said of herself ends by her word"
    named = [ids[number - 1] for number in because if 1 <= number <= 2]
    assert new.turns == tuple(named or ids), "what names no turn may rest on any"
    assert here.of_kind(FACT)[-1].verified is verified


def test_what_is_unverified_comes_last_and_is_told_as_unsure(talk: Opening) -> None:
    facts = [fact("anna has a piano in the hall.", subject="anna"), fact("anna has an organ in the hall.", 1)]
    here = talk(remembered(facts=facts))
    here.have("I own things.", session="a")
    first, last = here.holmes.recall("Has anna a piano in the hall?", person="anna", kinds={FACT}).hits
    assert (first.memory.verified, last.memory.verified) == (True, False)
    assert last.parts["unverified"] < 0 == first.parts["unverified"]
    assert "- anna has a piano in the hall. (unsure)" in here.section("known").splitlines()
    assert "- anna has an organ in the hall." in here.section("known").splitlines()


def test_what_is_told_again_is_one_fact_that_is_surer(talk: Opening) -> None:
    here = talk(
        remembered(facts=[fact("anna lives in Leeds.", 1, confidence=0.6)]),
        remembered(facts=[fact(" Anna  lives in leeds", 1, confidence=0.5), fact("anna lives in Leeds.", 1)]),
        remembered(facts=[fact("anna lives in Leeds.")]),
    )
    [first, *_] = here.have(*TALK, session="a")
    [again] = here.have("Leeds it is.", session="b")
    [known] = here.facts(past=True)
    assert known.turns == (first, again)
    assert known.confidence == pytest.approx(0.8)
    here.have("Hm.", session="c")  # and no turn says so
    assert here.facts(past=True) == [known]


def test_what_it_says_twice_in_one_answer_is_one_fact(talk: Opening) -> None:
    said = fact("anna lives in Leeds.", 1)
    here = talk(remembered(facts=[said, said, {**said, "because": [2]}]))
    here.have(*TALK, session="s")
    assert here.stated(past=True) == ["anna lives in Leeds."]


def test_a_guess_that_somebody_then_states_is_verified(talk: Opening) -> None:
    here = talk(
        remembered(facts=[fact("anna lives in Leeds.")]),
        remembered(facts=[fact("anna lives in Leeds.", 1)]),
    )
    here.have("Hm.", session="a")
    assert [one.verified for one in here.facts()] == [False]
    here.have("I live in Leeds.", session="b")
    assert {one.verified for one in here.facts()} == {True}


def test_what_cannot_be_read_costs_itself_and_is_counted(talk: Opening) -> None:
    here = talk(
        remembered(
            facts=[
                fact("anna lives in Leeds.", 1),
                {"subject": "anna"},
                "anna sings.",
                {**fact("x", 1), "status": "?"},
            ],
            promises=[{"by": "anna"}],
            emotions=[felt(), {"who": "anna"}],
            cues=[{"essence": "anna is shy.", "lines": [], "because": []}],
        ),
        "I'd rather not say.",
        remembered(facts=[{}, {"subject": "", "statement": ""}]),
    )
    here.have(*TALK, session="a")
    assert here.stated() == ["anna lives in Leeds."]
    assert here.of_kind(CUE) == []
    assert here.keep.usage()["memory"].malformed == 6
    here.have(*TALK, session="b")
    spent = here.keep.usage()["memory"]
    assert (spent.calls, spent.malformed) == (3, 6), "a form with nothing filled in is no loss"


def test_facts_beyond_the_most_are_counted(talk: Opening) -> None:
    here = talk(remembered(facts=[fact(f"anna owns boat number {number}.", 1) for number in range(103)]))
    here.have(*TALK, session="a")
    assert len(here.stated()) == 100
    assert here.keep.usage()["memory"].malformed == 3


# -- plans and promises


@pytest.mark.parametrize(
    ("dates", "ends"),
    [
        ({"since": "2026-05-12"}, datetime(2026, 5, 13, tzinfo=UTC)),
        ({"since": "2026-05-12", "until": "2026-05-20"}, datetime(2026, 5, 21, tzinfo=UTC)),
        ({"until": "2026-06"}, datetime(2026, 7, 1, tzinfo=UTC)),
        ({"since": "2026-12"}, datetime(2027, 1, 1, tzinfo=UTC)),
        ({"since": "2027"}, datetime(2028, 1, 1, tzinfo=UTC)),
        ({}, None),
    ],
)
def test_a_plan_is_over_after_its_day(talk: Opening, dates: dict[str, str], ends: datetime | None) -> None:
    here = talk(remembered(facts=[fact("anna will fly to Rome.", 1, status="planned", **dates)]))
    here.have(*TALK, session="s")
    [plan] = here.facts()
    assert (plan.until, plan.begins, plan.ends) == (ends, dates.get("since", ""), dates.get("until", ""))
    if ends is not None:
        here.clock.advance(ends - here.clock.now() - timedelta(seconds=1))
        assert len(here.facts()) == 1
        here.clock.advance(timedelta(seconds=1))
        assert here.facts() == []
        assert here.stated(past=True) == ["anna will fly to Rome."]


def test_what_began_on_a_day_is_not_over_with_it(talk: Opening) -> None:
    here = talk(
        remembered(
            facts=[
                fact("anna works for Bell.", 1, since="2026-05-08"),
                fact("anna is in hospital.", 1, until="2026-05-09"),
                fact("anna was in Rome.", 1, status="past", until="2019"),
            ]
        )
    )
    here.have(*TALK, session="s")
    here.clock.advance(timedelta(days=3))
    assert here.stated() == ["anna works for Bell."]
    assert [one.until for one in here.facts(past=True)] == [None, datetime(2026, 5, 10, tzinfo=UTC), None]


def test_a_day_ends_where_it_was_spoken_of(talk: Opening) -> None:
    seoul = timezone(timedelta(hours=9))
    here = talk(remembered(facts=[fact("anna will fly.", 1, status="planned", since="2026-05-12")]))
    here.have("I fly on Tuesday.", session="s", time=datetime(2026, 5, 8, 20, tzinfo=seoul))
    assert here.facts()[0].until == datetime(2026, 5, 13, tzinfo=seoul)


def test_a_promise_is_a_fact_that_is_due_on_its_day(talk: Opening) -> None:
    promise = {"by": "Sherlock", "to": "anna", "statement": "Sherlock will bring a pie.", "due": "2026-05-10"}
    here = talk(
        remembered(
            promises=[
                {**promise, "because": [2]},
                {"by": "anna", "statement": "anna will write to Clara.", "because": []},
            ]
        )
    )
    ids = here.have("Come on Sunday!", "Sherlock: I shall bring a pie.", session="s")
    pie, letter = here.facts(relation="promise")
    assert (pie.subject, pie.text, pie.status, pie.ends) == (
        "Sherlock", "Sherlock will bring a pie.", "planned", "2026-05-10",
    )  # fmt: skip
    assert (pie.verified, pie.turns, pie.until) == (True, (ids[1],), datetime(2026, 5, 11, tzinfo=UTC))
    assert (letter.verified, letter.until) == (False, None)
    due = "Due: Sherlock will bring a pie. (Sunday 10 May 2026: in 2 days)"
    assert due in here.section("moment")
    here.clock.advance(timedelta(days=3))
    assert here.stated(relation="promise") == ["anna will write to Clara."]


def test_a_promise_that_is_kept_is_replaced_by_what_was_done(talk: Opening) -> None:
    promise = {"by": "Sherlock", "statement": "Sherlock will bring a pie.", "due": "2026-05-10", "because": [1]}
    done = fact("Sherlock brought a pie.", 1, subject="Sherlock", status="past", replaces=[1])
    here = talk(remembered(promises=[promise]), remembered(facts=[done]))
    here.have("You said you'd bring a pie.", session="a")
    here.have("The pie was lovely.", session="b")
    assert "Sherlock will bring a pie." in here.shown().partition("\n\n")[0]
    assert here.facts() == []
    assert here.facts(past=True)[0].superseded == here.facts(past=True)[1].id


# -- cues

LADDER = "Last week I came down from the roof the fast way."
CUES = [{"essence": "anna is afraid of heights.", "lines": ["The gutter needs cleaning again."], "because": [1, 99]}]


def small_talk(here: Talk) -> None:
    said = [soulkeep.Turn(f"Somebody should see to cup number {i}.", session=f"t{i}") for i in range(12)]
    here.holmes.observe_many(said, person="anna")
    assert here.keep.settle(over=True) == []


def test_a_cue_calls_to_mind_what_shares_no_word_with_it(talk: Opening) -> None:
    question = "Somebody should see to the gutter, it needs cleaning."
    here = talk(remembered("anna spoke of the roof.", cues=CUES), default=remembered("They had tea."))
    plain = talk(default=remembered("They had tea."))
    for one in (here, plain):
        one.have(LADDER, session="ladder")
        small_talk(one)
    [hit, *_] = here.holmes.recall(question, person="anna", kinds={TURN}, k=3).hits
    assert hit.memory.text == LADDER
    assert hit.parts["cued"] > 0
    without = plain.holmes.recall(question, person="anna", kinds={TURN}, k=3)
    assert LADDER not in {hit.memory.text for hit in without.hits}


def test_a_cue_is_never_told_itself(talk: Opening) -> None:
    here = talk(remembered("anna spoke of the roof.", cues=CUES))
    [said] = here.have(LADDER, session="ladder")
    assert [(cue.text, cue.turns) for cue in here.of_kind(CUE)] == [
        ("The gutter needs cleaning again.", (said,)),
        ("anna is afraid of heights.", (said,)),
    ]
    recall = here.holmes.recall("The gutter needs cleaning again.", person="anna", k=50)
    assert CUE not in {hit.memory.kind for hit in recall.hits}
    assert CUE not in {held.memory.kind for held in recall.held_back}
    assert here.holmes.recall("The gutter needs cleaning again.", person="anna", kinds={CUE}).hits == ()
    prompt = here.holmes.context("The gutter needs cleaning again.", person="anna", session="new")
    assert "heights" not in "".join(message["content"] for message in prompt.messages)


def test_what_is_forgotten_is_called_to_mind_by_no_cue(talk: Opening) -> None:
    here = talk(remembered("anna spoke of the roof.", cues=CUES), default=remembered("They had tea."))
    [said] = here.have(LADDER, session="ladder")
    small_talk(here)
    here.holmes.forget(said, person="anna")
    assert here.of_kind(CUE) == []
    hits = here.holmes.recall("The gutter needs cleaning again.", person="anna").hits
    assert said not in [hit.memory.id for hit in hits]
    assert not any(hit.parts.get("cued") for hit in hits)


# -- deleted, amended, forgotten

SECRET = "Quetzalcoatl"


def retold(messages: Sequence[Message]) -> str:
    """Return an answer that tells everything that was shown, word for word, with a fact and a cue of the first turn."""
    shown = messages[1].content
    asked = " ".join(shown.rpartition("Remember these turns:")[2].split())
    so_far = f"So far: {' '.join(shown.split())}"
    cue = {"essence": f"Essence: {asked}", "lines": ["It rains."], "because": [1]}
    return remembered(f"Told: {asked}", so_far=so_far, facts=[fact(f"Fact: {asked}", 1)], cues=[cue])


def test_deleting_a_turn_removes_all_that_may_tell_of_it(talk: Opening) -> None:
    here = talk(default=retold)
    a = here.have("Hello there.", f"My PIN is {SECRET}.", "Don't tell.", session="a")
    here.have("It is late.", session="a")  # it was seen before these words
    for session in "bc":
        here.have(f"Talk {session}.", session=session)  # and told of in short
    before = len(here.chat.prompts)
    assert sum(SECRET in str(entry.details) for entry in here.rows(SUMMARY)) == 4
    here.holmes.delete(a[1], person="anna")
    assert SECRET not in " ".join(f"{entry.text} {entry.details}" for entry in here.rows())
    assert here.keep.settle(over=True) == []
    assert SECRET not in " ".join(f"{entry.text} {entry.details}" for entry in here.rows())
    assert len(here.chat.prompts) == before + 4  # each was told what those before it told
    assert not any(SECRET in prompt[1].content for prompt in here.chat.prompts[before:])
    covered = {turn for memory in here.of_kind(SUMMARY, "blend") for turn in memory.turns}
    assert covered == {"a0", "a2", "a3", "b0", "c0"}
    assert here.rows(FACT)
    assert here.rows(CUE)


def test_deleting_a_turn_leaves_nothing_of_it_in_the_history_of_what_stays(talk: Opening) -> None:
    here = talk(default=retold)
    a = here.have("Hello there.", f"My PIN is {SECRET}.", "Don't tell.", session="a")
    here.have("Talk b.", session="b")
    here.holmes.delete(a[1], person="anna")
    assert SECRET not in json.dumps(list(here.keep.export(person="anna")), ensure_ascii=False)


def test_deleting_a_turn_removes_what_was_told_of_it_by_way_of_a_fact(talk: Opening) -> None:
    """The fact's words may come from any turn that was read; and then those of whoever was shown the fact."""
    here = talk(
        remembered("anna hid something.", facts=[fact(f"anna hides {SECRET}.", 1)]),
        remembered(f"anna asked for {SECRET} again.", facts=[fact(f"anna wants {SECRET} back.", 1)]),
        default=remembered(),
    )
    a = here.have("I hid it.", f"It is called {SECRET}.", session="a")
    here.have("Give it back to me.", session="b")
    assert f"[F1] (2026-05-08) anna hides {SECRET}." in here.shown()
    here.holmes.delete(a[1], person="anna")
    assert SECRET not in " ".join(entry.text for entry in here.rows())


def test_what_was_made_beside_a_summary_goes_with_it_and_is_made_anew(talk: Opening) -> None:
    """A fact that rests on another turn may have its words from the one that is gone."""
    facts = [fact("anna told a secret.", 1)]
    cues = [{"essence": "anna trusts him.", "lines": ["Lock the safe."], "because": [1]}]
    here = talk(remembered("A secret.", facts=facts, cues=cues), remembered("A talk.", facts=[fact("anna talks.", 1)]))
    ids = here.have("I trust you.", f"My PIN is {SECRET}.", "Don't tell.", session="a")
    assert len(here.rows()) == 4
    assert here.holmes.delete(ids[1], person="anna") == 5
    assert here.rows() == []
    assert here.keep.settle(over=True) == []
    assert [(entry.text, entry.details["turns"]) for entry in here.rows()] == [
        ("A talk.", [ids[0], ids[2]]),
        ("anna talks.", [ids[0]]),
    ]


def test_what_a_deleted_fact_had_replaced_holds_again(talk: Opening) -> None:
    here = talk(
        remembered("A.", facts=[fact("anna lives in Leeds.", 1)]),
        remembered("B.", facts=[fact("anna lives in York.", 1, replaces=[1])]),
        remembered("C."),
    )
    here.have("I live in Leeds.", session="a")
    moved, _ = here.have("I moved to York.", "Yes.", session="b")
    assert here.stated() == ["anna lives in York."]
    here.holmes.delete(moved, person="anna")
    assert here.stated() == ["anna lives in Leeds."]
    assert here.facts()[0].until is None
    assert here.keep.settle(over=True) == []
    assert here.stated() == ["anna lives in Leeds."]


def test_what_is_remembered_anew_of_an_old_talk_does_not_hold_again(talk: Opening) -> None:
    def moving(messages: Sequence[Message]) -> str:
        known, _, asked = messages[1].content.rpartition("Remember these turns:")
        town = "York" if "York" in asked else "Leeds"
        replaces = [1] if "[F1]" in known else []
        return remembered(f"anna lives in {town}.", facts=[fact(f"anna lives in {town}.", 1, replaces=replaces)])

    here = talk(default=moving)
    first = here.have("I live in Leeds.", "Hm.", "Well.", session="a")
    here.clock.advance(timedelta(days=300))
    here.have("I moved to York.", session="b")
    assert here.stated() == ["anna lives in York."]
    here.holmes.delete(first[1], person="anna")
    assert here.keep.settle(over=True) == []
    assert here.stated() == ["anna lives in York."]


def test_an_amended_turn_is_remembered_anew(talk: Opening) -> None:
    here = talk(default=retold)
    [said, _] = here.have(f"My cat is called {SECRET}.", "She sleeps.", session="a")
    here.holmes.amend(said, "My cat is called Miso.", person="anna")
    assert here.keep.settle(over=True) == []
    assert SECRET not in "".join(entry.text for entry in here.rows())
    [summary] = here.of_kind(SUMMARY)
    assert "Miso" in summary.text
    assert [one.turns for one in here.facts()] == [(said,)]


def test_what_was_felt_is_not_felt_twice_when_it_is_remembered_anew(talk: Opening) -> None:
    here = talk(default=remembered(emotions=[felt(pleasant=0.5, towards=0.5)]))
    said, *_ = here.have(*TALK, session="a")
    before = here.holmes.bond("anna")
    here.holmes.delete(said, person="anna")
    assert here.keep.settle(over=True) == []
    assert here.holmes.bond("anna") == before


def test_the_talk_in_short_leaves_nothing_out_after_a_turn_was_deleted(talk: Opening) -> None:
    """What is remembered anew is stored last; it isn't what was said last."""

    def chain(messages: Sequence[Message]) -> str:
        shown, _, asked = messages[1].content.partition("Remember these turns:")
        word = next(word for word in asked.split() if word.startswith("word"))
        before = shown.partition("in short:\n")[2].partition("\n\n")[0]
        return remembered(f"It was about {word}", so_far=f"{before} {word}".strip())

    here = talk(default=chain, window_turns=2, history_turns=2, history_stride=2, model_context=1)
    for i in range(24):
        here.holmes.observe(f"word{i:02}", person="anna", session="s", id=f"{i}")
        here.clock.advance(timedelta(seconds=20))
        here.keep.settle()
    begun = [f"word{int(memory.turns[0]):02}" for memory in here.of_kind(SUMMARY)]
    assert len(begun) > 5
    assert here.section("earlier", session="s").split("\n", 1)[1].split() == begun
    here.holmes.delete("1", person="anna")
    here.keep.settle()
    told = here.section("earlier", session="s")
    assert [word for word in begun if word not in told] == []


def test_forgetting_one_of_the_turns_of_a_fact_forgets_it(talk: Opening) -> None:
    """The model put it in one sentence out of all of them."""
    here = talk(remembered(facts=[fact("anna's sister Clara lives in Leeds.", 1, 3), fact("The flat is small.", 2)]))
    _, _, clara = here.have(*TALK, session="a")
    here.holmes.forget(clara, person="anna")
    assert here.stated() == ["The flat is small."]
    assert here.of_kind(SUMMARY) == []
    here.holmes.restore(clara, person="anna")
    assert len(here.stated()) == 2
    assert len(here.of_kind(SUMMARY)) == 1


def chained(messages: Sequence[Message]) -> str:
    """Return an answer that tells the first turn, and so far everything that was told before."""
    shown, _, asked = messages[1].content.rpartition("Remember these turns:")
    said = asked.strip().splitlines()[1].partition(": ")[2]
    before = shown.partition("in short:\n")[2].partition("\n\n")[0]
    return remembered(f"She said: {said}", so_far=f"{before} {said}".strip())


def test_what_is_forgotten_is_in_no_account_of_the_talk(talk: Opening) -> None:
    here = talk(default=chained)
    [said] = here.have(f"My PIN is {SECRET}.", session="a")
    here.have("I like tea.", session="b")
    assert SECRET in here.section("earlier")
    here.holmes.forget(said, person="anna")
    assert SECRET not in here.section("earlier")
    here.have("I like rain.", session="c")
    assert SECRET not in here.shown(), "and nobody is told it, to tell it on"
    here.holmes.restore(said, person="anna")
    assert SECRET in "".join(memory.text for memory in here.of_kind(SUMMARY))


def test_a_summary_that_was_corrected_is_told_so(talk: Opening) -> None:
    here = talk(default=chained)
    here.have("I saw a heron.", session="a")
    [summary] = here.of_kind(SUMMARY)
    here.holmes.amend(summary.id, "She saw a stork.", person="anna")
    assert here.keep.settle(over=True) == []
    told = here.section("earlier")
    assert ("stork" in told, "heron" in told) == (True, False)


def test_forgetting_what_replaced_a_fact_lets_it_stand(talk: Opening) -> None:
    here = talk(
        remembered(facts=[fact("anna lives in Leeds.", 1)]),
        remembered(facts=[fact("anna lives in York.", 1, replaces=[1])]),
    )
    here.have("I live in Leeds.", session="a")
    [moved] = here.have("I moved to York.", session="b")
    here.holmes.forget(moved, person="anna")
    assert here.stated() == ["anna lives in Leeds."]
    here.holmes.restore(moved, person="anna")
    assert here.stated() == ["anna lives in York."]


def test_it_is_asked_for_nothing_that_is_forgotten(talk: Opening) -> None:
    here = talk(default=remembered())
    here.holmes.observe("I moved to Leeds.", person="anna", id="x", session="a")
    here.holmes.forget("x", person="anna")
    here.have("The flat is small.", session="a")
    assert "Leeds" not in here.shown()
    assert [memory.turns for memory in here.of_kind(SUMMARY)] == [("a0",)]


# -- what is told of it


def test_what_is_grave_is_told_first_of_all_that_is_known(talk: Opening) -> None:
    facts = [
        fact("anna's mother died in April.", 1, relation="death", grave=True, subject="anna's mother"),
        *(fact(f"anna likes tea number {n}.", 1, relation="likes") for n in range(40)),
    ]
    here = talk(remembered(facts=facts[:20]), remembered(facts=facts[20:]), profile_facts=5)
    here.have("My mother died in April.", session="a")
    here.have("Tea is fine.", session="b")
    known = here.section("known", "Shall we go for a walk?").splitlines()
    assert known[:2] == ["What you know about anna:", "- anna's mother died in April. (told on Friday 8 May 2026)"]
    assert len(known) == 1 + 5
    here.clock.advance(timedelta(days=300))
    assert "died" not in here.section("known", "Shall we go for a walk?")  # it is over, or was lived with


def test_it_calls_people_by_their_names(talk: Opening) -> None:
    here = talk(remembered(facts=[fact("Anna Frey lives in Leeds.", 1, subject="anna frey")]))
    here.holmes.introduce("anna", name="Anna Frey")
    here.have(*TALK, session="s")
    assert [one.subject for one in here.facts()] == ["anna frey"]
    assert here.section("known") == "What you know about Anna Frey:\n- Anna Frey lives in Leeds."
