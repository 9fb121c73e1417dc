"""The days that a language model reckoned: when something ends, and what is over."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, tzinfo

from soulkeep.memory.statuses import PAST, PLANNED


def over_at(status: str, since: str, until: str, said: datetime | None) -> float | None:
    """When a fact is over: a plan after its day, anything else after the day until which it holds; None if nobody said.

    Args:
        status: how it stands.
        since, until: ISO dates.
        said: when it was said: days are those of that zone.

    Returns:
        Seconds since the epoch.
    """
    if status == PAST:
        return None  # it tells of the past, and that stays so
    day = end_of(until or (since if status == PLANNED else ""), said.tzinfo if said else None)
    return day.timestamp() if day else None


def end_of(named: str, zone: tzinfo | None) -> datetime | None:
    """The moment at which a day, month or year ends; None for no date.

    Args:
        named: an ISO date as fine as it is known: 2026, 2026-03 or 2026-03-14.
        zone: in which the day is one; UTC if that isn't known.
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
