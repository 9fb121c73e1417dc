"""Entries (key and value) in a description, such as "Age: 25": the topic of each, and how the character says it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from soulkeep.lang.pack import saying, subject, wording
from soulkeep.lang.particles import attached
from soulkeep.reply.self_questions import (
    AGE,
)

_KEYED = re.compile(r"\W*+(?P<key>[^.!?。！？:：]{1,24}?)\s*+[:：]\s*(?P<value>.+)", re.DOTALL)
_EITHER = re.compile(r"\[([^\[\]|]*)\|([^\[\]|]*)\]")

_PLIST = re.compile(r"\s*+\[(?>[^\[\]\n]*?[^\[\];:：\n][:：])[^\[\];\n]*+;[^\[\]\n]*+\]\s*+")
_PLIST_ENTRY = re.compile(r"[^\[\];\s][^\[\];]*")
_CARD_ENTRY = re.compile(r"[^\W\d_][\w ]{0,30}\s*\(\s*\"[^\"]*\"(?:\s*[+,]\s*\"[^\"]*\")*\s*\)")


class PersonaEntry(NamedTuple):
    """A key and its value.

    Attributes:
        topic: a topic of `self_questions`; None if the key is of none.
        key, value: as written.
    """

    topic: str | None
    key: str
    value: str


@lru_cache(maxsize=1024)
def entry_of(line: str) -> PersonaEntry | None:
    """Return the entry on a line of a list; None if the line isn't one."""
    match = _KEYED.fullmatch(line)
    if match is None:
        return None
    key = " ".join(match["key"].replace("_", " ").lower().strip("*_ ").split())
    topic = next((topic for topic, keys in _keys() if keys.fullmatch(key)), None)
    return PersonaEntry(topic, match["key"], match["value"].strip(" \t\n.。;*_"))


@lru_cache(maxsize=1)
def _keys() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return patterns of keys by topic, for all languages at once, as a description may mix them."""
    called: dict[str, list[str]] = {}
    for language in saying("persona", "keys"):
        for topic, names in subject("persona", language)["keys"]:
            called.setdefault(topic, []).append(names)
    return tuple((topic, re.compile("|".join(names))) for topic, names in called.items())


def in_own_words(entry: PersonaEntry, language: str, *, polite: bool) -> str | None:
    """Return an entry as the character says it of itself; None if it is better quoted."""
    said = subject("persona", language)
    way = None if entry.topic is None else said.get("told", {}).get(entry.topic)
    if way is None or not entry.value or re.search(r"[.!?。！？:：()\[\]{}]", entry.value):
        return None
    value = entry.value.split(", ")[0] if entry.topic == AGE else entry.value  # one number is enough
    if entry.topic == AGE and value.isdigit():
        value = (said.get("years") or wording("amounts", "old", language)).format(value)
    joining = subject("joining", language).get("and", "")
    if joining.startswith(" "):
        first, comma, last = value.rpartition(", ")
        value = f"{first}{joining}{last}" if comma and joining not in value else value
    before, _, after = _EITHER.sub(lambda match: match[2 if polite else 1], way).partition("{}")
    return before + attached(value, after)


def entries_in(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of the entries in a character card that has several on a line, "[Age: 25; Likes: rain]" or
    'Age("25") Likes("rain" + "tea")'; nothing for any other text."""
    listed = _PLIST.fullmatch(text)
    entries = list((_PLIST_ENTRY if listed else _CARD_ENTRY).finditer(text))
    if listed is None and len(entries) < 2:
        return
    for match in entries:
        yield match.start(), match.start() + len(match[0].rstrip())
