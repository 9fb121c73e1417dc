"""The keys of encrypted partitions, each under an id, stored apart from the data: in a file of their own, or wherever a
caller keeps them. Data whose key is lost is lost."""

from __future__ import annotations

import os
import secrets
from abc import ABC, abstractmethod
from base64 import b64decode
from binascii import Error
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import ClassVar

import apsw

from soulkeep.errors import InputError, StoreBusy, StoreError
from soulkeep.stores.drivers import require_encryption
from soulkeep.stores.private import make_private

KEYS = "SOULKEEP_KEYS"
"""The environment's variable that names the file of keys."""

MASTER = "SOULKEEP_MASTER_KEY"
"""The environment's variable with the key that the keys in the file are wrapped with: 32 bytes in base64, or @ and a
file that holds them so."""

_APPLICATION_ID = 0x534F554B  # "SOUK"
_BYTES = 32
_NONCE = 12
_BUSY_MS = 30_000


class Keys(ABC):
    """Storage of keys. Subclass it to keep them elsewhere, such as in a key management service. Used from any thread.

    Each relationship has a key: a character's with a person, and its own with nobody in particular.
    """

    name: str
    """Tells these keys from others; it stands with everything that is sealed with them, and never changes."""

    @abstractmethod
    def make(self, id: str, person: str | None) -> bytes:
        """Return a new key, 32 random bytes, stored under a new id. When it returns, the key must be durable, since
        data encrypted with it is stored next. `person` is whose words it is for, None for nobody's in particular."""

    @abstractmethod
    def get(self, id: str) -> bytes | None:
        """Return the key of an id; None if it was forgotten. Raise if the keys can't be reached."""

    @abstractmethod
    def forget(self, id: str) -> bool:
        """Delete the key of an id for good; return False if there was none."""


class KeyFile(Keys):
    """Keys in a file of their own, for any number of processes. Only its owner may read it; deleted keys leave no
    bytes.

    Args:
        path: the file, created if there is none. Never keep it beside a backup of what it decrypts.
        master: 32 bytes to wrap the keys with, so that the file alone is useless; by default SOULKEEP_MASTER_KEY, or
            none.

    Raises:
        StoreError: the file isn't a file of keys, or they are wrapped with another master key.
    """

    busy_ms: ClassVar[int] = _BUSY_MS

    def __init__(self, path: str | os.PathLike[str], *, master: bytes | None = None) -> None:
        require_encryption()
        self._path = str(Path(path).expanduser())
        self._master = _master_from_environment() if master is None else master
        if self._master is not None and len(self._master) != _BYTES:
            raise InputError(f"A master key has {_BYTES} bytes.", hint="Make one with: openssl rand -base64 32")
        if not Path(self._path).parent.is_dir():
            raise StoreError(f"The folder of {self._path} does not exist.", hint="Create it, or name another file.")
        make_private(self._path)
        with self._writing() as db:
            self.name = self._prepared(db)

    def make(self, id: str, person: str | None) -> bytes:
        key = secrets.token_bytes(_BYTES)
        with self._writing() as db:
            db.execute("INSERT INTO keys (id, person, key) VALUES (?, ?, ?)", (id, person, self._wrapped(id, key)))
        return key

    def get(self, id: str) -> bytes | None:
        with self._connected() as db:
            row = next(iter(db.execute("SELECT key FROM keys WHERE id = ?", (id,))), None)
        return None if row is None else self._unwrapped(id, row[0])

    def forget(self, id: str) -> bool:
        with self._writing() as db:
            deleted = list(db.execute("DELETE FROM keys WHERE id = ? RETURNING 1", (id,)))
        if deleted:
            with self._connected() as db:
                db.execute("VACUUM")  # pages that were split keep old copies in their gaps
        return bool(deleted)

    def _prepared(self, db: apsw.Connection) -> str:
        """Create the tables if there are none; return the name of these keys."""
        if not db.pragma("application_id"):
            if next(iter(db.execute("SELECT count(*) FROM sqlite_schema")))[0]:
                raise self._no_keys()
            name = secrets.token_hex(8)
            db.execute(
                "CREATE TABLE keys (id TEXT PRIMARY KEY, person TEXT, key BLOB NOT NULL) STRICT;"
                "CREATE TABLE about (name TEXT NOT NULL, proof BLOB NOT NULL) STRICT"
            )
            db.execute("INSERT INTO about (name, proof) VALUES (?, ?)", (name, self._wrapped(name, bytes(_BYTES))))
            db.pragma("application_id", _APPLICATION_ID)
        if db.pragma("application_id") != _APPLICATION_ID:
            raise self._no_keys()
        [(name, proof)] = db.execute("SELECT name, proof FROM about")
        self._unwrapped(name, proof)
        return str(name)

    def _wrapped(self, id: str, key: bytes) -> bytes:
        if self._master is None:
            return key
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        nonce = os.urandom(_NONCE)
        return nonce + AESGCM(self._master).encrypt(nonce, key, id.encode())

    def _unwrapped(self, id: str, stored: bytes) -> bytes:
        if self._master is None:
            if len(stored) != _BYTES:
                raise StoreError(f"The keys in {self._path} are wrapped.", hint=f"Set {MASTER}, or give master=.")
            return stored
        from cryptography.exceptions import InvalidTag
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        try:
            return AESGCM(self._master).decrypt(stored[:_NONCE], stored[_NONCE:], id.encode())
        except InvalidTag as error:
            raise StoreError(
                f"The keys in {self._path} aren't wrapped with this master key.",
                hint=f"Give the one that the file was made with ({MASTER}, or master=).",
            ) from error

    @contextmanager
    def _writing(self) -> Iterator[apsw.Connection]:
        """Return a context manager for a connection in a transaction, which is on disk afterwards."""
        with self._connected() as db:
            db.execute("BEGIN IMMEDIATE")
            try:
                yield db
                db.execute("COMMIT")
            except BaseException:
                if db.in_transaction:
                    db.execute("ROLLBACK")
                raise

    @contextmanager
    def _connected(self) -> Iterator[apsw.Connection]:
        """Return a context manager for a connection, new for each use: few are needed, and a fork finds none open.

        It has no log file that could keep what was deleted. EXTRA puts the end of a transaction on disk, too; otherwise
        a power cut could lose the last key.
        """
        try:
            with closing(apsw.Connection(self._path, flags=apsw.SQLITE_OPEN_READWRITE)) as db:
                db.set_busy_timeout(self.busy_ms)
                db.pragma("synchronous", "extra")
                db.pragma("secure_delete", True)
                yield db
        except apsw.BusyError as error:
            raise StoreBusy(f"Another process keeps {self._path} from being used.", hint="Try again.") from error
        except apsw.NotADBError as error:
            raise self._no_keys() from error
        except apsw.Error as error:
            raise StoreError(
                f"The keys in {self._path} can't be used ({error}).",
                hint="Look at the file, its rights and the disk. Without it nothing can be read.",
            ) from error

    def _no_keys(self) -> StoreError:
        return StoreError(f"{self._path} holds no keys of soulkeep's.", hint="It was left as it is. Name another file.")


def keys_of(given: Keys | str | os.PathLike[str] | None) -> Keys | None:
    """Return the keys as given, or as the environment names them; None if there are none."""
    if isinstance(given, Keys):
        return given
    if given is not None and not isinstance(given, str | os.PathLike):
        raise InputError("The keys must be a soulkeep.Keys or a file's path.", hint='Try keys="keep.keys".')
    where = given or os.environ.get(KEYS)
    return KeyFile(where) if where else None


def _master_from_environment() -> bytes | None:
    encoded = os.environ.get(MASTER)
    if not encoded:
        return None
    try:
        text = Path(encoded[1:]).expanduser().read_text(encoding="ascii") if encoded.startswith("@") else encoded
        return b64decode(text.strip(), validate=True)
    except (OSError, ValueError, Error) as error:
        raise InputError(f"{MASTER} can't be used.", hint="Make one with: openssl rand -base64 32") from error
