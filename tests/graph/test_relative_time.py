"""Relative time, by the calendar of whoever asks."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest

from soulkeep.lang.calendar import RELATIVE, how_long_ago, relative

NOW = datetime(2026, 5, 8, 18, 30, tzinfo=UTC)  # a Friday


@pytest.mark.parametrize(
    ("now", "then", "when"),
    [
        ("2026-05-11T00:00", "2026-05-10T23:59", "yesterday"),  # a Monday: yesterday was last week
        ("2026-05-11T00:00", "2026-05-09T12:00", "this month"),
        ("2026-05-01T12:00", "2026-04-27T00:00", "this week"),  # a Friday: the week began in another month
        ("2026-05-01T12:00", "2026-04-26T23:59", "this year"),
        ("2026-01-01T12:00", "2025-12-31T12:00", "yesterday"),  # of another year
        ("2026-01-02T12:00", "2025-12-30T12:00", "this week"),
        ("2026-01-02T12:00", "2025-12-20T12:00", "last year"),
        ("2026-01-02T12:00", "2024-12-31T12:00", "earlier"),
        ("2026-05-08T12:00", "2027-05-08T12:00", "today"),  # of a wrong clock
    ],
)
def test_the_calendar_decides(now: str, then: str, when: str) -> None:
    times = [datetime.fromisoformat(text).replace(tzinfo=UTC) for text in (then, now)]
    assert relative(*times) == when
    assert when in RELATIVE


def test_the_zone_of_the_present_decides() -> None:
    then = datetime(2026, 5, 8, 14, 59, tzinfo=UTC)
    assert relative(then, NOW) == "today"
    assert relative(then, NOW.astimezone(timezone(timedelta(hours=9)))) == "yesterday"
    assert relative(then.astimezone(timezone(timedelta(hours=-12))), NOW) == "today"


def test_a_day_of_23_hours_is_a_day() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    now = datetime(2026, 3, 30, 0, 30, tzinfo=berlin)
    assert relative(datetime(2026, 3, 29, 0, 30, tzinfo=berlin), now) == "yesterday"
    assert relative(datetime(2026, 3, 28, 23, 59, tzinfo=berlin), now) == "this month"


@pytest.mark.parametrize(
    ("back", "words"),
    [
        (timedelta(seconds=119), "a moment ago"),
        (timedelta(minutes=2), "2 minutes ago"),
        (timedelta(minutes=59, seconds=59), "59 minutes ago"),
        (timedelta(minutes=60), "an hour ago"),
        (timedelta(minutes=119), "an hour ago"),
        (timedelta(minutes=120), "2 hours ago"),
        (timedelta(minutes=-5), "a moment ago"),
        (timedelta(hours=19), "yesterday"),
    ],
)
def test_how_long_ago_in_words(back: timedelta, words: str) -> None:
    assert how_long_ago(NOW - back, NOW, "en") == words


def test_how_long_ago_in_korean_and_in_a_language_without_words() -> None:
    assert how_long_ago(NOW - timedelta(minutes=5), NOW, "ko") == "5분 전"
    assert how_long_ago(NOW - timedelta(minutes=5), NOW, "fi") == "5 minutes ago"
