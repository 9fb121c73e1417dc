"""The feeling a text shows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soulkeep.text import affect_words
from soulkeep.text.affect import EMOTIONS, NEUTRAL, Affect, affect

LANGUAGES = ("en", "de", "fr", "es", "ko", "ja", "zh")

FEELINGS = [
    ("en", "We laughed all evening and I was so happy.", "joy"),
    ("en", "I am deeply thankful to you.", "gratitude"),
    ("en", "They ignore me and I feel lonely.", "loneliness"),
    ("en", "That is disgusting!", "disgust"),
    ("de", "Ich bin wütend auf meinen Chef.", "anger"),
    ("de", "Wir haben viel gelacht.", "joy"),
    ("de", "Ich habe Angst im Dunkeln.", "fear"),
    ("fr", "J'adore quand tu m'embrasses, mon amour.", "affection"),
    ("fr", "Elle pleurait toute la nuit.", "sadness"),
    ("fr", "Il est vraiment fâché.", "anger"),
    ("es", "Estoy asustado y no puedo dormir.", "fear"),
    ("es", "Lloré cuando se fue.", "sadness"),
    ("es", "¡Qué sorpresa!", "surprise"),
    ("ko", "너무 슬퍼서 울었어.", "sadness"),
    ("ko", "부끄러워서 고개를 못 들겠어.", "shame"),
    ("ko", "친구들이랑 놀아서 즐거웠어.", "joy"),
    ("ja", "とても楽しかったです。", "joy"),
    ("ja", "彼の態度にイライラする。", "anger"),
    ("ja", "ずっと孤独だった。", "loneliness"),
    ("zh", "他很生气。", "anger"),
    ("zh", "我为你感到骄傲。", "pride"),
    ("zh", "我好寂寞啊。", "loneliness"),
]

PLAIN = [
    ("en", "The shop on the corner opens at eight."),
    ("en", "Miss the bus and you walk."),
    ("de", "Der Laden an der Ecke öffnet um acht."),
    ("fr", "Le magasin ouvre à huit heures."),
    ("es", "La tienda abre a las ocho."),
    ("ko", "가게는 여덟 시에 열어."),
    ("ja", "店は八時に開きます。"),
    ("zh", "商店八点开门。"),
]

DENIED = [
    ("en", "I am happy.", "I am not happy."),
    ("en", "I feel very happy.", "I don't feel very happy."),
    ("de", "Ich bin glücklich.", "Ich bin nicht glücklich."),
    ("de", "Ich freue mich.", "Ich freue mich nicht."),
    ("fr", "Je suis heureuse.", "Je ne suis pas heureuse."),
    ("fr", "J'aime ça.", "J'aime pas ça."),
    ("es", "Estoy contenta.", "No estoy contenta."),
    ("ko", "나는 행복해.", "나는 안 행복해."),
    ("ko", "여행이 즐거웠어.", "여행이 즐겁지 않았어."),
    ("ja", "嬉しい。", "嬉しくない。"),
    ("ja", "旅行は楽しかった。", "旅行は楽しくありませんでした。"),
    ("zh", "我很开心。", "我不开心。"),
    ("zh", "他很高兴。", "他一点也不高兴。"),
]

RISING = [
    ("en", "sadness", "I am a bit sad.", "I am sad.", "I am very sad."),
    ("de", "sadness", "Ich bin ein bisschen traurig.", "Ich bin traurig.", "Ich bin sehr traurig."),
    ("fr", "sadness", "Je suis un peu triste.", "Je suis triste.", "Je suis très triste."),
    ("es", "sadness", "Estoy un poco triste.", "Estoy triste.", "Estoy muy triste."),
    ("ko", "sadness", "조금 슬퍼.", "슬퍼.", "정말 슬퍼."),
    ("ja", "sadness", "少し悲しい。", "悲しい。", "とても悲しい。"),
    ("zh", "sadness", "我有点难过。", "我难过。", "我非常难过。"),
]

BUT = [
    ("en", "The food was bad but the company was wonderful.", "The company was wonderful but the food was bad."),
    ("de", "Das Essen war schlecht, aber der Abend war toll.", "Der Abend war toll, aber das Essen war schlecht."),
    (
        "fr",
        "Le repas était mauvais mais la soirée était géniale.",
        "La soirée était géniale mais le repas était horrible.",
    ),
    ("es", "La comida fue mala pero la noche fue genial.", "La noche fue genial pero la comida fue horrible."),
    ("ko", "음식은 나빴지만 정말 즐거웠어.", "즐거웠지만 음식은 정말 최악이었어."),
    ("ja", "料理は最悪だったけど楽しかった。", "楽しかったけど料理は最悪だった。"),
    ("zh", "菜很糟糕，但是我很开心。", "我很开心，但是菜很糟糕。"),
]


def strength(judged: Affect, emotion: str) -> float:
    return dict(judged.emotions).get(emotion, 0.0)


@pytest.mark.parametrize(("language", "text", "emotion"), FEELINGS)
def test_the_strongest_emotion(language: str, text: str, emotion: str) -> None:
    assert affect(text, language).emotions[0].name == emotion


@pytest.mark.parametrize(("language", "text"), PLAIN)
def test_neutral_is_neutral(language: str, text: str) -> None:
    assert affect(text, language) == NEUTRAL == (0, 0, ())


@pytest.mark.parametrize(("language", "said", "denied"), DENIED)
def test_what_is_denied_is_no_joy(language: str, said: str, denied: str) -> None:
    assert affect(said, language).valence > 0.2
    assert affect(denied, language).valence < 0
    assert not {"joy", "affection"} & {emotion.name for emotion in affect(denied, language).emotions}


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "I'm not sad."),
        ("de", "Ich bin nicht traurig."),
        ("fr", "Je ne suis pas triste."),
        ("es", "No estoy triste."),
        ("ko", "슬프지 않아."),
        ("ja", "悲しくない。"),
        ("zh", "我不难过。"),
    ],
)
def test_who_is_not_sad_shows_no_sadness(language: str, text: str) -> None:
    judged = affect(text, language)
    assert 0 <= judged.valence < 0.3
    assert judged.emotions == ()


@pytest.mark.parametrize(("language", "emotion", "weak", "plain", "strong"), RISING)
def test_intensity(language: str, emotion: str, weak: str, plain: str, strong: str) -> None:
    rising = [affect(text, language) for text in (weak, plain, strong)]
    assert 0 < strength(rising[0], emotion) < strength(rising[1], emotion) < strength(rising[2], emotion) < 1
    assert 0 > rising[0].valence > rising[1].valence > rising[2].valence > -1


@pytest.mark.parametrize(("language", "well", "badly"), BUT)
def test_what_follows_but_counts_more(language: str, well: str, badly: str) -> None:
    assert affect(well, language).valence > 0 > affect(badly, language).valence


def test_exclamation_shouting_and_asking() -> None:
    plain = strength(affect("I am happy.", "en"), "joy")
    assert strength(affect("I am happy!", "en"), "joy") > plain
    assert strength(affect("I am HAPPY.", "en"), "joy") > plain
    assert strength(affect("Are you happy?", "en"), "joy") < plain


def test_an_intensifier_behind_its_word() -> None:
    assert affect("I love you very much.", "en").valence > affect("I love you.", "en").valence
    assert affect("Te quiero mucho.", "es").valence > affect("Te quiero.", "es").valence


def test_never_so_happy_is_happy() -> None:
    assert affect("I have never been so happy.", "en").valence > 0.5
    assert affect("Ich war noch nie so glücklich.", "de").valence > 0.5
    assert affect("I am never happy.", "en").valence < 0


@pytest.mark.parametrize("language", [*LANGUAGES, "xx"])
@pytest.mark.parametrize(
    ("sign", "emotion", "valence"),
    [
        ("❤️", "affection", 1),
        ("😭", "sadness", -1),
        ("😡", "anger", -1),
        (":)", "joy", 1),
        (":(", "sadness", -1),
        ("ㅋㅋㅋ", "joy", 1),
    ],
)
def test_emoji_and_emoticons_everywhere(language: str, sign: str, emotion: str, valence: int) -> None:
    judged = affect(f"ok {sign}", language)
    assert judged.emotions[0].name == emotion
    assert judged.valence * valence > 0


@pytest.mark.parametrize("text", ["http://example.com", "at 10:00 (see p. 3:D2)", "XDocument", "a=b; c:port", "1:0"])
def test_emoticons_in_other_things(text: str) -> None:
    assert affect(text, "xx") == NEUTRAL


def test_arousal() -> None:
    assert affect("I'm furious!", "en").arousal > 0.3 > 0 > affect("I feel calm and relaxed.", "en").arousal
    assert affect("I'm exhausted.", "en").arousal < 0
    assert affect("I'm exhausted.", "en").valence < 0


def test_other_spellings() -> None:
    assert affect("I’m sooo haaaappy", "en").emotions[0].name == "joy"
    assert affect("Je suis enervee", "fr").emotions[0].name == "anger"
    assert affect("我很難過，也很孤獨", "zh").valence < -0.5
    assert affect("特别开心", "zh").valence > 0.5


def test_the_lists() -> None:
    assert set(affect_words.WORDS) == set(LANGUAGES)
    for table in affect_words.WORDS.values():
        entries = [word.strip() for rows in table.values() for row in rows if row for word in row.split(",")]
        assert len(entries) > 100
        assert all(entries)


@given(text=st.text(max_size=300), language=st.sampled_from([*LANGUAGES, "xx", ""]))
def test_bounds_for_any_text(text: str, language: str) -> None:
    check(affect(text, language))


WORDS = [
    word.strip(" *=")
    for table in affect_words.WORDS.values()
    for rows in table.values()
    for row in rows
    for word in row.split(",")
]
MODIFIERS = [
    "very",
    "not",
    "but",
    "sehr",
    "nicht",
    "très",
    "pas",
    "muy",
    "no",
    "정말",
    "지 않아",
    "とても",
    "くない",
    "很",
    "不",
    "!",
    "?",
    ".",
    "😭",
    ":)",
]


@given(
    text=st.lists(st.sampled_from([*WORDS, *MODIFIERS]), max_size=40).map(" ".join), language=st.sampled_from(LANGUAGES)
)
def test_bounds_for_words_of_feeling(text: str, language: str) -> None:
    check(affect(text, language))


def check(judged: Affect) -> None:
    assert -1 <= judged.valence <= 1
    assert -1 <= judged.arousal <= 1
    intensities = [emotion.intensity for emotion in judged.emotions]
    assert all(0 < intensity <= 1 for intensity in intensities)
    assert intensities == sorted(intensities, reverse=True)
    names = [emotion.name for emotion in judged.emotions]
    assert set(names) <= set(EMOTIONS)
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    "text", ["", "?", "x" * 100_000, "not " * 25_000, "very happy " * 9_000, "😭" * 50_000, "\u200b", "!" * 100_000]
)
def test_any_length(text: str) -> None:
    for language in (*LANGUAGES, "xx"):
        check(affect(text, language))
