"""Ready-made characters: Dr. Watson, with his published past, and Ella, who knows music; both with earlier talks."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from importlib.resources import files
from typing import Any

from soulkeep.types.records import Turn

BOOK = "The Adventures of Sherlock Holmes"
MUSIC = "music"
"""Name of Ella's RDF data."""

_FOLDER = files("soulkeep.demo")


def book() -> str:
    """Return Conan Doyle's novel of 1892, in the public domain: Watson's own account of his years with Holmes."""
    return gzip.decompress(_FOLDER.joinpath("sherlock_holmes_adventures.txt.gz").read_bytes()).decode()


def story() -> dict[str, Any]:
    """Return the character, the demo's questions, and the earlier talks (in days before now)."""
    return _data_of("watson.json")


def talks(now: datetime, person: str, character: str) -> Iterator[Turn]:
    """Yield the earlier talks, dated back from now."""
    for number, talk in enumerate(story()["talks"]):
        start = now - timedelta(days=talk["days_ago"], hours=2)
        for position, (who, text) in enumerate(talk["turns"]):
            speaker = person if who == "you" else character
            yield Turn(text, speaker, start + timedelta(minutes=position), session=f"talk {number + 1}")


def music() -> bytes:
    """Return musicians, bands, albums and songs as Turtle, in the public domain."""
    return _FOLDER.joinpath("music.ttl").read_bytes()


def companion() -> dict[str, Any]:
    """Return Ella, her person, what was said before today (in days before now) and is said today, and what to try."""
    return _data_of("ella.json")


@dataclass(frozen=True, slots=True)
class Visit:
    """An earlier talk: its name, and what the person said at which times."""

    title: str
    said: tuple[tuple[datetime, str], ...]


def visits(now: datetime) -> Iterator[Visit]:
    """Yield the earlier talks with Ella, dated back from now, with two minutes between utterances."""
    for visit in companion()["past"]:
        start = datetime.combine(now - timedelta(days=visit["days_ago"]), time.fromisoformat(visit["time"]), now.tzinfo)
        said = tuple((start + timedelta(minutes=2 * place), text) for place, text in enumerate(visit["says"]))
        yield Visit(visit["title"], said)


def _data_of(name: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(_FOLDER.joinpath(name).read_text(encoding="utf-8"))
    return content
