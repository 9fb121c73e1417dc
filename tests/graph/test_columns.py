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
    for form, slow, quick in zip(_forms(), one_by_one, whole, strict=True):
        assert quick == slow, form
    assert any(found.things for found in whole)


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
