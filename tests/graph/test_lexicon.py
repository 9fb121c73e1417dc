"""Tests of the names of things."""

from __future__ import annotations

import pytest

from soulkeep.graph.files import read_bytes
from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.terms import literal
from soulkeep.graph.words.lexicon import Lexicon, without_qualifier

_PREFIXES = """@prefix ex: <http://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix sk: <urn:soulkeep:vocabulary#> .
"""


def _ex(name: str) -> str:
    return f"<http://example.org/{name}>"


def _lexicon(turtle: str) -> Lexicon:
    return Knowledge([read_bytes((_PREFIXES + turtle).encode(), "x").data]).lexicon


@pytest.mark.parametrize(
    ("turtle", "language", "label"),
    [
        ('rdfs:label "Rome"@en, "로마"@ko', "ko", "로마"),
        ('rdfs:label "Rome"@en, "로마"@ko', "de", "Rome"),
        ('rdfs:label "Roma"@it', "en", "Roma"),
        ('rdfs:label "Roma", "로마"@ko', "de", "Roma"),
        ('skos:prefLabel "Roma"@en', "en", "Roma"),
        ('ex:name "Roma"', "en", "Roma"),
        ('ex:albumTitle "Roma" . ex:albumTitle a owl:DatatypeProperty', "en", "Roma"),
        ('rdfs:label "  "@en, "Roma"@it', "en", "Roma"),
        ('rdfs:label "  "', "en", "a Thing"),
        ('ex:called "Roma" . ex:Town sk:namedBy ex:called', "en", "Roma"),
        ("ex:p ex:q", "en", "a Thing"),
    ],
)
def test_a_thing_is_called_by_its_name_in_a_language_or_as_can_be(turtle: str, language: str, label: str) -> None:
    assert _lexicon(f"ex:a_Thing {turtle} .").label(_ex("a_Thing"), language) == label


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("birthDate", "birth date"), ("FIFARank", "FIFA rank"), ("hasPet", "has pet"), ("ruled_by", "ruled by"),
    ],
)  # fmt: skip
def test_without_a_label_a_property_is_called_by_the_words_of_its_iri(name: str, label: str) -> None:
    assert _lexicon(f"ex:r <http://example.org/{name}> ex:q .").label(_ex(name), "en") == label


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("Max%20Muster", "Max Muster"), ("S%C3%A3o_Paulo", "São Paulo"), ("Zoë_Ade", "Zoë Ade"),
        ("Tom_Cat", "Tom Cat"), ("LanternGuild", "Lantern Guild"), ("tamsinReed", "Tamsin Reed"),
        ("master_of_ships", "Master of Ships"),
    ],
)  # fmt: skip
def test_without_a_label_a_thing_is_called_by_its_iri_as_by_a_name(name: str, label: str) -> None:
    assert _lexicon(f"<http://example.org/{name}> ex:q ex:r .").label(_ex(name), "en") == label


def test_of_a_literal_its_text_is_told_and_of_a_long_label_its_beginning() -> None:
    lexicon = _lexicon(f'ex:a rdfs:label "{"word " * 2000}" .')
    assert lexicon.label(literal("x\ny", language="en"), "ko") == "x\ny"
    assert lexicon.label(_ex("a"), "en").endswith("word…")
    assert len(lexicon.label(_ex("a"), "en")) <= 200


def test_a_property_is_spoken_of_by_its_labels_its_wordings_and_general_ones() -> None:
    lexicon = _lexicon('ex:birthDate rdfs:label "day of birth"@en ; sk:wording "hatched"@en . ex:a ex:birthDate "x" .')
    said = {text for text, language in lexicon.wordings(_ex("birthDate")) if language == "en"}
    assert {"day of birth", "hatched", "born", "birthday"} <= said
    assert ("생일", "ko") in lexicon.wordings(_ex("birthDate"))


@pytest.mark.parametrize(("name", "said"), [("hasPet", "pet"), ("isFriendOf", "friend of"), ("tallness", "tallness")])
def test_a_property_without_a_label_is_spoken_of_by_its_name(name: str, said: str) -> None:
    lexicon = _lexicon(f"ex:a ex:{name} ex:b .")
    assert (said, "en") in lexicon.wordings(_ex(name))


def test_sentences_and_nouns_of_the_data_come_before_general_ones() -> None:
    own = 'ex:birthDate sk:sentence "{subject} hatched on {object}"@en ; sk:noun "hatching"@en ; sk:asks "how old" .'
    lexicon = _lexicon(own)
    assert lexicon.sentence(_ex("birthDate"), "en") == "{subject} hatched on {object}"
    assert lexicon.sentence(_ex("birthDate"), "ko") is not None
    assert lexicon.sentence(_ex("birthDate"), "fi") is None
    assert lexicon.noun(_ex("birthDate"), "en") == "hatching"
    assert lexicon.asks(_ex("birthDate")) == {"how old", "when"}
    assert lexicon.sentence(_ex("unheardOf"), "en", inverse=True) is None


def test_the_most_special_class_is_told() -> None:
    lexicon = _lexicon("ex:A rdfs:subClassOf ex:B . ex:x a ex:B, ex:A, ex:C . ex:C rdfs:subClassOf ex:B .")
    assert lexicon.class_of(_ex("x")) == _ex("A")
    assert lexicon.class_of(_ex("nothing")) is None
    assert lexicon.types("_:b0") == ()


def test_a_cycle_of_classes_leaves_some_class_or_none() -> None:
    lexicon = _lexicon("ex:A rdfs:subClassOf ex:B . ex:B rdfs:subClassOf ex:A . ex:x a ex:A, ex:B .")
    assert lexicon.class_of(_ex("x")) in (_ex("A"), _ex("B"), None)


def test_only_things_are_named_and_other_names_are_not_preferred() -> None:
    lexicon = _lexicon(
        'ex:P a owl:Class ; rdfs:label "person" . ex:p rdfs:label "likes" . ex:a a ex:P ; rdfs:label "Anna"@en ; '
        'skos:altLabel "Annie" ; ex:p ex:a . [] rdfs:label "Nobody" .'
    )
    assert set(lexicon.named()) == {(_ex("a"), "Anna", "en", True), (_ex("a"), "Annie", "", False)}


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Piano Man (album)", "Piano Man"),
        ("(I Can't Get) Satisfaction", "(I Can't Get) Satisfaction"),
        ("A (b) (c)", "A (b)"),
    ],
)
def test_a_qualifier_at_the_end_is_left_out(name: str, short: str) -> None:
    assert without_qualifier(name) == short
