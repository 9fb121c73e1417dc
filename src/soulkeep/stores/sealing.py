"""Encrypting what a partition holds with its own key, so that the database alone can't be read.

Content is encrypted: texts, details, vectors, hashed words, the journal. Ids, times, kinds, numbers and sizes aren't,
since rows are found by them. An encrypted value is bound to its place, so it can't be moved to another; where a key is
gone, everything can be counted and removed, and nothing can be read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from secrets import token_hex
from typing import TYPE_CHECKING, Any

from soulkeep.errors import KeyGone, StoreError
from soulkeep.stores.drivers import require_encryption
from soulkeep.stores.rows import PartitionKey
from soulkeep.stores.sealed_columns import BYTES, NAMES, TEXTS

if TYPE_CHECKING:
    from soulkeep.stores.cipher import Cipher
    from soulkeep.stores.keys import Keys
    from soulkeep.stores.sql.connection import Connection

Row = Sequence[Any]

OVERHEAD = 29
"""Bytes by which a sealed value is longer."""

_EMPTY = ("", b"", "{}")
"""Values that say nothing, as they stand in rows of what was deleted. They are never sealed."""

_KNOWN = 100_000
"""Partitions whose seals are remembered."""


class Seal:
    """The seal of a partition without a key: values pass unchanged.

    Attributes:
        gone: whether there was a key that is lost.
    """

    gone = False

    def shut(self, columns: Sequence[str], number: int, row: Row) -> Row:
        """Return a row encrypted for storage.

        Args:
            columns: names of its values.
            number: distinguishes it from others of the same column in the partition; 0 if there is only one.
            row: its values.

        Raises:
            KeyGone: the key is lost.
        """
        return row

    def open(self, columns: Sequence[str], number: int, row: Row) -> Row:
        """Return a stored row decrypted.

        Raises:
            KeyGone: the key is lost.
            StoreCorrupt: the stored values aren't those encrypted here.
        """
        return row

    def opened(self, columns: Sequence[str], rows: Iterable[Row]) -> Iterable[Row]:
        """Return stored rows decrypted; the first value of each is its number."""
        return rows

    def shut_one(self, column: str, number: int, value: Any) -> Any:
        """Return one value encrypted for storage, or for a search."""
        return self.shut((column,), number, (value,))[0]

    def open_one(self, column: str, number: int, value: Any) -> Any:
        """Return one stored value decrypted."""
        return self.open((column,), number, (value,))[0]


OPEN = Seal()


class Sealed(Seal):
    """The seal of a partition that has a key.

    Args:
        cipher: encrypts with its key.
    """

    def __init__(self, cipher: Cipher) -> None:
        self._cipher = cipher

    def shut(self, columns: Sequence[str], number: int, row: Row) -> Row:
        return _replaced(columns, number, row, self._cipher.shut)

    def open(self, columns: Sequence[str], number: int, row: Row) -> Row:
        return _replaced(columns, number, row, self._cipher.open)

    def opened(self, columns: Sequence[str], rows: Iterable[Row]) -> Iterator[Row]:
        return (_replaced(columns, row[0], row, self._cipher.open) for row in rows)


class LostSeal(Seal):
    """The seal of a partition whose key is gone.

    Args:
        key: the partition.
    """

    gone = True

    def __init__(self, key: PartitionKey) -> None:
        self._key = key

    def shut(self, columns: Sequence[str], number: int, row: Row) -> Row:
        return _replaced(columns, number, row, self._refuse)

    def open(self, columns: Sequence[str], number: int, row: Row) -> Row:
        return _replaced(columns, number, row, self._refuse)

    def opened(self, columns: Sequence[str], rows: Iterable[Row]) -> Iterator[Row]:
        return (self.open(columns, row[0], row) for row in rows)

    def _refuse(self, column: str, number: int, value: Any) -> Any:
        raise KeyGone(*self._key)


def _replaced(columns: Sequence[str], number: int, row: Row, by: Callable[[str, int, Any], Any]) -> Row:
    values = list(row)
    for index, column in _places(tuple(columns)):
        value = values[index]
        if value is not None and value not in _EMPTY:
            values[index] = by(column, number, value)
    return values


@lru_cache(maxsize=256)
def _places(columns: tuple[str, ...]) -> tuple[tuple[int, str], ...]:
    """Return the positions in a row of values to encrypt, with their columns."""
    sealed = TEXTS | BYTES | NAMES
    return tuple((index, column) for index, column in enumerate(columns) if column in sealed)


class Seals:
    """The seals of a store's partitions. Safe to use from any thread.

    Args:
        keys: the storage of keys; None to encrypt nothing.
        outside: the store's own seals, if these are for a transaction.
    """

    def __init__(self, keys: Keys | None, outside: Seals | None = None) -> None:
        if keys is not None:
            require_encryption()
        self._keys = keys
        self._known: dict[int, Seal] = {}
        self._outside = outside

    def inside(self) -> Seals:
        """Return seals for one transaction. What it finds is dropped if it fails, as SQLite then reuses the id of a
        partition it created."""
        return Seals(self._keys, self)

    def make(self, key: PartitionKey) -> str | None:
        """Make a new key for a partition that is being created; return its id, None if nothing is encrypted."""
        if self._keys is None:
            return None
        id = f"{self._keys.name}/{token_hex(16)}"
        self._keys.make(id, key.person)
        return id

    def of(self, db: Connection, partition: int) -> Seal:
        """Return the seal of a partition.

        Raises:
            StoreError: the partition has a key, and the keep was opened without keys.
        """
        seal = self._known.get(partition)
        if seal is None and self._outside is not None:
            seal = self._outside._known.get(partition)
        if seal is None:
            row = db.one("SELECT owner, person, key FROM partitions WHERE id = ?", (partition,))
            if row is None:
                return OPEN
            owner, person, id = row
            seal = OPEN if id is None else self._sealed(PartitionKey(owner, person or None), id)
            if not seal.gone:  # or nobody would see it when it is there again
                if len(self._known) >= _KNOWN:
                    self._known.clear()
                self._known[partition] = seal
        return seal

    def _let_go(self, partition: int) -> None:
        self._known.pop(partition, None)
        if self._outside is not None:
            self._outside._let_go(partition)

    def _sealed(self, key: PartitionKey, id: str) -> Seal:
        secret = self._require().get(id)
        if secret is None:
            return LostSeal(key)
        from soulkeep.stores.cipher import Cipher  # only where something is sealed

        return Sealed(Cipher(secret, key))

    def forget(self, db: Connection, partition: int) -> bool:
        """Delete the key of a partition for good; return False if there was none."""
        row = db.one("SELECT key FROM partitions WHERE id = ?", (partition,))
        self._let_go(partition)
        return row is not None and row[0] is not None and self._require().forget(row[0])

    def lost(self, db: Connection) -> list[str]:
        """Return whose memories can't be read any more, in words; empty if there are no keys to look in."""
        if self._keys is None:
            return []
        sealed = db.all(
            "SELECT id, owner, person FROM partitions WHERE /*ours*/ key IS NOT NULL ORDER BY owner, person"
        )
        return [
            KeyGone(owner, person or None).message.rstrip(".")
            for partition, owner, person in sealed
            if self.of(db, partition).gone
        ]

    def require_fitting(self, db: Connection) -> None:
        """Raise a `StoreError` if something is encrypted, and not with these keys."""
        row = db.one("SELECT key FROM partitions WHERE /*ours*/ key IS NOT NULL LIMIT 1")
        if row is None:
            return
        name = self._require().name
        if row[0].rpartition("/")[0] != name:
            raise StoreError(
                f"This keep was sealed with other keys ({row[0].rpartition('/')[0]}, not {name}).",
                hint="It was left as it is. Open it with the keys that it was made with.",
            )

    def _require(self) -> Keys:
        if self._keys is None:
            raise StoreError(
                "This keep is sealed, and no keys were given.",
                hint='Open it with soulkeep.open(…, keys="keep.keys"), or set SOULKEEP_KEYS to the file of its keys.',
            )
        return self._keys
