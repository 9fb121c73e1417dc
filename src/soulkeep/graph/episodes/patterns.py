"""Patterns in what a person says and asks, looked for at each input (2, section 3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime
from heapq import nsmallest
from math import comb

from soulkeep.graph.episodes.log import Input, Log
from soulkeep.graph.episodes.people import Liking, UserModel
from soulkeep.graph.knowledge import ANYTHING, Knowledge
from soulkeep.graph.schema import TYPE
from soulkeep.graph.terms import is_iri, is_literal
from soulkeep.settings import Settings
from soulkeep.types.episodes import Pattern, Understanding

SAME_QUESTION, INTEREST, TENDENCY, SHARED_VALUE = "same question", "interest", "tendency", "shared value"

_PROPERTIES = 3
"""Most properties that count as a person's interests, the strongest."""

_VALUES = 20
_OTHERS = 5
_COMMON = 0.25
"""Share of a property's subjects from which a value is too common to tell anything: a large birthplace."""

_BY_CHANCE = 0.02
"""Greatest probability at which repeated questions about one value don't count as chance."""


class PatternSearch:
    """A search for patterns of one person.

    Args:
        log: the log of the past.
        person: the user model.
        knowledge: the character's knowledge.
        settings: the settings with the thresholds.
        before: the present input's sequence number; earlier inputs count.
        now: the present time, in the person's time zone.
    """

    def __init__(
        self, log: Log, person: UserModel, knowledge: Knowledge, settings: Settings, *, before: int, now: datetime
    ) -> None:
        self._log = log
        self._person = person
        self._knowledge = knowledge
        self._settings = settings
        self._before = before
        self._now = now

    def find(self, said: Understanding, told: Sequence[tuple[str, str]] = ()) -> list[Pattern]:
        """Return the patterns noticed at an input.

        Args:
            said: the input's understanding.
            told: the properties and values that answer the input.
        """
        return [
            *self._same_question(said),
            *self._tendencies(said, told),
            *self._shared_values(said),
            *self._interests(said),
        ]

    def _lately(self, property: str | None = None) -> list[Input]:
        """Return the latest interactions, the latest first."""
        count = self._settings.interactions
        inputs = self._log.last(count + 1, property=property)
        return [one for one in inputs if one.seq < self._before][:count]

    # -- the same question

    def _same_question(self, said: Understanding) -> Iterator[Pattern]:
        """Yield whether the same question was asked recently, or ever before."""
        if not said.is_question or not said.triples:
            return
        situation = self._log.find(said)
        if situation is None:
            return
        earlier = [one for one in situation.inputs if one.seq < self._before]
        times = len(earlier) + situation.blended
        if not times:
            return
        window = self._now.timestamp() - 60 * self._settings.annoyed_minutes
        times_asked = [one.time for one in earlier if one.time is not None]
        # Ordered by its own time, since old chats may be imported late.
        when = sorted([*times_asked, *(time for time in (situation.first, situation.last) if time is not None)])
        yield Pattern(
            kind=SAME_QUESTION,
            property=said.properties[0] if said.properties else None,
            entity=said.entities[0] if said.entities else None,
            count=times,
            of=1 + sum(time >= window for time in times_asked),
            since=datetime.fromtimestamp(when[-1], self._now.tzinfo) if when else None,
            first=datetime.fromtimestamp(when[0], self._now.tzinfo) if when else None,
        )

    # -- a property of interest

    def _interests(self, said: Understanding) -> Iterator[Pattern]:
        """Yield a property that interests the person and that they haven't asked about lately."""
        lately = self._lately()
        if not lately:
            return
        asked = {property for one in lately for property in one.understanding.properties}
        for property in self._properties_of_interest():
            if property in asked or property in said.properties:
                continue
            for entity in said.entities:
                if self._fits(property, entity):
                    yield Pattern(kind=INTEREST, property=property, entity=entity, of=len(lately))
                    break
            else:
                inquired = {entity for one in lately for entity in one.understanding.entities}
                favourites = self._person.favourites(self._now.timestamp(), self._settings.interest_above)
                others = [one for one in favourites if one not in inquired and self._fits(property, one)]
                yield Pattern(kind=INTEREST, property=property, of=len(lately), entities=tuple(others[:_OTHERS]))

    def _properties_of_interest(self) -> list[str]:
        return [liking.term for liking in self._strong("property")[:_PROPERTIES]]

    def _strong(self, kind: str) -> list[Liking]:
        """Return the person's strongest interests of a kind."""
        above = self._settings.interest_above
        return [liking for liking, _ in self._person.interests(self._now.timestamp(), kind, above=above)]

    def _fits(self, property: str, entity: str) -> bool:
        return bool(self._knowledge.graph.objects(entity, property))

    # -- tendencies

    def _tendencies(self, said: Understanding, told: Sequence[tuple[str, str]]) -> Iterator[Pattern]:
        """Yield the value that most of the last interactions about a property have."""
        for property in said.properties:
            if property in (TYPE, ANYTHING):
                continue
            lately = self._lately(property)
            sets = [self._values(one.values, property) for one in lately]
            present = self._values(told, property)
            sets = [values for values in ([present] if present else []) + sets if values]
            sets = sets[: self._settings.interactions]
            if len(sets) < self._settings.tendency_fewest:
                continue
            counts = Counter(value for values in sets for value in values)
            strong = {
                value: count
                for value, count in counts.items()
                if count > self._settings.tendency_above * len(sets)
                and self._is_telling(property, value, count, len(sets))
            }
            special = [
                value
                for value in strong
                if not any(value != other and value in self._knowledge.wholes_of(other) for other in strong)
            ]
            for value in sorted(special, key=lambda value: (-strong[value], value))[:1]:
                yield Pattern(
                    kind=TENDENCY,
                    property=property,
                    value=value,
                    count=strong[value],
                    of=len(sets),
                    entities=tuple(self._others(property, value, lately, said)),
                )

    def _values(self, pairs: Sequence[tuple[str, str]], property: str) -> set[str]:
        """Return the values of a property that occurred, and their wholes."""
        return {
            whole
            for name, value in pairs
            if name == property and not is_literal(value)
            for whole in self._knowledge.wholes_of(value)
            if is_iri(whole)
        }

    def _others(self, property: str, value: str, lately: Sequence[Input], said: Understanding) -> list[str]:
        """Return other things with the value that weren't mentioned lately, the person's favourites first."""
        spoken = {entity for one in lately for entity in one.understanding.entities} | set(said.entities)
        named = {other for one in lately for name, other in one.values}
        now = self._now.timestamp()
        others = [one for one in self._knowledge.subjects(property, value) if one not in spoken and one not in named]
        return nsmallest(_OTHERS, others, key=lambda one: (-self._person.weight(Liking("entity", one), now), one))

    def _is_telling(self, property: str, value: str, count: int, of: int) -> bool:
        """Return whether a value occurs more often than chance explains, by the tail of a binomial distribution."""
        share = self._share(property, value)
        tail = sum(comb(of, hits) * share**hits * (1.0 - share) ** (of - hits) for hits in range(count, of + 1))
        return tail < _BY_CHANCE

    def _is_common(self, property: str, value: str) -> bool:
        return self._share(property, value) > _COMMON

    def _share(self, property: str, value: str) -> float:
        """Return the share of a property's subjects that have a value, 0…1."""
        return min(self._knowledge.count(property, value) / max(self._knowledge.extent(property), 1), 1.0)

    # -- values of interest

    def _shared_values(self, said: Understanding) -> Iterator[Pattern]:
        """Yield a value of the things mentioned that the person often asks about."""
        for liking in self._strong("value")[:_VALUES]:
            property, value = liking.property, liking.term
            if property is None or property in said.properties:
                continue
            for entity in said.entities:
                if entity != value and self._knowledge.holds(entity, property, value):
                    if self._is_common(property, value):  # checked last, since it may take thousands of lookups
                        break
                    yield Pattern(kind=SHARED_VALUE, property=property, value=value, entity=entity)
                    return
