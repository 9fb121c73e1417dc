"""Words meet across cases, endings, scripts and accents, as a question and a memory should."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soulkeep.lang.function_words import function_terms
from soulkeep.lang.language import detect
from soulkeep.lang.selfhood import speaks_of_self
from soulkeep.lang.sentences import sentences
from soulkeep.lang.terms import hash_terms, terms
from soulkeep.lang.tokens import count_tokens


def shared(language: str, one: str, other: str) -> set[str]:
    return set(terms(one, language)) & set(terms(other, language)) - function_terms(language)


def test_the_papers_sentence() -> None:
    """(4): tokenisation, normalisation and stemming let the question find the house."""
    stored = "The house is Red. I found it driving to dallas."
    asked = "What color was the House you saw on the drive to Dallas?"
    assert shared("en", stored, asked) == {"hous", "drive", "dalla"}


@pytest.mark.parametrize(
    ("language", "stored", "asked"),
    [
        ("en", "Wiard's orchard", "the orchards of Wiard"),
        ("en", "Wiard’s café", "wiard cafe"),
        ("en", "version 7.6", "Version 7.6?"),
        ("en", "I write C++ at work", "who knows c++"),
        ("de", "Die Häuser brannten", "Das Haus brennt"),
        ("fr", "l'homme parlait", "des hommes"),
        ("es", "Me gustan las canciones", "una canción"),
        ("ru", "красивые дома", "красивый дом"),
        ("ko", "두부는 고양이야", "두부가 자?"),
        ("ko", "자전거로 간다", "자전거 샀어"),
        ("ko", "서울에서 살아", "서울에 언제 갔어"),
        ("ja", "猫を飼う", "猫の名前"),
        ("ja", "ミソという", "ミソは"),
        ("zh", "我养了一只猫叫味噌", "味噌是谁"),
        ("en", "Ｆｕｌｌ width", "full"),
        ("en", "I visited 서울 in May", "서울"),
    ],
)
def test_forms_of_a_word_meet(language: str, stored: str, asked: str) -> None:
    assert shared(language, stored, asked)


@given(st.text(max_size=300), st.sampled_from(["en", "ko", "ja", "zh", "de", "fr", "xx", "ru", "ar", "th"]))
def test_any_text_can_be_read(text: str, language: str) -> None:
    found = terms(text, language)
    assert all(found)
    assert len(hash_terms(found)) == len(found)
    assert detect(text)
    assert count_tokens(text) >= 0
    assert speaks_of_self(text, language) in (True, False)
    assert "".join("".join(sentences(text)).split()) == "".join(text.split())


def test_hashes_are_the_same_everywhere() -> None:
    assert hash_terms(["cat", "고양이", "猫"]).tolist() == [2656977832, 3303291007, 2245964304]
    code = "from soulkeep.lang.terms import hash_terms; print(hash_terms(['cat'])[0])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(done.stdout) == 2656977832


def test_threads_read_alike() -> None:
    texts = [f"running horses number {i} jumped" for i in range(300)]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda text: terms(text, "en"), texts)) == [terms(text, "en") for text in texts]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "I think that the cat is in the garden."),
        ("de", "Ich habe die Katze nicht gesehen, aber das ist auch nicht schlimm."),
        ("fr", "Je ne sais pas où est le chat de ma sœur, mais il est parti."),
        ("es", "No sé dónde está el gato de mi hermana, pero está bien."),
        ("it", "Non so dove è il gatto di mia sorella, ma sono contento."),
        ("pt", "Eu não sei onde está o gato da minha irmã, mas está tudo bem."),
        ("ru", "Я не знаю, где кошка."),
        ("uk", "Я не знаю, де моя кішка і її їжа."),
        ("ko", "나는 GitHub에서 일해."),
        ("ja", "東京で働いています。"),
        ("zh", "我在北京工作。"),
        ("el", "Δεν ξέρω πού είναι η γάτα."),
        ("ar", "لا أعرف أين القطة."),
        ("he", "אני לא יודע איפה החתול."),
        ("th", "ฉันไม่รู้ว่าแมวอยู่ที่ไหน"),
        ("hi", "मुझे नहीं पता बिल्ली कहाँ है।"),
    ],
)
def test_languages_are_told_apart(language: str, text: str) -> None:
    assert detect(text, "xx") == language


@pytest.mark.parametrize("text", ["Wow, Caroline!", "Miso?", "ok", "haha", "👍", "", "12:30"])
def test_what_tells_nothing_gets_the_default(text: str) -> None:
    assert detect(text) == "en"
    assert detect(text, "fi") == "fi"


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Mr. Holmes met Dr. Watson at 3.30 today. It rained.", 2),
        ("I like e.g. tea. And you?", 2),
        ("J. R. R. Tolkien wrote it.", 1),
        ("「行くぞ。」と彼は言った。雨だった。", 3),
        ("안녕하세요. 반가워요! 뭐 해요?", 3),
        ("Well… perhaps. “Really?” Yes!", 4),
    ],
)
def test_sentences_end_where_they_end(text: str, count: int) -> None:
    assert len(sentences(text)) == count


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "What is my cat called?", True),
        ("en", "What is Anna's cat called?", False),
        ("ko", "내 고양이 이름이 뭐야?", True),
        ("ko", "안나의 고양이 이름이 뭐야?", False),
        ("zh", "我的猫叫什么？", True),
        ("de", "Wie heißt meine Katze?", True),
        ("xx", "my cat", False),
    ],
)
def test_who_speaks_of_themselves(language: str, text: str, expected: bool) -> None:
    assert speaks_of_self(text, language) is expected


@pytest.mark.parametrize(
    ("text", "least", "most"),
    [
        ("", 0, 0),
        ("I adopted a cat called Miso yesterday, and she hides from the trams.", 14, 22),
        ("나는 어제 미소라는 고양이를 입양했어.", 12, 24),
        ("我昨天收养了一只叫味噌的猫。", 9, 16),
        ("Я вчера завёл кошку по имени Мисо.", 9, 20),
    ],
)
def test_tokens_are_about_right(text: str, least: int, most: int) -> None:
    assert least <= count_tokens(text) <= most
