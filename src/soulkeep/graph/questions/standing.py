"""How the things that a question names stand in it: side by side, behind "only", or as what something is in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from soulkeep.graph.questions.analysis import AnalysedQuestion
from soulkeep.graph.questions.forms import Bound, Form
from soulkeep.graph.questions.names import Named, are_joined
from soulkeep.graph.terms import is_iri

_ALL = 100
"""Most things of a class of which it is found out whether all are so."""

_IN = re.compile(
    r"\b(?:in|at|on|from|with|by|into|aboard|inside|aus|bei|mit|auf|an|unter|im|am|beim|vom|zum|zur)\s+(?:the |dem |der |den )?$",
    re.IGNORECASE,
)
"""What stands before the name of what something is in."""

_ONLY_KO = "만"
"""The Korean "only", behind a name."""

_BETWEEN = 12
"""Most characters between two names that are joined: " and the "."""

_OF_NAMED = re.compile(
    r"\s+(?:of|by|in|from|at|on|with|von|aus|im|bei|vom|am|des|der)\s+(?:the |dem |der |den )?", re.IGNORECASE
)
"""What joins a kind to the name of that whose it is."""

_CLAUSE = re.compile(r",?\s+(?:who|that|which|whose|with|without|mit|ohne)\b", re.IGNORECASE)
"""What begins a clause that tells some of a kind from others."""

_SEVERAL = 3
"""Joined names of which each is meant without a word such as "both"."""

_WHOLE = 0.95
"""Strength from which words name a class, rather than a part of another's name."""


class Standing:
    """Tells how the named things of one question stand in it.

    Args:
        question: the analysed question.
    """

    def __init__(self, question: AnalysedQuestion) -> None:
        self._question = question
        self._knowledge = question.known.knowledge

    @cached_property
    def each(self) -> tuple[str, ...]:
        """The named things of one kind of which the same is asked at once: "were Ann and Bea both born there?"."""
        marks = self._question.qualifiers
        if marks.some is not None or self._question.asks != "whether":
            return ()  # "is there anything that both sell?" isn't asked of each
        for run in self._joined_names():
            if len(run) < _SEVERAL and marks.both is None:
                continue  # "are Ann and Bea married?"
            if marks.than is not None and marks.than.start < run[0].start:
                continue  # older than both
            things = tuple(dict.fromkeys(one.terms[0][0] for one in run if is_iri(one.terms[0][0])))
            if len(things) == len(run) > 1 and set.intersection(*map(self._kinds, things)):
                return things
        two = self._only_two() if marks.both is not None and not self._question.named else ()
        return two or self._all_of_kind()

    def are_all(self, things: Sequence[str], type: str) -> bool:
        """Return whether all of some things are of a class, so that it needn't be asked."""
        return all(self._knowledge.is_a(one, type) for one in things)

    def is_within(self, term: str) -> bool:
        """Return whether it is asked what is in a named thing."""
        spots = (one for one in self._question.named if one.terms[0][0] == term)
        return any(_IN.search(self._question.text[: one.start]) for one in spots)

    @cached_property
    def alone(self) -> frozenset[str]:
        """The things beside whose name it says "only"."""
        only, question = self._question.qualifiers.only, self._question
        if question.language == "ko":
            beside = [one for one in question.named if question.text.startswith(_ONLY_KO, one.end)]
        elif only is None:
            return frozenset()
        else:
            beside = [one for one in question.named if one.start >= only.end][:1]
            between = [word for one in beside for word in question.words if only.end <= word.start < one.start]
            beside = [] if any(word.weight for word in between) else beside
        return frozenset(term for one in beside for term, worth in one.terms if worth >= 0.5)

    @cached_property
    def every(self) -> str | None:
        """The class, or the property, by whose name it is asked whether all are so; None if it isn't asked."""
        every, question = self._question.qualifiers.every, self._question
        if every is None or question.asks != "whether":
            return None
        words = [at for at, word in enumerate(question.words) if word.start >= every.end and word.weight]
        inside = {at for one in question.named for at in question.words_in(one.start, one.end)}
        behind = [at for at in words if at not in inside][:1]  # "all of Ruth's horses"
        schema = self._knowledge.schema
        for kinds in (schema.classes, schema.properties):
            for name, one in question.support.items():
                near = question.language == "ko" or any(one.by_word.get(at, 0.0) >= _WHOLE for at in behind)
                if name in kinds and one.whole >= _WHOLE and near:
                    return name
        return None

    def _all_of_kind(self) -> tuple[str, ...]:
        """Return the things of a class of which all are asked ("are all towers open?"), unless they are told apart by
        more than their class (all towers of a castle), or something is compared with them."""
        kind, marks = self.every, self._question.qualifiers
        if kind is None or kind not in self._knowledge.schema.classes or marks.denials or self._are_told_apart(kind):
            return ()
        if marks.than is not None and marks.every is not None and marks.than.start < marks.every.start:
            return ()
        things = self._question.known.solver.columns.things_of(kind)
        return tuple(things) if 1 < len(things) <= _ALL else ()

    def _are_told_apart(self, kind: str) -> bool:
        """Return whether a name stands right beside the word for a class, or a clause behind it."""
        question, every = self._question, self._question.qualifiers.every
        places = question.support[kind].by_word
        begin, end = question.words[min(places)].start, question.words[max(places)].end
        before = every is not None and any(every.end <= one.start < begin for one in question.named)
        behind = (question.text[end : one.start] for one in question.named if one.start >= end)
        beside = before or any(_OF_NAMED.fullmatch(between) is not None for between in behind)
        return beside or _CLAUSE.match(question.text[end:]) is not None

    def _only_two(self) -> tuple[str, ...]:
        """Return the things of a class that is asked for, if there are two of them: "are both towers open?"."""
        classes = (name for name, one in self._question.support.items() if one.whole >= _WHOLE)
        known = (
            self._question.known.solver.columns.things_of(name)
            for name in classes
            if name in self._knowledge.schema.classes
        )
        return next((things for things in known if len(things) == 2), ())

    def _joined_names(self) -> Iterator[list[Named]]:
        """Yield names that stand one after the other with "and" or a comma between them."""
        run: list[Named] = []
        for one in self._question.named:
            between = self._question.text[run[-1].end : one.start] if run else ""
            if run and not (len(between) <= _BETWEEN and are_joined(between)):
                yield run
                run = []
            run.append(one)
        if run:
            yield run

    def _kinds(self, thing: str) -> set[str]:
        """Return the classes of a thing, and those above them that aren't of everything."""
        schema = self._knowledge.schema
        above = (name for type in self._knowledge.lexicon.types(thing) for name, _ in schema.closure(type))
        return {name for name in above if not schema.is_top(name)}

    def with_nothing_else(self, form: Form) -> Form:
        """Return a form whose things have nothing but what "only" stands beside: made of goats' milk alone."""
        alone = [
            Bound((link.path[0].turned(),), "count=", "1")
            for link in form.links
            if link.holds and len(link.path) == 1 and link.path[0].inverse and link.anchor in self.alone
        ]
        return form._replace(bounds=(*form.bounds, *alone)) if alone else form
