"""Examination of RDF data: how properties would be worded, which can't be, and which annotations would help."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from heapq import nsmallest
from typing import Literal

from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.schema import SOMEBODY, TYPE
from soulkeep.graph.terms import iri, is_iri, is_literal, literal, parsed
from soulkeep.graph.verbalise.sentences import verbalise
from soulkeep.graph.verbalise.statement_groups import GraphStatement
from soulkeep.graph.vocabulary import SK
from soulkeep.graph.words.frames import framed
from soulkeep.graph.words.grammar_en import common, is_mass, is_plural, plural
from soulkeep.graph.words.measures import Unit, unit_named
from soulkeep.graph.words.quantities import unit_of
from soulkeep.graph.words.spoken import primary
from soulkeep.graph.words.technical import is_technical
from soulkeep.graph.words.verb_names import verb_name

_SHORT = 3
"""Most words of a noun that a sentence can be made of."""

_LOOKED_AT = 50
"""Number of statements of a property that are compared to choose its sample."""

_LONGEST = 60
"""Most characters of a value that is suitable for a sample."""

_NUMBERED = re.compile(
    r"(?:[^\W\d_]|prop|property|field|col|column|attr|attribute|var|value)?[\s_-]*\d+", re.IGNORECASE
)
_WORD = re.compile(r"[^\W\d_]{2}|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
"""Pattern of a word: two letters, or one in a script where one letter can be a word."""

_LABELS_IN = ("de", "ko")
"""Languages whose labels are suggested as wordings; sentences are made in English alone."""

_BLANK = "…"
_SENTENCE = iri(SK + "sentence")

NO_WORDS = "It has no words: nobody can ask for it, or make sense of it. Give it a label."
BROKEN_SENTENCE = "Its sentence can't be used: {subject} and {object} must be in it, each once."
LONG_NAME = f"Its name has more than {_SHORT} words: it needs a sentence."

REMARKS = (NO_WORDS, BROKEN_SENTENCE, LONG_NAME)
"""Everything that can be wrong with a property."""

ToldBy = Literal["own", "common", "verb", "name"]
"""Source of a property's wording: a sentence of the data's own, a sentence that many data sets share, or the property's
name, read as a verb or as a noun."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedClass:
    """A class, its name, and how many things belong to it."""

    iri: str
    name: str
    members: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedProperty:
    """A property and how it would be worded.

    Attributes:
        iri: the property as a term, in angle brackets.
        name: the property's name in words.
        statements: number of statements with the property, including those entailed by the ontology.
        wordings: words by which questions find the property, each with its language, in the languages of the data.
        unit: the unit of its values.
        sample: one of its statements in words, as told now; "" if there is none.
        sentence: the pattern of its sentence.
        verb: the verb that its name is, used without a pattern.
        told_by: where the words of `sample` come from.
        opaque: whether no words are known for it, so that nobody can ask for it and telling it says nothing.
        understood: whether it can be asked for and told.
        remark: what is wrong with it, one of `REMARKS`.
        suggestion: annotations in Turtle to paste; lines that a person has to fill in are commented out.
    """

    iri: str
    name: str
    statements: int
    wordings: tuple[tuple[str, str], ...]
    unit: str | None
    sample: str
    sentence: str | None
    verb: str | None
    told_by: ToldBy
    opaque: bool
    understood: bool
    remark: str | None
    suggestion: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkup:
    """The result of examining RDF data.

    Attributes:
        triples: number of triples in the data.
        entailed: number of further triples entailed by its ontology.
        named: number of things with a name.
        classes: its classes, the largest first.
        properties: the properties of things: the opaque ones first, then those with a remark, then the others, each
            group by descending use.
        technical: the properties meant for programs, which are left out.
        statements: number of statements with `properties`.
        understood: number of those that can be asked for and told.
        coverage: `understood` as a share of `statements`, from 0 to 1; 1 if there are none.
    """

    triples: int
    entailed: int
    named: int
    classes: tuple[CheckedClass, ...]
    properties: tuple[CheckedProperty, ...]
    technical: tuple[str, ...]
    statements: int
    understood: int
    coverage: float

    @property
    def percent(self) -> int:
        """Return the coverage in per cent, rounded down, so that 100 means complete."""
        return 100 * self.understood // self.statements if self.statements else 100

    def annotations(self) -> str:
        """Return all suggestions as a Turtle file, each below a sample of its property; "" if there are none."""
        suggestions = [
            f"# {one.sample or _one_line(one.name)}\n{one.suggestion}" for one in self.properties if one.suggestion
        ]
        return "\n\n".join([f"@prefix sk: <{SK}> .", *suggestions]) + "\n" if suggestions else ""


def checked(data: bytes | Iterable[bytes], *, language: str = "en") -> Checkup:
    """Examine RDF data, and return what would be understood of it.

    Args:
        data: deflated N-Triples, as `files.read_file` returns them; several data sets are examined together, as a
            character would know them.
        language: the language of names and samples, ISO 639-1.
    """
    return checkup_of(Knowledge([data] if isinstance(data, bytes) else data), language=language)


def checkup_of(knowledge: Knowledge, *, language: str = "en") -> Checkup:
    """Examine knowledge that is loaded, as `checked` does. A million triples take some seconds."""
    return _Examination(knowledge, primary(language)).result()


class _Examination:
    def __init__(self, knowledge: Knowledge, language: str) -> None:
        self._knowledge = knowledge
        self._lexicon = knowledge.lexicon
        self._language = language
        tags = (
            str(tag)
            for (tag,) in knowledge.graph.rows("SELECT DISTINCT (LANG(?o) AS ?tag) { ?s ?p ?o FILTER ISLITERAL(?o) }")
        )
        self._languages = {language, "", *(primary(parsed(tag).value) for tag in tags)}

    def result(self) -> Checkup:
        knowledge, lexicon = self._knowledge, self._lexicon
        naming = {*lexicon.naming, *lexicon.renaming, *lexicon.describing}
        others = [name for name in knowledge.schema.properties if name not in naming]
        technical = [name for name in others if is_technical(name, knowledge)]
        properties = [self._property(name) for name in others if not knowledge.technical[name]]
        properties.sort(key=lambda one: (not one.opaque, one.remark is None, -one.statements, one.iri))
        statements = sum(one.statements for one in properties)
        understood = sum(one.statements for one in properties if one.understood)
        return Checkup(
            triples=len(knowledge),
            entailed=knowledge.entailed,
            named=len({term for term, *_ in lexicon.named()}),
            classes=self._classes(),
            properties=tuple(properties),
            technical=tuple(technical),
            statements=statements,
            understood=understood,
            coverage=understood / statements if statements else 1.0,
        )

    def _classes(self) -> tuple[CheckedClass, ...]:
        """Return the classes with their sizes; instances of subclasses count, even where no triples say so."""
        schema = self._knowledge.schema
        types: dict[str, set[str]] = {}
        for term, name in self._knowledge.graph.pairs(TYPE):
            types.setdefault(term, set()).add(name)
        kinds = Counter(frozenset(names) for names in types.values())
        members: Counter[str] = Counter()
        for names, count in kinds.items():
            for above in {above for name in names for above, _ in schema.closure(name)}:
                members[above] += count
        classes = (
            CheckedClass(iri=name, name=self._lexicon.label(name, self._language), members=members[name])
            for name in schema.classes - {SOMEBODY}
        )
        return tuple(sorted(classes, key=lambda one: (-one.members, one.name, one.iri)))

    def _property(self, name: str) -> CheckedProperty:
        lexicon = self._lexicon
        statements = sum(1 for _ in self._knowledge.graph.pairs(name))
        wordings = lexicon.wordings(name)
        noun = _one_line(lexicon.noun(name, self._language))
        pattern = lexicon.sentence(name, self._language)
        whole = framed(pattern, inverse=False) is not None
        verb = verb_name(name, lexicon) if self._language == "en" else None
        opaque = not any(_is_words(text) for text, _ in wordings)
        short = _is_words(noun) and len(noun.split()) <= _SHORT
        remark = None
        if opaque:
            remark = NO_WORDS
        elif pattern and not whole:
            remark = BROKEN_SENTENCE
        elif not (whole or verb or short):
            remark = LONG_NAME
        unit = unit_of(name, lexicon)
        return CheckedProperty(
            iri=name,
            name=lexicon.label(name, self._language),
            statements=statements,
            wordings=tuple((text, tag) for text, tag in wordings if tag in self._languages and _is_words(text)),
            unit=None if unit is None else unit.name,
            sample=self._sample(name),
            sentence=pattern if whole else None,
            verb=verb,
            told_by=self._told_by(name, pattern) if whole else "verb" if verb else "name",
            opaque=opaque,
            understood=not opaque and (whole or verb is not None or short),
            remark=remark,
            suggestion=self._suggestion(name, unit) if statements else None,
        )

    # -- what is told

    def _told_by(self, name: str, pattern: str | None) -> ToldBy:
        """Return where the words of a property's sentence come from."""
        own = self._knowledge.graph.objects(name, _SENTENCE)
        return "own" if any(is_literal(one) and parsed(one).value == pattern for one in own) else "common"

    def _sample(self, name: str) -> str:
        """Return a statement of a property in words, preferably about things that have names in the language."""
        pairs = nsmallest(_LOOKED_AT, self._knowledge.graph.pairs(name))
        for subject, value in sorted(pairs, key=lambda pair: (self._unfit(*pair), pair)):
            if sentences := verbalise([GraphStatement(subject, name, value)], self._lexicon, self._language):
                return _one_line(sentences)
        return ""

    def _unfit(self, subject: str, value: str) -> int:
        """Return how unsuitable a statement is as a sample; 0 is best."""
        unfit = 2 * (not self._is_named(subject))
        if is_literal(value):
            text, tag, _ = parsed(value)
            return unfit + (primary(tag) not in ("", self._language)) + (not 0 < len(text) <= _LONGEST)
        return unfit + (not self._is_named(value))

    def _is_named(self, term: str) -> bool:
        return is_iri(term) and self._lexicon.has_label(term)

    # -- what is suggested

    def _suggestion(self, name: str, unit: Unit | None) -> str | None:
        """Return annotations suggested by a property's name; None if it needs none, or has a pattern to be mended."""
        noun = self._english(name, unit)
        if self._lexicon.sentence(name, "en") or verb_name(name, self._lexicon):
            return None
        labels = dict.fromkeys((_one_line(text), primary(tag)) for text, tag in self._lexicon.labels(name))
        own = [literal(text, language=tag) for text, tag in labels if tag in _LABELS_IN and _is_words(text)]
        pattern = self._pattern(name, noun)
        if pattern and framed(pattern, inverse=False):
            words = ", ".join([literal(noun, language="en"), *own])
            return f"{name} sk:sentence {literal(pattern, language='en')} ; sk:wording {words} ."
        blank = f'# {name} sk:sentence "{{subject}} {_BLANK} {{object}}"@en ; sk:wording "{_BLANK}"@en .'
        return f"{blank}\n{name} sk:wording {', '.join(own)} ." if own else blank

    def _english(self, name: str, unit: Unit | None) -> str:
        """Return a property's English noun without its unit, which is told with the value: "height" of heightCm."""
        labels = list(self._lexicon.labels(name))
        noun = _one_line(self._lexicon.noun(name, "en"))
        tags = {primary(tag) for text, tag in labels if _one_line(text) == noun}
        if tags and not tags & {"", "en"}:  # the label is in another language, for want of an English one
            noun = next((text for text, tag in reversed(self._lexicon.wordings(name)) if tag == "en"), "")
        noun = common(noun).removeprefix("has ")
        start, _, last = noun.rpartition(" ")
        return start if unit and start and unit_named(last.strip("()[]")) == unit else noun

    def _pattern(self, name: str, noun: str) -> str:
        """Return a sentence pattern for a noun, for lists if it has several values; "" if the noun has no words."""
        if not _is_words(noun):
            return ""
        subjects = Counter(subject for subject, _ in self._knowledge.graph.pairs(name))
        if max(subjects.values(), default=0) > 1:
            return f"The {plural(noun)} of {{subject}} {'includes' if is_mass(noun) else 'include'} {{object}}"
        return f"The {noun} of {{subject}} {'are' if is_plural(noun) else 'is'} {{object}}"


def _is_words(text: str) -> bool:
    """Return whether a wording consists of words, unlike a number such as P569."""
    return _WORD.search(text) is not None and _NUMBERED.fullmatch(text.strip()) is None


def _one_line(text: str) -> str:
    return " ".join(text.split())
