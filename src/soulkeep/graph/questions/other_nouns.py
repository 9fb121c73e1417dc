"""Questions for something that a property's name only begins like: the favourite song, beside somebody's favourite snack."""

from __future__ import annotations

from soulkeep.graph.questions.accounting import WHOLE
from soulkeep.graph.questions.analysis import AnalysedQuestion
from soulkeep.graph.questions.near import stem, vectors

_ANOTHER = 0.15
"""Cosine of two nouns below which they mean something else: songs and snacks, but not ratings and levels."""


def is_of_another_noun(question: AnalysedQuestion, property: str) -> bool:
    """Return whether an English question says only what stands before the noun of a property's name, and another noun
    behind it."""
    support = question.support.get(property)
    if support is None or question.language != "en" or support.whole >= WHOLE:
        return False
    if question.asks not in ("what", "which", None):
        return False  # how long it takes is a time
    *before, noun = support.wording.casefold().split()
    if not {"favourite", "favorite"} & {*before}:
        return False  # the final station may be the final stop
    said = {at: stem(question.words[at].form, "en") for at in support.by_word}
    if not said or not {*said.values()} <= {stem(word, "en") for word in before} or stem(noun, "en") in said.values():
        return False
    after = max(said) + 1
    if after >= len(question.words) or question.words[after].weight < 1.0:
        return False
    another = question.words[after]
    if question.text[question.words[after - 1].end : another.start] != " ":
        return False
    if any(one.start <= another.start < one.end for one in question.named):
        return False
    own, other = vectors([noun, another.form], "en")
    return float(own @ other) < _ANOTHER
