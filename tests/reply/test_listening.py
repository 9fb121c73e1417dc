"""Tests of the offline voice's answers to somebody who tells it something: it listens, and quotes only what bears on
that."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from test_voice import CASES

from soulkeep.judgement import talk
from soulkeep.judgement.model import ACTS, KINDS, MATTERS, TONGUES, WHO, Judgement
from soulkeep.reply.evidence import PERHAPS, evidence
from soulkeep.reply.phrases import LANGUAGES, phrases
from soulkeep.reply.voice import voice
from soulkeep.reply.voice.voice import Spoken, speak
from soulkeep.types.records import Hit, Memory, Recall

NOW = datetime(2026, 5, 9, 20, tzinfo=UTC)
BAD_NEWS = {
    "en": ("My father died last week.", "I lost my job and I can't pay the rent."), "ko": ("우리 엄마가 돌아가셨어.",),
    "ja": ("母が亡くなりました。", "クビになった。"), "zh": ("我妻子离开了我。", "我被解雇了。"),
    "de": ("Meine Frau hat mich verlassen.",), "fr": ("Mon père est mort hier.", "Ma femme m'a quitté."),
    "es": ("Perdí mi trabajo y estoy desesperado.",),
}  # fmt: skip
FACTS = {
    "en": ("I live in Porto.", "I work as a nurse."), "ko": ("나는 부산에 살아.",), "ja": ("私は京都に住んでいます。",),
    "zh": ("我叫小美。",), "de": ("Ich wohne in Köln.",), "fr": ("J'habite à Lyon.",), "es": ("Me llamo Inés.",),
}  # fmt: skip


def judged(monkeypatch: pytest.MonkeyPatch, kind: str, *, valence: float = 0.0, **matters: float) -> None:
    """Let whatever is said be judged to be of a kind."""
    told = Judgement(
        kinds={name: 0.9 if name == kind else 0.01 for name in KINDS}, importance=3.0, valence=valence, arousal=0.1,
        towards=0.0, ends=0.0, emotions=(), who=dict.fromkeys(WHO, 0.25), matters=dict.fromkeys(MATTERS, 0.0) | matters,
        acts=dict.fromkeys(ACTS, 0.05), tongues=dict.fromkeys(TONGUES, 0.125),
    )  # fmt: skip
    for module in (voice, talk):
        monkeypatch.setattr(module, "judge", lambda text: told)


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
    found = evidence(said, recalled(*memories), language, frozenset(["Holmes"]))
    return speak(
        said, found.at_least(PERHAPS), language=language, person="anna", own_names=frozenset(["Holmes"]), now=NOW,
        lately=lately, sure=found.sure, **more,  # type: ignore[arg-type]
    )  # fmt: skip


def bears(said: str, text: str, *, similarity: float = 0.3) -> bool:
    found = evidence(said, recalled(memory(text), similarity=similarity), "en", frozenset(["Holmes"]))
    return bool(found.at_least(PERHAPS))


# -- bad news ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "said"), [(language, said) for language in LANGUAGES for said in BAD_NEWS[language]]
)
def test_bad_news_are_answered_with_sympathy(language: str, said: str) -> None:
    assert say(said, language=language).plain in phrases(language).sorry


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("kind", "valence", "answer"),
    [
        ("statement", -0.7, "sorry"),
        ("lasting", -0.7, "sorry"),
        ("joke", -0.7, "amused"),
        ("joke", 0.7, "amused"),
        ("request", -0.7, "unable"),
        ("request", 0.0, "unable"),
        ("statement", 0.7, "glad"),
        ("lasting", 0.7, "glad"),
        ("courtesy", 0.7, "go_on"),
        ("lasting", 0.0, "noted"),
        ("plan", 0.0, "noted"),
        ("plan", -0.5, "noted"),  # an exam makes nervous; it is no bad news
        ("plan", -0.8, "sorry"),
        ("promise", 0.0, "noted"),
        ("statement", 0.0, "go_on"),
        ("small_talk", 0.0, "go_on"),
    ],
)
def test_how_a_statement_is_judged_decides_what_is_answered(
    language: str, kind: str, valence: float, answer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged(monkeypatch, kind, valence=valence)
    for said in ("Violin, wardrobe, parrot.", "바이올린과 앵무새와 옷장."):
        spoken = say(said, language=language)
        assert spoken.plain in getattr(phrases(language), answer)
        assert (spoken.responder, spoken.memories) == ("voice", ())


@pytest.mark.parametrize(("matter", "laughed"), [("health", False), ("death", False), ("food", True)])
def test_nobody_laughs_at_an_illness_or_a_death(matter: str, laughed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    judged(monkeypatch, "joke", **{matter: 0.5})
    assert (say("The violin has a cold.").plain in phrases("en").amused) == laughed


def test_nobody_laughs_at_a_smiley(monkeypatch: pytest.MonkeyPatch) -> None:
    judged(monkeypatch, "joke")
    for language in LANGUAGES:
        assert say(":)", language=language).plain in phrases(language).go_on


@pytest.mark.parametrize("said", ["I have cancer.", "I have leukemia.", "I've got cancer.", "I want to die.", ":)"])
def test_what_is_no_joke_is_not_laughed_at(said: str) -> None:
    assert say(said).plain not in (*phrases("en").amused, *phrases("en").glad)


@pytest.mark.parametrize(("language", "said"), [(language, said) for language in LANGUAGES for said in FACTS[language]])
def test_facts_are_noted(language: str, said: str) -> None:
    assert say(said, language=language).plain in phrases(language).noted


def test_a_bare_fact_is_no_bad_news(monkeypatch: pytest.MonkeyPatch) -> None:
    judged(monkeypatch, "lasting", valence=-0.5)
    assert say("I live in Porto.").plain in phrases("en").noted
    assert say("The roof fell in.").plain in phrases("en").sorry


def test_good_news_gladden() -> None:
    assert say("We're getting married, I'm so happy!").plain in phrases("en").glad


def test_what_passes_is_listened_to() -> None:
    assert say("I had soup for lunch.").plain in phrases("en").go_on


def test_what_bad_news_recall_is_led_over_to_with_sympathy(monkeypatch: pytest.MonkeyPatch) -> None:
    judged(monkeypatch, "statement", valence=-0.7)
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
