"""The RDF data, scripts and feelings of characters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from soulkeep.stores.jobs import Jobs
from soulkeep.stores.rows import Feeling, KnownGraph, Moved, PartitionKey
from soulkeep.stores.sql import characters, knowledge, writes
from soulkeep.stores.sql.connection import Connection


class KnowledgeStore(Jobs):
    """Operations on the RDF data, scripts and feelings of characters."""

    def put_graph(self, owner: str, source: str, digest: str, triples: int, data: bytes, *, at: float) -> bool:
        """Store RDF data that a character knows under a name, replacing older data; return False if it is the same.

        Args:
            owner: the character's id.
            source: the name of the data.
            digest: a digest of the data.
            triples: their number.
            data: the data, as `graph` returns it.
            at: now, in seconds since the epoch.
        """
        new = self.write(lambda db: knowledge.put(db, owner, source, digest, triples, data, at))
        self._removed()  # what made room
        return new

    def drop_graph(self, owner: str, source: str) -> bool:
        """Remove RDF data from a character's knowledge; return False if it wasn't there."""
        dropped = self.write(lambda db: knowledge.drop(db, owner, source))
        self._removed()
        return dropped

    def graphs(self, owner: str) -> list[KnownGraph]:
        """Return the RDF data sets that a character knows, by name."""
        return self.read(lambda db: knowledge.sources_known(db, owner))

    def graph(self, digest: str) -> bytes | None:
        """Return the data with a digest, as it was stored; None if no character knows it any more."""
        return self.read(lambda db: knowledge.data(db, digest))

    def put_script(self, owner: str, name: str, text: str) -> None:
        """Store a character's script under a name, replacing an older one."""
        self.write(lambda db: characters.put_script(db, owner, name, text))

    def drop_script(self, owner: str, name: str) -> bool:
        """Remove a script; return False if there was none."""
        return self.write(lambda db: characters.drop_script(db, owner, name))

    def scripts(self, owner: str) -> dict[str, str]:
        """Return a character's scripts, by name."""
        return self.read(lambda db: characters.scripts(db, owner))

    def feelings(self, key: PartitionKey) -> dict[str, Feeling]:
        """Return the feelings in a relationship, by name."""
        return self.read(lambda db: writes.feelings_of(db, db.partition(key)))

    def moved(self, owner: str, keys: Sequence[PartitionKey]) -> Moved:
        """Return what moves a character in some partitions, in one look-up."""

        def job(db: Connection) -> Moved:
            return Moved(characters.scripts(db, owner), [writes.feelings_of(db, db.partition(key)) for key in keys])

        return self.read(job)

    def set_feelings(self, key: PartitionKey, feelings: Mapping[str, Feeling]) -> None:
        """Replace feelings by others of the same names. The `history` of memory 0 records what was set."""
        self.write(lambda db: writes.set_feelings(db, db.make_partition(key), feelings))
