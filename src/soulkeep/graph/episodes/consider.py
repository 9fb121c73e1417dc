"""Looks for what there is to say to an input, from the character's knowledge and the past with the person."""

from __future__ import annotations

from datetime import datetime

from soulkeep.character.relationship import Relationship
from soulkeep.graph.episodes.companion import Companion
from soulkeep.graph.episodes.consideration import Consideration
from soulkeep.graph.episodes.past import Past
from soulkeep.graph.knowledge import Knowledge
from soulkeep.types.episodes import Understanding
from soulkeep.types.records import TURN

_RECENT = 50
"""Number of the latest turns that are read for a greeting."""


def consider(
    relationship: Relationship,
    said: Understanding,
    text: str,
    *,
    before: int,
    now: datetime,
    discreet: bool = False,
) -> Consideration:
    """Return answers and remarks to an input.

    Args:
        relationship: who faces whom.
        said: the input's understanding.
        text: the input.
        before: the input's sequence number.
        now: the present time, in the person's time zone.
        discreet: whether others hear the answer, so that nothing is told about the past.
    """
    knowledge, settings = relationship.knowledge, relationship.settings
    past = _recent(relationship) if knowledge is None and said.past is None else relationship.past()
    if past is None:  # the two have never spoken: the past is empty
        past = Past(0, relationship.own_names, knowledge, settings, person=relationship.person)
    with past.lock:
        companion = _companion(knowledge)(
            past,
            relationship.runtime.graph_cache.templates,
            settings,
            person=relationship.person,
            name=relationship.row.name,
            before=before,
            now=now,
            discreet=discreet,
        )
        return companion.consider(said, text)


def _companion(knowledge: Knowledge | None) -> type[Companion]:
    """Return the companion for what a character knows."""
    if knowledge is None:
        return Companion
    from soulkeep.graph.episodes.knowing import KnowingCompanion  # with all that reads and tells RDF

    return KnowingCompanion


def _recent(relationship: Relationship) -> Past | None:
    """Return the latest part of a past, which is enough for a greeting, where no knowledge needs all of it."""
    last = relationship.runtime.store.last(relationship.key, _RECENT, kind=TURN)
    if not last:
        return None
    past = Past(last[0].partition, relationship.own_names, None, relationship.settings, person=relationship.person)
    past.log.take_in(place for place in last if place.entry.forgotten is None)
    return past
