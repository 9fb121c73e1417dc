"""Chats of SillyTavern: JSON lines, a header followed by one message per line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import tzinfo
from typing import Any

from soulkeep.errors import BadFile
from soulkeep.importers.chats import Chat, Taking
from soulkeep.importers.fields import as_name, text_in

_OWN = "character"
"""Speaker of the character's turns in a chat that doesn't name it."""

_NOBODY = {"unused", "you", "user", "me", "나"}
"""Names that stand for nobody."""

Line = tuple[int, Mapping[str, Any]]
"""A line's number, and its object."""


def is_tavern(lines: Sequence[Line]) -> bool:
    """Return whether lines are such a chat, valid or not."""
    first = lines[0][1]
    return "character_name" in first or "user_name" in first or any("mes" in data for _, data in lines[:2])


def tavern_chat(lines: Sequence[Line], name: str, zone: tzinfo) -> Chat:
    """Read a SillyTavern chat.

    Args:
        lines: at least one.
        name: the file's name.
        zone: the time zone of times that name none.

    Raises:
        BadFile: a message is invalid; the error says which.
    """
    head = {} if "mes" in lines[0][1] else lines[0][1]
    said = [(number, data) for number, data in lines if data is not head]
    for number, data in said:
        if not isinstance(data.get("mes"), str):
            hint = 'Expected {"name", "is_user", "send_date", "mes"}.'
            raise BadFile(f'{name}, line {number}: a message without its text, "mes".', hint=hint)
    character = _name_in(head, "character_name", name) or _speaker(said, name, user=False)
    person = _name_in(head, "user_name", name) or _speaker(said, name, user=True)
    begun = _begun(head) or (str(said[0][1].get("send_date") or said[0][1]["mes"]) if said else "")
    taking = Taking("tavern", begun, session=f"{character or ''} {begun:.80}")
    for number, data in said:
        where = f"{name}, line {number}"
        if data.get("is_system") is True:
            taking.leave("messages", "hidden, or the program's own")
            continue
        speaker = None if data.get("is_user") is True else _name_in(data, "name", where) or character or _OWN
        taking.add(data["mes"], speaker, data.get("send_date"), zone)
        swipes = data.get("swipes")
        if isinstance(swipes, list):
            taking.leave("swipes", "not chosen", len(swipes) - 1)
    return taking.chat("SillyTavern", own=character or _OWN, character=character, person=person)


def _begun(head: Mapping[str, Any]) -> str:
    """Return what distinguishes a chat from others of the same character: when it began."""
    begun = head.get("create_date")
    return str(begun) if isinstance(begun, str | int | float) else ""


def _name_in(data: Mapping[str, Any], key: str, where: str) -> str | None:
    name = as_name(text_in(data, key, where))
    return name if name and name.casefold() not in _NOBODY else None


def _speaker(said: Sequence[Line], name: str, *, user: bool) -> str | None:
    """Return the first speaker among the messages of the user, or among the others."""
    for number, data in said:
        if (data.get("is_user") is True) == user and data.get("is_system") is not True:
            name_given = _name_in(data, "name", f"{name}, line {number}")
            if name_given is not None:
                return name_given
    return None
