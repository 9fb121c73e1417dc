"""Yuna's story, and the two people who go through it in the demo."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from importlib.resources import files
from typing import Any

from soulkeep.errors import InputError

LANGUAGES = ("en", "ko")

_FOLDER = files("soulkeep.demo")
_DAYS_BEFORE = (4, 2, 0)
"""Days between each event and the last: a Monday, a Wednesday and a Friday."""
_FRIDAY = 4
_EVENING = time(18, 30)


@dataclass(frozen=True, slots=True)
class Somebody:
    """A person who talks to Yuna: their name, what they like, and their words at each event but the last."""

    name: str
    likes: str
    says: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Demo:
    """The demo's contents in one language: Yuna, the people, and what both ask her in the end."""

    character: Mapping[str, Any]
    people: tuple[Somebody, ...]
    question: str


def script() -> str:
    """Return Yuna's story, as YAML."""
    return _FOLDER.joinpath("story.yaml").read_text(encoding="utf-8")


def demo_in(language: str) -> Demo:
    """Return the demo in a language.

    Raises:
        InputError: the demo isn't available in that language.
    """
    if language not in LANGUAGES:
        raise InputError(f"The story isn't told in {language!r}.", hint=f"Choose one of {', '.join(LANGUAGES)}.")
    texts = json.loads(_FOLDER.joinpath("yuna.json").read_text(encoding="utf-8"))[language]
    people = (Somebody(one["name"], one["likes"], tuple(map(tuple, one["says"]))) for one in texts["people"])
    return Demo(texts["character"], tuple(people), texts["question"])


def evenings(now: datetime) -> tuple[datetime, ...]:
    """Return the times of the events: the last on a past Friday evening, so that a weekend is always ahead."""
    friday = datetime.combine(now - timedelta(days=(now.weekday() - _FRIDAY) % 7), _EVENING, now.tzinfo)
    if friday + timedelta(hours=1) > now:
        friday -= timedelta(days=7)
    return tuple(friday - timedelta(days=days) for days in _DAYS_BEFORE)
