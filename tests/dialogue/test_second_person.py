"""What is known of a person is told to their face."""

from __future__ import annotations

import pytest
from test_listening import NOW

from soulkeep.dialogue.persona import Persona
from soulkeep.dialogue.second_person import asks_about_oneself, to_face, told_to_face
from soulkeep.dialogue.voice import speak
from soulkeep.records import Recall
from soulkeep.text.wordings import fact_wording

ASKED = {
    "en": ("What's my name?", "What do you know about me?", "Your name is Mia."),
    "ko": ("내 이름이 뭐야?", "나에 대해 뭘 알아?", "네 이름은 Mia야."),
    "ja": ("私の名前は何ですか？", "私のことで何を知っていますか？", "お名前はMiaです。"),
    "zh": ("我叫什么名字？", "你知道我什么？", "你叫Mia。"),
    "de": ("Wie heiße ich?", "Was weißt du über mich?", "Du heißt Mia."),
    "fr": ("Comment je m'appelle ?", "Que sais-tu de moi ?", "Tu t'appelles Mia."),
    "es": ("¿Cómo me llamo?", "¿Qué sabes de mí?", "Te llamas Mia."),
}
TOLD = {"name": "Mia", "home": "Bonn", "allergy": "nuts", "likes": "jazz", "language": "French", "pet": "Otto"}


def facts(language: str) -> list[str]:
    return [fact_wording("anna", "", relation, value, True, language) for relation, value in TOLD.items()]


def asked(said: str, language: str, known: list[str], lately: tuple[str, ...] = ()) -> str | None:
    return told_to_face(said, known, None, "anna", language=language, lately=lately)


@pytest.mark.parametrize("language", ASKED)
def test_the_name_is_told(language: str) -> None:
    question, _, answer = ASKED[language]
    said: list[str] = []
    for _ in range(3):
        told = asked(question, language, facts(language), tuple(said))
        assert told is not None
        assert told not in said
        said.append(told)
    assert answer in said
    assert asked(question, language, facts(language)[1:]) is None


@pytest.mark.parametrize("language", ASKED)
def test_what_is_known_is_told_up_to_five_facts_and_not_in_the_third_person(language: str) -> None:
    told = asked(ASKED[language][1], language, facts(language)[1:] * 2)
    assert told is not None
    for value in ("Bonn", "nuts", "jazz", "French", "Otto"):
        assert told.count(value) == 1
    assert "“" not in told
    assert "„" not in told
    assert "«" not in told
    assert "anna" not in told.replace("annaさん", "")
    assert asked(ASKED[language][1], language, []) is None


@pytest.mark.parametrize("said", ["What do you know about Rome?", "What do you know about my cat?", "I know about me."])
def test_other_questions_are_left_alone(said: str) -> None:
    assert not asks_about_oneself(said, "en")
    assert asked(said, "en", facts("en")) is None


@pytest.mark.parametrize(
    ("fact", "language", "polite", "told"),
    [
        ("anna no longer lives in Rome.", "en", False, "You no longer live in Rome."),
        ("anna's birthday is 3 May.", "en", False, "Your birthday is 3 May."),
        ("anna's sister is called Eva.", "en", False, "Your sister is called Eva."),
        ("anna ist allergisch gegen Nüsse.", "de", True, "Sie sind allergisch gegen Nüsse."),
        ("Geburtstag von anna: 3. Mai.", "de", False, "Geburtstag von dir: 3. Mai."),
        ("anna n'aime pas le riz.", "fr", True, "Vous n'aimez pas le riz."),
        ("A anna no le gusta el arroz.", "es", False, "No te gusta el arroz."),
        ("anna의 생일은 5월 3일이다.", "ko", True, "anna님의 생일은 5월 3일이에요."),
        ("annaはローマに住んでいない。", "ja", True, "annaさんはローマに住んでいません。"),
        ("anna对花生过敏。", "zh", True, "您对花生过敏。"),
    ],
)
def test_a_fact_is_turned(fact: str, language: str, polite: bool, told: str) -> None:
    assert to_face(fact, "anna", language, polite=polite) == told


@pytest.mark.parametrize(
    ("fact", "language"), [("annas Schwester lebt in Bonn.", "de"), ("Everybody knows anna.", "en"), ("x", "it")]
)
def test_what_is_not_safely_turned_is_not(fact: str, language: str) -> None:
    assert to_face(fact, "anna", language) is None


def test_facts_in_another_language_are_quoted() -> None:
    told = asked("What do you know about me?", "en", ["anna lebt in Bonn."])
    assert told is not None
    assert told.endswith("“anna lebt in Bonn.”")


def test_the_voice_answers_from_facts() -> None:
    spoken = speak(
        "What do you know about me?", Recall(hits=()), language="en", person="anna", own_names=frozenset(), now=NOW,
        persona=Persona("Holmes"), facts=["anna lives in Bonn."],
    )  # fmt: skip
    assert (spoken.responder, spoken.memories) == ("voice", ())
    assert spoken.plain.endswith("You live in Bonn.")
