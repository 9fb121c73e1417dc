"""Our WordPiece against the reference implementation, on texts that people and machines write."""

from __future__ import annotations

import gzip
import re
import unicodedata
from pathlib import Path
from threading import Thread

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import soulkeep.models.embed.static
from soulkeep.models.embed.wordpiece import LONGEST_WORD, WordPiece

tokenizers = pytest.importorskip("tokenizers")

VOCABULARY = Path(soulkeep.models.embed.static.__file__).parent / "weights" / "vocab.txt.gz"
PIECES = gzip.decompress(VOCABULARY.read_bytes()).decode().splitlines()
OURS = WordPiece(PIECES)
THEIRS = tokenizers.BertWordPieceTokenizer(
    vocab={piece: id for id, piece in enumerate([*PIECES, "[UNK]", "[CLS]", "[SEP]"])}, lowercase=True
)

TEXTS = [
    "",
    "   \n\t ",
    "Hello, world!",
    "I can't believe it's already 7:30pm -- we've GOT to leave...",
    "unaffable antidisestablishmentarianism xqzzyv",
    "Mail me@example.com or see https://example.com/a?b=c&d=%20#top",
    "snake_case CamelCase kebab-case $9.99 50% C++ <tag> ~/file [1] {x} |y| ^z `code`",
    "Çà et là, déjà-vu, naïve façade, Señor Núñez, Ångström, Øresund, straße",
    "İstanbul ILGAZ ığdır ŞİŞLİ",
    "ΟΔΥΣΣΕΥΣ Όμηρος ΣΊΣΥΦΟΣ",
    "Привет, как дела? Ёлка й Й",
    "안녕하세요, 저는 민지예요. 고양이 두부랑 살아요.",
    "我喜欢猫。你呢？一二三 日本語のテキスト カタカナ がぎぐ",
    "हिन्दी में नमस्ते العربية مرحبا שלום ไทย",
    "“curly” ‘quotes’ — dash – en… ¿qué? ¡sí! «guillemets» 、。",
    "e\u0301te\u0301 cafe\u0301 a\u0308\u0323 n\u0303",
    "tab\there new\nline carriage\rreturn nbsp\u00a0here thin\u2009space line\u2028sep ideographic\u3000space",
    "zero\u200bwidth soft\u00adhyphen joi\u200dner bom\ufeff rtl\u202e override",
    "nul\x00byte bell\x07 vertical\x0btab form\x0cfeed file\x1csep unit\x1fsep del\x7f next\x85line",
    "replacement \ufffd char pri\ue000vate \U000f0000",
    "ﬁne ﬂow ｆｕｌｌ ｗｉｄｔｈ ２０２３ ½ ² ª ǅ",
    "x" * 99,
    "x" * 100,
    "x" * 101,
    "é" * 100 + " " + "é" * 101,
    "a" * 50 + "," + "b" * 60,
    "\U00020000\U0002a6d6 rare ideographs \uf900",
]


def reference(text: str) -> list[int]:
    """Return the reference's pieces without unknown ones, when symbols stand apart."""
    apart = "".join(f" {char} " if unicodedata.category(char) in ("So", "Sk") else char for char in text)
    unknown = len(PIECES)
    return [id for id in THEIRS.encode(apart, add_special_tokens=False).ids if id != unknown]


@pytest.mark.parametrize("text", TEXTS)
def test_same_pieces_as_the_reference(text: str) -> None:
    assert OURS.ids(text) == reference(text)


@pytest.mark.parametrize("text", ["love it😂", "👩‍🚀🚀 to the moon", "❤️❤️ you ❤", "👍🏽ok", "☕time™", "🇰🇷 서울"])
def test_same_pieces_as_the_reference_with_emoji(text: str) -> None:
    assert OURS.ids(text) == reference(text)


# Characters that Python and the reference agree on: each has its own edition of Unicode.
SETTLED = st.text(
    st.sampled_from("abzAZ019 .,!?-_'#\t\n éÉñßŁıİΣσς한국어가힣日本語中文ЖжЁё😀❤\ufe0f\u200d\u0301\x00\x0b\x85\u00a0")
)


@given(SETTLED)
@settings(max_examples=500)
def test_same_pieces_as_the_reference_on_anything(text: str) -> None:
    assert OURS.ids(text) == reference(text)


def test_an_emoji_does_not_hide_the_word_before_it() -> None:
    assert OURS.ids("thanks😂") == OURS.ids("thanks")


def test_words_with_unknown_characters_are_left_out() -> None:
    assert OURS.ids("good \U00012000\U00012001 day") == OURS.ids("good day")


def test_half_a_surrogate_pair_is_left_out() -> None:
    assert OURS.ids("good \ud83d day") == OURS.ids("good day")


def test_too_long_a_word_is_left_out() -> None:
    assert OURS.ids("a" * LONGEST_WORD)
    assert OURS.ids("a" * (LONGEST_WORD + 1)) == []


def test_answers_stay_the_same_when_the_cache_starts_over() -> None:
    small = WordPiece(PIECES, cache=2)
    words = re.findall(r"\S+", " ".join(TEXTS[:10]))
    assert [small.ids(word) for word in words * 2] == [OURS.ids(word) for word in words * 2]
    assert len(small._cache) <= 2


def test_long_texts_are_not_remembered() -> None:
    fresh = WordPiece(PIECES)
    fresh.ids("字" * 1000)
    assert not fresh._cache


@pytest.mark.parametrize(
    "text", ["a" * 100_000, "é" * 100_000, "字" * 100_000, "가" * 100_000, "!?" * 50_000, "😀" * 100_000]
)
def test_long_runs_are_read(text: str) -> None:
    part, whole = OURS.ids(text[:1000]), OURS.ids(text)  # quadratic work would not come back for minutes
    assert set(whole) == set(part)
    assert len(whole) in (len(part), len(part) * len(text) // 1000)


def test_threads_share_one_tokenizer() -> None:
    shared = WordPiece(PIECES, cache=8)
    expected = [OURS.ids(text) for text in TEXTS]
    found: list[bool] = []

    def work() -> None:
        found.append(all([shared.ids(text) for text in TEXTS] == expected for _ in range(20)))

    threads = [Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 4
