"""Our Unigram against the reference implementation, on texts that people and machines write."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from threading import Thread

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soulkeep.models.embed import unigram
from soulkeep.models.embed.static import MULTILINGUAL
from soulkeep.models.embed.unigram import Unigram, split_words

tokenizers = pytest.importorskip("tokenizers")

FOLDER = MULTILINGUAL
PIECES = gzip.decompress((FOLDER / "vocab.txt.gz").read_bytes()).decode().splitlines()
SCORES = np.load(FOLDER / "scores.npy").tolist()
OURS = Unigram(PIECES, SCORES)


def _reference() -> Callable[[str], list[int]]:
    """Return a function that gives the reference's pieces of a text without unknown ones, when its normaliser splits
    the words."""
    han, symbols = unigram.HAN_AND_KANA, unigram.SYMBOLS
    after, before = rf"(?<=[{han}])(?=[^{han} ])|(?<=[{symbols}])(?=[^ ])", rf"(?<=[^{han} ])(?=[{han}])"
    before_symbol = rf"(?<=[^ ])(?=[{symbols}])"
    steps = tokenizers.normalizers
    model = tokenizers.models.Unigram([*zip(PIECES, SCORES, strict=True), ("<unk>", min(SCORES))], unk_id=len(PIECES))
    reference = tokenizers.Tokenizer(model)
    reference.normalizer = steps.Sequence(
        [
            steps.NFKC(),
            steps.Lowercase(),
            steps.NFKC(),
            steps.Replace(tokenizers.Regex(rf"[^\p{{L}}\p{{N}}{han}{symbols}]+"), " "),
            steps.Replace(tokenizers.Regex(f"{after}|{before}|{before_symbol}"), " "),
            steps.Replace(tokenizers.Regex(" +"), " "),
            steps.Strip(),
        ]
    )
    reference.pre_tokenizer = tokenizers.pre_tokenizers.Metaspace()
    unknown = len(PIECES)
    return lambda text: [id for id in reference.encode(text, add_special_tokens=False).ids if id != unknown]


THEIRS = _reference()

# By language, so that a failure tells which. Each sentence also runs in all its cuttings at spaces.
SENTENCES = {
    "en": [
        "I can't believe it's already 7:30pm -- we've GOT to leave...",
        "My sister adopted a kitten last week; she calls it Mr. Whiskers.",
        "He moved to Berlin in 2019 and works as a nurse at the children's hospital.",
        "Mail me@example.com or see https://example.com/a?b=c&d=%20#top",
        "snake_case CamelCase kebab-case $9.99 50% C++ <tag> ~/file [1] {x} |y| ^z `code`",
        "unaffable antidisestablishmentarianism xqzzyv Llanfairpwllgwyngyll",
        "“Curly” ‘quotes’ — dash – en… don't, y'all, rock'n'roll, O'Brien",
    ],
    "de": [
        "Meine Schwester hat letzte Woche ein Kätzchen aufgenommen, es heißt Minka.",
        "Die Donaudampfschifffahrtsgesellschaft stellte gestern neue Kapitäne ein.",
        "Ich bin allergisch gegen Erdnüsse und esse deshalb lieber zu Hause.",
        "GROẞE STRASSE, große Straße; Übergrößenträger, Äpfel und Öl!",
    ],
    "fr": [
        "L'été dernier, nous avons loué une maison près de la mer avec mes cousins.",
        "Çà et là, déjà-vu, naïve façade; cœur, œuvre, où ça ?",
        "Qu'est-ce que tu fais aujourd'hui ? J'ai un rendez-vous chez le médecin à 14h30.",
        "Mon père travaillait comme boulanger à Lyon jusqu'en 1998.",
    ],
    "es": [
        "¿Dónde está mi guitarra? ¡No la encuentro desde el lunes!",
        "Mi abuela cocinaba el mejor cocido de todo el barrio de Lavapiés.",
        "El señor Núñez y la pingüina viajaron a Logroño en otoño.",
        "Me gustaría aprender a tocar el piano antes de cumplir cuarenta años.",
    ],
    "ko": [
        "안녕하세요, 저는 민지예요. 고양이 두부랑 살아요.",
        "도서관에서 사서로 일한 지 3년째야. 조용한 건 좋은데 요즘은 조금 지루해.",
        "땅콩 알레르기가 있어서 소스에 뭐가 들어갔는지 꼭 물어봐야 해ㅋㅋㅋ ㅠㅠ",
        "K-POP 콘서트는 2025년 4월 12일, 서울올림픽공원에서!",
    ],
    "zh": [
        "我喜欢猫。你呢？一二三，我家的猫叫豆腐。",
        "他三年前从北京搬到上海，在一家iPhone维修店工作。",
        "我對花生過敏，所以吃飯的時候要特別小心。",
        "下週五晚上8點，我們去看電影吧！《流浪地球2》怎麼樣？",
    ],
    "ja": [
        "昨日、友達と一緒に新宿でラーメンを食べました。とても美味しかったです！",
        "私の猫の名前は「豆腐」です。ｶﾀｶﾅ カタカナ がぎぐ 々〆ヶ",
        "来週のｺﾝｻｰﾄのチケット、まだ買ってないんだけど……どうしよう？",
        "兄は東京のIT企業でエンジニアとして働いている。ヴァイオリンも弾く。",
    ],
    "more": [
        "",
        "   \n\t ",
        "Привет, как дела? हिन्दी में नमस्ते العربية שלום ไทย",
        "love it😂 👍🏽ok ☕time™ 🇰🇷 서울 ❤️❤️ you ❤ 👩\u200d🚀🚀",
        "e\u0301te\u0301 cafe\u0301 a\u0308pfel ㄱㅏ 가",
        "tab\there new\nline nbsp\u00a0here ideographic\u3000space line\u2028sep",
        "nul\x00byte zero\u200bwidth soft\u00adhyphen replacement \ufffd char pri\ue000vate",
        "ﬁne ﬂow ｆｕｌｌ ｗｉｄｔｈ ２０２３ ½ ² ª ① ㈜ ㎏ ™",
        "\U00020000\U0002a6d6 rare ideographs \uf900",
        "1234567890 3.14159 1,000,000 2025-06-08T20:00:00 007 5kg 10km/h",
    ],
}


@pytest.mark.parametrize("language", SENTENCES)
def test_same_pieces_as_the_reference(language: str) -> None:
    for sentence in SENTENCES[language]:
        parts = sentence.split(" ")
        for text in (sentence, *(" ".join(parts[:cut]) for cut in range(len(parts)))):
            assert OURS.ids(text) == THEIRS(text), text


@pytest.mark.parametrize("language", SENTENCES)
def test_same_pieces_as_the_reference_in_capitals_and_without_spaces(language: str) -> None:
    for sentence in SENTENCES[language]:
        for text in (sentence.upper(), sentence.replace(" ", ""), sentence[::-1]):
            assert OURS.ids(text) == THEIRS(text), text


# Characters that Python and the reference agree on: each has its own edition of Unicode.
SETTLED = st.text(
    st.sampled_from("abzAZ019 .,!?-_'#\t\n éÉñßŁœ한국어가힣ㅋ日本語中文々ァーンかなｶﾞЖжё😀❤\ufe0f\u200d\x00\u00a0")
)


@given(SETTLED)
@settings(max_examples=500)
def test_same_pieces_as_the_reference_on_anything(text: str) -> None:
    assert OURS.ids(text) == THEIRS(text)


@given(st.lists(st.sampled_from([piece.strip(unigram.START) for piece in PIECES[::37]]), max_size=8).map("".join))
@settings(max_examples=300)
def test_same_pieces_as_the_reference_on_made_up_words(text: str) -> None:
    assert OURS.ids(text) == THEIRS(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hello, World!", ["▁hello", "▁world"]),
        ("it's (Paris)", ["▁it", "▁s", "▁paris"]),
        ("Straße ÉTÉ", ["▁straße", "▁été"]),
        ("豆腐と住む。OK", ["豆腐と住む", "▁ok"]),
        ("iPhone很好用", ["▁iphone", "很好用"]),
        ("3년째야, 민지", ["▁3년째야", "▁민지"]),
        ("thanks😂😂", ["▁thanks", "😂", "😂"]),
        ("ｶﾞｰﾙ ﾃｽﾄ", ["ガール", "テスト"]),
        ("snake_case", ["▁snake", "▁case"]),
        ("", []),
    ],
)
def test_words(text: str, expected: list[str]) -> None:
    assert list(split_words(text)) == expected


def test_the_likeliest_cut_wins() -> None:
    some = Unigram(["▁a", "b", "▁ab", "c", "bc"], [-1.0, -1.0, -2.5, -1.0, -3.0])
    assert some.ids("ab") == [0, 1]
    assert some.ids("abc") == [0, 1, 3]


def test_of_equally_likely_cuts_the_longest_first_piece_wins() -> None:
    assert Unigram(["▁a", "b", "▁ab"], [-1.0, -1.0, -2.0]).ids("ab") == [2]


def test_unknown_characters_are_left_out() -> None:
    assert OURS.ids("good \U00012000\U00012001 day") == OURS.ids("good day")


def test_half_a_surrogate_pair_is_left_out() -> None:
    assert OURS.ids("good \ud83d day") == OURS.ids("good day")


def test_without_a_vocabulary_nothing_is_known() -> None:
    assert Unigram([], []).ids("good day") == []


def test_a_score_is_missing() -> None:
    with pytest.raises(ValueError):
        Unigram(["a", "b"], [-1.0])


def test_answers_stay_the_same_when_the_cache_starts_over() -> None:
    small = Unigram(PIECES, SCORES, cache=2)
    found = re.findall(r"\S+", " ".join(SENTENCES["en"] + SENTENCES["ko"]))
    assert [small.ids(word) for word in found * 2] == [OURS.ids(word) for word in found * 2]
    assert len(small._cache) <= 2


def test_long_words_are_not_remembered() -> None:
    fresh = Unigram(PIECES, SCORES)
    fresh.ids("字" * 1000)
    assert not fresh._cache


@pytest.mark.parametrize("text", ["a" * 100_000, "é" * 100_000, "字" * 100_000, "가" * 100_000, "!?" * 50_000])
def test_long_runs_are_read(text: str) -> None:
    part, whole = OURS.ids(text[:1000]), OURS.ids(text)  # quadratic work would not come back for minutes
    assert len(whole) == pytest.approx(len(part) * len(text) / 1000, rel=0.05)


def test_threads_share_one_tokenizer() -> None:
    shared = Unigram(PIECES, SCORES, cache=8)
    texts = [text for some in SENTENCES.values() for text in some]
    expected = [OURS.ids(text) for text in texts]
    found: list[bool] = []

    def work() -> None:
        found.append(all([shared.ids(text) for text in texts] == expected for _ in range(20)))

    threads = [Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 4
