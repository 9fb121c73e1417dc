"""Tests of what is entailed by a graph's own ontology, and that it stays bounded."""

from __future__ import annotations

import pytest

from soulkeep.graph.files import read_bytes
from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.terms import iri

PREFIXES = """@prefix : <http://example.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix wd: <http://www.wikidata.org/entity/> .
@prefix wdt: <http://www.wikidata.org/prop/direct/> . @prefix wikibase: <http://wikiba.se/ontology#> .
"""


def _knowledge(turtle: str) -> Knowledge:
    return Knowledge([read_bytes((PREFIXES + turtle).encode(), "x").data])


def _ex(name: str) -> str:
    return iri(f"http://example.org/{name}")


@pytest.mark.parametrize(
    ("axioms", "subject", "predicate", "object"),
    [
        (":father rdfs:subPropertyOf :parent . :a :father :b .", "a", "parent", "b"),
        (":father rdfs:subPropertyOf :parent . :parent owl:inverseOf :child . :a :father :b .", "b", "child", "a"),
        (":rival a owl:SymmetricProperty . :a :rival :b .", "b", "rival", "a"),
        (":within a owl:TransitiveProperty . :a :within :b . :b :within :c . :c :within :d .", "a", "within", "d"),
        (":height owl:equivalentProperty :tallness . :a :tallness :b .", "a", "height", "b"),
        (":a :knows :b . :b owl:sameAs :bee . :b :says :x . :bee :likes :c ; :eats :d ; :is :e .", "a", "knows", "bee"),
    ],
)
def test_what_follows_is_known(axioms: str, subject: str, predicate: str, object: str) -> None:
    assert _knowledge(axioms).holds(_ex(subject), _ex(predicate), _ex(object))


def test_circles_end() -> None:
    knowledge = _knowledge(
        ":p owl:inverseOf :q . :q owl:inverseOf :p . :p rdfs:subPropertyOf :q . :q rdfs:subPropertyOf :p . "
        ":t a owl:TransitiveProperty . :a :t :b . :b :t :a . :a :p :b ."
    )
    assert knowledge.entailed < 10


def test_a_dump_that_names_by_numbers_is_told_in_words() -> None:
    knowledge = _knowledge(
        'wd:P569 a wikibase:Property ; rdfs:label "date of birth"@en ; wikibase:directClaim wdt:P569 . '
        'wd:Q1 rdfs:label "Ada"@en ; wdt:P31 wd:Q5 ; wdt:P569 "1815-12-10" . wd:Q5 rdfs:label "human"@en .'
    )
    born = iri("http://www.wikidata.org/prop/direct/P569")
    assert knowledge.lexicon.label(born, "en") == "date of birth"
    assert knowledge.lexicon.concept(born) == "birthDate"
    assert knowledge.members(iri("http://www.wikidata.org/entity/Q5")) == [iri("http://www.wikidata.org/entity/Q1")]
    assert knowledge.gazetteer.means("date of birth") == ()


def test_other_wikibases_number_their_properties_as_they_like() -> None:
    knowledge = _knowledge(
        'wd:P7 rdfs:label "instance of"@en ; wikibase:directClaim wdt:P7 . wd:Q1 rdfs:label "Ada"@en ; wdt:P7 wd:Q5 . '
        'wd:P8 rdfs:label "subclass of"@en ; wikibase:directClaim wdt:P8 . wd:Q5 wdt:P8 wd:Q6 . '
        'wd:Q6 rdfs:label "being"@en .'
    )
    ada, being = iri("http://www.wikidata.org/entity/Q1"), iri("http://www.wikidata.org/entity/Q6")
    assert knowledge.members(being) == [ada]
    assert iri("http://www.wikidata.org/prop/direct/P7") not in knowledge.schema.properties
