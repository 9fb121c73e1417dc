"""Partial or misspelt names, and short values: "the garden society" is the Erlenbruck Garden Society."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import islice, pairwise
from math import log
from pathlib import Path
from typing import NamedTuple

from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.questions.dictionary import called, is_entry
from soulkeep.graph.questions.near import is_typo, is_word, stem
from soulkeep.graph.remembered import remembered
from soulkeep.graph.schema import TYPE
from soulkeep.graph.terms import is_iri, is_literal, local_name, parsed
from soulkeep.graph.words.gazetteer import AFTER_NAMES, Token, tokens
from soulkeep.graph.words.lexicon import words_of
from soulkeep.graph.words.technical import is_technical
from soulkeep.lang.function_words import function_terms
from soulkeep.lang.pack import of_any_language
from soulkeep.lang.pack import words as listed

_LONGEST = 7
_FEWEST = 0.34
"""Least part of a name that must be said, by weight of words."""

_TERMS = 6
"""Most things that a part of a name may mean; if there are more, it is no name."""

_TITLE = 3
"""Most letters of an abbreviated title."""

_VALUE_WORDS = 5
_TYPO, _SHORTEST = 5, 4
"""Least letters of a word that may be misspelt, and of the word that is meant."""

_OF_UNITS = {"unitText", "unitCode", "unit", "einheit"}
"""Local names of properties for what a price is of: "a jar of honey" asks for honey."""

_IN_UNITS = re.compile(r'"\d[\d.,]* ?[^\W\d]')
"""A text that begins with a number and goes on with a word: "35 mm"."""

_SAMPLE = 40
"""Number of a property's values by which it is judged whether all begin with numbers."""

_MOST = 60_000
"""Most names with which partial names are found; the index for a larger dump would take more memory than its graph."""

_COMPOUNDED, _HEAD = 20_000, 3
"""Most names with which compounds of names and classes are found, and least letters of either part."""

_SPELT = re.compile(r"[A-Za-z]{2,}(?:[ _-][A-Za-z]{2,}){0,5}")
"""The last part of an IRI that consists of words."""

_NICKNAMES = {"nickname", "nick", "petname", "spitzname", "rufname", "beiname", "kosename", "별명", "별칭", "애칭"}
"""Local names of properties for what somebody is called, which can also be asked for."""

_PARTICLES = sorted(AFTER_NAMES, key=lambda one: (-len(one), one))


@lru_cache(maxsize=1)
def demonyms() -> Mapping[str, list[str]]:
    """Return English adjectives of countries, in lower case, with the countries' names."""
    return tomllib.loads((Path(__file__).parent / "data" / "demonyms.toml").read_text(encoding="utf-8"))


class Named(NamedTuple):
    """A name in a text: its place, and its possible terms, each with the part of its name that was said (0…1)."""

    start: int
    end: int
    terms: tuple[tuple[str, float], ...]


def are_joined(between: str) -> bool:
    """Return whether what stands between two names or wordings joins them, in any language: "and", or a comma."""
    return of_any_language("asking", "joined", before="[,、，]|").search(between) is not None


class Names:
    """An index of names by their words.

    Args:
        knowledge: the graph with the names.
    """

    def __init__(self, knowledge: Knowledge) -> None:
        self._names: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
        self._known: dict[tuple[str, int], dict[str, str]] = {}
        self._written: set[str] = set()
        self._size = 0
        if len(knowledge.gazetteer) > _MOST:
            return
        for term, name, language, _ in knowledge.lexicon.named():
            self._add(term, name, language)
        named = {term for terms_named in self._names.values() for term, _ in terms_named}
        for term in _unnamed(knowledge, named):
            self._add(term, knowledge.lexicon.label(term, "en"), "en")
        for term in _unwritten(knowledge):
            self._add(term, words_of(term), "en")
        for property in knowledge.schema.properties:
            local = local_name(property).casefold()
            if local in _NICKNAMES or (local == "title" and property not in knowledge.lexicon.naming):
                for term, nickname, language in knowledge.graph.texts(property):
                    self._add(term, nickname, language)
                    if last := knowledge.lexicon.label(term, "en").split()[1:][-1:]:
                        self._add(term, f"{nickname} {last[0]}", language)  # Barty Quick, who is Bartholomew Quick
        self._add_demonyms(knowledge)
        self._add_compounds(knowledge)
        for value in _values(knowledge):
            text = parsed(value)
            self._add(value, text.value, text.language)
            for entry, language in called(text.value, text.language.split("-")[0] or "en"):
                self._add(value, entry, language, alias=True)
        for word in self._names:
            if ":" not in word:
                self._may_be_misspelt(word, word)

    def _add(self, term: str, name: str, language: str, *, alias: bool = False) -> None:
        """Index a name; an alias is only one in its own language: a gift is no poison, which is "Gift" in German."""
        stems = [(token.form, _stemmed(token, language or "en")) for token in tokens(name) if token.form]
        if not 0 < len(stems) <= 12:
            return
        self._size += 1
        for form, stemmed in () if alias else stems:
            self._may_be_misspelt(form, stemmed)
            self._written.add(form)
        words = tuple(_in_language(stemmed, language) if alias else stemmed for _, stemmed in stems)
        for word in set(words):
            self._names.setdefault(word, []).append((term, words))

    def _may_be_misspelt(self, word: str, stemmed: str) -> None:
        if len(word) >= _SHORTEST:
            self._known.setdefault((word[:1], len(word)), {}).setdefault(word, stemmed)

    def _add_demonyms(self, knowledge: Knowledge) -> None:
        """Add countries by their adjectives: "Portuguese" is of Portugal."""
        for word, countries in demonyms().items():
            for term in {term for name in countries for term in knowledge.gazetteer.means(name)}:
                self._add(term, word, "en")

    def _add_compounds(self, knowledge: Knowledge) -> None:
        """Add things of German data by what their names begin with and their class in one word: the Töpferkurs, which is
        "Töpfern für Einsteiger"."""
        if knowledge.lexicon.tongue != "de" or self._size > _COMPOUNDED:
            return
        for term, text, *_ in knowledge.lexicon.named():
            name, kind = text.casefold(), knowledge.lexicon.class_of(term)
            last = knowledge.lexicon.label(kind, "de").casefold() if kind is not None else ""
            first = name.split()[0].strip(",.:„“\"'") if name.split() else ""
            if first.endswith("e") and " " in name:
                continue  # an adjective: the Deutsche Küche is no Deutschkurs
            if len(last) < _HEAD or len(first) < _HEAD or not last.isalpha() or last in name:
                continue
            for one in dict.fromkeys((first, first.removesuffix("n"), first.removesuffix("en"), f"{first}s")):
                self._add(term, one + last, "de")

    def find(self, text: str, language: str, taken: Sequence[tuple[int, int]]) -> list[Named]:
        """Return partial names outside of `taken`, the longest first, without overlaps."""
        words = [one for one in tokens(text) if not any(start < one.end and one.start < end for start, end in taken)]
        forms = [self._forms(one, language) for one in words]
        named: list[Named] = []
        at = 0
        while at < len(words):
            best: Named | None = None
            for length in range(min(_LONGEST, len(words) - at), 0, -1):
                run = words[at : at + length]
                if any(_is_break(text, one, other) for one, other in pairwise(run)):
                    continue
                terms = self._meant(forms[at : at + length])
                if terms:
                    best = Named(run[0].start, _end(run[-1], forms[at + length - 1]), terms)
                    at += length
                    break
            if best is None:
                at += 1
            else:
                named.append(best)
        return named

    def within(self, text: str, language: str) -> tuple[tuple[str, float], ...]:
        """Return the things in whose longer names a text occurs: the airport of a city, beside the city's name."""
        forms = [self._forms(one, language) for one in tokens(text)][:_LONGEST]
        return self._meant(forms, texts=False) if forms else ()

    def _forms(self, token: Token, language: str) -> list[str]:
        """Return the forms in which a word may occur in a name; empty for function words."""
        own = _stemmed(token, language)
        forms = [own, *([_stemmed(token, "en")] if language != "en" else []), _in_language(own, language)]
        if token.form.endswith(("'s", "’s")):
            forms.append(stem(token.form[:-2], language))
        if token.script == "hangul":
            honorifics = listed("naming", "honorifics", "ko")
            ending = [one for one in _PARTICLES if token.form.endswith(one) and len(token.form) > len(one)]
            forms += [token.form[: -len(one)] for one in ending]
            forms += [form[: -len(one)] for form in forms for one in honorifics if form.endswith(one) and form != one]
        forms_known = [one for one in forms if one in self._names]
        if not forms_known and language == "de" and len(token.form) >= _SHORTEST and token.form.endswith("s"):
            whose = token.form[:-1]  # Gerdas dog: stems keep the "s" after a vowel
            forms_known = [one for one in dict.fromkeys((whose, stem(whose, "de"))) if one in self._names]
        unknown = token.script == "word" and not is_word(token.form) and not is_entry(token.form, language)
        if not forms_known and len(token.form) >= _TYPO and unknown:
            forms_known = self._misspelt(token.form, own)
        return forms_known

    def is_genitive(self, text: str) -> bool:
        """Return whether a part of a name ends in an "s" that isn't the name's: Gerdas, but not Jonas."""
        word = text.casefold().split(" ")[-1]
        return word.endswith("s") and word[:-1] in self._written and word not in self._written

    @remembered(4096)
    def _misspelt(self, *words: str) -> list[str]:
        """Return the stems of the words in names that a word, as written or as a stem, may be a misspelling of."""
        near = [
            (word, one, stemmed)
            for word in words
            for size in (-1, 0, 1)
            for one, stemmed in self._known.get((word[:1], len(word) + size), {}).items()
        ]
        return list(dict.fromkeys(stemmed for word, one, stemmed in near if is_typo(word, one)))[:3]

    def _meant(self, forms: Sequence[Sequence[str]], *, texts: bool = True) -> tuple[tuple[str, float], ...]:
        """Return the terms in whose names some words occur, including the first and the last of them; without `texts`,
        only things."""
        if not forms[0] or not forms[-1] or not all(forms):
            return ()
        if all(all(one in function_terms("en") or one in function_terms("de") for one in options) for options in forms):
            return ()
        worth: dict[str, float] = {}
        own: set[str] = set()
        for term, words in (
            self._names.get(forms[0][0], ())
            if len(forms[0]) == 1
            else [pair for one in forms[0] for pair in self._names.get(one, ())]
        ):
            if not texts and is_literal(term):
                continue
            places = [next((words.index(one) for one in options if one in words), -1) for options in forms]
            if min(places) < 0 or places != sorted(places):
                continue
            if len(set(places)) < len(words) and is_literal(term) and term[1:2].isdigit():
                continue  # an hour isn't named by the word: "5 hours 21"
            total = sum(self._telling(word) for word in words)
            said = sum(self._telling(words[place]) for place in set(places))
            worth[term] = max(worth.get(term, 0.0), said / total)
            if said == total and ":" not in words[0]:
                own.add(term)
        if own:  # so called itself, and not only in another language: a hand puppet is no "Marionette"
            worth = {term: one for term, one in worth.items() if term in own or one < 1.0}
        best = max(worth.values(), default=0.0)
        likely = sorted(((one, term) for term, one in worth.items() if one >= max(_FEWEST, best * 0.75)), reverse=True)
        return tuple((term, one) for one, term in likely) if 0 < len(likely) <= _TERMS else ()

    def _telling(self, word: str) -> float:
        """Return how much a word contributes to a name: rare words the most, function words hardly anything."""
        if word in function_terms("en") or word in function_terms("de") or len(word) < 2:
            return 0.05
        count = len({term for term, _ in self._names.get(word, ())})
        return max(log(1 + self._size) - log(count + 1), 0.1) if count > 1 else log(2 + self._size)


def _end(token: Token, forms: Sequence[str]) -> int:
    """Return where a name ends whose last word may have a Korean particle: "older than Lucas", 루카스보다."""
    if token.script != "hangul":
        return token.end
    return token.start + max((len(one) for one in forms if token.form.startswith(one)), default=len(token.form))


def _in_language(word: str, language: str) -> str:
    return f"{language}:{word}"


def _is_break(text: str, one: Token, other: Token) -> bool:
    """Return whether a clause ends between two words; a stop after a title such as "Dr." ends none."""
    between = text[one.end : other.start]
    titled = between.strip() == "." and len(one.form) <= _TITLE and text[one.start].isupper()
    return not titled and re.search(r"[?!.;:,]", between) is not None


def _stemmed(token: Token, language: str) -> str:
    return token.form if token.script != "word" else stem(token.form, language)


def _unnamed(knowledge: Knowledge, named: set[str]) -> list[str]:
    schema = knowledge.schema
    things = {term for term, type in knowledge.graph.pairs(TYPE) if type in schema.classes and is_iri(term)}
    return sorted(term for term in things - named if term not in schema.classes and term not in schema.properties)


def _unwritten(knowledge: Knowledge) -> list[str]:
    """Return things whose names are in other letters than those of their IRIs, which tell how they are spelt."""
    latin: dict[str, bool] = {}
    for term, name, _, _ in knowledge.lexicon.named():
        latin[term] = latin.get(term, False) or re.search("[A-Za-z]", name) is not None
    return sorted(term for term, spelt in latin.items() if not spelt and _SPELT.fullmatch(local_name(term)))


def _values(knowledge: Knowledge) -> set[str]:
    """Return short texts that are values of properties: "fire", "oil on canvas"."""
    lexicon = knowledge.lexicon
    aside = {*lexicon.naming, *lexicon.renaming, *lexicon.describing}
    texts_found: set[str] = set()
    for property in knowledge.schema.properties:
        if property in aside or is_technical(property, knowledge) or local_name(property) in _OF_UNITS:
            continue
        texts: set[str] = set()
        first = (value[1:2] for _, value in islice(knowledge.graph.pairs(property), _SAMPLE) if is_literal(value))
        is_measured = all(map(str.isdigit, first))  # "35 mm" is a text beside "digital", and a length beside "70 mm"
        for _, value in knowledge.graph.pairs(property):
            if (
                is_literal(value)
                and len(value) < 80
                and (not value[1:2].isdigit() or (not is_measured and _IN_UNITS.match(value)))
            ):
                text = parsed(value)
                if (text.language or text.datatype.endswith("#string")) and len(text.value.split()) <= _VALUE_WORDS:
                    texts.add(value)
            if len(texts) > 5000:
                texts = set()
                break
        texts_found |= texts
    return texts_found
