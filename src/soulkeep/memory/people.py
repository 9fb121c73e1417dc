"""What a person is called, apart from their id, and where their clock stands."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from soulkeep.errors import InputError
from soulkeep.lang.validity import require_name
from soulkeep.stores.base import Entry, Found, PartitionKey, Store
from soulkeep.types.records import LIVED, PERSON, Person

_ID = "soulkeep/person"
"""Id of the memory that holds it: there is one facing each person."""


def person_of(store: Store, key: PartitionKey) -> Person:
    """What was said of whom a character faces."""
    place = place_of(store, key)
    if place is None:
        return Person()
    data = place.entry.details[PERSON]
    return Person(name=data.get("name", ""), zone=data.get("zone", ""))


def place_of(store: Store, key: PartitionKey) -> Found | None:
    """Where that is stored; None if nobody said anything."""
    place = store.find(key, _ID) if key.person is not None else None
    return place if place is not None and place.entry.kind == PERSON else None


def called(store: Store, key: PartitionKey) -> str:
    """What the person is called; "" if nobody said."""
    return person_of(store, key).name


def data_of(about: Person) -> dict[str, Any]:
    """As it is stored."""
    return {PERSON: {name: value for name, value in (("name", about.name), ("zone", about.zone)) if value}}


def clock_of(about: Person) -> ZoneInfo | None:
    """Where a person's clock stands; None if nobody said."""
    return ZoneInfo(about.zone) if about.zone else None


def entry_of(about: Person, now: float) -> Entry:
    """As a row to be stored."""
    return Entry(
        id=_ID,
        kind=PERSON,
        text=about.name or about.zone,
        source=LIVED,
        stored=now,
        accessed=now,
        importance=1.0,
        language="en",
        pinned=1,
        details=data_of(about),
    )


def require_zone(name: str) -> str:
    """Return the name of a time zone, or raise `InputError`."""
    require_name(name, "zone")
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise InputError(f"There is no time zone {name!r:.60}.", hint='Give one such as "Europe/Berlin".') from None
    return name
