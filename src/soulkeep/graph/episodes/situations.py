"""Deliberate remembering: earlier situations that resemble the present one (2, section 3).

An input yields a set of queries: the exact situation, subsets of its entities and relations, the classes of its
entities, and their superclasses as long as the property belongs to them. They run as one SPARQL query with a branch for
each; the results are ranked by their resemblance to the input.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from soulkeep.graph.episodes.log import TalkSituation, asking
from soulkeep.graph.graph import Graph
from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.schema import TYPE
from soulkeep.graph.terms import iri
from soulkeep.graph.vocabulary import RDF, SITUATIONS, SK
from soulkeep.lang.calendar import daypart
from soulkeep.types.episodes import Triple, Understanding

_ENTITIES, _PROPERTIES, _KIND, _DAYPART = 0.55, 0.33, 0.07, 0.05
"""Shares of the resemblance: entities, properties, whether it is a question, and the time of day."""

_CLASS, _STEP = 0.5, 0.8
"""Weight of the same class relative to the same entity, and the factor for each level above it."""

_EVALUATED, _PREFERRED = 0.1, 0.05
"""Amounts added for an evaluation (negative for a bad one), and for an entity that the person likes."""

_LEVELS = 6
_MOST_ROWS = 5000


@dataclass(frozen=True, slots=True)
class SituationMatch:
    """An earlier situation, with how it was found and the parts of its resemblance."""

    situation: TalkSituation
    by: str
    via: str | None
    parts: Mapping[str, float]

    @property
    def resemblance(self) -> float:
        """The sum of all parts, from 0 to 1."""
        return min(1.0, max(0.0, sum(self.parts.values())))


class Situations:
    """The situations of a log as RDF, with the classes of their entities.

    Args:
        knowledge: the knowledge with the classes.
    """

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        self._graph = Graph()
        self._known: list[TalkSituation] = []
        self._typed: set[str] = set()

    def add(self, situations: Iterable[TalkSituation]) -> None:
        """Add new situations, in the order of their numbers."""
        lines: list[str] = []
        for situation in situations:
            if situation.number < len(self._known):
                continue
            self._known.append(situation)
            name = iri(f"{SITUATIONS}{situation.number}")
            lines += [f"{name} <{SK}entity> {entity} ." for entity in situation.entities]
            lines += [f"{name} <{SK}property> {property} ." for property in situation.properties]
            lines += [f"{name} <{SK}class> {of_class} ." for of_class in _classes_of(situation.triples)]
            for entity in situation.entities:
                if entity not in self._typed:
                    self._typed.add(entity)
                    lines += [f"{entity} <{RDF}type> {above} ." for above in self._classes(entity)]
        if lines:
            self._graph.load("\n".join(lines).encode())

    def _classes(self, entity: str) -> dict[str, int]:
        """Return the classes of an entity and their superclasses, each with its distance."""
        classes: dict[str, int] = {}
        for type in self._knowledge.lexicon.types(entity):
            for above, steps in self._knowledge.schema.closure(type):
                classes[above] = min(steps, classes.get(above, steps))
        return {name: steps for name, steps in classes.items() if not self._knowledge.schema.is_top(name)}

    def levels(self, said: Understanding) -> dict[str, int]:
        """Return the classes by which a situation may resemble an utterance, each with its distance.

        These are the classes of its entities, and their superclasses as long as one of its properties belongs there.
        """
        levels: dict[str, int] = {}
        for entity in said.entities:
            for name, steps in self._classes(entity).items():
                if steps > _LEVELS:
                    continue
                if said.properties and not any(self._knowledge.schema.belongs(p, name) for p in said.properties):
                    continue  # an agent has no birthday: superclasses from here on don't count
                if said.properties or steps == 0:
                    levels[name] = min(steps, levels.get(name, steps))
        return levels

    def query(self, said: Understanding) -> str:
        """Return the queries of an utterance as one SPARQL query; "" if there are none."""
        levels = self.levels(said)
        branches = []
        concerns = ""
        if said.properties:
            concerns = f"VALUES ?property {{ {' '.join(said.properties)} }} ?situation sk:property ?property ."
        if said.entities:
            branches.append(f"{{ VALUES ?term {{ {' '.join(said.entities)} }} ?situation sk:entity ?term }}")
        elif said.properties:  # with entities, a property counts only if it is said of similar ones
            branches.append(
                f"{{ VALUES ?property {{ {' '.join(said.properties)} }} ?situation sk:property ?property }}"
            )
        if levels:
            concerns = f"VALUES ?property {{ {' '.join(said.properties)} }} ?situation sk:property ?property . "
            branches.append(
                f"{{ VALUES ?class {{ {' '.join(levels)} }} {concerns if said.properties else ''}"
                "?like rdf:type ?class . ?situation sk:entity ?like }"
            )
        if not said.entities and (named := _classes_of(said.triples)):
            branches.append(f"{{ VALUES ?class {{ {' '.join(named)} }} ?situation sk:class ?class }}")
        if not branches:
            return ""
        return f"SELECT DISTINCT ?situation ?like ?class {{ {' UNION '.join(branches)} }} LIMIT {_MOST_ROWS}"

    def alike(
        self,
        said: Understanding,
        *,
        before: int,
        now: datetime,
        preferred: frozenset[str] = frozenset(),
        most: int = 10,
    ) -> list[SituationMatch]:
        """Return the earlier situations that resemble an utterance, the most similar first.

        Args:
            said: the present input's understanding.
            before: the present input's sequence number; earlier situations count.
            now: the present time, in the person's time zone.
            preferred: entities that the person likes.
            most: most situations to return.
        """
        query = self.query(said)
        if not query:
            return []
        levels = self.levels(said)
        shared: dict[int, dict[str, int]] = {}
        for place, like, name in self._graph.rows(query):
            number = int(str(place).rsplit(":", 1)[1][:-1])
            classes = shared.setdefault(number, {})
            if name is not None and like is not None and like not in said.entities:
                classes[name] = levels[name]
        matches: list[SituationMatch] = []
        for number, classes in shared.items():
            situation = self._known[number]
            match = self._match(said, situation, classes) if situation.is_before(before) else None
            if match is not None:
                matches.append(match)
        part, liked = daypart(now), preferred & set(said.entities)
        ranked = [_judged(match, before, part, liked) for match in _nearest(matches, levels)]
        return sorted(ranked, key=lambda match: (-match.resemblance, -match.situation.number))[:most]

    def _match(
        self, said: Understanding, situation: TalkSituation, classes: Mapping[str, int]
    ) -> SituationMatch | None:
        same = set(said.entities) & set(situation.entities)
        shared = set(said.properties) & set(situation.properties)
        via = min(classes, key=lambda name: (classes[name], name)) if classes else None
        others = len(said.entities) - len(same)
        size = max(len(said.entities), len(situation.entities), 1)
        likeness = len(same) + (others and via is not None and _CLASS * _STEP ** classes[via] * others)
        properties = max(len(said.properties), len(situation.properties))
        if not same and via is None and said.entities:
            return None  # entirely about other things
        parts = {
            "entities": _ENTITIES * min(1.0, likeness / size)
            if said.entities
            else _ENTITIES * (not situation.entities),
            "properties": _PROPERTIES * (len(shared) / properties if properties else 1.0),
            "utterance": _KIND * (said.is_question == bool(situation.asking)),
        }
        exact = set(said.entities) == set(situation.entities) and bool(said.entities or said.triples)
        exact = exact and asking(said) == situation.asking and set(said.properties) == set(situation.properties)
        if exact and _triples(said.triples) == _triples(situation.triples):
            return SituationMatch(situation, "same", None, parts)
        return SituationMatch(
            situation, "subset" if same else "class" if via else "subset", None if same else via, parts
        )


def _judged(match: SituationMatch, before: int, part: str, preferred: frozenset[str]) -> SituationMatch:
    """Return a match with the parts for time of day, likings and earlier evaluations."""
    parts = dict(match.parts)
    earlier = match.situation.earlier(before)
    when = earlier[-1].moment
    if when is not None and daypart(when) == part:
        parts["time of day"] = _DAYPART
    if preferred & set(match.situation.entities):
        parts["preferred"] = _PREFERRED
    evaluation = next((way for one in reversed(earlier) if (way := one.evaluation) is not None), None)
    if evaluation is not None:
        parts["evaluation"] = _EVALUATED * evaluation
    return SituationMatch(match.situation, match.by, match.via, parts)


def _nearest(matches: Sequence[SituationMatch], levels: Mapping[str, int]) -> list[SituationMatch]:
    """Return the matches at the nearest class level that has any."""
    nearest = min((levels[match.via] for match in matches if match.via is not None), default=0)
    return [match for match in matches if match.via is None or levels[match.via] == nearest]


def _classes_of(triples: Sequence[Triple]) -> list[str]:
    """Return the classes of the things asked for."""
    return [triple.object for triple in triples if triple.predicate == TYPE]


def _triples(triples: Sequence[Triple]) -> list[Triple]:
    return sorted(triples)
