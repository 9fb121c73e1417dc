"""Moving a keep to another database: every row as it is, under the same numbers.

Partitions are moved in groups, each consistent in itself, in one transaction. The rows are read back, and their
checksum is compared with that of the rows read from the source. Partitions with equal checksums are skipped, so a run
that was interrupted is resumed by the next one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from time import monotonic

from soulkeep.errors import InputError, StoreError
from soulkeep.stores.base import Store
from soulkeep.stores.rows import PartitionKey
from soulkeep.stores.sql import moving
from soulkeep.stores.sql.connection import Connection
from soulkeep.stores.sql.moving import MovingTable, Row, SpaceRow, Sum, Summing

Progress = Callable[[int, int], None]
Shared = Mapping[str, Mapping[Row, str]]

_AT_ONCE = 5000
"""Numbers of the sequences of partitions that are moved in one transaction; of a single one, however many it has."""
_NAMED = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class MigrationReceipt:
    """The receipt of a migration: one store holds all that the other does, with equal checksums throughout.

    Attributes:
        source, target: their locations, without passwords.
        characters, stories, knowledge: how many; `knowledge` counts the RDF data sets that characters know.
        partitions: relationships, and what characters and worlds know by themselves.
        memories, deleted: live memories, and the marks of deleted ones.
        changes: entries of the journal.
        vectors: vectors in all spaces.
        moved: partitions written in this run; the others were equal already.
        removed: partitions removed from the target, since the source lacks them.
        bytes: size of all rows, in the form that the checksum is computed from.
        checksum: SHA-256 of the checksums of all parts, in hexadecimal.
        seconds: how long it took.
    """

    source: str
    target: str
    characters: int
    stories: int
    knowledge: int
    partitions: int
    memories: int
    deleted: int
    changes: int
    vectors: int
    moved: int
    removed: int
    bytes: int
    checksum: str
    seconds: float


def migrate(
    source: Store, target: Store, *, replace: bool = False, progress: Progress | None = None
) -> MigrationReceipt:
    """Copy a store's contents to another. The source is only read, and may be written to meanwhile: run it again then.

    Args:
        source: the store to copy.
        target: an empty store, or one that an earlier run left. Nobody else may write to it meanwhile.
        replace: delete whatever else the target holds.
        progress: called with the number of memories done and the total.

    Raises:
        StoreError: the target holds something else, so nothing was written; or what was written isn't what was read.
    """
    return _Pair(source, target, progress).migrate(replace=replace)


def verify(source: Store, target: Store, *, progress: Progress | None = None) -> MigrationReceipt:
    """Compare two stores, and write nothing.

    Raises:
        StoreError: they differ; the message names where.
    """
    return _Pair(source, target, progress).verify()


class _Pair:
    """Two stores, and what was read of both.

    Args:
        source, target, progress: as in `migrate`.
    """

    def __init__(self, source: Store, target: Store, progress: Progress | None) -> None:
        if not isinstance(source, Store) or not isinstance(target, Store):
            raise InputError("Only stores in a database can be moved.", hint="Export and take in what is elsewhere.")
        self._source, self._target = source, target
        self._began = monotonic()
        stats = source.stats()
        self._where = stats.location, target.stats().location
        self._total = stats.memories
        self._progress = progress
        self._done = 0
        self._spaces: Mapping[str, SpaceRow] = {}
        self._sums: dict[PartitionKey, Sum] = {}
        """The sums of partitions that are the same in both stores."""

    def migrate(self, *, replace: bool) -> MigrationReceipt:
        wanted, there = self._source.read(moving.keys), self._target.read(moving.keys)
        other = [key for key in self._differing(key for key in wanted if key in there) if not self._is_older(key)]
        extra = [key for key in there if key not in wanted]
        if not replace:
            self._require_no_loss([*other, *extra], known=len(there) > len(other) + len(extra))
        self._source.read(self._arrange)
        self._drop(extra)
        same = len(self._sums)
        for group in _groups({key: seq for key, seq in wanted.items() if key not in self._sums}):
            self._move(group, set(other))
        moved = len(self._sums) - same
        shared = self._move_shared()
        if extra or other:
            self._target.scrub()
        return self._receipt(shared, moved=moved, removed=len(extra))

    def verify(self) -> MigrationReceipt:
        wanted, there = self._source.read(moving.keys), self._target.read(moving.keys)
        differing = [key for key in wanted if key not in there]
        differing += self._differing(key for key in wanted if key in there)
        differing += [key for key in there if key not in wanted]
        shared = self._source.read(_shared)
        names = [_name(key) for key in differing] + _differences(shared, self._target.read(_shared))
        if names:
            raise StoreError(
                f"{self._where[1]} isn't what {self._where[0]} is: {_some(names)}.",
                hint="Run soulkeep migrate without --verify to make it so.",
            )
        return self._receipt(shared, moved=0, removed=0)

    # -- looking

    def _differing(self, keys: Iterable[PartitionKey]) -> list[PartitionKey]:
        """Return the partitions that differ between the stores; the sums of the others are noted."""
        differing = []
        for key in keys:
            here, there = self._source.read(_sum_of(key)), self._target.read(_sum_of(key))
            if here is None or here != there:
                differing.append(key)
            else:
                self._note(key, here)
        return differing

    def _is_older(self, key: PartitionKey) -> bool:
        def look(old: Connection, new: Connection) -> bool:
            with old.moment(), new.moment():
                return moving.is_older(old, new, key)

        return self._target.read(lambda old: self._source.read(lambda new: look(old, new)))

    def _require_no_loss(self, keys: Sequence[PartitionKey], *, known: bool) -> None:
        """Raise if the target holds anything that the source never had.

        Args:
            keys: the partitions of the target.
            known: whether it holds anything that the source has or had: then an earlier run left it, and profiles may
                have changed since.
        """
        names = [_name(key) for key in keys]
        wanted, there = self._source.read(_shared), self._target.read(_shared)
        for table in (moving.CHARACTERS, moving.SCRIPTS, moving.KNOWN):
            theirs, ours = wanted[table.name], there[table.name]
            lost = [key for key in ours if key not in theirs or not (known or theirs[key] == ours[key])]
            names += [_row_name(table.name, key) for key in lost]
        if names:
            source, target = self._where
            raise StoreError(
                f"{target} holds what {source} doesn't, or holds otherwise: {_some(names)}. Nothing was written.",
                hint="Give an empty target. If it was erased from the source since an earlier run, or may be lost: "
                "--replace.",
            )

    # -- moving

    def _arrange(self, source: Connection) -> None:
        """Give the target the vector spaces that the source has now.

        Raises:
            StoreError: one of its earlier spaces is gone, though rows already moved are in it.
        """
        spaces = moving.spaces(source)
        if self._spaces.keys() - spaces.keys():
            raise StoreError(
                f"{self._where[0]} was moved to another embedder meanwhile.", hint="Run it again, and it goes on."
            )
        if self._spaces != spaces:
            self._target.write(partial(moving.put_spaces, wanted=spaces))
            self._spaces = spaces

    def _drop(self, keys: Sequence[PartitionKey]) -> None:
        for key in keys:
            self._target.write(partial(moving.drop, key=key))

    def _move(self, keys: Sequence[PartitionKey], other: Collection[PartitionKey]) -> None:
        """Replace partitions of the target by the source's, and check that they are equal now."""

        def read(source: Connection) -> dict[PartitionKey, Sum]:
            sums: dict[PartitionKey, Sum] = {}

            def write(target: Connection) -> None:
                for key in keys:
                    partition = source.partition(key)
                    if partition is None:  # erased meanwhile
                        moving.drop(target, key)
                        continue
                    seq = moving.seq_of(source, partition)
                    summing = Summing(seq)
                    content = _counted(moving.parts(source, partition), summing)
                    moving.put(target, key, seq, content, anew=key in other)
                    sums[key] = summing.sum()

            with source.moment():
                self._arrange(source)
                self._target.write(write)
            return sums

        for key, content in self._source.read(read).items():
            if self._target.read(_sum_of(key)) != content:
                raise _otherwise(_name(key), self._where[1])
            self._note(key, content)

    def _move_shared(self) -> Shared:
        def read(source: Connection) -> Shared:
            with source.moment():
                self._arrange(source)
                return self._target.write(partial(moving.put_shared, source=source))

        shared = self._source.read(read)
        for name in _differences(shared, self._target.read(_shared)):
            raise _otherwise(name, self._where[1])
        return shared

    # -- telling

    def _note(self, key: PartitionKey, content: Sum) -> None:
        self._sums[key] = content
        if self._progress is not None:
            self._done += content.memories
            self._progress(min(self._done, self._total), self._total)

    def _receipt(self, shared: Shared, *, moved: int, removed: int) -> MigrationReceipt:
        sums = self._sums.values()
        lines = [f"{key!r} {self._sums[key].checksum}" for key in sorted(self._sums, key=_order)]
        lines += [
            f"{table} {row!r} {checksum}" for table, rows in shared.items() for row, checksum in sorted(rows.items())
        ]
        source, target = self._where
        return MigrationReceipt(
            source=source,
            target=target,
            characters=len(shared[moving.CHARACTERS.name]),
            stories=len(shared[moving.SCRIPTS.name]),
            knowledge=len(shared[moving.KNOWN.name]),
            partitions=len(self._sums),
            memories=sum(one.memories for one in sums),
            deleted=sum(one.deleted for one in sums),
            changes=sum(one.changes for one in sums),
            vectors=sum(one.vectors for one in sums),
            moved=moved,
            removed=removed,
            bytes=sum(one.bytes for one in sums),
            checksum=hashlib.sha256("\n".join(lines).encode()).hexdigest(),
            seconds=monotonic() - self._began,
        )


def _sum_of(key: PartitionKey) -> Callable[[Connection], Sum | None]:
    """Return the job that computes the sum of a partition."""

    def job(db: Connection) -> Sum | None:
        with db.moment():
            return moving.summed(db, key)

    return job


def _shared(db: Connection) -> Shared:
    with db.moment():
        return moving.shared_rows(db)


def _counted(content: Iterable[MovingTable], summing: Summing) -> Iterator[MovingTable]:
    """Yield the same parts, counting them."""
    for part in content:
        summing.add(part)
        yield part


def _groups(seqs: Mapping[PartitionKey, int]) -> Iterator[list[PartitionKey]]:
    """Yield the groups moved in one transaction: a large partition, or some small ones."""
    group: list[PartitionKey] = []
    size = 0
    for key, seq in seqs.items():
        if group and size + seq > _AT_ONCE:
            yield group
            group, size = [], 0
        group.append(key)
        size += seq
    if group:
        yield group


def _order(key: PartitionKey) -> tuple[str, str]:
    return key.owner, key.person or ""


def _differences(wanted: Shared, there: Shared) -> list[str]:
    """Return names of rows that differ."""
    return [
        _row_name(table, row)
        for table, rows in wanted.items()
        for row in [*rows, *(one for one in there[table] if one not in rows)]
        if rows.get(row) != there[table].get(row)
    ]


def _name(key: PartitionKey) -> str:
    return key.owner if key.person is None else f"{key.owner} with {key.person}"


def _row_name(table: str, row: Row) -> str:
    return f"{table} {' / '.join(map(str, row))}"


def _some(names: Sequence[str]) -> str:
    more = f", and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return "; ".join(names[:_NAMED]) + more


def _otherwise(name: str, target: str) -> StoreError:
    return StoreError(
        f"{name}: {target} holds other rows than were written to it.",
        hint="Let nobody use it meanwhile, and run it again.",
    )
