"""Classes of things."""

from __future__ import annotations

import pytest

from soulkeep.lang.classes import asked_classes, members
from soulkeep.lang.names import names_in


@pytest.mark.parametrize(
    ("noun", "member"),
    [
        ("dishes", "pasta"),
        ("sports", "soccer"),
        ("pets", "dog"),
        ("animals", "horse"),
        ("cities", "paris"),
        ("fruit", "apple"),
    ],
)
def test_members(noun: str, member: str) -> None:
    assert member in members(noun)
    assert noun not in members(noun)


@pytest.mark.parametrize("noun", ["things", "qwertyuiop", "miso", ""])
def test_no_class(noun: str) -> None:
    assert members(noun) == ()


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which dishes has Anna cooked?", ("dishes",)),
        ("What musical instruments does he play?", ("musical", "instruments")),
        ("What is her favourite sport?", ("sport",)),
        ("What did she do?", ()),
        ("Who is it?", ()),
        ("", ()),
    ],
)
def test_what_a_question_asks_for(question: str, expected: tuple[str, ...]) -> None:
    assert asked_classes(question) == expected


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("What did CAROLINE say?", "en", ["Caroline"]),
        ("Caroline's dog", "en", ["Caroline"]),
        ("Did Caro like it?", "en", ["Caroline"]),
        ("the car is red", "en", []),
        ("Where does Holmes live?", "en", ["Sherlock Holmes"]),
        ("민지는 어디 살아?", "ko", ["민지"]),
        ("小明在哪里？", "zh", ["小明"]),
        ("Nobody here", "en", []),
        ("How did the move go?", "en", []),
        ("Samsung makes phones", "en", []),
        ("What happened on 2 May 2023?", "en", []),
    ],
)
def test_names(text: str, language: str, expected: list[str]) -> None:
    assert (
        names_in(
            text,
            language,
            ["Caroline", "Sherlock Holmes", "민지", "小明", "Howard", "Sam", "Theo", "Speaker 2", "Andrew"],
        )
        == expected
    )


def test_a_long_question_of_many_classes() -> None:
    assert "dog" in asked_classes("any dog " * 20_000)
    assert len(asked_classes(" ".join(f"which {noun}s" for noun in "abcdefghij" * 9))) <= 12
