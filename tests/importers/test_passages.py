"""Raw text to passages: nothing lost, nothing twice, cut where a reader would."""

from __future__ import annotations

import re
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soulkeep.demo import book
from soulkeep.importers.documents import passages

LINES = st.sampled_from([
    "", "", "# One", "## Two", "CHAPTER I", "II.", "제1장 시작", "The rain fell. Was it dark?", "12",
    "anna: hello there", "나는 서울에 산다. 비가 온다.", "word " * 150, "x" * 400, "== Wiki ==", "Title\n=====", " in",
])  # fmt: skip


def blank_free(text: str) -> str:
    return "".join(text.split())


@given(st.lists(LINES, max_size=25).map("\n".join))
def test_every_character_lies_in_one_passage(text: str) -> None:
    at = 0
    left = ""
    for passage in passages(text, words=20):
        assert passage.text == text[passage.start : passage.end]
        assert passage.text == passage.text.strip() != ""
        assert passage.start >= at
        left += text[at : passage.start]
        at = passage.end
    left += text[at:]
    headings = ["# One", "## Two", "CHAPTER I", "II.", "제1장 시작", "== Wiki ==", "Title\n=====", "12"]
    for line in sorted(headings, key=len, reverse=True):
        left = left.replace(line, "")
    assert blank_free(left) == ""


@pytest.mark.parametrize(
    ("text", "headings"),
    [
        ("# A\n\none\n\n## B\n\ntwo\n\n# C\n\nthree", ["A", "A › B", "C"]),
        ("== Early life ==\nborn\n=== School ===\nlearnt", ["Early life", "Early life › School"]),
        ("CHAPTER 1\n\none\n\nCHAPTER 2. The End\n\ntwo", ["CHAPTER 1", "CHAPTER 2. The End"]),
        (
            "ADVENTURE I. A SCANDAL\n\nI.\n\none\n\nII.\n\ntwo",
            ["ADVENTURE I. A SCANDAL › I.", "ADVENTURE I. A SCANDAL › II."],
        ),
        ("제1장 봄\n\n하나\n\n제2장 여름\n\n둘", ["제1장 봄", "제2장 여름"]),
        ("第一章 春\n\n一つ", ["第一章 春"]),
        ("Title\n=====\n\ntext", ["Title"]),
        ("no heading here", [""]),
    ],
)
def test_headings(text: str, headings: list[str]) -> None:
    assert [passage.heading for passage in passages(text)] == headings


@pytest.mark.parametrize("line", ["안녕하세요", "...", "Hello there", "OK", "He said: NO WAY.", "USA"])
def test_lines_that_are_no_headings(line: str) -> None:
    assert [passage.text for passage in passages(f"{line}\n\nand so on")] == [f"{line}\n\nand so on"]


def test_only_headings_or_nothing_gives_nothing() -> None:
    assert list(passages("# A\n\n## B\n\n")) == []
    assert list(passages("")) == list(passages(" \n\n\t")) == []


def test_a_chat_log_is_cut_between_lines() -> None:
    log = "\n".join(f"[12:{i:02}] {'anna' if i % 2 else 'holmes'}: I said thing number {i} today." for i in range(60))
    found = list(passages(log, words=40))
    assert len(found) > 5
    for passage in found:
        assert all(
            re.match(r"\[12:\d\d\] \w+: I said thing number \d+ today\.$", line) for line in passage.text.splitlines()
        )


def test_what_has_no_blanks_is_cut_too() -> None:
    assert len(list(passages("x" * 100_000))) > 50
    sizes = [len(passage.text) for passage in passages("가나다라마바사" * 5_000)]
    assert max(sizes) < 600


def test_the_novel() -> None:
    found = list(passages(book()))
    headings = list(dict.fromkeys(passage.heading for passage in found))
    assert "ADVENTURE I. A SCANDAL IN BOHEMIA › II." in headings
    assert sum("SPECKLED BAND" in heading for heading in headings) == 1
    assert len(headings) < 25
    snake = next(passage for passage in found if "deadliest snake in India" in " ".join(passage.text.split()))
    assert snake.heading == "VIII. THE ADVENTURE OF THE SPECKLED BAND"
    sizes = [len(passage.text.split()) for passage in found]
    assert 60 < median(sizes) < 100
    assert max(sizes) < 200
    assert sum(size < 15 for size in sizes) < 10


@pytest.mark.parametrize("blank", ["\f", "\x85", "\u2028", "\x1c"])
def test_a_page_break_before_a_heading(blank: str) -> None:
    found = list(passages(f"Intro.\n\n{blank}# Chapter 2\n\nText.{blank}\n\n{blank}"))
    assert [(p.heading, p.text) for p in found] == [("", "Intro."), ("Chapter 2", "Text.")]
