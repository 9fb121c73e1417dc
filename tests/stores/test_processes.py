"""Several processes share one keep."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import sleep
from typing import Any, Self

import pytest
from child_writer import entry_of

import nursery
import soulkeep
from memory_folder import tmp_path
from nursery import DEVNULL, PIPE
from soulkeep.stores.rows import PartitionKey
from soulkeep.stores.sqlite.store import SqliteStore
from soulkeep.testing.models import HashEmbedder

__all__ = ["tmp_path"]  # on a disk

CHILD = Path(__file__).with_name("child_writer.py")
ANNA = PartitionKey("holmes", "anna")


class Child:
    """Another process; it waits for a line before it starts."""

    def __init__(self, mode: str, path: Path, *words: str) -> None:
        self._process = nursery.Child([CHILD, mode, path, *words], stdin=PIPE, stdout=PIPE)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._in, self._out = self._process.stdin, self._process.stdout

    def __enter__(self) -> Self:
        assert self._out.readline() == "ready\n"
        return self

    def __exit__(self, *exception: object) -> None:
        self._in.close()
        self._out.close()
        code = self._process.wait(30)
        assert code == 0 or exception[0] is not None

    def go(self) -> None:
        """Let it start."""
        self._in.write("\n")
        self._in.flush()

    def lines(self) -> list[str]:
        """Return all lines of its output, once it has ended."""
        return self._out.read().splitlines()

    def ask(self, *words: object) -> Any:
        """Let a process that serves do something."""
        self._in.write(json.dumps(words) + "\n")
        self._in.flush()
        return json.loads(self._out.readline())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "keep.db"


@pytest.fixture
def keep(path: Path, clock: soulkeep.ManualClock) -> Iterator[soulkeep.Keep]:
    with soulkeep.open(
        path, clock=clock, embedder=HashEmbedder(), settings=soulkeep.Settings(background=False)
    ) as keep:
        yield keep


@pytest.fixture
def holmes(keep: soulkeep.Keep) -> soulkeep.Character:
    return keep.character("holmes")


@pytest.fixture
def other(keep: soulkeep.Keep, path: Path) -> Iterator[Child]:
    """Yield a process that has the keep open."""
    with Child("serve", path) as child:
        yield child


def at_once(mode: str, path: Path, words: Sequence[Sequence[str]]) -> list[list[str]]:
    """Start processes together, and return the output of each."""
    children = [Child(mode, path, *own) for own in words]
    for child in children:
        child.__enter__()
    for child in children:
        child.go()
    with ThreadPoolExecutor(len(children)) as pool:
        said = list(pool.map(Child.lines, children))
    for child in children:
        child.__exit__(None)
    return said


def sequence(path: Path) -> list[tuple[int, str]]:
    """Return the sequence number and id of each memory with Anna."""
    store = SqliteStore(path)
    try:
        assert store.check() == []
        _, [head] = store.heads([ANNA])
        assert head is not None
        return [(seq, row.id) for seq, row in store.fetch(head.partition, range(1, head.seq + 1)).items()]
    finally:
        store.close()


def test_two_processes_write_one_relationship(path: Path) -> None:
    said = at_once("observe_some", path, [("a", "300"), ("b", "300")])
    assert said == [[f"{run}.{number} True" for number in range(300)] for run in "ab"]
    rows = sorted(sequence(path))
    assert [seq for seq, _ in rows] == list(range(1, 601))
    assert sorted(id for _, id in rows) == sorted(f"{run}.{number}" for run in "ab" for number in range(300))
    for run in "ab":  # each process's turns stand in its own order
        assert [id for _, id in rows if id.startswith(run)] == [f"{run}.{number}" for number in range(300)]


def test_the_same_turns_from_several_processes_are_stored_once(path: Path) -> None:
    said = at_once("observe_the_same", path, [("", "100")] * 3)
    for number in range(100):
        assert sorted(lines[number] for lines in said) == [f"same.{number} False"] * 2 + [f"same.{number} True"]
    assert [seq for seq, _ in sorted(sequence(path))] == list(range(1, 101))


def test_an_id_goes_to_one_of_several_processes(path: Path) -> None:
    said = at_once("observe_the_same", path, [(f" of {run}", "100") for run in "abc"])
    for number in range(100):
        assert sorted(lines[number] for lines in said) == [f"same.{number} True"] + [f"same.{number} conflict"] * 2
    assert [seq for seq, _ in sorted(sequence(path))] == list(range(1, 101))
    with soulkeep.open(path, embedder=HashEmbedder()) as keep:
        texts = {memory.id: memory.text for memory in keep.character("holmes").memories(person="anna")}
    for run, lines in zip("abc", said, strict=True):
        won = [line.split()[0] for line in lines if line.endswith("True")]
        assert [texts[id] for id in won] == [f"Turn {id.removeprefix('same.')} of {run}." for id in won]


def test_processes_that_create_the_same_keeps_at_once(path: Path) -> None:
    said = at_once("open_many", path, [("50",)] * 4)
    for number in range(50):
        ids = sorted(lines[number] for lines in said)
        assert sorted(id for _, id in sequence(path.with_name(f"{path.name}{number}"))) == ids


def test_one_process_does_not_starve_another(path: Path) -> None:
    """One writes without pause, the other gets its turn in between."""
    SqliteStore(path).close()
    with nursery.Child([CHILD, "append_for_ever", path, "x"], stdout=DEVNULL) as busy:
        store = SqliteStore(path, busy_seconds=2)
        try:
            while not store.heads([ANNA])[1][0]:
                sleep(0.01)
            for number in range(50):
                assert store.append(PartitionKey("holmes", "clara"), [entry_of(str(number))], None)[0].new
            assert busy.poll() is None
        finally:
            busy.kill()
            store.close()


def test_a_process_finds_at_its_next_recall_what_another_wrote(holmes: soulkeep.Character, other: Child) -> None:
    holmes.observe("Miso is a cat.", person="anna", id="1")
    assert other.ask("recall", "Who is Miso?", "anna") == ["1"]
    for number in range(2, 40):
        if number % 2:
            assert other.ask("observe", f"Miso slept {number} hours.", "anna", str(number)) is True
        else:
            holmes.observe(f"Miso slept {number} hours.", person="anna", id=str(number))
        expected = {str(known) for known in range(1, number + 1)}
        assert set(other.ask("recall", "How long did Miso sleep?", "anna")) == expected
        assert {hit.memory.id for hit in holmes.recall("Miso?", person="anna", k=1000).hits} == expected


def test_what_is_learnt_in_one_process_is_known_in_another(holmes: soulkeep.Character, other: Child) -> None:
    assert other.ask("recall", "Where are the keys?", "anna") == []
    holmes.learn("The keys hang behind the clock.", source="house")
    assert len(other.ask("recall", "Where are the keys?", "anna")) == 1


def test_what_one_process_erases_is_gone_from_another(
    keep: soulkeep.Keep, holmes: soulkeep.Character, other: Child
) -> None:
    for person in ("anna", "boris"):
        holmes.observe("Miso is a cat.", person=person, id=f"{person}.1")
    assert other.ask("recall", "Who is Miso?", "anna") == ["anna.1"]
    assert keep.erase(person="anna").memories == 1
    assert other.ask("recall", "Who is Miso?", "anna") == []
    assert other.ask("recall", "Who is Miso?", "boris") == ["boris.1"]
    # Her second life is not mixed up with the first, though its sequence numbers are the same.
    holmes.observe("Rex is a dog.", person="anna", id="anna.2")
    assert other.ask("recall", "Who is Miso?", "anna") == ["anna.2"]
    assert other.ask("erase", "anna") == 1
    assert holmes.recall("Who is Rex?", person="anna").hits == ()
    assert keep.people("holmes") == ["boris"]


def test_erased_and_written_again_before_the_other_looks(
    keep: soulkeep.Keep, holmes: soulkeep.Character, other: Child
) -> None:
    holmes.observe("Miso is a cat.", person="anna", id="old")
    assert other.ask("recall", "Who is Miso?", "anna") == ["old"]
    keep.erase(person="anna")
    holmes.observe("Miso is a parrot.", person="anna", id="new")
    assert other.ask("recall", "Who is Miso?", "anna") == ["new"]


def test_ids_are_checked_across_processes(
    keep: soulkeep.Keep, holmes: soulkeep.Character, clock: soulkeep.ManualClock, other: Child
) -> None:
    assert other.ask("observe", "Miso is a cat.", "anna", "1") is True
    assert not holmes.observe("Miso is a cat.", person="anna", id="1").new
    with pytest.raises(soulkeep.IdConflict, match="its text differs") as caught:
        holmes.observe("Miso is a dog.", person="anna", id="1")
    assert "Nothing was stored" in caught.value.hint
    holmes.observe("Rex is a dog.", person="anna", id="2", time=clock.now())
    assert other.ask("observe", "Rex is a cat.", "anna", "2")[0] == "IdConflict"
    assert other.ask("observe", "Rex is a dog.", "anna", "2") is False
    assert [memory.text for memory in holmes.memories(person="anna")] == ["Miso is a cat.", "Rex is a dog."]


@pytest.mark.parametrize("budget", [1, 20_000])
def test_minds_that_do_not_fit_in_memory(path: Path, budget: int) -> None:
    people = [f"person{number}" for number in range(40)]
    settings = soulkeep.Settings(mind_bytes=budget, background=False)  # whose working sets would come in between
    with soulkeep.open(path, embedder=HashEmbedder(), settings=settings) as keep:
        holmes = keep.character("holmes")
        holmes.learn("The keys hang behind the clock.", source="house")
        for turn in range(3):
            for person in people:
                holmes.observe(f"My number is {turn}, says {person}.", person=person, id=f"{person}.{turn}")
                if turn:
                    found = holmes.recall("What is my number?", person=person, sources={"lived"}).hits
                    assert {hit.memory.id for hit in found} == {f"{person}.{known}" for known in range(turn + 1)}

        def ask(person: str) -> bool:
            found = holmes.recall("What is my number? Where are the keys?", person=person, k=50).hits
            ids = {hit.memory.id for hit in found if hit.memory.person is not None}
            return len(found) == 4 and ids == {f"{person}.{turn}" for turn in range(3)}

        with ThreadPoolExecutor(8) as pool:
            assert all(pool.map(ask, people * 5))
        cache = keep._runtime.embeddings.cache
        assert len(cache) < len(people)
        assert cache.nbytes <= budget or len(cache) <= 2  # those of one call are held together
        keep.erase(person=people[0])
        assert not holmes.recall("What is my number?", person=people[0], sources={"lived"}).hits
        assert ask(people[1])


def test_three_processes_hold_it_open(holmes: soulkeep.Character, path: Path) -> None:
    """None keeps the others from writing, and each sees all."""
    holmes.observe("Miso is a cat.", person="anna", id="1")
    with Child("serve", path) as one, Child("serve", path) as two:
        assert one.ask("observe", "One.", "anna", "one") is True
        assert two.ask("observe", "Two.", "anna", "two") is True
        assert holmes.observe("Three.", person="anna", id="three").new
        assert set(one.ask("recall", "What?", "anna")) == set(two.ask("recall", "What?", "anna"))
    assert [memory.id for memory in holmes.memories(person="anna", kinds={"turn"})] == ["1", "one", "two", "three"]
    assert os.path.exists(f"{path}-wal")  # the parent still has it open


def test_names_and_descriptions_given_at_once_are_both_kept(path: Path) -> None:
    with soulkeep.open(path) as one, soulkeep.open(path) as other, ThreadPoolExecutor(2) as pool:
        for i in range(30):
            calls = [
                pool.submit(one.character, f"c{i}", name="Holmes"),
                pool.submit(other.character, f"c{i}", description="A detective."),
            ]
            for call in calls:
                call.result()
            found = one.character(f"c{i}")
            assert (found.name, found.profile.description) == ("Holmes", "A detective.")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_child_is_told_to_open_the_keep_itself(path: Path) -> None:
    """In a process of its own: a test runner has threads, whose locks a fork may find taken for ever."""
    command = [sys.executable, str(CHILD), "fork", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240)
    assert done.stdout.split() == ["refused", "2"], done.stderr
