"""Deleting deletes: from recall, from the tables, from the bytes of the file and its log, from memory."""

from __future__ import annotations

import random
from pathlib import Path

import apsw
import pytest

import soulkeep
from soulkeep.models.embed.base import CachedEmbedder
from soulkeep.stores.sqlite.store import SqliteStore
from soulkeep.testing.models import HashEmbedder

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


def test_the_receipt_tells_of_a_character_that_is_still_there(monkeypatch: pytest.MonkeyPatch) -> None:
    with soulkeep.open(":memory:", embedder=HashEmbedder()) as keep:
        keep.character("watson").observe("It rains.", person="anna")
        keep.character("holmes", name="Holmes").observe("It rains.", person="anna")
        assert keep.erase(character="watson").remaining == 0
        monkeypatch.setattr(keep.character("holmes")._runtime.store, "drop_character", lambda character: None)
        assert keep.erase(character="holmes").remaining == 1


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
        embeddings = keep._runtime.embeddings
        assert len(embeddings.cache) == 0
        assert isinstance(embeddings.embedder, CachedEmbedder)
        assert not embeddings.embedder._texts


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


def test_an_erased_character_is_gone_with_all_it_had(tmp_path: Path) -> None:
    path = tmp_path / "keep.db"
    with soulkeep.open(path, embedder=HashEmbedder()) as keep:
        for name in ("holmes", "watson"):
            character = keep.character(name, description=f"{name} knows {SECRET}-{name}.")
            character.observe(f"{SECRET}-{name} is a word.", person="anna", heard_by=["boris"])
            character.observe(f"{SECRET}-{name} is no word.", person="boris")
            character.learn(f"A book about {SECRET}-{name}.", source="book")
            character.know(f'<http://x/{name}> <http://x/p> "{SECRET}-{name}" .\n'.encode(), source="data")
            character.stage(f"story: s\nevents:\n  - id: e\n    title: {SECRET}-{name}\n    open: Hello.\n")
        held = keep.character("holmes")
        held.recall(SECRET, person="anna")
        receipt = keep.erase(character="holmes")
        assert (receipt.person, receipt.character, receipt.characters) == (None, "holmes", ("holmes",))
        assert (receipt.stories, receipt.knowledge, receipt.remaining, receipt.clean) == (1, 1, 0, True)
        assert receipt.memories >= 4
        assert f"{SECRET}-holmes".encode() not in bytes_on_disk(path)
        assert f"{SECRET}-watson".encode() in bytes_on_disk(path)
        assert [character.id for character in keep.characters()] == ["watson"]
        assert held.recall(SECRET, person="anna").hits == ()
        with pytest.raises(soulkeep.UnknownCharacter):
            keep.character("holmes", create=False)
        watson = keep.character("watson")
        assert (len(list(watson.knowledge)), list(watson.stories)) == (1, ["s"])
        assert watson.recall(SECRET, person="boris").hits
        assert keep.check() == []
        again = keep.erase(character="holmes")
        assert (again.memories, again.stories, again.remaining) == (0, 0, 0)


def test_one_relationship_is_erased_alone(tmp_path: Path) -> None:
    with soulkeep.open(tmp_path / "keep.db", embedder=HashEmbedder()) as keep:
        for name in ("holmes", "watson"):
            keep.character(name).observe("I am Anna.", person="anna", heard_by=["boris"])
            keep.character(name).observe("I am Boris.", person="boris")
        receipt = keep.erase(person="anna", character="holmes")
        assert (receipt.person, receipt.character, receipt.characters) == ("anna", "holmes", ("holmes",))
        assert (receipt.memories, receipt.remaining) == (2, 0)  # hers, and what boris heard of it
        assert keep.people("holmes") == ["boris"]
        assert keep.people("watson") == ["anna", "boris"]
        assert [character.id for character in keep.characters()] == ["holmes", "watson"]


def test_data_that_others_know_too_stays_theirs(tmp_path: Path) -> None:
    data = b'<http://x/a> <http://x/p> "shared" .\n'
    with soulkeep.open(tmp_path / "keep.db", embedder=HashEmbedder()) as keep:
        for name in ("holmes", "watson"):
            keep.character(name).know(data, source="data")
        keep.erase(character="holmes")
        assert keep.character("watson").episodes().sparql("SELECT ?o { ?s <http://x/p> ?o }").rows
        assert list(keep.character("holmes").knowledge) == []


def test_whom_to_erase_must_be_said(keep: soulkeep.Keep) -> None:
    with pytest.raises(soulkeep.InputError, match="whom"):
        keep.erase()
    with pytest.raises(soulkeep.InputError):
        keep.erase(character="")
    with pytest.raises(soulkeep.InputError):
        keep.erase(person=" ")
