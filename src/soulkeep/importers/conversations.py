"""Conversations in a neutral JSONL format: one conversation per line.

    {"id": …, "language": …, "speakers": […], "sessions": [
        {"id": …, "time": …, "turns": [{"id": …, "speaker": …, "text": …}, …]}, …]}

A session's `time` is ISO 8601 or null; a turn may carry its own `time`. Unknown fields are ignored.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from pathlib import Path
from typing import Any

from soulkeep.errors import BadFile
from soulkeep.types.records import Turn

_BETWEEN_TURNS = timedelta(seconds=1)
"""Interval between turns that have no time of their own, so that their order shows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedConversation:
    """A conversation read from a file.

    Attributes:
        id: its id.
        language: ISO 639-1, None if the file doesn't tell.
        speakers: who takes part.
        turns: the turns in order, with a time if the file has one.
    """

    id: str
    language: str | None
    speakers: tuple[str, ...]
    turns: tuple[Turn, ...]


def read_conversations(path: Path, zone: tzinfo) -> Iterator[ImportedConversation]:
    """Read a file of conversations.

    Args:
        path: the JSONL file.
        zone: the time zone of times that name none.

    Raises:
        BadFile: a line is invalid; the error says which.
    """
    for number, data in read_lines(path):
        yield conversation_of(data, zone, f"{path}, line {number}")


def conversation_of(data: dict[str, Any], zone: tzinfo, where: str) -> ImportedConversation:
    """Return a conversation from its JSON object.

    Args:
        data: an object as in the module's docstring.
        zone: the time zone of times that name none.
        where: the file and line, for messages.

    Raises:
        BadFile: the object is invalid.
    """
    try:
        return _conversation(data, zone)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise BadFile(
            f"{where}: not a conversation ({type(error).__name__}: {error}).",
            hint='Expected {"id", "sessions": [{"id", "time", "turns": [{"id", "speaker", "text"}]}]}.',
        ) from error


def read_lines(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the JSON objects of a file, one per line, with their line numbers."""
    try:
        with path.open(encoding="utf-8") as file:
            for number, line in enumerate(file, start=1):
                if line.strip():
                    data = json.loads(line)
                    if not isinstance(data, dict):
                        raise BadFile(f"{path}, line {number}: not a JSON object.", hint="Expected one object a line.")
                    yield number, data
    except FileNotFoundError:
        raise BadFile(f"There is no file {path}.", hint="Check the path.") from None
    except (json.JSONDecodeError, RecursionError) as error:
        raise BadFile(f"{path}, line {number}: not JSON ({error}).", hint="Expected one object a line.") from error
    except UnicodeDecodeError as error:
        raise BadFile(f"{path} is not UTF-8 ({error}).", hint="Convert it, for example with iconv.") from error
    except OSError as error:
        raise BadFile(f"{path} can't be read ({error}).") from error


def _conversation(data: dict[str, Any], zone: tzinfo) -> ImportedConversation:
    turns: list[Turn] = []
    for session in data["sessions"]:
        start = _time(session.get("time"), zone)
        for position, turn in enumerate(session["turns"]):
            own = _time(turn.get("time"), zone)
            time = own if own is not None else None if start is None else start + position * _BETWEEN_TURNS
            turns.append(
                Turn(text=turn["text"], speaker=turn["speaker"], time=time, session=str(session["id"]), id=turn["id"])
            )
    return ImportedConversation(
        id=str(data["id"]), language=data.get("language"), speakers=tuple(data.get("speakers", ())), turns=tuple(turns)
    )


def _time(value: str | None, zone: tzinfo) -> datetime | None:
    if value is None:
        return None
    time = datetime.fromisoformat(value)
    return time if time.tzinfo else time.replace(tzinfo=zone)
