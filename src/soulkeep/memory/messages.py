"""Chat-completion messages as turns: `user` is the person, `assistant` the character."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from soulkeep.errors import InputError
from soulkeep.types.records import Turn

_SILENT = ("system", "developer", "tool", "function")
"""Roles whose messages nobody said aloud."""

_SPEAKING = ("user", "assistant")


def turns_of(messages: Iterable[Turn | Mapping[str, Any]], name: str, person: str | None) -> list[Turn]:
    """Convert turns and messages to turns.

    Args:
        messages: turns or messages, in order.
        name: the character's.
        person: whom it faces; None leaves their turns without a speaker.

    Raises:
        InputError: an item is neither; the message tells its position in the list.
    """
    turns_so_far: list[Turn] = []
    for at, one in enumerate(messages):
        if isinstance(one, Mapping):
            if (turn := _turn(one, at, name, person)) is not None:
                turns_so_far.append(turn)
        else:
            turns_so_far.append(one)
    return turns_so_far


def _turn(message: Mapping[str, Any], at: int, name: str, person: str | None) -> Turn | None:
    role = message.get("role")
    if role in _SILENT:
        return None
    if role not in _SPEAKING:
        raise InputError(
            f"Message {at} has the role {role!r:.40}.", hint=f"Roles are: {', '.join((*_SPEAKING, *_SILENT))}."
        )
    text = _text(message.get("content"))
    if text is None:
        if role == "assistant" and message.get("tool_calls"):
            return None  # the message only called a tool
        raise InputError(f"Message {at} has no text.", hint='Write {"role": "user", "content": "…"}.')
    time = message.get("time")
    if isinstance(time, str):
        try:
            time = datetime.fromisoformat(time)
        except ValueError:
            raise InputError(
                f"Message {at} has the time {time!r:.60}.", hint="Write 2026-03-14T18:30:00+01:00."
            ) from None
    return Turn(
        text,
        message.get("name") or (name if role == "assistant" else person),
        time,
        message.get("session"),
        message.get("id"),
    )


def _text(content: Any) -> str | None:
    """Return the text of a message's content, which may be in parts; None if it has none."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        texts = [part.get("text") for part in content if isinstance(part, Mapping)]
        joined = "\n".join(text for text in texts if isinstance(text, str))
        return joined or None
    return None
