"""What there is to say to an input from what the character knows and the past of the two."""

from __future__ import annotations

from datetime import datetime

from soulkeep.character.relationship import Relationship
from soulkeep.graph.episodes.companion import Companion, Consideration
from soulkeep.graph.episodes.past import Past
from soulkeep.types.episodes import Understanding
from soulkeep.types.records import TURN

_RECENT = 50
"""Turns that are looked at for a greeting."""


def consider(
    relationship: Relationship,
    said: Understanding,
    text: str,
    *,
    before: int,
    now: datetime,
    discreet: bool = False,
) -> Consideration:
    """Look for answers and remarks to an input.

    Args:
        relationship: who faces whom.
        said: what was understood of the input.
        text: the input.
        before: its sequence number.
        now: the present, in the person's time zone.
        discreet: others hear the answer: nothing is told of the past.
    """
    knowledge, settings = relationship.knowledge, relationship.settings
    past = _recent(relationship) if knowledge is None and said.past is None else relationship.past()
    if past is None:  # the two have never spoken: it is a rehearsal
        past = Past(0, relationship.own_names, knowledge, settings, person=relationship.person)
    with past.lock:
        companion = Companion(
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


def _recent(relationship: Relationship) -> Past | None:
    """The latest of the past: enough to greet by, where nothing is known to look for in all of it."""
    last = relationship.runtime.store.last(relationship.key, _RECENT, kind=TURN)
    if not last:
        return None
    past = Past(last[0].partition, relationship.own_names, None, relationship.settings, person=relationship.person)
    past.log.take_in(place for place in last if place.entry.forgotten is None)
    return past
