"""Lists of keys and values, and the cards that are written so, are told by the character in sentences."""

# ruff: noqa: E501 - letters of some scripts count double

from __future__ import annotations

import pytest

from soulkeep.reply.persona import persona_of, persona_text, statements
from soulkeep.reply.topics import entry_of, in_own_words
from soulkeep.reply.voice.self_talk import speak_of_self

LISTS = {
    "ko": "이름: 유나\n나이: 21세\n직업: 대학생\n성격: 밝고 장난기가 많음\n취미: 게임, 만화책\n말투: 반말을 쓴다\n사는 곳: 서울",
    "ja": "名前：さくら\n年齢：21歳\n職業：大学生\n性格：明るい\n趣味：読書\n口調：敬語で話す\n住まい：京都",
    "zh": "姓名：小明\n年龄：25\n职业：程序员\n爱好：篮球\n住址：上海\n家乡：北京",
    "de": "Name: Greta\nAlter: 41\nBeruf: Schmiedin\nHobbys: Lesen, Wandern\nWohnort: Köln",
    "fr": "Nom : Amélie\nÂge : 23\nMétier : serveuse\nLoisirs : lecture, cinéma",
    "es": "Nombre: Pepa\nEdad: 30\nProfesión: enfermera\nAficiones: cine, mar",
    "en": "Name: Lina\nAge: 25\nOccupation: blacksmith\nLikes: iron, rain\nHome: Bree",
}
ASKED = {
    "ko": {"몇 살이야?": "나는 21세야.", "직업이 뭐야?": "나는 대학생이야.", "어디 살아?": "나는 서울에 살아.",
           "취미가 뭐야?": "나는 게임, 만화책을 좋아해.", "넌 누구야?": "나는 대학생이야. 나는 21세야."},
    "ja": {"何歳ですか？": "私は21歳です。", "お仕事は何ですか？": "私は大学生です。", "趣味は何ですか？": "読書が好きです。"},
    "zh": {"你多大了？": "我今年25岁。", "你是做什么的？": "我是程序员。", "你喜欢什么？": "我喜欢篮球。"},
    "de": {"Wie alt bist du?": "Ich bin 41 Jahre alt.", "Was machst du beruflich?": "Ich bin Schmiedin.", "Was magst du?": "Ich mag Lesen und Wandern."},
    "fr": {"Quel âge as-tu ?": "J'ai 23 ans.", "Quel est ton métier ?": "Je suis serveuse."},
    "es": {"¿Cuántos años tienes?": "Tengo 30 años.", "¿A qué te dedicas?": "Mi profesión: enfermera."},
    "en": {"How old are you?": "I am 25.", "What do you like?": "I like iron and rain.", "Where do you live?": "I live in Bree.",
           "Who are you?": "My occupation is blacksmith. I am 25."},
}  # fmt: skip
PLIST = (
    "[Name: Lina; Age: 25; Occupation: smith; Personality: curious, gruff, loyal; Likes: iron, rain; "
    "Speech: terse, short sentences; Home: a forge in Bree]"
)
WPP = """[Character("Lina")
{
Age("25" + "Twenty five")
Occupation("Blacksmith")
Personality("curious" + "gruff" + "loyal")
Likes("iron" + "rain")
Speech("terse" + "speaks in short sentences")
}]"""
ON_ONE_LINE = " ".join(WPP.replace("{", "").replace("}", "").split())


@pytest.mark.parametrize(
    ("language", "asked", "said"), [(language, *pair) for language in ASKED for pair in ASKED[language].items()]
)
def test_a_list_answers_in_sentences(language: str, asked: str, said: str) -> None:
    name = entry_of(LISTS[language].splitlines()[0])
    assert name is not None
    spoken = speak_of_self(asked, persona_of(LISTS[language], name.value), language=language, person="anna")
    assert spoken is not None
    assert spoken.plain == said


@pytest.mark.parametrize("card", [PLIST, WPP, ON_ONE_LINE])
def test_the_entries_of_a_card_are_told_apart(card: str) -> None:
    lina = persona_of(card, "Lina")
    assert lina.traits == ("curious", "gruff", "loyal")
    assert lina.style == ("terse",)
    for asked, said in {
        "How old are you?": "I am 25.",
        "What do you like?": "I like iron and rain.",
        "What are you like?": "I am curious, gruff and loyal.",
    }.items():
        spoken = speak_of_self(asked, lina, language="en", person="anna")
        assert spoken is not None
        assert spoken.plain == said
    assert all("{" not in one and "[" not in one and '"' not in one for one in statements(lina))


@pytest.mark.parametrize("card", [PLIST, WPP, ON_ONE_LINE])
def test_what_a_card_says_of_speech_stays_in_a_short_prompt(card: str) -> None:
    short = persona_text(persona_of(card, "Lina"), 9)
    assert "Speech" in short
    assert "terse" in short
    assert "Likes" not in short


def test_what_is_not_worded_is_quoted_without_its_key() -> None:
    spoken = speak_of_self("성격이 어때?", persona_of(LISTS["ko"], "유나"), language="ko", person="anna")
    assert spoken is not None
    assert "“밝고 장난기가 많음”" in spoken.plain


def test_an_entry_in_sentences_or_of_an_unknown_key_is_left_alone() -> None:
    for line in ("Likes: rain. And iron.", "Sword: Needle", "Age: (unknown)"):
        entry = entry_of(line)
        assert entry is not None
        assert in_own_words(entry, "en", polite=False) is None
    assert entry_of("She is 25.") is None
