"""Dates in words, for the index and for display, and how long ago they are."""

from __future__ import annotations

from datetime import datetime

from soulkeep.lang.pack import subject, wording


def date_words(time: datetime, language: str) -> str:
    """Return the words by which a date is found: weekday, day, month and year; in English as a last resort."""
    days = wording("calendar", "weekdays", language).split()
    return f"{days[time.weekday()]} {human_date(time, language)}"


def human_date(time: datetime, language: str) -> str:
    """Return a date as people write it, such as "8 May 2023" or "2023년 5월 8일"."""
    months = wording("calendar", "months", language)
    date = subject("calendar", language).get("date", "{d} {month} {y}")
    return str(date.format(d=time.day, m=time.month, month=months.split()[time.month - 1], y=time.year))


def ago(time: datetime, now: datetime, language: str) -> str:
    """Return how long ago a time is, in calendar days of the zone of `now`; in English for unknown languages."""
    words: list[str] = wording("calendar", "ago", language)
    then = time.astimezone(now.tzinfo)
    days = (now.date() - then.date()).days
    months = (now.year - then.year) * 12 + now.month - then.month
    if days < 0:
        return words[9]
    if days < 2:
        return words[days]
    if days < 7:
        return words[2].format(days)
    if days < 14:
        return words[3]
    if days < 31:
        return words[4].format(days // 7)
    if months == 1:
        return words[5]
    if months < 12:
        return words[6].format(months)
    return words[7] if now.year - then.year == 1 else words[8].format(now.year - then.year)
