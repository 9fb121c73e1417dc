"""Messages of frameworks as turns, from which they can be read back as they were.

What somebody says in a message is the text of a turn, and what else belongs to the message is kept beside it, in the
turn's metadata, as the framework's own JSON. A text stands in one place only: an amended turn is an amended message.

What nobody says aloud (system prompts, calls of tools and their results, what was only thought) is kept to be read
back, and forgotten at once: neither recalls nor facts know of it. So are strings that are too long for metadata.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from secrets import token_hex
from typing import TYPE_CHECKING, Any, Final

from soulkeep.character.character import Character
from soulkeep.errors import InputError, UnknownMemory
from soulkeep.lang.validity import require_name
from soulkeep.types.records import TURN, Memory, Turn

if TYPE_CHECKING:
    from soulkeep.integrations.framework import AnyCharacter

Path = tuple[str | int, ...]
"""The names and positions that lead to a value in JSON."""

PERSON: Final = "user"
"""Who speaks where a character faces nobody in particular."""

_ROOM = 12_000
"""Characters of JSON that metadata hold, with room for what is noted beside it; `METADATA_CHARACTERS` is the bound."""

_LONG = (2_000, 200)
"""Lengths of strings that are kept as texts of their own: the second, if what is left is still too much."""


@dataclass(frozen=True, slots=True)
class TextOf:
    """A text in a message.

    Attributes:
        path: leads to it in the message's JSON.
        speaker: who says it; by default who says the message.
        silent: whether nobody says it aloud.
    """

    path: Path
    speaker: str | None = None
    silent: bool = False


@dataclass(frozen=True, slots=True)
class Sent:
    """A message to be stored.

    Attributes:
        content: the framework's JSON.
        speaker: who says it.
        texts: its texts; those that are blank stay where they are.
        shown: what the turn of a message without texts says.
        silent: whether nobody says aloud what is shown.
        time: when it was said; now by default.
    """

    content: Any
    speaker: str
    texts: Sequence[TextOf] = ()
    shown: str = "…"
    silent: bool = True
    time: datetime | None = None


@dataclass(slots=True)
class Kept:
    """A message that was stored, or a turn that another way led here.

    Attributes:
        first: its first turn.
        ids: of all its turns.
        content: the framework's JSON; None if the turn isn't one of the framework's.
    """

    first: Memory
    ids: list[str]
    content: Any = None
    _missing: dict[int, list[Any]] = field(default_factory=dict)
    _hidden: bool = False

    @property
    def whole(self) -> bool:
        """Whether all of it is there, and nothing of it was forgotten since."""
        return not self._missing and not self._hidden


def as_json(value: Any, what: str) -> Any:
    """Return a value as JSON has it, or raise `InputError` if that would change it."""
    try:
        return json.loads(json.dumps(value, ensure_ascii=False, allow_nan=False))
    except (TypeError, ValueError, RecursionError) as error:
        hint = "Give plain values, lists and objects, or keep it elsewhere."
        raise InputError(f"{what} is no JSON: {error}.", hint=hint) from None


def turns_for(message: Sent, framework: str, session: str | None) -> list[tuple[Turn, bool]]:
    """Return the turns that a message is stored as, each with whether it is silent."""
    content = as_json(message.content, "The message")
    texts = [one for one in message.texts if text_at(content, one.path).strip()]
    texts += _long(content, {one.path for one in texts}, message.speaker)
    group = token_hex(8)
    spoken = [_take(content, one.path) for one in texts]
    if len(json.dumps(content, ensure_ascii=False)) > _ROOM:
        raise InputError(
            f"What a message holds besides its texts has more than {_ROOM:,} characters.",
            hint="Keep it elsewhere, and only its address in the message.",
        )
    noted: dict[str, Any] = {"message": content}
    if not texts:
        noted["shown"] = message.silent
        return [(_turn(message, message.shown, message.speaker, session, {framework: noted}), message.silent)]
    noted["texts"] = [[list(one.path), one.silent] for one in texts]
    if len(texts) > 1:
        noted["group"] = group
    turns = []
    for at, (one, text) in enumerate(zip(texts, spoken, strict=True)):
        notes = {framework: {"group": group, "text": at} if at else noted}
        turns.append((_turn(message, text, one.speaker or message.speaker, session, notes), one.silent))
    return turns


def _turn(message: Sent, text: str, speaker: str, session: str | None, metadata: dict[str, Any]) -> Turn:
    return Turn(text, speaker, message.time, session, metadata=metadata)


def _long(content: Any, taken: set[Path], speaker: str) -> list[TextOf]:
    """Return strings that must be kept as texts of their own, so that the rest finds room."""
    strings = [(path, text) for path, text in _strings(content, ()) if path not in taken and text.strip()]
    size = len(json.dumps(content, ensure_ascii=False)) - sum(len(text_at(content, path)) for path in taken)
    found: list[TextOf] = []
    for limit in _LONG:
        known = {one.path for one in found}
        more = [(path, text) for path, text in strings if len(text) > limit and path not in known]
        found += [TextOf(path, speaker, silent=True) for path, _ in more]
        size -= sum(len(text) for _, text in more)
        if size <= _ROOM:
            break
    return found


def _strings(value: Any, path: Path) -> Iterator[tuple[Path, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from _strings(inner, (*path, name))
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from _strings(inner, (*path, at))


def _at(content: Any, path: Path) -> Any:
    for step in path:
        content = content[step]
    return content


def text_at(content: Any, path: Path) -> str:
    """Return the text at a place in JSON; "" if there is none."""
    text = _at(content, path)
    return text if isinstance(text, str) else ""


def _take(content: Any, path: Path) -> str:
    """Take a text out of a message's JSON, and return it."""
    *way, last = path
    place = _at(content, tuple(way))
    text: str = place[last]
    place[last] = None
    return text


def read(turns: Iterator[Memory] | Sequence[Memory], framework: str) -> list[Kept]:
    """Return the messages that turns hold, in their order; those that aren't whole, and what was forgotten, left out.

    Args:
        turns: in the order in which they were stored.
        framework: whose messages are read; turns of others are messages without JSON.
    """
    found: list[Kept] = []
    open_groups: dict[str, Kept] = {}
    for turn in turns:
        notes = (turn.metadata or {}).get(framework)
        if not isinstance(notes, dict):
            found.append(Kept(turn, [turn.id], _hidden=turn.forgotten is not None))
        elif "message" in notes:
            kept = _begun(turn, notes)
            found.append(kept)
            if "group" in notes:
                open_groups[notes["group"]] = kept
        elif (group := open_groups.get(notes.get("group", ""))) is not None:
            _add(group, turn, notes["text"])
    return [kept for kept in found if kept.whole]


def _begun(turn: Memory, notes: dict[str, Any]) -> Kept:
    content = json.loads(json.dumps(notes["message"]))  # its own: texts are put into it
    texts = notes.get("texts", [])
    kept = Kept(turn, [turn.id], content, dict(enumerate(texts)))
    if texts:
        kept.ids.clear()
        _add(kept, turn, 0)
    elif turn.forgotten is not None and not notes.get("shown"):
        kept._hidden = True
    return kept


def _add(kept: Kept, turn: Memory, at: int) -> None:
    path, silent = kept._missing.pop(at, (None, False))
    if path is None:
        return
    kept.ids.append(turn.id)
    kept._hidden = kept._hidden or (turn.forgotten is not None and not silent)
    *way, last = path
    _at(kept.content, tuple(way))[last] = turn.text


class MessageLog:
    """The messages of one conversation between a character and a person."""

    def __init__(self, character: AnyCharacter, *, person: str | None, session: str, framework: str) -> None:
        """Open it; nothing is read or stored.

        Args:
            character: whose memories it becomes.
            person: with whom it talks.
            session: the conversation's id.
            framework: whose messages they are: the name under which their JSON is kept.
        """
        self.character = character
        self.person = person if person is None else require_name(person, "person")
        self.session = require_name(session, "session")
        self.framework = framework

    @property
    def speaker(self) -> str:
        """Who speaks to the character."""
        return self.person or PERSON

    def append(self, messages: Sequence[Sent]) -> None:
        """Store messages, all or none."""
        store(self.character, [turns_for(one, self.framework, self.session) for one in messages], self.person)

    def read(self, limit: int | None = None) -> list[Kept]:
        """Return the messages, the oldest first; with a limit, the latest of them."""
        listed = self.character.memories(
            person=self.person, kinds={TURN}, session=self.session, newest=limit is not None
        )
        if limit is None:
            return read(listed, self.framework)
        turns: list[Memory] = []
        wanted = limit
        for turn in listed:
            turns.append(turn)
            if "message" in (turn.metadata or {}).get(self.framework, {"message": None}):
                wanted -= 1
                if wanted <= 0 and len(found := read(turns[::-1], self.framework)) >= limit:
                    return found[-limit:] if limit else []
        return read(turns[::-1], self.framework)

    def pop(self) -> Kept | None:
        """Delete the latest message and return it; None if there is none."""
        while latest := self.read(1):
            try:
                delete(self.character, latest[0].ids, self.person)
            except UnknownMemory:  # somebody else has popped it
                continue
            return latest[0]
        return None

    def clear(self) -> None:
        """Delete all turns of the conversation, with what was derived from them."""
        turns = self.character.memories(person=self.person, kinds={TURN}, session=self.session)
        delete_all(self.character, [turn.id for turn in turns], self.person)


def store(character: AnyCharacter, messages: Sequence[Sequence[tuple[Turn, bool]]], person: str | None) -> list[str]:
    """Store the turns of messages in one transaction, hold back those that are silent, and return all their ids."""
    turns = [turn for message in messages for turn in message]
    if not turns:
        return []
    stored = character.observe_many([turn for turn, _ in turns], person=person)
    for receipt, (_, silent) in zip(stored, turns, strict=True):
        if silent:
            character.forget(receipt.id, person=person)
    return [receipt.id for receipt in stored]


def delete(character: AnyCharacter, ids: Sequence[str], person: str | None) -> None:
    """Delete turns: here all or none, on a server one after the other."""
    if isinstance(character, Character):
        character.delete(ids, person=person)
    else:
        for id in ids:
            character.delete(id, person=person)


def delete_all(character: AnyCharacter, ids: Sequence[str], person: str | None) -> None:
    """Delete turns, some of which may be gone already."""
    if not ids:
        return
    try:
        delete(character, ids, person)
    except UnknownMemory:
        for id in ids:
            with suppress(UnknownMemory):
                character.delete(id, person=person)
