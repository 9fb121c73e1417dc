"""Records that lists consist of: characters, conversations, worlds, and changes of a memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from soulkeep.types.records import Mood


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """The profile of a character.

    Attributes:
        id: the id that the caller chose.
        name: what it is called.
        description: who it is, as prompts tell it.
        language: the language of its memories, ISO 639-1; None if each text's is detected.
        temperament: the mood that it drifts back to.
        worlds: names of the worlds whose lore it has read.
    """

    id: str
    name: str
    description: str = ""
    language: str | None = None
    temperament: Mood = field(default_factory=Mood)
    worlds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A change of a memory.

    Attributes:
        at: when, timezone-aware.
        what: `"stored"`, `"amended"` (its text was corrected), `"forgotten"`, `"restored"`, `"pinned"`, `"unpinned"`,
            `"rated"`, `"used"` (in a reply), `"superseded"` (another stands in its place), `"reinstated"` (none does
            any more), `"ended"` (what it says holds no longer, or until another time), or `"confirmed"` (of a fact: it
            rests on other turns now, or is more or less sure).
        before, after: old and new values, named as in `Memory` (for a fact, as in `Fact`). `"stored"` has no before,
            `"used"` neither.
    """

    at: datetime
    what: str
    before: Mapping[str, Any] = field(default_factory=dict)
    after: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class WorldStats:
    """The contents of a world, in numbers.

    Attributes:
        name: the world's.
        memories: how many passages.
        forgotten: how many of these are forgotten.
        sources: how many come from each knowledge source.
        readers: ids of the characters that read it.
    """

    name: str
    memories: int = 0
    forgotten: int = 0
    sources: Mapping[str, int] = field(default_factory=dict)
    readers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """A conversation.

    Attributes:
        id: as given with its turns.
        turns: number of turns, including forgotten ones.
        began, ended: when its earliest and its latest turn happened, timezone-aware; None if unknown.
        summary: the texts of its summaries, one per line, as far as it was condensed.
    """

    id: str
    turns: int
    began: datetime | None = None
    ended: datetime | None = None
    summary: str | None = None
