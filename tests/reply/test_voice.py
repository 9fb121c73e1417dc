"""The offline voice quotes what is remembered, says where it is from, and admits what it doesn't know."""

from __future__ import annotations

import re
from dataclasses import fields
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

import soulkeep
from soulkeep.reply.answering import AnsweringHit
from soulkeep.reply.evidence import PERHAPS, evidence
from soulkeep.reply.persona import Persona, persona_of
from soulkeep.reply.phrases import LANGUAGES, REGISTERS, Phrases, phrases, phrases_of
from soulkeep.reply.voice.voice import Spoken, speak
from soulkeep.types.records import Hit, Memory, Recall
from tests_support import static_keep

CASES = {
    "en": ("My cat is called Miso.", "What is my cat called?", "Where does my grandmother's parrot sleep?"),
    "ko": ("우리 고양이 이름은 미소야.", "내 고양이 이름이 뭐야?", "할머니의 앵무새는 어디에서 자?"),
    "de": ("Meine Katze heißt Miso.", "Wie heißt meine Katze?", "Wo schläft der Papagei meiner Großmutter?"),
    "fr": ("Mon chat s'appelle Miso.", "Comment s'appelle mon chat ?", "Où dort le perroquet de ma grand-mère ?"),
    "es": ("Mi gata se llama Miso.", "¿Cómo se llama mi gata?", "¿Cuánto cuesta el billete a Madrid?"),
    "ja": ("私の猫の名前はミソです。", "私の猫の名前は何ですか？", "祖母のオウムはどこで寝ていますか？"),
    "zh": ("我的猫叫味噌。", "我的猫叫什么名字？", "奶奶的鹦鹉在哪里睡觉？"),
}
FILLER = {
    "en": "The tram was late again today.", "ko": "오늘도 버스가 늦었어.", "de": "Die Bahn kam wieder zu spät.",
    "fr": "Le tram était encore en retard.", "es": "El tranvía llegó tarde otra vez.",
    "ja": "今日も電車が遅れました。", "zh": "今天电车又晚点了。",
}  # fmt: skip


@pytest.mark.parametrize("language", CASES)
def test_answers_from_memory_or_admits(language: str, clock: soulkeep.ManualClock) -> None:
    told, asked, unknown = CASES[language]
    with static_keep(clock, embedder="static" if language == "en" else "multilingual") as keep:
        holmes = keep.character("holmes", language=language)
        holmes.observe(FILLER[language], person="anna", id="filler")
        holmes.observe(told, person="anna", id="cat")
        clock.advance(timedelta(days=3))
        answer = holmes.reply(asked, person="anna")
        assert answer.responder == "voice"
        assert answer.references[0].memory.id == "cat"
        assert told in answer.text
        assert "[m1]" in answer.text
        assert not answer.text.startswith(phrases(language).unsure)
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
        assert re.search(r"\b[Yy]ou(?:r)?\b", cat.split("“")[0])
        own = holmes.reply("Where is the violin?", person="anna").text
        assert re.search(r"\b(?:I|my)\b", own.split("“")[0])
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


def test_one_memory_answers_a_question(clock: soulkeep.ManualClock) -> None:
    with static_keep(clock) as keep:
        holmes = keep.character("holmes")
        holmes.observe("My cat is called Miso.", person="anna", id="cat")
        holmes.observe("My dog is called Otto.", person="anna", id="dog")
        clock.advance(timedelta(days=1))
        for animal in ("cat", "dog"):
            reply = holmes.reply(f"What is my {animal} called?", person="anna")
            assert [reference.memory.id for reference in reply.references] == [animal]


def test_what_is_over_is_told_in_place_of_what_was(clock: soulkeep.ManualClock) -> None:
    with static_keep(clock) as keep:
        holmes = keep.character("holmes")
        holmes.observe("My girlfriend is called Lena.", person="anna", id="lena")
        clock.advance(timedelta(days=30))
        holmes.observe("I broke up with Lena.", person="anna", id="over")
        clock.advance(timedelta(days=1))
        reply = holmes.reply("What is my girlfriend called?", person="anna")
        assert [reference.memory.id for reference in reply.references] == ["over"]


def test_what_changed_of_a_memory_is_told_where_it_is_asked_about(clock: soulkeep.ManualClock) -> None:
    """A turn may tell of several things: a move that is over says nothing of the cat, nor do thanks."""
    with static_keep(clock) as keep:
        watson = keep.character("watson")
        told = "Good evening, doctor. I have just moved to Lisbon, and I adopted a grey cat. Her name is Miso."
        watson.observe(told, person="anna", id="cat")
        clock.advance(timedelta(days=30))
        watson.observe("Oh, and I moved to Porto on Saturday. Lisbon was too loud.", person="anna", id="porto")
        watson.observe("Thank you, doctor. You are a true friend, I am so happy that I found you.", person="anna")
        clock.advance(timedelta(days=2))
        for question, answer in (("What is my cat called?", "cat"), ("Where do I live?", "porto")):
            reply = watson.reply(question, person="anna")
            assert [reference.memory.id for reference in reply.references] == [answer]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("likely", "expected"), [(0.9, "told"), (0.4, "unsure"), (0.15, "nothing")])
def test_how_surely_a_memory_answers_shows(
    language: str, likely: float, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "soulkeep.reply.evidence.answers",
        lambda said, hits, confidence: [AnsweringHit(hit, likely) for hit in hits],
    )
    told, asked, wordings = FILLER[language], CASES[language][2], phrases(language)
    spoken = say(asked, language, memory(told, language))
    assert spoken.plain.startswith(wordings.unsure) == (expected == "unsure")
    assert (told in spoken.plain) == (expected != "nothing")
    assert (spoken.plain in wordings.nothing) == (expected == "nothing")
    assert spoken.responder == ("admission" if expected == "nothing" else "voice")


# -- wordings, registers, repetition -----------------------------------------------------------------------------------

NOW = datetime(2026, 5, 9, 12, tzinfo=UTC)
WORDED = tuple(field.name for field in fields(Phrases) if field.name not in ("dated", "today", "quotes"))
SLOTS = {"told": {"when", "quote"}, "said": {"when", "quote"}, "heard": {"who", "when", "quote"}}
SLOTS |= {"read": {"where", "quote"}, "of_me": {"quote"}, "i_am": {"name"}, "you_are": {"name"}}
STYLES = {"plain": (), "warm": ("warm",), "terse": ("terse",), "formal": ("formal",), "casual": ("casual",)}


def memory(text: str, language: str, speaker: str | None = "anna") -> Memory:
    then = NOW - timedelta(days=1)
    return Memory(
        id=f"m{text}", kind="turn" if speaker else "passage", text=text, owner="holmes", person="anna",
        source="lived" if speaker else "notebook", speaker=speaker, time=then if speaker else None,
        language=language, accessed=then,
    )  # fmt: skip


def recalled(*memories: Memory) -> Recall:
    hits = tuple(
        Hit(memory=one, score=2.6, parts={}, similarity=0.9, coverage=1.0, retention=1.0, tokens=5) for one in memories
    )
    return Recall(hits=hits, confidence=0.9)


def say(
    said: str, language: str, *memories: Memory, persona: Persona | None = None, lately: list[str] | None = None,
    all_bear: bool = False,
) -> Spoken:  # fmt: skip
    recall = recalled(*memories)
    found = evidence(said, recall, language, frozenset(["Holmes"]))
    return speak(
        said, recall.hits if all_bear else found.at_least(PERHAPS), language=language, person="anna",
        own_names=frozenset(["Holmes"]), now=NOW, persona=persona, lately=lately or [], sure=found.sure,
    )  # fmt: skip


def of_style(register: str, address: str | None = None) -> Persona:
    return Persona("Holmes", style=STYLES[register], address=address)  # type: ignore[arg-type]


@pytest.mark.parametrize("polite", [None, True, False])
@pytest.mark.parametrize("register", REGISTERS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_wording_has_its_slots_and_no_others(language: str, register: str, polite: bool | None) -> None:
    wordings = phrases(language, register, polite=polite)
    for name in WORDED:
        ways = getattr(wordings, name)
        fewest = 3 if name in ("heard", "read", "of_me", "i_am", "you_are") else 4
        at_least = fewest if register == "plain" or name in ("nothing", "noted", "sorry", "go_on", "unable") else 2
        assert len(set(ways)) == len(ways) >= at_least, name
        for way in ways:
            assert set(re.findall(r"\{(\w+)\}", way)) == SLOTS.get(name, set()), way
            assert not re.search(r"[\[\]|]", way), way
            assert way.endswith("{quote}") == ("quote" in SLOTS.get(name, ())), way


@pytest.mark.parametrize("register", REGISTERS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_registers_word_what_is_said_most_in_their_own_way(language: str, register: str) -> None:
    plain, own = phrases(language), phrases(language, register)
    if register != "plain":
        for name in ("nothing", "noted", "reminded", "also", "again", "sorry"):
            assert len(set(getattr(own, name)) & set(getattr(plain, name))) <= 1, name


@pytest.mark.parametrize("register", REGISTERS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_two_hundred_inputs_never_give_the_same_text_twice_in_a_row(language: str, register: str) -> None:
    told, asked, unknown = CASES[language]
    cat, violin = memory(told, language), memory(FILLER[language], language, "Holmes")
    told_inputs = [(asked, (cat,))] * 3 + [(unknown, ())] * 3 + [(FILLER[language], ())] * 3 + [(asked, (cat, violin))]
    lately: list[str] = []
    for i in range(200):
        said, memories = told_inputs[i % len(told_inputs)]
        spoken = say(said, language, *memories, persona=of_style(register), lately=lately[-6:])
        assert spoken.plain not in lately[-1:]
        assert "{" not in spoken.plain
        if memories:
            opening, closing = phrases(language).quotes
            assert f"{opening}{told}{closing}" in spoken.plain
        lately.append(spoken.plain)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_comes_again_while_another_wording_is_left(language: str) -> None:
    lately: list[str] = []
    for _ in phrases(language).nothing:
        lately.append(say(CASES[language][2], language, lately=lately).plain)
    assert sorted(lately) == sorted(phrases(language).nothing)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_same_answer_says_that_it_is_the_same(language: str) -> None:
    told, asked, _ = CASES[language]
    first = say(asked, language, memory(told, language)).plain
    leads: set[str] = set()
    lately = [first]
    for _ in range(4):
        again = say(asked, language, memory(told, language), lately=lately).plain
        leads |= {lead for lead in phrases(language).again if again.startswith(lead)}
        lately.append(again)
    assert len(leads) > 1
    assert not first.startswith(phrases(language).again)
    assert len(set(lately)) == 5


@pytest.mark.parametrize("register", STYLES)
def test_every_sentence_begins_with_a_capital_also_with_a_speaker_who_is_written_small(register: str) -> None:
    told = [memory(f"The lamp burnt {when}.", "en", "the tavern") for when in ("on Monday", "in May")]
    lately: list[str] = []
    for _ in range(40):
        spoken = say("When did the lamp burn?", "en", *told, persona=of_style(register), lately=lately, all_bear=True)
        assert not re.search(r"(^|[.!?…”] |\] )[a-z]", spoken.text), spoken.text
        lately.append(spoken.plain)


def test_quotes_are_literal_even_where_they_look_like_markup() -> None:
    told = "The label says {when} , and [m2] |here| ,: “so” — 100 %."
    for language in LANGUAGES:
        spoken = say(
            "What does the label say?", language, memory(told, "en"), memory("Watson: 「x」。y", "ja", "Watson"),
            all_bear=True,
        )  # fmt: skip
        opening, closing = phrases(language).quotes
        assert f"{opening}{told}{closing} [m1]" in spoken.text
        assert f"{opening}Watson: 「x」。y{closing} [m2]" in spoken.text


def test_a_part_of_a_long_memory_is_literal_in_scripts_without_blanks() -> None:
    told = "昨日はとても長い一日でした。" * 20 + "猫の名前はミソです。庭で寝ています。" + "今日も長い一日でした。" * 20
    quote = re.search(r"「(.*)」", say("猫の名前は何ですか？", "ja", memory(told, "ja")).plain)
    assert quote is not None
    assert "猫の名前はミソです。" in quote[1]
    assert quote[1] in told


POLITE = {
    "ko": (r"(?:요|니다)[.!]", r"네가|너한테|(?:어|야|게)[.!] "),
    "ja": (r"(?:です|ます|ません|ました)", r"君|(?:覚えてるよ?|だ|ないな|(?<!し)[たる]よ?ね?)。"),
    "de": (r"\bSie\b|\bIhnen\b", r"\b[Dd]u\b|\b[Dd]ir\b"),
    "fr": (r"\b[Vv](?:ous|os|otre)\b", r"\b[Tt](?:u|oi|es|on)\b"),
    "es": (r"\busted\b", r"\w+iste\b|\bcontaste\b"),
    "zh": ("您", "你"),
}
POLITELY = {
    "ko": ("집사는 언제나 존댓말을 쓴다.", "소년은 누구에게나 반말을 쓴다."),
    "ja": ("執事は必ず敬語で話す。", "少年はいつもタメ口で話す。"),
    "de": ("Der Butler siezt jeden.", "Der Junge duzt jeden."),
    "fr": ("Le majordome vouvoie tout le monde.", "Le garçon tutoie tout le monde."),
    "es": ("El mayordomo trata de usted a todos.", "El chico tutea a todos."),
    "zh": ("管家说话总用敬语。", ""),
}


@pytest.mark.parametrize("language", POLITE)
def test_a_polite_character_speaks_politely_and_a_familiar_one_does_not(language: str) -> None:
    told, asked, _ = CASES[language]
    polite, familiar = POLITE[language]
    for description, expected, other in zip(POLITELY[language], (polite, familiar), (familiar, polite), strict=True):
        persona = persona_of(description, "X") if description else Persona("X", address="familiar")
        lately: list[str] = []
        for _ in range(4):
            spoken = say(asked, language, memory(told, language), persona=persona, lately=lately[-1:]).plain
            frame = spoken.replace(told, "").replace("…", "") + " "
            assert re.search(expected, frame), (frame, expected)
            assert not re.search(other, frame), (frame, other)
            lately.append(spoken)


def test_style_chooses_the_register() -> None:
    gruff = persona_of("Borin is a taciturn dwarf, a man of few words.", "Borin")
    assert phrases_of(gruff, "en") == phrases("en", "terse")
    assert say("Where does the parrot sleep?", "en", persona=gruff).plain in phrases("en", "terse").nothing
    butler = persona_of("A butler who is polite and dignified.", "James")
    assert say("Ich wohne in Köln.", "de", persona=butler).plain in phrases("de", "formal", polite=True).noted
    assert say("Die Sonne scheint.", "de", persona=butler).plain in phrases("de", "formal", polite=True).go_on
    assert phrases_of(None, "ko") == phrases("ko")
    assert phrases("it") == phrases("en")


def test_an_example_line_opens_an_answer_now_and_then_and_never_twice_in_a_row() -> None:
    holmes = persona_of(
        "Example lines:\n- Elementary!\n- I am 40.\n- Hello!\n- Yes!\n- Come at once if convenient.", "Holmes"
    )
    lately: list[str] = []
    for i in range(60):
        spoken = say(
            f"What is my cat number {i} called?", "en", memory(f"My cat number {i} is called Miso.", "en"),
            persona=holmes, lately=lately,
        )  # fmt: skip
        lately.append(spoken.plain)
    opened = [text.startswith("Elementary! ") for text in lately]
    assert 5 < sum(opened) < 40
    assert not any(first and second for first, second in pairwise(opened))
    assert not any(text.startswith(("I am", "Hello", "Yes", "Come")) for text in lately)
    told, asked, _ = CASES["ko"]
    for i in range(20):
        assert not say(f"{asked}{'?' * i}", "ko", memory(told, "ko"), persona=holmes).plain.startswith("Ele")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_without_its_mark_is_answered_or_admitted(language: str) -> None:
    told, asked, _ = CASES[language]
    plain = asked.strip("¿?？ ")
    assert say(plain, language).responder == "admission"
    assert told in say(plain, language, memory(told, language)).plain
    assert say("where does the parrot sleep", "en").responder == "admission"
    assert say("My sister plays the cello.", "en").responder == "voice"


def test_memories_are_quoted_in_their_own_language() -> None:
    spoken = say("Wie heißt meine Katze?", "de", memory("My cat is called Miso.", "en"))
    assert "„My cat is called Miso.“" in spoken.plain
    assert re.search(r"\b(?:du|mir|das|dir)\b", spoken.plain, re.IGNORECASE)


def test_a_date_joins_what_stands_around_it_without_stray_marks() -> None:
    for language in LANGUAGES:
        told, asked, _ = CASES[language]
        for register in REGISTERS:
            lately: list[str] = []
            for speaker in ("anna", "Holmes", "Watson", None):
                for _ in range(4):
                    one = say(
                        asked, language, memory(told, language, speaker), persona=of_style(register), lately=lately
                    )
                    frame = one.plain.replace(told, "x")
                    assert not re.search(r",:|,,|、、|  | ,|,\.|^[ ,]", frame), frame
                    lately.append(one.plain)
