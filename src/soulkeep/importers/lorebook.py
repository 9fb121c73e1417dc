"""Lorebooks: facts about a world, entry by entry, each with the keywords that activate it.

It reads SillyTavern's World Info, the `character_book` of cards, and NovelAI's and Agnai's files.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from soulkeep.errors import BadFile
from soulkeep.importers.fields import LeftOut, as_name, first_text, text_in, texts_in
from soulkeep.importers.macros import filled
from soulkeep.lang.language import detect
from soulkeep.lang.pack import wording

_TITLES = ("comment", "name", "displayName")
_KEYS = ("key", "keys", "keywords")
_TEXTS = ("content", "text", "entry")
_LONGEST_TITLE = 95
"""Characters beyond which a line isn't recognised as a heading."""

_DECORATOR = re.compile(r"\A(?:\s*@@[^\n]*(?:\n|\Z))+")
"""Lines at the beginning of an entry that say how to put it into a prompt."""
_PATTERN = re.compile(r"/.*/[a-z]*\Z", re.DOTALL)

"""Lore is known to the character whomever it faces: so the person is called in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lore:
    """An entry of a lorebook.

    Attributes:
        title: one line; may be empty.
        keys: the keywords that activate it.
        text: verbatim, including macros.
    """

    title: str
    keys: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Lorebook:
    """A lorebook.

    Attributes:
        name: its name in the file; may be empty.
        entries: its entries, in the file's order.
        left_out: what isn't imported.
    """

    name: str
    entries: tuple[Lore, ...]
    left_out: tuple[LeftOut, ...] = ()


def lorebook_of(data: Mapping[str, Any], name: str) -> Lorebook:
    """Read a lorebook.

    Args:
        data: an object with "entries", a list or an object of them.
        name: the file's name, for messages.

    Raises:
        BadFile: an entry is invalid; the error says which.
    """
    entries_given = data.get("entries")
    listed = list(entries_given.values()) if isinstance(entries_given, dict) else entries_given
    if not isinstance(listed, list):
        raise BadFile(f'{name}: its lorebook has no list of "entries".', hint='Expected {"entries": [{"keys", …}]}.')
    entries: list[Lore] = []
    off = empty = 0
    for number, item in enumerate(listed, start=1):
        where = f"{name}, entry {number}"
        if not isinstance(item, dict):
            raise BadFile(f"{where}: not an object but {item!r:.60}.", hint='Expected {"keys": […], "content": "…"}.')
        text = _DECORATOR.sub("", first_text(item, _TEXTS, where)).strip()
        if item.get("disable") is True or item.get("enabled") is False:
            off += 1
        elif not text:
            empty += 1
        else:
            entries.append(Lore(title=as_name(first_text(item, _TITLES, where)), keys=_keys(item, where), text=text))
    left_out = [
        LeftOut(what=what, why=why, count=count)
        for what, why, count in (
            ("entries", "switched off", off),
            ("entries", "empty", empty),
        )
        if count
    ]
    return Lorebook(name=as_name(text_in(data, "name", name)), entries=tuple(entries), left_out=tuple(left_out))


def as_text(book: Lorebook, *, name: str) -> str:
    """Return a lorebook as a text to be learnt: each entry below a heading of its title and keys, by which it is found.

    Args:
        book: a lorebook with at least one entry.
        name: what the character is called.
    """
    parts = []
    for lore in book.entries:
        user = wording("phrases", "person", detect(lore.text))
        heading = filled(_heading(lore), name=name, user=user)
        parts.append(f"# {heading}\n\n{filled(lore.text, name=name, user=user)}")
    return "\n\n".join(parts)


def _keys(item: Mapping[str, Any], where: str) -> tuple[str, ...]:
    """Return the keywords that activate an entry, without regular expressions, which tell people nothing."""
    for key in _KEYS:
        if item.get(key):
            keys = (as_name(word) for word in texts_in(item, key, where))
            return tuple(dict.fromkeys(word for word in keys if word and not _PATTERN.match(word)))
    return ()


def _heading(lore: Lore) -> str:
    title = lore.title or next(iter(lore.keys), "…")
    title = title.strip("# ")[:_LONGEST_TITLE].strip() or "…"
    said = title.casefold()
    others = [key for key in lore.keys if key.casefold() not in said]
    while others and len(title) + sum(len(key) + 2 for key in others) + 1 > _LONGEST_TITLE:
        others.pop()
    return f"{title} ({', '.join(others)})" if others else title
