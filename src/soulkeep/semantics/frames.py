"""Patterns of sentences, such as "{subject} was born on {object}", taken apart at their two slots."""

from __future__ import annotations

import re
from typing import NamedTuple

from soulkeep.semantics.spoken import clean

_SLOT = re.compile(r"\{(subject|object)\}")


class Frame(NamedTuple):
    """What stands around the two slots of a pattern, and whether the first is that of the topic."""

    topic_first: bool
    opening: str
    middle: str
    closing: str


def framed(pattern: str | None, *, inverse: bool) -> Frame | None:
    """A pattern taken apart; None if there is none, or if it hasn't each of the two slots once.

    Args:
        pattern: as annotated; braces other than the slots' stay as they are. A stop at its end goes.
        inverse: the topic is the object.
    """
    if pattern is None:
        return None
    parts = _SLOT.split(clean(pattern))
    if len(parts) != 5 or parts[1] == parts[3]:
        return None
    opening, first, middle, _, closing = parts
    return Frame((first == "object") == inverse, opening, middle, closing.rstrip(" .。"))
