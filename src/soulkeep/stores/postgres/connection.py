"""A connection to PostgreSQL."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from soulkeep.errors import StoreCorrupt
from soulkeep.stores.rows import PartitionKey
from soulkeep.stores.sealing import Seals
from soulkeep.stores.sql.connection import VECTORS, Connection
from soulkeep.stores.sql.rows import chunks

if TYPE_CHECKING:
    import psycopg

_VALUE = re.compile(r"\?(\d*)")
_OURS = re.compile(r"/\*ours(?: (?!by )(\w+))?( by partition)?\*/ ?")
LOOKS = 10
"""How often a partition is looked for that others erase and make anew meanwhile."""

_SHIFT = 40
"""Bits of a partition's id below the number of its workspace, which it begins with."""


class PostgresConnection(Connection):
    """A connection to PostgreSQL, for the shared statements.

    A transaction locks the partitions it writes to, so that what it reads there can't change until it ends.

    Args:
        db: the connection.
        workspace: the number of its workspace.
        ids: ids of partitions found before, by key; they may be gone since.
        seals: the seals of partitions.
    """

    position: ClassVar[str] = "strpos"

    def __init__(
        self,
        db: psycopg.Connection[Any],
        workspace: int,
        ids: MutableMapping[PartitionKey, int],
        seals: Seals | None = None,
    ) -> None:
        super().__init__(seals)
        self._db = db
        self._workspace = workspace
        self._ids = ids
        self.locked: set[int] = set()
        self._held: set[int] = set()

    def each(self, statement: str, values: Sequence[Any] = ()) -> Iterator[Any]:
        return iter(self._run(statement, values))

    def run(self, statement: str, values: Sequence[Any] = ()) -> None:
        self._run(statement, values)

    def many(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        text, numbered = translated(statement, self._workspace)
        values = [_statement_name(row) if numbered else row for row in rows]
        with self._db.cursor() as cursor:
            for chunk in chunks(values):  # what a pipeline holds costs its square
                cursor.executemany(text, chunk)

    def _run(self, statement: str, values: Sequence[Any]) -> psycopg.Cursor[Any]:
        text, numbered = translated(statement, self._workspace)
        return self._db.execute(text, _statement_name(values) if numbered else values, binary=True)

    def lock(self, partition: int) -> bool:
        if partition in self._held:
            return True
        if not self.locked:  # whoever drops a space of vectors waits for all who may be adding to it
            self._db.execute("SELECT pg_advisory_xact_lock_shared(%s)", (self._number_of(VECTORS),))
        self.locked.add(partition)
        if self.one("SELECT 1 FROM partitions WHERE id = ? FOR UPDATE", (partition,)) is None:
            return False
        self._held.add(partition)
        return True

    def lock_name(self, name: str) -> None:
        self.run("SELECT pg_advisory_xact_lock(?)", (self._number_of(name),))

    def _number_of(self, name: str) -> int:
        return hashed(f"{self._workspace}/{name}")

    def partition(self, key: PartitionKey) -> int | None:
        row = self.one("SELECT id FROM names WHERE /*ours*/ tenant = ? AND owner = ? AND person = ?", self._tenant(key))
        if row is None:
            self._ids.pop(key, None)
            return None
        self._ids[key] = row[0]
        return int(row[0])

    def make_partition(self, key: PartitionKey) -> int:
        partition_id = self._ids.get(key)
        for _ in range(LOOKS):  # it may be erased between a look and the lock
            if partition_id is not None and self.lock(partition_id):
                return partition_id
            partition_id = self.partition(key)
            if partition_id is None:
                partition_id = self._made(key)
        raise lost()

    def _made(self, key: PartitionKey) -> int | None:
        row = self.one(
            "INSERT INTO names (tenant, owner, person) VALUES (?, ?, ?) ON CONFLICT DO NOTHING RETURNING id",
            self._tenant(key),
        )
        if row is None:
            return None  # somebody else made it at this moment
        values = (row[0], key.owner, key.person or "", self.seals.make(key))
        self.run("INSERT INTO partitions (id, owner, person, key) VALUES (?, ?, ?, ?)", values)
        return int(row[0])

    def drop_partition(self, partition: int) -> None:
        self._held.discard(partition)
        for owner, person in self.all("DELETE FROM partitions WHERE id = ? RETURNING owner, person", (partition,)):
            key = PartitionKey(owner, person or None)
            self._ids.pop(key, None)
            self.run(
                "DELETE FROM names WHERE /*ours*/ tenant = ? AND owner = ? AND person = ? AND id = ?",
                (*self._tenant(key), partition),
            )

    def heads(
        self, keys: Sequence[PartitionKey], known_ids: Mapping[PartitionKey, int]
    ) -> tuple[Any, dict[int, int], dict[PartitionKey, int]]:
        """Return, from one query, the space in use (a row, or None), the numbers of partitions whose ids are known, by
        id, and the ids of the others."""
        parts = ["SELECT 0::bigint, dimensions::bigint, name, '' FROM spaces WHERE /*ours*/ state = 'in use'"]
        values: list[Any] = []
        for id in known_ids.values():
            parts.append("SELECT id, seq, NULL, NULL FROM partitions WHERE id = ?")
            values.append(id)
        for key in {*keys} - known_ids.keys():
            parts.append(
                "SELECT id, -1, owner, person FROM names WHERE /*ours*/ tenant = ? AND owner = ? AND person = ?"
            )
            values += self._tenant(key)
        space, seqs, ids = None, {}, {}
        for id, number, first, second in self._run(" UNION ALL ".join(parts), values):
            if not id:
                space = (first, number)
            elif first is None:
                seqs[id] = number
            else:
                ids[PartitionKey(first, second or None)] = id
        return space, seqs, ids

    def by(self, index: str) -> str:
        return ""

    @contextmanager
    def moment(self) -> Iterator[None]:
        self._db.execute("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        try:
            yield
        finally:
            self._db.execute("COMMIT")

    def _tenant(self, key: PartitionKey) -> tuple[int, str, str]:
        """Return the values by which `names` finds a partition."""
        person = key.person or ""
        return hashed(f"{self._workspace}/{key.owner}\0{person}"), key.owner, person


def lost() -> StoreCorrupt:
    """Return the error for a tenant whose name leads to no partition."""
    return StoreCorrupt(
        "Whose memories these are is known, but they are not there.",
        hint="Rows were removed by hand, or restored in part. See: soulkeep doctor",
    )


@lru_cache(maxsize=4096)
def translated(statement: str, workspace: int) -> tuple[str, bool]:
    """Return a shared statement in PostgreSQL's and its driver's form, and whether its values are numbered."""
    text = statement.replace("%", "%%").replace("/*skip locked*/", "FOR UPDATE SKIP LOCKED")
    text = text.replace("/*ours key*/", "workspace,").replace("IN (?*)", "= ANY(?)")
    text = _OURS.sub(lambda found: _ours(f"{found[1]}." if found[1] else "", workspace, bool(found[2])), text)
    numbered = bool(re.search(r"\?\d", text))
    return _VALUE.sub(lambda found: f"%(p{found[1]})s" if found[1] else "%s", text), numbered


def _ours(table: str, workspace: int, by_partition: bool) -> str:
    """Return the condition that a row is of a workspace; for tables with keys by partition, in its indexed form."""
    first, beyond = workspace << _SHIFT, workspace + 1 << _SHIFT
    within = f"{table}partition >= {first} AND {table}partition < {beyond} AND " if by_partition else ""
    return f"{within}{table}workspace = {workspace} AND "


def _statement_name(values: Sequence[Any]) -> dict[str, Any]:
    return {f"p{number}": value for number, value in enumerate(values, start=1)}


def hashed(text: str) -> int:
    """Return a number for a text, the same everywhere, in the range of PostgreSQL's BIGINT."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big", signed=True)
