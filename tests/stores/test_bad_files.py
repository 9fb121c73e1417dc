"""Files that are no keep, damaged, too new, not to be written or in use: told in words, and left as they are."""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from threading import Timer

import apsw
import pytest

import nursery
import soulkeep
from memory_folder import tmp_path
from soulkeep.settings import Settings
from soulkeep.stores.migrations import MIGRATIONS
from soulkeep.testing.models import HashEmbedder

__all__ = ["tmp_path"]  # on a disk

CHILD = Path(__file__).with_name("child_limits.py")
TURNS = 400
Damage = Callable[[bytearray, random.Random], None]


def open_keep(path: Path, *, busy_seconds: float = 30.0) -> soulkeep.Keep:
    return soulkeep.open(path, embedder=HashEmbedder(), settings=Settings(busy_seconds=busy_seconds, background=False))


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the file of a keep with some hundred turns."""
    path = tmp_path_factory.mktemp("sound") / "keep.db"
    with open_keep(path) as keep:
        turns = [
            soulkeep.Turn(
                f"Miso slept {number} hours. " + f"Day {number}. " * (number % 60),
                id=str(number),
                scene=soulkeep.Scene(place="the old attic", objects=("a basket",) * (number % 9)),
            )
            for number in range(TURNS)
        ]
        keep.character("holmes").observe_many(turns, person="anna")
    return path.read_bytes()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "keep.db"


@contextmanager
def left_as_it_was(path: Path) -> Iterator[None]:
    before = sha256(path.read_bytes()).hexdigest()
    yield
    assert sha256(path.read_bytes()).hexdigest() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def refused(path: Path, kind: type[soulkeep.StoreError], hint: str) -> None:
    """Assert that opening raises this, twice, says what to do, and leaves the file alone."""
    with left_as_it_was(path):
        for _ in range(2):
            with pytest.raises(kind) as caught:
                open_keep(path)
            assert type(caught.value) is kind
            assert str(path) in caught.value.message
            assert hint in caught.value.hint
            assert isinstance(caught.value, soulkeep.SoulkeepError)


def run(mode: str, path: Path) -> str:
    done = nursery.run([CHILD, mode, path])
    return done.stdout.strip() + done.stderr[-3000:]


# -- not ours


@pytest.mark.parametrize(
    "content",
    [b"My diary.\n" * 500, b"My notes.\n" * 20, b"x", b"SQLite format 3\0" + b"\xff" * 4080, os.urandom(20_000)],
)
def test_no_database(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    refused(path, soulkeep.StoreCorrupt, "left as it is")


def test_another_programs_database(path: Path) -> None:
    db = apsw.Connection(str(path))
    db.execute("CREATE TABLE invoices (id INTEGER PRIMARY KEY); INSERT INTO invoices VALUES (1)")
    db.close()
    refused(path, soulkeep.StoreCorrupt, "another path")


def test_another_programs_database_with_a_version_of_its_own(path: Path) -> None:
    db = apsw.Connection(str(path))
    db.execute("CREATE TABLE memories (id); PRAGMA user_version = 1; PRAGMA journal_mode = wal")
    db.close()
    refused(path, soulkeep.StoreCorrupt, "another path")


def test_a_database_of_a_newer_version(path: Path, sound: bytes) -> None:
    path.write_bytes(sound)
    db = apsw.Connection(str(path))
    db.pragma("user_version", len(MIGRATIONS) + 1)
    db.close()
    refused(path, soulkeep.StoreTooNew, "pip install -U soulkeep")


def test_an_empty_file_becomes_a_keep(path: Path) -> None:
    path.touch()
    with open_keep(path) as keep:
        assert keep.character("holmes").observe("Miso is a cat.").new


# -- damaged


def truncated(data: bytearray, chance: random.Random) -> None:
    del data[len(data) * 2 // 5 :]


def pages_lost(data: bytearray, chance: random.Random) -> None:
    for page in range(4, len(data) // 8192, 3):
        data[page * 8192 : (page + 1) * 8192] = bytes(8192)


def pages_overwritten(data: bytearray, chance: random.Random) -> None:
    for page in range(2, len(data) // 8192):
        data[page * 8192 : (page + 1) * 8192] = chance.randbytes(8192)


def use(keep: soulkeep.Keep) -> None:
    """Call everything that reads."""
    holmes = keep.character("holmes")
    assert len(holmes.recall("How long did Miso sleep?", person="anna", k=1000).hits) <= TURNS
    for memory in holmes.memories(person="anna"):
        holmes.memory(memory.id, person="anna")
    keep.stats()


@pytest.mark.parametrize("damage", [truncated, pages_lost, pages_overwritten])
def test_a_damaged_database(path: Path, sound: bytes, damage: Damage) -> None:
    data = bytearray(sound)
    damage(data, random.Random(1))
    path.write_bytes(data)
    with left_as_it_was(path):
        with pytest.raises(soulkeep.StoreCorrupt) as caught, open_keep(path) as keep:
            use(keep)
        assert type(caught.value) is soulkeep.StoreCorrupt
        assert "Restore a backup" in caught.value.hint
        assert str(path) in caught.value.message


def test_a_damaged_database_is_found_by_the_check(path: Path, sound: bytes) -> None:
    data = bytearray(sound)
    pages_lost(data, random.Random(1))
    path.write_bytes(data)
    with left_as_it_was(path):
        try:
            with open_keep(path) as keep:
                assert keep.check()
        except soulkeep.StoreCorrupt:  # found sooner
            return


@pytest.mark.parametrize(("whole", "damaged"), [(b"Miso slept", b"Miso \xfflept"), (b'{"scene":', b'}"scene":')])
def test_damage_within_a_text(path: Path, sound: bytes, whole: bytes, damaged: bytes) -> None:
    """No checksum of SQLite's guards it."""
    path.write_bytes(sound.replace(whole, damaged))
    with left_as_it_was(path), open_keep(path) as keep:
        with pytest.raises(soulkeep.StoreCorrupt) as caught:
            use(keep)
        assert "Restore a backup" in caught.value.hint


@pytest.mark.parametrize("seed", range(40))
def test_flipped_bits_in_the_heads_of_pages(path: Path, sound: bytes, seed: int) -> None:
    data, chance = bytearray(sound), random.Random(seed)
    for page in range(1 + seed % 3, len(data) // 8192, 4):
        data[page * 8192 + chance.randrange(8)] ^= 1 << chance.randrange(8)
    path.write_bytes(data)
    try:
        with open_keep(path) as keep:
            use(keep)
            assert keep.check()
    except soulkeep.StoreCorrupt:
        return


# -- not to be written


def who_may_not_write(folder: Path) -> Path:
    """Return a folder that another user reaches; skip the test if this process can't act as another user."""
    if os.geteuid() == 0:
        try:
            pid = os.posix_spawn(sys.executable, [sys.executable, "-c", "import os; os.setuid(65534)"], os.environ)
        except OSError as error:
            pytest.skip(f"no other user to be: {error}")
        if os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]):
            pytest.skip("root may write everything here, and can't become another user")
    for parent in (folder, *folder.parents):
        if parent.stat().st_uid == os.geteuid() and not parent.stat().st_mode & 0o001:
            parent.chmod(parent.stat().st_mode | 0o055)
    return folder


@pytest.mark.parametrize(("file", "folder"), [(0o444, 0o777), (0o444, 0o555), (0o666, 0o555), (0o000, 0o777)])
def test_not_to_be_written(path: Path, sound: bytes, file: int, folder: int) -> None:
    path.write_bytes(sound)
    who_may_not_write(path.parent)
    path.chmod(file)
    path.parent.chmod(folder)
    try:
        assert run("read_only", path) == "ok"
        assert sha256(path.read_bytes()).digest() == sha256(sound).digest() if os.geteuid() == 0 else True
        assert [file.name for file in path.parent.iterdir()] == [path.name]
    finally:
        path.parent.chmod(0o777)


def test_no_file_may_be_made(path: Path) -> None:
    who_may_not_write(path.parent)
    path.parent.chmod(0o555)
    try:
        assert run("read_only", path) == "ok"
        assert list(path.parent.iterdir()) == []
    finally:
        path.parent.chmod(0o777)


# -- full


def test_a_full_disk(path: Path) -> None:
    assert run("full", path) == "ok"


# -- busy


def test_a_busy_database(path: Path) -> None:
    with open_keep(path, busy_seconds=0.2) as keep:
        holmes = keep.character("holmes")
        holmes.observe("Before.", person="anna", id="before")
        other = apsw.Connection(str(path))
        other.execute("BEGIN IMMEDIATE")
        for _ in range(2):
            with pytest.raises(soulkeep.StoreBusy) as caught:
                holmes.observe("Meanwhile.", person="anna", id="meanwhile")
            assert caught.value.retryable
            assert "busy_seconds" in caught.value.hint
            assert [hit.memory.id for hit in holmes.recall("What?", person="anna").hits] == [
                "before"
            ]  # reading goes on
        with pytest.raises(soulkeep.StoreBusy):
            keep.erase(person="anna")
        with open_keep(path, busy_seconds=0.2) as second:  # opening needs no lock
            assert [memory.id for memory in second.character("holmes").memories(person="anna")] == ["before"]
        other.execute("ROLLBACK")
        assert holmes.observe("Meanwhile.", person="anna", id="meanwhile").new
        assert [memory.id for memory in holmes.memories(person="anna")] == ["before", "meanwhile"]
        assert keep.check() == []
        other.close()


def test_a_busy_database_that_is_still_to_be_made(path: Path) -> None:
    other = apsw.Connection(str(path))
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(soulkeep.StoreBusy) as caught:
        open_keep(path, busy_seconds=0.1)
    assert caught.value.hint
    other.execute("ROLLBACK")
    other.close()
    with open_keep(path) as keep:
        assert keep.check() == []


def test_waits_for_another_process_that_makes_it(path: Path) -> None:
    other = apsw.Connection(str(path))
    other.execute("BEGIN IMMEDIATE")
    release = Timer(0.3, other.execute, ["ROLLBACK"])
    release.start()
    with open_keep(path) as keep:
        assert keep.character("holmes").observe("Miso is a cat.").new
    release.join()
    other.close()


def test_a_reader_elsewhere_does_not_stop_an_erasure(path: Path) -> None:
    with open_keep(path, busy_seconds=0.2) as keep:
        keep.character("holmes").observe("My secret.", person="anna")
        other = apsw.Connection(str(path))
        other.execute("BEGIN")
        assert other.execute("SELECT count(*) FROM memories").fetchall() == [(1,)]
        assert keep.erase(person="anna").memories == 1
        other.execute("ROLLBACK")
        other.close()
    assert b"My secret" not in path.read_bytes()
    assert not path.with_name("keep.db-wal").exists()
