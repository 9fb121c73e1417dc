"""Backups: one moment's state while others write, complete or not there, and nothing deleted is in them."""

from __future__ import annotations

import os
import time
from collections import Counter
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from threading import Thread

import apsw
import pytest
from child_backup import BATCH, LISTENER, SPEAKER, rows
from child_writer import PEOPLE, SPACE, entry_of
from test_bad_files import who_may_not_write

import nursery
import soulkeep
from memory_folder import tmp_path
from nursery import PIPE
from soulkeep.stores.migrations import APPLICATION_ID, MIGRATIONS
from soulkeep.stores.rows import PartitionKey
from soulkeep.stores.sqlite.backup import backup
from soulkeep.stores.sqlite.store import SqliteStore
from soulkeep.testing.models import HashEmbedder

__all__ = ["tmp_path"]  # on a disk

CHILD = Path(__file__).with_name("child_backup.py")
BACKUPS = 4


def run(mode: str, *words: object) -> list[str]:
    """Return the output of a process of its own."""
    done = nursery.run([CHILD, mode, *map(str, words)])
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def fill(path: Path, name: str, count: int = 40) -> None:
    """Put some memories into a keep."""
    with closing(SqliteStore(path)) as store:
        store.open_space(SPACE)
        for person in PEOPLE:
            store.append(PartitionKey("holmes", person), [entry_of(f"{name}.{n}") for n in range(count)], SPACE)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "keep.db"
    fill(path, "first")
    return path


@pytest.fixture
def target(tmp_path: Path) -> Path:
    (tmp_path / "보관").mkdir()
    return tmp_path / "보관" / "백업.db"


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# -- one moment


class Writer:
    """A process that writes without pause, and all that it has acknowledged so far."""

    def __init__(self, path: Path, run: str) -> None:
        self.told: list[str] = []
        self.process = nursery.Child([CHILD, "append_in_company", path, run], stdout=PIPE)
        self._thread = Thread(target=self._listen)
        self._thread.start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as lines:
            self.told.extend(line.strip() for line in lines)

    def listening(self) -> None:
        """Wait until it writes."""
        while len(self.told) < 20:
            assert self.process.poll() is None
            time.sleep(0.01)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        self._thread.join()


def test_what_was_acknowledged_is_in_it_and_it_is_one_moment(tmp_path: Path) -> None:
    path = tmp_path / "keep.db"
    fill(path, "before", count=4000)
    writers = [Writer(path, f"w{number}") for number in range(2)]
    try:
        for writer in writers:
            writer.listening()
        for number in range(BACKUPS):
            before = [id for writer in writers for id in tuple(writer.told)]
            receipt = backup(path, tmp_path / f"{number}.db")
            check_moment(tmp_path / f"{number}.db", before, receipt)
    finally:
        for writer in writers:
            writer.kill()
    acknowledged = [id for writer in writers for id in writer.told]
    assert len(acknowledged) > len(before), "nobody wrote meanwhile"
    with closing(SqliteStore(path)) as store:  # and the keep itself is none the worse
        assert store.check() == []
        assert store.find(SPEAKER, f"{acknowledged[-1]}.0")


def check_moment(path: Path, acknowledged: list[str], receipt: soulkeep.BackupReceipt) -> None:
    with closing(SqliteStore(path)) as store:
        assert store.check() == []
        found = store.stats()
        assert (receipt.memories, receipt.partitions) == (found.memories, found.partitions)
        ids: dict[PartitionKey, list[str]] = {}
        for key in (SPEAKER, LISTENER):
            _, [head] = store.heads([key])
            assert head
            states = store.states(head.partition, 0, SPACE)
            assert [state.seq for state in states] == list(range(1, head.seq + 1)), "a gap"
            kept = store.fetch(head.partition, range(1, head.seq + 1))
            ids[key] = [kept[seq].id for seq in sorted(kept) if not kept[seq].id.startswith("before")]
    assert ids[SPEAKER] == ids[LISTENER], "half of a transaction"
    batches = Counter(id.rpartition(".")[0] for id in ids[SPEAKER])
    assert set(batches.values()) == {BATCH}
    assert set(acknowledged) <= set(batches), "acknowledged, but not in it"


def test_a_keep_backs_itself_up_while_it_is_open(tmp_path: Path, target: Path) -> None:
    with soulkeep.open(tmp_path / "keep.db", embedder=HashEmbedder()) as keep:
        holmes = keep.character("holmes")
        holmes.observe("내 고양이 이름은 미소야.", person="안나", id="cat")
        told: list[tuple[int, int]] = []
        receipt = keep.backup(target, progress=lambda done, total: told.append((done, total)))
        holmes.observe("나중에 한 말이야.", person="안나", id="later")
        assert (receipt.memories, receipt.characters) == (1, 1)
        assert told[-1][0] == told[-1][1] > 0
    with soulkeep.open(target, embedder=HashEmbedder()) as keep:
        assert [memory.text for memory in keep.character("holmes").memories(person="안나")] == [
            "내 고양이 이름은 미소야."
        ]


def test_the_receipt_tells_of_the_file(path: Path, target: Path) -> None:
    receipt = backup(path, target)
    data = target.read_bytes()
    assert receipt.sha256 == sha256(data).hexdigest()
    assert receipt.path == str(target)
    assert (receipt.bytes, receipt.schema) == (len(data), len(MIGRATIONS))
    assert (receipt.memories, receipt.partitions) == (80, 2)
    assert rows(target) == rows(path)
    assert target.stat().st_mode & 0o777 == 0o600
    assert names(target.parent) == ["백업.db"]


def test_what_was_deleted_is_not_in_it(path: Path, target: Path) -> None:
    secret = b"nobody may know this"
    with closing(apsw.Connection(str(path))) as db:  # careless with what it deletes
        db.pragma("secure_delete", False)
        db.execute("UPDATE memories SET text = text || ? || text", (secret.decode(),))
        db.execute("UPDATE memories SET text = 'short' WHERE seq % 2 = 0")  # leaves gaps …
        db.execute("DELETE FROM memories WHERE seq % 4 = 1")
        db.execute("UPDATE memories SET text = 'short'")  # … and free pages
        db.execute("DELETE FROM vectors WHERE seq % 4 = 1")
    assert secret in path.read_bytes()
    backup(path, target)
    assert secret not in target.read_bytes()
    assert rows(target) == rows(path)


def test_an_older_keep_is_backed_up_as_it_is(tmp_path: Path, target: Path) -> None:
    path = tmp_path / "old.db"
    with closing(apsw.Connection(str(path))) as db:
        for migration in MIGRATIONS[:3]:
            db.execute(migration)
        db.pragma("application_id", APPLICATION_ID)
        db.pragma("user_version", 3)
        db.execute("INSERT INTO partitions (owner, person) VALUES ('holmes', 'anna')")
    receipt = backup(path, target)
    assert (receipt.schema, receipt.partitions) == (3, 1)
    with closing(apsw.Connection(str(target))) as db:
        assert db.pragma("user_version") == 3


# -- refused


def test_the_keep_itself_is_no_place_for_it(path: Path, tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(path)
    os.link(path, tmp_path / "second.db")
    before = path.read_bytes()
    for place in (path, tmp_path / "link.db", tmp_path / "second.db", tmp_path / "keep.db-wal"):
        with pytest.raises(soulkeep.BadFile, match="the keep itself"):
            backup(path, place, force=True)
    assert path.read_bytes() == before
    assert names(tmp_path) == ["keep.db", "link.db", "second.db"]


def test_nothing_is_overwritten_unless_it_is_a_backup_and_wanted(path: Path, target: Path) -> None:
    other = target.with_name("편지.txt")
    other.write_text("Dear Anna, " * 100)
    foreign = target.with_name("other.db")
    with closing(apsw.Connection(str(foreign))) as db:
        db.execute("CREATE TABLE memories (x)")
    backup(path, target)
    fill(path, "second")
    for place, force, why in (
        (target, False, "there already"),
        (other, True, "no backup"),
        (foreign, True, "no backup"),
        (target.parent, True, "a folder"),
    ):
        before = place.read_bytes() if place.is_file() else b""
        with pytest.raises(soulkeep.BadFile, match=why) as caught:
            backup(path, place, force=force)
        assert caught.value.hint
        assert not place.is_file() or place.read_bytes() == before
    assert backup(path, target, force=True).memories == 160
    assert names(target.parent) == sorted(["백업.db", "편지.txt", "other.db"])


def test_a_keep_that_is_open_is_not_replaced_by_a_backup(path: Path, target: Path) -> None:
    with closing(SqliteStore(target)), pytest.raises(soulkeep.BadFile, match="in use"):
        backup(path, target, force=True)


@pytest.mark.parametrize("location", [":memory:", "postgresql://soul@localhost/keep", "http://localhost/keep", "a\0b"])
def test_what_has_no_file_has_no_backup(location: str, path: Path, target: Path) -> None:
    with pytest.raises(soulkeep.InputError) as caught:
        backup(location, target)
    assert caught.value.hint
    if "postgresql" in location:
        assert "pg_dump" in caught.value.hint
    with pytest.raises(soulkeep.InputError):
        backup(path, location)


def test_a_keep_in_memory_says_so(keep: soulkeep.Keep, target: Path) -> None:
    with pytest.raises(soulkeep.InputError, match="in memory"):
        keep.backup(target)


def test_what_is_no_keep_is_not_backed_up(tmp_path: Path, path: Path, target: Path) -> None:
    text, empty, foreign, newer = (tmp_path / name for name in ("text.txt", "empty.db", "foreign.db", "newer.db"))
    text.write_text("A novel. " * 1000)
    empty.touch()
    with closing(apsw.Connection(str(foreign))) as db:
        db.execute("CREATE TABLE memories (x)")
    newer.write_bytes(path.read_bytes())
    with closing(apsw.Connection(str(newer))) as db:
        db.pragma("user_version", len(MIGRATIONS) + 1)
    for source, error in (
        (text, soulkeep.StoreCorrupt),
        (empty, soulkeep.StoreCorrupt),
        (foreign, soulkeep.StoreCorrupt),
        (newer, soulkeep.StoreTooNew),
        (tmp_path, soulkeep.BadFile),
        (tmp_path / "nothing.db", soulkeep.BadFile),
    ):
        with pytest.raises(error) as caught:
            backup(source, target)
        assert str(source) in caught.value.message
        assert caught.value.hint
    assert names(target.parent) == []


def test_a_damaged_keep_makes_no_backup(path: Path, target: Path) -> None:
    backup(path, target)
    before = target.read_bytes()
    data = bytearray(path.read_bytes())
    for start in range(8192 * 3, len(data) - 8192, 8192):
        data[start : start + 64] = bytes(64)
    path.write_bytes(data)
    with pytest.raises(soulkeep.StoreCorrupt):
        backup(path, target, force=True)
    assert target.read_bytes() == before
    assert names(target.parent) == ["백업.db"]


# -- what the disk does


@pytest.mark.parametrize("megabytes", [0.06, 0.4])
def test_a_full_disk_leaves_what_was_there(megabytes: float, path: Path, target: Path) -> None:
    backup(path, target)
    before = target.read_bytes()
    fill(path, "second", count=1000)
    [told] = run("fill_disk", path, target, megabytes)
    assert told.startswith("Store")
    assert "백업.db" in told
    assert "space" in told
    assert target.read_bytes() == before
    assert names(target.parent) == ["백업.db"]


def test_a_folder_that_may_not_be_written(path: Path, target: Path) -> None:
    who_may_not_write(target.parent)
    path.chmod(0o666)
    path.parent.chmod(0o777)
    target.parent.chmod(0o555)
    try:
        [told] = run("without_rights", path, target)
    finally:
        target.parent.chmod(0o755)
    assert "access" in told
    assert names(target.parent) == []


def test_a_folder_that_is_not_there(path: Path, tmp_path: Path) -> None:
    with pytest.raises(soulkeep.StoreError, match="does not exist"):
        backup(path, tmp_path / "없다" / "backup.db")


def test_killed_at_any_line_it_leaves_the_old_backup_or_the_new(tmp_path: Path) -> None:
    template = tmp_path / "template"
    template.mkdir()
    fill(template / "keep.db", "first")
    backup(template / "keep.db", template / "백업.db")
    fill(template / "keep.db", "second")
    (tmp_path / "new.db").write_bytes((template / "keep.db").read_bytes())
    states = run("die_backing_up", tmp_path)
    turn = states.index("new")
    assert turn > 50
    assert set(states[:turn]) == {"old"}
    assert set(states[turn:]) == {"new"}


def test_an_interrupted_one_leaves_nothing(path: Path, target: Path) -> None:
    fill(path, "second", count=2000)

    def interrupt(done: int, total: int) -> None:
        if done < total:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        backup(path, target, progress=interrupt)
    assert names(target.parent) == []
    assert backup(path, target).memories == 2 * 2040


def test_what_a_killed_one_left_goes_a_day_later(path: Path, target: Path) -> None:
    old, young = (target.with_name(f".soulkeep-{name}.partial") for name in ("old", "young"))
    for left in (old, young):
        left.touch()
    os.utime(old, (1e9, 1e9))
    backup(path, target)
    assert not old.exists()
    assert young.exists()


def test_a_file_of_another_kind_is_copied_and_counts_nothing(target: Path, tmp_path: Path) -> None:
    other = tmp_path / "server.db"
    with closing(apsw.Connection(str(other))) as db:
        db.pragma("user_version", 3)
        db.execute("CREATE TABLE anything (it)")
    receipt = backup(other, target, application=0)
    assert (receipt.characters, receipt.partitions, receipt.memories, receipt.schema) == (0, 0, 0, 3)
