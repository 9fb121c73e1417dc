"""Fields of files that others' programs wrote: read without trust."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from soulkeep.errors import BadFile
from soulkeep.lang.validity import NAME_CHARACTERS

UNNAMED = "the file"
"""What a file is called in messages that came without a name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """What of a file wasn't taken in.

    Attributes:
        what: a field's name, or a kind of items.
        why: in words.
        count: of items.
    """

    what: str
    why: str
    count: int = 1


def storable(text: str) -> str:
    """A text without what can't be stored (NULs, halves of characters), and with plain line ends."""
    whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return whole.replace("\0", "").replace("\r\n", "\n").replace("\r", "\n")


def text_in(data: Mapping[str, Any], key: str, name: str) -> str:
    """The text of a field, without blanks around it; "" if there is none.

    Raises:
        BadFile: it is no text; `name` is the file's.
    """
    value = data.get(key)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise BadFile(f"{name}: its {key!r} is no text but {value!r:.60}.", hint=f"Write {key!r} as a string.")
    return storable(value).strip()


def texts_in(data: Mapping[str, Any], key: str, name: str) -> tuple[str, ...]:
    """The texts of a field that is a list, or texts with commas between; empty ones are left out.

    Raises:
        BadFile: it is something else.
    """
    value = data.get(key)
    if value is None:
        return ()
    items = value.split(",") if isinstance(value, str) else value
    if not isinstance(items, list) or not all(isinstance(item, str) for item in items):
        raise BadFile(f"{name}: its {key!r} is no list of texts.", hint=f'Write {key!r} as ["…", "…"].')
    return tuple(filter(None, (storable(item).strip() for item in items)))


def first_text(data: Mapping[str, Any], keys: tuple[str, ...], name: str) -> str:
    """The text of the first of some fields that has one."""
    return next(filter(None, (text_in(data, key, name) for key in keys)), "")


def as_name(text: str) -> str:
    """A text as a name: one line, not too long."""
    return " ".join(storable(text).split())[:NAME_CHARACTERS].strip()
