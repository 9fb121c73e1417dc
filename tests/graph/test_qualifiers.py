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
        ("1920년 이후에 태어난 사람은?", "ko", ">=", ["1920"]),
        ("키가 180센티 이상인 사람은?", "ko", ">=", ["180"]),
        ("인구가 20만 미만인 도시는?", "ko", "<", ["200000"]),
        ("8000원보다 싼 음식은?", "ko", "<", ["8000"]),
        ("Which start between July 1 and August 31, 2024?", "en", "between", ["2024-07-01", "2024-08-31"]),
        ("Was ist zwischen dem 1. Juli und dem 31. August 2024?", "de", "between", ["2024-07-01", "2024-08-31"]),
        ("who is 40 or older?", "en", ">=", ["40"]),
        ("which dogs are 3 years old or younger", "en", "<=", ["3"]),
        ("Which boats are 60 feet or longer?", "en", ">=", ["60"]),
        ("Welche Höfe liegen 900 m hoch oder höher?", "de", ">=", ["900"]),
        ("Which ships are faster than 10 knots?", "en", ">", ["10"]),
        ("10노트보다 빠른 배는?", "ko", ">", ["10"]),
        ("마흔 넘은 사람 누구 있어?", "ko", ">", ["40"]),
        ("서른이 안 된 선수는?", "ko", "<", ["30"]),
        ("2024년 7월 1일과 8월 31일 사이에 시작하는 것은?", "ko", "between", ["2024-07-01", "2024-08-31"]),
    ],
)
def test_comparisons_are_read_with_their_values(text: str, language: str, sign: str, values: list[str]) -> None:
    (found,) = qualifiers(text, language).comparisons[:1]
    assert found.sign == sign
    assert [one.term.split('"')[1] for one in found.values] == values


def test_a_word_of_two_dimensions_compares_by_the_one_that_has_the_value() -> None:
    (found,) = qualifiers("Welche Rennen waren länger als 200 Kilometer?", "de").comparisons
    assert found.dimension == "length"


def test_days_without_a_year_are_of_any_year_or_stay_numbers_where_the_text_has_several() -> None:
    assert [one.assumed for one in qualifiers("between 1 July and 31 August", "en").values] == [True, True]
    assert [one.assumed for one in qualifiers("zwischen dem 17. und dem 19. Juni", "de").values] == [True, True]
    assert not any(one.assumed for one in qualifiers("between 1 July and 31 August 2024", "en").values)
    terms = [one.term for one in qualifiers("1 July, from 3 May 2023 to 31 August 2024", "en").values]
    assert not any("-07-01" in one for one in terms)


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
        ("Welcher ist der reichste?", "de", "wealth", True),
        ("가장 어려운 게 뭐야?", "ko", "difficulty", True),
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


@pytest.mark.parametrize(("text", "language"), [("who is 40 or older?", "en"), ("Wer ist 40 oder älter?", "de")])
def test_what_is_compared_with_a_number_asks_for_no_oldest(text: str, language: str) -> None:
    marks = qualifiers(text, language)
    assert not marks.extremes
    assert [one.dimension for one in marks.comparisons] == ["age"]


@pytest.mark.parametrize("text", ["Wer wird von niemandem gespielt?", "Was gehört niemandem?", "Was kennt niemand?"])
def test_nobody_denies_in_each_case(text: str) -> None:
    assert qualifiers(text, "de").denials
