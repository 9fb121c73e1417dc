"""Columns give for many things what the solver gives for each; forms that needn't be solved could not have won."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from soulkeep.graph.files import read_bytes
from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.questions import columns, solve
from soulkeep.graph.questions.columns import Columns
from soulkeep.graph.questions.forms import COUNT, THINGS, Bound, Form, Order, PathStep
from soulkeep.graph.questions.solve import Solution, Solver
from soulkeep.graph.terms import literal
from soulkeep.graph.vocabulary import XSD
from soulkeep.graph.words.measures import NUMBER, Measure, day_number, measure, points

_PREFIXES = "@prefix : <http://x/> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .\n"


@pytest.fixture(scope="module")
def known() -> Knowledge:
    towers = (
        f':t{at:03} a :Tower ; :height {at * 7 % 90} ; :opened "{1900 + at % 50}-01-01"^^xsd:date'
        + (f" ; :owner :o{at % 5}" if at % 3 else "")
        + (" ; :lit false" if at % 2 else " ; :lit true")
        for at in range(120)
    )
    odd = ":t500 a :Tower . _:b a :Tower . _:c a :Tower ; :height 3 . :hut a :Hut ; :height 500 ."
    return Knowledge([read_bytes((_PREFIXES + " .\n".join(towers) + " .\n" + odd).encode(), "x").data])


def _term(name: str) -> str:
    return f"<http://x/{name}>"


def _number(value: str) -> str:
    return literal(value, datatype=f"{XSD}decimal")


def _forms() -> Iterator[Form]:
    tower, height, owner = _term("Tower"), (PathStep(_term("height")),), (PathStep(_term("owner")),)
    year = literal("1907", datatype=f"{XSD}gYear")
    yield Form(THINGS, type=tower)
    for sign in ("<", "<=", ">", ">=", "="):
        yield Form(THINGS, type=tower, bounds=(Bound(height, sign, _number("42")),))
        yield Form(THINGS, type=tower, bounds=(Bound((PathStep(_term("opened")),), sign, year),))
        yield Form(THINGS, type=tower, bounds=(Bound(height, sign, _term("t012")),))
        yield Form(THINGS, type=tower, bounds=(Bound(owner, f"count{sign}", "1"),))
    for sign in ("has", "lacks", "denied"):
        yield Form(COUNT, type=tower, bounds=(Bound(owner, sign),))
        yield Form(THINGS, type=tower, bounds=(Bound((PathStep(_term("lit")),), sign),))
        yield Form(THINGS, type=tower, bounds=(Bound((PathStep(_term("owner"), inverse=True),), sign),))
    for down in (True, False):
        yield Form(THINGS, type=tower, order=Order(height, down))
        yield Form(THINGS, type=tower, order=Order(owner, down, counted=True))
        yield Form(THINGS, type=tower, bounds=(Bound(height, "<", _number("80")),), order=Order(height, down))
    yield Form(THINGS, type=tower, bounds=(Bound(height, ">", _number("10")),), project=owner)


def test_many_things_are_found_as_few_are(known: Knowledge, monkeypatch: pytest.MonkeyPatch) -> None:
    one_by_one = [Solver(known).solve(form) for form in _forms()]
    monkeypatch.setattr(solve, "_MANY", 2)
    whole = [Solver(known).solve(form) for form in _forms()]
    monkeypatch.setattr(columns, "_LOOKUP", 0)
    of_class = [Solver(known).solve(form) for form in _forms()]
    for form, slow, quick, quicker in zip(_forms(), one_by_one, whole, of_class, strict=True):
        assert quick == slow, form
        assert quicker == slow, form
    assert any(found.things for found in whole)


def test_of_a_small_class_only_its_own_values_are_read(known: Knowledge, monkeypatch: pytest.MonkeyPatch) -> None:
    held = Columns(known)
    assert set(held.of(PathStep(_term("height")), _term("Hut")).values) == {_term("hut")}
    whole = held.of(PathStep(_term("height")), _term("Tower"))
    assert _term("hut") in whole.values
    assert held.of(PathStep(_term("height")), _term("Hut")) is whole


@pytest.mark.parametrize(
    ("texts", "datatype", "together"),
    [
        (("1952-03-11", "0001-01-01", "9999-12-31", "2000-02-29"), "date", True),
        (("12", "007", "0"), "integer", True),
        (("1952-03-11", "1952-02-30"), "date", False),
        (("1952-03-11", "0000-01-01"), "date", False),
        (("1952-03-11", "-0044-03-15"), "date", False),
        (("1952-03-11Z", "1952-03-11"), "date", False),
        (("1952", "2020-W01-1"), "date", False),
        (("12", "-3"), "integer", False),
        (("1.5", "2"), "decimal", False),
        (("P1Y",), "duration", False),
        (("1952",), "gYear", False),
    ],
)
def test_many_values_are_read_at_once_as_one_by_one(texts: tuple[str, ...], datatype: str, *, together: bool) -> None:
    values = [literal(text, datatype=XSD + datatype) for text in texts]
    read = points(values)
    assert (read is not None) == together
    if read is not None:
        kind, numbers = read
        assert [Measure(kind, one, one) for one in numbers] == [measure(value) for value in values]
    assert points([*values, literal("12", language="en")]) is None
    assert points([]) is None


def test_plain_days_and_numbers_are_what_they_were() -> None:
    assert measure(literal("1952-03-11", datatype=XSD + "date")) == day_number("1952-03-11")
    assert measure(literal("0000-01-01", datatype=XSD + "date")) == day_number("0000-01-01")
    assert measure(literal("2020-W01-1", datatype=XSD + "date")) is None
    assert measure(literal("12", datatype=XSD + "integer")) == Measure(NUMBER, 12.0, 12.0)


def test_a_thing_of_which_nothing_is_said_is_not_found(known: Knowledge) -> None:
    found: Solution = Solver(known).solve(Form(THINGS, type=_term("Tower")))
    assert sum(one.startswith("_:") for one in found.things) == 1


def test_columns_make_room_for_others(known: Knowledge, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(columns, "_MOST", 150)
    held = Columns(known)
    first = held.of(PathStep(_term("height")))
    assert held.of(PathStep(_term("height"))) is first
    held.of(PathStep(_term("opened")))
    assert held.of(PathStep(_term("height"))) is not first
