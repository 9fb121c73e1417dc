"""Qualifiers of a question: counting, most and fewest, comparisons with values, denial, "how old", "how long"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from soulkeep.graph.questions.marks import Comparison, Extreme, RankSpot, Spot
from soulkeep.graph.questions.near import is_superlative
from soulkeep.graph.questions.qualifier_words import dimensions, qualifier_words
from soulkeep.graph.questions.values import Value, values_in
from soulkeep.graph.terms import literal
from soulkeep.graph.vocabulary import XSD
from soulkeep.graph.words.measures import PAID, unit_called

_SIGNS = {"more": ">", "less": "<", "at_least": ">=", "at_most": "<=", "before": "<", "after": ">"}
_AT_BOUND = (">=", "<=")
_SUPERLATIVE = re.compile(r"\b[^\W\d_]{3,20}est\b", re.IGNORECASE)

_PLACES = 20
"""Greatest place, and most things, that are asked for of an order."""

_APART = 20
"""Most characters between "than" and the comparative in Korean."""

_MAY = re.compile(r"\W*(?:can|could|may|am i allowed|kann|darf|können|dürfen)\b", re.IGNORECASE)
"""Beginnings of questions for what is allowed, perhaps more than once."""

_ASIDE = re.compile(r"[(\[]\s*\d+\s*[)\]]\s*$")
"""A number in brackets at the end, which isn't part of a question."""


class Qualifiers(NamedTuple):
    """All qualifiers of a question.

    Attributes:
        died: words that ask how old somebody was at their own death; `dying`: any words for dying.
        alive: words that ask whether somebody lives, or who does.
        somebody: words for people in general; `who_did`: words that ask who did something, not who somebody is.
        stranded: a question that ends in a preposition: "what else is she in".
        whence: words that ask where something comes from, rather than where it is.
        rank, take: which place of an order is asked for, and how many.
        total, mean: words for the sum and for the average of what several things have.
        apart: words that ask for the difference between two things: "how much longer".
        clock: words that ask for the time of the day.
        until, from_when: words that ask until when something is so, and from when.
        weekday: words that ask for the day of the week.
        every: words that ask of all things of a kind whether something is so.
        nth: an ordinal before a noun, which may be of a kind that follows in time: "his second album".
    """

    counted: Spot | None
    extremes: tuple[Extreme, ...]
    asked: tuple[Extreme, ...]
    comparisons: tuple[Comparison, ...]
    values: tuple[Value, ...]
    denials: tuple[Spot, ...]
    both: Spot | None
    either: Spot | None
    age: Spot | None
    long: Spot | None
    died: Spot | None
    when: Spot | None
    some: Spot | None
    only: Spot | None
    other: Spot | None
    than: Spot | None
    lasting: Spot | None
    till_now: Spot | None
    alive: Spot | None
    somebody: Spot | None
    dying: Spot | None
    whence: Spot | None
    who_did: Spot | None
    stranded: Spot | None
    rank: RankSpot | None = None
    take: RankSpot | None = None
    total: Spot | None = None
    mean: Spot | None = None
    apart: Spot | None = None
    nth: RankSpot | None = None
    clock: Spot | None = None
    until: Spot | None = None
    from_when: Spot | None = None
    weekday: Spot | None = None
    same: Spot | None = None
    same_year: Spot | None = None
    same_place: Spot | None = None
    same_town: Spot | None = None
    every: Spot | None = None

    @property
    def spans(self) -> list[Spot]:
        """Return the places of words that are qualifiers."""
        ended = self.died if self.age is not None else None
        single = [
            ended,
            self.counted,
            self.both,
            self.either,
            self.age,
            self.long,
            self.some,
            self.only,
            self.other,
            self.than,
            self.alive,
            self.rank,
            self.take,
            self.total,
            self.mean,
            self.apart,
            self.clock,
            self.weekday,
            self.same,
            self.same_year,
            self.same_place,
            self.every,
        ]
        spots = [Spot(one[0], one[1]) for one in single if one is not None]
        for many in (self.extremes, self.asked, self.comparisons, self.values, self.denials):
            spots += [Spot(one.start, one.end) for one in many]
        return spots

    @property
    def lacking(self) -> list[Spot]:
        """Return the places of words by which something isn't there: a negation, or "alive", for a death."""
        return [*self.denials, *([self.alive] if self.alive is not None else [])]


def qualifiers(text: str, language: str) -> Qualifiers:
    """Return the qualifiers of a question.

    Args:
        text: the question, with names blanked out.
        language: ISO 639-1.
    """
    words = qualifier_words(language)
    rank, take = _place(words, "rank", text), _place(words, "take", text)
    marks = _qualifiers(text, language, rank, take)
    if (rank or take) and not any(_is_of(place, one) for place in (rank, take) if place for one in marks.extremes):
        return _qualifiers(text, language, None, None)  # "which of the three forest huts"
    return marks


def _is_of(place: RankSpot, extreme: Extreme) -> bool:
    """Return whether a number belongs to a superlative: the one after it, "top" before it, or any before it in Korean."""
    return 0 <= extreme.start - place.end <= 1 or place.start - extreme.end >= 0


def _is_in_one(spot: Spot | Extreme, extremes: Iterable[Extreme]) -> bool:
    """Return whether a word is part of a superlative or comparative, or stands before it: Korean says "older" by the age
    there is more of."""
    return any(one.dimension and one.start - 1 <= spot.end and spot.start < one.end for one in extremes)


def _of_age(comparison: Comparison, text: str, words: dict[str, Any]) -> Comparison:
    """Return a comparison, as one of ages if its number is one: "who is over 40"."""
    aged = words.get("aged") if comparison.values and not comparison.dimension else None
    spans = aged.finditer(text) if aged is not None else ()
    within = any(one.start() <= comparison.start and comparison.end <= one.end() for one in spans)
    return comparison._replace(dimension="age") if within else comparison


def _is_within(extreme: Extreme, comparison: Comparison) -> bool:
    return bool(comparison.values) and comparison.start <= extreme.start and extreme.end <= comparison.end


def _of_degree(comparison: Comparison, extremes: Sequence[Extreme]) -> Comparison:
    """Return a comparison, as one by the comparative within it: "40 or older"."""
    within = (one.dimension for one in extremes if comparison.start < one.start and one.end <= comparison.end)
    return comparison if comparison.dimension else comparison._replace(dimension=next(within, ""))


def _qualifiers(text: str, language: str, rank: RankSpot | None, take: RankSpot | None) -> Qualifiers:
    words = qualifier_words(language)
    text = _ASIDE.sub(lambda found: " " * len(found[0]), text)
    text = blanked(text, [(one.start, one.end) for one in (rank, take) if one is not None])
    text = _with_counts(text, words)
    values = values_in(text, language, words)
    free = blanked(text, [Spot(value.start, value.end) for value in values])
    extremes: list[Extreme] = []
    asked: list[Extreme] = []
    for name, dimension_words in words["dimensions"].items():
        for key, down in (("more", True), ("less", False)):
            if (pattern := dimension_words.get(key)) is not None:
                extremes += [Extreme(one.start(), one.end(), name, down) for one in pattern.finditer(free)]
        if (pattern := dimension_words.get("ask")) is not None:
            asked += [Extreme(one.start(), one.end(), name, True) for one in pattern.finditer(free)]
    for key, down in (("most", True), ("fewest", False)):
        extremes += [
            Extreme(one.start(), one.end(), "", down)
            for one in words[key].finditer(free)
            if not any(other.start <= one.end() + 1 and one.start() < other.end for other in extremes)
        ]  # "제일 막내" isn't the most of anything else
    extremes += [
        Extreme(one.start(), one.end(), "", True)
        for one in _SUPERLATIVE.finditer(free)
        if language == "en" and is_superlative(one[0].casefold())
        and not any(other.start < one.end() and one.start() < other.end for other in (*extremes, *asked))
    ]  # fmt: skip
    lasting = _spot(words, "lasting", free)
    if lasting is not None and " " in free[lasting.start : lasting.end]:  # how long something did last
        extremes = [one for one in extremes if one.end != lasting.end]
    extremes = [  # "how fast" asks for a speed, not for the fastest
        one for one in extremes if not any(other.start < one.start and one.end <= other.end for other in asked)
    ]
    than = _spot(words, "than", free)
    asked = [one for one in asked if not _is_in_one(one, extremes)]
    age = _spot(words, "age", free)
    comparisons = [*_comparisons(text, language, words, values)]
    comparisons += _costless(words, free)
    comparisons += _graded(text, language, extremes, than, values, comparisons)
    comparisons = [_of_degree(_of_age(one, text, words), extremes) for one in comparisons]
    extremes = [  # "40 or older" asks for no oldest
        one for one in extremes if not any(_is_within(one, other) for other in comparisons if other.sign in _AT_BOUND)
    ]
    same = _spot(words, "same", free)
    died, when = _spot(words, "when_died", free), _spot(words, "when", free) if same is None else None
    if died is not None and when is not None and (died.start > when.end or "·" in free[when.end : died.end]):
        died = None  # it is asked how old somebody was when something else happened
    return Qualifiers(
        counted=_spot(words, "count", free),
        extremes=tuple(sorted(extremes)),
        asked=tuple(sorted(asked)),
        comparisons=tuple(comparisons),
        values=tuple(values),
        denials=tuple(Spot(*one.span()) for one in words["not"].finditer(free)),
        both=_spot(words, "both", free),
        every=_spot(words, "every", free),
        either=_spot(words, "or", free),
        age=None if age is not None and _is_in_one(age, extremes) else age,
        long=_spot(words, "long", free),
        died=died,
        when=when,
        some=_spot(words, "whether_some", free),
        only=_spot(words, "only", free),
        other=_spot(words, "else", free),
        than=than,
        lasting=lasting,
        till_now=_spot(words, "till_now", free),
        alive=_spot(words, "alive", free),
        somebody=_spot(words, "somebody", free),
        dying=_spot(words, "dying", free),
        whence=_spot(words, "whence", free),
        stranded=_spot(words, "stranded", free),
        who_did=_spot(words, "who_did", free),
        rank=rank,
        take=take,
        total=_spot(words, "total", free),
        mean=_spot(words, "mean", free),
        apart=_spot(words, "apart", free),
        clock=_spot(words, "clock", free),
        until=_spot(words, "until", free),
        from_when=_spot(words, "from_when", free),
        weekday=_spot(words, "weekday", free),
        same=same,
        same_year=_spot(words, "same_year", free),
        same_place=_spot(words, "same_place", free),
        same_town=_spot(words, "same_town", free),
        nth=None if rank is not None else _place(words, "nth", text),
    )


def _costless(words: dict[str, Any], text: str) -> Iterator[Comparison]:
    """Yield a price of nothing: "which of them are free?"."""
    for match in words["costless"].finditer(text) if words.get("costless") is not None else ():
        start, end = match.span()
        nothing = Value(start, end, literal("0", datatype=f"{XSD}decimal"))
        yield Comparison(start, end, "=", (nothing,), "price")


def _with_counts(text: str, words: dict[str, Any]) -> str:
    """Return a text with numbers in place of how often something is: "more than once"."""
    often, numbers = words.get("often"), words.get("times", {})
    if often is None or _MAY.match(text):
        return text
    return str(often.sub(lambda one: str(numbers.get(one[0].casefold(), one[0])).ljust(len(one[0])), text))


def _place(words: dict[str, Any], key: str, text: str) -> RankSpot | None:
    """Return the number in a text beside a superlative."""
    match = words[key].search(text) if words.get(key) is not None else None
    after = words.get(f"{key}_after")
    if match is None or (after is not None and after.search(text[: match.start()]) is None):
        return None
    (said,) = (one for one in match.groups() if one)
    number = words["numbers" if key == "take" else "ranks"].get(said.casefold())
    number = number if number is not None else int(found[0]) if (found := re.match(r"\d+", said)) else 0
    return RankSpot(match.start(), match.end(), int(number)) if 1 < number <= _PLACES else None


def _spot(words: dict[str, Any], key: str, text: str) -> Spot | None:
    match = words[key].search(text) if words.get(key) is not None else None
    return None if match is None else Spot(*match.span())


def _comparisons(text: str, language: str, words: dict[str, Any], values: list[Value]) -> Iterator[Comparison]:
    """Yield comparing signs with the values that follow them, or precede them in Korean."""
    values_used: set[Value] = set()
    between = words["between"].search(text)
    if between is not None:
        near = [
            one
            for one in values
            if (one.end <= between.start() + 1 if language == "ko" else one.start >= between.start())
        ]
        pair = near[-2:] if language == "ko" else near[:2]
        if len(pair) == 2 and words["and_to"].search(text[pair[0].end - 1 : pair[1].start + 1]):
            values_used.update(pair)
            yield Comparison(between.start(), between.end(), "between", tuple(sorted(pair, key=lambda one: one.start)))
    for key, sign in _SIGNS.items():
        for match in (*words[key].finditer(text), *_graded_after(key, text, words)):
            fitting = [
                one
                for one in values
                if one not in values_used
                and (0 <= match.start() - one.end <= 8 if language == "ko" else -40 <= match.end() - one.start <= 1)
            ]
            if any(
                one.end <= match.start() + 1 and match.end() <= other.start
                for one, other in pairwise(sorted(values_used))
            ):
                continue  # "from" between the two of "between"
            if key in ("at_least", "at_most") and not fitting:  # "30 or more"
                fitting = [one for one in values if one not in values_used and 0 <= match.start() - one.end <= 25]
            fitting = fitting[-1:] if language == "ko" else fitting[:1]
            values_used.update(fitting)
            yield Comparison(match.start(), match.end(), sign, tuple(fitting), _dimension_of(key, fitting))


def _dimension_of(key: str, values: Sequence[Value]) -> str:
    """Return what a comparing word compares, by its values: dates, or prices; "" if they don't tell."""
    if key in ("before", "after") or any(one.moment for one in values):
        return "moment"
    units = [unit_called(one.unit) for one in values if one.unit]
    return "price" if any(one is not None and one.quantity in PAID for one in units) else ""


def _graded_after(key: str, text: str, words: dict[str, Any]) -> Iterator[re.Match[str]]:
    """Yield a Korean "more" or "less" that stands after what there is more of: "A보다 병사가 많아?"."""
    graded, than = words.get(f"graded_{key}"), words["than"].search(text) if words.get("than") is not None else None
    if graded is not None and than is not None and words[key].search(text) is None:
        match = graded.search(text, than.end())
        if match is not None and 0 < match.start() - than.end() <= _APART:
            yield match


def _graded(
    text: str,
    language: str,
    extremes: list[Extreme],
    than: Spot | None,
    values: list[Value],
    others: list[Comparison],
) -> Iterator[Comparison]:
    """Yield comparatives with "than" as comparisons: "taller than 45 metres", "older than Anna" (with her age)."""
    if than is None:
        return
    values_used = {value for one in others for value in one.values}
    valued: list[tuple[int, int]] = []
    for one in extremes:
        near = 0 <= one.start - than.start <= 40 if language == "ko" else 0 <= than.start - one.end <= 30
        if not near or not one.dimension:
            continue
        if language == "ko":
            fitting = [value for value in values if value not in values_used and 0 <= than.start - value.end <= 12][-1:]
        else:
            fitting = [value for value in values if value not in values_used and 0 <= value.start - than.end <= 12][:1]
        if any(not _may_be(one.dimension, value) for value in fitting):
            continue  # something faster than 340 km/h isn't measured by time
        if not fitting and any(spot == (one.start, one.end) for spot in valued):
            continue  # a word of two dimensions, of which the other has the value
        valued += [(one.start, one.end)] * bool(fitting)
        values_used.update(fitting)
        yield Comparison(one.start, than.end, ">" if one.down else "<", tuple(fitting), one.dimension)


def _may_be(dimension: str, value: Value) -> bool:
    """Return whether a value may be one of a dimension, by its unit."""
    unit = unit_called(value.unit) if value.unit else None
    wanted = dimensions()[dimension].get("units")
    return unit is None or wanted is None or unit.quantity == wanted


def blanked(text: str, spots: Iterable[tuple[int, int]]) -> str:
    """Return a text with some places blanked out, at the same length."""
    letters = list(text)
    for start, end in spots:
        letters[start:end] = "·" * (end - start)
    return "".join(letters)
