"""Tests of which sentence of a description answers a question about the character."""

from __future__ import annotations

import pytest

from soulkeep.reply.persona import persona_of
from soulkeep.reply.phrases_persona import traits_in
from soulkeep.reply.voice.self_talk import speak_of_self

NELL = (
    "Nell is a lighthouse keeper. Her father was a fisherman. She has been married to Tom for ten years. She has two "
    "sisters."
)
FAMILIES = {
    "de": ("Greta, 41, Leuchtturmwärterin auf Rügen. Sie ist mit Hans verheiratet. Sie hat einen Sohn.", "Greta",
           {"Bist du verheiratet?": "Hans", "Hast du Kinder?": "Sohn", "Hast du Geschwister?": None,
            "Wie alt bist du?": "41", "Was machst du beruflich?": "Leuchtturmwärterin"}),
    "fr": ("Amélie est serveuse. Elle a deux frères. Elle est mariée à Paul.", "Amélie",
           {"Es-tu mariée ?": "Paul", "As-tu des frères et sœurs ?": "frères", "As-tu des enfants ?": None}),
    "es": ("Pepa es enfermera. Tiene una hermana. Está casada con Juan.", "Pepa",
           {"¿Estás casada?": "Juan", "¿Tienes hermanos?": "hermana", "¿Tienes hijos?": None}),
    "ko": ("유나는 서울에 사는 대학생이다. 여동생이 한 명 있다. 부모님은 부산에서 식당을 한다.", "유나",
           {"결혼했어?": None, "동생 있어?": "여동생", "부모님은 계셔?": "식당", "아이 있어?": None}),
    "ja": ("さくらは京都に住む大学生です。弟が一人います。", "さくら",
           {"結婚していますか？": None, "兄弟はいますか？": "弟", "お子さんはいますか？": None}),
    "zh": ("小明是程序员。他有一个妹妹。他还没结婚。", "小明",
           {"你结婚了吗？": "还没结婚", "你有兄弟姐妹吗？": "妹妹", "你有孩子吗？": None}),
}  # fmt: skip


def answer(asked: str, description: str, name: str, language: str = "en") -> str | None:
    spoken = speak_of_self(asked, persona_of(description, name), language=language, person="anna")
    return None if spoken is None else spoken.plain


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("Are you married?", "I have been married to Tom for ten years."),
        ("Do you have any brothers or sisters?", "I have two sisters."),
        ("Do you have children?", None),
        ("Who was your father?", "My father was a fisherman."),
        ("Tell me about your parents.", "My father was a fisherman."),
    ],
)
def test_parts_of_a_family_are_asked_about_alone(asked: str, said: str | None) -> None:
    assert answer(asked, NELL, "Nell") == said


@pytest.mark.parametrize(
    ("language", "asked", "held"),
    [(language, *pair) for language in FAMILIES for pair in FAMILIES[language][2].items()],
)
def test_parts_of_a_family_are_asked_about_in_other_languages(language: str, asked: str, held: str | None) -> None:
    description, name, _ = FAMILIES[language]
    said = answer(asked, description, name, language)
    assert (said is None) if held is None else held in (said or "")


def test_a_pronoun_of_the_other_gender_is_the_character_again() -> None:
    assert (
        answer("Are you married?", "Bob is a smith. His mother was a nurse. He is married.", "Bob") == "I am married."
    )
    assert answer("Are you married?", "Bob is a smith. His father was rich. He is married.", "Bob") is None
    assert answer("Are you married?", "Nell is kind. Her father met Eva. She is married.", "Nell") is None


def test_a_sentence_about_speech_answers_where_no_other_does() -> None:
    assert answer("Where are you from?", "Rex is a surfer from Hawaii who talks in slang.", "Rex") == (
        "I am a surfer from Hawaii who talks in slang."
    )


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("She is patient and honest.", ["patient", "honest"]),
        ("She can't stand cold weather.", []),
        ("She hates people who are rude to waiters.", []),
        ("She loves loud music, but is shy.", ["shy"]),
        ("She is kind and is fond of a quiet evening.", []),
        ("Her brother is lazy.", []),
        ("Her nature is gentle.", ["gentle"]),
        ("무례한 사람을 싫어하지만 정직하다.", ["정직"]),
        ("게으른 사람을 싫어한다.", []),
        ("Sie mag ruhige Abende.", []),
    ],
)
def test_traits_are_those_of_the_character(sentence: str, found: list[str]) -> None:
    assert [match[0] for match in traits_in(sentence)] == found
