"""A keep with keys: it recalls the same, and who is erased is gone from backups, too."""

from __future__ import annotations

import os
import random
from pathlib import Path
from time import sleep

import pytest
from typer.testing import CliRunner

import soulkeep
from nursery import PIPE, Child
from soulkeep.cli.app import command_line
from soulkeep.server.config import ServerConfig
from soulkeep.server.workspaces import Workspaces
from soulkeep.stores.keys import KeyFile
from soulkeep.stores.rows import PartitionKey
from soulkeep.stores.sqlite.store import SqliteStore
from soulkeep.testing.models import HashEmbedder

SEALER = Path(__file__).with_name("child_sealer.py")
ROUNDS = int(os.environ.get("SOULKEEP_KEY_KILLS", "2"))  # of two processes at once, both killed


class Place:
    """A keep, its keys, and how it is opened."""

    def __init__(self, folder: Path, clock: soulkeep.Clock) -> None:
        self.file, self.keys, self.copy = folder / "keep.db", folder / "keep.keys", folder / "backup.db"
        self._clock = clock

    def open(self, file: Path | None = None) -> soulkeep.Keep:
        return soulkeep.open(file or self.file, keys=self.keys, clock=self._clock, embedder=HashEmbedder())


@pytest.fixture
def place(tmp_path: Path, clock: soulkeep.ManualClock) -> Place:
    place = Place(tmp_path, clock)
    with place.open() as keep:
        holmes = keep.character("holmes", name="Sherlock Holmes")
        holmes.observe("My cat is called Miso.", person="anna", id="cat", heard_by=["boris"])
        holmes.observe("I keep bees in Sussex.", person="boris", id="bees")
        keep.character("watson").observe("I paint at night.", person="anna", id="paint")
        holmes.learn("The snake came down the bell rope.", source="book")
        keep.settle()
        keep.backup(place.copy)
    return place


def test_who_is_erased_is_gone_from_older_backups(place: Place) -> None:
    with place.open() as keep:
        receipt = keep.erase(person="anna")
        assert (receipt.remaining, receipt.keys) == (0, 2)
        keep.character("holmes").observe("It's me again.", person="anna")
    place.file.unlink()
    soulkeep.restore_backup(place.copy, place.file)
    with place.open() as keep:
        holmes, watson = keep.character("holmes"), keep.character("watson")
        assert keep.people("holmes") == ["anna", "boris"]
        for read in (
            lambda: holmes.recall("What is my cat called?", person="anna"),
            lambda: holmes.observe("Do you know me?", person="anna"),
            lambda: watson.recall("When do I paint?", person="anna"),
            lambda: list(keep.export(person="anna")),
            lambda: list(keep.export()),
        ):
            with pytest.raises(soulkeep.KeyGone, match=r"keep\.erase\(person='anna'\)"):
                read()
        assert "Sussex" in holmes.recall("Where are my bees?", person="boris").hits[0].memory.text
        assert {character.id for character in keep.characters()} == {"holmes", "watson"}
        assert [problem for problem in keep.check() if "anna" in problem] == keep.check() != []
        keep.settle()
        keep.jobs()
        keep.stats()
        again = keep.erase(person="anna")
        assert (again.remaining, again.keys) == (0, 0)
        assert keep.check() == []
        assert holmes.observe("Hello.", person="anna").new
        assert holmes.recall("Hello", person="anna").hits


def test_what_two_share_is_gone_from_older_backups(place: Place) -> None:
    with place.open() as keep:
        assert keep.erase(person="anna", character="watson").keys == 1
        assert keep.erase(character="holmes").keys == 3
    with place.open(place.copy) as keep:
        holmes = keep.character("holmes")
        assert len(keep.check()) == 4
        for person in ("anna", "boris"):
            with pytest.raises(soulkeep.KeyGone):
                holmes.recall("What do I keep?", person=person)
        assert keep.erase(character="holmes").remaining == 0


def test_a_key_that_others_lost_holds_up_no_erasing(place: Place) -> None:
    """Boris heard what Anna said, and can't be read any more."""
    with place.open() as keep:
        keep.erase(person="boris", character="holmes")
    with place.open(place.copy) as keep:
        assert keep.erase(person="anna").remaining == 0
        assert [problem for problem in keep.check() if "boris" not in problem] == []


def test_it_recalls_the_same(place: Place, tmp_path: Path, clock: soulkeep.ManualClock) -> None:
    with place.open() as keep, soulkeep.open(tmp_path / "open.db", clock=clock, embedder=HashEmbedder()) as plain:
        plain.take_in(keep.export())
        for question, person in (("cat", "anna"), ("Where are the bees?", "boris"), ("snake rope", "anna")):
            found = [one.character("holmes").recall(question, person=person) for one in (keep, plain)]
            sealed, other = ([(hit.memory.id, hit.score, hit.memory.text) for hit in one.hits] for one in found)
            assert sealed == other != []


def test_others_who_write_are_read(place: Place) -> None:
    with place.open() as one, place.open() as other:
        one.character("holmes").observe("My horse is called Silver Blaze.", person="carl")
        assert "Blaze" in other.character("holmes").recall("horse", person="carl").hits[0].memory.text
        other.character("holmes").observe("He runs at Wessex.", person="carl")
        assert one.character("holmes").recall("Wessex", person="carl").hits[0].memory.text == "He runs at Wessex."
        assert one.erase(person="carl").keys == 1
        hits = other.character("holmes").recall("horse", person="carl").hits
        assert not any("horse" in hit.memory.text for hit in hits)
        other.character("holmes").observe("It's me.", person="carl")
        assert one.character("holmes").recall("me", person="carl").hits


def test_a_key_is_there_before_what_it_seals(tmp_path: Path) -> None:
    keep, keys, chance = tmp_path / "keep.db", tmp_path / "keep.keys", random.Random(7)
    told: set[str] = set()
    for number in range(ROUNDS):
        children = [Child([SEALER, keep, keys, f"{side}{number}"], stdout=PIPE) for side in "ab"]
        for child in children:
            assert child.stdout is not None
            with child:
                told.update(child.stdout.readline().strip() for _ in range(chance.randint(1, 8)))
                sleep(chance.random() * 0.03)
                child.kill()
                told.update(line.strip() for line in child.stdout.readlines())
        store = SqliteStore(keep, keys=KeyFile(keys))
        try:
            assert store.check() == []
            people = {key.person for key in store.keys()}  # noqa: SIM118 - it is no dict
            assert told <= people
            for person in people:
                assert [one.text for one in store.walk(PartitionKey("holmes", person))] == [f"{person} says so."]
        finally:
            store.close()


def test_on_the_command_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    keep, keys = tmp_path / "keep.db", tmp_path / "keep.keys"
    with soulkeep.open(keep, keys=keys) as opened:
        opened.character("holmes").observe("My cat is called Miso.", person="anna")
    monkeypatch.setenv("SOULKEEP_KEEP", str(keep))
    where = ["--keys", str(keys)]
    refused = CliRunner().invoke(command_line(), ["export", "--person", "anna"])
    assert "no keys were given" in str(refused.exception)
    assert "Miso" in CliRunner().invoke(command_line(), [*where, "export", "--person", "anna"]).stdout
    assert "SOULKEEP_KEYS" not in os.environ
    monkeypatch.setenv("SOULKEEP_KEYS", str(keys))
    moved = CliRunner().invoke(command_line(), ["migrate", str(keep), str(tmp_path / "other.db")])
    assert moved.exit_code == 0, moved.output
    assert b"Miso" not in (tmp_path / "other.db").read_bytes()
    keys.unlink()
    empty = CliRunner().invoke(command_line(), ["doctor", "--json"])
    assert "sealed with other keys" in empty.stdout


def test_a_server_seals_every_workspace(tmp_path: Path) -> None:
    config = ServerConfig(location=str(tmp_path / "keep.db"), sealed_with=str(tmp_path / "keep.keys"))
    workspaces = Workspaces(config)
    try:
        for name in ("default", "acme"):
            keep = workspaces.open(name, create=True)
            keep.character("holmes").observe("My cat is called Miso.", person="anna")
            assert keep.erase(person="anna", character="holmes").keys == 1
            keep.character("holmes").observe("My cat is called Miso.", person="boris")
    finally:
        workspaces.close()
    files = b"".join(file.read_bytes() for file in tmp_path.glob("keep*db*"))
    assert b"holmes" in files
    assert b"Miso" not in files
