"""What a character knows as RDF, its scripts, and what is felt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from soulkeep.stores.jobs import Jobs
from soulkeep.stores.rows import Feeling, KnownGraph, Moved, PartitionKey
from soulkeep.stores.sql import characters, knowledge, writes
from soulkeep.stores.sql.connection import Connection


class KnowledgeStore(Jobs):
    """What a character knows as RDF, its scripts, and what is felt."""

    def put_graph(self, owner: str, source: str, digest: str, triples: int, data: bytes, *, at: float) -> bool:
        """Let a character know RDF data under a name, in place of what it knew under it; False if it was the same."""
        new = self.write(lambda db: knowledge.put(db, owner, source, digest, triples, data, at))
        self._removed()  # what made room
        return new

    def drop_graph(self, owner: str, source: str) -> bool:
        """Let a character know it no more; False if it didn't."""
        dropped = self.write(lambda db: knowledge.drop(db, owner, source))
        self._removed()
        return dropped

    def graphs(self, owner: str) -> list[KnownGraph]:
        """What a character knows, by name."""
        return self.read(lambda db: knowledge.sources_known(db, owner))

    def graph(self, digest: str) -> bytes | None:
        """The data of a digest, as it was put; None if nobody knows it any more."""
        return self.read(lambda db: knowledge.data(db, digest))

    def put_script(self, owner: str, name: str, text: str) -> None:
        """Keep a character's script under a name, in place of what was there."""
        self.write(lambda db: characters.put_script(db, owner, name, text))

    def drop_script(self, owner: str, name: str) -> bool:
        """Drop it; False if there was none."""
        return self.write(lambda db: characters.drop_script(db, owner, name))

    def scripts(self, owner: str) -> dict[str, str]:
        """A character's scripts, by name."""
        return self.read(lambda db: characters.scripts(db, owner))

    def feelings(self, key: PartitionKey) -> dict[str, Feeling]:
        """What is felt in a relationship, by name."""
        return self.read(lambda db: writes.feelings_of(db, db.partition(key)))

    def moved(self, owner: str, keys: Sequence[PartitionKey]) -> Moved:
        """What moves a character in some partitions, by one look."""

        def job(db: Connection) -> Moved:
            return Moved(characters.scripts(db, owner), [writes.feelings_of(db, db.partition(key)) for key in keys])

        return self.read(job)

    def set_feelings(self, key: PartitionKey, feelings: Mapping[str, Feeling]) -> None:
        """Put feelings in place of those of the same names. The `history` of memory 0 has what was set."""
        self.write(lambda db: writes.set_feelings(db, db.make_partition(key), feelings))
