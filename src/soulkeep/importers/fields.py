"""Fields of files that other programs wrote, read without trust."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from soulkeep.errors import BadFile
from soulkeep.lang.validity import NAME_CHARACTERS

UNNAMED = "the file"
"""The name that messages use for a file without one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """Something in a file that wasn't imported.

    Attributes:
        what: a field's name, or a kind of items.
        why: the reason, in words.
        count: number of items.
    """

    what: str
    why: str
    count: int = 1


def storable(text: str) -> str:
    """Return a text with plain line ends and without what can't be stored (NULs, lone surrogates)."""
    whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return whole.replace("\0", "").replace("\r\n", "\n").replace("\r", "\n")


def text_in(data: Mapping[str, Any], key: str, name: str) -> str:
    """Return the text of a field, without surrounding blanks; "" if it is missing.

    Raises:
        BadFile: the field holds no text; `name` is the file's.
    """
    value = data.get(key)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise BadFile(f"{name}: its {key!r} is no text but {value!r:.60}.", hint=f"Write {key!r} as a string.")
    return storable(value).strip()


def texts_in(data: Mapping[str, Any], key: str, name: str) -> tuple[str, ...]:
    """Return the texts of a field that is a list or a comma-separated text; empty ones are left out.

    Raises:
        BadFile: the field holds something else.
    """
    value = data.get(key)
    if value is None:
        return ()
    items = value.split(",") if isinstance(value, str) else value
    if not isinstance(items, list) or not all(isinstance(item, str) for item in items):
        raise BadFile(f"{name}: its {key!r} is no list of texts.", hint=f'Write {key!r} as ["…", "…"].')
    return tuple(filter(None, (storable(item).strip() for item in items)))


def first_text(data: Mapping[str, Any], keys: tuple[str, ...], name: str) -> str:
    """Return the text of the first of some fields that has one."""
    return next(filter(None, (text_in(data, key, name) for key in keys)), "")


def as_name(text: str) -> str:
    """Return a text as a name: on one line, and not too long."""
    return " ".join(storable(text).split())[:NAME_CHARACTERS].strip()
