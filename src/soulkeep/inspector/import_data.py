"""Files to be imported: what each is, who may import it, and what became of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from zoneinfo import ZoneInfo

from soulkeep import TakenIn
from soulkeep.archive.reading import is_export
from soulkeep.errors import BadFile, InputError
from soulkeep.importing import CARD, CHAT, LOREBOOK, RDF, TEXT, Imported, Look, take_in, what_is
from soulkeep.server.access import Access
from soulkeep.text.validity import require_name

EXPORT = "export"
"""The kind of a file that an export wrote."""

KINDS = (CARD, CHAT, LOREBOOK, TEXT, RDF, EXPORT)

FOR_A_CHARACTER = (LOREBOOK, TEXT, RDF)
"""Kinds that never say whose they are."""

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """For whom a file is, and what it is called.

    Attributes:
        character: id of the character; None for the one that the file names.
        person: whom it faces in a chat; None for the one that the file names.
        source: name of the knowledge source; None for the file's.
        zone: the time zone of times that don't name one.
    """

    character: str | None = None
    person: str | None = None
    source: str | None = None
    zone: str = "UTC"


def look_at(path: Path, name: str) -> Look:
    """What a file is. Nothing is stored.

    Raises:
        BadFile: it is nothing known, or damaged.
    """
    require_name(name, "file's name")
    if is_export(path):
        with path.open("rb") as file:
            rows = sum(1 for line in file if line.strip())
        return Look(kind=EXPORT, format="soulkeep", name=Path(name).stem, items=rows)
    try:
        return what_is(path, name=name)
    except BadFile as error:
        raise _named(error, path, name) from error


def take(access: Access, path: Path, name: str, look: Look, wish: Wish, progress: Progress) -> Imported | TakenIn:
    """Import a file.

    Raises:
        Forbidden: the key doesn't reach all characters and people; to make a character, or to change one by its card,
            it needs the right to admin.
        SoulkeepError: it can't be imported.
    """
    made = wish.character is None or all(one.id != wish.character for one in access.keep.characters())
    access.require_whole("admin" if look.kind in (CARD, EXPORT) or made else "write")
    try:
        if look.kind == EXPORT:
            return access.keep.take_in(path, progress=progress)
        return take_in(
            access.keep,
            path,
            name=name,
            character=wish.character,
            person=wish.person,
            source=wish.source,
            zone=zone_of(wish.zone),
            progress=progress,
        )
    except BadFile as error:
        raise _named(error, path, name) from error


def zone_of(name: str) -> ZoneInfo:
    """A time zone.

    Raises:
        InputError: there is none of that name.
    """
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, KeyError):  # no name of one, or a folder of them
        hint = 'Give one such as "Europe/Berlin".'
        raise InputError(f"There is no time zone {name!r:.80}.", hint=hint) from None


def _named(error: BadFile, path: Path, name: str) -> BadFile:
    """The same error by the file's own name: who sent it knows nothing of where it was put meanwhile."""
    hint = (error.hint or "").replace(str(path), name).replace(path.name, name)
    return BadFile(error.message.replace(str(path), name).replace(path.name, name), hint=hint)
