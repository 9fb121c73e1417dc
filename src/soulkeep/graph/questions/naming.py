"""The names in a question, and what they mean there: whole, in part, with a title, or no names at all."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice

from soulkeep.graph.questions.context import QuestionContext
from soulkeep.graph.questions.marks import Extreme, Spot
from soulkeep.graph.questions.mentions import IN_PART, THE, is_longer, is_no_nickname, is_of_another, is_word
from soulkeep.graph.questions.names import Named
from soulkeep.graph.questions.particles import without_particle
from soulkeep.graph.questions.qualifier_words import target_words
from soulkeep.graph.questions.qualifiers import Qualifiers, qualifiers
from soulkeep.graph.questions.wordbook import Support
from soulkeep.graph.terms import is_iri, is_literal, parsed
from soulkeep.graph.words.gazetteer import tokens
from soulkeep.graph.words.kinds import means_people
from soulkeep.lang.pack import of_any_language

_IN_YEAR = re.compile(r"\b(?:in|since|im jahre?|seit) [12]\d{3}$", re.IGNORECASE)

_ANY = re.compile(r"\b(?:an?|ein\w*|any|some) $", re.IGNORECASE)
"""Articles before what is any of its kind."""

_RATHER = 0.6
"""Least part of a name that must be said where a kind may be meant."""

_CLEARLY = 0.9
"""Least clearness of a class or a property that a word is taken for, rather than for a part of a name."""

WHOLLY = 0.99
"""Least share of a class's or a property's name that is said where it is taken for that name."""

Mentioned = tuple[int, int, tuple[str, ...]]
"""A whole name: its start, its end and its terms."""


def names_in(
    text: str, language: str, asks: str | None, known: QuestionContext, mentions: Sequence[Mentioned]
) -> list[Named]:
    """Return the names in a question, in their order.

    Args:
        text: the question.
        language: ISO 639-1.
        asks: the question word, `"whether"`, or None.
        known: the data about the graph.
        mentions: the whole names in the question.
    """
    return _Naming(text, language, asks, known).of(mentions)


class _Naming:
    """Finds the names of one question.

    Args:
        text, language, asks, known: as in `names_in`.
    """

    def __init__(self, text: str, language: str, asks: str | None, known: QuestionContext) -> None:
        self._text = text
        self._language = language
        self._asks = asks
        self._known = known

    def of(self, mentions: Sequence[Mentioned]) -> list[Named]:
        """Return the names, of which the whole ones are known."""
        every = self._known.names.find(self._text, self._language, ()) if mentions else []
        longer = [one for one in every if is_longer(self._text, one, mentions)]
        mentions = [one for one in mentions if not any(part.start <= one[0] and one[1] <= part.end for part in longer)]
        whole = [self._whole(start, end, terms) for start, end, terms in mentions]
        parts = [
            *longer,
            *self._known.names.find(self._text, self._language, [*_spots(mentions), *[one[:2] for one in longer]]),
        ]
        plainly = self._known.wordbook.support(_letters(self._text, self._language), self._language, loose=False)
        owners = self._known.names if self._language == "de" else None
        counter = self._marks.counted if self._language == "ko" else None  # "몇 개" asks of no dogs
        parts = [one for one in parts if not is_of_another(self._text, one, owners)]
        named = sorted(
            one
            for one in [*whole, *parts]
            if not is_word(self._text, one, plainly, self._known.knowledge, self._language)
            and not self._is_in_wording(one, plainly)
            and not (counter is not None and counter.start <= one.start and one.end <= counter.end)
            and not self._is_number(one)
            and not is_no_nickname(self._text, one, self._known.knowledge)
        )
        if any(one.terms[0][1] <= IN_PART for one in named):
            named = [one for one in named if not self._is_qualifier(one, named)]
        named = [self._of_class(one, plainly) for one in named if not self._is_kind_asked(one, plainly)]
        named = sorted([*named, *self._only_ones(named, plainly)])
        return _said_once([self._with_holder(self._with_title(one, plainly), plainly) for one in named], self._text)

    def _only_ones(self, named: Sequence[Named], support: dict[str, Support]) -> Iterator[Named]:
        """Yield classes that have a single thing, as names of it: when the post office closes."""
        schema, marks = self._known.knowledge.schema, self._marks
        told_before = of_any_language("asking", "points").search(self._text) is not None
        if named or told_before or marks.counted or marks.extremes or self._asks in ("who", "which", "whether"):
            return
        said, columns = tokens(self._text), self._known.solver.columns
        opens, ends = target_words(self._language)
        asked = opens.search(self._text)  # what stations there are
        kind_ends = ends.search(self._text, asked.end()) if asked is not None else None
        kind = (asked.end(), kind_ends.start() if kind_ends else len(self._text)) if asked is not None else (0, 0)
        for term, one in support.items():
            at = sorted(number for number, strength in one.by_word.items() if strength >= WHOLLY)
            if not self._known.is_class(term) or one.whole < WHOLLY or not at or at != [*range(at[0], at[-1] + 1)]:
                continue
            start, end = said[at[0]].start, said[at[-1]].end
            things = columns.things_of(term)
            if len(things) != 1 or kind[0] <= start < kind[1] or _ANY.search(self._text[:start]):
                continue
            thing = next(iter(things))
            if is_iri(thing) and not schema.is_person((term,)):
                yield Named(start, end, ((thing, 1.0),))

    @cached_property
    def _marks(self) -> Qualifiers:
        return qualifiers(self._text, self._language)

    def _is_number(self, named: Named) -> bool:
        """Return whether a Korean given name is the number one here: 하나."""
        said = self._text[named.start : named.end]
        return said == "하나" and any(one.start <= named.start < one.end for one in self._marks.values)

    def _whole(self, start: int, end: int, terms: tuple[str, ...]) -> Named:
        """Return a whole name; if it is only a text in the data, with the things whose names contain it."""
        meant = tuple((term, 1.0) for term in terms)
        if all(map(is_literal, terms)):
            meant += self._known.names.within(self._text[start:end], self._language)
        return Named(start, end, meant)

    def _of_class(self, named: Named, support: dict[str, Support]) -> Named:
        """Return a name after a class, restricted to things of that class: the album Thriller."""
        if len(named.terms) < 2:
            return named
        before = [at for at, token in enumerate(tokens(self._text)) if token.end <= named.start][-1:]
        kinds = [
            term
            for term, one in support.items()
            if self._known.is_class(term) and one.whole >= 0.9 and any(one.by_word.get(at, 0.0) >= 0.9 for at in before)
        ]
        of_kind = tuple(
            pair for pair in named.terms if any(self._known.knowledge.is_a(pair[0], kind) for kind in kinds)
        )
        return named._replace(terms=of_kind) if of_kind else named

    def _is_qualifier(self, named: Named, every: Sequence[Named]) -> bool:
        """Return whether a part of a name is rather an order, an age or a year: "older", beside an Old Oldenburger."""
        if named.terms[0][1] > IN_PART:
            return False
        marks = self._marks
        compared = [Spot(one.start, one.end) for one in marks.comparisons if one.values]
        spots: list[Spot | Extreme] = [*marks.extremes, *compared, *([marks.age] if marks.age is not None else [])]
        words = [one for one in spots if " " not in self._text[one.start : one.end]]
        if any(one.start <= named.start and named.end <= one.end for one in words):
            return True
        if any(one.moment and one.start < named.start and named.end <= one.end for one in marks.values):
            return True  # the year of "September 2026", beside a camp of that year
        alone = all(one is named or one.terms[0][0] != named.terms[0][0] for one in every)
        return alone and _IN_YEAR.search(self._text[: named.end]) is not None

    def _is_in_wording(self, named: Named, support: dict[str, Support]) -> bool:
        """Return whether a text of the data is only a part of the name of what is asked for: the fee of writing groups."""
        if not all(is_literal(term) for term, _ in named.terms):
            return False
        at = {number for number, token in enumerate(tokens(self._text)) if named.start <= token.start < named.end}
        return any(
            one.whole >= WHOLLY and at < {word for word, strength in one.by_word.items() if strength >= _CLEARLY}
            for one in support.values()
        )

    def _is_kind_asked(self, named: Named, support: dict[str, Support]) -> bool:
        """Return whether a word that is part of several names is the kind asked for: "which hall", of the Red Hall and
        the Blue Hall."""
        if named.terms[0][1] > IN_PART or " " in self._text[named.start : named.end]:
            return False
        if target_words(self._language)[0].fullmatch(self._text[: named.start].strip()) is None:
            return False
        at = [number for number, token in enumerate(tokens(self._text)) if token.start == named.start]
        known = self._known.knowledge
        kinds = [term for term, one in support.items() if self._known.is_class(term) and at and at[0] in one.by_word]
        if any(support[term].whole >= WHOLLY for term in kinds):
            return True  # "which dairy", beside Thistlegate Dairy
        if len(named.terms) < 2:
            return named.terms[0][1] < _RATHER and not re.search(r"\w", self._text[named.end :])  # "welche Ställe?"
        return any(all(known.is_a(term, kind) for term, _ in named.terms) for kind in kinds)

    def _with_title(self, named: Named, support: dict[str, Support]) -> Named:
        """Return a Korean name with the word for its class behind it, which says nothing more: 문재석 코치님."""
        if self._language != "ko" or named.terms[0][1] < 1.0 or self._text[named.end :][:1] != " ":
            return named
        said = tokens(self._text)
        at = next((number for number, token in enumerate(said) if token.start >= named.end), None)
        if at is None:
            return named
        known = self._known.knowledge
        kinds = [
            term for term, one in support.items() if self._known.is_class(term) and one.by_word.get(at, 0.0) >= 0.9
        ]
        if any(all(is_iri(term) and known.is_a(term, kind) for term, _ in named.terms) for kind in kinds):
            return named._replace(end=said[at].end)
        return named

    def _with_holder(self, named: Named, support: dict[str, Support]) -> Named:
        """Return a name that is a noun for people, such as a title or an office, with the one person of whom the data has it:
        the queen, the harbour master."""
        (term, worth), graph = named.terms[0], self._known.knowledge.graph
        if len(named.terms) > 1 or worth < 1.0 or not is_literal(term) or self._asks in ("who", "whether"):
            return named
        if not means_people(parsed(term).value, self._language):
            return named
        if self._language != "ko" and not THE.search(self._text[: named.start]):
            return named
        at = [number for number, token in enumerate(tokens(self._text)) if named.start <= token.start < named.end]
        called = (
            one for property, one in support.items() if not self._known.is_class(property) and one.whole >= _CLEARLY
        )
        if any(one.by_word.get(number, 0.0) >= _CLEARLY for one in called for number in at):
            return named  # the illustrator of a book needn't be the one whose job that is
        holders = [subject for subject, _ in islice(graph.pointing(term), 2)]
        if len(holders) != 1 or not is_iri(holders[0]) or not self._known.knowledge.lexicon.is_person(holders[0]):
            return named
        return named._replace(terms=(*named.terms, (holders[0], worth)))


def _letters(text: str, language: str) -> list[str]:
    return [without_particle(token.form.removesuffix("'s").removesuffix("’s"), language) for token in tokens(text)]


def _spots(mentions: Sequence[Mentioned]) -> list[tuple[int, int]]:
    return [(start, end) for start, end, _ in mentions]


def _said_once(named: Sequence[Named], text: str) -> list[Named]:
    """Return names, those of one thing that stand side by side as one: a name with a title, 곽만복 실장님."""
    found: list[Named] = []
    for one in named:
        before = found[-1] if found else None
        beside = before is not None and not text[before.end : one.start].strip()
        if before is not None and beside and before.terms[0][0] == one.terms[0][0]:
            found[-1] = before._replace(end=one.end)
        else:
            found.append(one)
    return found
