"""The directions of a form's properties, beside the roles that a question's words give to names."""

from __future__ import annotations

import re

from soulkeep.graph.questions.analysis import AnalysedQuestion, Word
from soulkeep.graph.questions.forms import Form, PathStep
from soulkeep.graph.questions.near import is_function
from soulkeep.graph.questions.roles import DOES, HAS, IS_OF, UNDERGOES, agrees, is_agent_noun, role_of, says
from soulkeep.graph.questions.wordbook import Support
from soulkeep.graph.remembered import remembered
from soulkeep.graph.schema import TYPE
from soulkeep.graph.terms import is_literal
from soulkeep.graph.words.lexicon import words_of
from soulkeep.graph.words.verbs_en import is_participle

_OF = re.compile(r"\w (?:of|von|für)$", re.IGNORECASE)
_BY = re.compile(r"\w (?:by|durch|auf|an|in|mit|with|at|on|to|from)$|^(?:has|is|hat|ist) ", re.IGNORECASE)
"""Wordings in which no noun is last, or none that stands alone."""


class Directions:
    """Compares the directions of properties with a question.

    Args:
        question: the analysed question.
    """

    def __init__(self, question: AnalysedQuestion) -> None:
        self._question = question
        self._knowledge = question.known.knowledge

    @remembered(1024)
    def names_end(self, step: PathStep) -> bool:
        """Return whether a property's words may name the end of a step: "team" is where one plays, not its players."""
        support = self._question.support.get(step.property)
        if support is None or support.inverse:
            return True
        roles = says(self._wording(step.property, support.wording))
        return not (step.inverse and roles == HAS)

    def by_doer(self, property: str) -> bool:
        """Return whether the word that mentions a property names who does something: the developer of "developed by"."""
        support = self._question.support.get(property)
        return support is not None and bool(support.by_word) and is_agent_noun(self._word_of(support))

    def calls_end(self, step: PathStep, word: str) -> bool:
        """Return whether a word may name the end of a step: a teacher is at the beginning of "teaches"."""
        support = self._question.support.get(step.property)
        if support is not None and is_agent_noun(word) and says(self._wording(step.property, support.wording)) == DOES:
            return step.inverse != support.inverse
        return self.names_end(step)

    @remembered(1024)
    def noun_for(self, property: str) -> PathStep | None:
        """Return the step from things that are called by a property's noun: animals' keepers, to the animals; None for
        a verb."""
        support = self._question.support.get(property)
        if support is None:
            return None
        text = self._wording(property, support.wording)
        roles = says(text)
        if _OF.search(support.wording):
            roles = IS_OF
        if roles == UNDERGOES and not self._is_verb(support):
            return PathStep(property, inverse=True)  # the coaches, of what is coached by them
        if roles not in (HAS, IS_OF) or _BY.search(support.wording):
            return None
        return PathStep(property, inverse=(roles == HAS) != support.inverse)

    def _is_verb(self, support: Support) -> bool:
        """Return whether the word that mentions a property is a participle, and no noun."""
        return is_participle(self._word_of(support))

    def _word_of(self, support: Support) -> str:
        """Return the word by which a property is mentioned most clearly."""
        return self._question.words[max(support.by_word, key=lambda one: support.by_word[one])].form

    @remembered(1024)
    def may_place(self, step: PathStep) -> bool:
        """Return whether what a step leads to may tell where its beginning is: the house where plants are, by "houses", but
        not the route that starts at a hut."""
        if not step.inverse:
            return True
        last = [(text.split()[-1].casefold(), language or "en") for text, language in self._labelled(step.property)]
        return not any(is_function(word, language) for word, language in last)

    def _labelled(self, property: str) -> list[tuple[str, str]]:
        lexicon = self._knowledge.lexicon
        return [*lexicon.labels(property)] or [(words_of(property), "en")]

    def role(self, form: Form) -> tuple[float, float]:
        """Return how well names' roles agree with the form, for properties that hold in both directions, and in one."""
        question, total, one_way = self._question, 0.0, 0.0
        for link in form.links:
            step = link.path[0]
            if step.property == TYPE or is_literal(link.anchor):
                continue
            named = next((one for one in question.named if any(term == link.anchor for term, _ in one.terms)), None)
            support = question.support.get(step.property)
            if support is None or not support.by_word:
                continue
            if support.inverse:
                total += 1.0 if step.inverse else -2.0
                continue
            if named is None:
                continue
            number = max(support.by_word, key=lambda one: support.by_word[one])
            word: Word = question.words[number]
            role = role_of(question.text, named.start, named.end, word.start, word.end, question.language)
            if role is not None:
                fits = agrees(self._wording(step.property, support.wording), role, inverse=step.inverse)
                if self._both_ways(step.property):
                    total += fits
                else:
                    one_way += fits
        return total, one_way

    def _wording(self, property: str, said: str) -> str:
        """Return an English wording that shows what the property says about its subject."""
        own = self._knowledge.lexicon.label(property, "en")
        if says(own) == IS_OF and says(said) == HAS:
            return said  # a teacher's "apprentice of" would show the opposite
        return own or said

    def _both_ways(self, property: str) -> bool:
        """Return whether a property's subjects and objects are of one kind, so that either may be asked for."""
        schema = self._knowledge.schema
        domain, range = schema.domain(property), schema.range(property)
        return any(schema.is_a([one], other) or schema.is_a([other], one) for one in domain for other in range)
