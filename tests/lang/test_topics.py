"""Tests of the topics of talk: names, nouns and phrases as they stand, no function words, no greetings."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soulkeep.lang.topic_words import is_hollow, names_matter
from soulkeep.lang.topics import korean_noun, topics, topics_of

TALK = {
    "en": (
        "Hello! I took my boat to the old lighthouse with Leo Marsh.",
        "The lighthouse is lovely. Did Leo Marsh row the boat?",
        "We repaired the boat engine, and the boat engine runs again. The lighthouse keeper helped.",
    ),
    "de": (
        "Hallo! Ich habe heute im Garten gearbeitet, und der Garten ist schön.",
        "Wachsen im Garten schon die Tomaten?",
        "Ja, die Tomaten sind reif. Danke!",
    ),
    "fr": (
        "Bonjour ! J'ai acheté un vélo pour aller à l'hôpital.",
        "Le vélo est rouge, et l'hôpital est loin.",
        "Merci, mon vélo me plaît beaucoup.",
    ),
    "es": (
        "¡Hola! Toco el violonchelo en una orquesta de Sevilla.",
        "El violonchelo era de mi abuelo. ¿Te gusta la orquesta?",
        "Mi abuelo tocaba muy bien, gracias.",
    ),
    "ko": (
        "안녕! 고양이가 도서관에 들어왔어.",
        "도서관에서 고양이를 봤어? 정말 귀엽다.",
        "응, 고양이는 도서관을 좋아해. 사서한테 물어봤어.",
    ),
    "ja": (
        "こんにちは。札幌の病院で働いています。",
        "モカは雪が好きですか？",
        "モカは病院の庭で遊びます。札幌は寒いです。",
    ),
    "zh": (
        "你好！我在出版社工作，我养了一只橘猫。",
        "橘猫喜欢出版社吗？",
        "橘猫怕打雷，出版社的同事都认识它。谢谢！",
    ),
}
EXPECTED = {
    "en": {"lighthouse", "Leo Marsh", "boat engine"},
    "de": {"Garten", "Tomaten"},
    "fr": {"vélo", "hôpital"},
    "es": {"violonchelo", "orquesta", "abuelo"},
    "ko": {"고양이", "도서관"},
    "ja": {"札幌", "病院", "モカ"},
    "zh": {"橘猫", "出版社"},
}


@pytest.mark.parametrize("language", TALK)
def test_what_talk_is_about(language: str) -> None:
    found = topics(TALK[language], language)
    assert EXPECTED[language] <= set(found), found
    assert all(any(topic.casefold() in text.casefold() for text in TALK[language]) for topic in found)
    idle = {
        "hello",
        "hallo",
        "bonjour",
        "hola",
        "안녕",
        "정말",
        "こんにちは",
        "你好",
        "谢谢",
        "merci",
        "gracias",
        "danke",
    }
    assert idle.isdisjoint(topic.casefold() for topic in found)


def test_the_most_telling_first_and_no_more_than_asked() -> None:
    assert topics(TALK["ko"], "ko", count=2) == ("고양이", "도서관")
    assert topics(TALK["de"], "de", count=1) == ("Garten",)
    assert topics(TALK["de"], "de", count=0) == ()
    assert topics([], "en") == ()


def test_no_topic_says_another_again() -> None:
    found = topics(TALK["en"], "en")
    assert "boat" not in found
    assert "engine" not in found


def test_speakers_are_no_topic() -> None:
    texts = [("My cat met Melanie and Mel in Bath. I told Melanie that Bath is cold.", "en")]
    found = topics_of(texts, without=("Melanie", "Sherlock Holmes"))
    assert "Bath" in found
    assert not {"Melanie", "Mel"} & set(found)


def test_names_that_small_words_join() -> None:
    assert "Lope de Vega" in topics(["El teatro es de Lope de Vega."], "es")


def test_days_and_contractions_are_no_topic() -> None:
    assert topics(["We can't wait, it's on Friday. Can't you come on Friday in May?"], "en") == ()


def test_adverbs_comparatives_and_what_goes_with_any_talk_are_no_topic() -> None:
    texts = [
        "I no longer need better suggestions.",
        "The options are actually longer.",
        "My note lists an easier step.",
    ]
    assert not {"longer", "better", "suggestions", "options", "actually", "note", "easier", "step"} & set(
        topics(texts, "en")
    )


def test_activities_but_no_verbs() -> None:
    texts = ["I am managing the team and improving my Spanish.", "I love running. We went climbing in Wales."]
    found = set(topics(texts, "en", count=20))
    assert {"running", "climbing"} <= found
    assert not {"managing", "improving"} & found


def test_a_heading_is_no_name() -> None:
    texts = ["The budget is small. Look at Budget first.", "My budget grew."]
    assert "Budget" not in topics(texts, "en")
    assert topics(["I'm Marcus and I live in Leeds."], "en", count=1) in (("Marcus",), ("Leeds",))


@pytest.mark.parametrize(
    ("topic", "language", "hollow"),
    [
        ("suggestions", "en", True), ("detailed advice", "en", True), ("longer", "en", True),
        ("study group", "en", True),
        ("pottery class", "en", False), ("cat", "en", False), ("delicious", "en", True), ("Harry Potter", "en", False),
        ("Vorschläge", "de", True), ("Garten", "de", False),
        ("추천", "ko", True), ("등산", "ko", False), ("建议", "zh", True),
    ],
)  # fmt: skip
def test_hollow_words(topic: str, language: str, hollow: bool) -> None:
    assert is_hollow(topic, language) is hollow


@pytest.mark.parametrize(
    ("topic", "matter"),
    [
        ("sister", True), ("cats", True), ("pottery", True), ("dance studio", True), ("libraries", True),
        ("nurses", True),
        ("longer", False), ("managing", False), ("specific area", False), ("suggestions", False), ("bit", False),
    ],
)  # fmt: skip
def test_matters(topic: str, matter: bool) -> None:
    assert names_matter(topic) is matter


def test_each_text_in_its_own_language() -> None:
    found = topics_of([(text, language) for language in ("de", "ko") for text in TALK[language]])
    assert {"Garten", "고양이"} <= set(found)


@pytest.mark.parametrize(
    ("word", "noun"),
    [
        ("고양이", "고양이"), ("고양이가", "고양이"), ("도서관에서", "도서관"), ("병원이", "병원"),
        ("바다와", "바다"), ("서울로", "서울"), ("친구한테", "친구"), ("사과", "사과"), ("작가", "작가"),
        ("먹었어", None), ("달에", None), ("좋아하는", None), ("집", None),
    ],
)  # fmt: skip
def test_korean_particles(word: str, noun: str | None) -> None:
    assert korean_noun(word) == noun


@settings(max_examples=150)
@given(
    texts=st.lists(st.text(max_size=150), max_size=5),
    language=st.sampled_from([*TALK, "ru", "xx", ""]),
    count=st.integers(0, 8),
)
def test_any_text(texts: list[str], language: str, count: int) -> None:
    found = topics(texts, language, count=count)
    assert found == topics(texts, language, count=count)
    assert len(found) <= count
    assert len(set(found)) == len(found)
