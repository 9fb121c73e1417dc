"""A program that the tests of backups run as a process: python child_backup.py MODE PATH …"""

from __future__ import annotations

import os
import resource
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from socket import socketpair
from types import FrameType
from typing import Any
from unittest.mock import patch

import apsw
from child_limits import NOBODY
from child_writer import SPACE, entry_of, tell

import soulkeep
from soulkeep.stores.rows import PartitionKey
from soulkeep.stores.sqlite import checksums
from soulkeep.stores.sqlite.backup import backup
from soulkeep.stores.sqlite.restore import restore_backup
from soulkeep.stores.sqlite.store import SqliteStore

SPEAKER, LISTENER = PartitionKey("holmes", "anna"), PartitionKey("watson", "anna")
BATCH = 3
OURS = ("sqlite/copies.py", "sqlite/backup.py", "sqlite/restore.py")


def append_in_company(path: str, run: str) -> None:
    """Add batches that somebody else hears too, without end; report each once it is on disk."""
    store = SqliteStore(path)
    for number in range(10**9):
        entries = [entry_of(f"{run}.{number}.{place}") for place in range(BATCH)]
        store.append(SPEAKER, entries, SPACE, copies={LISTENER: entries})
        tell(f"{run}.{number}")


def fill_disk(path: str, target: str, megabytes: str) -> None:
    """Back up, or restore, with a limit on the size of files; print the error."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(float(megabytes) * 1e6), hard))
    try:
        backup(path, target, force=True)
    except soulkeep.StoreError as error:
        tell(type(error).__name__, error.message, error.hint)
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def without_rights(path: str, target: str) -> None:
    """Back up as somebody who may not write there."""
    if os.geteuid() == 0:
        os.setgid(NOBODY)
        os.setuid(NOBODY)
    try:
        backup(path, target)
    except soulkeep.StoreReadOnly as error:
        tell("StoreReadOnly", error.hint)


def die_backing_up(folder: str) -> None:
    """Back up again and again, each time killed a line of code later; print what the target was afterwards."""
    place = Path(folder)
    old = (place / "template" / "백업.db").read_bytes()

    def state(run: Path) -> str:
        assert rows(run / "keep.db") == rows(place / "new.db")
        if (run / "백업.db").read_bytes() == old:
            return "old"
        assert rows(run / "백업.db") == rows(place / "new.db")
        restore_backup(run / "백업.db", run / "other.db")  # complete, and sealed
        return "new"

    _die(place, lambda run: backup(run / "keep.db", run / "백업.db", force=True), state)


def die_restoring(folder: str, how: str) -> None:
    """Restore again and again, each time killed a line of code later, a keep whose process was killed before: its last
    turns are in its log."""
    place = Path(folder)
    old, new = rows(place / "old.db"), rows(place / "new.db")
    assert old != new

    def state(run: Path) -> str:
        asides = [path for path in run.glob("keep.db.before-restore-*") if path.suffix != "-wal"]
        found = rows(run / "keep.db")
        if how == "discard":
            assert asides == []
        elif found == new:
            assert [rows(path) for path in asides] == [old]
        assert (run / "백업.db").read_bytes() == (place / "template" / "백업.db").read_bytes()
        restore_backup(run / "백업.db", run / "keep.db")  # nothing that was left stands in the way
        assert rows(run / "keep.db") == new
        return "old" if found == old else "new" if found == new else "lost"

    if how == "copy":  # a file system without hard links
        patch("os.link", side_effect=OSError("there are no links")).start()
    _die(place, lambda run: restore_backup(run / "백업.db", run / "keep.db", discard=how == "discard"), state)


def rows(path: Path) -> list[Any]:
    """Return the content of a keep, checked for damage."""
    checksums.available()
    with closing(apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        found = db.execute("SELECT partition, seq, id, text FROM memories ORDER BY 1, 2").fetchall()
        assert found
        return found


def _die(place: Path, work: Callable[[Path], object], state: Callable[[Path], str]) -> None:
    """Do some work in a copy of the template, killed at its first, second … line of ours, and at last not at all; print
    what was there after each. Where a line finds the files as the one before found them, the same comes of a kill."""
    found, lines = "", [*_looked_at(place, work)]
    for number, as_before in enumerate([*lines, False]):
        if not as_before:
            run = place / f"run{number}"
            shutil.copytree(place / "template", run)
            child = os.fork()
            if not child:
                _at_each_line(_killed_at(number))
                work(run)
                os._exit(0)
            assert os.waitpid(child, 0)[1] == (signal.SIGKILL if number < len(lines) else 0)
            found = state(run)
            shutil.rmtree(run)
        tell(found)


def _looked_at(place: Path, work: Callable[[Path], object]) -> Iterator[bool]:
    """Do some work in a copy of the template; yield at each line of ours whether all files are as they were before."""
    run = place / "run"
    shutil.copytree(place / "template", run)
    ours, theirs = socketpair()
    before: object = None
    child = os.fork()
    if not child:
        ours.close()
        _at_each_line(lambda _: theirs.send(b"?") and theirs.recv(1))
        work(run)
        os._exit(0)
    theirs.close()
    with ours:
        while ours.recv(1):  # it waits
            now = {path: (path.stat().st_mode, path.read_bytes()) for path in run.rglob("*") if path.is_file()}
            yield now == before
            before = now
            ours.send(b"!")
    assert os.waitpid(child, 0)[1] == 0
    shutil.rmtree(run)


def _killed_at(number: int) -> Callable[[int], None]:
    def die(now: int) -> None:
        if now == number:
            os.kill(os.getpid(), signal.SIGKILL)

    return die


def _at_each_line(call: Callable[[int], object]) -> None:
    """Call a function at each line of ours from now on, once, with the number of those before."""
    seen: set[tuple[str, int]] = set()

    def trace(frame: FrameType, event: str, _: object) -> Any:
        if not frame.f_code.co_filename.endswith(OURS):
            return None
        if event == "line" and (place := (frame.f_code.co_filename, frame.f_lineno)) not in seen:
            call(len(seen))
            seen.add(place)
        return trace

    sys.settrace(trace)


_MODES = (append_in_company, fill_disk, without_rights, die_backing_up, die_restoring)
MODES: dict[str, Callable[..., None]] = {function.__name__: function for function in _MODES}

if __name__ == "__main__":
    MODES[sys.argv[1]](*sys.argv[2:])
