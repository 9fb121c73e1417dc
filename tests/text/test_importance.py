"""Importance by what a turn speaks of."""

from __future__ import annotations

import pytest

from soulkeep.text.importance import importance

TRIVIAL_AND_TELLING = [
    ("en", "Hi there!", "My mother died last night."),
    ("en", "Nice weather today.", "I got engaged to Tom!"),
    ("en", "What are you up to?", "I'm allergic to peanuts."),
    ("de", "Na gut.", "Mein Vater ist gestern gestorben."),
    ("de", "Es regnet ein wenig.", "Ich bin schwanger!"),
    ("fr", "Il pleut un peu.", "Ma sœur s'est mariée hier."),
    ("es", "Hoy llueve un poco.", "Me despidieron del trabajo, tengo que empezar de nuevo."),
    ("ko", "오늘 날씨 좋네.", "할머니가 어제 돌아가셨어."),
    ("ko", "응 그래", "나는 땅콩 알레르기가 있어."),
    ("ja", "今日はいい天気ですね。", "来月、結婚します。"),
    ("zh", "今天天气不错。", "我爷爷昨天去世了。"),
]


@pytest.mark.parametrize(("language", "trivial", "telling"), TRIVIAL_AND_TELLING)
def test_what_matters_more(language: str, trivial: str, telling: str) -> None:
    assert 1 <= importance(trivial, language) <= 2
    assert importance(trivial, language) + 3 <= importance(telling, language) <= 10


def test_a_question_about_it_matters_less_than_telling_it() -> None:
    assert importance("Did your mother die?", "en") < importance("My mother died.", "en")


@pytest.mark.parametrize("text", ["", "?", "x" * 100_000, "my " * 30_000, "\u200b"])
def test_any_text(text: str) -> None:
    for language in ("en", "ko", "xx"):
        assert 1 <= importance(text, language) <= 10
