"""Restoring: the keep isn't touched before the backup is proven, and is never missing."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from unittest.mock import patch

import apsw
import pytest
from child_backup import rows
from test_backup import fill, names, run

import soulkeep
from memory_folder import tmp_path
from soulkeep.stores.migrations import APPLICATION_ID, MIGRATIONS
from soulkeep.stores.sqlite.backup import backup
from soulkeep.stores.sqlite.store import SqliteStore
from soulkeep.testing.models import HashEmbedder

__all__ = ["tmp_path"]  # on a disk

restore_backup = soulkeep.restore_backup
FLIPS = 60


def leave_log(path: Path, name: str) -> None:
    """Leave a keep as a killed process leaves it: with its whole content in its log."""
    other = path.with_name("alive.db")
    with closing(SqliteStore(other)):
        fill_open = SqliteStore(other)
        fill(other, name)
        for end in ("", "-wal"):
            shutil.copyfile(f"{other}{end}", f"{path}{end}")
        fill_open.close()
    other.unlink()
    assert Path(f"{path}-wal").stat().st_size


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "keep.db"
    leave_log(path, "old")
    return path


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """Return a backup with other content."""
    folder = tmp_path / "보관"
    folder.mkdir()
    fill(folder / "source.db", "new")
    backup(folder / "source.db", folder / "백업.db")
    return folder / "백업.db"


def content(path: Path) -> dict[str, bytes]:
    """Return all files in a keep's folder, as they are."""
    return {file.name: file.read_bytes() for file in path.parent.iterdir() if file.is_file()}


def old_rows(path: Path, tmp_path: Path) -> list[object]:
    """Return the content of a keep without touching it."""
    (tmp_path / "look").mkdir()
    for end in ("", "-wal"):
        shutil.copyfile(f"{path}{end}", tmp_path / "look" / f"keep.db{end}")
    return rows(tmp_path / "look" / "keep.db")


def test_the_backup_takes_the_place_of_the_keep_which_is_kept(path: Path, made: Path, tmp_path: Path) -> None:
    old = old_rows(path, tmp_path)
    path.chmod(0o640)
    before = made.read_bytes()
    receipt = restore_backup(made, path)
    assert rows(path) == rows(made.with_name("source.db"))
    assert made.read_bytes() == before
    assert (receipt.memories, receipt.partitions, receipt.schema) == (80, 2, len(MIGRATIONS))
    assert receipt.sealed
    assert receipt.kept is not None
    assert rows(Path(receipt.kept)) == old, "its log belongs to it"
    assert path.stat().st_mode & 0o777 == 0o640
    assert names(path.parent) == sorted(["keep.db", Path(receipt.kept).name, "보관", "look"])
    with closing(apsw.Connection(str(path))) as db:
        assert db.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'backup'").fetchall() == [(0,)]
    again = restore_backup(receipt.kept, path)  # and back
    assert not again.sealed
    assert rows(path) == old
    assert again.kept != receipt.kept


def test_there_need_be_no_keep(path: Path, made: Path, tmp_path: Path) -> None:
    receipt = restore_backup(made, tmp_path / "새.db")
    assert receipt.kept is None
    assert rows(tmp_path / "새.db") == rows(made)
    assert (tmp_path / "새.db").stat().st_mode & 0o777 == 0o600


def test_the_log_of_a_lost_keep_is_not_applied_to_the_new_one(path: Path, made: Path) -> None:
    path.unlink()
    assert restore_backup(made, path).kept is None
    assert rows(path) == rows(made)
    assert [name for name in names(path.parent) if name.endswith("-wal")]  # set aside


def test_nothing_is_kept_if_it_is_to_be_discarded(path: Path, made: Path) -> None:
    assert restore_backup(made, path, discard=True).kept is None
    assert rows(path) == rows(made)
    assert names(path.parent) == ["keep.db", "보관"]


def test_two_in_one_second_keep_both(path: Path, made: Path) -> None:
    kept = {restore_backup(made, path).kept for _ in range(4)}
    assert len(kept) == 4


def test_a_character_remembers_what_the_backup_holds(tmp_path: Path) -> None:
    with soulkeep.open(tmp_path / "keep.db", embedder=HashEmbedder()) as keep:
        holmes = keep.character("holmes")
        holmes.observe("내 고양이 이름은 미소야.", person="anna", id="cat")
        keep.backup(tmp_path / "backup.db")
        holmes.observe("This was a mistake.", person="anna", id="mistake")
    restore_backup(tmp_path / "backup.db", tmp_path / "keep.db")
    with soulkeep.open(tmp_path / "keep.db", embedder=HashEmbedder()) as keep:
        holmes = keep.character("holmes")
        assert [memory.id for memory in holmes.memories(person="anna")] == ["cat"]
        assert holmes.recall("고양이 이름", person="anna").hits[0].memory.id == "cat"
        assert holmes.observe("And on.", person="anna").new
        assert keep.check() == []


def test_an_older_backup_is_brought_up_to_date(path: Path, tmp_path: Path) -> None:
    old, made = tmp_path / "old.db", tmp_path / "backup.db"
    with closing(apsw.Connection(str(old))) as db:
        for migration in MIGRATIONS[:2]:
            db.execute(migration)
        db.pragma("application_id", APPLICATION_ID)
        db.pragma("user_version", 2)
        db.execute("INSERT INTO partitions (owner, person) VALUES ('holmes', 'anna')")
    backup(old, made)
    before = made.read_bytes()
    receipt = restore_backup(made, path)
    assert (receipt.schema, receipt.partitions, receipt.sealed) == (len(MIGRATIONS), 1, True)
    assert made.read_bytes() == before
    with closing(SqliteStore(path)) as store:
        assert store.check() == []
        assert store.keys(owner="holmes")


# -- refused


def refused(made: Path, path: Path, error: type[soulkeep.SoulkeepError] = soulkeep.StoreCorrupt) -> str:
    """Try to restore; assert that everything is as it was, and return the message."""
    before = content(path)
    with pytest.raises(error) as caught:
        restore_backup(made, path)
    assert content(path) == before
    assert caught.value.hint
    assert ".partial" not in str(caught.value)
    return caught.value.message


def test_a_backup_with_a_flipped_bit_is_refused(path: Path, made: Path) -> None:
    sound, good = made.read_bytes(), rows(made)
    random_ = random.Random(8)
    places = [*range(0, 100, 3), *(random_.randrange(len(sound)) for _ in range(FLIPS))]
    harmless = []
    for place in places:
        data = bytearray(sound)
        data[place] ^= 1 << random_.randrange(8)
        made.write_bytes(data)
        before = content(path)
        message = ""
        try:
            restore_backup(made, path.with_name("other.db"))
        except soulkeep.StoreError as error:
            message = error.message
        if message:
            assert str(made) in message
            assert content(path) == before
        else:
            harmless.append(place)
            assert rows(path.with_name("other.db")) == good
            path.with_name("other.db").unlink()
    assert all(place < 100 for place in harmless), "only what SQLite itself changes in the header"
    assert len(harmless) < 12


def test_a_letter_that_became_another_is_found(path: Path, made: Path) -> None:
    sound = made.read_bytes()
    assert sound.count(b"Miso sleeps") > 10
    made.write_bytes(sound.replace(b"Miso sleeps", b"Milo sleeps", 1))
    with closing(sqlite3.connect(made)) as db:  # which knows nothing of checksums
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert "checksum" in refused(made, path)


def test_what_is_no_sound_backup_of_ours_is_refused(path: Path, made: Path) -> None:
    sound = made.read_bytes()
    for size in (0, 50, 600, 8192, len(sound) // 2, len(sound) - 8192, len(sound) - 1):
        made.write_bytes(sound[:size])
        refused(made, path)
    made.write_text("A novel. " * 2000)
    refused(made, path)
    made.unlink()
    assert "no file" in refused(made, path, soulkeep.BadFile)
    with closing(apsw.Connection(str(made))) as db:
        db.execute("CREATE TABLE memories (x)")
    assert "another program" in refused(made, path)
    assert "a folder" in refused(made.parent, path, soulkeep.BadFile)
    assert "keep itself" in refused(path, path, soulkeep.BadFile)


def test_a_backup_whose_seal_is_empty_is_refused(path: Path, made: Path) -> None:
    with closing(apsw.Connection(str(made))) as db:
        db.execute("DELETE FROM backup")
    assert "checksum" in refused(made, path)


def test_a_newer_backup_is_refused(path: Path, made: Path) -> None:
    with closing(apsw.Connection(str(made))) as db:
        db.pragma("user_version", len(MIGRATIONS) + 1)
    assert "newer" in refused(made, path, soulkeep.StoreTooNew)


def test_a_backup_that_was_changed_needs_force(path: Path, made: Path) -> None:
    with closing(SqliteStore(made)) as store:  # opened alone, it is still what was written
        assert store.check() == []
    assert restore_backup(made, path.with_name("other.db")).sealed
    fill(made, "changed")
    assert "changed" in refused(made, path)
    receipt = restore_backup(made, path, force=True)
    assert (receipt.sealed, receipt.memories) == (False, 160)


@pytest.mark.parametrize("who", ["this process", "another"])
def test_a_keep_that_somebody_has_open_is_not_replaced(who: str, path: Path, made: Path) -> None:
    rows(path)  # the log is folded in
    if who == "this process":
        with closing(SqliteStore(path)):
            refused(made, path, soulkeep.StoreBusy)
    else:
        code = (
            "import sys; from soulkeep.stores.sqlite.store import SqliteStore; store = SqliteStore(sys.argv[1]);"
            "print('open', flush=True); sys.stdin.read(); store.close()"
        )
        command = [sys.executable, "-c", code, str(path)]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
            assert other.stdout is not None
            assert other.stdin is not None
            assert other.stdout.readline() == "open\n"
            assert "in use" in refused(made, path, soulkeep.StoreBusy)
            other.stdin.close()
            other.wait(30)
    assert rows(path) != rows(made)
    restore_backup(made, path)
    assert rows(path) == rows(made)


def test_a_file_of_another_program_is_not_replaced(path: Path, made: Path, tmp_path: Path) -> None:
    foreign = tmp_path / "other.db"
    with closing(apsw.Connection(str(foreign))) as db:
        db.execute("CREATE TABLE memories (x)")
    before = content(foreign)
    with pytest.raises(soulkeep.StoreCorrupt, match="another program"):
        restore_backup(made, foreign, force=True)
    assert content(foreign) == before


def test_a_keep_that_cannot_be_read_is_replaced_by_force(path: Path, made: Path) -> None:
    damaged, log = b"\0" * 100 + path.read_bytes()[100:], b"what was a log" * 100
    path.write_bytes(damaged)
    Path(f"{path}-wal").write_bytes(log)
    assert "can't be read" in refused(made, path)
    receipt = restore_backup(made, path, force=True)
    assert rows(path) == rows(made)
    assert receipt.kept is not None
    assert Path(receipt.kept).read_bytes() == damaged
    assert Path(f"{receipt.kept}-wal").read_bytes() == log


def test_whoever_opens_the_new_keep_at_once_is_not_disturbed(path: Path, made: Path) -> None:
    replace, journal = os.replace, Path(f"{path}-journal")

    def then_written(source: Path, target: Path) -> None:
        replace(source, target)
        if target == path:
            journal.write_text("of the new file")

    with patch("os.replace", then_written):
        restore_backup(made, path)
    assert journal.read_text() == "of the new file"


# -- killed


@pytest.mark.parametrize("how", ["link", "copy", "discard"])
def test_killed_at_any_line_it_leaves_the_old_keep_or_the_new(how: str, tmp_path: Path) -> None:
    template = tmp_path / "template"
    template.mkdir()
    leave_log(template / "keep.db", "old")
    for end in ("", "-wal"):
        shutil.copyfile(template / f"keep.db{end}", tmp_path / f"old.db{end}")
    fill(tmp_path / "new.db", "new")
    backup(tmp_path / "new.db", template / "백업.db")
    states = run("die_restoring", tmp_path, how)
    turn = states.index("new")
    assert turn > 80
    assert set(states[:turn]) == {"old"}
    assert set(states[turn:]) == {"new"}


def test_without_hard_links_the_old_one_is_kept_as_a_copy(path: Path, made: Path, tmp_path: Path) -> None:
    old = old_rows(path, tmp_path)
    with patch("os.link", side_effect=OSError("there are no links")):
        receipt = restore_backup(made, path)
    assert receipt.kept is not None
    assert rows(Path(receipt.kept)) == old
    assert rows(path) == rows(made)
