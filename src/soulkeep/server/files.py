"""Import of files: recognising their kind, checking rights, and importing."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from soulkeep import TakenIn
from soulkeep.archive.reading import is_export
from soulkeep.errors import BadFile, InputError
from soulkeep.importers.fields import UNNAMED
from soulkeep.importers.import_file import CARD, CHAT, LOREBOOK, RDF, TEXT, Imported, Look, take_in, what_is
from soulkeep.lang.validity import require_name
from soulkeep.server.access import Access

EXPORT = "export"
"""The kind of an export's file."""

KINDS = (CARD, CHAT, LOREBOOK, TEXT, RDF, EXPORT)

FOR_A_CHARACTER = (LOREBOOK, TEXT, RDF)
"""Kinds of files that don't name a character."""

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """The target of a file and its name.

    Attributes:
        character: id of the character; None for the one named in the file.
        person: the person that a chat is with; None for the one named in the file.
        world: the world to add lore to, instead of a character's knowledge; None for none.
        source: name of the knowledge source; None for the file's name.
        zone: the time zone of times without one.
    """

    character: str | None = None
    person: str | None = None
    world: str | None = None
    source: str | None = None
    zone: str = "UTC"


def look_at(file: Path | bytes, name: str | None = None, zone: str = "UTC") -> Look:
    """Return the kind and contents of a file. Nothing is stored.

    Args:
        file: the file's path, or its content.
        name: the file's name; None if unknown.
        zone: the time zone of times without one.

    Raises:
        BadFile: the file is of no known kind, or damaged.
    """
    called = UNNAMED if name is None else require_name(name, "file's name")
    if is_export(file):
        return Look(kind=EXPORT, format="soulkeep", name=Path(called).stem, items=_lines_in(file))
    try:
        return what_is(file, name=called, zone=zone_of(zone))
    except BadFile as error:
        raise _with_file_name(error, file, called) from error


def take(
    access: Access, file: Path | bytes, name: str | None, look: Look, wish: Wish, progress: Progress | None = None
) -> Imported | TakenIn:
    """Import a file.

    Args:
        access: the caller's access.
        file: the file's path, or its content.
        name: the file's name; None if unknown.
        look: the result of `look_at`.
        wish: the target.
        progress: a function called with the amount done and the total.

    Raises:
        Forbidden: the key doesn't reach all characters and people; or it lacks the right to admin, to create a
            character, change one by its card, or import an export.
        SoulkeepError: the file can't be imported.
    """
    called = UNNAMED if name is None else name
    is_new = wish.world is None and all(one.id != wish.character for one in access.keep.characters())
    access.require_whole("admin" if look.kind in (CARD, EXPORT) or is_new else "write")
    try:
        if look.kind == EXPORT:
            return access.keep.take_in(rows_of(file) if isinstance(file, bytes) else file, progress=progress)
        return take_in(
            access.keep,
            file,
            name=called,
            character=wish.character,
            person=wish.person,
            world=wish.world,
            source=wish.source,
            zone=zone_of(wish.zone),
            progress=progress,
        )
    except BadFile as error:
        raise _with_file_name(error, file, called) from error


def rows_of(data: bytes) -> Iterator[dict[str, Any]]:
    """Yield the rows of an export in JSON Lines."""
    for number, line in enumerate(data.split(b"\n"), start=1):
        if line.strip():
            try:
                row = json.loads(line)
            except (ValueError, RecursionError) as error:
                raise BadFile(f"Line {number} is no JSON: {error!s:.200}", hint="Send an export as it was.") from None
            yield row


def zone_of(name: str) -> ZoneInfo:
    """Return the time zone with a name.

    Raises:
        InputError: there is no such zone.
    """
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, KeyError):  # not the name of a zone, or that of a folder of zones
        hint = 'Give one such as "Europe/Berlin".'
        raise InputError(f"There is no time zone {name!r:.80}.", hint=hint) from None


def _lines_in(file: Path | bytes) -> int:
    """Return the number of lines of a file that aren't empty."""
    if isinstance(file, bytes):
        return sum(1 for line in file.split(b"\n") if line.strip())
    with file.open("rb") as lines:
        return sum(1 for line in lines if line.strip())


def _with_file_name(error: BadFile, file: Path | bytes, name: str) -> BadFile:
    """Return an error with the sent file's name, since the sender doesn't know the temporary one."""
    if isinstance(file, bytes):
        return error
    hint = (error.hint or "").replace(str(file), name).replace(file.name, name)
    return BadFile(error.message.replace(str(file), name).replace(file.name, name), hint=hint)
