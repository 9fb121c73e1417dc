"""The language of a short turn follows the talk, but not against what it says itself."""

from __future__ import annotations

import pytest

from soulkeep.lang.language import language_of_turn


@pytest.mark.parametrize(
    ("text", "before", "language"),
    [
        ("Ja", "de", "de"),
        ("ok", "ko", "ko"),
        ("Oui", "en", "fr"),
        ("Gracias", "en", "es"),
        ("Hm.", "fr", "fr"),
        ("123?", "ja", "ja"),
        ("Was Art Garfunkel born in New York?", "ko", "en"),
        ("I work as a nurse.", "pt", "en"),
        ("Who are you?", "de", "en"),
        ("네", "en", "ko"),
        ("元気?", "ja", "ja"),
        ("Good evening.", "en", "en"),
        ("Wo wohnt meine Schwester?", "de", "de"),
    ],
)
def test_the_language_of_a_turn(text: str, before: str, language: str) -> None:
    assert language_of_turn(text, before) == language
