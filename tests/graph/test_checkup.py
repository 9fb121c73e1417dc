"""Whether data is understood: what is told of each property, and what annotations change."""

from __future__ import annotations

import pytest

from soulkeep.graph.checkup import REMARKS, CheckedProperty, Checkup, checked, checkup_of
from soulkeep.graph.files import read_bytes
from soulkeep.graph.knowledge import Knowledge

_PREFIXES = """@prefix ex: <http://example.org/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix sk: <urn:soulkeep:vocabulary#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
"""
TOWERS = (
    _PREFIXES
    + """ex:Tower a rdfs:Class ; rdfs:subClassOf ex:Building ; rdfs:label "tower"@en, "Turm"@de .
ex:Keeper a rdfs:Class ; rdfs:label "keeper"@en .
ex:builtBy rdfs:label "built by"@en .
ex:motto rdfs:label "motto"@en, "Wahlspruch"@de .
ex:ash a ex:Tower ; rdfs:label "Ash Tower"@en ; ex:heightCm 1200 ; ex:builtBy ex:mary ; ex:P4021 17 ;
    ex:spriteFile "ash.png" ; ex:motto "Ever upright"@en ; ex:gargoyle ex:rook, ex:owl .
ex:elm a ex:Tower ; rdfs:label "Elm Tower"@en ; ex:heightCm 900 .
ex:mary a ex:Keeper ; rdfs:label "Mary Crow"@en ; ex:birthDate "1911-03-02"^^xsd:date .
ex:rook rdfs:label "Rook"@en . ex:owl rdfs:label "Owl"@en .
"""
)


def _data(turtle: str) -> bytes:
    return read_bytes(turtle.encode(), "x.ttl", format="turtle").data


def _of(turtle: str, *, language: str = "en") -> Checkup:
    return checked(_data(_PREFIXES + turtle), language=language)


def _property(found: Checkup, name: str) -> CheckedProperty:
    return next(one for one in found.properties if one.iri == f"<http://example.org/{name}>")


def _only(turtle: str, *, language: str = "en") -> CheckedProperty:
    """Return the property ex:p of a thing with a name."""
    return _property(_of(f'ex:a rdfs:label "Ash"@en . {turtle}', language=language), "p")


@pytest.fixture(scope="module")
def towers() -> Checkup:
    return checked(_data(TOWERS))


def test_what_there_is_is_counted(towers: Checkup) -> None:
    assert (towers.triples, towers.entailed, towers.named) == (26, 0, 5)
    assert [(one.name, one.members) for one in towers.classes] == [("Building", 2), ("tower", 2), ("keeper", 1)]


def test_what_follows_is_counted() -> None:
    found = _of("ex:p rdfs:subPropertyOf ex:q . ex:a ex:p ex:b .")
    assert (found.triples, found.entailed, _property(found, "q").statements) == (2, 1, 1)


def test_properties_for_programs_and_names_are_left_out(towers: Checkup) -> None:
    assert towers.technical == ("<http://example.org/spriteFile>",)
    names = [one.iri.removeprefix("<http://example.org/") for one in towers.properties]
    assert names == ["P4021>", "gargoyle>", "heightCm>", "birthDate>", "builtBy>", "motto>"]


def test_a_property_without_words_comes_first_and_says_so(towers: Checkup) -> None:
    first = towers.properties[0]
    assert first.remark in REMARKS
    assert (first.iri, first.opaque, first.understood, first.wordings) == (
        "<http://example.org/P4021>", True, False, (),
    )  # fmt: skip
    assert first.suggestion is not None
    assert first.suggestion.startswith("# <http://example.org/P4021> sk:sentence ")


def test_a_unit_is_named_once(towers: Checkup) -> None:
    height = _property(towers, "heightCm")
    assert (height.unit, height.statements) == ("cm", 2)
    assert (height.sentence, height.suggestion) == ("{subject} is {object} tall", None)
    assert height.sample == "The Ash Tower is 1,200 cm tall."


def test_verbs_and_patterns_need_nothing(towers: Checkup) -> None:
    built, born = _property(towers, "builtBy"), _property(towers, "birthDate")
    assert (built.verb, built.sentence, built.suggestion) == ("was built by", None, None)
    assert built.sample == "The Ash Tower was built by Mary Crow."
    assert (born.verb, born.suggestion) == (None, None)
    assert born.sentence is not None
    assert born.sample == "Mary Crow was born on 2 March 1911."


def test_wordings_are_those_of_the_languages_of_the_data(towers: Checkup) -> None:
    assert _property(towers, "motto").wordings == (("motto", "en"), ("Wahlspruch", "de"))
    assert {language for _, language in _property(towers, "birthDate").wordings} == {"en", "de"}


def test_coverage_is_the_share_of_statements(towers: Checkup) -> None:
    assert (towers.statements, towers.understood, towers.coverage) == (8, 7, 7 / 8)
    assert towers.percent == 87
    nothing = _of('ex:Tower rdfs:label "tower"@en .')
    assert (nothing.coverage, nothing.percent) == (1.0, 100)


def test_all_per_cent_are_all_of_it() -> None:
    said = " , ".join(f'"{number}"' for number in range(400))
    found = _of(f'ex:a rdfs:label "Ash"@en ; ex:motto {said} ; ex:P7 1 .')
    assert (found.understood, found.statements, found.percent) == (400, 401, 99)


def test_knowledge_that_is_loaded_is_checked_alike(towers: Checkup) -> None:
    assert checkup_of(Knowledge([_data(TOWERS)])) == towers


def test_whose_words_tell_it(towers: Checkup) -> None:
    told = {one.iri.removeprefix("<http://example.org/"): one.told_by for one in towers.properties}
    assert (told["birthDate>"], told["builtBy>"], told["motto>"]) == ("common", "verb", "name")
    own = 'ex:a ex:birthDate "1911" . ex:birthDate sk:sentence "{subject} came on {object}"@en .'
    assert _property(_of(own), "birthDate").told_by == "own"
    assert _property(_of(own, language="de"), "birthDate").told_by == "common"
    broken = _only('ex:a ex:p 4 . ex:p rdfs:label "luck"@en ; sk:sentence "{subject} lives"@en .')
    assert broken.told_by == "name"


def test_annotations_change_what_is_told(towers: Checkup) -> None:
    text = towers.annotations()
    assert f"# {_property(towers, 'motto').sample}\n<http://example.org/motto> sk:sentence" in text
    after = checked([_data(TOWERS), _data(text)])
    told = {one.name: (one.sample, one.suggestion) for one in after.properties if one.sentence}
    assert told["motto"] == ("The motto of the Ash Tower is Ever upright.", None)
    assert told["gargoyle"] == ("The gargoyles of the Ash Tower include Owl.", None)
    assert ("height", "en") in _property(after, "heightCm").wordings
    assert [one.iri for one in after.properties if one.suggestion] == ["<http://example.org/P4021>"]


def test_what_is_left_blank_is_never_said(towers: Checkup) -> None:
    after = checked([_data(TOWERS), _data(towers.annotations())])
    assert _property(after, "P4021").sample == _property(towers, "P4021").sample
    filled = towers.annotations().replace("# <", "<").replace("} … {", "} has the number {").replace("…", "number")
    assert _property(checked([_data(TOWERS), _data(filled)]), "P4021").sample == "The Ash Tower has the number 17."


def test_nothing_to_suggest_is_no_file() -> None:
    assert _of('ex:a rdfs:label "Ash"@en ; ex:birthDate "1911-03-02"^^xsd:date .').annotations() == ""


@pytest.mark.parametrize("name", ["P17", "prop_17", "field3", "17"])
def test_numbers_are_no_words(name: str) -> None:
    assert _property(_of(f"ex:a <http://example.org/{name}> 4 ."), name).opaque


def test_a_korean_label_alone_is_suggested_as_a_wording() -> None:
    only = _property(_of('ex:a rdfs:label "Ash"@en ; ex:P3 4 . ex:P3 rdfs:label "둘레"@ko .'), "P3")
    assert not only.opaque
    assert only.suggestion is not None
    blank, wording = only.suggestion.splitlines()
    assert blank.startswith("# ")
    assert wording == '<http://example.org/P3> sk:wording "둘레"@ko .'


def test_a_korean_label_denotes_what_is_generally_known() -> None:
    only = _property(_of('ex:a rdfs:label "Ash"@en ; ex:P3 4 . ex:P3 rdfs:label "키"@ko .'), "P3")
    assert ("height", "en") in only.wordings
    assert only.told_by == "common"


def test_a_label_of_two_languages_is_english_too() -> None:
    found = _only('ex:a ex:p "Up" . ex:p rdfs:label "Motto"@de, "Motto"@en .')
    assert found.suggestion is not None
    assert '"The motto of {subject} is {object}"@en ; sk:wording "motto"@en, "Motto"@de .' in found.suggestion


def test_a_broken_sentence_is_to_be_mended() -> None:
    found = _only('ex:a ex:p 4 . ex:p rdfs:label "bad luck"@en ; sk:sentence "{subject} lives"@en .')
    assert (found.sentence, found.suggestion) == (None, None)
    assert "{object}" in (found.remark or "")


def test_a_long_name_needs_a_sentence() -> None:
    label = "number of very small windows in the north"
    found = _only(f'ex:a ex:p 4 . ex:p rdfs:label "{label}"@en .')
    assert not found.understood
    assert found.remark is not None
    assert f"The {label} of {{subject}}" in (found.suggestion or "")


@pytest.mark.parametrize(
    ("label", "suggested"),
    [
        ("equipment", "The equipment of {subject} includes {object}"),
        ("has pet", "The pets of {subject} include {object}"),
    ],
)
def test_several_values_are_listed(label: str, suggested: str) -> None:
    assert suggested in (_only(f'ex:a ex:p "x", "y" . ex:p rdfs:label "{label}"@en .').suggestion or "")


def test_odd_names_and_texts_stay_turtle() -> None:
    odd = _of(r'ex:a rdfs:label "A\nb"@en ; ex:p "v\r\nw" . ex:p rdfs:label "the \"q\" \\ \n b"@en .')
    assert checked([_data(odd.annotations())]).triples == 2
    empty = _of(r'ex:a ex:p "" . ex:p rdfs:label "x\n<urn:a> <urn:b> <urn:c> ."@en .')
    assert empty.properties[0].sample == ""  # its name stands there instead
    assert checked([_data(empty.annotations())]).triples == 2
    braces = _only('ex:a ex:p 4 . ex:p rdfs:label "a {subject} b"@en .')
    assert (braces.suggestion or "").startswith("# ")


def test_samples_show_what_has_a_name_in_the_language() -> None:
    assert _only('ex:a ex:p "x"@de, "y"@en . ex:zero ex:p "z"@en .').sample.endswith("is y.")
    german = _only('ex:a ex:p "x"@de, "y"@en . ex:p rdfs:label "Spruch"@de .', language="de-AT")
    assert (german.name, german.sample) == ("Spruch", "Ash: Spruch: x.")


def test_what_is_only_declared_has_no_sample() -> None:
    found = _only("ex:p rdfs:domain ex:Tower .")
    assert (found.statements, found.sample, found.suggestion) == (0, "", None)


def test_the_class_of_all_people_is_none_of_the_data() -> None:
    found = _of("ex:ann a ex:Keeper ; rdfs:label 'Ann' . ex:bob a ex:Regular ; rdfs:label 'Bob' ; ex:job 'painter' .")
    assert {one.name.casefold() for one in found.classes} == {"keeper", "regular"}
