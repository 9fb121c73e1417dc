"""Excerpts of turns that are too long to come to mind whole, such as pasted books, by whose passages they are found."""

from __future__ import annotations

from soulkeep.memory.entries import derived
from soulkeep.stores.rows import Entry, PlacedEntry
from soulkeep.types.records import EXCERPT, TURN, WHOLE


def excerpts(place: PlacedEntry, *, words: int, now: float) -> list[Entry]:
    """Return the excerpts of a turn, verbatim and in order; none if it comes to mind whole.

    Args:
        place: the turn.
        words: desired number of words in an excerpt.
        now: seconds since the epoch.
    """
    turn = place.entry
    if turn.kind != TURN or len(turn.text) <= WHOLE:
        return []
    from soulkeep.importers.documents import passages  # its patterns take long to compile

    made: list[Entry] = []
    for passage in passages(turn.text, words=words):
        details: dict[str, object] = {"turns": [turn.id]}
        if turn.forgotten is not None:
            details["along"] = True
        excerpt = derived(
            EXCERPT, passage.text, turn, base=place.seq, importance=turn.importance, details=details, now=now
        )
        excerpt.speaker, excerpt.session, excerpt.heading = turn.speaker, turn.session, passage.heading
        excerpt.source = turn.source
        excerpt.forgotten = turn.forgotten
        made.append(excerpt)
    return made
