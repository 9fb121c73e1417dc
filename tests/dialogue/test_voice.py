"""The offline voice quotes what is remembered, says where it is from, and admits what it doesn't know."""

from __future__ import annotations

from datetime import timedelta

import pytest

import soulkeep
from tests_support import static_keep

CASES = {
    "en": ("I adopted a cat called Miso.", "What is my cat called?", "Where does my grandmother's parrot sleep?"),
    "ko": ("나는 미소라는 고양이를 입양했어.", "내 고양이 이름이 뭐야?", "할머니의 앵무새는 어디에서 자?"),
    "de": ("Meine Katze heißt Miso.", "Wie heißt meine Katze?", "Wo schläft der Papagei meiner Großmutter?"),
    "fr": ("Mon chat s'appelle Miso.", "Comment s'appelle mon chat ?", "Où dort le perroquet de ma grand-mère ?"),
    "es": ("Mi gata se llama Miso.", "¿Cómo se llama mi gata?", "¿Dónde duerme el loro de mi abuela?"),
    "ja": ("ミソという猫を飼い始めました。", "私の猫の名前は何ですか？", "祖母のオウムはどこで寝ていますか？"),
    "zh": ("我养了一只叫味噌的猫。", "我的猫叫什么名字？", "奶奶的鹦鹉在哪里睡觉？"),
}
FILLER = {
    "en": "The tram was late again today.", "ko": "오늘도 버스가 늦었어.", "de": "Die Bahn kam wieder zu spät.",
    "fr": "Le tram était encore en retard.", "es": "El tranvía llegó tarde otra vez.",
    "ja": "今日も電車が遅れました。", "zh": "今天电车又晚点了。",
}  # fmt: skip


@pytest.mark.parametrize("language", CASES)
def test_answers_from_memory_or_admits(language: str, clock: soulkeep.ManualClock) -> None:
    told, asked, unknown = CASES[language]
    with static_keep(clock) as keep:
        holmes = keep.character("holmes", language=language)
        holmes.observe(FILLER[language], person="anna", id="filler")
        holmes.observe(told, person="anna", id="cat")
        clock.advance(timedelta(days=3))
        answer = holmes.reply(asked, person="anna")
        assert answer.responder == "voice"
        assert answer.references[0].memory.id == "cat"
        assert told in answer.text
        assert "[m1]" in answer.text
        admitted = holmes.reply(unknown, person="anna")
        assert admitted.responder == "admission"
        assert admitted.references == ()


def test_says_when_and_by_whom(clock: soulkeep.ManualClock) -> None:
    with static_keep(clock) as keep:
        holmes = keep.character("holmes", name="Sherlock Holmes")
        holmes.observe("I adopted a cat called Miso.", person="anna")
        holmes.observe("The violin is in the wardrobe.", person="anna", speaker="Sherlock Holmes")
        holmes.observe("The milkman found a glove in the garden.", person="anna", speaker="Watson")
        clock.advance(timedelta(days=1))
        assert "8 May 2026, yesterday" in (cat := holmes.reply("What is my cat called?", person="anna").text)
        assert cat.startswith(("You told me", "I remember you saying"))
        own = holmes.reply("Where is the violin?", person="anna").text
        assert own.startswith(("I said", "I remember saying"))
        assert "Watson" in holmes.reply("What did the milkman find in the garden?", person="anna").text


def test_quotes_the_sentences_of_a_long_passage_that_answer(clock: soulkeep.ManualClock) -> None:
    filler = "The fog lay thick on the river and the lamps were lit at noon. " * 8
    with static_keep(clock) as keep:
        holmes = keep.character("holmes")
        holmes.learn(f"{filler}The snake came down the bell rope. {filler}", source="notebook")
        reply = holmes.reply("How did the snake come down?", person="anna")
        assert "The snake came down the bell rope." in reply.text
        assert "notebook" in reply.text
        assert len(reply.text) < 500


def test_does_not_answer_with_questions_or_its_own_echo(clock: soulkeep.ManualClock) -> None:
    with static_keep(clock) as keep:
        holmes = keep.character("holmes")
        holmes.observe("I adopted a cat called Miso.", person="anna", id="cat")
        for _ in range(4):
            clock.advance(timedelta(minutes=1))
            reply = holmes.reply("What is my cat called?", person="anna")
            assert [reference.memory.id for reference in reply.references] == ["cat"]


def test_a_statement_is_noted(clock: soulkeep.ManualClock) -> None:
    with static_keep(clock) as keep:
        reply = keep.character("holmes").reply("My sister plays the cello.", person="anna")
        assert (reply.responder, reply.references) == ("voice", ())
        assert "?" not in reply.text


def test_wordings_vary(clock: soulkeep.ManualClock) -> None:
    with static_keep(clock) as keep:
        holmes = keep.character("holmes")
        said = set()
        for i in range(12):
            clock.advance(timedelta(minutes=1))
            said.add(holmes.reply(f"Do you know the parrot number {i}?", person="anna").text)
        assert len(said) > 1
