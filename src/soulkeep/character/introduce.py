"""What a person is called, and where their clock stands, as the caller says it."""

from __future__ import annotations

from soulkeep.character.relationship import Relationship
from soulkeep.errors import IdConflict, InputError, StoreBusy
from soulkeep.memory.people import data_of, entry_of, person_of, place_of
from soulkeep.search.index import index
from soulkeep.types.records import Person

_TRIES = 5


def introduce(relationship: Relationship, *, name: str | None, zone: str | None) -> Person:
    """Change what is given; what is known then.

    Args:
        relationship: who faces whom.
        name, zone: as in `Person`; None leaves them.
    """
    if relationship.person is None:
        raise InputError("Nobody in particular has a name.", hint="Give person=.")
    parts = relationship.runtime
    for _ in range(_TRIES):
        known = person_of(parts.store, relationship.key)
        said = Person(name=known.name if name is None else name, zone=known.zone if zone is None else zone)
        if said == known:
            return known
        place = place_of(parts.store, relationship.key)
        if place is not None:
            parts.store.update(place.partition, [place.seq], {"details": data_of(said)}, at=relationship.now())
            return said
        entry = entry_of(said, relationship.now())
        index([entry], parts.embeddings.embedder)
        try:
            parts.store.append(relationship.key, [entry], parts.embeddings.cache.space)
        except IdConflict:  # somebody else did it meanwhile
            continue
        return said
    raise StoreBusy("What is known of this person kept being changed by others.", hint="Try again.")
