"""Questions as forms that can be written as SPARQL: a set of things, and what is asked of them.

The things may be of a class, linked with other things, with values in bounds, and first in an order. The question may
be for the things, their values, their number, whether there are any, what their values amount to, or the time between two
dates.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple

from soulkeep.graph.remembered import once
from soulkeep.graph.schema import SUBCLASS, TYPE
from soulkeep.graph.terms import is_iri, parsed
from soulkeep.types.episodes import Triple

THINGS: Final = "things"
COUNT: Final = "count"
WHETHER: Final = "whether"
ABOUT: Final = "about"
DENYING: Final = ("lacks", "denied")
"""Signs of bounds by which something isn't so."""

SPAN: Final = "span"
TOTAL: Final = "total"
MEAN: Final = "mean"
DIFFERENCE: Final = "difference"
RECKONED: Final = (TOTAL, MEAN, DIFFERENCE)
"""What is reckoned from the values that `project` leads to."""

Wants = Literal["things", "count", "whether", "about", "span", "total", "mean", "difference"]


class PathStep(NamedTuple):
    """A step by a property: from a thing to its values, or (`inverse`) from a value to the things that have it."""

    property: str
    inverse: bool = False

    def turned(self) -> PathStep:
        """Return the step in the opposite direction."""
        return step(self.property, not self.inverse)


@lru_cache(maxsize=8192)
def step(property: str, inverse: bool = False) -> PathStep:
    """Return the step by a property, one object however often it is taken: what is known of things holds thousands."""
    return PathStep(property, inverse)


Path = tuple[PathStep, ...]


class Link(NamedTuple):
    """A relation to a thing (`anchor`): `path` leads from it to what is asked for, or (not `holds`) doesn't."""

    anchor: str
    path: Path
    holds: bool = True


class Bound(NamedTuple):
    """A condition on a value of the things asked for.

    Attributes:
        path: the path to the value.
        sign: `"<"`, `"<="`, `">"`, `">="`, `"="`, `"has"` (there is a value), `"lacks"` (there is none), `"denied"` (it is said not to be so), or `"count"`
            with a comparing sign, for the number of values.
        value: a literal, or a thing with whose own value to compare; "" where there is none.
    """

    path: Path
    sign: str
    value: str = ""


class Order(NamedTuple):
    """An order of the things, by their values or by how many values they have.

    Attributes:
        path: the path to the values.
        down: whether the greatest is first.
        counted: whether it goes by the number of values.
        rank: the place asked for, from 1: 2 for "the second longest".
        take: how many are asked for from there on: 3 for "the three longest".
    """

    path: Path
    down: bool
    counted: bool = False
    rank: int = 1
    take: int = 1


class _Form(NamedTuple):
    """The parts of a question about a graph.

    Attributes:
        wants: what is asked for.
        type: the class of the things; None for any.
        links, bounds, order: the conditions on the things.
        among: named things from which they are taken: "which is older, A or B".
        project: the path from the things to what is asked for.
        thing: for `"about"`, the thing; for `"span"`, the thing with the dates.
        dates: for `"span"`, the paths to the two dates.
        other: for `"span"`, the thing with the second date, if it is another.
        but: things that are left out of the answer: "what else did she write".
    """

    wants: Wants
    type: str | None = None
    links: tuple[Link, ...] = ()
    bounds: tuple[Bound, ...] = ()
    order: Order | None = None
    among: tuple[str, ...] = ()
    project: Path = ()
    thing: str | None = None
    dates: tuple[Path, Path] | None = None
    other: str | None = None
    but: tuple[str, ...] = ()


class Form(_Form):
    """A question about a graph."""

    @property
    def of_each(self) -> bool:
        """Whether it is asked of several things whether each of them is so."""
        return self.wants == WHETHER and len(self.among) > 1 and self.order is None

    def data(self) -> dict[str, Any]:
        """Return the form as data for JSON."""
        values: dict[str, Any] = {"wants": self.wants}
        for name in ("type", "thing", "other"):
            if getattr(self, name) is not None:
                values[name] = getattr(self, name)
        for name in ("links", "bounds", "among", "project", "dates", "but"):
            if getattr(self, name):
                values[name] = _plain(getattr(self, name))
        if self.order is None:
            return values
        first = self.order.rank == self.order.take == 1
        return {**values, "order": _plain(self.order[:-2] if first else self.order)}

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Form:
        """Return the form of such data."""
        order = data.get("order")
        dates = data.get("dates")
        return cls(
            wants=data["wants"],
            type=data.get("type"),
            links=tuple(Link(anchor, _path(path), holds) for anchor, path, holds in data.get("links", ())),
            bounds=tuple(Bound(_path(path), sign, value) for path, sign, value in data.get("bounds", ())),
            order=None if order is None else Order(_path(order[0]), *order[1:]),
            among=tuple(data.get("among", ())),
            project=_path(data.get("project", ())),
            thing=data.get("thing"),
            dates=None if dates is None else (_path(dates[0]), _path(dates[1])),
            other=data.get("other"),
            but=tuple(data.get("but", ())),
        )

    @once
    def paths(self) -> list[Path]:
        """Return all paths of the form."""
        ends = [*([self.order.path] if self.order else []), *([self.project] if self.project else [])]
        return [
            *(link.path for link in self.links), *(bound.path for bound in self.bounds), *ends, *(self.dates or ()),
        ]  # fmt: skip

    @once
    def properties(self) -> list[str]:
        """Return all properties of the form."""
        return list(dict.fromkeys(step.property for path in self.paths for step in path))

    @once
    def things(self) -> list[str]:
        """Return the things that the form names."""
        named = [*(link.anchor for link in self.links), *self.among]
        named += [one for one in (self.thing, self.other) if one is not None]
        named += [bound.value for bound in self.bounds if bound.value and is_iri(bound.value)]
        return [one for one in dict.fromkeys(named) if is_iri(one)]

    @once
    def ends(self) -> frozenset[str]:
        """The things and values that the form names."""
        return frozenset((*self.things, *(link.anchor for link in self.links), *self.but))

    def triples(self) -> list[Triple]:
        """Return the form as triples with variables; comparisons and orders become triples, too."""
        triples: list[Triple] = []
        if self.thing is not None and self.wants == SPAN and self.dates:
            for number, path in enumerate(self.dates):
                triples += _along(
                    (number and self.other) or self.thing, path, f"?value{number + 1 if number else ''}", f"?d{number}"
                )
            return triples
        plain = len(self.links) == 1 and not self.bounds and not self.order and not self.project and self.links[0].holds
        answer = "?value" if plain and not self.links[0].path[-1].inverse else "?who"
        for number, link in enumerate(self.links):
            if link.holds:
                triples += _along(link.anchor, link.path, answer, f"?l{number}")
        if self.type is not None:
            triples.append(Triple(answer, TYPE, self.type))
        for number, bound in enumerate(self.bounds):
            if bound.sign not in DENYING:
                triples += _along(answer, bound.path, f"?b{number}", f"?m{number}")
        if self.order is not None:
            triples += _along(answer, self.order.path, "?order", "?o")
        if self.project:
            triples += _along(answer, self.project, "?value", "?p")
        return triples


def _plain(value: Any) -> Any:
    return [_plain(one) for one in value] if isinstance(value, tuple) else value


def _path(data: Sequence[Any]) -> Path:
    return tuple(PathStep(str(property), bool(inverse)) for property, inverse in data)


def _along(begin: str, path: Path, end: str, between: str) -> list[Triple]:
    """Return the triples of a path from one term to another."""
    triples: list[Triple] = []
    at = begin
    for number, step in enumerate(path):
        to = end if number == len(path) - 1 else f"{between}_{number}"
        triples.append(Triple(to, step.property, at) if step.inverse else Triple(at, step.property, to))
        at = to
    return triples


_IS_SO = 'FILTER (STR({}) != "false")'
_IS_NOT_SO = 'FILTER (STR({}) IN ("false", "0"))'
_NUMBER = "<http://www.w3.org/2001/XMLSchema#double>(STR({}))"
"""Numbers are cast to this datatype, since vocabularies use many."""


def sparql(form: Form) -> str:
    """Return the form as a SPARQL query, which the trace shows; it is meant for the data with entailed triples."""
    lines: list[str] = []
    if form.wants == ABOUT:
        return f"SELECT ?property ?value {{ {form.thing} ?property ?value }}"
    if form.wants == SPAN and form.thing and form.dates:
        first, last = (_written(path) for path in form.dates)
        return f"SELECT ?from ?to {{ {form.thing} {first} ?from . {form.other or form.thing} {last} ?to }}"
    if form.of_each:
        every = (sparql(form._replace(among=(one,))).removeprefix("ASK ") for one in form.among)
        return f"ASK {{ {' '.join(f'FILTER EXISTS {one}' for one in every)} }}"
    if form.among:
        lines.append(f"VALUES ?x {{ {' '.join(form.among)} }}")
    if form.type is not None:
        lines.append(f"?x {TYPE}/{SUBCLASS}* {form.type} .")
    for link in form.links:
        said = f"{link.anchor} {_written(link.path)} ?x ."
        lines.append(said if link.holds else f"FILTER NOT EXISTS {{ {said} }}")
    groups = ""
    for number, bound in enumerate(form.bounds):
        said = f"?x {_written(bound.path)} ?b{number} ."
        if bound.sign == "lacks":
            lines.append(f"FILTER NOT EXISTS {{ {said} {_IS_SO.format(f'?b{number}')} }}")
        elif bound.sign == "denied":
            lines.append(f"{said} {_IS_NOT_SO.format(f'?b{number}')}")
        elif bound.sign.startswith("count") and is_iri(bound.value):
            counts = [
                f"{{ SELECT {begin} (COUNT(DISTINCT ?v{number}) AS ?{name}{number}) "
                f"{{ {end} {_written(bound.path)} ?v{number} }}{' GROUP BY ?x' if begin else ''} }}"
                for name, begin, end in (("own", "?x", "?x"), ("than", "", bound.value))
            ]
            lines += [*counts, f"FILTER (?own{number} {bound.sign[5:]} ?than{number})"]
        elif bound.sign.startswith("count"):
            lines.append(said)
            groups += f" GROUP BY ?x HAVING (COUNT(DISTINCT ?b{number}) {bound.sign[5:]} {bound.value})"
        else:
            lines.append(
                f"{said} {_IS_SO.format(f'?b{number}')}"
                if bound.sign == "has"
                else f"{said} {_compared(bound, f'?b{number}')}"
            )
    order = ""
    if form.order is not None:
        lines.append(f"?x {_written(form.order.path)} ?order .")
        by = "COUNT(DISTINCT ?order)" if form.order.counted else f"COALESCE({_NUMBER.format('?order')}, STR(?order))"
        groups += " GROUP BY ?x" if form.order.counted else ""
        direction = "DESC" if form.order.down else "ASC"
        order = f" ORDER BY {direction}({by}) LIMIT {form.order.take}"
        order += f" OFFSET {form.order.rank - 1}" if form.order.rank > 1 else ""
        if (
            form.order.rank > 1 and form.order.take == 1 and not form.order.counted
        ):  # things with equal values share a place
            lines.append(f"{{ SELECT DISTINCT ?order {{ {' '.join(lines)} }}{order} }}")
            order = ""
    shown = "?x"
    if form.project and form.order is not None and form.order.counted:  # grouping leaves no other variable
        first = " ".join(lines)
        lines = [f"{{ SELECT ?x {{ {first} }}{groups}{order} }}"]
        groups = order = ""
    if form.project:
        lines.append(f"?x {_written(form.project)} ?value .")
        shown = "?value"
    if form.but:
        lines.append(f"FILTER ({shown} NOT IN ({', '.join(form.but)}))")
    body = " ".join(lines)
    if form.wants in RECKONED:
        amount = _NUMBER.format("?value")
        reckoned = {TOTAL: f"SUM({amount})", MEAN: f"AVG({amount})", DIFFERENCE: f"MAX({amount}) - MIN({amount})"}
        return f"SELECT ({reckoned[form.wants]} AS ?amount) {{ {body} }}{groups}"
    if form.wants == WHETHER:
        return f"ASK {{ {body} }}"
    if form.wants == COUNT:
        return f"SELECT (COUNT(DISTINCT {shown}) AS ?count) {{ {body} }}{groups}"
    return f"SELECT DISTINCT {shown} {{ {body} }}{groups}{order}"


def _compared(bound: Bound, value: str) -> str:
    """Return the filter of a bound. Dates are compared as strings, since SPARQL can't compare a year with a day."""
    if is_iri(bound.value):
        return f"{bound.value} {_written(bound.path)} ?than . FILTER ({value} {bound.sign} ?than)"
    text, _, datatype = parsed(bound.value)
    if datatype.endswith("#gMonth"):
        return f'FILTER (SUBSTR(STR({value}), 5, 3) = "{text[1:]}")'
    if not datatype.endswith(("#gYear", "#gYearMonth", "#date", "#dateTime")):
        if datatype.endswith("uration"):
            return f"FILTER ({value} {bound.sign} {bound.value})"
        return f"FILTER ({_NUMBER.format(value)} {bound.sign} {text})"
    if bound.sign == "=":
        return f'FILTER STRSTARTS(STR({value}), "{text}")'
    within = f'STRSTARTS(STR({value}), "{text}")'
    beyond = f'STR({value}) {bound.sign[0]} "{text}"'
    return f"FILTER ({beyond} || {within})" if bound.sign.endswith("=") else f"FILTER ({beyond} && !{within})"


def may_be_number(form: Form) -> bool:
    """Return whether a form's values could be numbers rather than things."""
    path = form.project or (form.links[0].path if form.links and form.type is None else ())
    return bool(path) and not path[-1].inverse


def _written(path: Path) -> str:
    return "/".join(f"{'^' if step.inverse else ''}{step.property}" for step in path)
