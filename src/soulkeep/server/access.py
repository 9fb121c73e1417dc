"""Callers and their rights: the only place where a request's rights are checked."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from soulkeep.character.character import Character
from soulkeep.errors import SoulkeepError, UnknownCharacter
from soulkeep.keep import Keep
from soulkeep.server.config import DEFAULT_WORKSPACE
from soulkeep.types.records import Memory
from soulkeep.world import World

Right = Literal["read", "write", "admin"]
LOCAL, ADMIN = "local", "admin"
"""Ids of callers with every right in every workspace."""

RIGHTS: tuple[Right, ...] = ("read", "write", "admin")


class Unauthenticated(SoulkeepError):
    """Error: the request has no key, or an unknown one."""


class Forbidden(SoulkeepError):
    """Error: the key doesn't allow the request."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grant:
    """The permissions of a key.

    Attributes:
        id: the key's id, never its secret.
        name: what the key is for.
        workspace: the only workspace that it opens.
        rights: "read" (recall, list), "write" (observe, reply, forget), "admin" (characters, what all share, keys,
            erasing). Each is granted separately.
        characters: the only characters that it reaches; None for all.
        people: the only people that it reaches; None for all, and for memories shared with nobody in particular.
        rate: requests per second; None for the server's default.
    """

    id: str
    name: str = ""
    workspace: str = DEFAULT_WORKSPACE
    rights: frozenset[str] = frozenset()
    characters: frozenset[str] | None = None
    people: frozenset[str] | None = None
    rate: float | None = None

    @property
    def operator(self) -> bool:
        """Return whether the caller runs the server: by the admin key, or from this machine while there are no keys."""
        return self.id in (ADMIN, LOCAL)

    @property
    def whole(self) -> bool:
        """Return whether it reaches every character and person of its workspace."""
        return self.characters is None and self.people is None


def everything(workspace: str, *, id: str = LOCAL) -> Grant:
    """Return a grant of every right, for whoever uses this machine while there are no keys."""
    return Grant(id=id, name=id, workspace=workspace, rights=frozenset(RIGHTS))


@dataclass(frozen=True, slots=True)
class Access:
    """A keep as a caller may use it. Everything that serves requests must get its characters here."""

    keep: Keep
    grant: Grant

    def require(self, right: Right) -> None:
        """Raise `Forbidden` unless the key has this right."""
        if right not in self.grant.rights:
            rights = ", ".join(sorted(self.grant.rights)) or "nothing"
            raise Forbidden(f"This key may not do that: it needs the right to {right}.", hint=f"It has: {rights}.")

    def require_whole(self, right: Right) -> None:
        """Raise unless the key has this right for every character and person, which concerns of all need."""
        self.require(right)
        if not self.grant.whole:
            raise Forbidden("This key reaches only some characters or people.", hint="Use one that reaches all.")

    def require_person(self, person: str | None, *, right: Right) -> None:
        """Raise unless the key reaches this person. Memories shared with nobody in particular may be read with any key
        that reaches the character, and written only with keys that reach all people."""
        people = self.grant.people
        if people is None or person in people or (person is None and right == "read"):
            return
        raise Forbidden("This key doesn't reach that person.", hint="Name a person that it reaches.")

    def require_people(self, people: Iterable[str], *, right: Right) -> None:
        """Raise unless the key reaches all of several people, such as those who also hear a turn."""
        for person in people:
            self.require_person(person, right=right)

    def character(
        self,
        id: str,
        right: Right,
        *,
        person: str | None = None,
        heard_by: Collection[str] | None = None,
    ) -> Character:
        """Return an existing character, if the key may do this to it facing this person.

        Args:
            id: the character's.
            right: what is to be done.
            person: whom it faces; None for nobody in particular.
            heard_by: ids of others who hear it.

        Raises:
            Forbidden: the key may not; the same error whether or not the character exists.
            UnknownCharacter: the character doesn't exist.
        """
        self.require(right)
        self.require_character(id)
        self.require_person(person, right=right)
        self.require_people(heard_by or (), right=right)
        try:
            return self.keep.character(id, create=False)
        except UnknownCharacter:
            if self.grant.characters is None and "read" in self.grant.rights:
                raise
            raise UnknownCharacter(id) from None  # the key mustn't learn which other characters there are

    def changing(self, id: str, memory: str, *, person: str | None = None) -> tuple[Character, Memory]:
        """Return a character and one of its memories that is to be changed, if the key may. Facing somebody, memories
        shared with nobody in particular are found, too; changing those needs a key that reaches all people.

        Args:
            id: the character's id.
            memory: the memory's id.
            person: whom the character faces.
        """
        self.require("read")  # the changed memory is returned
        character = self.character(id, "write", person=person)
        memory_now = character.memory(memory, person=person)
        self.require_person(memory_now.person, right="write")
        return character, memory_now

    def world(self, name: str, right: Right) -> World:
        """Return a world, if the key has this right for every character and person, since all readers share its lore.
        Other keys read it through the characters that they reach."""
        self.require_whole(right)
        return self.keep.world(name)

    def require_character(self, id: str) -> None:
        """Raise unless the key reaches this character."""
        if self.grant.characters is not None and id not in self.grant.characters:
            raise Forbidden("This key doesn't reach that character.", hint="Name a character that it reaches.")

    def define(self, id: str, **values: object) -> Character:
        """Create or change a character, as `Keep.character` does. Needs admin and, since all share it, all people; to
        set the worlds that it reads, also all characters, or a key could read any world that way. Where it is so
        already, the right to read is enough."""
        there = self.require_defining(id, values)
        return self.keep.character(id, **values) if there is None else there  # type: ignore[arg-type]

    def require_defining(self, id: str, values: Mapping[str, object]) -> Character | None:
        """Raise unless the key may give a character these values; return the character if it has them, and the key may
        only read them."""
        try:
            self.require("admin")
            self.require_character(id)
            self.require_person(None, right="admin")
            if values.get("worlds") is not None:
                self.require_whole("admin")
        except Forbidden:
            if (there := self._defined(id, values)) is None:
                raise
            return there
        return None

    def _defined(self, id: str, values: Mapping[str, object]) -> Character | None:
        """Return a character that has these values; None if there is none, or the key may not read it."""
        try:
            character = self.character(id, "read")
        except (Forbidden, UnknownCharacter):
            return None
        same = all(getattr(character.profile, name, None) == value for name, value in values.items())
        return character if same else None

    def characters(self) -> list[Character]:
        """Return the characters that the key reaches."""
        self.require("read")
        allowed = self.grant.characters
        return [one for one in self.keep.characters() if allowed is None or one.id in allowed]

    def people(self, character: str) -> list[str]:
        """Return the people of a character that the key reaches."""
        self.require("read")
        self.require_character(character)
        allowed = self.grant.people
        return [one for one in self.keep.people(character) if allowed is None or one in allowed]
