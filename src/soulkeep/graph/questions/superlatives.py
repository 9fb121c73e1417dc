"""How well the order of a form fits a superlative: the oldest, the most expensive, the fattest."""

from __future__ import annotations

from collections.abc import Sequence

from soulkeep.graph.questions.accounting import Account
from soulkeep.graph.questions.analysis import SPOKEN, AnalysedQuestion
from soulkeep.graph.questions.forms import Form
from soulkeep.graph.questions.marks import Extreme
from soulkeep.graph.questions.narrowing import is_turned, kind_in_order
from soulkeep.graph.questions.near import is_superlative
from soulkeep.graph.questions.qualifier_words import dimensions
from soulkeep.graph.questions.surroundings import Surroundings
from soulkeep.graph.questions.wordbook import extreme_support
from soulkeep.graph.words.quantities import unit_of

_ADVERBS = ("가장", "제일", "젤", "최고로")
"""What makes a superlative of the Korean adjective behind it."""

_COUNTED = 0.6
"""Fit of the most links to things of a named kind."""


_NAMED = 0.9
"""Least clearness with which a word names the class of what is counted."""


class Superlatives:
    """Judges the superlatives of one question.

    Args:
        question: the analysed question.
        surroundings: the surroundings of things in its graph.
        account: what the forms account for.
    """

    def __init__(self, question: AnalysedQuestion, surroundings: Surroundings, account: Account) -> None:
        self._question = question
        self._around = surroundings
        self._account = account

    def fit(self, extreme: Extreme, form: Form) -> float:
        """Return how well a form's order fits a superlative: 0…1, or -1 if it goes the wrong way."""
        assert form.order is not None
        question, property = self._question, form.order.path[-1].property
        said = self._account.own(form)[property]
        if self.is_adjective(extreme):
            if form.order.counted:
                return 0.0  # the fattest bird isn't the one with the most mates
            places = (extreme.start, extreme.end + 1)  # Korean has the adjective behind its adverb
            said = max(said, *(question.strength_at(property, place) for place in places))
        if not extreme.dimension:
            counted = form.order.counted and self._account.ends(form) & {*question.support}
            return said if said >= SPOKEN else _COUNTED if counted else 0.0
        near = extreme_support(question.known.wordbook, extreme.dimension).get(property, 0.0)
        dimension = dimensions()[extreme.dimension]
        kind = self._around.measured(property)
        unit = unit_of(property, question.known.knowledge.lexicon)
        in_order = kind_in_order(property, self._around, question.known.wordbook)
        down = extreme.down != is_turned(extreme.dimension, in_order, unit)
        if unit is not None and unit.quantity != dimension.get("units", unit.quantity):
            near = 0.0
        near *= 0.6 + 0.4 * (self._around.share(form.type, property) if form.type is not None else 1.0)
        if kind not in dimension["kinds"] and not (extreme.dimension == "population" and form.order.counted):
            near = min(near, 0.2)
        return max(near, said * (0.8 if dimension.get("any", True) else 0.35)) if down == form.order.down else -1.0

    def is_of_counted(self, form: Form, extremes: Sequence[Extreme]) -> bool:
        """Return whether a form puts the things in order of which it is asked who has most, by what nobody spoke of."""
        support, words = self._question.support.get(form.type or ""), self._question.words
        if form.order is None or support is None or self._question.language == "ko":
            return False
        if self._question.strength(form.order.path[-1].property) >= SPOKEN:
            return False
        plain = [one for one in extremes if not one.dimension and not self.is_adjective(one)]
        behind = (at for one in plain for at, word in enumerate(words) if word.start >= one.end and word.weight)
        return support.by_word.get(next(behind, -1), 0.0) >= _NAMED

    def is_adjective(self, extreme: Extreme) -> bool:
        """Return whether a superlative is that of an adjective that no dimension knows, and not a "most"."""
        said = self._question.text[extreme.start : extreme.end].casefold().strip()
        plain = said in _ADVERBS or (self._question.language == "en" and is_superlative(said))
        return plain and not extreme.dimension
