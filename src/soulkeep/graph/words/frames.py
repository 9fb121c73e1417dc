"""Patterns of sentences, such as "{subject} was born on {object}", taken apart at their two slots."""

from __future__ import annotations

import re
from typing import NamedTuple

from soulkeep.graph.terms import is_iri
from soulkeep.graph.verbalise.statement_groups import Group
from soulkeep.graph.words.spoken import TermNames, clean

_SLOT = re.compile(r"\{(subject|object)\}")


class Frame(NamedTuple):
    """What stands around the two slots of a pattern, and whether the first is that of the topic."""

    topic_first: bool
    opening: str
    middle: str
    closing: str


_ENDS = 8
"""Values of which it is looked whether they live, at most."""

_OF_THE_LIVING = (
    (" was married to ", " is married to "),
    (" worked as ", " works as "),
    ("} war mit {object} verheiratet", "} ist mit {object} verheiratet"),
    ("} war mit {subject} verheiratet", "} ist mit {subject} verheiratet"),
)
"""What patterns tell of the dead, and how it is said of who lives."""


def of_the_living(pattern: str) -> str:
    """A pattern as it is said of somebody who lives."""
    for over, now in _OF_THE_LIVING:
        pattern = pattern.replace(over, now)
    return pattern


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


def frame_of(group: Group, lexicon: TermNames, language: str) -> Frame | None:
    """The pattern by which a group is told, if there is one."""
    pattern = lexicon.sentence(group.predicate, language, inverse=group.inverse)
    now = lexicon.sentence(group.predicate, language, inverse=group.inverse, living=True)
    if now != pattern:  # most say the same of the living
        ends = [term for term in (group.topic, *group.values[:_ENDS]) if is_iri(term) and lexicon.is_person(term)]
        if ends and all(map(lexicon.may_live, ends)):
            pattern = now
    return framed(pattern, inverse=group.inverse)
