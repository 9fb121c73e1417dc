"""Prospective memory: plans and dates come up when their time has come."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest

import soulkeep

SUNDAY = datetime(2026, 5, 10, 18, tzinfo=UTC)
TUESDAY = datetime(2026, 5, 12, 8, tzinfo=UTC)

PLANS = [
    ("en", "I have a job interview on Tuesday."),
    ("en", "Remind me: the dentist is on May 12."),
    ("en", "We're moving in two days!"),
    ("de", "Am Dienstag habe ich ein Vorstellungsgespräch."),
    ("fr", "J'ai un entretien mardi prochain."),
    ("es", "Tengo una entrevista el martes."),
    ("ko", "화요일에 면접이 있어."),
    ("ja", "火曜日に面接があります。"),
    ("zh", "我星期二有面试。"),
]


BY_THE_WAY = {"ko": "어제 비가 왔어.", "ja": "昨日は雨でした。", "zh": "昨天下雨了。"}


@pytest.mark.parametrize(("language", "text"), PLANS)
def test_comes_up_on_its_day(language: str, text: str) -> None:
    clock = soulkeep.ManualClock(SUNDAY)
    with soulkeep.open(":memory:", clock=clock) as keep:
        npc = keep.character("npc", language=language)
        npc.observe(text, person="anna", id="plan")
        npc.observe(
            {"ko": "어제 비가 왔어.", "ja": "昨日は雨でした。", "zh": "昨天下雨了。"}.get(language, "Hm."),
            person="anna",
        )
        assert npc.due(person="anna", within=timedelta(0)) == []
        clock.advance(TUESDAY - SUNDAY)
        found = npc.due(person="anna", within=timedelta(0))
        assert [item.memory.id for item in found] == ["plan"]
        assert found[0].start.date() == TUESDAY.date()
        assert npc.due(person="boris") == []
        clock.advance(timedelta(days=4))
        assert npc.due(person="anna") == []


def test_what_is_over_or_forgotten_or_was_never_ahead_is_not_due() -> None:
    clock = soulkeep.ManualClock(TUESDAY)
    with soulkeep.open(":memory:", clock=clock) as keep:
        npc = keep.character("npc")
        npc.observe("I went to the dentist yesterday.", person="anna")
        npc.observe("On 3 May 2025 I will marry.", person="anna", time=TUESDAY - timedelta(days=500), id="old")
        npc.observe("Tomorrow I have an exam.", person="anna", id="exam")
        assert [item.memory.id for item in npc.due(person="anna")] == ["exam"]
        npc.forget("exam", person="anna")
        assert npc.due(person="anna") == []


def test_days_are_those_of_the_person(tmp_path: object) -> None:
    seoul = ZoneInfo("Asia/Seoul")
    with soulkeep.open(":memory:") as keep:
        npc = keep.character("npc")
        npc.observe("내일 면접이 있어.", person="anna", time=datetime(2026, 5, 11, 0, 30, tzinfo=seoul))
        at = datetime(2026, 5, 11, 16, tzinfo=UTC)  # 12 May in Seoul
        [item] = npc.due(person="anna", within=timedelta(0), time=at.astimezone(seoul))
        assert item.start == datetime(2026, 5, 12, tzinfo=seoul)
        assert item.expression == "내일"


def test_the_sooner_first() -> None:
    with soulkeep.open(":memory:", clock=soulkeep.ManualClock(SUNDAY)) as keep:
        npc = keep.character("npc")
        npc.observe("I will see the dentist on Wednesday.", person="anna", id="dentist")
        npc.observe("I have an exam tomorrow.", person="anna", id="exam")
        assert [item.memory.id for item in npc.due(person="anna", within=timedelta(days=7))] == ["exam", "dentist"]


def test_an_answer_that_quotes_what_was_said_is_no_plan() -> None:
    with soulkeep.open(":memory:", clock=soulkeep.ManualClock(SUNDAY)) as keep:
        npc = keep.character("npc", name="Mara")
        npc.observe("I live in Bergen with my dog Rufus.", person="anna", id="dog")
        told = npc.reply("What is my dog called?", person="anna")
        assert told.references
        dues = {item.memory.id for item in npc.due(person="anna", within=timedelta(days=7))}
        assert told.said not in dues


@pytest.mark.parametrize(
    ("told", "asked", "is_due"),
    [
        ((datetime(2026, 12, 31, 20, tzinfo=UTC), -12), datetime(2027, 1, 1, 9, tzinfo=UTC), True),
        ((datetime(2026, 12, 30, 20, tzinfo=UTC), 14), datetime(2026, 12, 31, 9, tzinfo=UTC), True),
        ((datetime(2026, 12, 29, 20, tzinfo=UTC), 0), datetime(2026, 12, 31, 9, tzinfo=UTC), False),
    ],
)
def test_the_turn_of_the_year_is_that_of_the_teller(told: tuple[datetime, int], asked: datetime, is_due: bool) -> None:
    """Also where the year in which it is asked is another."""
    time, hours = told
    with soulkeep.open(":memory:", clock=soulkeep.ManualClock(asked)) as keep:
        npc = keep.character("npc")
        local = time.astimezone(timezone(timedelta(hours=hours)))
        npc.observe("Tomorrow I will see the dentist.", person="anna", time=local)
        assert bool(npc.due(person="anna", within=timedelta(hours=6))) is is_due


@pytest.mark.parametrize(("within", "count"), [(0, 0), (237, 0), (238, 1), (365, 1)])
def test_what_comes_next_year_is_due_in_time(within: int, count: int) -> None:
    with soulkeep.open(":memory:", clock=soulkeep.ManualClock(SUNDAY)) as keep:
        npc = keep.character("npc")
        npc.observe("On 3 January 2027 I will see the dentist.", person="anna")
        assert len(npc.due(person="anna", within=timedelta(days=within))) == count
