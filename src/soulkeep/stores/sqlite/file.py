"""The SQLite file: opening it safely, connections to it, and translation of its errors."""

from __future__ import annotations

import os
import uuid
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from itertools import count
from json import JSONDecodeError
from pathlib import Path
from time import monotonic, sleep
from typing import Any, TypeVar

import apsw

from soulkeep.errors import (
    SoulkeepError,
    StoreBusy,
    StoreClosed,
    StoreCorrupt,
    StoreError,
    StoreFull,
    StoreReadOnly,
    StoreTooNew,
)
from soulkeep.stores.migrations import APPLICATION_ID, MIGRATIONS, newest
from soulkeep.stores.private import make_private
from soulkeep.stores.sqlite import checksums
from soulkeep.threads.fork import Gate

T = TypeVar("T")

MEMORY = ":memory:"
_ASK_AGAIN = 0.001  # seconds
_EMPTYING_MS = 100
_RESTING = 5.0
"""Seconds for which a fork waits for those who read and write."""
_SMALLEST = 512  # bytes of a database
_PAGE = 8192  # bytes
_GARBLED = (UnicodeDecodeError, JSONDecodeError)
"""Raised where a row is read whose text was damaged."""


class SqliteFile:
    """One database file and the connections to it.

    Args:
        location: a path, or `":memory:"`.
        busy_seconds: seconds to wait for another process's lock.
    """

    def __init__(self, location: str | os.PathLike[str], *, busy_seconds: float) -> None:
        self.location = os.fspath(location)
        self.closed = False
        self._process = os.getpid()
        self._busy_ms = int(busy_seconds * 1000)
        self.gate = Gate()
        self._readers: deque[apsw.Connection] = deque()  # those that nobody uses
        if self.location == MEMORY:
            self._target = f"file:/soulkeep-{uuid.uuid4().hex}?vfs=memdb"  # one that all our connections share
            return
        if "\0" in self.location:
            raise StoreError("A path can't hold a NUL character.", hint="Give the path of a file, such as keep.db.")
        try:
            path = Path(self.location).expanduser()
        except RuntimeError as error:
            raise StoreError(f"{self.location}: {error}", hint="Give the path in full.") from error
        if not path.parent.is_dir():
            raise StoreError(f"The folder {path.parent} does not exist.", hint="Create it, or open another path.")
        if path.is_dir():
            raise StoreError(f"{path} is a folder.", hint="Give the path of a file, such as keep.db.")
        self._target = str(path)

    def open(self) -> apsw.Connection:
        """Return a connection for writing, after checking that the file is ours and migrating it."""
        if self.location != MEMORY:
            if os.path.exists(self._target):
                self._glance()
            elif not self._target.startswith("file:"):  # which SQLite reads as a URI
                make_private(self._target)
        with self._translated():
            if self.location != MEMORY:
                with closing(self.connect()) as connection:
                    self._begin(connection)
            connection = self.connect()
            try:
                self._prepare(connection)
            except BaseException:
                connection.close()
                raise
        return connection

    def _glance(self) -> None:
        """Raise for a file in which even SQLite's reading would leave traces.

        The file isn't read here: closing it would drop this process's locks on it, also those of other connections.
        """
        if 0 < os.path.getsize(self._target) < _SMALLEST and not os.path.exists(f"{self._target}-journal"):
            raise StoreCorrupt(  # SQLite would take it for an empty one
                f"{self.location} is no soulkeep database.", hint="It was left as it is. Open another path."
            )
        if not os.access(self._target, os.W_OK):
            raise self._read_only()

    def _read_only(self) -> StoreReadOnly:
        return StoreReadOnly(
            f"{self.location} can't be written.",
            hint="Give this user write access to the file and its folder, or open a copy.",
        )

    def read(self, job: Callable[[apsw.Connection], T]) -> T:
        """Run a job with a connection for reading, which nobody else uses meanwhile."""
        if self.closed:
            raise StoreClosed
        self.require_own_process()
        self.gate.enter()
        try:
            connection = self._reader()
            try:
                return job(connection)
            finally:
                self._give_back(connection)
        except (apsw.Error, *_GARBLED) as error:
            raise self.translate(error) from error
        finally:
            self.gate.leave()

    def _reader(self) -> apsw.Connection:
        """Return the connection for reading that was used last, or a new one."""
        try:
            return self._readers.pop()
        except IndexError:
            connection = self.connect()
            connection.pragma("query_only", True)
            return connection

    def require_own_process(self) -> None:
        """Raise in a forked child, where neither SQLite's connections nor the writing thread work."""
        if os.getpid() != self._process:
            raise StoreError(
                f"{self.location} was opened by another process, and this one was forked from it.",
                hint="Open the keep in each process: call soulkeep.open() after the fork.",
            )

    def _give_back(self, connection: apsw.Connection) -> None:
        self._readers.append(connection)
        if self.closed:  # closed while it was in use
            self.close_readers()

    def empty_log(self, *, rewrite: bool = False) -> bool:
        """Empty the write-ahead log, which otherwise holds copies of deleted data. Return False if a reader still needs
        it; the last process to close will then empty it.

        Args:
            rewrite: also rewrite the file. Overwriting deleted rows isn't enough: split pages keep old copies in gaps.
        """
        if self.location == MEMORY:
            return True
        with self.gate.inside(), self._translated():
            connection = self.connect()
            if not rewrite:  # who reads the old state, a backup say, is not waited for: others would wait, too
                connection.set_busy_timeout(_EMPTYING_MS)
            try:
                connection.pragma("user_version")  # a connection that has read nothing doesn't see the log
                if rewrite:
                    connection.pragma("secure_delete", True)
                    connection.execute("VACUUM")
                connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
            except apsw.BusyError:
                return False
            finally:
                connection.close()
        return True

    def problems(self) -> list[str]:
        """Return the faults of the file as a database, and damaged pages, in words."""
        with self.gate.inside(), self._translated():
            return checksums.problems(self.connect)

    def rest(self) -> bool:
        """Block use of the file until `after_fork`, and close the connections for reading; return False if somebody
        goes on using it, or the database would vanish with its last connection."""
        if not self.gate.shut(_RESTING) or self.location == MEMORY:
            return False
        self.close_readers()
        return True

    def after_fork(self, *, child: bool) -> None:
        """Allow use of the file again; in a forked child, wake those who wait so that they raise."""
        if child:
            self._readers, self.gate = deque(), Gate()
        self.gate.open()

    def close_readers(self) -> None:
        """Close the connections that nobody is reading with."""
        with suppress(IndexError):
            while True:
                self._readers.pop().close()

    def connect(self) -> apsw.Connection:
        """Return a new connection; the caller closes it."""
        checksums.available()
        flags = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE | apsw.SQLITE_OPEN_URI
        connection = apsw.Connection(self._target, flags=flags, statementcachesize=64)
        connection.set_busy_handler(_patience(self._busy_ms / 1000))
        return connection

    def _begin(self, connection: apsw.Connection) -> None:
        """Raise if the file isn't ours; write an empty file's first page, which sets the format of all others."""
        connection.pragma("page_size", _PAGE)  # before it reads: of half a page that another wrote, the sum is wrong
        version = connection.pragma("user_version")
        tables = one_row(connection, "SELECT count(*) FROM sqlite_schema")[0]
        if tables and connection.pragma("application_id") != APPLICATION_ID:
            raise StoreCorrupt(
                f"{self.location} is a database of another program.",
                hint="It was left as it is. Open another path.",
            )
        if version > len(MIGRATIONS):
            raise StoreTooNew(
                f"{self.location} was written by a newer soulkeep "
                f"(schema {version}, this one knows {len(MIGRATIONS)}).",
                hint="It was left as it is. Upgrade with: pip install -U soulkeep",
            )
        if connection.readonly("main"):
            raise self._read_only()
        if not tables:
            checksums.begin(connection)
        checksums.has_checksums(connection)
        self._log_ahead(connection)

    def _prepare(self, connection: apsw.Connection) -> None:
        """Migrate the schema to the current version."""
        if self.location == MEMORY:
            connection.pragma("page_size", _PAGE)
        connection.pragma("synchronous", "full")
        connection.pragma("secure_delete", True)  # what is deleted is overwritten, not only unlinked
        if connection.pragma("user_version") < len(MIGRATIONS):
            connection.execute("BEGIN IMMEDIATE")
            try:
                # Another process may have migrated while this one waited for the lock.
                version = connection.pragma("user_version")
                for script in MIGRATIONS[version:] if version else [newest()]:
                    connection.execute(script)
                connection.pragma("application_id", APPLICATION_ID)
                connection.pragma("user_version", len(MIGRATIONS))
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise

    def _log_ahead(self, connection: apsw.Connection) -> None:
        """Switch to a write-ahead log. SQLite itself doesn't wait if several processes do so at once."""
        wait = _patience(self._busy_ms / 1000)
        for asked in count():
            try:
                connection.pragma("journal_mode", "wal")
                return
            except apsw.BusyError:
                if not wait(asked):
                    raise

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except (apsw.Error, *_GARBLED) as error:
            raise self.translate(error) from error

    def translate(self, error: BaseException) -> BaseException:
        """Return an error of SQLite's as one of ours, with advice."""
        if isinstance(error, SoulkeepError) or not isinstance(error, (apsw.Error, *_GARBLED)):
            return error
        where, translated = self.location, StoreError(f"{self.location}: {error}")
        if isinstance(error, apsw.BusyError | apsw.LockedError):
            translated = StoreBusy(
                f"Another process has been writing to {where} for {self._busy_ms / 1000:g} s.",
                hint="Nothing was stored. Try again, or raise Settings.busy_seconds.",
            )
        elif isinstance(error, (apsw.CorruptError, apsw.NotADBError, *_GARBLED)):
            translated = StoreCorrupt(
                f"{where} is damaged, or no soulkeep database ({error}).",
                hint="It was left as it is. Restore a backup, or run `sqlite3 FILE .recover` on a copy.",
            )
        elif checksums.wrong(error):
            translated = StoreCorrupt(
                checksums.damage_message(where),
                hint="`soulkeep doctor` says what was on it. Restore a backup; or, to take it as it is, restore this "
                "file to another place with --force (force=True).",
            )
        elif isinstance(error, apsw.FullError):
            translated = StoreFull(
                f"There is no space left to write {where}.",
                hint="This write was not stored; everything before it was. Free some space and try again.",
            )
        elif isinstance(error, apsw.ReadOnlyError | apsw.CantOpenError | apsw.PermissionsError):
            translated = StoreReadOnly(
                f"{where} can't be opened for writing ({error}).",
                hint="Give this user write access to the file and its folder, or open another path.",
            )
        elif isinstance(error, apsw.IOError):
            translated = StoreError(
                f"{where} could not be read or written ({error}).",
                hint="Check the disk, its free space and its limits. What was acknowledged is stored.",
            )
        translated.__cause__ = error
        return translated


def _patience(seconds: float) -> Callable[[int], bool]:
    """Return a busy handler that waits for a lock by asking often.

    SQLite's own handler asks ever less often, so a process that writes without pause keeps others out for seconds.
    """
    until = 0.0

    def wait(asked: int) -> bool:
        nonlocal until
        now = monotonic()
        if not asked:
            until = now + seconds
        if now >= until:
            return False
        sleep(_ASK_AGAIN)
        return True

    return wait


def one_row(db: apsw.Connection, statement: str, values: Sequence[Any] = ()) -> Any:
    """Return the first row of a statement as a tuple, or None."""
    return next(iter(db.execute(statement, values).fetchall()), None)
