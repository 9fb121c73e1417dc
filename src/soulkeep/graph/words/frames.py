"""Sentence patterns, such as "{subject} was born on {object}", split at their two slots."""

from __future__ import annotations

import re
from typing import NamedTuple

from soulkeep.graph.terms import is_iri
from soulkeep.graph.verbalise.statement_groups import Group
from soulkeep.graph.words.spoken import TermNames, clean

_SLOT = re.compile(r"\{(subject|object)\}")


class Frame(NamedTuple):
    """The words around a pattern's two slots, and whether the first slot is the topic's."""

    topic_first: bool
    opening: str
    middle: str
    closing: str


_ENDS = 8
"""Most values that are checked for being alive."""

_OF_THE_LIVING = (
    (" was married to ", " is married to "),
    (" worked as ", " works as "),
    ("} war mit {object} verheiratet", "} ist mit {object} verheiratet"),
    ("} war mit {subject} verheiratet", "} ist mit {subject} verheiratet"),
)
"""Wordings in patterns about the dead, with those about the living."""


def of_the_living(pattern: str) -> str:
    """Return a pattern in its form for the living."""
    for over, now in _OF_THE_LIVING:
        pattern = pattern.replace(over, now)
    return pattern


def framed(pattern: str | None, *, inverse: bool) -> Frame | None:
    """Return a pattern's frame; None if it has not each of the two slots exactly once.

    Args:
        pattern: as annotated; other braces are kept. A full stop at its end is dropped.
        inverse: whether the topic is the object.
    """
    if pattern is None:
        return None
    parts = _SLOT.split(clean(pattern))
    if len(parts) != 5 or parts[1] == parts[3]:
        return None
    opening, first, middle, _, closing = parts
    return Frame((first == "object") == inverse, opening, middle, closing.rstrip(" .。"))


def frame_of(group: Group, lexicon: TermNames, language: str) -> Frame | None:
    """Return the frame by which a group is told, if there is one."""
    pattern = lexicon.sentence(group.predicate, language, inverse=group.inverse)
    now = lexicon.sentence(group.predicate, language, inverse=group.inverse, living=True)
    if now != pattern:  # most patterns are the same for the living
        ends = [term for term in (group.topic, *group.values[:_ENDS]) if is_iri(term) and lexicon.is_person(term)]
        if ends and all(map(lexicon.may_live, ends)):
            pattern = now
    return framed(pattern, inverse=group.inverse)
