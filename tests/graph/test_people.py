"""The user model: what adds to an interest, and how it fades."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from episodes_support import EX, ex
from soulkeep.graph.episodes.log import Input
from soulkeep.graph.episodes.people import Liking, UserModel
from soulkeep.graph.files import read_bytes
from soulkeep.graph.knowledge import Knowledge
from soulkeep.types.episodes import Triple, Understanding

DAY = 86400.0
T0 = datetime(2026, 5, 8, tzinfo=UTC).timestamp()
DATA = f"""{EX}
ex:isPartOf rdfs:label "part of"@en .
ex:ada a ex:Painter ; rdfs:label "Ada"@en ; ex:born ex:bronx .
ex:bronx a ex:Town ; ex:isPartOf ex:york . ex:york a ex:Town ; ex:isPartOf ex:usa .
"""


@pytest.fixture(scope="module")
def knowledge() -> Knowledge:
    return Knowledge([read_bytes(DATA.encode(), "data", format="turtle").data])


def said(days: float, **what: object) -> Input:
    understanding = Understanding(utterance="statement", **what)  # type: ignore[arg-type]
    return Input(
        seq=1, turn="t", text="…", speaker="anna", time=T0 + days * DAY, zone=0, accessed=T0, stability=1.0,
        importance=1.0, understanding=understanding,
    )  # fmt: skip


ADA = Liking("entity", ex("ada"))


def test_half_of_an_interest_is_left_after_a_half_life(knowledge: Knowledge) -> None:
    person = UserModel(knowledge, 30)
    person.learn([said(0, entities=(ex("ada"),))])
    assert [person.weight(ADA, T0 + days * DAY) for days in (0, 30, 60)] == pytest.approx([1.0, 0.5, 0.25])


def test_an_interest_does_not_grow_towards_the_past(knowledge: Knowledge) -> None:
    person = UserModel(knowledge, 30)
    person.learn([said(0, entities=(ex("ada"),))])
    assert person.weight(ADA, T0 - 90 * DAY) == 1.0


def test_the_order_in_which_it_is_told_makes_no_difference(knowledge: Knowledge) -> None:
    inputs = [said(days, entities=(ex("ada"),)) for days in (0, 40, 10, 100, -300)]
    weights = []
    for order in (inputs, inputs[::-1]):
        person = UserModel(knowledge, 30)
        person.learn(order)
        weights.append(person.weight(ADA, T0 + 100 * DAY))
    assert weights[0] == pytest.approx(weights[1])
    expected = sum(0.5 ** ((100 - days) / 30) for days in (0, 40, 10, 100, -300))
    assert weights[0] == pytest.approx(expected)


def test_a_thing_its_class_its_property_and_the_wholes_of_a_value_count(knowledge: Knowledge) -> None:
    person = UserModel(knowledge, 30)
    triple = Triple(ex("ada"), ex("born"), ex("bronx"))
    person.learn([said(0, entities=(ex("ada"),), properties=(ex("born"),), triples=(triple,))])
    found = {(liking.kind, liking.term): weight for liking, weight in person.interests(T0)}
    assert found["entity", ex("ada")] > found["class", ex("Painter")] > 0
    assert found["property", ex("born")] == 1.0
    assert {term for kind, term in found if kind == "value"} == {ex("bronx"), ex("york"), ex("usa")}


def test_what_they_like_is_first_and_what_they_do_not_like_is_last(knowledge: Knowledge) -> None:
    person = UserModel(knowledge, 30)
    person.learn([said(0, entities=(ex("york"),), likes={ex("york"): -1.0})])
    person.learn([said(0, entities=(ex("ada"),), likes={ex("ada"): 1.0}), said(0, entities=(ex("bronx"),))])
    ranked = [liking.term for liking, _ in person.interests(T0, "entity")]
    assert ranked == [ex("ada"), ex("bronx"), ex("york")]
    assert person.favourites(T0, 2.5) == [ex("ada")]
    assert person.favourites(T0 + timedelta(days=365).total_seconds(), 2.5) == []
