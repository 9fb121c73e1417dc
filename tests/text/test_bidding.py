"""What a text bids the other do is told from what it tells, and from what says nothing."""

from __future__ import annotations

import pytest

from soulkeep.text.bidding import bids, says_nothing

BIDDEN = {
    "en": ("Tell me a joke", "Please sing me a song!", "Do it again.", "Make me laugh"),
    "ko": ("농담 하나 해줘", "노래 불러 줘", "도와주세요"),
    "ja": ("冗談を言って", "歌を歌ってください", "静かにしろ"),
    "zh": ("讲个笑话", "给我唱首歌", "请你安静"),
    "de": ("Erzähl mir einen Witz", "Sing mir ein Lied!", "Erzählen Sie mir einen Witz"),
    "fr": ("Raconte-moi une blague", "Chante", "Faites du bruit"),
    "es": ("Cuéntame un chiste", "Canta una canción", "Dime algo"),
}
TOLD = {
    "en": ("I'll tell you a secret", "My dog died.", "Call me Anna", "Remember that I like tea", "Wait, I forgot it"),
    "ko": ("나는 고양이를 좋아해", "나를 안나라고 불러 줘", "기억해 줘, 난 땅콩 알레르기가 있어", "엄마가 밥을 해줬어"),
    "ja": ("猫が好きです", "私を安奈と呼んで", "昨日は雨で"),
    "zh": ("我喜欢猫", "来我家的朋友很多", "记住我对花生过敏"),
    "de": ("Ich erzähle gern", "Merk dir, dass ich Tee mag", "Mal regnet es"),
    "fr": ("J'aime chanter", "Souviens-toi que j'aime le thé"),
    "es": ("Me gusta cantar", "Da igual lo que pase", "Recuerda que soy alérgica"),
}


@pytest.mark.parametrize(("language", "text"), [(language, text) for language in BIDDEN for text in BIDDEN[language]])
def test_what_is_bidden_is_seen(language: str, text: str) -> None:
    assert bids(text, language)


@pytest.mark.parametrize(("language", "text"), [(language, text) for language in TOLD for text in TOLD[language]])
def test_what_is_told_or_to_be_remembered_is_not_bidden(language: str, text: str) -> None:
    assert not bids(text, language)
    assert not says_nothing(text, language)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", ":)"), ("en", "..."), ("en", "ok"), ("en", "hm"), ("en", "Hmmm..."), ("en", "😂"), ("en", "Hello!"),
        ("en", "I will."), ("ko", "음..."), ("ko", "ㅋㅋㅋ"), ("ko", "응"), ("ja", "うーん"), ("ja", "うん"),
        ("zh", "嗯"),
        ("de", "Ach so."), ("fr", "Euh..."), ("es", "vale"), ("it", "..."),
    ],
)  # fmt: skip
def test_what_says_nothing_is_seen(language: str, text: str) -> None:
    assert says_nothing(text, language)


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "Otto"), ("en", "I'll be ill."), ("ko", "고양이"), ("ja", "猫"), ("de", "Regen"), ("it", "gatto")],
)
def test_a_single_word_may_say_something(language: str, text: str) -> None:
    assert not says_nothing(text, language)


def test_nothing_is_bidden_in_languages_without_a_table() -> None:
    assert not bids("Raccontami una barzelletta", "it")
