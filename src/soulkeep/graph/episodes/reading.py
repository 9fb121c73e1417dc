"""Reads an utterance: the meaning of its names, and the triples that it states or asks.

The ontology determines which property is meant and of which thing, by the property's classes and values.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import permutations
from math import log
from typing import NamedTuple

from soulkeep.graph.episodes import connectives
from soulkeep.graph.episodes.asking import carried
from soulkeep.graph.episodes.joint import joint
from soulkeep.graph.episodes.liking import is_liking, liked
from soulkeep.graph.episodes.naming import blanked, is_bare, is_personal, spans_of, without_request
from soulkeep.graph.episodes.stating import statements_in, without_openings
from soulkeep.graph.knowledge import ANYTHING, Knowledge
from soulkeep.graph.questions.names import are_joined
from soulkeep.graph.schema import TYPE
from soulkeep.graph.terms import bare, is_literal, is_variable, literal, local_name, numbered
from soulkeep.graph.vocabulary import XSD
from soulkeep.graph.words.gazetteer import Mention, WordingSpan
from soulkeep.lang.names import proper_names
from soulkeep.lang.pack import pattern
from soulkeep.lang.references import leans_on_talk
from soulkeep.lang.utterances import STATEMENT, YES_NO_QUESTION, Utterance
from soulkeep.types.episodes import Triple, Understanding

VALUE, WHO = "?value", "?who"

_LATE = 4
"""Number of turns back in which a left-out entity or property is looked for."""


class _Group(NamedTuple):
    """A wording, and the properties that it may denote."""

    wording: WordingSpan
    properties: list[str]


class UtteranceReading:
    """The reading of one utterance."""

    def __init__(
        self, text: str, language: str, heard: Utterance, knowledge: Knowledge, context: Sequence[Understanding]
    ) -> None:
        self._text = text
        self._unasked = without_request(text)
        self._language = language
        self.heard = heard
        self._knowledge = knowledge
        self._schema = knowledge.schema
        self._context = context[-_LATE:]
        self.carried: list[str] = []
        self.spans = spans_of(text, language, heard.asks, knowledge)
        mentions, wordings = self.spans
        properties = self._schema.properties
        self._groups = [
            _Group(wording, [term for term in wording.terms if term in properties])
            for wording in wordings
            if any(term in properties for term in wording.terms)
        ]
        # A wording of both a property and a class ("artist") is a class where the property doesn't fit.
        self._kinds = {wording: [term for term in wording.terms if self._is_kind(term)] for wording in wordings}
        self.classes = [term for terms in self._kinds.values() for term in terms]
        dated = heard.asks in (None, "whether", "which", "who", "what", "how many")
        years = connectives.YEAR.findall(blanked(text, mentions)) if dated else []
        self._literals = [literal(year, datatype=XSD + "gYear") for year in years]
        self._mentions, self._wordings = mentions, wordings
        self._meant = {mention: self._resolved(mention) for mention in mentions}
        self.entities = list(dict.fromkeys(self._meant.values()))

    def _is_kind(self, term: str) -> bool:
        return term in self._schema.classes and not self._schema.is_top(term)

    # -- names and wordings

    def _resolved(self, mention: Mention) -> str:
        """Return the meaning of a name: the term that fits the properties and classes, else the best-known one."""
        if len(mention.terms) == 1:
            return mention.terms[0]
        return max(mention.terms, key=lambda term: self._fitness(term, mention))

    def _fitness(self, term: str, mention: Mention) -> tuple[float, str]:
        types = self._types(term)
        spoken = [property for group in self._groups for property in group.properties]
        fits = any(self._schema.suits(p, types) for p in spoken) + 0.5 * any(
            self._schema.suits_value(p, types) for p in spoken
        )
        beside = [name for wording, names in self._kinds.items() for name in names if self._is_beside(wording, mention)]
        if any(self._schema.is_a(types, name) for name in beside):  # for example the album Thriller
            named = 1.5
        elif self.heard.asks in (None, "whether"):
            named = 1.5 * any(self._schema.is_a(types, name) for name in self.classes)
        else:  # for example songs on Thriller
            named = 1.0 * any(self._link(term, name) for name in self.classes)
        lately = any(term in before.entities for before in self._context)
        person = 0.2 * self._schema.is_person(types)
        worths = [0.5 + 0.25 * self._asked_for(p) for p in spoken if self._knowledge.graph.objects(term, p)]
        return 2.0 * fits + named + max(worths, default=0.0) + lately + person + 0.05 * log(
            1 + len(self._knowledge.graph.about(term))
        ), term

    def _is_beside(self, wording: WordingSpan, mention: Mention) -> bool:
        first, second = sorted([(wording.start, wording.end), (mention.start, mention.end)])
        return not re.search(r"\w", self._text[first[1] : second[0]])

    def _types(self, term: str) -> tuple[str, ...]:
        return self._knowledge.lexicon.types(term)

    def news(self, triples: Sequence[Triple]) -> tuple[Triple, ...]:
        """Return the triples that are stated about things."""
        lately = carried(self._knowledge, self._context[-1:]) if not triples else ()
        return statements_in(self._text, self._language, self.spans, self.entities, triples, self._knowledge, lately)

    def likes(self) -> dict[str, float]:
        """Return what the person says to like (1) or dislike (-1)."""
        return liked(self._text, self._meant)

    # -- triples

    def triples(self) -> list[Triple]:
        """Return the triples said or asked; those of a statement have no variables: "My sister was born in Busan"."""
        triples = self._triples()
        asks = self.heard.asks or self._unasked != self._text
        return triples if asks else [triple for triple in triples if not any(map(is_variable, triple))]

    def _triples(self) -> list[Triple]:
        if not self._entities_or_context():
            return self._without_entities()
        if plainly := self._is_one() or self._age():
            return plainly
        if self._groups:
            return self._of_year(self._chain() or self._with_properties())
        if self.classes:
            triples = [triple for entity in self.entities for triple in self._linked(entity)]
            if triples or not self.heard.asks:
                return self._of_year(triples)
        if not self.heard.asks:
            return []
        return self._carried_property() or self._between_two() or self._in_general()

    def _is_one(self) -> list[Triple]:
        """Return the triple of a yes/no question for a class: "Was Bach a composer?" doesn't ask for his works."""
        if self.heard.asks != "whether" or len(self._meant) != 1:
            return []
        mention, entity = next(iter(self._meant.items()))
        for wording, names in self._kinds.items():
            before, after = self._text[: wording.start], self._text[wording.end :]
            if names and connectives.asking("a", after=r"\s+$").search(before) and not re.search(r"\w", after):
                for term in (entity, *mention.terms):
                    if any(self._schema.is_a(self._types(term), name) for name in names):
                        self.entities = [term]
                        return [Triple(term, TYPE, next(n for n in names if self._schema.is_a(self._types(term), n)))]
                return [Triple(entity, TYPE, names[0])] if self._types(entity) else []
        return []

    def _age(self) -> list[Triple]:
        """Return the triples of birth and death, from which an age follows."""
        if self.heard.asks != "how old":
            return []
        triples = [
            Triple(entity, property, VALUE)
            for entity in self.entities
            for property in self._schema.properties
            if self._is_dated(property) and self._knowledge.graph.objects(entity, property)
            if "how old" in self._knowledge.lexicon.asks(property) or local_name(property) in connectives.ENDS
        ]
        return numbered(VALUE, triples)

    def used(self, triples: Sequence[Triple]) -> list[str]:
        """Return the properties that are mentioned."""
        predicates = [triple.predicate for triple in triples if triple.predicate not in (TYPE, ANYTHING)]
        return predicates or [group.properties[0] for group in self._groups if len(group.properties) == 1]

    def _entities_or_context(self) -> bool:
        """Return whether anything is mentioned; what a question leaves out is taken from the talk before."""
        if self.entities:
            return True
        if not self.heard.asks:
            return self._leans_on_last()
        if is_personal(self._text, self._language) or is_liking(self._text):
            return False
        leans = leans_on_talk(self._text, self._language) >= 0.5
        if not self._says_no_more() and (not leans or proper_names(self.spans.rest(self._text))):
            return False  # about somebody else, who isn't known
        if not (leans and (self.classes or self._groups)) and (self._literals or not self._groups):
            return False
        for before in reversed(self._context):
            for entity in before.entities:
                if self._concerns(entity):
                    self.entities = [entity]
                    self.carried.append("entity")
                    return True
        return False

    def _leans_on_last(self) -> bool:
        """Return whether a statement is about what was just mentioned: "He was born in May"."""
        said = without_openings(self._text, self._language)
        if not self._groups or is_personal(said, self._language) or leans_on_talk(said, self._language) < 0.5:
            return False
        last = next(filter(self._concerns, carried(self._knowledge, self._context[-1:])), None)
        self.entities = [last] if last is not None else []
        self.carried += ["entity"] if last is not None else []
        return last is not None

    def _concerns(self, entity: str) -> bool:
        """Return whether the mentioned properties and classes may be about a thing, or have it as value."""
        types = self._types(entity)
        spoken = [property for group in self._groups for property in group.properties]
        return (
            any(self._schema.suits(property, types) for property in spoken)
            or any(
                self._schema.suits_value(property, types) and self._schema.suits(property, self.classes)
                for property in spoken
            )
            or any(self._link(entity, name) for name in self.classes)
        )

    def _without_entities(self) -> list[Triple]:
        """Return triples for things of a class, or with a value."""
        if not self.heard.asks or is_personal(self._text, self._language) or is_liking(self._text):
            return []
        types = [Triple(WHO, TYPE, name) for name in self.classes[:1]]
        for group in self._groups:
            for property in group.properties:
                if self._literals and self._is_dated(property):
                    return [Triple(WHO, property, self._literals[0]), *types]
        return types if not self._groups and self._says_no_more() else []

    def _of_year(self, found: list[Triple]) -> list[Triple]:
        """Return triples with the year that narrows them: Miles Davis's albums of 1959."""
        of = next((triple for triple in found if triple.predicate == TYPE and is_variable(triple.subject)), None)
        if of is None or not self._literals:
            return found
        spoken = [property for group in self._groups for property in group.properties]
        options = [
            property
            for property in spoken or self._schema.properties
            if self._is_dated(property) and self._schema.belongs(property, of.object)
        ] or [p for p in self._schema.properties if self._is_dated(p) and self._schema.belongs(p, of.object)]
        if len(set(options)) != 1:
            return found
        return [*found, Triple(of.subject, options[0], self._literals[0])]

    def _between_two(self) -> list[Triple]:
        """Return the relation between two things without a mentioned property: "Is Brian May in Queen?"."""
        if self.heard.asks != "whether" or len(self.entities) != 2 or not self._says_no_more():
            return []
        for subject, object in permutations(self.entities, 2):
            for property in (TYPE, *self._schema.properties):
                if self._knowledge.holds(subject, property, object):
                    return [Triple(subject, property, object)]
        return []

    def _in_general(self) -> list[Triple]:
        """Return triples for everything about a thing, or for the property that the question word asks for."""
        if not self._says_no_more():
            return []
        lexicon, asks = self._knowledge.lexicon, self.heard.asks
        if asks in ("when", "where", "how old", "how long"):
            own = {property for property, _ in self._knowledge.graph.about(self.entities[0])}
            fitting = [p for p in self._schema.properties if p in own and asks in lexicon.asks(p)]
            if len(fitting) == 1:
                return numbered(VALUE, [Triple(entity, fitting[0], VALUE) for entity in self.entities])
        return numbered(VALUE, [Triple(entity, ANYTHING, VALUE) for entity in self.entities[:3]])

    def _says_no_more(self) -> bool:
        return is_bare(self._unasked, self._language, self.spans)

    def _carried_property(self) -> list[Triple]:
        """Return the last question's triples about another thing: "And Miles Davis?"."""
        text = self._text.strip("¿¡ \t\n").casefold()
        begins = pattern("questions", "again", self._language)
        ends = pattern("questions", "again_end", self._language)
        rest = len(text) - sum(mention.end - mention.start for mention in self._mentions)
        if not ((begins and begins.match(text)) or (ends and ends.search(text) and rest <= 4)):
            return []
        for before in reversed(self._context):
            for triple in before.triples:
                if triple.predicate in (TYPE, ANYTHING):
                    continue
                self.carried.append("property")
                if triple.object.startswith("?"):
                    return numbered(VALUE, [Triple(entity, triple.predicate, VALUE) for entity in self.entities])
                if is_literal(triple.object):  # after "who was born in 1942", for example, "and Miles Davis?"
                    return numbered(VALUE, [Triple(entity, triple.predicate, VALUE) for entity in self.entities])
                return [Triple(WHO, triple.predicate, self.entities[0])]
        return []

    def _chain(self) -> list[Triple]:
        """Return triples for a property of a thing's value: when the wife of John Coltrane was born."""
        if self.heard.asks in (None, "whether") or len(self._meant) != 1:
            return []
        mention, entity = next(iter(self._meant.items()))
        for wording in self._wordings:
            if not self._is_owned(wording, mention):
                continue
            first = self._had(wording, entity)
            values = self._knowledge.solve(first, VALUE) if first else []
            wanted = {type for value in values for type in self._types(value)}
            others = [group for group in self._groups if group.wording is not wording]
            fitting = [p for group in others for p in group.properties if self._schema.suits(p, wanted)]
            if fitting:
                narrowing = [triple for triple in first if triple.predicate != TYPE or self._narrows(triple, values)]
                between = [Triple(*(WHO if term == VALUE else term for term in triple)) for triple in narrowing]
                return [*between, Triple(WHO, max(fitting, key=self._asked_for), VALUE)]
        return []

    def _is_owned(self, wording: WordingSpan, mention: Mention) -> bool:
        """Return whether a wording names a possession: "John Coltrane's wife", "the singer of Purple Haze"."""
        if mention.start < wording.start:
            return (
                connectives.asking("owned", after=r"\s*$").search(self._text[mention.start : wording.start]) is not None
            )
        return connectives.owner().fullmatch(self._text[wording.end : mention.start]) is not None

    def _had(self, wording: WordingSpan, entity: str) -> list[Triple]:
        types, graph = self._types(entity), self._knowledge.graph
        fitting = [p for p in wording.terms if p in self._schema.properties and self._schema.suits(p, types)]
        if fitting:
            return [Triple(entity, max(fitting, key=lambda p: len(graph.objects(entity, p))), VALUE)]
        kinds = self._kinds[wording]
        triples = self._linked(entity, kinds[0]) if kinds else []
        return triples if triples and triples[0].object == VALUE else []

    def _narrows(self, triple: Triple, values: Sequence[str]) -> bool:
        """Return whether a class triple excludes some of the values."""
        return not all(self._knowledge.is_a(value, triple.object) for value in values)

    def _with_properties(self) -> list[Triple]:
        parts: list[tuple[_Group, list[Triple]]] = []
        unfit: list[_Group] = []
        for group in self._groups:
            if more := self._of_group(group):
                parts.append((group, more))
            else:
                unfit.append(group)
        found = numbered(VALUE, [triple for _, triples in self._apart(parts) for triple in triples])
        for group in unfit:
            found = self._chained(found, group.properties)
        if found:
            return found
        if self.classes and (linked := [triple for entity in self.entities for triple in self._linked(entity)]):
            return linked
        if not self.heard.asks or not unfit:
            return []
        best = max(unfit[0].properties, key=self._asked_for)
        return numbered(VALUE, [Triple(entity, best, VALUE) for entity in self.entities])

    def _apart(self, parts: list[tuple[_Group, list[Triple]]]) -> list[tuple[_Group, list[Triple]]]:
        """Return the triples of one property, unless several are joined: "the kind of music that she plays"."""
        asking = [part for part in parts if all(triple.object == VALUE for triple in part[1])]
        if len(asking) < 2 or self.heard.asks in (None, "whether"):
            return parts
        first, second = asking[0][0].wording, asking[1][0].wording
        if are_joined(self._text[first.end : second.start]):
            return parts
        best = max(asking, key=lambda part: self._asked_for(part[1][0].predicate))
        return [part for part in parts if part is best or part not in asking]

    def _of_group(self, group: _Group) -> list[Triple]:
        """Return the triples of a wording's property and the entities that fit it."""
        if self.heard.asks in (None, "whether"):
            stated = self._stated(group.properties)
            if stated:
                return stated
        entities = self._nearest(group)
        options: list[tuple[float, str, bool]] = []
        for property in group.properties:
            for entity in entities:
                types = self._types(entity)
                asked = self._asked_for(property)
                forward = self._schema.suits(property, types)
                backward = self._schema.suits_value(property, types)
                if forward and not (backward and self._is_agent(entity, group.wording)):
                    wanted = 1.0 * any(self._schema.suits_value(property, [name]) for name in self.classes)
                    is_had = bool(self._knowledge.graph.objects(entity, property))
                    options.append((3.0 + asked + wanted + is_had, property, True))
                if backward and (not self.classes or self._has_kind(property, entity)):
                    wanted = 2.0 * any(self._schema.suits(property, [name]) for name in self.classes)
                    is_had = bool(self._knowledge.subjects(property, entity))
                    options.append((2.5 + (0.0 if wanted else min(asked, 0.0)) + wanted + is_had, property, False))
        if not options:
            return []
        _, property, forward = max(options, key=lambda option: (option[0], option[1]))
        chosen = [property]
        if forward and connectives.asking("both").search(self._text):
            chosen = [
                other
                for score, other, way in options
                if way and self._knowledge.lexicon.asks(other) & {"when", "where"}
            ]
        if forward:
            whom = [entity for entity in entities if self._schema.suits(property, self._types(entity))]
            return [Triple(entity, one, VALUE) for entity in whom for one in dict.fromkeys(chosen)]
        wholes = [entity for entity in entities if self._schema.suits_value(property, self._types(entity))]
        kinds = [Triple(WHO, TYPE, name) for name in self.classes if self._schema.suits(property, [name])][:1]
        return [*(Triple(WHO, property, entity) for entity in wholes), *kinds]

    def _nearest(self, group: _Group) -> list[str]:
        """Return the entities nearest to a wording, if each wording has its own: "born in Bonn and died in Vienna"."""
        starts = sorted(one.wording.start for one in self._groups)
        spans = zip(starts, [*starts[1:], len(self._text)], strict=True)
        own = {
            start: [term for mention, term in self._meant.items() if start < mention.start < end]
            for start, end in spans
        }
        return own[group.wording.start] if len(own) > 1 and all(own.values()) else self.entities

    def _has_kind(self, property: str, entity: str) -> bool:
        """Return whether things of a mentioned class may have a property, or the entity itself is of that class."""
        types = self._types(entity)
        return any(self._schema.suits(property, [name]) or self._schema.is_a(types, name) for name in self.classes)

    def _is_agent(self, entity: str, wording: WordingSpan) -> bool:
        """Return whether a thing is the agent of a passive wording: "influenced by Charlie Parker"."""
        said = self._text[wording.start : wording.end].casefold()
        after = [one for one, term in self._meant.items() if term == entity and one.start >= wording.end]
        return said.endswith(" by") and bool(after) and not re.search(r"\w", self._text[wording.end : after[0].start])

    def _stated(self, properties: Sequence[str]) -> list[Triple]:
        """Return a triple whose subject and value are both named: a true one, else one with any known value."""
        options: list[Triple] = []
        for property in properties:
            for subject, object in permutations(self.entities, 2):
                if self._schema.suits(property, self._types(subject)) and self._schema.suits_value(
                    property, self._types(object)
                ):
                    options.append(Triple(subject, property, object))
            if self._is_dated(property):
                fitting = [entity for entity in self.entities if self._schema.suits(property, self._types(entity))]
                options += [Triple(entity, property, value) for entity in fitting for value in self._literals]
        graph = self._knowledge.graph
        best = max(
            options,
            key=lambda one: (self._knowledge.holds(*one), bool(graph.objects(one.subject, one.predicate))),
            default=None,
        )
        return [] if best is None else [best]

    def _chained(self, found: list[Triple], group: Sequence[str]) -> list[Triple]:
        """Return triples for a property of another's value: where the writer of a song was born."""
        for triple in found:
            if triple.object != VALUE:
                continue
            values = self._knowledge.graph.objects(triple.subject, triple.predicate)
            types = {type for value in values for type in self._knowledge.lexicon.types(value)}
            wanted = types or self._schema.range(triple.predicate)
            fitting = [property for property in group if self._schema.suits(property, wanted)]
            if fitting:
                between = Triple(triple.subject, triple.predicate, WHO)
                best = max(fitting, key=self._asked_for)
                return [*(one for one in found if one != triple), between, Triple(WHO, best, VALUE)]
        return found

    def _linked(self, entity: str, name: str | None = None) -> list[Triple]:
        """Return triples that join a class and an entity (albums by Billy Joel), or state the entity's class."""
        name = name or self.classes[0]
        if self.heard.kind in (YES_NO_QUESTION, STATEMENT) and self._knows_whether(entity, self._types(entity), name):
            return [Triple(entity, TYPE, name)]
        triples = self._link(entity, name)
        if triples is None:
            return []
        property, inverse = triples
        if inverse:
            return [Triple(WHO, property, entity), Triple(WHO, TYPE, name)]
        return [Triple(entity, property, VALUE), Triple(VALUE, TYPE, name)]

    def _link(self, entity: str, name: str) -> tuple[str, bool] | None:
        words = [self._text[one.start : one.end].casefold() for one, kinds in self._kinds.items() if name in kinds]
        return joint(entity, name, words, self._knowledge)

    def _knows_whether(self, entity: str, types: Sequence[str], name: str) -> bool:
        related = {above for type in types for above, _ in self._schema.closure(type)}
        return any(above in related for above, _ in self._schema.closure(name) if not self._schema.is_top(above))

    def _asked_for(self, property: str) -> float:
        """Return how well a property fits the question word."""
        asks = self.heard.asks
        if asks in (None, "whether", "which", "what", "how"):
            return 0.0
        return 2.0 if asks in self._knowledge.lexicon.asks(property) else -1.0

    def _is_dated(self, property: str) -> bool:
        return any(
            bare(name).startswith(XSD + "date") or bare(name) == XSD + "gYear" for name in self._schema.range(property)
        )
