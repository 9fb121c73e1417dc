"""Where somebody is in a story decides what comes next, and is known again from the records of the steps."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, timezone
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soulkeep.errors import NaiveTime
from soulkeep.stories.script import Script
from soulkeep.stories.staging import Moment, Progress, Step, after, next_step

HARBOUR = Script.read((Path(__file__).parent / "story" / "harbour.yaml").read_text(encoding="utf-8"))
DEMO = Script.read(files("soulkeep.demo").joinpath("story.yaml").read_text(encoding="utf-8"))
NOW = datetime(2026, 5, 8, 18, 30, tzinfo=UTC)  # a Friday


@dataclass
class Visitor:
    """Somebody who goes through a story; keeps what a store would keep, besides."""

    script: Script
    person: str = "anna"
    name: str = "Yuna"
    language: str = "en"
    now: datetime = NOW
    last: datetime | None = None
    turns: int = 0
    progress: Progress = field(default_factory=Progress)
    records: list[dict[str, Any]] = field(default_factory=list)

    def moment(self, said: str | None, **more: Any) -> Moment:
        return Moment(
            said=said,
            language=self.language,
            now=self.now,
            person=self.person,
            name=self.name,
            first=self.last is None,
            last=self.last,
            turns=self.turns,
            **more,
        )

    def step(self, said: str | None = None) -> Step | None:
        moment = self.moment(said)
        step = next_step(self.script, self.progress, moment)
        if said is not None:
            self.turns += 1
            if self.records:
                self.records[-1]["turns"] += 1
        if step is not None:
            self.progress = after(self.progress, step, moment)
            self.records.append({**step.data(), "turns": 0})
        if step is not None or said is not None:
            self.last = self.now
        self.now += timedelta(minutes=1)
        return step

    def hears(self, said: str | None = None) -> str:
        step = self.step(said)
        return "nothing" if step is None else f"{step.event} {step.kind}: {step.text}"

    def leaves(self, **time: float) -> None:
        self.now += timedelta(**time)


def story(events: str) -> Script:
    return Script.read(f"story: s\nevents:\n{events}")


def opens(when: str, said: str | None = None, *, language: str = "en", **moment: Any) -> bool:
    """Return whether an event opens `when` its conditions are these, for somebody who talked with the character an hour
    ago."""
    script = story(f"- {{id: e, open: Hi, when: {{{when}}}}}")
    facts = {"now": NOW, "last": NOW - timedelta(hours=1), "turns": 4, "person": "anna", **moment}
    step = next_step(script, Progress(), Moment(said=said, language=language, name="Yuna", **facts))
    if step is not None:
        assert step.why.startswith("event 'e' opens: "), "says why"
    return step is not None


# -- conditions


def test_first_holds_until_something_was_said() -> None:
    assert opens("first: true", first=True)
    assert not opens("first: true")
    assert opens("first: false")


def test_time_is_counted_from_the_last_talk() -> None:
    assert opens("hours: 1")
    assert not opens("hours: 1.1")
    assert not opens("hours: 0", last=None)


@pytest.mark.parametrize(
    ("last", "now", "days"),
    [
        ("2026-05-08T20:00", "2026-05-09T18:00", 1),  # not 24 hours
        ("2026-05-08T23:50", "2026-05-09T00:10", 0),  # still the same evening
        ("2026-05-09T00:10", "2026-05-09T09:00", 1),
        ("2026-05-08T09:00", "2026-05-10T08:00", 2),
    ],
)
def test_days_are_those_of_the_calendar_where_the_person_is(last: str, now: str, days: int) -> None:
    seoul = timezone(timedelta(hours=9))
    then = datetime.fromisoformat(last).replace(tzinfo=seoul).astimezone(UTC)  # as it was stored
    moment: dict[str, Any] = {"last": then, "now": datetime.fromisoformat(now).replace(tzinfo=seoul)}
    assert opens(f"days: {days}", **moment)
    assert not opens(f"days: {days + 1}", **moment)


def test_turns_count_the_present_one() -> None:
    assert opens("turns: 5", "Hello")
    assert not opens("turns: 5")
    assert not opens("turns: 6", "Hello")


@pytest.mark.parametrize(
    ("phrases", "said", "language"),
    [
        ("football", "I love FOOTBALL!", "en"),
        ("play chess", "We played chess yesterday.", "en"),
        ("don't know", "I don’t know.", "en"),
        ("축구", "축구를 좋아해", "ko"),
        ("축구", "주말에는 축구장에 가", "ko"),
        ("놀러 가자", "우리 놀러가자!", "ko"),
        ("만화책", "만화책이랑 게임", "ko"),
        ("서핑", "I went 서핑 today", "en"),
        ("サッカー", "サッカーが好きです", "ja"),
        ("猫", "猫を飼っています", "ja"),
        ("足球", "我喜欢踢足球", "zh"),
        ("好", "很好啊", "zh"),
        ("spielen", "Ich spiele gern", "de"),
        ("nager", "j'aime nager", "fr"),
        ("playa", "Vamos a las playas", "es"),
        ("[hockey, tennis]", "Tennis, mostly", "en"),
        ("{en: [run], ko: [달리기]}", "달리기 좋아해", "en"),
    ],
)
def test_what_is_said_is_found_in_its_forms(phrases: str, said: str, language: str) -> None:
    assert opens(f"said: {phrases}", said, language=language)
    assert not opens(f"not: {{said: {phrases}}}", said, language=language)


@pytest.mark.parametrize(
    ("phrases", "said", "language"),
    [
        ("cat", "They were concatenated", "en"),
        ("play chess", "I play, but not chess", "en"),
        ("chess play", "I play chess", "en"),
        ("가자", "뭔가 자꾸 생각나", "ko"),
        ("네", "동네 사람", "ko"),
        ("football", "", "en"),
    ],
)
def test_other_words_are_not_what_is_said(phrases: str, said: str, language: str) -> None:
    assert not opens(f"said: {phrases}", said, language=language)


def test_where_the_character_speaks_first_nothing_was_said() -> None:
    assert not opens("said: [football]")
    assert not opens("asked: true")
    assert opens("asked: false")
    assert opens("not: {said: [football]}")


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ("What shall we do this weekend?", "en"),
        ("What shall we do", "en"),
        ("우리 주말에 뭐 해", "ko"),
        ("どこへ行きますか", "ja"),
    ],
)
def test_asking_shows_with_or_without_a_mark(said: str, language: str) -> None:
    assert opens("asked: true", said, language=language)
    assert not opens("asked: true", "I like it.", language=language)


def test_the_calendar() -> None:
    assert opens("daypart: [morning, evening], weekday: [fri], date: 2026-05-08")
    assert not opens("daypart: [morning, noon, afternoon]")
    assert not opens("weekday: [saturday, sunday]")
    assert opens("date: {from: 2026-05-08}")
    assert opens("date: {until: 2026-05-08}")
    assert not opens("date: {from: 2026-05-09}")
    assert not opens("date: {until: 2026-05-07}")


@pytest.mark.parametrize("name", ["closeness", "trust", "valence"])
def test_feelings_are_bounded(name: str) -> None:
    def holds(bounds: str, value: float) -> bool:
        moment: dict[str, Any] = {name: value}
        return opens(f"{name}: {{{bounds}}}", **moment)

    assert [holds("above: 0.2, below: 0.5", value) for value in (0.2, 0.3, 0.5)] == [False, True, False]
    assert [holds("below: 0.5", value) for value in (-1, 0.5)] == [True, False]
    assert [holds("above: 0.5", value) for value in (0.5, 1)] == [False, True]


def test_persons() -> None:
    assert opens("person: [bob, anna]")
    assert not opens("person: bob")


def test_any_and_not_compose() -> None:
    assert opens("any: [{person: bob}, {weekday: fri, daypart: evening}]")
    assert not opens("any: [{person: bob}, {weekday: fri, daypart: noon}]")
    assert not opens("not: [{person: bob}, {weekday: fri}]")
    assert opens("not: {person: anna, weekday: sat}")
    assert opens("not: {any: [{person: bob}, {weekday: sat}]}")


def test_all_must_hold() -> None:
    assert not opens("person: anna, weekday: sat")


def test_hours_after_an_event_are_counted_from_its_end() -> None:
    anna = Visitor(
        story(
            "- {id: a, open: A, talk: {turns: 0}}\n- {id: b, open: B, talk: {turns: 0}}\n"
            "- {id: c, open: C, when: {after: [a, b], any: [{hours: 2}, {said: now}]}}"
        )
    )
    assert [anna.hears(), anna.hears("Hm.")] == ["a open: A", "b open: B"]
    anna.leaves(minutes=118)
    assert anna.hears("Hm.") == "nothing"
    assert anna.hears() == "c open: C"  # two hours after b, though something was said meanwhile


# -- how an event goes


def test_an_event_opens_goes_on_and_closes() -> None:
    anna = Visitor(HARBOUR, language="ja", person="アンナ")
    assert anna.hears("こんにちは") == "meeting open: こんにちは、アンナさん。"
    assert anna.hears("はい、元気です。") == "meeting talk: 船に乗りますか?"
    assert anna.hears("あなたは誰ですか?") == "meeting talk: "  # an answer is owed first
    assert anna.hears("そうですね。") == "meeting close: また来てください。"
    assert anna.hears("またね。") == "nothing"


def test_each_step_says_why_and_guides_a_model() -> None:
    anna = Visitor(HARBOUR)
    opening, talk, close = anna.step(), anna.step("Nice."), (anna.step("Sure."), anna.step("Bye."))[1]
    assert opening is not None and talk is not None and close is not None  # noqa: PT018
    assert opening.why == "event 'meeting' opens: they meet for the first time"
    assert opening.guide == "You meet anna at the harbour."
    assert talk.guide == "You meet anna at the harbour.\nAsk this, in words that fit: Do you sail?"
    assert talk.why == "turn 1 of event 'meeting', which ends after 2"
    assert close.why == "event 'meeting' closes after 2 turns"
    assert (opening.ends, talk.ends, close.ends) == (False, False, True)


def test_a_follow_up_comes_before_free_talk() -> None:
    anna = Visitor(HARBOUR)
    anna.step()
    assert anna.hears("Was there a storm?") == "meeting follow: A storm? I've seen worse."
    assert anna.hears("A storm!") == "meeting talk: Do you sail?"  # once said is said


def test_a_follow_up_may_be_said_again_until_the_turns_are_up() -> None:
    anna = Visitor(HARBOUR)
    anna.step()
    assert [anna.hears("Hush!").split(":")[0] for _ in range(3)] == [
        "meeting follow",
        "meeting follow",
        "meeting close",
    ]


def test_a_follow_up_waits_for_its_turn() -> None:
    script = story("- {id: e, open: A, follow: [{id: f, when: {turns: 2}, say: B}, {id: g, when: {hours: 1}, say: C}]}")
    anna = Visitor(script)
    assert [anna.hears(), anna.hears("x"), anna.hears("y")] == ["e open: A", "e talk: ", "e follow: B"]
    anna.leaves(hours=1)
    assert anna.hears() == "e follow: C"  # by itself
    assert anna.hears() == "nothing"


def test_the_closing_waits_for_an_answer_but_not_for_ever() -> None:
    anna = Visitor(story("- {id: e, open: A, talk: {turns: 1}, close: Z}"))
    heard = [anna.hears(), *(anna.hears("Why?") for _ in range(5))]
    assert heard == ["e open: A", *["e talk: "] * 4, "e close: Z"]


def test_an_event_without_closing_ends_with_its_last_turn() -> None:
    anna = Visitor(story("- {id: a, open: A, talk: {turns: 1}}\n- {id: b, open: B, when: {said: go}}"))
    anna.step()
    last = anna.step("Fine.")
    assert last is not None
    assert (last.kind, last.text, last.ends) == ("talk", "", True)
    assert anna.progress.open is None
    assert anna.hears("Go!") == "b open: B"


def test_an_event_of_nothing_but_lines_is_over_at_once() -> None:
    anna = Visitor(story("- {id: a, open: A, talk: {turns: 0}}\n- {id: b, open: B, talk: {turns: 0}, close: Z}"))
    assert [anna.hears(), anna.hears("x"), anna.hears("y")] == ["a open: A", "b open: B", "b close: Z"]


def test_the_first_event_that_may_open_does_and_never_again() -> None:
    anna = Visitor(
        story("- {id: a, open: A, when: {said: x}}\n- {id: b, open: B, talk: {turns: 0}}\n- {id: c, open: C}")
    )
    assert [anna.hears("y"), anna.hears("y"), anna.hears("x")] == ["b open: B", "c open: C", "c talk: "]


def test_nothing_else_opens_while_an_event_is_open() -> None:
    anna = Visitor(story("- {id: a, open: A, when: {said: go}}\n- {id: b, open: B, talk: {turns: 9}}"))
    assert [anna.hears(), anna.hears("go"), anna.hears()] == ["b open: B", "b talk: ", "nothing"]


def test_an_event_goes_on_after_a_pause_and_is_over_after_a_long_one() -> None:
    script = story("- {id: a, open: A, close: Z}\n- {id: b, open: B, when: {after: a, hours: 12}}")
    anna = Visitor(script)
    anna.step()
    anna.leaves(hours=11)
    assert anna.hears("I'm back.") == "a talk: "
    anna.leaves(hours=12)
    assert anna.hears() == "b open: B"
    left = anna.progress.events[0]
    assert left.closed == left.last == NOW + timedelta(hours=11, minutes=1)


def test_once_the_turns_are_up_closing_words_come_soon_or_never() -> None:
    for pause, heard in ((30, "a close: Z"), (60, "nothing")):
        anna = Visitor(story("- {id: a, open: A, talk: {turns: 1}, close: Z}"))
        anna.step()
        anna.step("x")
        anna.leaves(minutes=pause)
        assert anna.hears("I'm back.") == heard


def test_a_story_written_anew_goes_on_where_its_ids_are_the_same() -> None:
    anna = Visitor(story("- {id: a, open: A}\n- {id: b, open: B}"))
    anna.step()
    anna.script = story("- {id: a, open: Other, talk: {ask: [Q]}}")
    assert anna.hears("x") == "a talk: Q"
    anna.script = story("- {id: c, open: C}")
    assert anna.hears("x") == "c open: C"  # what isn't in the story any more is over
    assert anna.progress.events[0].closed == anna.progress.events[0].last


# -- what is kept


def test_the_records_tell_where_the_story_stands() -> None:
    anna = Visitor(HARBOUR)
    for said in (None, "Hello", "storm", "hush", "Hm", "Bye"):
        anna.step(said)
    anna.leaves(hours=2)
    anna.step()
    assert json.loads(json.dumps(anna.records)) == anna.records
    assert [record["kind"] for record in anna.records] == ["open", "talk", "follow", "follow", "close", "open"]
    assert Progress.of(anna.records) == anna.progress
    meeting, letter = anna.progress.events
    assert (meeting.follows, meeting.asked, meeting.turns) == (("storm", "hush"), 1, 4)
    assert meeting.closed is not None
    assert (letter.event, letter.opened, letter.closed) == ("letter", anna.last, None)


def test_turns_that_somebody_else_answered_count() -> None:
    records = [{"story": "s", "event": "a", "kind": "open", "at": NOW.isoformat(), "turns": 4}]
    anna = Visitor(story("- {id: a, open: A, close: Z}"), progress=Progress.of(records))
    assert anna.hears("Bye.") == "a close: Z"


def test_an_event_without_closing_is_over_even_if_its_last_step_was_not_kept() -> None:
    records = [{"story": "s", "event": "a", "kind": "open", "at": NOW.isoformat(), "turns": 4}]
    anna = Visitor(story("- {id: a, open: A}\n- {id: b, open: B, when: {after: a}}"), progress=Progress.of(records))
    assert anna.hears("Hello.") == "b open: B"


def test_stories_are_told_apart() -> None:
    at = NOW.isoformat()
    records = [
        {"story": "s", "event": "a", "kind": "open", "at": at, "turns": 1},
        {"story": "t", "event": "b", "kind": "open", "at": at, "turns": 2},
    ]
    assert [(one.event, one.turns) for one in Progress.of(records, "s").events] == [("a", 3)]
    assert [(one.event, one.turns) for one in Progress.of(records, "t").events] == [("b", 2)]


def test_records_that_were_lost_or_came_twice_do_no_harm() -> None:
    anna = Visitor(HARBOUR)
    for said in (None, "storm", "Hm", "Bye"):
        anna.step(said)
    twice = [dict(record) for record in anna.records for _ in range(2)]
    assert [one.event for one in Progress.of(twice).events] == ["meeting"]
    without_its_opening = Progress.of(anna.records[1:])
    assert without_its_opening.events[0].closed is not None


def test_progress_can_be_stored_as_json() -> None:
    anna = Visitor(HARBOUR)
    for said in (None, "storm", "Hm", "Bye"):
        anna.step(said)
        assert Progress.read(json.loads(json.dumps(anna.progress.data()))) == anna.progress


def test_times_must_say_their_zone() -> None:
    for times in ({"now": NOW.replace(tzinfo=None)}, {"now": NOW, "last": NOW.replace(tzinfo=None)}):
        with pytest.raises(NaiveTime):
            Moment(said=None, language="en", person="anna", name="Yuna", **times)  # type: ignore[arg-type]


_SAID = st.sampled_from([None, "", "Hello.", "storm", "hush", "What?", "폭풍이 무서워", "嵐ですか"])
_PAUSES = st.sampled_from([0, 0, 0, 5, 90, 60 * 13])


@settings(max_examples=200)
@given(st.lists(st.tuples(_SAID, _PAUSES), max_size=40))
def test_no_lines_are_said_twice_and_the_records_always_tell(way: list[tuple[str | None, int]]) -> None:
    anna = Visitor(HARBOUR)
    said: list[tuple[object, ...]] = []
    for text, minutes in way:
        anna.leaves(minutes=minutes)
        step = anna.step(text)
        if step is not None and step.text and step.follow != "hush":
            said.append((step.event, step.kind, step.follow, step.text if step.kind == "talk" else ""))
        assert sum(one.closed is None for one in anna.progress.events) <= 1
    assert len(said) == len(set(said))
    told = Progress.of(anna.records)
    assert [_without_turns(one) for one in told.data()] == [_without_turns(one) for one in anna.progress.data()]
    assert next_step(HARBOUR, told, anna.moment("Hm.")) == next_step(HARBOUR, anna.progress, anna.moment("Hm."))


def _without_turns(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return data without its turns: those after an event was left are counted by the records, and not by `after`."""
    return {key: value for key, value in data.items() if key != "turns"}


# -- the story of the demo


@pytest.mark.parametrize(
    ("language", "likes", "agrees", "question"),
    [
        ("en", "I like games and comics.", "Let's play a game together on Saturday.", "What shall we do this weekend?"),
        ("ko", "나는 축구를 좋아해.", "토요일에 같이 축구하자.", "우리 이번 주말에 뭐 해?"),
    ],
)
def test_the_demo_leads_from_meeting_to_plan_to_memory(language: str, likes: str, agrees: str, question: str) -> None:
    person = Visitor(DEMO, language=language, person="지성", name="유나")
    heard = [person.step(said) for said in (None, likes, ".", ".", ".")]
    assert [step and step.kind for step in heard] == ["open", "talk", "talk", "talk", "close"]
    assert person.step(".") is None
    person.leaves(days=1)
    heard = [person.step(said) for said in (None, agrees, ".", ".", ".")]
    assert [step and (step.event, step.kind) for step in heard] == [
        ("plan", kind) for kind in ("open", "talk", "talk", "talk", "close")
    ]
    assert heard[0] is not None
    assert heard[0].text.startswith("지성, 왔구나!" if language == "ko" else "There you are, 지성!")
    person.leaves(days=1)
    opening, answer = person.step(), person.step(question)
    assert opening is not None
    assert answer is not None
    assert (opening.event, opening.kind, answer.kind, answer.text) == ("weekend", "open", "talk", "")
    assert "지성" in answer.guide


def test_two_people_are_at_different_places_of_one_story() -> None:
    anna, jisung = Visitor(DEMO), Visitor(DEMO, person="지성", language="ko", name="유나")
    anna.step()
    anna.leaves(days=1)  # she left in the middle
    assert anna.hears().startswith("plan open: There you are, anna!")
    assert jisung.hears() == (
        "hello open: 안녕! 우리 처음 보는 거 맞지? 난 유나라고 해.\n"
        "얼마 전에 이 동네로 이사 와서 아는 사람이 거의 없어. 너는 어떤 사람이야? 뭐 하는 걸 좋아해?"
    )
    assert [one.event for one in anna.progress.events] == ["hello", "plan"]
    assert [one.event for one in jisung.progress.events] == ["hello"]
