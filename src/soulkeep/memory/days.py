"""The dates that a language model gives for facts: when one ends, and what is over."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, tzinfo

from soulkeep.memory.statuses import PAST, PLANNED


def over_at(status: str, since: str, until: str, said: datetime | None) -> float | None:
    """Return when a fact is over: a plan after its day, anything else after its last day; None if nobody said.

    Args:
        status: the fact's status, such as `"planned"`.
        since, until: ISO dates.
        said: when it was said; its time zone defines the days.

    Returns:
        Seconds since the epoch.
    """
    if status == PAST:
        return None  # the past doesn't change
    day = end_of(until or (since if status == PLANNED else ""), said.tzinfo if said else None)
    return day.timestamp() if day else None


def end_of(named: str, zone: tzinfo | None) -> datetime | None:
    """Return the moment at which a named day, month or year ends; None for anything that is no date.

    Args:
        named: an ISO date, as precise as is known: 2026, 2026-03 or 2026-03-14.
        zone: the time zone of the date; UTC if unknown.
    """
    if not named:
        return None
    parts = [int(part) for part in named.split("-")]
    year, month, day = (*parts, 1, 1)[:3]
    try:
        if len(parts) == 3:
            after = date(year, month, day) + timedelta(days=1)
        elif len(parts) == 2:
            after = date(year + month // 12, month % 12 + 1, 1)
        else:
            after = date(year + 1, 1, 1)
    except (ValueError, OverflowError):
        return None
    return datetime(after.year, after.month, after.day, tzinfo=zone or UTC)
