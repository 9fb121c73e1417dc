"""Tests of what models write around a character's words, on a sheet written without sight of the rules."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from soulkeep.clock import SystemClock
from soulkeep.lang.prompt_safety import fenced
from soulkeep.reply.citations import ReferenceReader
from soulkeep.reply.cleaning import SpeechCleaner
from soulkeep.types.records import Memory

SHEET = Path(__file__).parent.parent / "sheets" / "cleaning.jsonl"
ROWS: list[dict[str, Any]] = [json.loads(line) for line in SHEET.read_text(encoding="utf-8").splitlines()]


def spoken(row: dict[str, Any], pieces: list[str]) -> str:
    """Return what is said of an answer that comes in pieces."""
    now = SystemClock().now()
    known = {name: Memory(id=name, kind="turn", text="", owner="x", accessed=now) for name in row["labels"]}
    cleaner, reader = SpeechCleaner(row["name"], [row["person"]]), ReferenceReader(known)
    said = "".join(reader.feed(cleaner.feed(piece)) for piece in pieces)
    return (said + reader.feed(cleaner.finish()) + reader.finish()).strip()


def cleaned_speech(text: str) -> str:
    """What Holmes says in a whole answer."""
    cleaner = SpeechCleaner("Holmes", ["Anna"])
    return (cleaner.feed(text) + cleaner.finish()).strip()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_the_sheet(row: dict[str, Any]) -> None:
    for pieces in ([row["raw"]], re.findall(r"\s*\S+\s*", row["raw"]), list(row["raw"])):
        assert spoken(row, pieces) == row["clean"].strip()


def test_an_answer_in_pieces_is_passed_on_as_soon_as_it_shows_what_it_is() -> None:
    cleaner = SpeechCleaner("Holmes", ["Anna"])
    assert cleaner.feed("The game") == "The game"
    assert cleaner.feed(" is afoot.") == " is afoot."
    assert cleaner.feed("\nAn") == "\n"  # it may be Anna's line
    assert cleaner.feed("other one.") == "Another one."
    assert cleaner.feed("\nAnna: And then?\nHolmes: Then") == "\n"
    assert cleaner.finish() == ""


def test_an_answer_that_is_nothing_but_form_is_empty() -> None:
    assert cleaned_speech("Holmes:") == ""
    assert cleaned_speech("<think>He may know.") == ""
    assert cleaned_speech("") == ""


def test_a_fence_of_the_prompt_is_not_said() -> None:
    fence = fenced("What you remember:\n[m1] Anna: I have a cat.")
    for pieces in ([f"{fence}\n\nMiso [m1]."], list(f"{fence}\n\nMiso [m1].")):
        assert spoken({"name": "Holmes", "person": "Anna", "labels": ["m1"]}, pieces) == "Miso [m1]."
    assert cleaned_speech("<b>No</b>, it isn't.") == "<b>No</b>, it isn't."
