"""Questions that place a time by an event: "before the move", "이사 전에"."""

from __future__ import annotations

from typing import NamedTuple

from soulkeep.lang.pack import pattern, subject


class Anchor(NamedTuple):
    """An event that a time is placed by, in the question's words, and on which side of it: -1 before, 1 after."""

    event: str
    side: int


def anchor(text: str, language: str) -> Anchor | None:
    """The event that a question places its time by; None if there is none, or the language isn't known here."""
    anchors = pattern("questions", "anchor", language)
    match = None if anchors is None else anchors.search(text.casefold())
    if match is None:
        return None
    return Anchor(match["event"].strip(), -1 if match["word"] in subject("questions", language)["before"] else 1)
