"""What the offline voice answers to who tells it something: it listens, and quotes only what bears on that."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from soulkeep.dialogue.phrases import LANGUAGES, phrases
from soulkeep.dialogue.voice import Spoken, evidence, speak
from soulkeep.records import Hit, Memory, Recall

NOW = datetime(2026, 5, 9, 20, tzinfo=UTC)
BAD_NEWS = {
    "en": ("I got fired today.", "My wife left me.", "I have cancer.", "My dog died.", "We got divorced."),
    "ko": ("해고됐어.", "아내가 떠났어.", "암에 걸렸어.", "우리 강아지가 죽었어.", "이혼했어."),
    "ja": ("クビになった。", "彼女に振られた。", "癌になった。", "猫が死んだ。", "離婚しました。"),
    "zh": ("我被解雇了。", "我妻子离开了我。", "我得了癌症。", "我的狗死了。", "我们离婚了。"),
    "de": ("Mir geht es schlecht.", "Ich wurde gefeuert.", "Meine Frau hat mich verlassen.", "Ich habe Krebs."),
    "fr": ("J'ai été viré.", "Ma femme m'a quitté.", "J'ai un cancer.", "Mon chien est mort.", "Je vais mal."),
    "es": ("Me despidieron.", "Mi mujer me dejó.", "Tengo cáncer.", "Mi perro murió.", "Estoy mal."),
}  # fmt: skip
GOOD_NEWS = {
    "en": "I got the new job.", "ko": "새 직장을 구했어.", "ja": "新しい仕事が決まりました。", "zh": "我找到了新工作。",
    "de": "Ich habe die neue Stelle.", "fr": "J'ai le nouveau poste.", "es": "Tengo el nuevo puesto.",
}  # fmt: skip


def memory(text: str, language: str = "en", *, hours: float = 30.0) -> Memory:
    then = NOW - timedelta(hours=hours)
    return Memory(
        id="m", kind="turn", text=text, owner="holmes", person="anna", source="lived", speaker="anna", time=then,
        language=language, accessed=then,
    )  # fmt: skip


def recalled(*memories: Memory, similarity: float = 0.3) -> Recall:
    hits = (
        Hit(memory=one, score=1.0, parts={}, similarity=similarity, coverage=1.0, retention=1.0, tokens=5)
        for one in memories
    )
    return Recall(hits=tuple(hits))


def say(said: str, *memories: Memory, language: str = "en", lately: tuple[str, ...] = (), **more: object) -> Spoken:
    return speak(
        said, recalled(*memories), language=language, person="anna", own_names=frozenset(["Holmes"]), now=NOW,
        lately=lately, **more,  # type: ignore[arg-type]
    )  # fmt: skip


def bears(said: str, text: str, *, similarity: float = 0.3) -> bool:
    return bool(evidence(said, recalled(memory(text), similarity=similarity), "en", frozenset(["Holmes"])))


# -- bad news ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "said"), [(language, said) for language in LANGUAGES for said in BAD_NEWS[language]]
)
def test_bad_news_are_answered_with_sympathy(language: str, said: str) -> None:
    assert say(said, language=language).plain in phrases(language).sorry


@pytest.mark.parametrize("language", LANGUAGES)
def test_other_news_are_noted(language: str) -> None:
    assert say(GOOD_NEWS[language], language=language).plain in phrases(language).noted


@pytest.mark.parametrize(
    "said", ["My wife left me a note.", "I beat cancer!", "I was fired up.", "I work in a hospital."]
)
def test_what_only_looks_like_bad_news_is_none(said: str) -> None:
    assert say(said).plain in phrases("en").noted


def test_what_bad_news_recall_is_led_over_to_with_sympathy() -> None:
    for hours in range(30, 50):
        told = say("My dog Otto died.", memory("Otto is my dog.", hours=hours)).plain
        assert told.startswith(phrases("en").sorry)
        assert told.endswith("“Otto is my dog.”")


def test_a_question_is_no_bad_news() -> None:
    assert say("When did my dog die?").responder == "admission"


# -- nothing to remember -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_says_nothing_is_bidden_to_go_on(language: str) -> None:
    for said in ("...", ":)", "ok"):
        spoken = say(said, memory("The violin is ok.", language), language=language)
        assert spoken.plain in phrases(language).go_on
        assert spoken.memories == ()


def test_what_the_character_is_bidden_to_do_is_neither_noted_nor_answered_from_memory() -> None:
    spoken = say("Tell me a joke!", memory("My uncle knows a good joke."))
    assert spoken.plain in phrases("en").unable
    assert say("농담 하나 해줘", language="ko").plain in phrases("ko").unable


# -- what bears on a statement -----------------------------------------------------------------------------------------


def test_saying_what_one_is_recalls_nothing_else_that_one_is() -> None:
    assert not bears("I'm hungry.", "I'm a nurse.")
    assert not bears("I can't sleep.", "I can't swim.")
    assert not bears("I don't care.", "I don't drive.")
    assert bears("I'm a nurse in Bonn.", "I'm often in Bonn.")


@pytest.mark.parametrize("text", ["Hello!", "Hi, I'm Anna.", "My name is Anna.", "Tell me about nurses!", "Yes."])
def test_greetings_introductions_and_biddings_bear_on_no_statement(text: str) -> None:
    assert not bears("Anna the nurse said hello and yes.", text)


def test_an_introduction_answers_who_one_is() -> None:
    assert bears("Who is called Anna?", "My name is Anna.")


def test_what_was_quoted_lately_is_not_quoted_again_to_who_tells_something() -> None:
    otto = memory("Otto is my dog.")
    first = say("Otto barks.", otto).plain
    assert "Otto is my dog." in first
    second = say("Otto barks a lot.", otto, lately=(first,))
    assert second.plain in phrases("en").noted
    assert second.memories == ()


# -- dates -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_said_today_is_told_without_the_date(language: str) -> None:
    told = say("Where is the violin?", memory("The violin is in the wardrobe.", "en", hours=2), language=language).plain
    assert "2026" not in told
    assert phrases(language).today.strip(" 、") in told
    before = say("Where is the violin?", memory("The violin is in the wardrobe.", "en"), language=language).plain
    assert "2026" in before
