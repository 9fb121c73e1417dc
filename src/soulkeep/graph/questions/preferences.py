"""Which of nearly equal forms is meant: the direct one, the wider one, the one whose whole name is said."""

from __future__ import annotations

from collections.abc import Sequence

from soulkeep.graph.questions.analysis import SPOKEN, AnalysedQuestion
from soulkeep.graph.questions.forms import COUNT, THINGS, Form, Link, PathStep
from soulkeep.graph.questions.weighing import Weighed
from soulkeep.graph.words.measures import TIME, measure

BEHIND = 2.0
"""Largest difference in score from the best form at which a form is considered."""

_ENDS = 2
"""Times of the day between which something is open, or goes on."""

NEARLY = 0.25
"""Scores that differ by less count as nearly equal."""

WORD_OVER = 0.9
"""Least weight of a whole word unaccounted for."""


def without_ways_round(found: Sequence[Weighed]) -> list[Weighed]:
    """Return the forms without unmentioned joins of two steps, if a likelier form joins by one: songs on an album,
    rather than songs by the album's producer."""
    direct = [one for one in found if one.features.get("joins") and not one.features.get("steps")]
    if not direct:
        return [*found]
    best, first = max(one.score for one in direct), max(one.first for one in direct)

    def is_round(one: Weighed) -> bool:
        steps = one.features.get("steps", 0.0) > 0
        return steps and (
            (one.features.get("joins", 0.0) > 0 and one.score <= best)
            or (one.features.get("free", 0.0) > 0 and one.first <= first)
        )

    return [one for one in found if not is_round(one)]


def without_detours(found: Sequence[Weighed], question: AnalysedQuestion) -> list[Weighed]:
    """Return the forms without those of two steps from a thing, if a property of its own is meant by all the words that
    they account for: when a house was founded, rather than when its founder was born."""
    own: dict[str, list[frozenset[int]]] = {}
    for one in found:
        link = _only_link(one.form)
        if link is not None and len(link.path) == 1 and one.features.get("asks", 0.0) > 0:
            own.setdefault(link.anchor, []).append(_weighty(link, question))

    def is_detour(one: Weighed) -> bool:
        link = _only_link(one.form)
        if link is None or len(link.path) != 2 or one.features.get("asks", 0.0) <= 0:
            return False
        said = _weighty(link, question)
        return any(direct and said <= direct for direct in own.get(link.anchor, ()))

    return [one for one in found if not is_detour(one)]


def without_narrower(found: Sequence[Weighed], question: AnalysedQuestion) -> list[Weighed]:
    """Return the forms without those of a class whose superclass the words denote as well: ships are airships, of which
    only some are warships."""
    schema = question.known.knowledge.schema

    def is_wider(one: Weighed, other: Weighed) -> bool:
        narrow, wide = one.form.type, other.form.type
        return (
            narrow is not None
            and wide is not None
            and narrow != wide
            and abs(one.score - other.score) < NEARLY
            and one.features.get("class") == other.features.get("class")
            and schema.is_a([narrow], wide)
            and other.form._replace(type=narrow) == one.form
        )

    def is_called_so(one: Weighed, other: Weighed) -> bool:
        """Return whether the words for a form's class are those of its property, by which others have that part, too."""
        if one.form.type is None or not one.form.links or other.form != one.form._replace(type=None):
            return False
        role, kind = (question.support.get(term) for term in (one.form.links[-1].path[-1].property, one.form.type))
        same = role is not None and kind is not None and kind.by_word.keys() <= role.by_word.keys()
        return same and {*one.found.values} < {*other.found.values} and one.score - other.score < BEHIND

    return [one for one in found if not any(is_wider(one, other) or is_called_so(one, other) for other in found)]


def without_none(found: Sequence[Weighed]) -> list[Weighed]:
    """Return the forms; without the best one if it counts nothing, and another nearly as likely counts something that the
    same thing has: her children, of whom each tells who their mother is."""
    best = found[0]
    link = _only_link(best.form._replace(wants=THINGS)) if best.form.wants == COUNT and not best.found.number else None
    if link is None:
        return [*found]

    def counts(one: Weighed) -> bool:
        other = _only_link(one.form._replace(wants=THINGS)) if one.form.wants == COUNT and one.found.number else None
        return other is not None and other.anchor == link.anchor and len(other.path) == 1

    some = any(counts(one) and one.score >= best.score - BEHIND for one in found)
    return [one for one in found if one.found.number or one.form.wants != COUNT] if some else [*found]


def within_node(found: Sequence[Weighed], every: Sequence[Weighed], question: AnalysedQuestion) -> list[Weighed]:
    """Return the forms; if the best one ends at a node without a name, in its place a likely one of all for what the node
    holds that is mentioned: when they close, rather than all opening hours."""
    best = found[0]
    link = _only_link(best.form)
    if link is None or not ends_at_node(best):
        return [*found]
    for one in (one for one in every if one.score >= best.score - BEHIND):
        further = _only_link(one.form)
        onward = further is not None and further.anchor == link.anchor and further.path[:-1] == link.path
        if onward and question.strength(one.form.properties[-1]) >= SPOKEN:
            return [one._replace(score=best.score, first=best.first), *found[1:]]
    return [*found]


def by_which_end(found: Sequence[Weighed], question: AnalysedQuestion) -> list[Weighed]:
    """Return the forms; if the best one gives one of the two times of day that a thing has, in its place the one that gives
    the later for "until when", and the earlier for "from when"."""
    best, marks = found[0], question.qualifiers
    link, until = _only_link(best.form), marks.until is not None
    if link is None or len(link.path) > 1 or link.path[0].inverse or until == (marks.from_when is not None):
        return [*found]
    told = [(measure(value), property) for property, value in question.known.knowledge.graph.about(link.anchor)]
    times = [(one.low, property) for one, property in told if one is not None and one.kind == TIME]
    ends = {property for _, property in times}
    if len(times) != _ENDS or link.path[0].property not in ends:
        return [*found]
    _, meant = max(times) if until else min(times)
    form = best.form._replace(links=(link._replace(path=(PathStep(meant),)),))
    rest = (one for one in found if _only_link(one.form) is None or one.form.properties[-1] not in ends)
    return [best._replace(form=form, found=question.known.solver.solve(form)), *rest]


def ends_at_node(best: Weighed) -> bool:
    """Return whether all that a form finds are nodes without a name."""
    return bool(best.found.values) and all(one.startswith("_:") for one in best.found.values)


def named_whole(best: Weighed, found: Sequence[Weighed]) -> Weighed:
    """Return the best form, or one nearly as good by a property whose whole name is said, of which the best one's is only a
    part, while a word is left over: that a team has no team principal, rather than who is in the team."""
    if best.features.get("uncovered", 0.0) < WORD_OVER or best.features.get("phrase", 0.0) > 0:
        return best
    named = (one for one in found if one.features.get("phrase", 0.0) > 0 and not one.features.get("uncovered"))
    return next((one for one in named if one.form.things == best.form.things), best)


def joining_most(best: Weighed, found: Sequence[Weighed]) -> Weighed:
    """Return, of nearly equal forms that join a class to a thing by an unmentioned property, the one with most values:
    albums by their artist rather than by their producer."""
    if not best.features.get("joins") or best.features.get("support") or len(best.form.links) != 1:
        return best
    alike = [
        one
        for one in found
        if one.score >= best.score - NEARLY
        and one.features.get("joins")
        and one.form.type == best.form.type
        and [link.anchor for link in one.form.links] == [best.form.links[0].anchor]
        and not one.form.bounds
        and one.form.order is None
    ]
    return max(alike, key=lambda one: len(one.found.values), default=best)


def _only_link(form: Form) -> Link | None:
    """Return the link of a form that asks what one thing is joined to, and nothing else."""
    plain = form.wants == THINGS and not (form.type or form.bounds or form.order or form.among or form.project)
    return form.links[0] if plain and len(form.links) == 1 else None


def _weighty(link: Link, question: AnalysedQuestion) -> frozenset[int]:
    """Return the numbers of the words that a link's properties are called by."""
    by_word = (question.support[step.property].by_word for step in link.path if step.property in question.support)
    return frozenset(
        at for one in by_word for at, worth in one.items() if worth >= SPOKEN and question.words[at].weight
    )
