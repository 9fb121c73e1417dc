"""Backups of a SQLite file while any number of processes write to it.

`VACUUM INTO` reads the state of one moment and blocks no writer. It builds a new file, which holds nothing deleted.
SQLite's backup API starts again whenever another process writes, unless a read transaction is held; and then it copies
deleted data between the rows, too.
"""

from __future__ import annotations

import hashlib
import os
from contextlib import closing
from pathlib import Path
from time import monotonic

import apsw

from soulkeep.errors import BadFile
from soulkeep.stores.migrations import APPLICATION_ID
from soulkeep.stores.sqlite import checksums
from soulkeep.stores.sqlite.copies import (
    SIDE_FILES,
    Progress,
    connect,
    draft,
    file_path,
    flush,
    flush_folder,
    longer_name,
    require_file,
    require_no_folder,
    require_ours,
    seal,
    translated_errors,
)
from soulkeep.types.receipts import BackupReceipt

_PATIENCE = 30.0  # seconds
_TELL_EVERY = 10_000  # of SQLite's instructions


def backup(
    location: str | os.PathLike[str],
    path: str | os.PathLike[str],
    *,
    force: bool = False,
    progress: Progress | None = None,
    application: int = APPLICATION_ID,
) -> BackupReceipt:
    """Copy a keep's file to another, as it is at one moment, while others keep writing.

    The copy appears under its name once it is complete, checked and on disk; until then, an older file stays.

    Args:
        location: the keep's file.
        path: the backup's file. Only its owner may read it.
        force: replace an older backup.
        progress: called with the number of bytes copied and the total.
        application: the application id in the file; 0 for the server's own.

    Raises:
        BadFile: there is no such keep, or there can't be a backup at that path.
        StoreCorrupt: the keep is damaged, or isn't one.
        StoreError: the copy can't be written: no space, no permission, no such folder.
    """
    began = monotonic()
    source, target = file_path(location), file_path(path)
    require_file(source)
    require_place(source, target, force=force, application=application)
    with translated_errors(source, target), draft(target) as copy:
        with translated_errors(source), closing(connect(source, seconds=_PATIENCE)) as db:
            require_ours(db, source, application)
            with translated_errors(source, target):
                _copy(db, copy, progress)
        content = seal(copy, source, application)
        flush(copy)
        with copy.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        size = copy.stat().st_size
        require_place(source, target, force=force, application=application)  # still
        os.replace(copy, target)
        flush_folder(target.parent)
    return BackupReceipt(
        path=str(target),
        bytes=size,
        memories=content.memories,
        partitions=content.partitions,
        characters=content.characters,
        schema=content.schema,
        seconds=monotonic() - began,
        sha256=digest,
    )


def require_place(source: Path, target: Path, *, force: bool, application: int = APPLICATION_ID) -> None:
    """Raise `BadFile` unless a backup of `source` may be written to `target`."""
    own = {source, *(longer_name(source, end) for end in SIDE_FILES)}
    if target in own or (target.exists() and target.samefile(source)):
        raise BadFile(f"{target} is the keep itself.", hint="Give the backup another path.")
    require_no_folder(target)
    for end in SIDE_FILES:
        if longer_name(target, end).exists():
            raise BadFile(
                f"{target} is in use: {longer_name(target, end).name} lies beside it.",
                hint="Give the backup another path.",
            )
    if not target.exists():
        return
    if not force:
        raise BadFile(f"{target} is there already.", hint="Give another path; or, to replace it, --force (force=True).")
    if target.stat().st_size and not _is_backup(target, application):
        raise BadFile(f"{target} is no backup of soulkeep's.", hint="Give another path, or remove it first.")


def _is_backup(path: Path, application: int) -> bool:
    try:
        with closing(connect(path, seconds=0)) as db:
            return bool(db.pragma("application_id") == application)
    except apsw.Error:
        return False


def _copy(db: apsw.Connection, path: Path, progress: Progress | None) -> None:
    """Write what a connection sees to an empty file."""
    if progress is not None:
        report = progress
        total = db.pragma("page_count") * db.pragma("page_size")

        def tell() -> bool:
            report(min(path.stat().st_size, total), total)
            return False

        db.set_progress_handler(tell, _TELL_EVERY)
    db.execute("VACUUM INTO ?", (str(path),))
    checksums.complete(path)
    if progress is not None:
        progress(total, total)
