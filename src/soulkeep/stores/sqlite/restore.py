"""Restoring a backup as a keep. The keep's file isn't touched before the copy of the backup is proven sound.

If killed at any moment, it leaves the old file or the new one under the keep's name. The order, while the old file is
locked: copy the backup beside it, check the copy, migrate it, flush it; fold the old log into the old file, remove it,
flush; link the old file under a second name; rename the copy to the keep's name, in one step.
"""

from __future__ import annotations

import os
import shutil
from contextlib import ExitStack, closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Self

import apsw

from soulkeep.errors import BadFile, StoreBusy, StoreCorrupt
from soulkeep.stores.migrations import APPLICATION_ID
from soulkeep.stores.sqlite.copies import (
    SIDE_FILES,
    Content,
    Progress,
    connect,
    copy_pages,
    draft,
    file_path,
    flush,
    flush_folder,
    longer_name,
    look_through,
    require_file,
    require_no_folder,
    require_ours,
    require_sound,
    sealed_counts,
    translated_errors,
    unseal,
)
from soulkeep.stores.sqlite.file import one_row
from soulkeep.stores.sqlite.store import SqliteStore
from soulkeep.types.receipts import RestoreReceipt

_PATIENCE = 1.0
"""Seconds to wait for somebody who is just leaving."""


def restore_backup(
    backup: str | os.PathLike[str],
    location: str | os.PathLike[str],
    *,
    force: bool = False,
    discard: bool = False,
    progress: Progress | None = None,
) -> RestoreReceipt:
    """Replace a keep by a backup, or create it from one. Nobody may have the keep open.

    First a copy of the backup is made and checked: it is sound, a keep, not newer than this soulkeep, and unchanged.
    Only then does it replace the keep's file, which stays beside it as `keep.db.before-restore-<time>`.

    Args:
        backup: the file that `keep.backup` or `soulkeep backup` wrote; or a keep.
        location: the keep's file.
        force: restore a backup even if it was changed or damaged since; and replace an unreadable file.
        discard: don't keep the old file.
        progress: called with the number of bytes copied and the total.

    Raises:
        BadFile: there is no such backup.
        StoreCorrupt: the backup is damaged, or the file at the location isn't a keep.
        StoreTooNew: a newer soulkeep wrote the backup.
        StoreBusy: somebody has the keep open.
        StoreError: the keep can't be written: no space, no permission, no such folder.
    """
    with Restoration(backup, location, force=force, discard=discard, progress=progress) as proven:
        return proven.place()


class Restoration:
    """A context that restores a backup: checked on entering, put in place by `place`. Meanwhile the keep is locked.

    Args:
        backup, location, force, discard, progress: as in `restore_backup`.
        application: the application id in the file; 0 for the server's own.
    """

    def __init__(
        self,
        backup: str | os.PathLike[str],
        location: str | os.PathLike[str],
        *,
        force: bool = False,
        discard: bool = False,
        progress: Progress | None = None,
        application: int = APPLICATION_ID,
    ) -> None:
        self._backup, self._live = file_path(backup), file_path(location)
        self._force, self._discard, self._progress, self._application = force, discard, progress, application
        self._lock: apsw.Connection | None = None
        self._sealed = False

    def __enter__(self) -> Self:
        self._began = monotonic()
        require_file(self._backup)
        require_no_folder(self._live)
        if self._live.exists() and self._live.samefile(self._backup):
            raise BadFile(f"{self._backup} is the keep itself.", hint="Give the backup first, then the keep.")
        with ExitStack() as stack:
            self._lock = self._locked()
            stack.callback(self._let_go)
            with translated_errors(self._backup, self._live):
                self._copy = stack.enter_context(draft(self._live))
                self._content = self._proven()
                self._like_the_old(self._copy)
                flush(self._copy)
            self._stack = stack.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def _locked(self) -> apsw.Connection | None:
        """Return a connection that keeps everybody else out and leaves no trace; None if there is nothing to lock.

        A process that has a keep open holds a shared lock on its file, also while it does nothing.
        """
        if not self._live.exists():
            return None
        with ExitStack() as stack, translated_errors(self._live):
            try:
                db = stack.enter_context(closing(connect(self._live, seconds=_PATIENCE, trusting=True)))
                logged = longer_name(self._live, "-wal").exists()
                db.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, int(logged))  # else the log that this makes is removed
                db.pragma("locking_mode", "exclusive")
                db.execute("BEGIN EXCLUSIVE")
                if one_row(db, "SELECT count(*) FROM sqlite_schema")[0] and (
                    db.pragma("application_id") != self._application
                ):
                    raise StoreCorrupt(
                        f"{self._live} is a database of another program.", hint="It was left as it is. Name another."
                    )
                db.execute("COMMIT")  # the lock stays
            except (apsw.BusyError, apsw.LockedError):
                raise StoreBusy(
                    f"{self._live} is in use.",
                    hint="Stop the server and whatever else has it open, then restore again.",
                ) from None
            except (apsw.CorruptError, apsw.NotADBError) as error:
                if self._force:
                    return None
                raise StoreCorrupt(
                    f"{self._live} can't be read ({error}), so it can't be told whether somebody uses it.",
                    hint="Stop whatever does, then restore with --force (force=True). It is kept beside the new one.",
                ) from error
            stack.pop_all()
            return db

    def _let_go(self) -> None:
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    # -- proving

    def _proven(self) -> Content:
        """Copy the backup, check that the copy is sound and unchanged, and migrate it."""
        with (
            translated_errors(self._backup),
            closing(connect(self._backup, seconds=_PATIENCE, trusting=self._force)) as db,
        ):
            require_ours(db, self._backup, self._application)
            cut = self._backup.stat().st_size % db.pragma("page_size")
            require_sound(["its last page is cut off"] if cut else [], self._backup)
            with translated_errors(self._backup, self._live):
                copy_pages(db, self._copy, self._progress)
        by_seal = self._by_seal()
        with closing(connect(self._copy, seconds=0)) as db:
            content = look_through(db, self._backup, self._application)
            if db.readonly("main"):  # by a number in its header
                require_sound(["its header says that it can't be written"], self._backup)
            unseal(db)
        if self._application == APPLICATION_ID:
            content = self._opened(content)
        if by_seal is not None and by_seal != content.counts:
            self._doubt(f"It holds {content.counts} characters, relationships and memories instead of {by_seal}.")
        for end in SIDE_FILES:
            if longer_name(self._copy, end).exists():
                raise StoreBusy(f"Somebody has opened the copy of {self._backup}.", hint="Restore again.")
        return content

    def _by_seal(self) -> tuple[int, int, int] | None:
        """Return the counts in the seal, if the file is as it was sealed."""
        try:
            counts = sealed_counts(self._copy)
        except StoreCorrupt as error:
            self._doubt(error.message)
            return None
        self._sealed = counts is not None
        return counts

    def _doubt(self, why: str) -> None:
        if not self._force:
            raise StoreCorrupt(
                f"{self._backup} is damaged, or was changed since it was made. {why}",
                hint="Take another backup; or, if you changed it yourself, --force (force=True).",
            )

    def _opened(self, before: Content) -> Content:
        """Return what the copy holds once it is opened as a store, which migrates it."""
        try:
            with closing(SqliteStore(self._copy)) as store:
                require_sound(store.check(), self._backup)
                stats = store.stats()
        except StoreCorrupt as error:
            raise StoreCorrupt(f"{self._backup} can't be opened as a keep. {error.message}", hint=error.hint) from error
        after = Content(
            schema=stats.schema, characters=stats.characters, partitions=stats.partitions, memories=stats.memories
        )
        require_sound(["bringing it up to date lost something"] if before.counts != after.counts else [], self._backup)
        return after

    def _like_the_old(self, path: Path) -> None:
        """Give a file the permissions of the one that it replaces, and, if allowed, its owner."""
        there = self._live.exists()
        like = (self._live if there else self._live.parent).stat()
        if there:
            path.chmod(like.st_mode & 0o777)
        if hasattr(os, "chown"):
            with suppress(PermissionError):
                os.chown(path, like.st_uid, like.st_gid)

    # -- placing

    def place(self) -> RestoreReceipt:
        """Put the copy in the keep's place."""
        with translated_errors(self._live):
            set_aside = self._set_aside()
            if os.name == "nt":  # an open file can't be replaced there
                self._let_go()
            os.replace(self._copy, self._live)
            flush_folder(self._live.parent)
            self._let_go()
            size = self._live.stat().st_size
        content = self._content
        return RestoreReceipt(
            path=str(self._live),
            kept=None if set_aside is None else str(set_aside),
            bytes=size,
            memories=content.memories,
            partitions=content.partitions,
            characters=content.characters,
            schema=content.schema,
            sealed=self._sealed,
            seconds=monotonic() - self._began,
        )

    def _set_aside(self) -> Path | None:
        """Remove whatever beside the keep SQLite would apply to the new file, and give the old file another name."""
        live = self._live
        name = None if self._discard else self._free_name()
        folded = self._fold()
        longer_name(live, "-shm").unlink(missing_ok=True)
        if folded:
            longer_name(live, "-journal").unlink(missing_ok=True)  # it was committed
            flush_folder(live.parent)  # the old log must not be there again after a power cut
        there = live.exists()
        if there and name is not None:
            self._second_name(name)
        for end in SIDE_FILES:  # of a file that is lost or can't be read: they stay with it
            if longer_name(live, end).exists():
                if name is None:
                    longer_name(live, end).unlink()
                else:
                    os.replace(longer_name(live, end), longer_name(name, end))
        flush_folder(live.parent)
        return name if there else None

    def _fold(self) -> bool:
        """Write the log of the old file into it, so that it is complete; return False if that can't be done."""
        if self._lock is None:
            return False
        try:
            self._lock.pragma("synchronous", "full")
            if self._lock.pragma("journal_mode", "delete") != "delete":
                return False
            self._lock.pragma("journal_mode", "memory")  # or closing it would remove the journal of the new file
            return True
        except (apsw.CorruptError, apsw.NotADBError):
            if self._force:
                return False
            raise

    def _free_name(self) -> Path:
        stem = longer_name(self._live, f".before-restore-{datetime.now(UTC):%Y%m%dT%H%M%SZ}")
        name, number = stem, 1
        while name.exists():
            number += 1
            name = longer_name(stem, f"-{number}")
        return name

    def _second_name(self, name: Path) -> None:
        """Link the old file under another name, so that the keep's own name always exists."""
        try:
            os.link(self._live, name)
            return
        except (OSError, NotImplementedError):  # a file system without second names
            pass
        with draft(name) as copy:
            if self._lock is not None:  # opening the file besides would drop the lock
                copy_pages(self._lock, copy)
            else:
                shutil.copyfile(self._live, copy)
            self._like_the_old(copy)
            flush(copy)
            os.replace(copy, name)
