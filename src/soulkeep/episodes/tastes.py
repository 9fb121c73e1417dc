"""What a person cares about, told when they ask, and things that they may like, each with a reason (2, section 3)."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from soulkeep.episodes.people import Person
from soulkeep.semantics.knowledge import Knowledge
from soulkeep.semantics.technical import is_technical
from soulkeep.semantics.terms import is_iri

INTERESTS, RECOMMENDATION = "interests", "recommendation"

_MOST = 3
_SHARED_BY = 0.5
"""Part of a class that may share a value: what most have in common is no reason."""

_LOOKED_AT = 400
_LONGEST = 120


class Recommendation(NamedTuple):
    """Something that a person may like: what they like that it is like, and the value that the two share."""

    thing: str
    liked: str
    value: str


class Asked(NamedTuple):
    """What a person asks: `INTERESTS`, or a `RECOMMENDATION` of the kind of thing that is named ("" for any)."""

    kind: str
    what: str


@lru_cache(maxsize=1)
def _words() -> dict[str, dict[str, list[re.Pattern[str]]]]:
    told = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    return {
        language: {name: [re.compile(one, re.IGNORECASE) for one in patterns] for name, patterns in kinds.items()}
        for language, kinds in told.items()
    }


def asked(text: str, language: str) -> Asked | None:
    """Whether the whole of a message asks for one's interests or for a recommendation; None of other languages."""
    plain = " ".join(text.split()).rstrip(" ?!.？。")[:_LONGEST].replace("’", "'")
    for kind, patterns in _words().get(language, {}).items():
        for pattern in patterns:
            if found := pattern.fullmatch(plain):
                return Asked(kind, found.groupdict().get("what") or "")
    return None


def interests(person: Person, now: float, above: float) -> tuple[list[str], list[str]]:
    """The things that a person cares about most, and the properties that they ask for.

    Args:
        person: the user model.
        now: seconds since the epoch.
        above: the weight from which they care.
    """
    things = [liking.term for liking, _ in person.interests(now, "entity", above=above)][:_MOST]
    properties = [liking.term for liking, _ in person.interests(now, "property", above=above)][:_MOST]
    return things, properties


def recommended(
    person: Person, knowledge: Knowledge, classes: Sequence[str], now: float, above: float
) -> Recommendation | None:
    """Something new of a class, or of the kind of what is liked, that shares most with what the person cares about.

    Args:
        person: the user model.
        knowledge: what is known.
        classes: that were asked for; none for the kind of their favourites.
        now: seconds since the epoch.
        above: the weight from which they care.
    """
    liked = [(liking.term, weight) for liking, weight in person.interests(now, "entity", above=above)]
    known = {liking.term for liking, _ in person.interests(now, "entity")}
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
                if thing in known or not any(knowledge.is_a(thing, kind) for kind in kinds):
                    continue
                scores[thing] += rare
                if thing not in reasons or rare > reasons[thing][0]:
                    reasons[thing] = rare, Recommendation(thing, favourite, value)
    if not scores:
        return None
    best = min(scores, key=lambda thing: (-scores[thing], thing))
    return reasons[best][1]
