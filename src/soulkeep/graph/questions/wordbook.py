"""Words that denote the classes and properties of a graph, and how near the words of a question are to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.questions.dictionary import TRANSLATED, translated
from soulkeep.graph.questions.near import (
    OTHER,
    OTHER_NOUN,
    is_function,
    is_typo,
    is_word,
    neighbours,
    opposites,
    otherwise,
    stem,
    vectors,
)
from soulkeep.graph.questions.qualifier_words import dimensions
from soulkeep.graph.questions.wordings import (
    LIGHT,
    SPLIT,
    TermWording,
    folded,
    kind_words,
    said_words,
    without_umlauts,
    wording_of,
)
from soulkeep.graph.remembered import remembered
from soulkeep.graph.schema import Schema
from soulkeep.graph.terms import local_name
from soulkeep.graph.words.grammar_en import plural
from soulkeep.graph.words.measures import PAID
from soulkeep.graph.words.quantities import unit_of
from soulkeep.graph.words.verbs_en import base_form
from soulkeep.lang.forms import normalized
from soulkeep.models.embed.base import Vectors

_LEAST = 0.42
"""Least cosine of two words that may be related."""

_ACROSS = 0.5
"""Least cosine of two words of different languages that may have the same meaning."""

_MISSPELT = 5
"""Least letters of an unknown word that may be a misspelling."""

_HEAD = 0.9
"""Strength of the head noun of a class of two words, and the strength with which it must be said."""

_KOREAN_REST, _BEGUN = 2, 0.4
"""By how many letters (jamo) a Korean wording may be shorter than the longest that a word begins with, and its strength
if it is shorter."""

_COMPOUND = 4
"""Least letters of the last part of a German compound."""

_HEAD_OF, _IN_HEAD = 0.8, 0.6
"""Strength of a German word that is the last part of a wording, and of one whose last part is a wording."""

_LOCAL = 0.85
"""Strength of what a local name means, of a term with a label in another language."""

_FIRST_OF = 0.5
"""Strength of a German word that a wording begins with: what a tank holds, for "Tank"."""

_BESIDE = frozenset({"co", "vice", "ex", "sub", "non", "deputi", "former", "assist", "ehemal", "stellvertret"})
"""Stems of first words that make a name one for something else."""

_NEAREST = 0.75
"""Strength of the nearest word with another stem."""


class Support(NamedTuple):
    """The mention of a term by a question: each word's strength, 0…1, and the share of the wording that is said."""

    by_word: dict[int, float]
    whole: float
    wording: str
    inverse: bool = False


_PAID = 0.6
"""Nearness to a price of what is told in money."""


class Wordbook:
    """The wordings of a graph's classes and properties.

    Args:
        knowledge: the graph with its indexes.
    """

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        lexicon, schema = knowledge.lexicon, knowledge.schema
        self._classes = schema.classes
        wordings: dict[tuple[str, str, str], TermWording] = {}
        own_names = (
            (term, term) for term in [*sorted(schema.classes), *dict.fromkeys([*schema.properties, *lexicon.renaming])]
        )
        for term, called_as in (*own_names, *_namesakes(schema)):
            for text, language in lexicon.wordings(called_as):
                wording = wording_of(term, text, language or "en")
                if wording.stems:
                    wordings.setdefault((term, wording.language, " ".join(wording.stems)), wording)
        for term, word in kind_words(knowledge, wordings):
            wording = wording_of(term, word, "en")
            wordings.setdefault((term, "en", " ".join(wording.stems)), wording)
        own = {(language, stems) for term, language, stems in wordings if term in schema.properties}
        for term in schema.properties:
            for text, language in lexicon.inverse_wordings(term):
                wording = wording_of(term, text, language or "en")._replace(inverse=True)
                stems = " ".join(wording.stems)
                if (wording.language, stems) not in own:  # a property with exactly that name takes precedence
                    wordings.setdefault((term, wording.language, stems), wording)
        self.wordings = [*wordings.values()]
        self._by_stem: dict[str, list[tuple[int, int]]] = {}
        for at, one in enumerate(self.wordings):
            for place, stemmed in enumerate(one.stems):
                self._by_stem.setdefault(stemmed, []).append((at, place))
        self._of: dict[str, list[int]] = {}
        for at, one in enumerate(self.wordings):
            if one.language == "en":
                self._of.setdefault(one.term, []).append(at)
        self._by_jamo: dict[str, list[tuple[int, int, str]]] = {}
        for at, one in enumerate(self.wordings):
            if one.language == "ko":
                for place, stemmed in enumerate(one.stems):
                    letters = normalized("NFD", stemmed)
                    self._by_jamo.setdefault(letters[:2], []).append((at, place, letters))

    def stems(self, term: str) -> frozenset[str]:
        """Return the stems of the English words for a class or a property."""
        return frozenset(one for at in self._of.get(term, ()) for one in self.wordings[at].stems)

    def is_korean_word(self, word: str) -> bool:
        """Return whether a Korean word is one of a wording, as it is."""
        return bool(self._written(word))

    def is_run(self, words: tuple[str, str]) -> bool:
        """Return whether two words stand side by side in a Korean wording."""
        first, second = map(self._written, words)
        return any((at, place + 1) in second for at, place in first)

    def _written(self, word: str) -> list[tuple[int, int]]:
        """Return the wordings that have a Korean word as it is, each with the word's place."""
        letters = normalized("NFD", word)
        return [(at, place) for at, place, spelt in self._by_jamo.get(letters[:2], ()) if spelt == letters]

    def _of_stem(self, word: str, spoken: str, at: int) -> float:
        """Return the strength of a word with a stem of a wording: less for another word of it, "engine" for an engineer,
        unless it is misspelt."""
        if spoken not in ("en", "de") or self._is_form(word, at):
            return 1.0
        return 0.3 if spoken == "de" or is_word(word) else _NEAREST

    def _is_form(self, word: str, at: int) -> bool:
        """Return whether a word is a class's noun in singular or plural, not only of the same stem."""
        one = self.wordings[at]
        if one.term not in self._classes:
            return True
        if one.language == "de":  # the lease, "Pacht", is no tenant, "Pächter"
            return any(len(word) > len(noun) - 2 for noun in SPLIT.findall(one.text.casefold()))
        nouns = SPLIT.findall(one.text.casefold())
        return word in nouns or any(word == plural(noun) for noun in nouns) or word.removesuffix("s") in nouns

    def _is_known(self, word: str, language: str) -> bool:
        return stem(word, language) in self._by_stem or is_word(word)

    @remembered(512)
    def _misspelt(self, stemmed: str) -> tuple[str, ...]:
        """Return stems of wordings of which an unknown word may be a misspelling."""
        return tuple(one for one in self._by_letter.get(stemmed[:1], ()) if is_typo(stemmed, one))[:3]

    @cached_property
    def _by_letter(self) -> dict[str, list[str]]:
        stems: dict[str, list[str]] = {}
        for one in self._by_stem:
            stems.setdefault(one[:1], []).append(one)
        return stems

    @remembered(512)
    def _compounds(self, word: str) -> tuple[tuple[str, float], ...]:
        """Return stems of wordings that end in a German word, or in which it ends, with their strengths: the keeper of a
        hut, for "Wirt"."""
        said, found = without_umlauts(stem(word, "de")), dict[str, float]()
        if said.endswith("s") and said not in self._by_stem and any(one.endswith(said[:-1]) for one in self._by_stem):
            said = said[:-1]  # the plural of Kino
        for one, other in self._without_umlauts if len(said) >= _COMPOUND else ():
            if one != said and len(other) >= _COMPOUND and (other.endswith(said) or said.endswith(other)):
                found[one] = _HEAD_OF if other.endswith(said) else _IN_HEAD
            elif len(other) >= len(said) + _COMPOUND - 1 and other.startswith(said):
                found[one] = _FIRST_OF
        return tuple(found.items())

    @cached_property
    def _without_umlauts(self) -> list[tuple[str, str]]:
        return [(one, without_umlauts(one)) for one in self._by_stem]

    @remembered(512)
    def _closed_compounds(self, said: str) -> tuple[int, ...]:
        """Return the wordings of classes that an English word ends, after another: the airship, for "ship"."""
        if len(said) < _COMPOUND:
            return ()
        return tuple(
            at for other, at in self._of_one_stem if other.endswith(said) and is_word(other.removesuffix(said))
        )

    @cached_property
    def _of_one_stem(self) -> list[tuple[str, int]]:
        """The wordings of classes that have one stem, with it."""
        wordings = self.wordings
        return [
            (stemmed, at)
            for stemmed, places in self._by_stem.items()
            for at, _ in places
            if len(wordings[at].stems) == 1 and wordings[at].term in self._classes
        ]

    @remembered(4096)
    def _foreign_names(self, stemmed: str, spoken: str, language: str) -> tuple[tuple[int, int, float], ...]:
        """Return the wordings with a stem of another language, of terms that have no name in the question's, or with
        another word of that: each with the stem's place and its strength. The last part of a German compound counts, and
        how a Korean word begins."""
        strength = OTHER if spoken == language else TRANSLATED
        found = [(at, place, strength) for at, place in self._by_stem.get(stemmed, ())]
        if spoken == "de":
            longer = [(one, worth * strength) for one, worth in self._compounds(stemmed) if worth == _HEAD_OF]
            nouns = [(at, place, worth) for one, worth in longer for at, place in self._by_stem[one]]
            found += [one for one in nouns if self.wordings[one[0]].text.split()[-1][:1].isupper()]
        if spoken == "ko" and len(stemmed) > 1:
            letters = normalized("NFD", stemmed)
            begun = [one for one in self._by_jamo.get(letters[:2], ()) if one[2].startswith(letters)]
            found += [(at, place, strength) for at, place, _ in begun]
        worths = ((*one[:2], one[2] * self._is_so_called(self.wordings[one[0]], spoken, language)) for one in found)
        return tuple(one for one in worths if one[2])

    def _is_so_called(self, one: TermWording, spoken: str, language: str) -> float:
        """Return how far a wording may be meant by a word of another language than its own, 0…1."""
        named = self._languages(one.term)
        if one.language != spoken:  # a local name, which is taken for English, of no English word
            words = [] if named or one.language != "en" else SPLIT.findall(one.text.casefold())
            return float(bool(words) and language == "en" and not any(map(is_word, words)))
        if spoken == "en" and named and "en" not in named:
            return _LOCAL  # a local name, beside a label
        return float(spoken == language or (language not in (named or {"en"}) and spoken in (named or {"en"})))

    @remembered(4096)
    def _languages(self, term: str) -> frozenset[str]:
        """Return the languages of a term's labels, English for one without a language; empty if it has none."""
        return frozenset(language.split("-")[0] or "en" for _, language in self._knowledge.lexicon.labels(term))

    @remembered(1)
    def _foreign(self) -> tuple[Vectors, list[int]]:
        """Return the vectors of the wordings of terms without an English name, in the space of all languages, and the
        wordings' indices."""
        labels = self._knowledge.lexicon.labels
        chosen: list[int] = []
        for at, one in enumerate(self.wordings):
            named = {language.split("-")[0] for _, language in labels(one.term)} if one.language != "en" else {"en"}
            if not named & {"en", ""}:
                chosen.append(at)
        return vectors([self.wordings[at].text for at in chosen], "de"), chosen

    @remembered(4)
    def _space(self, language: str) -> tuple[Vectors, list[int]]:
        chosen = [at for at, one in enumerate(self.wordings) if language != "en" or one.language == "en"]
        return vectors([self.wordings[at].text for at in chosen], language), chosen

    def support(
        self,
        words: Sequence[str],
        language: str,
        *,
        loose: bool = True,
        near: bool = True,
        light: frozenset[int] = frozenset(),
    ) -> dict[str, Support]:
        """Return how the words of a question, in order, mention each term; terms that aren't mentioned are left out.

        Args:
            words: the words, in lower case; "" in place of a name or another recognised part.
            loose: whether nearness in the embedder's space counts.
            near: whether words with the same meaning or derivation count.
            light: numbers of words that say little; they mention a term only by being part of its wording.
        """
        matched: dict[int, dict[int, dict[int, float]]] = {}  # by wording, word and stem's place: the strength

        def note(at: int, word: int, place: int, strength: float) -> None:
            places = matched.setdefault(at, {}).setdefault(word, {})
            places[place] = max(places.get(place, 0.0), strength)

        for number, word in enumerate(words):
            if not word:
                continue
            for spoken in {language} if is_function(word, language) else {language, "en"} - {"ko"}:
                for at, place in self._by_stem.get(stem(word, spoken), ()):
                    if self.wordings[at].language == spoken:
                        note(at, number, place, self._of_stem(word, spoken, at))
            if near and number not in light and len(word) >= _MISSPELT and not self._is_known(word, language):
                for spelling in self._misspelt(stem(word, language)):
                    for at, place in self._by_stem[spelling]:
                        if self.wordings[at].language == language:
                            note(at, number, place, _NEAREST)
            if near and language == "en" and number not in light:
                contrary = opposites(word, language)
                verb = (base_form(word) is not None and not word.endswith("s")) or word.endswith("ing")
                for other, strength in neighbours(word).items():
                    for at, place in self._by_stem.get(other, ()):
                        if verb and self.wordings[at].term in self._classes:
                            continue  # the verb in "who produced it" doesn't name producers
                        if self.wordings[at].language == "en" and not contrary.intersection(self.wordings[at].stems):
                            note(at, number, place, strength)
            if near and language == "de" and number not in light:
                for other, strength in self._compounds(word):
                    for at, place in self._by_stem[other]:
                        note(at, number, place, strength)
            for span, instead in otherwise(words, number, language) if near else ():
                contrary = opposites(words[span[-1]], language)
                for spoken, other in instead.named:
                    for at, place in self._by_stem.get(other, ()):
                        one = self.wordings[at]
                        verbs = len(span) == 1 and not instead.noun and one.term in self._classes
                        if one.language == spoken and not verbs and not contrary.intersection(one.stems):
                            for within in span:
                                note(at, within, place, OTHER_NOUN if instead.noun else OTHER)
                    for one_stem, strength in self._compounds(other) if spoken == "de" else ():
                        for at, place in self._by_stem[one_stem] if strength == _HEAD_OF else ():
                            for within in span if instead.noun or self.wordings[at].term not in self._classes else ():
                                note(at, within, place, OTHER * _HEAD_OF)  # the ticket's price, for "kostet"
            for span, foreign in translated(words, number, language) if near and number not in light else ():
                contrary = opposites(words[span[-1]], language)
                for spoken, other in foreign:
                    for at, place, strength in self._foreign_names(other, spoken, language):
                        for within in () if contrary.intersection(self.wordings[at].stems) else span:
                            note(at, within, place, strength)
            if near and language == "en" and number not in light:
                for at in self._closed_compounds(stem(word, "en")):
                    note(at, number, 0, _HEAD_OF)
            if language == "ko":
                letters = normalized("NFD", word)
                begun = [
                    (at, place, spelling)
                    for at, place, spelling in self._by_jamo.get(letters[:2], ())
                    if letters.startswith(spelling) and (len(spelling) > 3 or letters == spelling)
                ]
                longest = max((len(spelling) for _, _, spelling in begun), default=0)
                if longest == len(letters):  # the victim, 피해자, is no damage, 피해
                    longest += _KOREAN_REST
                for at, place, spelling in begun:  # a film festival is named by more than its first syllables, "film"
                    note(at, number, place, 1.0 if len(spelling) >= longest - _KOREAN_REST else _BEGUN)
        supports: dict[str, Support] = {}
        for at, by_word in matched.items():
            one = self.wordings[at]
            if one.language == "ko" and light.issuperset(by_word):
                continue  # a Korean word for existence says nothing of a place
            total = sum(one.weights)
            coverage = [0.0] * len(one.stems)
            for places in by_word.values():
                for place, strength in places.items():
                    coverage[place] = max(coverage[place], strength)
            whole = sum(weight * strength for weight, strength in zip(one.weights, coverage, strict=True)) / total
            if one.stems[0] in _BESIDE and 0 not in {place for places in by_word.values() for place in places}:
                whole *= 0.5  # a co-driver is no driver
            telling = {word: max(places.values()) * (0.4 + 0.6 * whole) for word, places in by_word.items()}
            if all(one.weights[place] < 1 for places in by_word.values() for place in places):
                telling = {word: strength * LIGHT for word, strength in telling.items()}
                whole *= LIGHT
            _merge(supports, one.term, Support(telling, whole, one.text, one.inverse))
        self._headed(matched, supports)
        if loose:
            self._loosely([word if at not in light else "" for at, word in enumerate(words)], language, supports)
        return supports

    def _headed(self, matched: Mapping[int, Mapping[int, Mapping[int, float]]], found: dict[str, Support]) -> None:
        """Add a class by the head noun of its name, unless another class is so called: the episodes of a podcast."""
        heads: dict[int, dict[str, str]] = {}
        for at, by_word in matched.items():
            one = self.wordings[at]
            if one.term not in self._classes or len(one.stems) < 2 or one.language == "ko":
                continue
            for word, places in by_word.items():
                if places.get(len(one.stems) - 1, 0.0) >= _HEAD:
                    heads.setdefault(word, {})[one.term] = one.text
        schema = self._knowledge.schema
        for word, named in heads.items():
            called = (one for term, one in found.items() if term not in self._classes)
            if any(one.whole >= 1.0 and one.by_word.get(word, 0.0) >= 1.0 for one in called):
                continue  # a property has exactly that name: the writer of a song
            others = [term for term, one in found.items() if term in self._classes and term not in named]
            if any(found[term].whole >= _HEAD and found[term].by_word.get(word, 0.0) >= _HEAD for term in others):
                continue
            tops = schema.widest(named)
            meant = tops[0] if len(tops) == 1 else self._above_all(tops)
            if meant is not None:
                _merge(found, meant, Support({word: _HEAD}, _HEAD, named.get(meant, named[tops[0]])))

    def _above_all(self, classes: Sequence[str]) -> str | None:
        """Return the nearest class above several: passenger planes and cargo planes are planes."""
        schema = self._knowledge.schema
        above = (name for name, _ in schema.closure(classes[0]) if name != classes[0] and not schema.is_top(name))
        return next((name for name in above if all(schema.is_a([one], name) for one in classes)), None)

    @cached_property
    def paid(self) -> dict[str, float]:
        """The properties that are told in money, with their nearness to a price."""
        lexicon, schema = self._knowledge.lexicon, self._knowledge.schema
        units = ((name, unit_of(name, lexicon)) for name in schema.properties)
        return {name: _PAID for name, unit in units if unit is not None and unit.quantity in PAID}

    @remembered(64)
    def nearest(self, phrases: tuple[str, ...]) -> dict[str, float]:
        """Return how near each property is to being called by one of some phrases, 0…1."""
        nearest: dict[str, float] = {}
        for phrase in phrases:
            for term, worth in self._called(phrase.casefold().split()):
                nearest[term] = max(nearest.get(term, 0.0), worth)
        return nearest

    def _called(self, words: Sequence[str]) -> Iterator[tuple[str, float]]:
        """Yield the properties in whose wordings all words of a phrase are, each with the share of the wording."""
        matched: dict[int, dict[int, float]] = {}
        for number, word in enumerate(words):
            places = self._places(word)
            kept = {at: matched.get(at, {}) | places[at] for at in places if not number or at in matched}
            matched = kept
        for at, strengths in matched.items():
            one = self.wordings[at]
            whole = sum(one.weights[place] * strength for place, strength in strengths.items()) / sum(one.weights)
            yield one.term, whole * LIGHT if all(one.weights[place] < 1 for place in strengths) else whole
        if len(words) == 1:
            for term in self._tails.get(folded(words[0]), ()):
                yield term, _HEAD_OF

    def _places(self, word: str) -> dict[int, dict[int, float]]:
        """Return the places of a word in the wordings of properties, by wording."""
        places: dict[int, dict[int, float]] = {}
        if "가" <= word[0] <= "힣":
            hits = self._written(word)
        else:
            hits = [
                (at, place)
                for spoken in self._european
                for at, place in self._by_stem.get(stem(word, spoken), ())
                if self.wordings[at].language == spoken
            ]
        for at, place in hits:
            if self.wordings[at].term not in self._classes:
                places.setdefault(at, {})[place] = 1.0
        return places

    @cached_property
    def _european(self) -> tuple[str, ...]:
        """The languages of wordings in which dimensions are told, besides Korean."""
        return ("en", "de") if any(one.language == "de" for one in self.wordings) else ("en",)

    @cached_property
    def _tails(self) -> dict[str, list[str]]:
        """The properties of which a German compound is a wording, by its last letters: the firing time, for "Dauer"."""
        tails: dict[str, list[str]] = {}
        for one in self.wordings:
            if one.language == "de" and len(one.stems) == 1 and one.term not in self._classes:
                said = folded((said_words(one.text, "de") or [""])[-1])
                for at in range(1, len(said) - _COMPOUND + 1):
                    tails.setdefault(said[at:], []).append(one.term)
            elif one.language == "en" and not self._languages(one.term) and one.term not in self._classes:
                for word in SPLIT.findall(one.text.casefold()):  # a local name, perhaps a German one: laengeKm
                    if len(word) >= _COMPOUND and not is_word(word):
                        tails.setdefault(folded(word), []).append(one.term)
        return tails

    def _loosely(self, words: Sequence[str], language: str, supports: dict[str, Support]) -> None:
        asked = [number for number, word in enumerate(words) if word and not is_function(word, language)]
        if not asked:
            return
        space, chosen = self._space(language)
        if not chosen:
            return
        cosines = vectors([words[number] for number in asked], language) @ space.T
        for row, column in zip(*np.nonzero(cosines > _LEAST), strict=True):
            one = self.wordings[chosen[column]]
            if opposites(words[asked[row]], language) & {*one.stems, *self.stems(one.term)}:
                continue
            worth = min(float(cosines[row, column] - _LEAST) / (1 - _LEAST) + 0.15, 1.0) * _NEAREST
            _merge(supports, one.term, Support({asked[row]: worth}, worth, one.text, one.inverse))
        if language == "en":
            self._across([(number, words[number]) for number in asked], supports)

    def _across(self, asked: Sequence[tuple[int, str]], supports: dict[str, Support]) -> None:
        """Add mentions of terms without an English name, by the nearness of English words to their names."""
        space, chosen = self._foreign()
        if not chosen:
            return
        cosines = vectors([word for _, word in asked], "de") @ space.T
        for row, column in zip(*np.nonzero(cosines > _ACROSS), strict=True):
            one, worth = self.wordings[chosen[column]], min(float(cosines[row, column]) + 0.1, 1.0)
            if opposites(asked[row][1], "en") & self.stems(one.term):
                continue
            _merge(supports, one.term, Support({asked[row][0]: worth}, worth, one.text, one.inverse))


def _namesakes(schema: Schema) -> Iterator[tuple[str, str]]:
    """Yield the properties that are called as a class is, each with the class: what a case's suspects are called, in any
    language in which the class Suspect has a name."""
    classes = {local_name(one).casefold(): one for one in sorted(schema.classes)}
    for property in schema.properties:
        if (of_class := classes.get(local_name(property).casefold())) is not None:
            yield property, of_class


def _merge(supports: dict[str, Support], term: str, new: Support) -> None:
    old = supports.get(term)
    if old is None:
        supports[term] = new
        return
    by_word = {
        word: max(old.by_word.get(word, 0.0), new.by_word.get(word, 0.0)) for word in {*old.by_word, *new.by_word}
    }
    better = new if new.whole > old.whole else old
    supports[term] = Support(by_word, better.whole, better.wording, better.inverse)


def dimension_support(wordbook: Wordbook, name: str) -> dict[str, float]:
    """Return how near each property is to the words for a dimension's properties, 0…1."""
    return wordbook.nearest(tuple(dimensions()[name]["words"]))


def extreme_support(wordbook: Wordbook, name: str) -> dict[str, float]:
    """Return the same for a superlative of a dimension: what is dearest costs most, be it called a tuition."""
    near = dimension_support(wordbook, name)
    return near if name != "price" else {**wordbook.paid, **near}
