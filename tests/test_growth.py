"""No pattern's work grows faster than the text: two kilobytes of blanks in a card don't stop the process.

Each pattern of the package meets texts that are made from its own repeats. What is compared is how the processor's time
grows as they double, not how long it takes.
"""

from __future__ import annotations

import itertools
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from patterns_hard import Text, growth, growth_of, is_wide
from soulkeep.importers.documents import passages
from soulkeep.lang.language import detect
from soulkeep.lang.sentences import sentences
from soulkeep.lang.statements import statements
from soulkeep.lang.utterances import utterance
from soulkeep.reply.persona import persona_of

CHILD = Path(__file__).with_name("child_patterns.py")


@pytest.mark.timeout(1300)  # three quarters of a minute of the processor, which may have much else to do
def test_no_pattern_grows_faster_than_its_text() -> None:
    done = subprocess.run([sys.executable, CHILD], capture_output=True, text=True, timeout=1200)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert not found["missed"], "patterns_found doesn't know what is compiled there"
    assert found["patterns"] > 1500
    assert not found["grown"], "\n".join(found["grown"])


@pytest.mark.parametrize(
    ("pattern", "method"),
    [
        (r"(={2,6})\s*([^=].*?)\s*=+$", "match"),
        (r"(#{1,6})\s+(.*?)\s*#*$", "match"),
        (r"(?:\w+\s?)+$", "match"),
        (r"(?:ab|a|b)+x", "match"),
        (r"\s+$", "search"),
        (r"<[^>]*>", "finditer"),
        (r"a.*b.*c", "match"),
        (r"\bdu\b.*\bgesagt\b", "search"),
        (r"\w+ly", "search"),
    ],
)
def test_what_grows_is_found(pattern: str, method: str) -> None:
    assert any(growth(re.compile(pattern), method) for _ in range(8))  # a busy machine hides it now and then


@pytest.mark.parametrize(
    ("pattern", "method"),
    [
        (r"(?<!\s)\s++$", "search"),
        (r"<[^<>]*>", "finditer"),
        (r"\w{1,20}ly", "search"),
        (r"(?m)^(?>.*?\bdu\b).*\bgesagt\b", "search"),
        (r"\w+", "finditer"),
        (r"\s*(\w+)\s*=", "match"),
    ],
)
def test_what_grows_with_its_text_alone_is_let_pass(pattern: str, method: str) -> None:
    assert is_wide(re.compile(pattern))
    assert not all(growth(re.compile(pattern), method) for _ in range(3))


PUMPS = (
    " ",
    "\n",
    "a\n\n",
    "a. ",
    ".",
    '"',
    "“",
    "„",
    "a",
    "[",
    "== ",
    "# ",
    "A: b\n",
    "{{",
    "가",
    "(",
    "*",
    "- a\n",
    "嗯",
    "だい",
)
DOORS: dict[str, Callable[[str], object]] = {
    "passages": lambda text: list(passages(text)),
    "sentences": lambda text: list(sentences(text)),
    "language": detect,
    "card": lambda text: persona_of(text, "Anna"),
    "statements": lambda text: [statements(text, language) for language in ("de", "en", "ja", "ko", "zh")],
    "utterance": lambda text: [utterance(text, language) for language in ("de", "en", "ja", "ko", "zh")],
}


@pytest.mark.parametrize("door", DOORS)
def test_what_reads_a_text_of_others_takes_time_as_it_is_long(door: str) -> None:
    number = itertools.count()  # another text each time: what was read before is remembered
    texts = (Text(before, pump, end) for pump in PUMPS for before in ("", "== # ") for end in ("", "\x00"))
    assert growth_of(lambda text: DOORS[door](f"{text}{next(number)}"), texts, most=4.0) is None
