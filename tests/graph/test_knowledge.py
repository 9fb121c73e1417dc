"""Tests of a character's knowledge: learnt, shared, removed, and asked, whatever is in the data."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import weakref
import zlib
from contextlib import closing
from pathlib import Path

import pytest

import soulkeep
from soulkeep.errors import BadFile, InputError
from soulkeep.graph.episodes.answers import answers
from soulkeep.graph.episodes.understand import understand
from soulkeep.graph.files import read_bytes
from soulkeep.graph.knowledge import ANYTHING, Knowledge
from soulkeep.graph.schema import TYPE
from soulkeep.graph.terms import Triple, literal
from soulkeep.graph.vocabulary import XSD
from soulkeep.lang.language import detect
from soulkeep.stores.sqlite.store import SqliteStore
from soulkeep.testing.models import HashEmbedder

_PREFIXES = """@prefix ex: <http://example.org/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
"""
PEOPLE = (
    _PREFIXES
    + """ex:Person a owl:Class ; rdfs:label "person"@en . ex:Place a owl:Class ; rdfs:label "place"@en .
ex:birthPlace a owl:ObjectProperty ; rdfs:label "birth place"@en ; rdfs:domain ex:Person ; rdfs:range ex:Place .
ex:birthDate a owl:DatatypeProperty ; rdfs:label "birth date"@en ; rdfs:domain ex:Person ; rdfs:range xsd:date .
ex:anna a ex:Person ; rdfs:label "Anna Karlov"@en ; ex:birthPlace ex:rome ; ex:birthDate "1950-01-02"^^xsd:date .
ex:rome a ex:Place ; rdfs:label "Roma"@en .
"""
)
BORN = "Where was Anna Karlov born?"
_SAMPLES = Path(
    os.environ.get("SOULKEEP_SAMPLES", Path(__file__).resolve().parents[2].parent / "shared" / "samples")
) / "rdf_music"  # fmt: skip


def _ex(name: str) -> str:
    return f"<http://example.org/{name}>"


def _known(data: str) -> Knowledge:
    return Knowledge([read_bytes(data.encode(), "x").data])


@pytest.fixture
def ella(keep: soulkeep.Keep) -> soulkeep.Character:
    character = keep.character("ella", name="Ella")
    character.know(PEOPLE.encode(), source="people")
    return character


def _with(keep: soulkeep.Keep, data: str) -> soulkeep.Character:
    character = keep.character("ella", name="Ella")
    character.know((PEOPLE + data).encode(), source="people")
    return character


def _told(character: soulkeep.Character, text: str) -> str:
    """Return the answer from knowledge."""
    reply = character.reply(text, person="anna")
    assert reply.responder == "knowledge", reply.text
    return reply.text


# -- learning and letting go


def test_what_is_learnt_twice_is_known_once(ella: soulkeep.Character) -> None:
    again = ella.know(PEOPLE.encode(), source="people")
    assert (again.new, again.triples) == (False, 18)
    assert len(list(ella.knowledge)) == 1
    assert "Roma" in _told(ella, BORN)


def test_the_same_data_under_two_names_is_known_once(ella: soulkeep.Character) -> None:
    assert ella.know(PEOPLE.encode(), source="again").new
    assert ella.episodes().sparql("SELECT ?s { ?s <http://example.org/birthPlace> ?o }").rows == ((_ex("anna"),),)
    ella.knowledge.remove("people")
    assert "Roma" in _told(ella, BORN)


def test_other_content_under_a_name_replaces_it(ella: soulkeep.Character) -> None:
    ella.know(PEOPLE.replace("Roma", "Oslo").encode(), source="people")
    assert "Anna Karlov was born in Oslo." in _told(ella, BORN)
    assert "Roma" not in _told(ella, "Tell me about Anna Karlov")


def test_data_adds_to_what_is_known_by_other_names(ella: soulkeep.Character) -> None:
    ella.know(
        f'{_PREFIXES} ex:bo a ex:Person ; rdfs:label "Bo Derekson" ; ex:birthPlace ex:rome .'.encode(), source="b"
    )
    assert [known.source for known in list(ella.knowledge)] == ["b", "people"]
    assert "Bo Derekson was born in Roma." in _told(ella, "Where was Bo Derekson born?")


def test_what_is_let_go_of_is_known_no_more(ella: soulkeep.Character) -> None:
    ella.knowledge.remove("people")
    assert list(ella.knowledge) == []
    assert ella.episodes().understand(BORN).triples == ()
    assert ella.reply(BORN, person="anna").responder != "knowledge"


def test_letting_go_of_what_is_not_known_names_what_is(ella: soulkeep.Character) -> None:
    with pytest.raises(InputError, match=r"nothing named 'music'.*people"):
        ella.knowledge.remove("music")


@pytest.mark.parametrize(("data", "source"), [(PEOPLE.encode(), None), (3, "x"), (PEOPLE.encode(), " ")])
def test_data_without_a_name_and_what_is_no_data_is_refused(
    data: bytes, source: str | None, ella: soulkeep.Character
) -> None:
    with pytest.raises(InputError):
        ella.know(data, source=source)


def test_a_file_is_known_by_its_name(ella: soulkeep.Character, tmp_path: Path) -> None:
    path = tmp_path / "my.people.ttl"
    path.write_text(PEOPLE)
    assert ella.know(path).source == "my.people"
    with pytest.raises(BadFile):
        ella.know(tmp_path / "none.ttl")


def test_two_who_know_the_same_share_it_and_the_last_takes_it_along(tmp_path: Path) -> None:
    path = tmp_path / "keep.db"
    with soulkeep.open(path, embedder=HashEmbedder()) as keep, closing(SqliteStore(path)) as store:
        ella, otto = keep.character("ella"), keep.character("otto")
        ella.know(PEOPLE.encode(), source="people")
        otto.know(PEOPLE.encode(), source="folks")
        [hers], [his] = store.graphs("ella"), store.graphs("otto")
        assert hers.digest == his.digest
        ella.knowledge.remove("people")
        assert store.graph(his.digest) is not None
        assert "Roma" in _told(otto, BORN)
        otto.knowledge.remove("folks")
        assert store.graph(his.digest) is None


def test_one_person_is_answered_by_what_the_character_knows_of_itself_only(keep: soulkeep.Keep) -> None:
    keep.character("ella").know(PEOPLE.encode(), source="people")
    assert keep.character("otto").episodes().understand(BORN).entities == ()


def test_knowledge_survives_that_the_keep_is_closed(tmp_path: Path) -> None:
    for learn in (True, False):
        with soulkeep.open(tmp_path / "keep.db", embedder=HashEmbedder()) as keep:
            ella = keep.character("ella")
            if learn:
                ella.know(PEOPLE.encode(), source="people")
            assert "Roma" in _told(ella, BORN)


def test_what_one_opening_learns_and_lets_go_of_another_knows(tmp_path: Path) -> None:
    path = tmp_path / "keep.db"
    with soulkeep.open(path, embedder=HashEmbedder()) as one, soulkeep.open(path, embedder=HashEmbedder()) as other:
        here, there = one.character("ella"), other.character("ella")
        assert there.episodes().understand(BORN).entities == ()
        here.know(PEOPLE.encode(), source="people")
        assert there.episodes().understand(BORN).entities == (_ex("anna"),)
        there.knowledge.remove("people")
        assert here.episodes().understand(BORN).entities == ()


_CHILD = """
import sys
import soulkeep
from soulkeep.testing.models import HashEmbedder
with soulkeep.open(sys.argv[1], embedder=HashEmbedder()) as keep:
    ella = keep.character("ella")
    print(ella.episodes().understand("Where was Anna Karlov born?").entities, flush=True)
    sys.stdin.readline()
    print(ella.episodes().understand("Where was Anna Karlov born?").entities, flush=True)
    ella.know(sys.argv[2].encode(), source="people")
"""


def test_what_is_learnt_in_one_process_is_known_in_another(tmp_path: Path) -> None:
    path, oslo = tmp_path / "keep.db", PEOPLE.replace("Roma", "Oslo")
    with soulkeep.open(path, embedder=HashEmbedder()) as keep:
        ella = keep.character("ella")
        command = [sys.executable, "-W", "error", "-c", _CHILD, str(path), oslo]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        ) as child:
            assert child.stdin is not None
            assert child.stdout is not None
            assert child.stdout.readline() == "()\n"
            ella.know(PEOPLE.encode(), source="people")
            child.stdin.write("\n")
            child.stdin.flush()
            assert child.stdout.readline() == f"('{_ex('anna')}',)\n"
            assert child.wait(60) == 0
        assert "Oslo" in _told(ella, BORN)


# -- what is in the data


@pytest.mark.parametrize(
    ("data", "asked", "told"),
    [
        (
            'ex:A rdfs:subClassOf ex:B, ex:A ; rdfs:label "wizard"@en . ex:B rdfs:subClassOf ex:A ; '
            'rdfs:label "sorcerer"@en . ex:bo a ex:A ; rdfs:label "Bo Derekson" .',
            "Is Bo Derekson a sorcerer?",
            "Yes",
        ),
        (
            "ex:rome ex:isPartOf ex:lazio . ex:lazio ex:isPartOf ex:rome, ex:lazio ; a ex:Place ; rdfs:label 'Lazio' .",
            "Was Anna Karlov born in Lazio?",
            "Yes",
        ),
        (
            "".join(f"ex:C{n} rdfs:subClassOf ex:C{n + 1} . " for n in range(500))
            + 'ex:C500 rdfs:subClassOf ex:Person ; rdfs:label "ogre"@en . ex:bo a ex:C0 ; rdfs:label "Bo Derekson" ; '
            "ex:birthPlace ex:rome .",
            "Which ogres were born in Roma?",
            "Bo Derekson",
        ),
        (
            "".join(f"ex:p{n} ex:isPartOf ex:p{n + 1} . " for n in range(500))
            + 'ex:rome ex:isPartOf ex:p0 . ex:p500 a ex:Place ; rdfs:label "Gondwana" .',
            "Was Anna Karlov born in Gondwana?",
            "Yes",
        ),
        (
            'ex:Eagle a owl:Class, ex:Species ; rdfs:label "eagle"@en . ex:Species a owl:Class ; '
            'rdfs:label "species"@en . ex:sam a ex:Eagle ; rdfs:label "Sam Featherby"@en .',
            "Is Sam Featherby an eagle?",
            "Yes",
        ),
        (
            'ex:Bo_Derekson a ex:Wizard ; ex:hasPet ex:Tom_Cat . ex:Tom_Cat a ex:Cat .',
            "What pet does Bo Derekson have?",
            "Tom Cat",
        ),
        (
            "ex:Max%20Muster a ex:Person ; ex:birthPlace ex:rome .",
            "Where was Max Muster born?",
            "Max Muster was born in Roma.",
        ),
        (
            "<http://example.org/Zo\u00eb_Ade> a ex:Person ; ex:birthPlace <http://example.org/S\u00e3o_Paulo> .",
            "Where was Zo\u00eb Ade born?",
            "Zo\u00eb Ade was born in S\u00e3o Paulo.",
        ),
        (
            'ex:b a ex:Person ; rdfs:label "Bad Dater" ; ex:birthDate "not a date"^^xsd:date .',
            "When was Bad Dater born?",
            "not a date",
        ),
        (
            'ex:b a ex:Person ; rdfs:label "Old Caesar" ; ex:birthDate "-0099-07-12"^^xsd:date .',
            "When was Old Caesar born?",
            "99",
        ),
        (
            'ex:b a ex:Person ; rdfs:label "Odd Typer" ; ex:birthDate "x\\"y\\n"^^ex:weird .',
            "When was Odd Typer born?",
            'x"y',
        ),
        (
            'ex:b a ex:Person ; rdfs:label "Brace {subject} {0} %s {% if %}" ; ex:birthPlace ex:rome .',
            "Where was Brace {subject} {0} %s {% if %} born?",
            "Brace {subject} {0} %s {% if %} was born in Roma.",
        ),
        (
            r'ex:b a ex:Person ; rdfs:label "New\nLine" ; ex:birthPlace ex:rome .',
            "Where was New Line born?",
            "New Line was born in Roma.",
        ),
        (
            r'ex:b a ex:Person ; rdfs:label "\u202Eשלום עולם\u202C" ; ex:birthPlace ex:rome .',
            "Where was שלום עולם born?",
            "Roma",
        ),
        (
            'ex:b a ex:Person ; rdfs:label "<b>Bo</b> [Derek](http://x.org)" ; ex:birthPlace ex:rome .',
            "Who was born in Roma?",
            "<b>Bo</b> [Derek](http://x.org)",
        ),
        (
            'ex:b1 a ex:Person ; rdfs:label "Chris Doe" ; ex:birthPlace ex:rome . '
            'ex:b2 a ex:Person ; rdfs:label "Chris Doe" ; ex:birthDate "1960-01-01"^^xsd:date .',
            "Where was Chris Doe born?",
            "Chris Doe was born in Roma.",
        ),
        (
            'ex:b1 a ex:Person ; rdfs:label "Chris Doe" ; ex:birthPlace ex:rome . '
            'ex:b2 a ex:Person ; rdfs:label "Chris Doe" ; ex:birthDate "1960-01-01"^^xsd:date .',
            "When was Chris Doe born?",
            "1 January 1960",
        ),
        (
            "ex:birthPlace rdfs:domain [ a owl:Class ; owl:unionOf (ex:Person ex:Place) ] . "
            "ex:Person rdfs:subClassOf [ a owl:Restriction ; owl:onProperty ex:birthPlace ] .",
            BORN,
            "Anna Karlov was born in Roma.",
        ),
    ],
)  # fmt: skip
def test_odd_data_is_answered_from(data: str, asked: str, told: str, keep: soulkeep.Keep) -> None:
    assert told in _told(_with(keep, data), asked)


def test_names_that_are_words_are_names_where_they_are_spoken_of(keep: soulkeep.Keep) -> None:
    songs = " ".join(
        f'ex:s{number} a ex:Song ; rdfs:label "{name}"@en ; ex:writer ex:anna .'
        for number, name in enumerate(["It", "Yesterday", "Help!", "Who", "You", "Today", "The", "A"])
    )
    ella = _with(
        keep,
        f'ex:Song a owl:Class ; rdfs:label "song"@en . ex:writer rdfs:domain ex:Song ; rdfs:range ex:Person . {songs}',
    )
    for text in (
        "Yesterday I was tired.", "Help! I lost my key", "It is raining", "Who is it?", "Who are you?", "You are nice",
        "What did you do today?", "A friend came.", "The train is late.",
    ):  # fmt: skip
        assert ella.episodes().understand(text).triples == (), text
        assert ella.episodes().understand(text).entities == (), text
    for name in ("Yesterday", "Help!", "It"):
        assert _told(ella, f"Who wrote {name}?").endswith("Anna Karlov.")


def test_what_has_no_name_does_no_harm(keep: soulkeep.Keep) -> None:
    ella = _with(
        keep,
        '[] a ex:Person ; ex:birthPlace ex:rome . ex:anna ex:address [ ex:street "Via Appia" ] . '
        'ex:w a ex:Person ; rdfs:label "   ", "" ; ex:birthPlace ex:rome .',
    )
    assert "Anna Karlov" in _told(ella, "Who was born in Roma?")
    assert _told(ella, "Tell me about Anna Karlov")
    for text in ("   ...", "''", "w"):
        assert ella.episodes().understand(text).entities in ((), (_ex("w"),))


def test_a_long_label_is_neither_found_nor_told_whole(keep: soulkeep.Keep) -> None:
    name = "x" * 10_000
    ella = _with(keep, f'ex:l a ex:Person ; rdfs:label "{name}", "{"Bla " * 2500}" ; ex:birthPlace ex:rome .')
    told = _told(ella, "Who was born in Roma?")
    assert "Anna Karlov" in told
    assert len(told) < 1000
    ella.reply(name, person="anna")


def test_of_thousands_all_are_counted_and_few_are_told(keep: soulkeep.Keep) -> None:
    more = "".join(
        f'ex:q{n} a ex:Person ; rdfs:label "Quark N{n}" ; ex:birthPlace ex:rome . ex:anna ex:knows ex:q{n} .\n'
        for n in range(3000)
    )
    ella = _with(keep, f'ex:knows rdfs:label "knows"@en ; rdfs:domain ex:Person ; rdfs:range ex:Person .\n{more}')
    assert "3001" in _told(ella, "How many persons were born in Roma?")
    for text in ("Who was born in Roma?", "Tell me about Anna Karlov", "Tell me about Roma"):
        told = _told(ella, text)
        assert len(told) < 600
        assert "more" in told


def test_an_ontology_without_anything_in_it_is_no_reason_to_fail(keep: soulkeep.Keep) -> None:
    ella = keep.character("ella")
    ella.know(f'{_PREFIXES} ex:A a owl:Class ; rdfs:label "wizard"@en .'.encode(), source="x")
    assert ella.episodes().understand("Which wizards do you know?").classes == (_ex("A"),)
    assert ella.reply("Which wizards do you know?", person="anna").text


# -- asking


_SONGS = (
    _PREFIXES
    + """ex:a ex:by ex:x ; a ex:Song ; ex:out "1959-08-17"^^xsd:date . ex:b ex:by ex:x ; a ex:Album ;
    ex:out "1960"^^xsd:gYear .
ex:c ex:by ex:y ; a ex:Song ; ex:out "1959"^^xsd:gYear . ex:Single rdfs:subClassOf ex:Song .
ex:d a ex:Single ; ex:by ex:x .
ex:x ex:born ex:bronx . ex:y ex:born ex:oslo . ex:bronx ex:isPartOf ex:york . ex:york ex:isPartOf ex:usa .
"""
)


@pytest.mark.parametrize(
    ("triples", "wanted", "found"),
    [
        ([("?who", _ex("by"), _ex("x"))], "?who", ["a", "b", "d"]),
        ([("?who", _ex("by"), _ex("x")), ("?who", TYPE, _ex("Song"))], "?who", ["a", "d"]),
        ([("?who", TYPE, _ex("Song"))], "?who", ["a", "c", "d"]),
        ([(_ex("a"), _ex("by"), "?who"), ("?who", _ex("born"), "?value")], "?value", ["bronx"]),
        ([(_ex("a"), _ex("by"), "?who"), ("?who", _ex("born"), "?value")], "?who", ["x"]),
        ([("?who", _ex("born"), _ex("usa"))], "?who", ["x"]),
        ([("?song", _ex("by"), "?who"), ("?song", TYPE, _ex("Song")), ("?who", _ex("born"), "?value")], "?value",
         ["bronx", "oslo"]),
        ([("?who", _ex("out"), literal("1959", datatype=XSD + "gYear"))], "?who", ["a", "c"]),
        ([("?who", _ex("out"), literal("1959", datatype=XSD + "gYear")), ("?who", _ex("by"), _ex("x"))], "?who", ["a"]),
        ([("?who", _ex("by"), _ex("nobody"))], "?who", []),
        ([("?who", _ex("by"), _ex("x"))], "?another", []),
        ([], "?who", []),
    ],
)  # fmt: skip
def test_variables_are_solved(triples: list[tuple[str, str, str]], wanted: str, found: list[str]) -> None:
    solved = _known(_SONGS).solve([Triple(*triple) for triple in triples], wanted)
    assert solved == [_ex(name) for name in found]


def test_a_year_of_three_digits_is_not_one_of_four() -> None:
    knowledge = _known(_PREFIXES + 'ex:a ex:out "1959-01-01"^^xsd:date . ex:b ex:out "195"^^xsd:gYear .')
    found = knowledge.subjects(_ex("out"), literal("195", datatype=XSD + "gYear"))
    assert found == [_ex("b")]


def test_what_is_asked_of_anything_is_no_property_of_its_own() -> None:
    assert _known(PEOPLE).objects(_ex("anna"), ANYTHING) == []


def test_parts_of_the_data_are_joined() -> None:
    halves = [zlib.compress(line) for line in zlib.decompress(read_bytes(_SONGS.encode(), "x").data).splitlines()]
    assert len(Knowledge(halves)) == len(_known(_SONGS))


def test_a_last_name_stands_for_a_person_unless_too_many_bear_it() -> None:
    people = "".join(f'ex:s{n} a ex:Person ; rdfs:label "Person{n} Smithers" . ' for n in range(60))
    names = _known(PEOPLE + people).gazetteer
    assert [mention.terms for mention in names.find("Where was Karlov born?")] == [(_ex("anna"),)]
    assert names.find("Where was Smithers born?") == []


# -- data of others, without annotations of ours


def _sample(*names: str) -> Knowledge:
    if not all((_SAMPLES / name).exists() for name in names):
        pytest.skip(f"There are no sample data in {_SAMPLES}.")
    return Knowledge([read_bytes((_SAMPLES / name).read_bytes(), name).data for name in names])


@pytest.fixture(scope="module")
def stardog() -> Knowledge:
    """Return 41,000 triples about albums and songs, with an ontology that says little."""
    return _sample("music.ttl.gz", "music_schema.ttl")


@pytest.fixture(scope="module")
def small() -> Knowledge:
    """Return a few musicians in the vocabulary of DBpedia."""
    return _sample("musicians_small.ttl")


def _answer(text: str, knowledge: Knowledge) -> str:
    return " ".join(found.text or found.kind for found in answers(understand(text, detect(text), knowledge), knowledge))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Which albums did David Bowie make?", "Aladdin Sane"),
        ("When was Thriller released?", "30 November 1982"),
        ("When did the album The Stranger come out?", "29 September 1977"),
        ("How long is Bohemian Rhapsody?", "355"),
        ("Who produced Thriller?", "Quincy Jones"),
        ("Which songs did Freddie Mercury write?", "Bicycle Race"),
        ("Who is the artist of The Joshua Tree?", "U2"),
        ("Which songs are on the album Thriller?", "Billie Jean"),
        ("Which albums came out in 1977?", "Bat Out of Hell"),
        ("What is the date of Hunky Dory?", "17 December 1971"),
        ("Who wrote We Didn't Start the Fire?", "Billy Joel"),
        ("Was Let It Be written by Paul McCartney?", "yes"),
        ("Who recorded Let It Be?", "The Beatles"),
        ("who are the members of the police?", "Stewart Copeland"),
    ],
)
def test_questions_about_data_without_annotations_are_answered(text: str, told: str, stardog: Knowledge) -> None:
    assert told in _answer(text, stardog)


@pytest.mark.parametrize(
    "text",
    [
        "Who wrote Karma Police?", "Who are the members of Radiohead?", "Is Radiohead a band?", "What time is it?",
        "Which songs are on OK Computer?", "When is my birthday?", "Let it be", "It is raining again", "Help me please",
        "Where do you live?", "I bought a new car yesterday", "When was Queen Elizabeth crowned?",
    ],
)  # fmt: skip
def test_what_is_not_known_is_not_answered_with_something_else(text: str, stardog: Knowledge) -> None:
    said = understand(text, "en", stardog, context=[understand("Who are the members of The Police?", "en", stardog)])
    assert said.triples == ()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("When was Charlie Parker born?", "29 August 1920"),
        ("Where was Billy Joel born?", "The Bronx"),
        ("Where did Miles Davis die?", "Santa Monica"),
        ("Which instrument does Miles Davis play?", "Trumpet"),
        ("Who are the members of The Beatles?", "George Harrison"),
        ("Which albums did Billy Joel record?", "Piano Man"),
        ("When was Abbey Road released?", "26 September 1969"),
        ("Who was born in Liverpool?", "Paul McCartney"),
        ("Which albums came out in 1969?", "Abbey Road"),
        ("What genre does Charlie Parker play?", "Bebop"),
        ("Tell me about Joe Satriani", "15 July 1956"),
        ("Who recorded Kind of Blue?", "Miles Davis"),
        ("찰리 파커는 언제 태어났어?", "1920년 8월 29일"),
        ("빌리 조엘은 어디서 태어났어?", "The Bronx"),
    ],
)
def test_questions_about_few_data_are_answered(text: str, told: str, small: Knowledge) -> None:
    assert told in _answer(text, small)


def test_knowledge_goes_when_nobody_holds_it() -> None:
    known = Knowledge([zlib.compress(b'<http://a> <http://www.w3.org/2000/01/rdf-schema#label> "a" .\n')])
    known.wholes_of("<http://a>")
    known.lexicon.label("<http://a>", "en")
    known.schema.range("<http://p>")
    gone = weakref.ref(known), weakref.ref(known.graph)
    del known
    gc.collect()
    assert [one() for one in gone] == [None, None]
