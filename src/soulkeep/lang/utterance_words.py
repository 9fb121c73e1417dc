"""The patterns of one language, from its pack, of how people greet, ask, agree, refuse and judge.

They match lower-case text with straight apostrophes and single blanks; the first matching entry of a table counts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from soulkeep.lang.pack import subject

NEVER = r"(?!)"
"""A pattern that matches nothing."""

_PART = re.compile(r"\{([a-z_]+)\}")


@dataclass(frozen=True, slots=True)
class Words:
    """The patterns of one language; `packs/schema.toml` tells what each is."""

    acts: tuple[tuple[str, str], ...]
    asked: tuple[tuple[str, str], ...]
    starts: str = ""
    stop: str = r"(?![\w'’-])"
    indefinite: str = NEVER
    plain: str = NEVER
    exclaims: str = NEVER
    requests: tuple[tuple[str, str], ...] = ()
    inverted: str = NEVER
    final: bool = False
    before: str = ""
    opens: str = NEVER
    bare: tuple[str, ...] = ()
    subjects: str = NEVER
    embeds: str = NEVER
    whether: str = NEVER
    subordinate: str = NEVER
    tags: str = NEVER
    sure_tags: tuple[str, ...] = ()
    joins: tuple[str, ...] = ("and",)
    between: str = r" "
    memories: str = NEVER
    situ: str = "please"
    attributes: str = NEVER
    told: str = NEVER
    closed: str = NEVER
    requesting: str = NEVER
    lists: str = NEVER
    topic: str = NEVER
    names: str | None = None


def words_of(language: str) -> Words | None:
    """Return the patterns of a language; None if its pack has none."""
    data = subject("utterances", language)
    if not data:
        return None
    parts: Mapping[str, str] = data.get("parts", {})
    return Words(**{name: _filled(value, parts) for name, value in data.items() if name != "parts"})


def _filled(value: Any, parts: Mapping[str, str]) -> Any:
    """Return patterns with their parts in place of `{name}`, and lists as tuples."""
    if isinstance(value, list):
        return tuple(_filled(one, parts) for one in value)
    return _PART.sub(lambda slot: parts[slot[1]], value) if isinstance(value, str) else value
