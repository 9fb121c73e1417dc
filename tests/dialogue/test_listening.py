"""What the offline voice answers to who tells it something: it listens, and quotes only what bears on that."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from test_voice import CASES

from soulkeep.dialogue.phrases import LANGUAGES, phrases
from soulkeep.dialogue.voice import Spoken, evidence, speak
from soulkeep.records import Hit, Memory, Recall

NOW = datetime(2026, 5, 9, 20, tzinfo=UTC)
BAD_NEWS = {
    "en": ("My father died last week.", "My wife left me.", "My dog died this morning.", "My mum has cancer."),
    "ko": ("우리 엄마가 돌아가셨어.", "아내가 떠났어.", "이혼했어."),
    "ja": ("母が亡くなりました。", "クビになった。", "父が癌だと言われました。", "彼氏に振られて泣いています。"),
    "zh": ("我被解雇了。", "我妻子离开了我。", "我得了癌症。", "我的狗死了。"),
    "de": ("Ich habe Krebs.", "Meine Frau hat mich verlassen."),
    "fr": ("Ma femme m'a quitté.", "Mon père est mort hier.", "J'ai perdu mon travail et je suis désespéré."),
    "es": ("Mi madre murió ayer.", "Mi mujer me dejó.", "Perdí mi trabajo y estoy desesperado."),
}  # fmt: skip
GOOD_NEWS = {
    "en": "We're getting married, I'm so happy!", "fr": "J'ai eu le poste, je suis trop heureux !",
}  # fmt: skip
LASTING = {
    "en": ("My sister plays the cello.", "I live in Porto.", "I work as a nurse."), "ko": ("나는 부산에 살아.",),
    "ja": ("私は京都に住んでいます。", "妹はチェロを弾いています。"), "zh": ("我住在上海。", "我妹妹会拉大提琴。"),
    "de": ("Ich wohne in Köln.", "Meine Schwester spielt Cello."),
    "fr": ("J'habite à Lyon.", "Ma sœur joue du violoncelle."), "es": ("Vivo en Sevilla.", "Me llamo Inés."),
}  # fmt: skip
JOKES = (
    "My diet starts tomorrow, it has been starting tomorrow since 2009.",
    "Captain? Me? I get seasick in the bath, sire!",
)


def memory(text: str, language: str = "en", *, hours: float = 30.0) -> Memory:
    then = NOW - timedelta(hours=hours)
    return Memory(
        id="m", kind="turn", text=text, owner="holmes", person="anna", source="lived", speaker="anna", time=then,
        language=language, accessed=then,
    )  # fmt: skip


def recalled(*memories: Memory, similarity: float = 0.3) -> Recall:
    hits = (
        Hit(memory=one, score=2.6, parts={}, similarity=similarity, coverage=1.0, retention=1.0, tokens=5)
        for one in memories
    )
    return Recall(hits=tuple(hits), confidence=0.9)


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


@pytest.mark.parametrize("language", GOOD_NEWS)
def test_good_news_gladden(language: str) -> None:
    assert say(GOOD_NEWS[language], language=language).plain in phrases(language).glad


@pytest.mark.parametrize(
    ("language", "said"), [(language, said) for language in LANGUAGES for said in LASTING[language]]
)
def test_what_lasts_is_noted(language: str, said: str) -> None:
    assert say(said, language=language).plain in phrases(language).noted


@pytest.mark.parametrize("said", ["I'm flying to Rome on Friday.", "I'll call you tomorrow, I promise."])
def test_plans_and_promises_are_noted(said: str) -> None:
    assert say(said).plain in phrases("en").noted


@pytest.mark.parametrize("said", JOKES)
def test_jokes_are_laughed_at(said: str) -> None:
    assert say(said).plain in phrases("en").amused


@pytest.mark.parametrize("said", ["I have cancer.", "I have leukemia.", "I've got cancer.", "I want to die.", ":)"])
def test_what_is_no_joke_is_not_laughed_at(said: str) -> None:
    assert say(said).plain not in (*phrases("en").amused, *phrases("en").glad)


@pytest.mark.parametrize("said", ["I had soup for lunch.", "I bought a new lamp."])
def test_what_passes_is_listened_to(said: str) -> None:
    assert say(said).plain in phrases("en").go_on


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
    assert bears("I'm a nurse in Bonn.", "I met a nurse in Bonn.")
    assert bears("I'm a nurse in Bonn.", "My work is at the hospital.", similarity=0.8)


@pytest.mark.parametrize("text", ["Hello!", "Hi, I'm Anna.", "My name is Anna.", "Tell me about nurses!", "Yes."])
def test_greetings_introductions_and_biddings_bear_on_no_statement(text: str) -> None:
    assert not bears("Anna the nurse said hello and yes.", text)


def test_an_introduction_answers_who_one_is() -> None:
    assert bears("Who is called Anna?", "My name is Anna.")


def test_what_was_quoted_lately_is_not_quoted_again_to_who_tells_something() -> None:
    otto = memory("Otto is my dog.")
    first = say("My dog Otto barks.", otto).plain
    assert "Otto is my dog." in first
    second = say("My dog Otto barks a lot.", otto, lately=(first,))
    assert "Otto is my dog." not in second.plain
    assert second.memories == ()


# -- dates -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_said_today_is_told_without_the_date(language: str) -> None:
    told, asked, _ = CASES[language]
    now = say(asked, memory(told, language, hours=2), language=language).plain
    assert "2026" not in now
    assert phrases(language).today.strip(" 、") in now
    before = say(asked, memory(told, language), language=language).plain
    assert "2026" in before
