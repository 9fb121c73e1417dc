"""A person's interests, told when they ask, and recommendations with a reason (2, section 3)."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from soulkeep.graph.episodes.naming import is_function
from soulkeep.graph.episodes.people import UserModel
from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.terms import is_iri
from soulkeep.graph.words.technical import is_technical
from soulkeep.judgement import taste
from soulkeep.lang.pack import pattern

INTERESTS, RECOMMENDATION = "interests", "recommendation"
_ASKED = {"interests": INTERESTS, "recommend": RECOMMENDATION}

_MOST = 3
_SHARED_BY = 0.5
"""Share of a class above which a common value is no reason for a recommendation."""

_LOOKED_AT = 400
_WORD = re.compile(r"[^\W\d_]+(?=\b)")


class Recommendation(NamedTuple):
    """A recommended thing, the liked thing that it resembles, and the value that they share."""

    thing: str
    liked: str
    value: str


def asks_for_tastes(text: str, language: str, *, named: bool) -> str | None:
    """Return whether a message asks for the person's own interests, or for a recommendation; None for neither, or if it
    may ask for an unknown kind of thing.

    Args:
        text: the message.
        language: ISO 639-1.
        named: whether the message names a known class or thing.
    """
    kind = _ASKED.get(taste.asks(text))
    if kind is None or named:
        return kind
    plain = pattern("tastes", "plain", language, ignore_case=True)
    if plain is None:
        return None
    words = [word.casefold() for word in _WORD.findall(text)]
    left = [word for word in words if not (plain.fullmatch(word) or is_function(word, language))]
    return None if left else kind


def interests(person: UserModel, now: float, above: float) -> tuple[list[str], list[str]]:
    """Return the things of greatest interest to a person, and the properties that they ask about.

    Args:
        person: the user model.
        now: the present time, in seconds since the epoch.
        above: least weight of an interest.
    """
    things = [liking.term for liking, _ in person.interests(now, "entity", above=above)][:_MOST]
    properties = [liking.term for liking, _ in person.interests(now, "property", above=above)][:_MOST]
    return things, properties


def recommended(
    person: UserModel, knowledge: Knowledge, classes: Sequence[str], now: float, above: float
) -> Recommendation | None:
    """Return a new thing, of a class or of the favourites' classes, that shares most with the person's interests.

    Args:
        person: the user model.
        knowledge: the character's knowledge.
        classes: the classes asked for; empty for those of the favourites.
        now: the present time, in seconds since the epoch.
        above: least weight of an interest.
    """
    liked = [(liking.term, weight) for liking, weight in person.interests(now, "entity", above=above)]
    liked_terms = {liking.term for liking, _ in person.interests(now, "entity")}
    scores: dict[str, float] = defaultdict(float)
    reasons: dict[str, tuple[float, Recommendation]] = {}
    for favourite, weight in liked[:_MOST]:
        kinds = list(classes) or [one for one in (knowledge.lexicon.class_of(favourite),) if one]
        for property, value in sorted(knowledge.graph.about(favourite)):
            if property not in knowledge.schema.properties or not is_iri(value) or is_technical(property, knowledge):
                continue
            having = knowledge.count(property, value)
            if having > _SHARED_BY * max(knowledge.extent(property), 4):
                continue
            rare = weight / max(having, 1)
            for thing in knowledge.subjects(property, value)[:_LOOKED_AT]:
                if thing in liked_terms or not any(knowledge.is_a(thing, kind) for kind in kinds):
                    continue
                scores[thing] += rare
                if thing not in reasons or rare > reasons[thing][0]:
                    reasons[thing] = rare, Recommendation(thing, favourite, value)
    if not scores:
        return None
    best = min(scores, key=lambda thing: (-scores[thing], thing))
    return reasons[best][1]
