"""The user model: a person's interests, learnt from what they ask and say, and fading (2, sections 1 and 3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from soulkeep.graph.episodes.log import Input, SpokenMessage
from soulkeep.graph.knowledge import ANYTHING, Knowledge
from soulkeep.graph.schema import TYPE
from soulkeep.graph.terms import is_iri, is_literal
from soulkeep.types.episodes import Understanding

_DAY = 86400.0
_MENTIONED, _CLASS, _ASKED, _VALUE, _LIKED, _PRAISED = 1.0, 0.3, 1.0, 0.6, 3.0, 0.5
"""Weights added to an interest: for a mention, for the class of something mentioned, for a question, for a value said
or found, for a stated liking, and for a praised answer."""


class Liking(NamedTuple):
    """An object of interest: an `"entity"`, `"class"`, `"property"` or `"value"` (of a property)."""

    kind: str
    term: str
    property: str | None = None


class UserModel:
    """The interests of one person.

    Args:
        knowledge: the knowledge with the classes of things.
        half_life: time in which an interest fades to half, in days.
    """

    def __init__(self, knowledge: Knowledge, half_life: float) -> None:
        self._knowledge = knowledge
        self._half_life = half_life * _DAY
        self._weights: dict[Liking, tuple[float, float]] = {}

    def learn(self, inputs: Iterable[Input]) -> None:
        """Add inputs, each only once."""
        for one in inputs:
            self._learn(one)

    def _learn(self, one: Input) -> None:
        time = one.time or 0.0
        said = one.understanding
        for entity in said.entities:
            self._add(Liking("entity", entity), _MENTIONED, time)
            for type in self._knowledge.lexicon.types(entity):
                self._add(Liking("class", type), _CLASS, time)
        for name in said.classes:
            self._add(Liking("class", name), _MENTIONED, time)
        for property in said.properties:
            self._add(Liking("property", property), _ASKED, time)
        self._learn_values(dict.fromkeys(one.said), time)
        for entity, way in said.likes.items():
            self._add(Liking("entity", entity), _LIKED * way - (_MENTIONED if way < 0 else 0.0), time)
        if one.evaluates is not None and one.evaluates.to is not None and said.feedback > 0:
            self._praise(one.evaluates.to.understanding, time)

    def _praise(self, said: Understanding, time: float) -> None:
        for entity in said.entities:
            self._add(Liking("entity", entity), _PRAISED, time)
        for property in said.properties:
            self._add(Liking("property", property), _PRAISED, time)

    def learn_answers(self, messages: Iterable[SpokenMessage]) -> None:
        """Add the answers to inputs; those already added are ignored."""
        for message in messages:
            asked = message.to
            if asked is not None and asked.message is message:
                said = set(asked.said)
                pairs = dict.fromkeys(pair for pair in asked.found if pair not in said)
                self._learn_values(pairs, asked.time or 0.0)

    def _learn_values(self, pairs: Iterable[tuple[str, str]], time: float) -> None:
        for property, value in pairs:
            if property in (TYPE, ANYTHING) or is_literal(value):
                continue
            for whole in self._knowledge.wholes_of(value):
                if is_iri(whole):  # nameless things are no objects of interest
                    self._add(Liking("value", whole, property), _VALUE, time)

    def _add(self, liking: Liking, amount: float, time: float) -> None:
        weight, when = self._weights.get(liking, (0.0, time))
        if time >= when:
            self._weights[liking] = (weight * self._left(time - when) + amount, time)
        else:  # the input is older than what was learnt
            self._weights[liking] = (weight + amount * self._left(when - time), when)

    def _left(self, seconds: float) -> float:
        left: float = 0.5 ** (max(0.0, seconds) / self._half_life)
        return left

    def interests(
        self, now: float, kind: str | None = None, *, above: float | None = None
    ) -> list[tuple[Liking, float]]:
        """Return the person's interests, the strongest first; dislikes come last, with negative weights.

        Args:
            now: the present time, in seconds since the epoch.
            kind: the kind of interests; None for all.
            above: least weight, 0 or more; most interests are weaker, and needn't be faded and sorted.
        """
        likings = [
            (liking, weight * self._left(now - when))
            for liking, (weight, when) in self._weights.items()
            if (kind is None or liking.kind == kind) and (above is None or weight >= above)
        ]
        strong = likings if above is None else [pair for pair in likings if pair[1] >= above]
        return sorted(strong, key=lambda pair: (-pair[1], pair[0]))

    def weight(self, liking: Liking, now: float) -> float:
        """Return the weight of one interest."""
        weight, when = self._weights.get(liking, (0.0, now))
        return weight * self._left(now - when)

    def favourites(self, now: float, above: float) -> list[str]:
        """Return the entities of greatest interest."""
        return [liking.term for liking, _ in self.interests(now, "entity", above=above)]
