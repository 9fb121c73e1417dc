"""Tests that what is known of a person is told to their face in the words in which they told it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from test_listening import NOW

import soulkeep
from soulkeep.lang.quoting import in_their_words, quoted
from soulkeep.lang.selfhood import asks_about_oneself
from soulkeep.reply.persona import Persona
from soulkeep.reply.phrases import phrases
from soulkeep.reply.voice.second_person import told_to_face
from soulkeep.reply.voice.voice import speak
from tests_support import static_keep

ASKED = {
    "en": ("What's my name?", "What do you know about me?", "Your name is Mia."),
    "ko": ("내 이름이 뭐야?", "나에 대해 뭘 알아?", "네 이름은 미아야."),
    "ja": ("私の名前は何ですか？", "私のことで何を知っていますか？", "お名前は美咲です。"),
    "zh": ("我叫什么名字？", "你知道我什么？", "你叫小美。"),
    "de": ("Wie heiße ich?", "Was weißt du über mich?", "Du heißt Mia."),
    "fr": ("Comment je m'appelle ?", "Que sais-tu de moi ?", "Tu t'appelles Mia."),
    "es": ("¿Cómo me llamo?", "¿Qué sabes de mí?", "Te llamas Mia."),
}
TOLD = {
    "en": ("My name is Mia.", "I live in Bonn.", "I'm allergic to nuts.", "I love jazz.", "I'm 41.", "I have a dog."),
    "ko": ("내 이름은 미아야.", "나는 부산에 살아.", "새우 알레르기가 있어.", "재즈를 좋아해.", "41살이야.", "화가야."),
    "ja": ("私の名前は美咲です。", "札幌に住んでいます。", "ジャズが好き。", "犬がいる。", "41歳です。", "教師です。"),
    "zh": ("我叫小美。", "我住在上海。", "我对花生过敏。", "我喜欢爵士乐。", "我41岁。", "我有一只狗。"),
    "de": ("Ich heiße Mia.", "Ich wohne in Bonn.", "Ich mag Jazz.", "Ich bin 41.", "Ich habe einen Hund.", "Ich male."),
    "fr": ("Je m'appelle Mia.", "J'habite à Lyon.", "J'aime le jazz.", "J'ai 41 ans.", "J'ai un chien.", "Je peins."),
    "es": ("Me llamo Mia.", "Vivo en Cádiz.", "Me gusta el jazz.", "Tengo 41 años.", "Tengo un perro.", "Pinto."),
}  # fmt: skip


def facts(language: str) -> list[str]:
    return [in_their_words("anna", words, language) for words in TOLD[language]]


def asked(said: str, language: str, known: list[str], lately: tuple[str, ...] = (), **more: Persona) -> str | None:
    return told_to_face(said, known, more.get("persona"), "anna", language=language, lately=lately)


@pytest.mark.parametrize("language", ASKED)
def test_the_name_is_told_and_in_other_words_each_time(language: str) -> None:
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
def test_five_things_that_are_known_are_told_in_the_words_of_the_person(language: str) -> None:
    told = asked(ASKED[language][1], language, facts(language))
    assert told is not None
    assert told.startswith(phrases(language).of_you)
    for words in TOLD[language][:5]:
        assert told.count(quoted(words, language)) == 1
    assert TOLD[language][5] not in told
    assert "anna:" not in told


@pytest.mark.parametrize("language", ASKED)
def test_the_same_is_told_once_and_led_over_to_in_other_words(language: str) -> None:
    question, known = ASKED[language][1], facts(language)[1:3]
    said: list[str] = []
    for _ in range(3):
        told = asked(question, language, known * 2, tuple(said))
        assert told is not None
        assert told not in said
        assert all(told.count(words) == 1 for words in TOLD[language][1:3])
        said.append(told)


def test_a_polite_character_tells_it_politely() -> None:
    butler = Persona("James", style=("formal",), address="polite")
    told = asked("Was wissen Sie über mich?", "de", facts("de"), persona=butler)
    assert told is not None
    assert told.startswith(phrases("de", "formal", polite=True).of_you)
    assert not told.startswith(phrases("de").of_you)


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ("what do you know about me", "en"),
        ("What do you remember about me so far?", "en"),
        ("Do you remember me?", "en"),
        ("Tell me everything you know about me!", "en"),
        ("Kennst du mich?", "de"),
        ("Was wissen Sie noch über mich?", "de"),
        ("Tu te souviens de moi ?", "fr"),
        ("¿Te acuerdas de mí?", "es"),
        ("나 기억해?", "ko"),
        ("私について何を覚えていますか？", "ja"),
        ("你还记得我吗？", "zh"),
    ],
)
def test_who_asks_what_is_known_of_them_is_understood(said: str, language: str) -> None:
    assert asks_about_oneself(said, language)


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ("What do you know about Rome?", "en"),
        ("What do you know about my cat?", "en"),
        ("I know about me.", "en"),
        ("Tell me about yourself!", "en"),
        ("Was weißt du über Rom?", "de"),
        ("Que sais-tu de Rome ?", "fr"),
        ("¿Qué sabes de Roma?", "es"),
        ("로마에 대해 뭘 알아?", "ko"),
        ("ローマについて何を知っていますか？", "ja"),
        ("你知道罗马吗？", "zh"),
        ("Cosa sai di me?", "it"),
    ],
)
def test_other_questions_are_left_alone(said: str, language: str) -> None:
    assert not asks_about_oneself(said, language)
    assert asked(said, language, facts("en")) is None


def test_nothing_is_told_where_nothing_is_known_or_nobody_is_faced() -> None:
    assert asked("What do you know about me?", "en", []) is None
    assert told_to_face("What do you know about me?", facts("en"), None, None, language="en") is None


def test_what_was_told_in_another_language_is_quoted_as_it_was_told() -> None:
    told = asked("What do you know about me?", "en", facts("de")[1:2])
    assert told is not None
    assert told.endswith("„Ich wohne in Bonn.“")
    name = asked("What's my name?", "en", facts("de"))
    assert name is not None
    assert "Mia" in name


def test_what_looks_like_markup_is_literal() -> None:
    words = "My motto is {name} [m1] {quote}."
    told = asked("What do you know about me?", "en", [in_their_words("anna", words, "en")])
    assert told is not None
    assert f"“{words}”" in told


def test_the_voice_answers_from_facts() -> None:
    spoken = speak(
        "What do you know about me?", (), language="en", person="anna", own_names=frozenset(), now=NOW,
        persona=Persona("Holmes"), facts=facts("en")[1:2],
    )  # fmt: skip
    assert (spoken.responder, spoken.memories) == ("voice", ())
    assert spoken.plain.endswith("“I live in Bonn.”")


def test_each_is_told_what_they_told_and_nothing_of_others(clock: soulkeep.ManualClock) -> None:
    with static_keep(clock) as keep:
        holmes = keep.character("holmes")
        holmes.observe("My name is Mia. I live in Porto.", person="anna")
        holmes.observe("My name is Tom. I live in Oslo.", person="bob")
        clock.advance(timedelta(days=1))
        for person, name, home, other in (("anna", "Mia", "Porto", "Oslo"), ("bob", "Tom", "Oslo", "Porto")):
            told = holmes.reply("What do you know about me?", person=person).text
            assert home in told
            assert other not in told
            assert name in holmes.reply("What's my name?", person=person).text
        assert "Porto" not in holmes.reply("What do you know about me?", person="carl").text


def test_what_is_over_or_forgotten_is_not_told(clock: soulkeep.ManualClock) -> None:
    with static_keep(clock) as keep:
        holmes = keep.character("holmes")
        holmes.observe("I live in Porto.", person="anna")
        holmes.observe("I'm allergic to walnuts.", person="anna", id="walnuts")
        clock.advance(timedelta(days=1))
        holmes.observe("I moved to Oslo.", person="anna")
        clock.advance(timedelta(days=1))
        told = holmes.reply("What do you know about me?", person="anna").text
        assert "Oslo" in told
        assert "walnuts" in told
        assert "Porto" not in told
        holmes.delete("walnuts", person="anna")
        assert "walnuts" not in holmes.reply("What do you know about me?", person="anna").text
