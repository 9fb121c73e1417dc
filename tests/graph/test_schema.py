"""Classes above classes, and whose properties they are: as declared, or as the data show."""

from __future__ import annotations

import pytest

import soulkeep
from soulkeep.graph.files import read_bytes
from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.schema import SOMEBODY, Schema

_PREFIXES = """@prefix ex: <http://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix sk: <urn:soulkeep:vocabulary#> .
"""


def _ex(name: str) -> str:
    return f"<http://example.org/{name}>"


def _schema(turtle: str) -> Schema:
    return Knowledge([read_bytes((_PREFIXES + turtle).encode(), "x").data]).schema


def test_the_classes_above_one_come_nearest_first() -> None:
    schema = _schema("ex:A rdfs:subClassOf ex:B, ex:C . ex:B rdfs:subClassOf ex:D . ex:C rdfs:subClassOf owl:Thing .")
    closure = dict(schema.closure(_ex("A")))
    assert (closure[_ex("A")], closure[_ex("B")], closure[_ex("C")], closure[_ex("D")]) == (0, 1, 1, 2)
    assert [steps for _, steps in schema.closure(_ex("A"))] == sorted(closure.values())
    assert schema.is_a([_ex("A")], _ex("D"))
    assert not schema.is_a([_ex("D")], _ex("A"))
    assert _ex("D") in schema.classes


@pytest.mark.parametrize(
    "cycle", ["ex:A rdfs:subClassOf ex:A .", "ex:A rdfs:subClassOf ex:B . ex:B rdfs:subClassOf ex:A ."]
)
def test_a_cycle_does_no_harm(cycle: str) -> None:
    schema = _schema(cycle + " ex:p rdfs:domain ex:A .")
    assert len(schema.closure(_ex("A"))) == len(set(schema.closure(_ex("A"))))
    assert schema.belongs(_ex("p"), _ex("A"))


def test_a_long_chain_is_followed() -> None:
    schema = _schema("".join(f"ex:C{n} rdfs:subClassOf ex:C{n + 1} . " for n in range(500)))
    assert schema.closure(_ex("C0"))[-1] == (_ex("C500"), 500)


def test_a_property_belongs_to_its_domain_and_to_all_below_it_but_not_above() -> None:
    schema = _schema(
        "ex:p rdfs:domain ex:B ; rdfs:range ex:V . ex:A rdfs:subClassOf ex:B . ex:B rdfs:subClassOf ex:C ."
    )
    assert schema.belongs(_ex("p"), _ex("A"))
    assert schema.belongs(_ex("p"), _ex("B"))
    assert not schema.belongs(_ex("p"), _ex("C"))
    assert schema.suits_value(_ex("p"), [_ex("V")])
    assert not schema.suits_value(_ex("p"), [_ex("A")])


def test_a_property_of_everything_tells_nothing_of_a_class() -> None:
    schema = _schema("ex:p rdfs:domain owl:Thing . ex:A rdfs:subClassOf owl:Thing .")
    assert schema.belongs(_ex("p"), _ex("A"))
    assert not schema.belongs(_ex("p"), "<http://www.w3.org/2002/07/owl#Thing>")


def test_what_is_not_declared_is_seen_in_the_data() -> None:
    schema = _schema(
        "ex:a a ex:Person ; ex:born ex:rome ; ex:age 42 . ex:b a ex:Person ; ex:born ex:rome . ex:rome a ex:City ."
    )
    assert schema.domain(_ex("born")) == {_ex("Person")}
    assert schema.range(_ex("born")) == {_ex("City")}
    assert schema.range(_ex("age")) == {"<http://www.w3.org/2001/XMLSchema#integer>"}
    assert schema.domain(_ex("unknown")) == frozenset()


def test_one_odd_statement_among_many_is_no_domain() -> None:
    many = "".join(f"ex:a{n} a ex:Person ; ex:born ex:rome . " for n in range(30))
    assert _schema(f"{many} ex:x a ex:Ship ; ex:born ex:rome .").domain(_ex("born")) == {_ex("Person")}


@pytest.mark.parametrize(
    ("range", "asks"),
    [
        ("xsd:date", "when"), ("xsd:gYear", "when"), ("xsd:dateTime", "when"), ("xsd:integer", "how many"),
        ("xsd:duration", "how long"), ("ex:City", "where"), ("ex:Band", "who"), ("ex:Person", "who"),
        ("xsd:string", "what"), ("ex:Colour", "what"), ("ex:Singer", "who"),
    ],
)  # fmt: skip
def test_the_kind_of_values_tells_what_asks_for_them(range: str, asks: str) -> None:
    assert _schema(f"ex:p rdfs:range {range} . ex:Singer rdfs:subClassOf ex:Person .").asks(_ex("p")) == asks


def test_parts_are_known_by_declaration_or_by_name() -> None:
    schema = _schema(
        "ex:within rdfs:subPropertyOf sk:partOf . ex:a ex:within ex:b . ex:a ex:locatedIn ex:b . ex:a ex:p ex:b ."
    )
    assert set(schema.parts) == {_ex("within"), _ex("locatedIn")}


def test_what_is_rdfs_own_and_what_has_no_name_is_no_class_and_no_property() -> None:
    schema = _schema("ex:a a owl:Class, [ a owl:Class ] ; rdfs:label 'a' ; rdfs:subClassOf [ a owl:Restriction ] .")
    assert schema.classes == {_ex("a")}
    assert schema.properties == {}


_TWO_CLASSES = "ex:ann a ex:Keeper . ex:bob a ex:Boater ; ex:occupation 'painter' . ex:tom a ex:Cat ."


def test_classes_of_people_have_one_above_them_all() -> None:
    schema = _schema(_TWO_CLASSES)
    assert schema.is_a([_ex("Keeper")], SOMEBODY)
    assert schema.is_a([_ex("Boater")], SOMEBODY)  # who has an occupation is a person, whatever they are called
    assert not schema.is_a([_ex("Cat")], SOMEBODY)


def test_a_class_of_all_people_that_the_data_has_is_that_one() -> None:
    schema = _schema(_TWO_CLASSES + " ex:eve a ex:Person .")
    assert schema.is_a([_ex("Keeper")], _ex("Person"))
    assert SOMEBODY not in schema.classes
    assert SOMEBODY not in _schema("ex:ann a ex:Keeper .").classes


def test_all_people_are_asked_at_once() -> None:
    with soulkeep.open(":memory:", settings=soulkeep.Settings(background=False)) as keep:
        keeper = keep.character("Keeper")
        born = (
            "ex:birthDate rdfs:label 'born' . ex:ann ex:birthDate '{}'^^xsd:date . ex:bob ex:birthDate '{}'^^xsd:date ."
        )
        names = "ex:ann rdfs:label 'Ann Fell' . ex:bob rdfs:label 'Bob Marsh' . ex:tom rdfs:label 'Tom' ."
        data = _PREFIXES + _TWO_CLASSES + names + born.format("1950-01-01", "1940-01-01")
        keeper.know(data.encode(), source="people", format="turtle")
        assert "Bob Marsh" in keeper.reply("Who is the oldest?", person="p").text
