"""The knowledge base of the music companion, and the general wordings of properties, as data: whole and consistent."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pyoxigraph as ox
import pytest

import soulkeep
from soulkeep.graph.vocabulary import OWL, RDF, RDFS, SK, SKOS, XSD

_PACKAGE = Path(soulkeep.__file__).parent
_DBO = "http://dbpedia.org/ontology/"
_DBR = "http://dbpedia.org/resource/"
_ANY = "urn:soulkeep:any:"
_ASKS = {"who", "what", "when", "where", "which", "how many", "how long", "how old"}
_EVERYDAY = {"is", "has", "have", "go", "on", "in", "by", "of", "be", "was", "do", "it", "long", "make", "get", "the"}
_TITLES = {_DBO + "Album", _DBO + "Song"}

Facts = dict[str, dict[str, list[ox.NamedNode | ox.Literal]]]


def _facts(path: str) -> Facts:
    """Return the facts as subject -> predicate -> objects."""
    facts: Facts = defaultdict(lambda: defaultdict(list))
    for quad in ox.parse((_PACKAGE / path).read_bytes(), format=ox.RdfFormat.TURTLE):
        assert isinstance(quad.subject, ox.NamedNode)
        assert isinstance(quad.object, ox.NamedNode | ox.Literal)
        facts[quad.subject.value][quad.predicate.value].append(quad.object)
    return {subject: dict(said) for subject, said in facts.items()}


@pytest.fixture(scope="module")
def music() -> Facts:
    return _facts("demo/music.ttl")


@pytest.fixture(scope="module")
def wordings() -> Facts:
    return _facts("graph/words/wordings.ttl")


def _values(facts: Facts, subject: str, predicate: str) -> list[str]:
    return [value.value for value in facts.get(subject, {}).get(predicate, [])]


def _languages(facts: Facts, subject: str, predicate: str) -> set[str]:
    said = facts[subject].get(predicate, [])
    return {value.language or "" for value in said if isinstance(value, ox.Literal)}


def _classes(facts: Facts) -> set[str]:
    return {subject for subject in facts if OWL + "Class" in _values(facts, subject, RDF + "type")}


def _properties(facts: Facts) -> set[str]:
    return {
        subject for subject in facts if any(kind.endswith("Property") for kind in _values(facts, subject, RDF + "type"))
    }


def _upwards(facts: Facts, term: str, predicate: str) -> set[str]:
    """Return everything reached over one or more steps."""
    found: set[str] = set()
    ahead = _values(facts, term, predicate)
    while ahead:
        if (one := ahead.pop()) not in found:
            found.add(one)
            ahead += _values(facts, one, predicate)
    return found


def _kinds(facts: Facts, subject: str) -> set[str]:
    """Return the classes of a resource, and their superclasses."""
    own = set(_values(facts, subject, RDF + "type"))
    return own.union(*(_upwards(facts, kind, RDFS + "subClassOf") for kind in own))


def _kinds_of_value(facts: Facts, value: ox.NamedNode | ox.Literal) -> set[str]:
    return {value.datatype.value} if isinstance(value, ox.Literal) else _kinds(facts, value.value)


def _of_class(facts: Facts, name: str) -> set[str]:
    return {subject for subject in facts if subject.startswith(_DBR) and _DBO + name in _kinds(facts, subject)}


def _dates(facts: Facts, subject: str, name: str) -> list[date]:
    return [date.fromisoformat(value) for value in _values(facts, subject, _DBO + name)]


def _literals(facts: Facts) -> Iterator[ox.Literal]:
    for said in facts.values():
        for values in said.values():
            yield from (value for value in values if isinstance(value, ox.Literal))


def test_every_resource_class_and_property_is_labelled_in_english_and_korean(music: Facts) -> None:
    assert not [term for term in music if not {"en", "ko"} <= _languages(music, term, RDFS + "label")]


def test_every_resource_that_is_mentioned_is_described(music: Facts) -> None:
    mentioned = {
        value.value
        for said in music.values()
        for values in said.values()
        for value in values
        if isinstance(value, ox.NamedNode) and value.value.startswith((_DBO, _DBR))
    }
    assert mentioned <= set(music)


def test_every_resource_has_a_class_that_is_declared(music: Facts) -> None:
    classes = _classes(music)
    resources = [subject for subject in music if subject.startswith(_DBR)]
    assert len(resources) > 500
    assert not [one for one in resources if not _values(music, one, RDF + "type")]
    assert not [one for one in resources if not set(_values(music, one, RDF + "type")) <= classes]


def test_every_property_that_is_used_is_declared(music: Facts) -> None:
    used = {predicate for said in music.values() for predicate in said if predicate.startswith(_DBO)}
    assert used <= _properties(music)


def test_domains_and_ranges_hold(music: Facts) -> None:
    for subject, said in music.items():
        kinds = _kinds(music, subject)
        for predicate in said:
            if predicate.startswith(_DBO):
                assert set(_values(music, predicate, RDFS + "domain")) <= kinds, (subject, predicate)
                wanted = set(_values(music, predicate, RDFS + "range"))
                assert all(wanted <= _kinds_of_value(music, value) for value in said[predicate]), (subject, predicate)


def test_the_hierarchy_of_classes_has_one_top_and_no_cycle(music: Facts) -> None:
    for name in _classes(music):
        above = _upwards(music, name, RDFS + "subClassOf")
        assert name not in above
        assert name == OWL + "Thing" or OWL + "Thing" in above
    assert not _upwards(music, OWL + "Thing", RDFS + "subClassOf")


def test_a_person_has_a_birthday_and_an_agent_has_none(music: Facts) -> None:
    assert _values(music, _DBO + "birthDate", RDFS + "domain") == [_DBO + "Person"]
    assert _upwards(music, _DBO + "Guitarist", RDFS + "subClassOf") >= {_DBO + "MusicalArtist", _DBO + "Agent"}
    assert _DBO + "Person" not in _kinds(music, _DBR + "The_Beatles")


def test_places_are_part_of_larger_ones_without_a_cycle(music: Facts) -> None:
    for place in _of_class(music, "Place"):
        above = _upwards(music, place, _DBO + "isPartOf")
        assert place not in above
        assert _DBO + "Country" in _kinds(music, place) or any(_DBO + "Country" in _kinds(music, one) for one in above)


def test_people_die_after_they_are_born_and_not_too_old(music: Facts) -> None:
    both = 0
    for person in _of_class(music, "Person"):
        born, died = _dates(music, person, "birthDate"), _dates(music, person, "deathDate")
        assert len(born) <= 1
        assert len(died) <= 1
        assert len(_values(music, person, _DBO + "birthPlace")) <= 1
        if born and died:
            both += 1
            assert 15 * 365 < (died[0] - born[0]).days < 105 * 366, person
    assert both > 50


def test_albums_come_out_when_their_artists_are_grown_or_nearly(music: Facts) -> None:
    compared = 0
    for album in _of_class(music, "Album"):
        assert len(_dates(music, album, "releaseDate")) <= 1
        for released in _dates(music, album, "releaseDate"):
            for artist in _values(music, album, _DBO + "artist"):
                members = _values(music, artist, _DBO + "bandMember") or [artist]
                for person in members[:1]:
                    for born in _dates(music, person, "birthDate"):
                        compared += 1
                        assert released.year - born.year >= 11, album
                for founded in _values(music, artist, _DBO + "foundingYear"):
                    assert released.year >= int(founded), album
    assert compared > 50


def test_every_work_has_somebody_who_made_it(music: Facts) -> None:
    for work in _of_class(music, "MusicalWork"):
        assert _values(music, work, _DBO + "artist") or _values(music, work, _DBO + "composer"), work


def test_spouses_and_siblings_are_so_of_each_other(music: Facts) -> None:
    for name in ("spouse", "sibling"):
        pairs = {(one, two) for one in music for two in _values(music, one, _DBO + name)}
        assert pairs
        assert pairs == {(two, one) for one, two in pairs}


def test_at_least_twelve_are_born_in_new_york_city(music: Facts) -> None:
    city = _DBR + "New_York_City"
    born = [
        person
        for person in _of_class(music, "Person")
        for place in _values(music, person, _DBO + "birthPlace")
        if place == city or city in _upwards(music, place, _DBO + "isPartOf")
    ]
    assert len(born) >= 12
    assert _DBR + "Billy_Joel" in born
    assert _DBR + "United_States" in _upwards(music, _DBR + "The_Bronx", _DBO + "isPartOf")


def test_there_are_patterns_to_find(music: Facts) -> None:
    assert len(_of_class(music, "Guitarist")) >= 6
    assert len(_of_class(music, "Album")) >= 150
    assert len(_of_class(music, "Song")) >= 120
    for name in ("Liverpool", "Detroit", "Vienna", "Seoul", "London"):
        shared = [one for one in music if _DBR + name in _values(music, one, _DBO + "birthPlace")]
        assert len(shared) >= 3, name


def test_only_title_tracks_share_a_name_with_another_resource(music: Facts) -> None:
    named: dict[tuple[str, str], set[str]] = defaultdict(set)
    for subject in music:
        for predicate in (RDFS + "label", SKOS + "altLabel"):
            for value in music[subject].get(predicate, []):
                assert isinstance(value, ox.Literal)
                named[value.value.casefold(), value.language or ""].add(subject)
    for name, shared in named.items():
        if len(shared) > 1:
            kinds = [kind for one in sorted(shared) for kind in _values(music, one, RDF + "type")]
            assert sorted(kinds) == sorted(_TITLES), (name, shared)


def test_texts_are_one_line_and_sound(music: Facts, wordings: Facts) -> None:
    for facts in (music, wordings):
        for value in _literals(facts):
            assert value.value
            assert value.value == " ".join(value.value.split())
    for value in _literals(music):
        if value.datatype.value == XSD + "date":
            assert date.fromisoformat(value.value).isoformat() == value.value
        elif value.datatype.value == XSD + "integer":
            assert 60 <= int(value.value) <= 1800


def test_the_file_is_dedicated_to_the_public_domain() -> None:
    first = (_PACKAGE / "demo" / "music.ttl").read_text(encoding="utf-8").split("@prefix")[0]
    assert "CC0" in first


def test_patterns_of_sentences_have_each_slot_once(music: Facts, wordings: Facts) -> None:
    seen = 0
    for facts in (music, wordings):
        for said in facts.values():
            for name in ("sentence", "inverseSentence"):
                for value in said.get(SK + name, []):
                    seen += 1
                    assert re.findall(r"\{\w*\}", value.value) in (
                        ["{subject}", "{object}"],
                        ["{object}", "{subject}"],
                    ), value.value
    assert seen > 200


def test_patterns_in_korean_leave_particles_to_the_program(music: Facts, wordings: Facts) -> None:
    fixed = re.compile(r"\}(?:은|는|이|가|을|를|와|과|로|으로|야|이야)(?![가-힣(])")
    for facts in (music, wordings):
        for value in _literals(facts):
            if "{" in value.value and value.language == "ko":
                assert not fixed.search(value.value), value.value


def test_every_general_wording_speaks_english_german_and_korean(wordings: Facts) -> None:
    assert len(wordings) >= 70
    for subject in wordings:
        assert re.fullmatch(_ANY + r"[a-z][A-Za-z]+", subject)
        assert {"en", "de", "ko"} <= _languages(wordings, subject, SK + "wording"), subject
        for name in ("sentence", "inverseSentence", "noun"):
            said = sorted(value.language or "" for value in _texts(wordings, subject, name))
            assert (
                said == ["de", "en", "ko"]
                or (name != "noun" and said == ["en", "ko"])
                or (name == "inverseSentence" and not said)
            ), (subject, name)


def _texts(facts: Facts, subject: str, name: str) -> list[ox.Literal]:
    return [value for value in facts[subject].get(SK + name, []) if isinstance(value, ox.Literal)]


def test_general_wordings_ask_with_known_question_words(wordings: Facts) -> None:
    for subject in wordings:
        asks = set(_values(wordings, subject, SK + "asks"))
        assert asks
        assert asks <= _ASKS, subject


def test_twenty_properties_are_worded_in_five_more_languages(wordings: Facts) -> None:
    many = [one for one in wordings if {"de", "fr", "es", "ja", "zh"} <= _languages(wordings, one, SK + "wording")]
    assert len(many) >= 20


def test_no_wording_is_an_everyday_word(wordings: Facts, music: Facts) -> None:
    for facts in (wordings, music):
        for subject in facts:
            assert not _EVERYDAY & {text.casefold() for text in _values(facts, subject, SK + "wording")}, subject


def test_what_is_said_of_music_is_worded(wordings: Facts, music: Facts) -> None:
    own = {name.removeprefix(_DBO) for name in _properties(music)}
    assert own <= {subject.removeprefix(_ANY) for subject in wordings}
