"""Calendar words: four times of day, and today … last year (2, section 2.1), in the person's time zone."""

from __future__ import annotations

from datetime import datetime, timedelta

from soulkeep.lang.date_words import ago
from soulkeep.lang.pack import wording

DAYPARTS = ("morning", "noon", "afternoon", "evening")
RELATIVE = ("today", "yesterday", "this week", "this month", "this year", "last year", "earlier")


def daypart(time: datetime) -> str:
    """Return the time of day: morning from 4, noon from 11, afternoon from 14, evening from 18 o'clock."""
    if 4 <= time.hour < 11:
        return "morning"
    if 11 <= time.hour < 14:
        return "noon"
    return "afternoon" if 14 <= time.hour < 18 else "evening"


def relative(time: datetime, now: datetime) -> str:
    """Return how far back a time is, by the calendar in the time zone of `now`; weeks begin on Monday.

    A time in the future, from a wrong clock, counts as today.
    """
    then = time.astimezone(now.tzinfo).date()
    today = now.date()
    if then >= today:
        return "today"
    if then == today - timedelta(days=1):
        return "yesterday"
    if then >= today - timedelta(days=today.weekday()):
        return "this week"
    if (then.year, then.month) == (today.year, today.month):
        return "this month"
    if then.year == today.year:
        return "this year"
    return "last year" if then.year == today.year - 1 else "earlier"


def how_long_ago(time: datetime, now: datetime, language: str) -> str:
    """Return in words how long ago a time is: on the same day in minutes or hours, else in calendar days."""
    minutes = int((now - time).total_seconds() // 60)
    if relative(time, now) != "today" or minutes >= 12 * 60:
        return ago(time, now, language)
    said: list[str] = wording("calendar", "short", language)
    moment, some, hour, hours = said
    if minutes < 2:
        return moment
    if minutes < 60:
        return some.format(minutes)
    return hour if minutes < 120 else hours.format(minutes // 60)
