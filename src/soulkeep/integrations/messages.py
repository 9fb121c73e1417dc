"""Messages of frameworks as turns, from which they can be read back as they were.

What somebody says in a message is the text of a turn, and what else belongs to the message is kept beside it, in the
turn's metadata, as the framework's own JSON. A text stands in one place only: an amended turn is an amended message.

What nobody says aloud (system prompts, calls of tools and their results, what was only thought) is kept to be read
back, and forgotten at once: neither recalls nor facts know of it. So is JSON that is too long for metadata.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from secrets import token_hex
from typing import TYPE_CHECKING, Any, Final

from soulkeep.character.character import Character
from soulkeep.errors import InputError, UnknownMemory
from soulkeep.integrations.framework import require_character, storable
from soulkeep.lang.validity import require_name, require_shallow
from soulkeep.types.records import TURN, Memory, Turn

if TYPE_CHECKING:
    from soulkeep.integrations.framework import AnyCharacter

Path = tuple[str | int, ...]
"""The names and positions that lead to a value in JSON."""

PERSON: Final = "user"
"""Who speaks where a character faces nobody in particular."""

_ROOM = 12_000
"""Characters of JSON that are kept in metadata, which hold some more (`METADATA_CHARACTERS`). What is longer, or nests
too deeply, is the text of a turn that nobody says: compressed, and written with sixteen letters, as in other words
`Settings.redact` might find numbers of cards, and leave JSON that nobody can read."""

_LETTERS = str.maketrans("0123456789abcdef", "abcdefghijklmnop")
_DIGITS = str.maketrans("abcdefghijklmnop", "0123456789abcdef")

_PIECE = 500_000
"""Characters of such a turn: of an image of megabytes there are several, numbered -1, -2, … among a message's texts."""


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
        place: what is to be read without the JSON: where an item lies.
        time: when it was said; now by default.
    """

    content: Any
    speaker: str
    texts: Sequence[TextOf] = ()
    shown: str = "…"
    silent: bool = True
    place: Mapping[str, Any] | None = None
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


def as_json(value: Any, what: str) -> Any:
    """Return a value as JSON has it, or raise `InputError` if that would change it, but for what is no character of any
    text, which is taken out: a pasted NUL mustn't break a conversation."""
    try:
        written = json.dumps(value, ensure_ascii=False, allow_nan=False)
        read = json.loads(written)
        return read if storable(written) == written and "\\u0000" not in written else _storable(read)
    except (TypeError, ValueError, RecursionError) as error:
        hint = "Give plain values, lists and objects, or keep it elsewhere."
        raise InputError(f"{what} is no JSON: {error}.", hint=hint) from None


def _storable(value: Any) -> Any:
    """Return JSON whose texts can be stored."""
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, list):
        return [_storable(one) for one in value]
    return {storable(name): _storable(one) for name, one in value.items()} if isinstance(value, dict) else value


def turns_for(message: Sent, framework: str, session: str | None) -> list[tuple[Turn, bool]]:
    """Return the turns that a message is stored as, each with whether it is silent."""
    content = message.content if message.place is not None else as_json(message.content, "The message")
    texts = [one for one in message.texts if text_at(content, one.path).strip()]
    group = token_hex(8)
    spoken = [_take(content, one.path) for one in texts]
    rest = json.dumps(content, ensure_ascii=False)
    apart = len(rest) > _ROOM or _deep(content)
    noted: dict[str, Any] = {"message": None if apart else content}
    if message.place is not None:
        noted["place"] = dict(message.place)
    if texts:
        noted["texts"] = [[list(one.path), one.silent] for one in texts]
    else:
        noted["shown"] = message.silent
    packed = zlib.compress(rest.encode("utf-8", "surrogatepass")).hex().translate(_LETTERS) if apart else ""
    pieces = [packed[at : at + _PIECE] for at in range(0, len(packed), _PIECE)]
    if apart:
        noted["rest"] = len(pieces)
    if apart or len(texts) > 1:
        noted["group"] = group
    lines = [(text, one.speaker or message.speaker, one.silent) for text, one in zip(spoken, texts, strict=True)]
    turns = []
    for at, (text, speaker, silent) in enumerate(lines or [(message.shown, message.speaker, message.silent)]):
        notes = noted if at == 0 else {"group": group, "text": at}
        turns.append((Turn(text, speaker, message.time, session, metadata={framework: notes}), silent))
    for at, piece in enumerate(pieces, start=1):
        notes = {"group": group, "text": -at}
        turns.append((Turn(piece, message.speaker, message.time, session, metadata={framework: notes}), True))
    return turns


def _deep(content: Any) -> bool:
    try:
        require_shallow([[[content]]], "message")
    except InputError:
        return True
    return False


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


class _Parts:
    """The turns of one message, while they are read."""

    def __init__(self, first: Memory, notes: Mapping[str, Any]) -> None:
        self.first = first
        self._notes = notes
        self._texts: list[Any] = notes.get("texts", [])
        self._turns = {0: first}

    def add(self, at: int, turn: Memory) -> None:
        """Add a turn of the message."""
        self._turns.setdefault(at, turn)

    def message(self) -> Kept | None:
        """Return the message; None if something of it is gone, or was forgotten since."""
        pieces = range(-1, -1 - self._notes.get("rest", 0), -1)
        awaited = {0, *range(len(self._texts)), *pieces}
        silent = {at for at, (_, nobody) in enumerate(self._texts) if nobody} | {*pieces}
        if self._notes.get("shown"):
            silent.add(0)
        if awaited - set(self._turns) or any(
            turn.forgotten is not None for at, turn in self._turns.items() if at not in silent
        ):
            return None
        try:
            packed = "".join(self._turns[at].text for at in pieces)
            rest = zlib.decompress(bytes.fromhex(packed.translate(_DIGITS))) if packed else b""
            content = json.loads(rest.decode("utf-8", "surrogatepass") or json.dumps(self._notes["message"]))
            for at, (path, _) in enumerate(self._texts):
                *way, last = path
                _at(content, tuple(way))[last] = self._turns[at].text
        except (ValueError, TypeError, LookupError, zlib.error):  # somebody has amended what isn't theirs
            return None
        return Kept(self.first, [turn.id for turn in self._turns.values()], content)


def read(turns: Iterable[Memory], framework: str) -> list[Kept]:
    """Return the messages that turns hold, in their order; those that aren't whole, and what was forgotten, left out.

    Args:
        turns: in the order in which they were stored.
        framework: whose messages are read; turns of others are messages without JSON.
    """
    found: list[Memory | _Parts] = []
    groups: dict[str, _Parts] = {}
    for turn in turns:
        notes = notes_of(turn, framework)
        if notes is None:
            found.append(turn)
        elif "message" in notes:
            found.append(parts := _Parts(turn, notes))
            groups[notes.get("group", turn.id)] = parts
        elif notes.get("group") in groups:
            groups[notes["group"]].add(notes["text"], turn)
    return list(filter(None, map(_message, found)))


def notes_of(turn: Memory, framework: str) -> Mapping[str, Any] | None:
    """Return what is noted on a turn that holds a framework's message, or a part of it; None if it doesn't."""
    notes = (turn.metadata or {}).get(framework)
    return notes if isinstance(notes, dict) and ("message" in notes or "group" in notes) else None


def _message(found: Memory | _Parts) -> Kept | None:
    if isinstance(found, _Parts):
        return found.message()
    return Kept(found, [found.id]) if found.forgotten is None else None


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
        self.character = require_character(character)
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
        if limit < 1:
            return []
        turns: list[Memory] = []
        wanted = limit
        for turn in listed:
            turns.append(turn)
            notes = notes_of(turn, self.framework)
            if notes is None or "message" in notes:
                wanted -= 1
                if wanted <= 0 and len(found := read(turns[::-1], self.framework)) >= limit:
                    return found[-limit:]
        return read(turns[::-1], self.framework)

    def read_from(self, limit: int | None, begins: Callable[[Kept], bool]) -> list[Kept]:
        """Return the latest messages, some `limit` of them: the first is one that may begin a prompt, so that no tool's
        result lacks its call; there are more of them where none of the latest may, and all without a limit."""
        while limit is not None:
            found = self.read(limit)
            at = next((at for at, kept in enumerate(found) if begins(kept)), None)
            if at is not None or len(found) < limit:
                return found[at or 0 :]
            limit *= 2
        return self.read()

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
