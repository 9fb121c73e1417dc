"""Tests of which shown lines are which stored turns, and what follows from it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from soulkeep.server.openai_proxy.alignment import LinePair, SaidLine, align, older
from soulkeep.server.openai_proxy.plan import StoredTurn, plan
from soulkeep.server.openai_proxy.transcript import key_of, lines_of, name_before


def said(text: str) -> list[SaidLine]:
    """Return lines from letters: capitals are the person's."""
    return [SaidLine("user" if letter.isupper() else "assistant", letter) for letter in text]


def told(pairs: Sequence[LinePair | None]) -> str:
    """Return pairs of turns by their places; "~" stands before edited ones."""
    return "".join("-" if pair is None else f"{'' if pair.same else '~'}{pair.stored}" for pair in pairs)


@pytest.mark.parametrize(
    ("shown", "stored", "fresh", "pairs"),
    [
        ("AaB", "Aa", 1, "01-"),
        ("A", "A", 1, "0"),
        ("AaB", "AaBb", 1, "012"),
        ("bC", "AaBb", 1, "3-"),
        ("AaAa", "AaAaAa", 0, "2345"),
        ("YyY", "Yy", 1, "01-"),
        ("yY", "Yy", 1, "1-"),
        ("AxBbC", "AaBb", 1, "0~1 2 3-"),
        ("XaB", "Aa", 1, "~01-"),
        ("QqB", "Aa", 1, "~0~1-"),
        ("AaC", "AaBa", 1, "01-"),
        ("AaCcD", "AaBbCc", 1, "0145-"),
        ("", "Aa", 0, ""),
        ("Aa", "", 0, "--"),
    ],
)
def test_lines_are_paired_from_the_end(shown: str, stored: str, fresh: int, pairs: str) -> None:
    assert told(align(said(shown), said(stored), fresh=fresh, active=[True] * len(stored))) == pairs.replace(" ", "")


@pytest.mark.parametrize(
    ("shown", "stored", "left", "pairs"),
    [
        ("AaXcD", "AaBbCc", "  xx", "01~4 5-"),  # edited, after the front end went back
        ("AaXbD", "AaBbCc", "  xxxx", "01-3-"),  # what was left is not edited
        ("YyY", "YyYy", "", "012"),  # to be answered anew, not said again
        ("YyY", "YyYyYy", "    xx", "012"),
    ],
)
def test_turns_left_behind_are_passed_over(shown: str, stored: str, left: str, pairs: str) -> None:
    active = [mark == " " for mark in left.ljust(len(stored))]
    assert told(align(said(shown), said(stored), fresh=1, active=active)) == pairs.replace(" ", "")


def test_older_lines_are_paired_where_they_are_the_same() -> None:
    pairs = older(said("AxBbCc"), said("AaBbCc"))
    assert pairs == [LinePair(0, True), None, *(LinePair(at, True) for at in range(2, 6))]


def test_a_long_history_is_compared_whole() -> None:
    messages = [{"role": "assistant" if n % 2 else "user", "content": f"This is number {n}."} for n in range(1001)]
    lines = lines_of(messages, ["anna"])
    turns = [
        StoredTurn(1, n, f"t{n}", SaidLine(line.role, line.key), True, float(n), 0, "en")
        for n, line in enumerate(lines[:-1])
    ]
    found = plan(lines, turns)
    assert found.matched == 1000
    assert found.new == (1000,)
    assert (found.edits, found.forget, found.unknown) == ((), (), ())


def test_what_is_compared_leaves_out_names_spaces_and_thoughts() -> None:
    before = name_before(["anna", "Sherlock Holmes"])
    same = ["Hi there.", " Hi\n there. ", "ANNA: Hi there.", "Anna：Hi there.", "<think>Hm.</think>Hi there."]
    assert len({key_of(text, before) for text in same}) == 1
    others = ["Hi there", "hi there.", "Bob: Hi there.", "Hi Anna: there."]
    assert len({key_of(text, before) for text in [*same, *others]}) == 1 + len(others)
    assert key_of("안나: 안녕", name_before(["안나"])) == key_of("안녕", before)
