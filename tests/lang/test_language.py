"""Short sentences about oneself show their language."""

from __future__ import annotations

import pytest

from soulkeep.lang.language import detect


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Ich wohne in Berlin.", "de"),
        ("Meine Katze heißt Miso.", "de"),
        ("J'habite à Lyon.", "fr"),
        ("Je m’appelle Anna.", "fr"),
        ("Vivo en Madrid.", "es"),
        ("Me gusta el té.", "es"),
        ("Mi chiamo Anna.", "it"),
        ("Moro em Lisboa.", "pt"),
        ("Ik woon in Gent.", "nl"),
        ("부산에 살아.", "ko"),
        ("私は猫が好きです。", "ja"),
        ("我住在上海。", "zh"),
        ("I live in Berlin.", "en"),
        ("Wow, Caroline!", "en"),
        ("My friend Ich is here.", "en"),
    ],
)
def test_how_people_say_who_they_are(text: str, language: str) -> None:
    assert detect(text) == language
