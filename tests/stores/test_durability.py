"""Tests that what was acknowledged survives: processes are killed while they write, and the power is cut."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import sleep

import apsw
import pytest
from child_writer import BATCH, PEOPLE, SPACE, entry_of, told, vector_of

import soulkeep
from memory_folder import tmp_path
from nursery import PIPE, Child
from soulkeep.stores.rows import PartitionKey, Space
from soulkeep.stores.sqlite.store import SqliteStore
from soulkeep.testing.models import HashEmbedder

__all__ = ["tmp_path"]  # on a disk

CHILD = Path(__file__).with_name("child_writer.py")
ROUNDS = int(os.environ.get("SOULKEEP_KILL_ROUNDS", "25"))  # of two processes at once, both killed


def start(mode: str, path: Path, run: str) -> Child:
    return Child([CHILD, mode, path, run], stdout=PIPE)


def kill_in_the_middle(child: Child, lines: int, pause: float) -> list[str]:
    """Kill a process some lines and a moment after its start; all lines that it got out."""
    assert child.stdout is not None
    with child:
        heard = [child.stdout.readline() for _ in range(lines)]
        assert all(heard), "the child ended by itself"
        sleep(pause)
        child.kill()
        heard += child.stdout.readlines()
    return [line.strip() for line in heard]


class Ledger:
    """All that was ever acknowledged, by person: id -> sequence number, 0 where it was not told."""

    def __init__(self) -> None:
        self.kept: dict[str, dict[str, int]] = {person: {} for person in PEOPLE}

    def note(self, lines: list[str]) -> None:
        for line in lines:
            person, *pairs = line.split()
            self.kept[person].update((id, int(seq)) for id, _, seq in (pair.partition("=") for pair in pairs))

    def compare(self, path: Path) -> None:
        """Assert that nothing acknowledged is missing, and that whatever else is there is whole."""
        store = SqliteStore(path)
        try:
            assert store.check() == []
            for person, kept in self.kept.items():
                key = PartitionKey("holmes", person)
                _, [head] = store.heads([key])
                if head is None:
                    assert not kept
                    continue
                states = store.states(head.partition, 0, SPACE)
                assert [state.seq for state in states] == list(range(1, head.seq + 1))
                rows = store.fetch(head.partition, range(1, head.seq + 1))
                seqs = {row.id: seq for seq, row in rows.items()}
                assert len(seqs) == head.seq, "an id stands twice"
                assert kept.keys() - seqs.keys() == set(), "acknowledged, but lost"
                assert {id: seq for id, seq in kept.items() if seq} == {id: seqs[id] for id, seq in kept.items() if seq}
                batches: dict[str, int] = {}
                for state in states:
                    row = rows[state.seq]
                    assert row.text == told(row.id)
                    batch, dot, _ = row.id.rpartition(".")
                    if row.id.count(".") < 3:  # through a character
                        assert state.terms
                        assert state.vector is not None
                        continue
                    batches[batch + dot] = batches.get(batch + dot, 0) + 1
                    assert (row.details, state.terms) == ({"scene": {"place": row.id}}, row.id.encode())
                    assert state.vector == vector_of(row.id)
                assert set(batches.values()) <= {BATCH}, "half of a batch"
        finally:
            store.close()


def test_nothing_acknowledged_is_lost_by_fifty_kills(tmp_path: Path) -> None:
    path, ledger, chance = tmp_path / "keep.db", Ledger(), random.Random(7)
    kills = 0
    for number in range(ROUNDS):
        modes = ("observe_for_ever" if number % 3 == 2 else "append_for_ever", "append_for_ever")
        children = [start(mode, path, f"{number}{side}") for mode, side in zip(modes, "ab", strict=True)]
        for child in children:  # the second goes on writing while the first dies
            ledger.note(kill_in_the_middle(child, chance.randint(1, 25), chance.random() * 0.03))
            kills += 1
        if number % 5 == 4:  # a loss shows as well some kills later
            ledger.compare(path)
    ledger.compare(path)
    assert kills == 2 * ROUNDS
    assert min(len(kept) for kept in ledger.kept.values()) > 100
    with soulkeep.open(path, embedder=HashEmbedder()) as keep:  # and it serves as if nothing had happened
        holmes = keep.character("holmes")
        assert holmes.observe("Miso is a cat.", person="anna").new
        assert holmes.recall("Who is Miso the cat?", person="anna", k=1).hits[0].memory.text == "Miso is a cat."


def test_killed_in_a_long_transaction(tmp_path: Path) -> None:
    path = tmp_path / "keep.db"
    with soulkeep.open(path, embedder=HashEmbedder()) as keep:
        keep.character("holmes").observe("Before.", person="anna", id="before")
    code = (
        "import os, signal, sys, apsw\n"
        "db = apsw.Connection(sys.argv[1]); db.execute('PRAGMA cache_size = 5; BEGIN IMMEDIATE')\n"
        "db.execute(\"UPDATE memories SET text = 'half'\")\n"
        "db.execute('CREATE TABLE big AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 5000) "
        "SELECT randomblob(900) FROM n')\n"  # spills to the log before any commit
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    assert subprocess.run([sys.executable, "-c", code, str(path)], check=False).returncode == -9
    assert path.with_name("keep.db-wal").stat().st_size > 1_000_000
    with soulkeep.open(path, embedder=HashEmbedder()) as keep:
        assert keep.check() == []
        assert [memory.text for memory in keep.character("holmes").memories(person="anna")] == ["Before."]


class SyncedFile(apsw.VFSFile):
    """A file that remembers what of it had reached the disk."""

    def __init__(
        self, vfs: str, name: apsw.URIFilename | str | None, flags: list[int], synced: dict[str, bytes]
    ) -> None:
        super().__init__(vfs, name, flags)
        self._name = name.filename() if isinstance(name, apsw.URIFilename) else name
        self._synced = synced

    def xSync(self, flags: int) -> None:  # noqa: N802 - named by SQLite
        super().xSync(flags)
        if self._name is not None:
            self._synced[self._name] = Path(self._name).read_bytes()


class SyncedDisk(apsw.VFS):
    """A disk that loses, when the power is cut, whatever was not synced."""

    def __init__(self) -> None:
        self.synced: dict[str, bytes] = {}
        self._real = apsw.vfs_names()[0]
        super().__init__("synced", self._real, makedefault=True)

    def xOpen(self, name: apsw.URIFilename | str | None, flags: list[int]) -> SyncedFile:  # noqa: N802
        return SyncedFile(self._real, name, flags, self.synced)

    def cut(self, path: Path, folder: Path) -> Path:
        """Write what survived of a database to another folder."""
        folder.mkdir()
        for name, data in self.synced.items():
            if name.startswith(str(path)) and os.path.exists(name):
                (folder / Path(name).name).write_bytes(data)
        return folder / path.name


@pytest.fixture
def disk() -> Iterator[SyncedDisk]:
    disk = SyncedDisk()
    yield disk
    disk.unregister()


def test_nothing_acknowledged_is_lost_when_the_power_is_cut(disk: SyncedDisk, tmp_path: Path) -> None:
    path = tmp_path / "keep.db"
    store = SqliteStore(path)
    store.open_space(SPACE)
    anna = PartitionKey("holmes", "anna")
    ids: list[str] = []
    for number in range(300):  # enough for checkpoints of the log in between
        batch = [f"p.{number}.0.{place}" for place in range(BATCH)]
        store.append(anna, [entry_of(id) for id in batch], SPACE)
        ids += batch
        if number % 25 == 0 or number > 295:
            survived = SqliteStore(disk.cut(path, tmp_path / f"cut{number}"))
            assert [row.id for row in survived.walk(anna)] == ids
            assert survived.check() == []
            survived.close()
    store.close()
    survived = SqliteStore(disk.cut(path, tmp_path / "closed"))
    assert [row.id for row in survived.walk(anna)] == ids
    survived.close()


def test_what_was_erased_does_not_come_back_when_the_power_is_cut(disk: SyncedDisk, tmp_path: Path) -> None:
    path = tmp_path / "keep.db"
    store = SqliteStore(path)
    store.append(PartitionKey("holmes", "anna"), [entry_of("secret")], None)
    store.append(PartitionKey("holmes", "boris"), [entry_of("other")], None)
    assert store.erase(PartitionKey("holmes", "anna")).memories == 1
    survived = SqliteStore(disk.cut(path, tmp_path / "cut"))
    assert survived.keys() == [PartitionKey("holmes", "boris")]
    survived.close()
    store.close()
    for folder in (tmp_path, tmp_path / "cut"):
        assert b"secret" not in b"".join(file.read_bytes() for file in folder.iterdir() if file.is_file())


def test_space_of_the_children_is_the_fake_embedders() -> None:
    assert Space(HashEmbedder().name, HashEmbedder().dimensions) == SPACE
