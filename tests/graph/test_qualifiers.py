"""Tests of the qualifiers of a question, in three languages."""

from __future__ import annotations

import pytest

from soulkeep.graph.questions.qualifiers import qualifiers


@pytest.mark.parametrize(
    ("text", "language", "sign", "values"),
    [
        ("Which have more than 50,000 visitors?", "en", ">", ["50000"]),
        ("Which were founded before 1920?", "en", "<", ["1920"]),
        ("Which took place between 1186 and 1189?", "en", "between", ["1186", "1189"]),
        ("Which last at least 30 minutes?", "en", ">=", ["30"]),
        ("Which are taller than 45 metres?", "en", ">", ["45"]),
        ("Which dragons are above rank 6?", "en", ">", ["6"]),
        ("who is still below grade 3", "en", "<", ["3"]),
        ("Which films last less than an hour and a half?", "en", "<", ["90"]),
        ("Welche haben zwischen 200 und 300 Kalorien?", "de", "between", ["200", "300"]),
        ("Welche kosten weniger als 10 Euro?", "de", "<", ["10"]),
        ("1920년 이후에 태어난 사람은?", "ko", ">", ["1920"]),
        ("키가 180센티 이상인 사람은?", "ko", ">=", ["180"]),
        ("인구가 20만 미만인 도시는?", "ko", "<", ["200000"]),
    ],
)
def test_comparisons_are_read_with_their_values(text: str, language: str, sign: str, values: list[str]) -> None:
    (found,) = qualifiers(text, language).comparisons[:1]
    assert found.sign == sign
    assert [one.term.split('"')[1] for one in found.values] == values


@pytest.mark.parametrize(
    ("text", "language", "dimension", "down"),
    [
        ("Who is the oldest?", "en", "age", True),
        ("the youngest of them", "en", "age", False),
        ("Which is the cheapest?", "en", "price", False),
        ("Which one is deepest?", "en", "depth", True),
        ("Wer ist am ältesten?", "de", "age", True),
        ("Welches ist das billigste?", "de", "price", False),
        ("가장 비싼 게 뭐야?", "ko", "price", True),
        ("Which has the most?", "en", "", True),
        ("Welches hat die wenigsten?", "de", "", False),
    ],
)
def test_superlatives_say_what_they_measure(text: str, language: str, dimension: str, down: bool) -> None:
    assert any((one.dimension, one.down) == (dimension, down) for one in qualifiers(text, language).extremes)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Which haven't got one?", "en"),
        ("Who isnt in it?", "en"),
        ("those without walls", "en"),
        ("Welche haben keine?", "de"),
        ("ohne Eier", "de"),
        ("성벽이 없는 도시", "ko"),
        ("가지 않은 사람", "ko"),
    ],
)
def test_denials_are_found(text: str, language: str) -> None:
    assert qualifiers(text, language).denials


def test_a_number_in_brackets_at_the_end_qualifies_nothing() -> None:
    assert qualifiers("When was he born? (12)", "en").values == ()
