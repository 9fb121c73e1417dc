"""Tests that whoever works on a conversation holds it, however long that takes, and that a worker stopped for too long
stores nothing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import monotonic, sleep
from typing import Any
from unittest.mock import patch

import pytest
from child_lease import STOPS

import soulkeep
from nursery import PIPE, Child
from soulkeep.memory.stated import StatedClaim, stated_in
from soulkeep.models.chat.base import ChatModel, Message
from soulkeep.stores.rows import Work
from soulkeep.testing.models import HashEmbedder
from soulkeep.types.records import TURN, Usage

CHILD = Path(__file__).with_name("child_lease.py")
LEASE = 1.0
PLAIN = soulkeep.Settings(background=False)
Outcome = tuple[Mapping[tuple[object, ...], int], object]
TALK = (
    "I live in Seoul. My sister is called Mina. I have a cat called Miso. I work as a nurse. I adore you, Holmes!",
    "I moved to Busan. I love black tea. My cat is called Tiger now.",
    "We walked ten miles along the river, and nobody minded the rain.",
    "I hate you, Holmes. I no longer love black tea.",
)


def observe(keep: soulkeep.Keep) -> None:
    """Store what is to be worked on."""
    turns = [
        soulkeep.Turn(text, time=datetime(2026, 5, 8, 18, minute, tzinfo=UTC), session="s", id=str(minute))
        for minute, text in enumerate(TALK)
    ]
    keep.character("holmes").observe_many(turns, person="anna")


def made(keep: soulkeep.Keep) -> Outcome:
    """Return the derived memories, without random ids, and the feelings."""
    holmes = keep.character("holmes")
    memories = list(holmes.memories(person="anna"))
    texts = {memory.id: memory.text for memory in memories}
    found: Counter[tuple[object, ...]] = Counter(
        (memory.kind, memory.text, memory.turns, memory.superseded and texts[memory.superseded], memory.ended)
        for memory in memories
        if memory.kind != TURN
    )
    return found, holmes.bond("anna", time=datetime(2026, 5, 9, tzinfo=UTC))


@pytest.fixture(scope="module")
def expected() -> Outcome:
    """Return the result of one undisturbed process."""
    with soulkeep.open(":memory:", embedder=HashEmbedder(), settings=PLAIN) as keep:
        observe(keep)
        assert keep.settle(over=True) == []
        return made(keep)


def start(stop: str, location: str) -> Child:
    return Child([CHILD, stop, location, str(LEASE)], stdin=PIPE, stdout=PIPE)


@contextmanager
def ended(process: Child) -> Iterator[None]:
    """Yield a process that is ended with the test, whatever fails."""
    try:
        yield
    finally:
        process.kill()


@pytest.mark.skipif(sys.platform == "win32", reason="processes can't be stopped there")
@pytest.mark.parametrize("stop", STOPS)
def test_a_process_that_was_stopped_for_longer_than_its_lease_does_nothing_twice(
    location: str, stop: str, expected: Outcome
) -> None:
    with soulkeep.open(location, embedder=HashEmbedder(), settings=PLAIN) as keep:
        observe(keep)
    with start(stop, location) as first, ended(first):
        assert first.stdout is not None
        assert first.stdin is not None
        assert first.stdout.readline() == "stopped\n"
        os.kill(first.pid, signal.SIGSTOP)
        sleep(1.5 * LEASE)
        with start("nowhere", location) as second, ended(second):
            if stop == "amid the transaction":  # whoever comes waits for that
                with pytest.raises(subprocess.TimeoutExpired):
                    second.wait(3 * LEASE)
            else:
                assert second.communicate(timeout=60)[0] == "done 0\n"
                with soulkeep.open(location, embedder=HashEmbedder(), settings=PLAIN) as keep:
                    assert made(keep) == expected
            first.stdin.write("\n")
            first.stdin.flush()
            os.kill(first.pid, signal.SIGCONT)
            assert first.communicate(timeout=60)[0] == "done 0\n"
            if stop == "amid the transaction":
                assert second.communicate(timeout=60)[0] == "done 0\n"
    assert (first.returncode, second.returncode) == (0, 0)
    with soulkeep.open(location, embedder=HashEmbedder(), settings=PLAIN) as keep:
        assert keep.settle(over=True) == []
        assert made(keep) == expected
        assert keep.check() == []


# -- however long it takes


def slowly(clock: soulkeep.ManualClock, each: Callable[[], object]) -> Any:
    """Return a function that reads what a turn states, taking half a minute for each sentence."""

    def read(text: str, language: str, pace: Callable[[], None]) -> Iterator[StatedClaim]:
        def paced() -> None:
            clock.advance(timedelta(seconds=30))
            pace()
            each()

        yield from stated_in(text, language, paced)

    return read


def test_a_turn_that_takes_longer_than_the_lease_stays_with_whoever_is_at_it(
    clock: soulkeep.ManualClock, tmp_path: Path
) -> None:
    path = tmp_path / "keep.db"
    claims: list[Work | None] = []
    with (
        soulkeep.open(path, clock=clock, embedder=HashEmbedder(), settings=PLAIN) as keep,
        soulkeep.open(path, clock=clock, embedder=HashEmbedder(), settings=PLAIN) as other,
    ):
        keep.character("holmes").observe(" ".join(f"I live in Oslo{n}." for n in range(20)), person="anna")

        def claim() -> None:
            if not any(claims):  # or the two would go on for ever
                claims.append(other._store.claim(clock.now().timestamp(), PLAIN.lease_seconds, partition=1))
                if (work := claims[-1]) is not None:
                    other._store.release(work, 0.0)

        with patch("soulkeep.memory.facts.stated_in", slowly(clock, claim)):
            keep.settle(over=True)
        assert len(claims) >= 20
        assert set(claims) == {None}
        assert len(list(keep.character("holmes").facts(person="anna", past=True))) == 20


def test_whoever_is_taken_over_amid_a_turn_stops_there(clock: soulkeep.ManualClock, tmp_path: Path) -> None:
    path = tmp_path / "keep.db"
    sentences = [0]
    with (
        soulkeep.open(path, clock=clock, embedder=HashEmbedder(), settings=PLAIN) as keep,
        soulkeep.open(path, clock=clock, embedder=HashEmbedder(), settings=PLAIN) as other,
    ):
        keep.character("holmes").observe(" ".join(f"I live in Oslo{n}." for n in range(20)), person="anna")

        def overtaken() -> None:
            sentences[0] += 1
            if sentences[0] == 3:
                clock.advance(timedelta(seconds=2 * PLAIN.lease_seconds))
                with patch("soulkeep.memory.facts.stated_in", stated_in):
                    assert other.settle(over=True) == []

        with patch("soulkeep.memory.facts.stated_in", slowly(clock, overtaken)):
            assert keep.settle(over=True) == []
        assert sentences[0] < 6
        assert len(list(keep.character("holmes").facts(person="anna", past=True))) == 20


class Slow(ChatModel):
    """Takes its time, and looks meanwhile whether others can get hold of the work."""

    def __init__(self, look: Callable[[], object], seconds: float) -> None:
        self.name = "slow"
        self.calls = 0
        self._look, self._seconds = look, seconds

    def stream(self, messages: Sequence[Message]) -> AsyncIterator[str | Usage]:
        raise AssertionError("It is only asked for JSON.")

    async def stream_json(self, messages: Sequence[Message], schema: Mapping[str, Any]) -> AsyncIterator[str | Usage]:
        self.calls += 1
        until = monotonic() + self._seconds
        while monotonic() < until:
            self._look()
            sleep(0.1)
        yield '{"summary": "Anna told of herself.", "importance": 5}'


def test_a_model_that_answers_later_than_the_lease_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "keep.db"
    settings = soulkeep.Settings(background=False, lease_seconds=3.0)
    claims: list[object] = []
    with soulkeep.open(path, embedder=HashEmbedder(), settings=settings) as other:

        def look() -> None:
            now = other._runtime.clock.now().timestamp()
            claims.append(other._store.claim(now, settings.lease_seconds, partition=1))

        chat = Slow(look, 5.0)
        with soulkeep.open(path, embedder=HashEmbedder(), settings=settings, chat=chat) as keep:
            observe(keep)
            assert keep.settle(over=True) == []
            summaries = [memory for memory in keep.character("holmes").memories(person="anna") if memory.summary]
    assert len(claims) > 5
    assert set(claims) == {None}
    assert chat.calls == 1
    assert [memory.text for memory in summaries] == ["Anna told of herself."]
