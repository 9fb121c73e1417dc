"""Questions that place a time by an event: "before the move", "이사 전에"."""

from __future__ import annotations

from typing import NamedTuple

from soulkeep.lang.pack import pattern, subject


class Anchor(NamedTuple):
    """An event that a question places a time by, in its words, and the side: -1 before it, 1 after it."""

    event: str
    side: int


def anchor(text: str, language: str) -> Anchor | None:
    """Return the event by which a question places its time; None if there is none, or the language isn't covered."""
    anchors = pattern("questions", "anchor", language)
    match = None if anchors is None else anchors.search(text.casefold())
    if match is None:
        return None
    return Anchor(match["event"].strip(), -1 if match["word"] in subject("questions", language)["before"] else 1)
