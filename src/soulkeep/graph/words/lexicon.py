"""How things are called: labels of resources, and the wordings, nouns and sentences of classes and properties.

They are read from the data (`rdfs:label`, `skos:altLabel`, and ours: `sk:wording`, `sk:noun`, `sk:sentence`,
`sk:inverseSentence`, `sk:asks`, `sk:namedBy`). What the data leaves open is filled from `wordings.ttl`, by local name.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from itertools import chain
from pathlib import Path
from urllib.parse import unquote

from soulkeep.graph.graph import Graph
from soulkeep.graph.remembered import remembered
from soulkeep.graph.schema import TYPE, Schema
from soulkeep.graph.terms import bare, iri, is_iri, is_literal, local_name, parsed
from soulkeep.graph.vocabulary import RDFS, SK, SKOS
from soulkeep.graph.words.articles import is_determined, is_work, takes_the
from soulkeep.graph.words.blank_nodes import held
from soulkeep.graph.words.frames import of_the_living
from soulkeep.graph.words.grammar_en import common
from soulkeep.graph.words.measures import DURATION, MOMENT, Unit, measure, unit_named
from soulkeep.graph.words.quantities import spoken_value, unit_of

_LABELS = (iri(RDFS + "label"), iri(SKOS + "prefLabel"))
_OTHER_LABELS = (iri(SKOS + "altLabel"),)
_NAMING = {"name", "title", "label", "preflabel", "albumtitle", "fullname", "displayname"}
"""Local names of properties that name things, where the data declares none."""

_OTHER_NAMES = {"alternatename", "altlabel", "alias", "aliases", "alsoknownas"}
"""... and of those that give them further names."""

_DESCRIBING = {"comment", "description", "abstract", "definition", "summary", "shortdescription"}
"""... and of those that tell what they are."""

_ANY = "urn:soulkeep:any:"
_WORDINGS = Path(__file__).parent / "wordings.ttl"
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_HAS = re.compile(r"^(?:has|is|was)(?= \w)\s*")
"""What names of properties begin with: `hasPet` is spoken of as a pet."""

_CLAIM = iri("http://wikiba.se/ontology#directClaim")
"""What tells of a property is no thing that people speak of."""

_LONGEST = 200
"""Characters of a label that are told."""

_LIVES = {"born": "birth", "died": "death"}
"""Properties that name a date or a place by a verb."""

_LONG_GONE = 1915
"""A year: whoever was born before it doesn't live."""

_LASTING = re.compile(r"([a-z]\w+) (duration|time)")
"""A property that says how long something of a thing takes: its effect, its preparation."""

_STUFF = frozenset(("ingredient", "material", "allergen"))
"""Kinds of what is spoken of in small letters: "butter and wheat flour"."""

_SHORTEST = 4
_LOOKED_AT = 400_000
"""Letters of a name, and of texts, in which it is looked how names are said."""

_AFTER_A_NAME = (
    r"(?:and|or|of|in|on|at|to|for|from|with|by|is|was|has|had|that|which|who|whose|after|before|since|until|near|when|"
    r"while)\b"
)
_BEFORE_A_NAME = re.compile(r"\b(?:of|in|on|at|to|for|from|with|by|near|and|or|after|before|between|through|into)$")
"""What shows that a name stands there by itself, and not before the noun that is meant: "the Harbour Tram driver"."""

_BRACKETED = re.compile(r"(?:(?<!\s)\s++)?\([^()]{1,12}\)$")
"""What tells a unit, or that there may be several: "elevation (m)", "crew member(s)"."""

_QUALIFIER = re.compile(r"(?:(?<!\s)\s++)?\([^()]*\)$")


class Lexicon:
    """What the nodes of a graph are called.

    Args:
        graph: what is known.
        schema: of it.
    """

    def __init__(self, graph: Graph, schema: Schema) -> None:
        self._graph = graph
        self._schema = schema
        declared = {value for _, value in graph.pairs(iri(SK + "namedBy")) if is_iri(value)}
        by_name = {name for name in schema.properties if _folded(name) in _NAMING}
        self.naming: tuple[str, ...] = tuple(dict.fromkeys([*_LABELS, *sorted(declared), *sorted(by_name)]))
        """The properties that name individuals, the first first."""
        others = (name for name in schema.properties if _folded(name) in _OTHER_NAMES)
        self.renaming: tuple[str, ...] = tuple(dict.fromkeys([*_OTHER_LABELS, *sorted(others)]))
        """The properties that give them further names."""
        describing = (name for name in schema.properties if _folded(name) in _DESCRIBING)
        self.describing: tuple[str, ...] = tuple(dict.fromkeys([*sorted(describing), iri(RDFS + "comment")]))
        """The properties whose texts say what a thing is."""

        self.units: dict[str, Unit | None] = {}
        """The units of properties that were looked at (see `quantities`)."""

    # -- resources

    def value(self, term: str, predicate: str, language: str) -> str:
        """A value of a property in words, with its unit."""
        text = spoken_value(term, predicate, self, language)
        if language == "en" and is_iri(term) and {one.casefold() for one in self.kinds(term)} & _STUFF:
            return common(text)
        return text

    def about(self, term: str) -> list[tuple[str, str]]:
        """Every predicate and object of a term."""
        return self._graph.about(term)

    @cached_property
    def currency(self) -> str:
        """The one currency in which the graph says that its prices are; "" if there is none, or several."""
        stated = {
            self.label(value, "en")
            for property in self._schema.properties
            if local_name(property).casefold().endswith("currency")
            for _, value in self._graph.pairs(property)
        }
        return stated.pop() if len(stated) == 1 else ""

    def held(self, node: str, language: str) -> str:
        """What a blank node holds, in words; "" for nothing that can be said, and for what is none."""
        return held(node, self, language) if node.startswith("_:") else ""

    def label(self, term: str, language: str) -> str:
        """How a term is called: in a language, else as it can be; of a literal, its text."""
        if is_literal(term):
            return parsed(term).value
        return self._label(term, language)

    @remembered(65536)
    def _label(self, term: str, language: str) -> str:
        labels = list(self.labels(term))
        class_labels = _class_words(term) if term in self._schema.classes and language in ("de", "ko") else []
        for wanted in (language, "", "en"):
            for text, spoken in [*labels, *class_labels[: 20 if wanted == language else 0]]:
                if spoken == wanted and text.strip():
                    return _short(text)
        common = term in self._schema.properties or term in self._schema.classes
        return next((_short(text) for text, _ in labels if text.strip()), _split(term) if common else _titled(term))

    def labels(self, term: str) -> Iterator[tuple[str, str]]:
        """The names of a resource, each with its language ("" for none), the preferred ones first."""
        for property in self.naming:
            yield from self._texts(term, property)

    def aliases(self, term: str) -> Iterator[tuple[str, str]]:
        """Its other names."""
        for property in self.renaming:
            yield from self._texts(term, property)

    def descriptions(self, term: str) -> Iterator[tuple[str, str]]:
        """The texts that say what a resource is, each with its language."""
        for property in self.describing:
            yield from self._texts(term, property)

    @remembered(8192)
    def has_article(self, term: str) -> bool:
        """Whether the English name of a thing, no person, is said with "the": as the data's texts have it, else as such
        names are."""
        name = " ".join(self.label(term, "en").split())
        kinds = self.kinds(term)
        said = None if is_determined(name) or any(map(is_work, kinds)) else self._said_with_the(name)
        return takes_the(name, *kinds) if said is None else said

    def is_told_bare(self, name: str) -> bool:
        """Whether the data's own English texts say a name without an article."""
        return self._said_with_the(name) is False

    def kinds(self, term: str) -> list[str]:
        """The names of a thing's class and of those above it."""
        kind = self.class_of(term)
        if kind is None:
            return []
        names = [name for name, _ in self._schema.closure(kind) if is_iri(name)]
        return list(dict.fromkeys([*(self.label(name, "en") for name in names), *map(_split, names)]))

    def _said_with_the(self, name: str) -> bool | None:
        """Whether the data's own English texts say a name with "the"; None where they don't say it."""
        if len(name) < _SHORTEST or name not in self._told:
            return None
        with_the = bare = 0
        for match in re.finditer(rf"(?<![\w'’-]){re.escape(name)}(?=[.,;:!?)]|$|\s{_AFTER_A_NAME})", self._told):
            before = self._told[: match.start()].rstrip(" ")
            if re.search(r"(?:\b[Tt]he|\bthis|\bthat)$", before[-5:]):
                with_the += 1
            elif not before or before[-1] in ".!?\n" or _BEFORE_A_NAME.search(before[-12:]):
                bare += 1
        return None if with_the == bare else with_the > bare

    @cached_property
    def _told(self) -> str:
        """The texts that say in English what things are, so far as they are worth looking at."""
        texts: list[str] = []
        left = _LOOKED_AT
        for _, text, language in chain.from_iterable(map(self._graph.texts, self.describing)):
            if language.split("-")[0] in ("", "en") and " " in text:
                texts.append(text)
                left -= len(text)
            if left < 0:
                break
        return "\n".join(texts)

    def class_of(self, term: str) -> str | None:
        """The most special class of a resource that has a name."""
        types = self.types(term)
        special = [one for one in types if not any(one != other and self._schema.is_a([other], one) for other in types)]
        return min(special, default=None)

    @remembered(65536)
    def types(self, term: str) -> tuple[str, ...]:
        """The classes that a resource is said to be of."""
        if not is_iri(term):
            return ()
        return tuple(sorted(name for name in self._graph.objects(term, TYPE) if name in self._schema.classes))

    def is_person(self, term: str) -> bool:
        """Whether a resource is a person."""
        return self._schema.is_person(self.types(term))

    def may_live(self, term: str) -> bool:
        """Whether nothing says that somebody is dead, or long gone."""
        for property, value in self._graph.about(term):
            about = self.concept(property)
            if about.startswith("death"):
                return False
            born = re.match(r'"[+-]?0*(\d{3,4})', value) if about in ("birthDate", "birthYear") else None
            if born and int(born[1]) < _LONG_GONE:
                return False
        return True

    # -- classes and properties

    def wordings(self, term: str) -> list[tuple[str, str]]:
        """The words by which people speak of a class or a property, each with its language."""
        wordings = [*self.labels(term), *self.aliases(term), *self._texts(term, iri(SK + "wording"))]
        wordings += self._general(term, "noun") if term in self._schema.properties else _class_words(term)
        if term in self._schema.properties:  # who records isn't called "record"
            wordings += self._general(term, "wording")
        words = _split(term)
        if re.search(r"[A-Za-z]{2}", words):  # a number such as P569 says nothing
            wordings += [(words, "en"), (_HAS.sub("", words), "en")]
        return list(dict.fromkeys((text, language.split("-")[0]) for text, language in wordings))

    def inverse_wordings(self, term: str) -> list[tuple[str, str]]:
        """The words for what the subject of a property is to its object: of a parent, "child"."""
        own = self._texts(term, iri(SK + "inverseWording"))
        return [*own, *(self._general(term, "inverseWording") if term in self._schema.properties else [])]

    @remembered(8192)
    def noun(self, predicate: str, language: str) -> str:
        """A property as a noun: "birth place"; without the unit that its name ends in, which goes to its values."""
        own = [*self._texts(predicate, iri(SK + "noun")), *self.labels(predicate), *self._general(predicate, "noun")]
        noun = next((text for text, spoken in own if spoken == language), self.label(predicate, language))
        plain = _BRACKETED.sub("", noun).strip().split(" / ")[0] or noun
        return _without_unit(plain) if unit_of(predicate, self) is not None else plain

    @remembered(2048)
    def ends(self, predicate: str) -> tuple[frozenset[str], frozenset[str]]:
        """The English names, in lower case, of the classes that have a property, and of those of its values."""
        return self._called(self._schema.domain(predicate)), self._called(self._schema.range(predicate))

    def _called(self, classes: Iterable[str]) -> frozenset[str]:
        return frozenset(self.label(name, "en").casefold() for name in classes if is_iri(name))

    def sentence(self, predicate: str, language: str, *, inverse: bool = False, living: bool = False) -> str | None:
        """A pattern to tell a fact by, `{subject}` and `{object}` to be filled in; None if there is none. `living`: of
        people who may live."""
        name = "inverseSentence" if inverse else "sentence"
        own = [*self._texts(predicate, iri(SK + name))]
        if not inverse and self._is_measured(predicate):
            own += self._general(predicate, "measuredSentence")
        general = self._general(predicate, name)
        if living:
            general = [(of_the_living(text), spoken) for text, spoken in general]
        for text, spoken in [*own, *general]:
            if spoken == language:
                return text
        lasting = _LASTING.fullmatch(self.noun(predicate, "en")) if language == "en" and not inverse else None
        if lasting is not None and self._is_measured(predicate):
            return f"{{subject}}'s {lasting[1]} {'lasts' if lasting[2] == 'duration' else 'takes'} {{object}}"
        return None

    def is_own_sentence(self, predicate: str, language: str, *, inverse: bool = False) -> bool:
        """Whether the data has a pattern of its own to tell a fact by."""
        name = "inverseSentence" if inverse else "sentence"
        return any(spoken == language for _, spoken in self._texts(predicate, iri(SK + name)))

    def _is_dated(self, predicate: str) -> bool:
        value = next((value for _, value in self._graph.pairs(predicate)), "")
        measured = measure(value) if is_literal(value) else None
        return measured is not None and measured.kind == MOMENT

    @remembered(8192)
    def _is_measured(self, predicate: str) -> bool:
        """Whether the values of a property have a unit, or are durations: "2,715 metres high", but not "2,715 high"."""
        if unit_of(predicate, self) is not None:
            return True
        value = next((value for _, value in self._graph.pairs(predicate)), "")
        measured = measure(value) if is_literal(value) else None
        return measured is not None and measured.kind == DURATION

    def asks(self, predicate: str) -> frozenset[str]:
        """The question words that ask for a property's values."""
        texts = {text for text, _ in [*self._texts(predicate, iri(SK + "asks")), *self._general(predicate, "asks")]}
        return frozenset(texts or {self._schema.asks(predicate)})

    # -- reading

    def _general(self, term: str, name: str) -> list[tuple[str, str]]:
        return _general_wordings().get((self.concept(term), name), [])

    @remembered(8192)
    def concept(self, term: str) -> str:
        """The name under which `wordings.ttl` may speak of a class or property: of its own, or of its label."""
        own = local_name(term)
        if own in _LIVES:
            return f"{_LIVES[own]}{'Date' if self._is_dated(term) else 'Place'}"
        if own in _concepts():
            return own
        labels = [text for text, language in self.labels(term) if language in ("", "en")]
        for words in [_split(term), *labels]:
            for said in (words, _without_unit(words)):
                name = _camel(_HAS.sub("", said))
                if name in _concepts():
                    return name
        return next((concept for words in labels if (concept := _nouns().get(words.casefold()))), own)

    def _texts(self, term: str, property: str) -> Iterator[tuple[str, str]]:
        for value in self._graph.objects(term, property):
            if is_literal(value):
                literal = parsed(value)
                yield literal.value, literal.language

    def named(self) -> Iterator[tuple[str, str, str, bool]]:
        """Every name of a resource that is no class or property: term, name, language, and whether it is preferred."""
        own = {*self._schema.classes, *self._schema.properties, *(term for term, _ in self._graph.pairs(_CLAIM))}
        for property in (*self.naming, *self.renaming):
            for term, text, language in self._graph.texts(property):
                if is_iri(term) and term not in own:
                    yield term, text, language, property in self.naming


@lru_cache(maxsize=1)
def _general_wordings() -> dict[tuple[str, str], list[tuple[str, str]]]:
    """What `wordings.ttl` says: (local name, what) -> texts with their languages."""
    import pyoxigraph as ox

    wordings: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for quad in ox.parse(_WORDINGS.read_bytes(), format=ox.RdfFormat.TURTLE):
        subject, predicate = str(quad.subject), str(quad.predicate)
        if bare(subject).startswith(_ANY) and isinstance(quad.object, ox.Literal):
            key = (bare(subject).removeprefix(_ANY), bare(predicate).removeprefix(SK))
            wordings.setdefault(key, []).append((quad.object.value, quad.object.language or ""))
    return wordings


@lru_cache(maxsize=1)
def _concepts() -> frozenset[str]:
    return frozenset(name for name, _ in _general_wordings())


@lru_cache(maxsize=1)
def _nouns() -> dict[str, str]:
    """Concepts by the English words that speak of no other: "place of birth" is the birthPlace."""
    nouns: dict[str, set[str]] = {}
    for (name, kind), texts in _general_wordings().items():
        if kind in ("wording", "noun"):
            for text, language in texts:
                if language == "en":
                    nouns.setdefault(text.casefold(), set()).add(name)
    return {text: next(iter(names)) for text, names in nouns.items() if len(names) == 1}


def _without_unit(words: str) -> str:
    """The name of a property without the unit that it ends in: "growth time in days", "length km"."""
    first, _, last = words.rpartition(" ")
    return first.removesuffix(" in") if first and unit_named(last) is not None else words


def _camel(words: str) -> str:
    first, *rest = words.split() or [""]
    return first.lower() + "".join(word.capitalize() for word in rest)


def _folded(term: str) -> str:
    return local_name(term).replace("_", "").casefold()


@lru_cache(maxsize=1)
def _class_table() -> dict[str, dict[str, list[str]]]:
    return tomllib.loads((Path(__file__).parent / "classes.toml").read_text(encoding="utf-8"))


def _class_words(term: str) -> list[tuple[str, str]]:
    """What a class of a common vocabulary is called, each with its language, the noun of each language first."""
    table = _class_table().get(_folded(term), {})
    return [(text, language) for language, texts in table.items() for text in texts]


def without_qualifier(name: str) -> str:
    """A name without what only tells it from others: "Piano Man" of "Piano Man (album)"."""
    return _QUALIFIER.sub("", name)


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1].rstrip()}…"


def _split(term: str) -> str:
    """Words of the last part of an IRI: "birth date" of birthDate."""
    if not is_iri(term):
        return term.removeprefix("_:")
    name = unquote(local_name(term)).replace("_", " ").replace("-", " ")
    words = _CAMEL.sub(" ", name).split()
    # of a property's name only what shouts stays as it is: "birth date", but "FIFA rank"
    camel = _CAMEL.search(name) is not None
    return " ".join(word.lower() if camel and not word.isupper() else word for word in words) or bare(term)


def _titled(term: str) -> str:
    """The name of a thing that has none but its IRI: "Lantern Guild" of LanternGuild, "Tamsin Reed" of tamsinReed."""
    if not is_iri(term):
        return _split(term)
    name = unquote(local_name(term)).replace("_", " ").replace("-", " ")
    words = _CAMEL.sub(" ", name).split()
    if name != local_name(term) and not name.islower():
        return " ".join(words) or bare(term)  # underscores stand for blanks: its letters are as they should be
    small = {"of", "the", "and", "in", "at", "on", "de", "von", "der", "la", "du"}
    titled = (word if word in small and at else word[:1].upper() + word[1:] for at, word in enumerate(words))
    return " ".join(titled) or bare(term)
