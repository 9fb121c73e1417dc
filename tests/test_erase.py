"""Deleting deletes: from recall, from the tables, from the bytes of the file and its log, from memory."""

from __future__ import annotations

import random
from pathlib import Path

import apsw
import pytest

import soulkeep
from soulkeep.models.embed import CachedEmbedder
from soulkeep.models.testing import HashEmbedder
from soulkeep.stores.sqlite import SqliteStore

SECRET = "Quetzalcoatl"


def bytes_on_disk(path: Path) -> bytes:
    return b"".join(file.read_bytes() for file in path.parent.glob(f"{path.name}*"))


@pytest.mark.parametrize("turns", [1, 500])
def test_an_erased_person_is_gone_from_the_file(tmp_path: Path, turns: int) -> None:
    path = tmp_path / "keep.db"
    with soulkeep.open(path) as keep:
        for name in ("holmes", "watson"):
            character = keep.character(name)
            character.observe_many(
                [soulkeep.Turn(f"{SECRET} is word {i}", session=f"{SECRET}-{i}") for i in range(turns)], person="anna"
            )
            character.observe("Boris keeps bees.", person="boris", id="bees")
            character.reply(f"Who is {SECRET}?", person="anna")
        assert SECRET.encode() in bytes_on_disk(path)
        receipt = keep.erase(person="anna")
        assert (receipt.characters, receipt.remaining) == (("holmes", "watson"), 0)
        assert receipt.memories >= 2 * turns + 4
        assert SECRET.encode() not in bytes_on_disk(path)
        holmes = keep.character("holmes")
        assert holmes.recall(SECRET, person="anna").hits == ()
        assert keep.people("holmes") == ["boris"]
        assert holmes.memory("bees", person="boris").text == "Boris keeps bees."
        assert keep.check() == []
        again = keep.erase(person="anna")
        assert (again.memories, again.characters) == (0, ())
    with soulkeep.open(path) as keep:
        assert keep.character("holmes").recall(SECRET, person="anna").hits == ()


def test_a_deleted_memory_is_gone_from_the_file(tmp_path: Path) -> None:
    path = tmp_path / "keep.db"
    with soulkeep.open(path) as keep:
        holmes = keep.character("holmes")
        holmes.observe(f"{SECRET} is a secret.", person="anna", id="x")
        holmes.observe("It rains.", person="anna", id="y")
    store = SqliteStore(path)
    [key] = store.keys(person="anna")
    found = store.find(key, "x")
    assert found is not None
    assert store.delete(found.partition, [found.seq], at=1.0) == 1
    assert SECRET.encode() not in bytes_on_disk(path)
    store.close()
    with soulkeep.open(path) as keep:
        assert [memory.id for memory in keep.character("holmes").memories(person="anna")] == ["y"]


def test_an_open_mind_forgets_the_erased(tmp_path: Path) -> None:
    with soulkeep.open(tmp_path / "keep.db") as one, soulkeep.open(tmp_path / "keep.db") as other:
        one.character("holmes").observe("Miso is a cat.", person="anna")
        assert other.character("holmes").recall("cat", person="anna").hits
        one.erase(person="anna")
        assert other.character("holmes").recall("cat", person="anna").hits == ()
        one.character("holmes").observe("Boris is a bee.", person="anna")
        assert [hit.memory.text for hit in other.character("holmes").recall("cat", person="anna").hits] == [
            "Boris is a bee."
        ]


@pytest.mark.parametrize("seed", range(6))
def test_no_trace_is_left_between_the_rows_of_others(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    path = tmp_path / "keep.db"
    with soulkeep.open(path, embedder=HashEmbedder()) as keep:
        holmes = keep.character("holmes")
        for n in range(250):
            person = f"p{chance.randrange(6)}"
            holmes.observe(f"<{person}-{n}> " + "blah " * chance.randrange(200), person=person, session=f"<{person}>")
        for person in ("p0", "p3", "p5"):
            assert keep.erase(person=person).clean
            assert f"<{person}".encode() not in bytes_on_disk(path)
        assert b"<p1-" in bytes_on_disk(path)


def test_a_reader_of_the_old_state_is_told_of(tmp_path: Path) -> None:
    path = tmp_path / "keep.db"
    settings = soulkeep.Settings(busy_seconds=0.2)
    with soulkeep.open(path, embedder=HashEmbedder(), settings=settings) as keep:
        keep.character("holmes").observe(f"{SECRET} is a secret.", person="anna")
        backup = apsw.Connection(str(path))
        backup.execute("BEGIN; SELECT count(*) FROM memories")
        receipt = keep.erase(person="anna")
        assert (receipt.memories, receipt.remaining, receipt.clean) == (1, 0, False)
        backup.close()
        assert keep.erase(person="anna").clean
        assert SECRET.encode() not in bytes_on_disk(path)


def test_erasing_works_after_another_process_has_re_embedded(tmp_path: Path) -> None:
    with soulkeep.open(tmp_path / "keep.db", embedder=HashEmbedder()) as keep:
        keep.character("holmes").observe("I am Anna.", person="anna")
        keep.character("holmes").recall("Anna", person="anna")
        with soulkeep.open(tmp_path / "keep.db", embedder=HashEmbedder()) as other:
            other.reembed(HashEmbedder(dimensions=32))
        assert keep.erase(person="anna").memories == 1
        meanings = keep._workings.meanings
        assert len(meanings.cache) == 0
        assert isinstance(meanings.embedder, CachedEmbedder)
        assert not meanings.embedder._texts


def test_an_answer_spoken_meanwhile_does_not_bring_the_erased_back(tmp_path: Path) -> None:
    with soulkeep.open(tmp_path / "keep.db", embedder=HashEmbedder()) as keep:
        holmes = keep.character("holmes")
        holmes.observe("You adopted a cat called Miso.", person="anna", speaker="holmes", session="old")
        stream = holmes.stream("What is my cat called?", person="anna")
        for number, _ in enumerate(stream):
            if number == 1:
                assert keep.erase(person="anna").memories == 2
        assert stream.reply.said is None
        assert keep.people("holmes") == []
