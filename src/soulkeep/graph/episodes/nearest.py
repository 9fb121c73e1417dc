"""What is known of a thing that a question names, where the question isn't understood.

It is told beside "I don't know", never as the answer: a sentence of the thing's description that shares words with the
question, or the facts whose properties are nearest to it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from soulkeep.graph.episodes import listing
from soulkeep.graph.episodes.answers import stated
from soulkeep.graph.episodes.asking import carried, with_names
from soulkeep.graph.episodes.naming import NameSpans, blanked, is_personal, spans_of, without_request
from soulkeep.graph.episodes.naturalness import is_sayable
from soulkeep.graph.episodes.nouns import is_english, noun_of
from soulkeep.graph.episodes.passages import described
from soulkeep.graph.episodes.portrait import portrait
from soulkeep.graph.episodes.speech import is_written_in
from soulkeep.graph.episodes.telling_facts import is_of, is_told_in_korean
from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.questions.asked import reader_of
from soulkeep.graph.questions.forms import PathStep
from soulkeep.graph.terms import is_iri, is_literal, parsed
from soulkeep.graph.verbalise.sentences import verbalise
from soulkeep.graph.words.gazetteer import is_word
from soulkeep.graph.words.grammar_de import german_gender
from soulkeep.graph.words.spoken import listed_words
from soulkeep.graph.words.verb_names import verb_name
from soulkeep.lang.pack import pattern, wording
from soulkeep.lang.references import leans_on_talk
from soulkeep.types.episodes import Understanding

_TOLD = 3
"""Most properties that are told."""

_VALUES = 4
"""Most values of a property that are told; one with more isn't."""

_LONGEST = 120
"""Most characters of a value."""

_POINTING, _NODES = 200, 24
"""Number of statements about a thing as object that are looked at, and most of them with one property."""

_NAMED = 0.9
"""Least part of a name that a question has to hold, 0…1."""

_LEANS = 0.5
"""Likelihood from which a question refers to the talk before."""

_LIKELY = 0.5
"""Least likelihood of a property of a nameless node that only the thing itself leads to: the purpose of a loan."""

_SHORTEST = 2
"""Least syllables of a Korean name: 강 may be any river."""

_NUMBERED = re.compile(r"\w*\d")
"""A name that data gives to what has none, "Cmd1"."""

_OF = re.compile(r"(.+) (?:of|von)")
"""A property named as what somebody is of its value: "captain of"."""


class Nearest(NamedTuple):
    """What is told of a thing.

    Attributes:
        thing: the thing, as a term.
        fact: whole sentences; "" where no good ones can be made.
        text: properties with their values, in place of them: "due date 28 November 2026; borrower Tavin".
    """

    thing: str
    fact: str = ""
    text: str = ""


def nearest(said: Understanding, asked: str, knowledge: Knowledge, context: Sequence[Understanding]) -> Nearest | None:
    """Return what is known of the thing that a question names, as near as possible to what it asks; None for nothing.

    Args:
        said: the understanding of the question.
        asked: the question.
        knowledge: the data.
        context: the understandings before, the latest last, to which a question without a name may refer.
    """
    language = said.language
    spans = spans_of(asked, language, said.asks, knowledge)
    if _is_of_hearer(asked, language, spans):
        return None
    question = with_names(asked, language, said.asks, spans, knowledge)
    named = [
        term
        for one in question.named
        if not _is_ordinary(asked[one.start : one.end], language)
        for term, worth in one.terms
        if worth >= _NAMED and is_iri(term) and term not in knowledge.schema.classes
    ]
    things = [*dict.fromkeys(named)]
    for thing in things:
        if sentence := described(question.unnamed, language, thing, knowledge):
            return Nearest(thing, fact=listing.sentence(sentence, language))
    if not things and leans_on_talk(asked, language) >= _LEANS:
        things = [
            one
            for one in carried(knowledge, context)[:1]
            if not _NUMBERED.fullmatch(knowledge.lexicon.label(one, language))
        ]
    return _Facts(things[0], things[1:], knowledge, language).told(question.unnamed, asked) if things else None


def _is_of_hearer(asked: str, language: str, spans: NameSpans) -> bool:
    """Return whether a question is about the two who talk, whoever it names: "Have you met Joy?"."""
    unnamed = blanked(without_request(asked), spans.mentions)
    done = pattern("asking", "of_hearer", language)
    return is_personal(unnamed, language) or (done is not None and done.search(unnamed) is not None)


def _is_ordinary(name: str, language: str) -> bool:
    """Return whether a name, as it is written in a question, may as well be an ordinary word: "yesterday", "im Mai"."""
    if language == "ko":
        return len(name) < _SHORTEST
    if " " in name.strip():
        return False
    return german_gender(name) is not None if language == "de" else name.islower() and is_word(name)


class _Facts:
    """The facts of a thing alone; or of the one node, such as a loan, that joins it to `others`."""

    def __init__(self, thing: str, others: Sequence[str], knowledge: Knowledge, language: str) -> None:
        self._thing = thing
        self._knowledge = knowledge
        self._language = language
        self._reader = reader_of(knowledge)
        self._direct: dict[PathStep, set[str]] = {}
        self._by_node: dict[PathStep, set[str]] = {}
        self._joined = False
        self._look_around({*others})

    def told(self, unnamed: str, asked: str) -> Nearest | None:
        """Return those nearest to a question's words beside the names; None if none can be told."""
        ways = tuple(dict.fromkeys([*self._direct, *self._by_node]))
        shares = self._reader.surroundings.sense.among(unnamed, self._language, ways)
        told: dict[tuple[str, ...], str] = {}
        steps: list[PathStep] = []
        for step in sorted(shares, key=lambda one: (-shares[one], one)):
            found = self._values(step)
            again = found in told or any(step.property == one.property for one in steps)  # who owns it is owned by it
            if len(told) == _TOLD or again or not (self._joined or step in self._direct or shares[step] >= _LIKELY):
                continue
            if text := self._worded(step, found):
                told[found] = text
                steps.append(step)
        if not told:
            return None
        pairs = wording("joining", "between", self._language).join(told.values())
        return Nearest(self._thing, fact=self._sentences(steps, asked), text=pairs)

    def _look_around(self, others: set[str]) -> None:
        """Find what is known, by the last step to it. A node without a name tells something where it is the only one,
        or the only one that joins all things that are named."""
        around, solver, thing = self._reader.surroundings, self._reader.known.solver, self._thing
        pointing = Counter(property for _, property in self._knowledge.graph.pointing(thing, most=_POINTING))
        nodes: dict[str, PathStep] = {}
        for step in around.around(thing):
            if step.inverse and pointing[step.property] > _NODES:
                continue  # all who live in a town are too many to be told
            ends = solver.reached(thing, (step,))
            nameless = [one for one in islice(ends, _NODES + 1) if not _is_named(one, self._knowledge)]
            if len(nameless) <= _NODES:
                nodes.update(dict.fromkeys(nameless, step))
            if not nameless and not others:
                self._direct[step] = set(ends)
        onward = {node: self._onward(node, step) for node, step in nodes.items()}
        joining = [found for found in onward.values() if others <= set[str]().union(*found.values())]
        if len(joining) == 1:
            self._joined = bool(others)
            self._by_node = {step: values - others for step, values in joining[0].items()}

    def _onward(self, node: str, way: PathStep) -> dict[PathStep, set[str]]:
        """Return what is known of a node without a name, but for the way to it."""
        around, solver = self._reader.surroundings, self._reader.known.solver
        return {one: {*solver.reached(node, (one,))} for one in around.around(node) if one != way.turned()}

    def _values(self, step: PathStep) -> tuple[str, ...]:
        """Return the values at the end of a step: the thing's own, else its node's."""
        found = self._direct[step] if step in self._direct else self._by_node[step]
        return tuple(sorted(one for one in found - {self._thing} if is_of(one, self._language)))

    def _sentences(self, steps: Sequence[PathStep], asked: str) -> str:
        """Return those facts that can be told so as sentences; "" for none."""
        knowledge, language = self._knowledge, self._language
        if not all(step in self._direct for step in steps):
            return ""
        facts = [stated(step, self._thing, one) for step in steps for one in self._values(step)]
        if language == "ko":
            told = [one for one in facts if is_told_in_korean(one, knowledge)]
            return verbalise(told, knowledge.lexicon, "ko", about=self._thing) if told else ""
        if language not in ("en", "de"):
            return ""
        return portrait(self._thing, facts, "", language, knowledge, asked, foremost=steps[0].property)

    def _worded(self, step: PathStep, found: Sequence[str]) -> str:
        """Return a property with its values; "" if they can't be told."""
        knowledge, language = self._knowledge, self._language
        if not 0 < len(found) <= _VALUES or not all(_is_told(one, knowledge) for one in found):
            return ""
        noun = knowledge.lexicon.noun(step.property, language)
        if language == knowledge.lexicon.tongue == "de":
            noun = " ".join(map(_as_noun, noun.split()))
        values = [knowledge.lexicon.value(one, step.property, language) for one in found]
        if not all(values) or not is_written_in(noun, language):
            return ""  # no Korean says "mother 구름"
        turned = _OF.fullmatch(noun) if step.inverse else None
        if step.inverse and turned is None and not _is_noun(step.property, language, knowledge):
            return ""  # "moored on" says nothing of a quay
        if language == "en" and not (is_english(noun) or verb_name(step.property, knowledge.lexicon)):
            return ""  # "Seehöhe 1,840 metres"
        way = "noun_value" if turned is not None or not step.inverse else "value_of_noun"
        told = listed_words(values, language, most=_VALUES).rstrip(".。")
        return str(wording("joining", way, language)).format(noun=turned[1] if turned else noun, value=told)


def _is_noun(property: str, language: str, knowledge: Knowledge) -> bool:
    lexicon = knowledge.lexicon
    own = is_written_in(lexicon.noun(property, language), language)
    return noun_of(property, lexicon, language if own else "en") is not None


def _as_noun(word: str) -> str:
    """Return a German noun with its capital, which local names leave out: Brennweite."""
    noun = word.capitalize()
    return noun if word.islower() and german_gender(noun) is not None else word


def _is_told(term: str, knowledge: Knowledge) -> bool:
    short = not is_literal(term) or len(parsed(term).value) <= _LONGEST
    return short and _is_named(term, knowledge) and is_sayable(term, knowledge)


def _is_named(term: str, knowledge: Knowledge) -> bool:
    return is_literal(term) or (is_iri(term) and knowledge.lexicon.has_label(term))
