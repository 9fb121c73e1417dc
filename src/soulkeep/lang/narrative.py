"""Telling several memories as one chronological text, in their own words (5: preserve the times, add nothing)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from soulkeep.lang.date_words import ago, human_date
from soulkeep.lang.pack import wording
from soulkeep.lang.quoting import is_quoted, quoted


class Narrated(NamedTuple):
    """A memory as a narrative needs it: who said it (or where it is written), when, and its words.

    Nobody said a derived memory: it is `learnt`, and `ended` if it no longer holds.
    """

    text: str
    time: datetime | None
    who: str | None
    where: str
    learnt: bool = False
    ended: bool = False


def narrate(memories: Sequence[Narrated], language: str, now: datetime) -> str:
    """Return memories as one text, a paragraph per day, oldest first; learnt or undated ones come before all others.

    Args:
        memories: in any order; those of the same time keep theirs.
        language: the language of the connecting words, ISO 639-1; English if it isn't covered.
        now: the present, in the listener's time zone; days are those of this zone.
    """
    said = wording("phrases", "narrative", language)
    paragraphs: dict[str, list[str]] = {}
    for memory in sorted(
        memories, key=lambda told: (told.time is not None, (told.time and told.time.timestamp()) or 0.0)
    ):
        words = " ".join(memory.text.split())
        quote = words if memory.learnt and is_quoted(words) else quoted(words, language)
        heading = said["undated"]
        if memory.time is not None:
            then = memory.time.astimezone(now.tzinfo)
            heading = said["day"].format(date=human_date(then, language), ago=ago(then, now, language))
        line = said["read"].format(where=" ".join(memory.where.split()), quote=quote)
        if memory.learnt:
            line = said["ended" if memory.ended else "learnt"].format(quote=quote)
        elif memory.who is not None:
            line = said["said"].format(who=" ".join(memory.who.split()), quote=quote)
        paragraphs.setdefault(heading, []).append(line)
    return "\n\n".join(f"{heading} {' '.join(lines)}" for heading, lines in paragraphs.items())
