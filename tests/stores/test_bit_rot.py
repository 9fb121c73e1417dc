"""Tests that corruption on disk is found and named when it is read, and never taken for what was said."""

from __future__ import annotations

import os
import random
import sqlite3
from contextlib import closing
from pathlib import Path

import apsw
import pytest

import soulkeep
from soulkeep.stores.contract.work import ANNA, entry
from soulkeep.stores.sqlite import checksums
from soulkeep.stores.sqlite.backup import backup
from soulkeep.stores.sqlite.store import SqliteStore
from soulkeep.testing.models import HashEmbedder

ROUNDS = int(os.environ.get("SOULKEEP_BIT_ROT", "25"))
SAID = "I said {} things to Miso. " + "Word by word, day by day. " * 12


def open_keep(path: Path) -> soulkeep.Keep:
    return soulkeep.open(path, embedder=HashEmbedder(), settings=soulkeep.Settings(background=False))


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the file of a keep of two people and some hundred turns."""
    path = tmp_path_factory.mktemp("sound") / "keep.db"
    with open_keep(path) as keep:
        for person in ("anna", "ben"):
            turns = [soulkeep.Turn(SAID.format(number), id=f"{person}-{number}") for number in range(120)]
            keep.character("holmes").observe_many(turns, person=person)
    return path.read_bytes()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "keep.db"


def read_all(path: Path) -> list[str]:
    """Return everything that people said, as a new process reads it."""
    with open_keep(path) as keep:
        holmes = keep.character("holmes")
        return [memory.text for person in ("anna", "ben") for memory in holmes.memories(person=person)]


def test_every_page_of_a_keep_has_a_checksum(path: Path, sound: bytes) -> None:
    path.write_bytes(sound)
    with closing(apsw.Connection(str(path))) as db:
        assert checksums.has_checksums(db)
        pages = db.pragma("page_count")
    assert pages > 20
    for page in range(pages):  # the last letter of each
        data = bytearray(sound)
        data[page * 8192 + 8191] ^= 1
        path.write_bytes(data)
        with (
            pytest.raises(soulkeep.StoreCorrupt, match="written"),
            closing(SqliteStore(path)) as store,
        ):
            raise soulkeep.StoreCorrupt("; ".join(store.check()))


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_a_garbled_bit_is_never_read_as_what_was_said(path: Path, sound: bytes, seed: int) -> None:
    chance = random.Random(seed)
    data = bytearray(sound)
    data[chance.randrange(100, len(data))] ^= 1 << chance.randrange(8)
    path.write_bytes(data)
    expected = [SAID.format(number).strip() for _ in "ab" for number in range(120)]
    try:
        texts = read_all(path)
    except soulkeep.StoreError:
        texts = expected
    assert [text.strip() for text in texts] == expected
    try:
        with closing(SqliteStore(path)) as store:
            problems = store.check()
    except soulkeep.StoreCorrupt as error:  # where the first page is damaged
        problems = [error.message]
    assert problems


def test_the_doctor_names_whose_memories_are_damaged(path: Path, sound: bytes) -> None:
    data = bytearray(sound)
    place = data.find(b"I said 77 things", data.find(b"anna-"))
    data[place] = ord("U")
    path.write_bytes(data)
    with closing(SqliteStore(path)) as store:
        problems = store.check()
    [named] = [problem for problem in problems if "holmes with" in problem]
    assert "-77" in named or "…" in named
    assert len([problem for problem in problems if problem.startswith("the table ")]) == 1


@pytest.mark.parametrize(("person", "whom"), [("ben", "ben"), (None, "nobody")])
def test_whoever_comes_before_them_is_sound(path: Path, person: str | None, whom: str) -> None:
    with open_keep(path) as keep:
        for other in ("anna", person):
            turns = [soulkeep.Turn(SAID.format(f"{other} {number}"), id=f"{number}") for number in range(60)]
            keep.character("holmes").observe_many(turns, person=other)
    data = bytearray(path.read_bytes())
    data[data.rfind(f"I said {person} 30 things".encode())] = ord("U")
    path.write_bytes(data)
    with closing(SqliteStore(path)) as store:
        named = [problem for problem in store.check() if "holmes with" in problem]
    assert [f"holmes with {whom} may" in problem for problem in named] == [True]


def test_what_is_on_other_pages_is_still_read(path: Path, sound: bytes) -> None:
    data = bytearray(sound)
    place = data.rfind(b"I said 60 things")
    data[place] = ord("U")
    path.write_bytes(data)
    with open_keep(path) as keep:
        holmes = keep.character("holmes")
        with pytest.raises(soulkeep.StoreCorrupt, match="checksum"):
            list(holmes.memories(person="ben"))
        assert len(list(holmes.memories(person="anna"))) == 120


def test_a_damaged_backup_is_refused_and_a_sound_one_mends_the_keep(path: Path, sound: bytes) -> None:
    path.write_bytes(sound)
    made = path.with_name("backup.db")
    with open_keep(path) as keep:
        keep.backup(made)
    before = read_all(path)
    data = bytearray(path.read_bytes())
    data[data.rfind(b"I said 60 things")] = ord("U")
    path.write_bytes(data)
    with pytest.raises(soulkeep.StoreCorrupt, match="checksum"):
        backup(path, path.with_name("other.db"))
    soulkeep.restore_backup(made, path)
    assert read_all(path) == before


def test_a_large_backup_and_what_is_restored_from_it_have_checksums_all_over(path: Path) -> None:
    """Larger than SQLite's cache, so that pages are written before the one that says that there are checksums."""
    with closing(SqliteStore(path)) as store:  # what is made of turns takes longest, and isn't looked at
        turns = [entry(str(number), SAID.format(number) * 8) for number in range(2000)]
        store.append(ANNA, turns, None)
        backup(path, path.with_name("backup.db"))
    assert path.with_name("backup.db").stat().st_size > 4 * 1024 * 1024
    soulkeep.restore_backup(path.with_name("backup.db"), path)
    with closing(SqliteStore(path)) as store:
        assert store.check() == []


def test_a_keep_without_checksums_gets_them_from_its_backup(path: Path, sound: bytes) -> None:
    path.write_bytes(sound)
    bare = path.with_name("bare.db")
    with closing(sqlite3.connect(path)) as db:
        db.execute("VACUUM INTO ?", (str(bare),))
    data = bytearray(bare.read_bytes())
    assert data[20] == checksums.BYTES  # sqlite3 keeps the room, and leaves it empty
    with pytest.raises(soulkeep.StoreCorrupt, match="checksum"):
        read_all(bare)
    receipt = soulkeep.restore_backup(bare, path, force=True)  # taken as it is
    assert receipt.memories == 240
    assert len(read_all(path)) == 240
