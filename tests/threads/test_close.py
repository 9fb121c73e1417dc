"""Closing while others read and write: what was accepted is stored, and later calls are told so."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from threading import Barrier, Event, Thread

import pytest

import soulkeep
from soulkeep.models.chat.base import Message
from soulkeep.testing.models import HashEmbedder, ScriptedChat
from soulkeep.types.records import Usage

THREADS = 6


def in_threads(work: Callable[[int], None], count: int = THREADS) -> tuple[list[Thread], list[BaseException]]:
    """Run work in threads until it raises; return what was raised, except that the keep is closed."""
    wrong: list[BaseException] = []

    def run(number: int) -> None:
        try:
            work(number)
        except soulkeep.StoreClosed:
            pass
        except BaseException as error:
            wrong.append(error)

    threads = [Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    return threads, wrong


@pytest.mark.parametrize("round", range(3))
def test_what_was_acknowledged_is_stored_and_nothing_else_is_raised(tmp_path: Path, round: int) -> None:
    keep = soulkeep.open(tmp_path / "keep.db", embedder=HashEmbedder())
    holmes = keep.character("holmes")
    acknowledged: list[tuple[str, str]] = []
    enough = Event()

    def write(number: int) -> None:
        n = 0
        while True:
            person, n = f"p{number % 3}", n + 1
            acknowledged.append((person, holmes.observe(f"Message {n} of {number}.", person=person).id))
            if len(acknowledged) > 40 * (round + 1):
                enough.set()

    def read(number: int) -> None:
        while True:
            holmes.recall("Which message?", person=f"p{number % 3}")
            list(holmes.memories(person=f"p{number % 3}"))
            holmes.mood(person="p0")
            keep.jobs()

    def talk(number: int) -> None:
        while True:
            holmes.reply("Which message was it?", person=f"q{number}")

    started = [in_threads(write), in_threads(read, 3), in_threads(talk, 2)]
    assert enough.wait(60)
    keep.close()
    for threads, wrong in started:
        for thread in threads:
            thread.join(30)
            assert not thread.is_alive()
        assert wrong == []
    with pytest.raises(soulkeep.StoreClosed):
        holmes.observe("Too late.", person="p0")
    with pytest.raises(soulkeep.StoreClosed):
        holmes.recall("Too late?", person="p0")
    with soulkeep.open(tmp_path / "keep.db", embedder=HashEmbedder()) as again:
        assert again.check() == []
        for person in ("p0", "p1", "p2"):
            kept = {memory.id for memory in again.character("holmes").memories(person=person)}
            assert {id for whose, id in acknowledged if whose == person} <= kept


def test_every_call_says_that_it_is_closed(tmp_path: Path) -> None:
    keep = soulkeep.open(tmp_path / "keep.db", embedder=HashEmbedder())
    holmes = keep.character("holmes")
    holmes.observe("I adopted a cat.", person="anna", id="cat")
    holmes.know(b'<http://x/a> <http://x/p> "b" .\n', source="data")
    holmes.episodes().sparql("SELECT * { ?s ?p ?o }")
    exported = keep.export()
    next(exported)
    keep.close()
    keep.close()
    calls: list[Callable[[], object]] = [
        lambda: keep.character("holmes"), keep.characters, lambda: keep.people("holmes"), keep.jobs, keep.stats,
        keep.settle, keep.check, lambda: keep.erase(person="anna"), lambda: keep.take_in([]), lambda: list(exported),
        lambda: holmes.reply("Hello.", person="anna"), lambda: holmes.memory("cat", person="anna"),
        lambda: holmes.reply("Hello.", person="anna", remember=False), lambda: list(holmes.memories()),
        lambda: holmes.episodes().sparql("SELECT * { ?s ?p ?o }"), lambda: holmes.mood(),
        lambda: holmes.course(person="anna"),
        lambda: holmes.feel(person="anna", trust=1), lambda: holmes.forget("cat", person="anna"),
        lambda: holmes.facts(person="anna"), lambda: holmes.learn("A book.", source="book"), holmes.reflect,
        lambda: holmes.under("mimir").recall("cat", person="anna"), lambda: holmes.begin(person="anna"),
    ]  # fmt: skip
    for number, call in enumerate(calls):
        try:
            call()
        except soulkeep.StoreClosed:
            continue
        pytest.fail(f"call {number} did not say that the keep is closed")


def test_who_closes_second_waits_for_the_first(tmp_path: Path) -> None:
    others = set(threading.enumerate())
    keep = soulkeep.open(tmp_path / "keep.db", embedder=HashEmbedder())
    keep.character("holmes").observe_many([soulkeep.Turn(f"Message {n}.") for n in range(500)], person="anna")
    together = Barrier(3)

    def close(number: int) -> None:
        together.wait()
        keep.close()
        writers = [thread for thread in threading.enumerate() if thread.name == "soulkeep-writer"]
        assert set(writers) <= others

    threads, wrong = in_threads(close, 3)
    for thread in threads:
        thread.join(30)
    assert wrong == []


def test_a_model_that_is_still_writing_does_not_hold_it_up(tmp_path: Path) -> None:
    """The person's turn is stored; the answer comes too late, and is told so."""
    writing, go_on = Event(), Event()

    class Slow(ScriptedChat):
        async def stream(self, messages: Sequence[Message]) -> AsyncIterator[str | Usage]:
            writing.set()
            while not go_on.is_set():
                await asyncio.sleep(0.01)
            async for piece in super().stream(messages):
                yield piece

    keep = soulkeep.open(tmp_path / "keep.db", embedder=HashEmbedder(), chat=Slow("At once."))
    holmes = keep.character("holmes")
    raised: list[BaseException] = []

    def talk(number: int) -> None:
        try:
            holmes.reply("Are you there?", person="anna", id="ask")
        except soulkeep.StoreClosed as error:
            raised.append(error)

    threads, wrong = in_threads(talk, 1)
    assert writing.wait(30)
    keep.close()
    go_on.set()
    threads[0].join(30)
    assert wrong == []
    assert len(raised) == 1
    with soulkeep.open(tmp_path / "keep.db", embedder=HashEmbedder()) as again:
        assert [memory.id for memory in again.character("holmes").memories(person="anna")] == ["ask"]
