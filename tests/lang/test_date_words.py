"""Dates in words, by calendar days of whoever asks."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from soulkeep.lang.date_words import ago, date_words, human_date

MAY = datetime(2023, 5, 8, 23, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("language", "date", "weekday"),
    [
        ("en", "8 May 2023", "Monday"),
        ("de", "8. Mai 2023", "Montag"),
        ("fr", "8 mai 2023", "lundi"),
        ("es", "8 de mayo de 2023", "lunes"),
        ("ru", "8 мая 2023", "понедельник"),
        ("ko", "2023년 5월 8일", "월요일"),
        ("ja", "2023年5月8日", "月曜日"),
        ("zh", "2023年5月8日", "星期一"),
        ("xx", "8 May 2023", "Monday"),
    ],
)
def test_dates(language: str, date: str, weekday: str) -> None:
    assert human_date(MAY, language) == date
    assert date_words(MAY, language) == f"{weekday} {date}"


@pytest.mark.parametrize(
    ("days", "words"),
    [
        (0, "today"), (1, "yesterday"), (3, "3 days ago"), (8, "last week"), (20, "2 weeks ago"), (45, "last month"),
        (100, "3 months ago"), (400, "last year"), (1000, "3 years ago"), (-2, "still to come"),
    ],
)  # fmt: skip
def test_ago(days: int, words: str) -> None:
    now = datetime(2026, 6, 15, 12, tzinfo=UTC)
    assert ago(now - timedelta(days=days), now, "en") == words


def test_yesterday_begins_at_the_askers_midnight() -> None:
    seoul = timezone(timedelta(hours=9))
    now = datetime(2023, 5, 9, 10, tzinfo=seoul)
    assert ago(MAY, now, "ko") == "오늘"  # half past eight in the morning there
    assert ago(MAY, now.astimezone(UTC), "en") == "yesterday"


def test_every_language_has_every_word() -> None:
    now = datetime(2026, 6, 15, 12, tzinfo=UTC)
    for language in ("en", "de", "fr", "es", "ko", "ja", "zh"):
        said = {ago(now - timedelta(days=days), now, language) for days in (-1, 0, 1, 3, 8, 20, 45, 100, 400, 1000)}
        assert len(said) == 10
