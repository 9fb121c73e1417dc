"""What a reply takes from knowledge and the shared past (2). Imported at the first reply that may need it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from soulkeep.episodes.hearing import COURTESIES, hear, understood
from soulkeep.errors import InputError
from soulkeep.experience import Understanding
from soulkeep.relationship import Relationship
from soulkeep.stores.base import Entry, Found

if TYPE_CHECKING:
    from soulkeep.episodes.companion import Consideration


def understanding_of(entry: Entry, writes: bool) -> Understanding | None:
    """What was understood of a turn; None where that changes nothing: no RDF is known, and a model `writes` or it asks
    nothing of the talk itself."""
    said = understood(entry)
    if said is not None or writes:
        return said
    said = hear(entry.text, entry.language)
    return said if said.past is not None or said.utterance in COURTESIES else None


def consider(
    relationship: Relationship,
    entry: Entry,
    said: Understanding | None,
    heard: Found | None,
    now: datetime,
    in_company: bool = False,
) -> Consideration | None:
    """What knowledge and the shared past say to a turn; in company, nothing of the past."""
    if said is None or heard is None:
        return None
    try:
        return relationship.consider(said, entry.text, before=heard.seq, now=now, discreet=in_company)
    except InputError as error:  # a template of the user's own that can't be filled in: memories may still answer
        from soulkeep.episodes.companion import Consideration

        return Consideration(notes=(f"Nothing was said of what is known: {error.message}",))


def is_unclear(said: Understanding | None) -> bool:
    """Whether a question names what the character knows, and the rules still don't see what is asked of it."""
    if said is None or not said.is_question or said.triples or said.past is not None:
        return False
    return bool(said.entities or said.properties)


def refined(relationship: Relationship, said: Understanding, query: str) -> Understanding | None:
    """What the model's wording of a question says, where the question itself said nothing to the rules (2)."""
    if not query or said.triples or not said.is_question:
        return None
    from soulkeep.episodes.understand import understand

    found = understand(query, said.language, relationship.knowledge)
    if not found.triples:
        return None
    named = {name: getattr(found, name) for name in ("triples", "entities", "classes", "properties")}
    return replace(said, asks=found.asks if found.is_question else said.asks, **named)
