"""A talk as it is lived: its turns are heard at their times, and what waits is done after each conversation."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from pathlib import Path
from typing import Any

import soulkeep
from soulkeep.models.chat.base import ChatModel

FOLDER = Path(__file__).parent
NAMES = ("en", "de", "ko", "fr")


@dataclass(frozen=True)
class Talk:
    """A talk, and what is asked of it.

    Attributes:
        id, language: of the talk.
        character, person: their ids and names.
        turns, facts, traps, questions: as the file has them.
    """

    id: str
    language: str
    character: dict[str, str]
    person: dict[str, str]
    turns: list[dict[str, Any]]
    facts: list[dict[str, Any]]
    traps: list[dict[str, Any]]
    questions: list[dict[str, Any]]

    @property
    def sessions(self) -> list[list[dict[str, Any]]]:
        """Its turns by conversation."""
        return [list(turns) for _, turns in groupby(self.turns, key=lambda turn: str(turn["session"]))]


def talk(name: str) -> Talk:
    """Return a talk by its name."""
    return Talk(**json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8")))


def embedder_of(language: str) -> str:
    """Return the shipped embedder for a language."""
    return "static" if language == "en" else "multilingual"


def live(
    given: Talk, chat: ChatModel | None, settings: soulkeep.Settings | None = None
) -> tuple[soulkeep.Keep, soulkeep.Character, soulkeep.ManualClock]:
    """Live through a talk; the keep is to be closed."""
    clock = soulkeep.ManualClock(_time(given.turns[0]))
    keep = soulkeep.open(
        ":memory:",
        embedder=embedder_of(given.language),
        chat=chat,
        clock=clock,
        settings=settings or soulkeep.Settings(background=False),
    )
    character = keep.character(
        given.character["id"], name=given.character["name"], description=given.character["description"]
    )
    character.introduce(given.person["id"], name=given.person["name"])
    for session in given.sessions:
        hear(character, given, session, clock)
        clock.advance(timedelta(hours=1))
        keep.settle(over=True)
    return keep, character, clock


def hear(
    character: soulkeep.Character, given: Talk, turns: Sequence[dict[str, Any]], clock: soulkeep.ManualClock
) -> None:
    """Hear the turns of a conversation, each at its time."""
    for turn in turns:
        time = _time(turn)
        clock.advance(max(timedelta(), time - clock.now()))
        speaker = given.person["id"] if turn["by"] == "person" else given.character["name"]
        character.observe(
            turn["text"],
            person=given.person["id"],
            speaker=speaker,
            time=time,
            session=turn["session"],
            id=turn["id"],
        )


def _time(turn: dict[str, Any]) -> datetime:
    return datetime.fromisoformat(turn["time"])
