"""Keys in memory, that can be lost."""

from __future__ import annotations

import secrets

from soulkeep.stores.keys import Keys


class MemoryKeys(Keys):
    """Keys in a dictionary.

    Attributes:
        kept: the keys, by id.
        people: whose words they are for, by id.
    """

    def __init__(self, name: str = "memory") -> None:
        self.name = name
        self.kept: dict[str, bytes] = {}
        self.people: dict[str, str | None] = {}

    def make(self, id: str, person: str | None) -> bytes:
        assert id not in self.kept
        self.people[id] = person
        return self.kept.setdefault(id, secrets.token_bytes(32))

    def get(self, id: str) -> bytes | None:
        return self.kept.get(id)

    def forget(self, id: str) -> bool:
        return self.kept.pop(id, None) is not None

    def lose(self, person: str | None) -> None:
        """Lose all keys to what is shared with somebody."""
        for id, whose in self.people.items():
            if whose == person:
                self.kept.pop(id, None)
