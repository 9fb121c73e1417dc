"""A ready character: Dr. Watson, with his published past, and a few talks with whoever sits at the terminal."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from importlib.resources import files
from typing import Any

from soulkeep.records import Turn

BOOK = "The Adventures of Sherlock Holmes"

_FOLDER = files("soulkeep.demo")


def book() -> str:
    """Conan Doyle's novel of 1892, in the public domain: Watson's own account of his years with Holmes."""
    return gzip.decompress(_FOLDER.joinpath("sherlock_holmes_adventures.txt.gz").read_bytes()).decode()


def story() -> dict[str, Any]:
    """The character, the questions of the demo, and the talks before it (in days before now)."""
    found: dict[str, Any] = json.loads(_FOLDER.joinpath("watson.json").read_text(encoding="utf-8"))
    return found


def talks(now: datetime, person: str, character: str) -> Iterator[Turn]:
    """The talks before the demo, dated back from now."""
    for number, talk in enumerate(story()["talks"]):
        start = now - timedelta(days=talk["days_ago"], hours=2)
        for position, (who, text) in enumerate(talk["turns"]):
            speaker = person if who == "you" else character
            yield Turn(text, speaker, start + timedelta(minutes=position), session=f"talk {number + 1}")
