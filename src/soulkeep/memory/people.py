"""A person's name, where it differs from their id, and their time zone."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from soulkeep.character.relationship import Relationship
from soulkeep.errors import IdConflict, InputError, StoreBusy
from soulkeep.lang.validity import require_name, require_new_name
from soulkeep.search.index import index
from soulkeep.stores.base import Store
from soulkeep.stores.rows import Entry, PartitionKey, PlacedEntry
from soulkeep.types.records import LIVED, PERSON, Person, Recall

ABOUT_PERSON = "soulkeep/person"
"""Id of the memory that holds it: there is one facing each person."""

_TRIES = 5


def introduce(relationship: Relationship, *, name: str | None, zone: str | None) -> Person:
    """Set what the person is called and their time zone. Arguments left out stay as they are.

    Args:
        relationship: who faces whom.
        name: what they are called.
        zone: their time zone, such as "Europe/Berlin".

    Returns:
        What is known about the person then.
    """
    if name is not None:
        require_new_name(name, "name")
    if zone is not None:
        require_zone(zone)
    if relationship.person is None:
        raise InputError("Nobody in particular has a name.", hint="Give person=.")
    runtime = relationship.runtime
    for _ in range(_TRIES):
        before = person_of(runtime.store, relationship.key)
        said = Person(name=before.name if name is None else name, zone=before.zone if zone is None else zone)
        if said == before:
            return before
        place = place_of(runtime.store, relationship.key)
        if place is not None:
            runtime.store.update(place.partition, [place.seq], {"details": data_of(said)}, at=relationship.now())
            return said
        entry = entry_of(said, relationship.now())
        index([entry], runtime.embeddings.embedder)
        try:
            runtime.store.append(relationship.key, [entry], runtime.embeddings.cache.space)
        except IdConflict:  # another process did it meanwhile
            continue
        return said
    raise StoreBusy("What is known of this person kept being changed by others.", hint="Try again.")


def person_of(store: Store, key: PartitionKey) -> Person:
    """Return what was set about the person that a character faces."""
    return person_in(place_of(store, key), key)


def person_in(place: PlacedEntry | None, key: PartitionKey) -> Person:
    """Return what a memory says about the person that a character faces; empty if it isn't the memory that holds
    this."""
    if place is None or key.person is None or place.entry.kind != PERSON:
        return Person()
    data = place.entry.details[PERSON]
    return Person(name=data.get("name", ""), zone=data.get("zone", ""))


def place_of(store: Store, key: PartitionKey) -> PlacedEntry | None:
    """Return the memory that holds what was set about the person, with its place; None if nothing was set."""
    place = store.find(key, ABOUT_PERSON) if key.person is not None else None
    return place if place is not None and place.entry.kind == PERSON else None


def called(store: Store, key: PartitionKey) -> str:
    """Return the person's name; "" if nobody gave it."""
    return person_of(store, key).name


def names_of_people(store: Store, character: str, recall: Recall) -> dict[str, str]:
    """Return the names of the people whose memories a recall holds, by their ids."""
    people = {hit.memory.person for hit in recall.hits if hit.memory.person is not None}
    return {person: name for person in people if (name := called(store, PartitionKey(character, person)))}


def data_of(about: Person) -> dict[str, Any]:
    """Return a person's data as JSON to be stored."""
    return {PERSON: {name: value for name, value in (("name", about.name), ("zone", about.zone)) if value}}


def clock_of(about: Person) -> ZoneInfo | None:
    """Return a person's time zone; None if unknown."""
    return ZoneInfo(about.zone) if about.zone else None


def entry_of(about: Person, now: float) -> Entry:
    """Return a person's data as a row to be stored."""
    return Entry(
        id=ABOUT_PERSON,
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
    """Return a time zone's name if it is valid, or raise `InputError`."""
    require_name(name, "zone")
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise InputError(f"There is no time zone {name!r:.60}.", hint='Give one such as "Europe/Berlin".') from None
    return name
