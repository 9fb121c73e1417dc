"""Who there is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from soulkeep.stores.jobs import Jobs
from soulkeep.stores.rows import CharacterRow
from soulkeep.stores.sql import characters


class Characters(Jobs):
    """Who there is."""

    def put_character(self, id: str, values: Mapping[str, Any]) -> CharacterRow:
        """Create a character (named by its id), or change those columns of it that are given; the row as it is then."""
        return self.write(lambda db: characters.put(db, id, values))

    def character(self, id: str) -> CharacterRow | None:
        """One character, or None."""
        return self.read(lambda db: characters.one(db, id))

    def characters(self) -> list[CharacterRow]:
        """All of them, by id."""
        return self.read(characters.every)

    def forget_world(self, world: str) -> None:
        """Let no character have read a world any more."""
        self.write(lambda db: characters.forget_world(db, world))

    def drop_character(self, id: str) -> bool:
        """Remove a character with its scripts and what it knows, not its memories; False if there was none."""
        return self.write(lambda db: characters.drop(db, id))
