"""Judging by words alone whether a source supports or contradicts a claim (1: fact checking, step 2).

A claim is supported if all its telling words are in one sentence of a source that is about the same person, equally
affirmative or negative, and neither supposed nor over. It is contradicted by a sentence with the same words but for a
"not", a number, or a "still" of what is over. Nothing else can be told by words alone, so it counts as not found.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from soulkeep.judgement.model import judge
from soulkeep.lang.function_words import telling_terms
from soulkeep.lang.negation import denies
from soulkeep.lang.pack import holds, pattern, subject
from soulkeep.lang.questions import is_question
from soulkeep.lang.selfhood import speaks_of_self
from soulkeep.lang.sentences import sentences
from soulkeep.lang.short_texts import kept_of_short
from soulkeep.lang.statements import kin_words
from soulkeep.lang.terms import terms
from soulkeep.types.claims import CONTRADICTED, NOT_FOUND, SUPPORTED

_ENDS = 0.5
"""Likelihood that a source says something is over, from which it doesn't support that it still holds …"""
_LASTS = 0.2
"""… and up to which a claim doesn't say so itself."""
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_FEWEST = 2
"""Number of telling terms that a claim must have for a "not" or a number to contradict it."""
_MORE = 4
"""Number of telling terms that a supporting source may have beside the claim's; with more, it tells something else."""


class Speakers(NamedTuple):
    """The people meant in a text by "I" and by "you"; "" if unknown."""

    speaker: str
    hearer: str


class ReadSentence(NamedTuple):
    """A sentence, analysed for comparing.

    Attributes:
        terms: its telling terms, without names and numbers.
        numbers: its numbers.
        persons: whom it speaks of: ids of those who speak or hear, and words for relatives.
        denies: whether it says that something isn't so.
        supposed: whether it is a question, a wish, a plan, told by another, or of former days.
        ends: how likely it says that something is over, 0…1.
        still: whether it says that something goes on.
    """

    terms: frozenset[str]
    numbers: frozenset[str]
    persons: frozenset[str]
    denies: bool
    supposed: bool
    ends: float
    still: bool


@lru_cache(maxsize=4096)
def _read_sentence(sentence: str, language: str, voice: Speakers, names: tuple[str, ...]) -> ReadSentence:
    plain = sentence.replace("’", "'")
    there = set(terms(plain, language))
    named = {name for name in names if name and there.issuperset(terms(name, language))}
    persons = {f"={name.casefold()}" for name in named}
    if speaks_of_self(plain, language):
        persons.add(f"={voice.speaker.casefold()}")
    if holds("claims", "you", language, plain, ignore_case=True):
        persons.add(f"={voice.hearer.casefold()}")
    telling = telling_terms(plain, language)
    persons |= telling & _kin(language)
    called = {term for name in named for term in terms(name, language)}
    numbers = frozenset(_NUMBER.findall(plain))
    supposed = is_question(plain) or holds("claims", "supposed", language, plain, ignore_case=True)
    still = pattern("claims", "still", language, ignore_case=True)
    stills = set(terms(still.sub("", plain), language)) if still is not None and still.search(plain) else None
    own = {term for term in telling - called if not term[0].isdigit() and (stills is None or term in stills)}
    return ReadSentence(
        frozenset(own),
        numbers,
        frozenset(persons),
        denies(plain, language),
        supposed,
        judge(sentence).ends,
        stills is not None,
    )


@kept_of_short(2048)
def _read(text: str, language: str, voice: Speakers, names: tuple[str, ...]) -> tuple[ReadSentence, ...]:
    """Return the sentences of a text that state something; repetitions add nothing."""
    said = [_read_sentence(sentence, language, voice, names) for sentence in dict.fromkeys(sentences(text))]
    return tuple([one for one in said if not one.supposed])


@lru_cache(maxsize=8)
def _kin(language: str) -> frozenset[str]:
    return frozenset(term for word in kin_words(language) for term in terms(word, language))


class Sayings:
    """The statements of sources: each sentence is analysed once, and can be found by its terms.

    Args:
        language: language of the sources and of the claims, ISO 639-1.
        names: people who may be named.
    """

    def __init__(self, language: str, names: tuple[str, ...]) -> None:
        self._language, self._names = language, names
        self._by_term: dict[str, list[tuple[int, ReadSentence, str]]] = {}

    def add(self, number: int, text: str, told_by: Speakers, *, about: str = "") -> None:
        """Add a source.

        Args:
            number: number of the source.
            text: what it says.
            told_by: who speaks to whom in it.
            about: whom it is about, if it doesn't say.
        """
        for said in _read(text, self._language, told_by, self._names):
            for term in said.terms:
                self._by_term.setdefault(term, []).append((number, said, about))

    def of(self, claim: str, by: Speakers) -> dict[int, str]:
        """Return the verdicts of sources on a claim, by their numbers; those that say nothing of it are left out.

        Args:
            claim: one sentence.
            by: who speaks to whom in it.
        """
        said = _read_sentence(claim, self._language, by, self._names)
        if not said.terms or said.supposed:
            return {}
        holding = [self._by_term.get(term, []) for term in said.terms]  # a supporting sentence has all terms
        sayings: dict[int, set[str]] = {}
        for number, source, about in min(holding, key=len):
            seen = _against(said, source, self._language, about)
            if seen != NOT_FOUND:
                sayings.setdefault(number, set()).add(seen)
        return {number: seen.pop() for number, seen in sayings.items() if len(seen) == 1}  # else it contradicts itself


def _against(claim: ReadSentence, source: ReadSentence, language: str, about: str) -> str:
    """Return the verdict of one sentence of a source on a claim."""
    if source.supposed or not claim.terms <= source.terms:
        return NOT_FOUND
    persons = source.persons | ({f"={about.casefold()}"} if about else set())
    said = subject("claims", language)
    unsaid = said.get("unsaid_persons", False) and not (claim.persons and source.persons)
    if not unsaid and (claim.persons - persons or source.persons - claim.persons):
        return NOT_FOUND
    if unsaid and (claim.persons ^ source.persons) & _kin(language):
        return NOT_FOUND
    over = source.ends >= _ENDS and claim.ends <= _LASTS
    if over:
        return CONTRADICTED if claim.still and claim.denies == source.denies else NOT_FOUND
    if claim.still or claim.ends - source.ends > _ENDS or len(source.terms) - len(claim.terms) > _MORE:
        return NOT_FOUND
    same = claim.terms == source.terms and len(claim.terms) >= said.get("fewest", _FEWEST)
    if claim.denies != source.denies:
        return CONTRADICTED if same and claim.numbers == source.numbers else NOT_FOUND
    if claim.denies and claim.terms != source.terms:
        return NOT_FOUND  # "I play the violin when I can't sleep" doesn't deny that they play
    if claim.numbers <= source.numbers:
        return SUPPORTED
    alone = len(claim.numbers) == len(source.numbers) == 1
    return CONTRADICTED if same and alone else NOT_FOUND
