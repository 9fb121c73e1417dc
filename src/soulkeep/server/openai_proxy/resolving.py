"""Characters and people by the names that requests give them: an id, in capitals or not, or what they are called."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress

from soulkeep.character.character import Character
from soulkeep.character.relationship import relationship_of
from soulkeep.errors import InputError, UnknownCharacter
from soulkeep.lang.forms import normalized
from soulkeep.server.access import Access


def character_named(access: Access, name: str) -> str | None:
    """Return the id of the character that a name means: its id; else one that differs in capitals alone; else the name
    that it is called by. None if the key reaches no such character.

    Raises:
        InputError: several characters are called so.
    """
    allowed = access.grant.characters
    if allowed is None or name in allowed:
        with suppress(UnknownCharacter, InputError):
            return access.keep.character(name, create=False).id
    wanted = _folded(name)
    if not wanted or "read" not in access.grant.rights:
        return None
    reached = access.characters()
    for found in (_by_id(reached, wanted), _by_name(reached, wanted)):
        if len(found) > 1:
            raise InputError(
                f"Several characters are called {name!r:.80}.", hint=f"Name one by its id: {', '.join(sorted(found))}."
            )
        if found:
            return found[0]
    return None


def person_named(access: Access, character: str, name: str, other: str | None = None) -> str:
    """Return the id of the person that a name means: one whom the character knows, or whom the key reaches; else the
    name itself, as that of somebody new.

    Args:
        access: the access to people.
        character: the id of the character that they face.
        name: the name.
        other: another name of theirs, which is taken instead if it differs in capitals alone.
    """
    if other is not None and _folded(other) == _folded(name):
        name = other
    allowed: Collection[str] = access.grant.people or ()
    if name in allowed or "read" not in access.grant.rights:
        return name
    known: Collection[str] = ()
    with suppress(InputError, UnknownCharacter):
        if relationship_of(access.keep.character(character, create=False), name).partition is not None:
            return name
        known = access.people(character)
    wanted = _folded(name)
    found = {one for one in (*known, *allowed) if _folded(one) == wanted}
    return found.pop() if len(found) == 1 else name


def _by_id(characters: Sequence[Character], wanted: str) -> list[str]:
    return [one.id for one in characters if _folded(one.id) == wanted]


def _by_name(characters: Sequence[Character], wanted: str) -> list[str]:
    return [one.id for one in characters if _folded(one.name) == wanted]


def _folded(name: str) -> str:
    return " ".join(normalized("NFC", name).casefold().split())
