"""A program that the tests of durability and of several processes run as a process: python child_writer.py MODE PATH …

Every line it prints is an acknowledgement: what it tells is on disk.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from threading import Thread
from time import sleep

import soulkeep
from soulkeep.models.embed.base import Vectors
from soulkeep.stores.rows import Entry, PartitionKey, Space
from soulkeep.stores.sqlite.store import SqliteStore
from soulkeep.testing.models import HashEmbedder

SPACE = Space("hash-64", 64)
PEOPLE = ("anna", "boris")
BATCH = 3


def told(id: str) -> str:
    """Return the text of the memory with an id: now and then so long that it spills to other pages, and checkable."""
    times = sum(id.encode()) % 97 * 20 if id.endswith("7") else len(id) % 7
    return f"{id} says Miso sleeps. " + f"{id}, once more. " * times


def vector_of(id: str) -> bytes:
    """Return the vector of a memory."""
    return bytes([len(id) % 60]) * (2 * SPACE.dimensions)


def entry_of(id: str) -> Entry:
    """Return the memory with an id."""
    return Entry(
        id=id, kind="turn", text=told(id), source="lived", stored=1.0, time=1.0, zone=0, speaker="anna",
        details={"scene": {"place": id}}, terms=id.encode(), terms_version=0, vector=vector_of(id),
    )  # fmt: skip


def tell(*words: object) -> None:
    """Print an acknowledgement in one write, so that lines of several threads don't mix."""
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


def run_threads(count: int, work: Callable[[int], None]) -> None:
    """Run the same work in several threads."""
    threads = [Thread(target=work, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def append_for_ever(path: str, run: str) -> None:
    """Add batches of three from four threads, straight into the store, until it is killed."""
    store = SqliteStore(path)
    store.open_space(SPACE)

    def work(thread: int) -> None:
        person = PEOPLE[thread % 2]
        for number in range(10**9):
            ids = [f"{run}.{thread}.{number}.{place}" for place in range(BATCH)]
            places = store.append(PartitionKey("holmes", person), [entry_of(id) for id in ids], SPACE)
            tell(person, *(f"{id}={place.seq}" for id, place in zip(ids, places, strict=True)))

    run_threads(4, work)


def observe_for_ever(path: str, run: str) -> None:
    """Add turns through a character, from two threads, until it is killed."""
    keep = soulkeep.open(path, embedder=HashEmbedder())
    holmes = keep.character("holmes")

    def work(thread: int) -> None:
        person = PEOPLE[thread % 2]
        for number in range(10**9):
            id = f"{run}.{thread}.{number}"
            tell(person, f"{holmes.observe(told(id), person=person, id=id).id}=0")

    run_threads(2, work)


def observe_some(path: str, run: str, count: str) -> None:
    """Add a number of turns with Anna, starting when a line comes in."""
    with soulkeep.open(path, embedder=HashEmbedder()) as keep:
        holmes = keep.character("holmes")
        tell("ready")
        sys.stdin.readline()
        for number in range(int(count)):
            observed = holmes.observe(f"Turn {number} of {run}.", person="anna", id=f"{run}.{number}")
            tell(observed.id, observed.new)


def observe_the_same(path: str, run: str, count: str) -> None:
    """Add turns under ids that others use too, at the same time; each has a text of its own if `run` is given."""
    with soulkeep.open(path, embedder=HashEmbedder()) as keep:
        holmes = keep.character("holmes")
        tell("ready")
        sys.stdin.readline()
        for number in range(int(count)):
            try:
                observed = holmes.observe(f"Turn {number}{run}.", person="anna", id=f"same.{number}")
            except soulkeep.IdConflict:
                tell(f"same.{number}", "conflict")
            else:
                tell(observed.id, observed.new)


def open_many(path: str, count: str) -> None:
    """Open so many new keeps, one after the other, and append a turn to each."""
    tell("ready")
    sys.stdin.readline()
    for number in range(int(count)):
        store = SqliteStore(f"{path}{number}")
        store.append(PartitionKey("holmes", "anna"), [entry_of(str(os.getpid()))], None)
        tell(os.getpid())
        store.close()


def serve(path: str) -> None:
    """Keep a keep open: do what each line says, as JSON, and answer with a line."""
    with soulkeep.open(path, embedder=HashEmbedder(), settings=soulkeep.Settings(background=False)) as keep:
        holmes = keep.character("holmes")
        tell("ready")
        for line in sys.stdin:
            what, *words = json.loads(line)
            answer: object = None
            try:
                if what == "recall":
                    answer = [hit.memory.id for hit in holmes.recall(words[0], person=words[1], k=1000).hits]
                elif what == "observe":
                    answer = holmes.observe(words[0], person=words[1], id=words[2]).new
                elif what == "erase":
                    answer = keep.erase(person=words[0]).memories
            except soulkeep.SoulkeepError as error:
                answer = [type(error).__name__, error.hint]
            tell(json.dumps(answer))


class SlowEmbedder(HashEmbedder):
    """Takes its time, so that it can be interrupted."""

    def embed(self, texts: list[str]) -> Vectors:  # type: ignore[override]
        sleep(0.05)
        return super().embed(texts)


def reembed(path: str) -> None:
    """Move a keep to another embedder, telling of each batch that is done."""
    with soulkeep.open(path, embedder=HashEmbedder()) as keep:
        keep.reembed(SlowEmbedder(dimensions=32), progress=tell)


def fork(path: str) -> None:
    """Use a keep in a forked child, wrongly: the child is refused, and the parent can still write."""
    with soulkeep.open(path, embedder=HashEmbedder()) as keep:
        holmes = keep.character("holmes")
        child = os.fork()
        if not child:
            refused = 0
            for call in (lambda: holmes.observe("x", person="anna"), lambda: holmes.recall("x", person="anna")):
                try:
                    call()
                except soulkeep.StoreError as error:
                    refused += "soulkeep.open" in str(error)
            os._exit(refused)
        tell("refused", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        holmes.observe("x", person="anna")


_MODES = (append_for_ever, observe_for_ever, observe_some, observe_the_same, open_many, serve, reembed, fork)
MODES: dict[str, Callable[..., None]] = {function.__name__: function for function in _MODES}

if __name__ == "__main__":
    MODES[sys.argv[1]](*sys.argv[2:])
