"""Tests of how answers are worded: in the question's words, with its pronouns, with articles and prepositions, as
politely."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import soulkeep
from soulkeep.graph.episodes.echoes import takes_up
from soulkeep.graph.episodes.nouns import counted_noun, counter_of
from soulkeep.graph.episodes.phrases import idiomatic, is_of_data, joined, joined_in_german, put_to, repeats
from soulkeep.graph.episodes.pronouns import with_pronoun
from soulkeep.graph.words.articles import may_join, takes_the
from soulkeep.graph.words.grammar_de import named_with_article
from soulkeep.graph.words.grammar_en import common, peoples, verb_of
from soulkeep.graph.words.politeness_ko import is_polite, polite

MOOR = """
@prefix : <http://moor.example/> .
@prefix s: <http://schema.org/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

:Guild rdfs:subClassOf s:Organization ; rdfs:label "guild"@en .
:Device a rdfs:Class ; rdfs:label "device"@en .
:Warehouse a rdfs:Class ; rdfs:label "warehouse"@en, "창고"@ko .
:Village a rdfs:Class ; rdfs:label "village"@en, "Dorf"@de, "마을"@ko .
:keeps a rdfs:Property ; rdfs:label "kept by"@en .
:storedIn a rdfs:Property ; rdfs:label "stored in"@en, "gelagert in"@de, "보관 장소"@ko .
:isCursed a rdfs:Property ; rdfs:label "is cursed"@en ; rdfs:range xsd:boolean .

:eels a :Guild ; rdfs:label "Marsh Eels"@en .
:bell a :Device ; rdfs:label "Fog Bell"@en, "Nebelglocke"@de, "안개종"@ko ; :keeps :wren ;
    :storedIn :salt ; :isCursed true .
:horn a :Device ; rdfs:label "Tide Horn"@en ; :storedIn :reedham .
:salt a :Warehouse ; rdfs:label "Salt Store"@en, "소금 창고"@ko .
:reedham a :Village ; rdfs:label "Reedham"@en, "Reedham"@de, "리덤"@ko .
:wren a s:Person ; rdfs:label "Wren Halloway"@en, "Wren Halloway"@de, "렌"@ko ; s:birthDate "1960-04-02"^^xsd:date ;
    s:birthPlace :reedham ; s:jobTitle "lamp lighter"@en .
"""


@pytest.fixture(scope="module")
def keeper() -> Iterator[soulkeep.Character]:
    with soulkeep.open(":memory:", settings=soulkeep.Settings(background=False)) as keep:
        keeper = keep.character("Keeper")
        keeper.know(MOOR.encode(), format="turtle", source="moor")
        yield keeper


def said(keeper: soulkeep.Character, *texts: str) -> str:
    return [keeper.reply(text, person=f"p{abs(hash(texts))}").text for text in texts][-1]


def test_a_follow_up_is_answered_with_its_pronoun_or_alone(keeper: soulkeep.Character) -> None:
    assert said(keeper, "When was Wren Halloway born?", "Where was she born?") == "She was born in Reedham."
    assert "Wren" not in said(keeper, "When was Wren Halloway born?", "and where?")


def test_where_is_answered_with_a_preposition(keeper: soulkeep.Character) -> None:
    assert said(keeper, "Where is the Fog Bell?").startswith(("At the Salt Store", "The Fog Bell"))
    assert said(keeper, "Where is the Tide Horn?").startswith(("In Reedham", "The Tide Horn"))


def test_what_stands_in_apposition_joins_no_article() -> None:
    assert may_join("Carved Gate")
    assert not may_join("Comet Orrin")


def test_true_and_false_are_no_values_that_are_told(keeper: soulkeep.Character) -> None:
    assert "yes" not in said(keeper, "Tell me about the Fog Bell.").casefold()


@pytest.mark.parametrize(
    ("words", "asked", "language", "so"),
    [
        (" was directed by ", "Who directed Paper Harbour?", "en", True),
        (" was directed by ", "Who runs the observatory?", "en", False),
        (" is metres high", "How high is it?", "en", True),
        (" wrote ", "What has she written?", "en", True),
        (" is kept by ", "Who looks after Rani?", "en", False),
        (" wurde in geboren", "Wo ist sie geboren?", "de", True),
        (" starb am ", "Wann ist sie gestorben?", "de", True),
        (" wurde in geboren", "Wo ist sie auf die Welt gekommen?", "de", False),
        ("은(는) 에서 태어났어", "어디서 태어났어?", "ko", True),
        ("은(는) 이(가) 휘둘러", "누가 써?", "ko", False),
        (" est né à ", "Où habite-t-il ?", "fr", True),
    ],
)
def test_a_sentence_takes_up_the_words_of_the_question(words: str, asked: str, language: str, so: bool) -> None:
    assert takes_up(words, asked, language) is so


@pytest.mark.parametrize(
    ("text", "asked", "language", "person", "told"),
    [
        ("Ann Lee was born in Bonn.", "Where was she born?", "en", True, "She was born in Bonn."),
        ("Ann Lee's role is cook.", "What's her role?", "en", True, "Her role is cook."),
        ("Ann Lee was born in Bonn.", "and where?", "en", True, None),
        ("Ann Lee wurde in Bonn geboren.", "Wo wurde sie geboren?", "de", True, "Sie wurde in Bonn geboren."),
        ("Ann Lee은 본에서 태어났어.", "어디서 태어났어?", "ko", True, "본에서 태어났어."),
    ],
)
def test_names_become_the_pronouns_of_the_question(
    text: str, asked: str, language: str, person: bool, told: str | None
) -> None:
    assert with_pronoun(text, "Ann Lee", asked, language, person=person) == told


@pytest.mark.parametrize(
    ("name", "kinds", "the"),
    [
        ("Marsh Eels", ["guild"], True),
        ("Fog Bell", ["bell", "device"], True),
        ("rusty key", ["clue"], True),
        ("Battle of Reed Ford", ["battle"], True),
        ("Glass Pits", ["region"], True),
        ("Monkey House", ["enclosure"], True),
        ("Lake Orrin", ["lake"], False),
        ("House Quill", ["noble house"], False),
        ("Heron Air", ["airline"], False),
        ("Reed Hall", ["room"], False),
        ("Red Star", ["film", "work"], False),
        ("Iron Ore", ["item"], False),
        ("Maier Flowers", ["shop"], False),
    ],
)
def test_names_have_the_where_people_say_it(name: str, kinds: list[str], the: bool) -> None:
    assert takes_the(name, *kinds) is the


@pytest.mark.parametrize(
    ("asked", "noun"),
    [("How many planes are there?", "plane"), ("how many wolves live here", "wolf"), ("How many is it?", None),
     ("how many ppl are there", None), ("number of bosses?", "boss"), ("How many german ships?", "German ship")],
)  # fmt: skip
def test_what_is_counted_is_called_as_the_question_calls_it(asked: str, noun: str | None) -> None:
    assert counted_noun(asked) == noun


def test_korean_counters_are_those_of_the_question() -> None:
    assert (counter_of("모두 몇 마리야?"), counter_of("몇 분이에요?"), counter_of("얼마야?")) == ("마리", "분", None)


@pytest.mark.parametrize(
    ("familiar", "polite_text"),
    [("온실이야.", "온실이에요."), ("쿠노야.", "쿠노예요."), ("솔내에서 태어났어.", "솔내에서 태어났어요."),
     ("아니, 아닐 거야.", "아니요, 아닐 거예요."), ("응. 키는 168 cm야.", "네. 키는 168 cm예요."),
     ("내가 알기로는 3개야.", "제가 알기로는 3개예요."), ("“나는 왔어.”라고 했어.", "“나는 왔어.”라고 했어.")],
)  # fmt: skip
def test_korean_is_said_politely(familiar: str, polite_text: str) -> None:
    assert polite(familiar) == polite_text


@pytest.mark.parametrize(
    ("text", "so"), [("누구예요?", True), ("뭐가 있나요?", True), ("알려 주십시오", True), ("누구야?", False)]
)
def test_politeness_is_heard(text: str, so: bool) -> None:
    assert is_polite(text) is so


def test_who_asks_politely_is_answered_politely(keeper: soulkeep.Character) -> None:
    assert said(keeper, "렌은 언제 태어났어요?").endswith("요.")
    assert not said(keeper, "렌은 언제 태어났어?").endswith("요.")


@pytest.mark.parametrize(
    ("name", "asked", "told"),
    [("Seebühne", "Welche Bühnen gibt es?", "die Seebühne"), ("Zollhof", "Welche Bühnen gibt es?", "den Zollhof"),
     ("Zollhof", "Was ist am ältesten?", "der Zollhof"), ("Burg Falkenstein", "Was gibt es?", None),
     ("Lotte", "Welche Kuh ist das?", None), ("Alter Turm", "Welche Türme gibt es?", "den Alten Turm"),
     ("Alte Bibliothek", "Was ist am ältesten?", "die Alte Bibliothek"),
     ("Seebühne", "In welcher Halle ist das?", None)],
)  # fmt: skip
def test_german_names_have_their_articles(name: str, asked: str, told: str | None) -> None:
    assert named_with_article(name, asked) == told


@pytest.mark.parametrize(
    ("phrase", "kinds", "gender", "told"),
    [
        ("is a child of A and B", set(), "feminine", "is the daughter of A and B"),
        ("is a sibling of Ann", set(), "masculine", "is Ann's brother"),
        ("is a sibling of Ann", set(), None, ""),
        ("works as a pensioner", set(), None, "is a pensioner"),
        ("is 84 metres high", {"airport"}, None, "lies 84 metres above sea level"),
        ("is 3 days long", {"festival"}, None, "lasted 3 days"),
        ("has 20 deaths", {"siege"}, None, "cost 20 lives"),
        ("yields 5", set(), None, ""),
        ("and Tom are rivals", set(), None, ""),
    ],
)
def test_phrases_of_data_are_said_as_people_do(phrase: str, kinds: set[str], gender: str | None, told: str) -> None:
    assert idiomatic(phrase, kinds, gender) == told


def test_phrases_are_joined_without_saying_a_verb_twice() -> None:
    assert joined(["flows into the Sea", "flows through Bonn"]) == "flows into the Sea and through Bonn"
    assert joined(["was born in Bonn", "was educated at Ox"]) == "was born in Bonn and educated at Ox"
    assert joined_in_german(["hat eine Länge von 3 m", "hat ein Dach"]) == "hat eine Länge von 3 m und ein Dach"
    assert put_to(["died on 3 May 1901"], "died in Bonn", "en") == ["died in Bonn on 3 May 1901"]
    assert put_to(["was founded by Ann"], "was founded on 3 May 1901", "en") == ["was founded by Ann on 3 May 1901"]
    assert repeats("is owned by Ann Lee", ["was founded by Ann Lee"])
    assert is_of_data("image id is 3")
    assert not is_of_data("level is 3")


def test_peoples_have_capitals_and_entering_service_is_no_passive() -> None:
    assert peoples("an italian painter") == "an Italian painter"
    assert common("Komodo dragon") == "Komodo dragon"
    assert common("Passenger plane") == "passenger plane"
    assert verb_of("entered service on") == "entered service on"
    assert verb_of("ground") is None
