"""Names of terms: labels of resources, and the wordings, nouns and sentences of classes and properties.

They come from the data (`rdfs:label`, `skos:altLabel`, and our `sk:wording`, `sk:noun`, `sk:sentence`,
`sk:inverseSentence`, `sk:asks`, `sk:namedBy`), else, by local name, from `wordings.ttl`.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from itertools import chain, islice
from pathlib import Path
from urllib.parse import unquote

from soulkeep.graph.graph import Graph
from soulkeep.graph.remembered import remembered
from soulkeep.graph.schema import SOMEBODY, SUBCLASS, TYPE, Schema
from soulkeep.graph.terms import bare, iri, is_iri, is_literal, local_name, parsed
from soulkeep.graph.vocabulary import OCCUPATION, SK
from soulkeep.graph.words.articles import is_determined, is_work, takes_the
from soulkeep.graph.words.blank_nodes import held
from soulkeep.graph.words.counted_de import counted
from soulkeep.graph.words.currencies import Currencies
from soulkeep.graph.words.frames import of_the_living
from soulkeep.graph.words.grammar_en import common
from soulkeep.graph.words.heads import heads, sorted_out
from soulkeep.graph.words.measures import DURATION, Unit, is_moment, measure, unit_named
from soulkeep.graph.words.naming_properties import folded_name, naming_properties
from soulkeep.graph.words.quantities import spoken_value, unit_of
from soulkeep.graph.words.romanised_ko import hangul
from soulkeep.lang.language import detect
from soulkeep.lang.pack import pattern, subject

_ANY = "urn:soulkeep:any:"
_WORDINGS = Path(__file__).parent / "wordings.ttl"
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_HAS = re.compile(r"^(?:has|is|was)(?= \w)\s*")
"""First words of property names that are dropped: `hasPet` is spoken of as a pet."""

_OCCUPATION = iri(OCCUPATION)
_CLAIM = iri("http://wikiba.se/ontology#directClaim")
"""Wikidata's link from a property entity to its property; the subject isn't a thing that people speak of."""

_SAMPLED, _TEXTS = 400, 40
"""Number of names, and of texts, by which the language of the data is judged."""

_LONGEST = 200
"""Most characters of a label that are told."""

_LIVES = {"born": "birth", "died": "death"}
"""Properties whose date or place is named by a verb."""

_LONG_GONE = 1915
"""Year of birth before which a person is taken to be dead."""

_LASTING = re.compile(r"([a-z]\w+) (duration|time)")
"""Noun of a property for how long something takes or lasts: its effect, its preparation."""

_STUFF = frozenset(("ingredient", "material", "allergen"))
"""Classes of things that are named in lower case: "butter and wheat flour"."""

_SOME = 40
_SHORTEST = 4
_LOOKED_AT = 400_000
"""Most characters of texts that are searched for names with or without "the"; `_SHORTEST` is for names."""

_AFTER_A_NAME = (
    r"(?:and|or|of|in|on|at|to|for|from|with|by|is|was|has|had|that|which|who|whose|after|before|since|until|near|when|"
    r"while)\b"
)
_BEFORE_A_NAME = re.compile(r"\b(?:of|in|on|at|to|for|from|with|by|near|and|or|after|before|between|through|into)$")
"""Words before a name that stands by itself, not as part of another noun as in "the Harbour Tram driver"."""

_BRACKETED = re.compile(r"(?:(?<!\s)\s++)?\([^()]{1,12}\)$")
"""A bracket with a unit or an optional plural: "elevation (m)", "crew member(s)"."""

_QUALIFIER = re.compile(r"(?:(?<!\s)\s++)?\([^()]*\)$")


class Lexicon:
    """Names and wordings of a graph's terms.

    Args:
        graph: the graph with the data.
        schema: the graph's schema.
    """

    def __init__(self, graph: Graph, schema: Schema) -> None:
        self._graph = graph
        self._schema = schema
        telling = naming_properties(graph, schema)
        self.naming: tuple[str, ...] = telling.naming
        """The properties that name individuals, the preferred first."""
        self.renaming: tuple[str, ...] = telling.renaming
        """The properties that give individuals further names."""
        self.describing: tuple[str, ...] = telling.describing
        """The properties that give descriptions of things."""

        self.units: dict[str, Unit | None] = {}
        """Cache of the units of properties (see `quantities`)."""

    # -- resources

    def value(self, term: str, predicate: str, language: str) -> str:
        """Return a value of a property in words, with its unit."""
        text = spoken_value(term, predicate, self, language)
        if language == "en" and is_iri(term) and {one.casefold() for one in self.kinds(term)} & _STUFF:
            return common(text)
        return text

    def values(self, property: str) -> Iterator[str]:
        """Yield the values of a property."""
        return (value for _, value in self._graph.pairs(property))

    def datatype(self, property: str) -> str | None:
        """Return the datatype of a property's first values; None if they have several, or aren't literals."""
        values = islice(self.values(property), _SOME)
        found = {parsed(value).datatype if is_literal(value) else None for value in values}
        return found.pop() if len(found) == 1 else None

    def about(self, term: str) -> list[tuple[str, str]]:
        """Return every predicate and object of a term."""
        return self._graph.about(term)

    @cached_property
    def tongue(self) -> str:
        """Return the language that most names in the data are in, as far as they or longer texts tell it."""
        named = [(text, language.split("-")[0]) for _, text, language, _ in islice(self.named(), _SAMPLED)]
        told = Counter(language for _, language in named if language)
        if told and 2 * sum(told.values()) >= len(named):
            return told.most_common(1)[0][0]
        texts = (text for property in self.describing for _, text, _ in islice(self._graph.texts(property), _SAMPLED))
        return detect(" ".join([*islice(texts, _TEXTS), *(text for text, _ in named[:_TEXTS])]))

    @cached_property
    def currencies(self) -> Currencies:
        """The currencies of the graph's prices."""
        return Currencies(self, self._schema.properties)

    def held(self, node: str, language: str) -> str:
        """Return a blank node's values in words; "" if nothing can be said, or the term is no blank node."""
        return held(node, self, language) if node.startswith("_:") else ""

    def label(self, term: str, language: str) -> str:
        """Return a term's name in a language, else in any; a literal's text."""
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
        made = words_of if self._schema.knows(term) else _titled
        return next((_short(text) for text, _ in labels if text.strip()), made(term))

    def labels(self, term: str) -> Iterator[tuple[str, str]]:
        """Yield a resource's names, each with its language ("" for none), the preferred ones first."""
        own = [text for property in self.naming for text in self._texts(term, property)]
        korean = hangul(words_of(term)) if not own and self._schema.knows(term) else None
        yield from [(korean, "ko")] if korean and self.tongue == "ko" else own

    def has_label(self, term: str) -> bool:
        return next(self.labels(term), None) is not None

    def aliases(self, term: str) -> Iterator[tuple[str, str]]:
        """Yield a resource's further names."""
        for property in self.renaming:
            yield from self._texts(term, property)

    def descriptions(self, term: str) -> Iterator[tuple[str, str]]:
        """Yield the descriptions of a resource, each with its language."""
        for property in self.describing:
            yield from self._texts(term, property)

    @remembered(8192)
    def has_article(self, term: str) -> bool:
        """Return whether the English name of a thing (not a person) is said with "the": as in the data's texts, else by
        the rules of `articles`."""
        name = " ".join(self.label(term, "en").split())
        kinds = self.kinds(term)
        said = None if is_determined(name) or any(map(is_work, kinds)) else self._said_with_the(name)
        return takes_the(name, *kinds) if said is None else said

    def is_told_bare(self, name: str) -> bool:
        """Return whether the data's own English texts have a name without an article."""
        return self._said_with_the(name) is False

    def kinds(self, term: str) -> tuple[str, ...]:
        """Return the names of a thing's class and of its superclasses."""
        kind = self.class_of(term)
        return () if kind is None else self._kinds_of(kind)

    @remembered(8192)
    def _kinds_of(self, kind: str) -> tuple[str, ...]:
        names = [name for name, _ in self._schema.closure(kind) if is_iri(name)]
        return tuple(dict.fromkeys([*(self.label(name, "en") for name in names), *map(words_of, names)]))

    def _said_with_the(self, name: str) -> bool | None:
        """Return whether the data's own English texts have a name with "the"; None if they don't contain it."""
        if len(name) < _SHORTEST or name not in self._told:
            return None
        with_the = bare = 0
        for match in re.finditer(
            rf"(?<![\w'’-]){re.escape(name)}(?=[.,;:!?)]|$|\s{_AFTER_A_NAME})", self._told, re.MULTILINE
        ):
            before = self._told[: match.start()].rstrip(" ")
            if re.search(r"(?:\b[Tt]he|\bthis|\bthat)$", before[-5:]):
                with_the += 1
            elif not before or before[-1] in ".!?\n" or _BEFORE_A_NAME.search(before[-12:]):
                bare += 1
        return None if with_the == bare else with_the > bare

    @cached_property
    def _told(self) -> str:
        """The English descriptions of things, up to a limit of characters."""
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
        """Return the most specific class of a resource, of those with a name."""
        types = self.types(term)
        if len(types) > 1 and _OCCUPATION in self._schema.properties:  # what somebody does is told beside what they are
            types = tuple(one for one in types if not self._graph.holds(term, _OCCUPATION, one)) or types
        return self._most_special(types)

    @remembered(8192)
    def _most_special(self, types: tuple[str, ...]) -> str | None:
        special = [one for one in types if not any(one != other and self._schema.is_a([other], one) for other in types)]
        return min(special, default=None)

    @remembered(65536)
    def types(self, term: str) -> tuple[str, ...]:
        """Return the stated classes of a resource."""
        if not is_iri(term):
            return ()
        return tuple(sorted(name for name in self._graph.objects(term, TYPE) if name in self._schema.classes))

    def is_person(self, term: str) -> bool:
        """Return whether a resource is a person."""
        return self._schema.is_person(self.types(term))

    def may_live(self, term: str) -> bool:
        """Return whether a person may be alive: nothing states their death, and they were born late enough."""
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
        """Return the words by which people speak of a class or a property, each with its language."""
        if term == SOMEBODY:
            return []  # "is somebody there?" asks of no class
        wordings = [*self.labels(term), *self.aliases(term), *self._texts(term, iri(SK + "wording"))]
        wordings += self._general(term, "noun") if term in self._schema.properties else _class_words(term)
        if term in self._schema.properties:  # who records isn't called "record"
            wordings += self._general(term, "wording")
        words = words_of(term)
        if re.search(r"[A-Za-z]{2}", words):  # a number such as P569 is no wording
            wordings += [(words, "en"), (_HAS.sub("", words), "en")]
            if self.tongue == "de" and not self.has_label(term):
                wordings.append((words, "de"))  # a local name in the language of the data
        if term in self._schema.classes:
            wordings += [*heads(self._graph.subjects(SUBCLASS, term), self.labels), *sorted_out(wordings)]
        german = [text for text, language in wordings if language == "de"]
        wordings += [(noun, "de") for noun in counted(german, self._names)]
        return list(dict.fromkeys((text, language.split("-")[0]) for text, language in wordings))

    @cached_property
    def _names(self) -> frozenset[str]:
        """The words that classes and properties are called by, in small letters."""
        named = (*self._schema.classes, *self._schema.properties)
        return frozenset(
            text.casefold() for one in named for text in (words_of(one), *(t for t, _ in self.labels(one)))
        )

    def inverse_wordings(self, term: str) -> list[tuple[str, str]]:
        """Return the words for the subject of a property, seen from its object: "child", for the property parent."""
        own = self._texts(term, iri(SK + "inverseWording"))
        return [*own, *(self._general(term, "inverseWording") if term in self._schema.properties else [])]

    @remembered(8192)
    def noun(self, predicate: str, language: str) -> str:
        """Return a property as a noun, such as "birth place", without the unit that its values are told with."""
        own = [*self._texts(predicate, iri(SK + "noun")), *self.labels(predicate), *self._general(predicate, "noun")]
        noun = next((text for text, spoken in own if spoken == language), self.label(predicate, language))
        plain = _BRACKETED.sub("", noun).strip().split(" / ")[0] or noun
        return _without_unit(plain) if unit_of(predicate, self) is not None else plain

    @remembered(2048)
    def ends(self, predicate: str) -> tuple[frozenset[str], frozenset[str]]:
        """Return the English names, in lower case, of the classes of a property's subjects, and of its values."""
        return self._called(self._schema.domain(predicate)), self._called(self._schema.range(predicate))

    def _called(self, classes: Iterable[str]) -> frozenset[str]:
        return frozenset(self.label(name, "en").casefold() for name in classes if is_iri(name))

    def sentence(self, predicate: str, language: str, *, inverse: bool = False, living: bool = False) -> str | None:
        """Return a pattern with the slots `{subject}` and `{object}` for a fact; None if there is none. `living`: the
        people in it may be alive."""
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
        if not general and (concept := self._concept_in(predicate, language)) is not None:
            for text, spoken in _general_wordings().get((concept, name), []):
                if spoken == language:
                    return of_the_living(text) if living else text
        lasting = _LASTING.fullmatch(self.noun(predicate, "en")) if language == "en" and not inverse else None
        if lasting is not None and self._is_measured(predicate):
            return f"{{subject}}'s {lasting[1]} {'lasts' if lasting[2] == 'duration' else 'takes'} {{object}}"
        return None

    def _concept_in(self, predicate: str, language: str) -> str | None:
        """Return the concept that a property's name in a language other than English denotes alone: Geburtsort."""
        if language == "en":
            return None
        names = (text.casefold() for text, spoken in self.labels(predicate) if spoken.split("-")[0] == language)
        return next((concept for one in names if (concept := _nouns(language).get(one))), None)

    def is_own_sentence(self, predicate: str, language: str, *, inverse: bool = False) -> bool:
        """Return whether the data has its own pattern for facts of a property."""
        name = "inverseSentence" if inverse else "sentence"
        return any(spoken == language for _, spoken in self._texts(predicate, iri(SK + name)))

    def _is_dated(self, predicate: str) -> bool:
        return is_moment(next((value for _, value in self._graph.pairs(predicate)), ""))

    @remembered(8192)
    def _is_measured(self, predicate: str) -> bool:
        """Return whether a property's values have a unit or are durations: "2,715 metres high", not "2,715 high"."""
        if unit_of(predicate, self) is not None:
            return True
        value = next((value for _, value in self._graph.pairs(predicate)), "")
        measured = measure(value) if is_literal(value) else None
        return measured is not None and measured.kind == DURATION

    @remembered(4096)
    def asks(self, predicate: str) -> frozenset[str]:
        """Return the question words for a property's values."""
        texts = {text for text, _ in [*self._texts(predicate, iri(SK + "asks")), *self._general(predicate, "asks")]}
        return frozenset(texts or {self._schema.asks(predicate)})

    # -- reading

    def _general(self, term: str, name: str) -> list[tuple[str, str]]:
        return _general_wordings().get((self.concept(term), name), [])

    @remembered(8192)
    def concept(self, term: str) -> str:
        """Return the name by which `wordings.ttl` knows a class or property, from its local name or label."""
        own = local_name(term)
        if own in _LIVES:
            return f"{_LIVES[own]}{'Date' if self._is_dated(term) else 'Place'}"
        if own in _concepts():
            return own
        labels = [text for text, language in self.labels(term) if language in ("", "en")]
        for words in [words_of(term), *labels]:
            for said in (words, _without_unit(words)):
                name = _camel(_HAS.sub("", said))
                if name in _concepts():
                    return name
        unlabelled = [(words_of(term), self.tongue)] if self.tongue != "en" and not self.has_label(term) else []
        for words, language in [*((one, "en") for one in labels), *self._foreign_labels(term), *unlabelled]:
            if (concept := _concept_of(words, language)) is not None:
                return concept
        return own

    def _foreign_labels(self, term: str) -> Iterator[tuple[str, str]]:
        """Yield the labels in other languages whose words are known, of a term without an English one."""
        labels = [*self.labels(term)]
        if not any(language in ("", "en") for _, language in labels):
            yield from ((text, language) for text, language in labels if subject("naming", language))

    def _texts(self, term: str, property: str) -> Iterator[tuple[str, str]]:
        for value in self._graph.objects(term, property):
            if is_literal(value):
                literal = parsed(value)
                yield literal.value, literal.language

    def named(self) -> Iterator[tuple[str, str, str, bool]]:
        """Yield every name of a resource (no class or property): term, name, language, and whether it is preferred."""
        own = {*self._schema.classes, *self._schema.properties, *(term for term, _ in self._graph.pairs(_CLAIM))}
        for property in (*self.naming, *self.renaming):
            preferred = property in self.naming
            for term, text, language in self._graph.texts(property):
                if term[0] == "<" and term not in own:
                    yield term, text, language, preferred


@lru_cache(maxsize=1)
def _general_wordings() -> dict[tuple[str, str], list[tuple[str, str]]]:
    """Return the contents of `wordings.ttl`: (local name, kind of wording) -> texts with their languages."""
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


_TURNED = {"child": "parent", "children": "parent", "parent": "child", "spouse": "spouse", "sibling": "sibling"}


def _concept_of(words: str, language: str) -> str | None:
    """Return the concept that a label alone denotes."""
    said = words.casefold()
    before, of = pattern("naming", "has", language), pattern("naming", "of", language)
    said = said if before is None else before.sub("", said)
    if of is not None and of.search(said):
        return _TURNED.get(_nouns(language).get(of.sub("", said), ""))
    return _nouns(language).get(said)


@lru_cache(maxsize=16)
def _nouns(spoken: str) -> dict[str, str]:
    """Return concepts by the nouns of a language that denote them alone: "place of birth", "Geburtsort": birthPlace."""
    nouns: dict[str, set[str]] = {}
    proper: dict[str, set[str]] = {}
    for (name, kind), texts in _general_wordings().items():
        if kind in ("wording", "noun"):
            for text, language in texts:
                if language == spoken:
                    nouns.setdefault(text.casefold(), set()).add(name)
                    if kind == "noun":
                        proper.setdefault(text.casefold(), set()).add(name)
    found: dict[str, str] = {}
    for text, names in nouns.items():
        for several in (names, proper.get(text, names)):  # child, beside children
            shortest = min(several, key=len)
            if all(name.startswith(shortest) for name in several):
                found.setdefault(text, shortest)
    return found


def _without_unit(words: str) -> str:
    """Return a property's name without the unit at its end: "growth time in days", "length km"."""
    for count in (2, 1):  # square metres, or metres
        first, last = " ".join(words.split(" ")[:-count]), " ".join(words.split(" ")[-count:])
        if first and unit_named(last) is not None:
            return first.removesuffix(" in")
    return words


def _camel(words: str) -> str:
    first, *rest = words.split() or [""]
    return first.lower() + "".join(word.capitalize() for word in rest)


@lru_cache(maxsize=1)
def _class_table() -> dict[str, dict[str, list[str]]]:
    return tomllib.loads((Path(__file__).parent / "classes.toml").read_text(encoding="utf-8"))


def _class_words(term: str) -> list[tuple[str, str]]:
    """Return the names of a class of a common vocabulary, each with its language, the noun of each language first."""
    table = _class_table().get(folded_name(term), {})
    return [(text, language) for language, texts in table.items() for text in texts]


def without_qualifier(name: str) -> str:
    """Return a name without a disambiguating bracket: "Piano Man" of "Piano Man (album)"."""
    return _QUALIFIER.sub("", name)


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1].rstrip()}…"


def words_of(term: str) -> str:
    """Return the words of the last part of an IRI: "birth date" of birthDate."""
    if not is_iri(term):
        return term.removeprefix("_:")
    name = unquote(local_name(term)).replace("_", " ").replace("-", " ")
    words = _CAMEL.sub(" ", name).split()
    # only words in capitals keep their case: "birth date", but "FIFA rank"
    camel = _CAMEL.search(name) is not None
    return " ".join(word.lower() if camel and not word.isupper() else word for word in words) or bare(term)


def _titled(term: str) -> str:
    """Return a name made from an IRI: "Lantern Guild" of LanternGuild, "Tamsin Reed" of tamsinReed."""
    if not is_iri(term):
        return words_of(term)
    name = unquote(local_name(term)).replace("_", " ").replace("-", " ")
    words = _CAMEL.sub(" ", name).split()
    if name != local_name(term) and not name.islower():
        return " ".join(words) or bare(term)  # a name with underscores for blanks already has the right capitals
    small = {"of", "the", "and", "in", "at", "on", "de", "von", "der", "la", "du"}
    titled = (
        word.lower() if word.lower() in small and at else word[:1].upper() + word[1:] for at, word in enumerate(words)
    )
    return " ".join(titled) or bare(term)
