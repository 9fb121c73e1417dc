"""The characters in a store."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from soulkeep.stores.jobs import Jobs
from soulkeep.stores.rows import CharacterRow
from soulkeep.stores.sql import characters


class Characters(Jobs):
    """Operations on characters."""

    def put_character(self, id: str, values: Mapping[str, Any]) -> CharacterRow:
        """Create a character (named by its id), or change the given columns; return the row as it is then."""
        return self.write(lambda db: characters.put(db, id, values))

    def character(self, id: str) -> CharacterRow | None:
        """Return a character; None if there is none of that id."""
        return self.read(lambda db: characters.one(db, id))

    def characters(self) -> list[CharacterRow]:
        """Return all characters, sorted by id."""
        return self.read(characters.every)

    def forget_world(self, world: str) -> None:
        """Remove a world from what every character has read."""
        self.write(lambda db: characters.forget_world(db, world))

    def drop_character(self, id: str) -> bool:
        """Remove a character with its scripts and knowledge, but not its memories; return False if there was none."""
        return self.write(lambda db: characters.drop(db, id))
