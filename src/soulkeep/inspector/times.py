"""Times in words, on the inspector's pages."""

from __future__ import annotations

from datetime import datetime

from soulkeep.lang.date_words import ago, human_date


def time_in_words(time: datetime, now: datetime, language: str) -> str:
    """Return a time in words, in this machine's zone: "9:15" if today, "yesterday 9:15", "3 days ago", or a date."""
    then, present = time.astimezone(), now.astimezone()
    days = (present.date() - then.date()).days
    clock = f"{then:%H:%M}"
    if days == 0:
        return clock
    if days == 1:
        return f"{ago(then, present, language)} {clock}"
    if 1 < days < 7:
        return ago(then, present, language)
    return human_date(then, language)


def exact(time: datetime, language: str) -> str:
    """Return a time in full, to the second, in this machine's zone."""
    then = time.astimezone()
    return f"{human_date(then, language)}, {then:%H:%M:%S}"
