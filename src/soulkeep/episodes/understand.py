"""From an utterance to triples with variables (2, sections 1 and 2.1).

"When was Charlie Parker born?" is a wh-question and (Charlie Parker, birth date, ?value). Names are found by a
gazetteer, properties by their wordings; what fits together is told by the ontology: whose property it is, and what its
values are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from math import log

from soulkeep.experience import Triple, Understanding
from soulkeep.semantics.gazetteer import Mention, Wording
from soulkeep.semantics.knowledge import ANYTHING, Knowledge
from soulkeep.semantics.schema import TYPE
from soulkeep.semantics.terms import bare, literal
from soulkeep.semantics.vocabulary import XSD
from soulkeep.text.affect import affect
from soulkeep.text.function_words import function_terms
from soulkeep.text.selfhood import speaks_of_self
from soulkeep.text.shared_past import asks_of_shared_past
from soulkeep.text.statements import statements
from soulkeep.text.terms import terms
from soulkeep.text.utterances import STATEMENT, WH_QUESTION, YES_NO_QUESTION, Utterance, utterance

VALUE, WHO = "?value", "?who"

_YEAR = re.compile(r"(?<![\d.,])(1\d{3}|20\d{2})(?![\d.,]\d|\d)")
_AND = {  # begins a question whose property was said before: "And Miles Davis?"
    "en": r"(?:and|what about|how about|same for|or)\b", "de": r"(?:und|was ist mit)\b", "fr": r"(?:et)\b",
    "es": r"(?:y|qué hay de)\b", "ja": r"(?:じゃあ|では|それでは)", "zh": r"(?:那)", "ko": r"(?:그럼|그러면|그리고)",
}  # fmt: skip
_TOPIC = {"ko": r"(?:은|는|도)(?:요)?\s*[?？]?$", "ja": r"は\s*[?？]?$", "zh": r"呢\s*[?？]?$"}
"""… or ends one."""

_BOTH = re.compile(
    r"\b(?:when and where|where and when|wann und wo|wo und wann)\b"
    r"|언제,? ?어디|언제 그리고 어디|어디서,? ?언제",
    re.IGNORECASE,
)
_DISLIKES = re.compile(
    r"\bI (?:really |just )?(?:don['’]?t|do not|can['’]?t|never) (?:really |much )?(?:like|care for|stand|enjoy)\b"
    r"|싫어|안 좋아",
    re.IGNORECASE,
)
_REQUEST = re.compile(
    r"\b(?:(?:can|could|would|will) you (?:please )?)?(?:tell|give|show|remind) me\b"
    r"|\b(?:do|did) you (?:know|remember)\b|\bI(?:['’]d like| want) to know\b",
    re.IGNORECASE,
)
_YOU = re.compile(
    r"\byou(?:r|rs|rself)?\b|\bdein\w*\b|\bdu\b|(?<![가-힣])(?:너|넌|네|니)(?:는|가|의)?(?![가-힣])", re.IGNORECASE
)
_HEADLINE = 80
_OF = re.compile(r"['’]s?\b|\b(?:the|of|a|an|der|die|das|von|de|la|le|du|el|del)\b|의", re.IGNORECASE)
"""What may stand between a thing and its property without making a sentence."""

_LATE = 4
"""Turns back that an entity or property left out may stand."""


def understand(
    text: str,
    language: str,
    knowledge: Knowledge | None,
    *,
    context: Sequence[Understanding] = (),
) -> Understanding:
    """What an utterance says, in terms of what is known.

    Args:
        text: what was said.
        language: ISO 639-1.
        knowledge: what the character knows; without it, only the kind of utterance is told.
        context: what was understood before, the latest last: "Where was he born?" leans on it.
    """
    heard = utterance(text, language)
    past = asks_of_shared_past(text, language)
    felt = affect(text, language)
    plain = Understanding(
        utterance=heard.kind,
        asks=heard.asks,
        feedback=heard.feedback,
        feeling=round(max(abs(felt.valence), felt.arousal), 2),
        language=language,
        past=past.asks if past else None,
    )
    if knowledge is None:
        return plain
    reading = _Reading(text, language, heard, knowledge, context)
    if reading.is_headline():  # "miles davis birthplace"
        plain = replace(plain, utterance=WH_QUESTION, asks="what")
        reading.heard = Utterance(WH_QUESTION, "what", heard.feedback)
    found = reading.triples() if past is None else []
    return replace(
        plain,
        triples=tuple(dict.fromkeys(found)),
        entities=tuple(reading.entities),
        classes=tuple(dict.fromkeys(reading.classes)),
        properties=tuple(dict.fromkeys(reading.used(found))),
        carried=tuple(reading.carried),
        likes=reading.likes() if plain.asks is None else {},
    )


class _Reading:
    """One utterance being read."""

    def __init__(
        self, text: str, language: str, heard: Utterance, knowledge: Knowledge, context: Sequence[Understanding]
    ) -> None:
        self._text = text
        self._language = language
        self.heard = heard
        self._knowledge = knowledge
        self._schema = knowledge.schema
        self._context = context[-_LATE:]
        self.carried: list[str] = []
        mentions, wordings = self._spans()
        properties = self._schema.properties
        self._groups = [
            [term for term in wording.terms if term in properties]
            for wording in wordings
            if any(term in properties for term in wording.terms)
        ]
        # what is a property as well ("artist") is a class where it doesn't fit as one
        self.classes = [
            term
            for wording in wordings
            for term in wording.terms
            if term in self._schema.classes and not self._schema.is_top(term)
        ]
        years = _YEAR.findall(text) if heard.asks in ("whether", "which", "who", "what", "how many") else []
        self._literals = [literal(year, datatype=XSD + "gYear") for year in years]
        self._mentions, self._wordings = mentions, wordings
        self.entities = self._resolved(mentions)

    # -- names and wordings

    def _spans(self) -> tuple[list[Mention], list[Wording]]:
        """The names and wordings that stand: of two that overlap, the longer, or else the name."""
        mentions = self._knowledge.gazetteer.find(self._text)
        wordings = self._knowledge.words.find(self._text, self._language)
        wordings = [
            one
            for one in wordings
            if not any(_within(one, other) and _length(other) > _length(one) for other in wordings)
        ]
        strong = [mention for mention in mentions if self._is_name(mention)]
        kept = strong or [mention for mention in mentions if not self._is_ordinary(mention)]
        kept = [
            mention
            for mention in kept
            if not any(_overlap(mention, one) and _length(one) > _length(mention) for one in wordings)
            and not any(_overlap(mention, one) and not mention.cased for one in wordings)
        ]
        return kept, [one for one in wordings if not any(_overlap(one, mention) for mention in kept)]

    def _is_name(self, mention: Mention) -> bool:
        """Whether it is written as a name, and no word with a capital for another reason."""
        words = self._text[mention.start : mention.end].split()
        ordinary = all(self._is_function(word) for word in words)
        if mention.first and ordinary:
            return False
        return mention.cased or (len(words) > 1 and not ordinary)

    def _is_ordinary(self, mention: Mention) -> bool:
        return all(self._is_function(word) for word in self._text[mention.start : mention.end].split())

    def _is_function(self, word: str) -> bool:
        found = terms(word, self._language)
        return all(term in function_terms(self._language) for term in found)

    def _resolved(self, mentions: Sequence[Mention]) -> list[str]:
        """What each name means: what fits the properties and classes spoken of; else what is best known."""
        spoken = [property for group in self._groups for property in group]
        return list(dict.fromkeys(max(m.terms, key=lambda term: self._fitness(term, spoken)) for m in mentions))

    def _fitness(self, term: str, spoken: Sequence[str]) -> tuple[float, str]:
        types = self._knowledge.lexicon.types(term)
        fits = any(self._schema.suits(p, types) for p in spoken) + 0.5 * any(
            self._schema.suits_value(p, types) for p in spoken
        )
        named = any(self._schema.is_a(types, name) for name in self.classes)
        lately = any(term in before.entities for before in self._context)
        person = 0.2 * self._schema.is_person(types)
        return 2.0 * fits + 1.5 * named + lately + person + 0.05 * log(1 + len(self._knowledge.graph.about(term))), term

    def is_headline(self) -> bool:
        """Whether a text says nothing but a thing and a property of it, as people type into a search field."""
        if self.heard.kind != STATEMENT or not self._mentions or not self._wordings or len(self._text) > _HEADLINE:
            return False
        rest = list(self._text)
        for start, end in [(one.start, one.end) for one in self._mentions] + [(w.start, w.end) for w in self._wordings]:
            rest[start:end] = " " * (end - start)
        return not re.search(r"\w", _OF.sub(" ", "".join(rest))) and not self._text.rstrip().endswith((".", "!"))

    def likes(self) -> dict[str, float]:
        """What the person says to like (1) or not (-1)."""
        found: dict[str, float] = {}
        for said in statements(self._text, self._language):
            likes = said.relation == "likes" or said.relation.startswith("favourite")
            if likes or said.relation == "dislikes":
                way = 1.0 if likes == said.holds else -1.0
                found |= dict.fromkeys(self._between(said.start, said.end), way)
        if not found and (dislike := _DISLIKES.search(self._text)):
            found = dict.fromkeys(
                self._between(dislike.start() if self._language != "ko" else 0, len(self._text)), -1.0
            )
        return found

    def _between(self, start: int, end: int) -> list[str]:
        inside = [m for m in self._mentions if m.start < end and start < m.end]
        return [term for mention in inside for term in mention.terms if term in self.entities]

    # -- triples

    def triples(self) -> list[Triple]:
        """What is said or asked."""
        if not self._entities_or_context():
            return self._without_entities()
        if self._groups:
            return self._with_properties()
        if self.classes:
            found = [triple for entity in self.entities for triple in self._linked(entity)]
            if found or not self.heard.asks:
                return found
        if not self.heard.asks:
            return []
        return self._carried_property() or _numbered([Triple(entity, ANYTHING, VALUE) for entity in self.entities[:3]])

    def used(self, triples: Sequence[Triple]) -> list[str]:
        """The properties that are spoken of."""
        found = [triple.predicate for triple in triples if triple.predicate not in (TYPE, ANYTHING)]
        return found or [group[0] for group in self._groups if len(group) == 1]

    def _entities_or_context(self) -> bool:
        """Whether anything is spoken of; what a question leaves out is taken from the talk before."""
        if self.entities:
            return True
        if not self._groups or not self.heard.asks or self._literals or self._is_personal():
            return False
        for before in reversed(self._context):
            for entity in before.entities:
                types = self._knowledge.lexicon.types(entity)
                if any(self._schema.suits(p, types) for group in self._groups for p in group):
                    self.entities = [entity]
                    self.carried.append("entity")
                    return True
        return False

    def _is_personal(self) -> bool:
        """Whether it is about the two who talk, and not about what was spoken of: "When is my birthday?"."""
        rest = _REQUEST.sub(" ", self._text)
        return speaks_of_self(rest, self._language) or bool(_YOU.search(rest))

    def _without_entities(self) -> list[Triple]:
        """Things of a class, or that have a value."""
        if not self.heard.asks:
            return []
        types = [Triple(WHO, TYPE, name) for name in self.classes[:1]]
        for group in self._groups:
            for property in group:
                if self._literals and self._is_dated(property):
                    return [Triple(WHO, property, self._literals[0]), *types]
        return types if not self._groups else []

    def _carried_property(self) -> list[Triple]:
        """The question before, asked of another: "And Miles Davis?"."""
        text = self._text.strip().casefold()
        begins = _AND.get(self._language)
        ends = _TOPIC.get(self._language)
        rest = len(text) - sum(mention.end - mention.start for mention in self._mentions)
        if not ((begins and re.match(begins, text)) or (ends and re.search(ends, text) and rest <= 4)):
            return []
        for before in reversed(self._context):
            for triple in before.triples:
                if triple.predicate in (TYPE, ANYTHING):
                    continue
                self.carried.append("property")
                if triple.object.startswith("?"):
                    return _numbered([Triple(entity, triple.predicate, VALUE) for entity in self.entities])
                return [Triple(WHO, triple.predicate, self.entities[0])]
        return []

    def _with_properties(self) -> list[Triple]:
        found: list[Triple] = []
        unfit: list[list[str]] = []
        for group in self._groups:
            more = self._of_group(group)
            found += more
            if not more:
                unfit.append(group)
        for group in unfit:
            found = self._chained(found, group)
        if found:
            return found
        if self.classes and (linked := [triple for entity in self.entities for triple in self._linked(entity)]):
            return linked
        if not self.heard.asks or not unfit:
            return []
        best = max(unfit[0], key=self._asked_for)
        return _numbered([Triple(entity, best, VALUE) for entity in self.entities])

    def _of_group(self, group: Sequence[str]) -> list[Triple]:
        """The triples of a wording and the entities that its property fits."""
        if self.heard.asks in (None, "whether"):
            stated = self._stated(group)
            if stated:
                return stated
        options: list[tuple[float, str, bool]] = []
        for property in group:
            for entity in self.entities:
                types = self._knowledge.lexicon.types(entity)
                asked = self._asked_for(property)
                if self._schema.suits(property, types):
                    wanted = 1.0 * any(self._schema.suits_value(property, [name]) for name in self.classes)
                    known = bool(self._knowledge.graph.objects(entity, property))
                    options.append((3.0 + asked + wanted + known, property, True))
                if self._schema.suits_value(property, types):
                    wanted = 2.0 * any(self._schema.suits(property, [name]) for name in self.classes)
                    options.append((2.5 + (0.0 if wanted else min(asked, 0.0)) + wanted, property, False))
        if not options:
            return []
        _, property, forward = max(options, key=lambda option: (option[0], option[1]))
        chosen = [property]
        if forward and _BOTH.search(self._text):
            chosen = [
                other
                for score, other, way in options
                if way and self._knowledge.lexicon.asks(other) & {"when", "where"}
            ]
        if forward:
            whom = [
                entity
                for entity in self.entities
                if self._schema.suits(property, self._knowledge.lexicon.types(entity))
            ]
            return _numbered([Triple(entity, one, VALUE) for entity in whom for one in dict.fromkeys(chosen)])
        wholes = [
            entity
            for entity in self.entities
            if self._schema.suits_value(property, self._knowledge.lexicon.types(entity))
        ]
        kinds = [Triple(WHO, TYPE, name) for name in self.classes if self._schema.suits(property, [name])][:1]
        return [*(Triple(WHO, property, entity) for entity in wholes), *kinds]

    def _stated(self, group: Sequence[str]) -> list[Triple]:
        """A property whose subject and value are both named."""
        for property in group:
            for subject, object in permutations(self.entities, 2):
                if self._schema.suits(property, self._knowledge.lexicon.types(subject)) and self._schema.suits_value(
                    property, self._knowledge.lexicon.types(object)
                ):
                    return [Triple(subject, property, object)]
            for entity in self.entities:
                for value in self._literals:
                    if self._is_dated(property) and self._schema.suits(property, self._knowledge.lexicon.types(entity)):
                        return [Triple(entity, property, value)]
        return []

    def _chained(self, found: list[Triple], group: Sequence[str]) -> list[Triple]:
        """A property of the value of another: where the writer of a song was born."""
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

    def _linked(self, entity: str) -> list[Triple]:
        """A class and an entity without a property: albums by Billy Joel; or whether it is of that class."""
        types = self._knowledge.lexicon.types(entity)
        name = self.classes[0]
        if self.heard.kind in (YES_NO_QUESTION, STATEMENT) and self._knows_whether(entity, types, name):
            return [Triple(entity, TYPE, name)]
        options: list[tuple[int, str, bool]] = []
        for property in self._schema.properties:
            if self._schema.suits(property, [name]) and self._schema.suits_value(property, types):
                count = len(self._knowledge.subjects(property, entity, [name]))
                options.append((count, property, True))
            if self._schema.suits(property, types) and self._schema.suits_value(property, [name]):
                options.append((len(self._knowledge.graph.objects(entity, property)), property, False))
        if not options or not max(options)[0]:
            return []
        _, property, inverse = max(options)
        if inverse:
            return [Triple(WHO, property, entity), Triple(WHO, TYPE, name)]
        return [Triple(entity, property, VALUE), Triple(VALUE, TYPE, name)]

    def _knows_whether(self, entity: str, types: Sequence[str], name: str) -> bool:
        related = {above for type in types for above, _ in self._schema.closure(type)}
        return any(above in related for above, _ in self._schema.closure(name) if not self._schema.is_top(above))

    def _asked_for(self, property: str) -> float:
        """How well a property fits the question word."""
        asks = self.heard.asks
        if asks in (None, "whether", "which", "what", "how"):
            return 0.0
        return 2.0 if asks in self._knowledge.lexicon.asks(property) else -1.0

    def _is_dated(self, property: str) -> bool:
        return any(
            bare(name).startswith(XSD + "date") or bare(name) == XSD + "gYear" for name in self._schema.range(property)
        )


def _numbered(triples: Sequence[Triple]) -> list[Triple]:
    """Each with a variable of its own: questions about several things have several answers."""
    return [triple._replace(object=f"{VALUE}{at + 1}" if at else VALUE) for at, triple in enumerate(triples)]


def _within(one: Wording, other: Wording) -> bool:
    return other.start <= one.start and one.end <= other.end and one is not other


def _overlap(one: Mention | Wording, other: Mention | Wording) -> bool:
    return one.start < other.end and other.start < one.end


def _length(one: Mention | Wording) -> int:
    return one.end - one.start
