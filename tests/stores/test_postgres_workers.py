"""Several workers really run over one PostgreSQL: they are killed, and the server, too.

SOULKEEP_TEST_WORKERS_SECONDS says for how long at least, 5 by default.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from threading import Lock, Thread
from time import monotonic, sleep
from typing import Any

import pytest
from child_postgres import BASE, CHARACTERS, HELD, MIXED, PERSONS, QUIET, SETTINGS, WORD, word

import nursery
import soulkeep
from nursery import PIPE
from postgres_support import GIVEN, Server
from soulkeep.stores.base import Store
from soulkeep.stores.rows import COPY_OF, PartitionKey, PlacedEntry
from soulkeep.testing.models import HashEmbedder
from soulkeep.types.records import FACT, TURN

CHILD = Path(__file__).with_name("child_postgres.py")
SECONDS = float(os.environ.get("SOULKEEP_TEST_WORKERS_SECONDS", "5"))
WORKERS = 4
ENOUGH = 400
"""Turns that must be acknowledged, however slow the machine is."""

Place = tuple[str, str, str]
"""A memory: character, person, id."""


class Child:
    """A worker's process, and a thread that hears what it says."""

    def __init__(self, url: str, name: str, seed: int, fleet: Fleet) -> None:
        self._process = nursery.Child([CHILD, url, name, str(seed)], stdin=PIPE, stdout=PIPE)
        self._fleet = fleet
        self._listener = Thread(target=self._listen)
        self._listener.start()
        self.ready = False

    def ask(self, *words: object) -> None:
        """Give the child a line; its answer is heard later."""
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):  # it was just killed
            self._process.stdin.write(json.dumps(words) + "\n")
            self._process.stdin.flush()

    def kill(self) -> None:
        """Kill the process, as the system kills one that takes too much memory."""
        self._process.kill()
        self.end()

    def pause(self, seconds: float) -> None:
        """Let it stand still for so long that its work is taken over by others."""
        self._process.send_signal(signal.SIGSTOP)
        sleep(seconds)
        self._process.send_signal(signal.SIGCONT)

    def end(self) -> int:
        """Wait until the child has ended, and all it said is heard; return how it ended."""
        code = self._process.wait(90)
        self._listener.join(30)
        for stream in (self._process.stdin, self._process.stdout):
            assert stream is not None
            with suppress(BrokenPipeError):
                stream.close()
        return code

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.endswith("\n"):  # or it was killed in the middle
                self._fleet.hear(self, *json.loads(line))


class Fleet:
    """The workers, and all that they acknowledged.

    Attributes:
        texts: what each memory said when it was acknowledged, or since it was amended.
        heard: who else heard it.
        news: how often each was said to be new.
        said: the character's answers.
        deleted, unsure: memories that are gone, and those whose change may have been cut off.
        wrong: answers that were out of date.
        errors: what the workers saw.
        asked, kills, pauses, overtaken: how many.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._chance = random.Random(5)
        self._lock = Lock()
        self._numbers = count()
        self._names = count()
        self._expected: dict[int, tuple[Place, str | None]] = {}
        self.children: list[Child] = []
        self.texts: dict[Place, str] = {}
        self.heard: dict[Place, list[str]] = {}
        self.news: Counter[Place] = Counter()
        self.said: set[Place] = set()
        self.deleted: set[Place] = set()
        self.unsure: dict[Place, str | None] = {}
        self.wrong: list[object] = []
        self.errors: list[object] = []
        self.asked = self.kills = self.pauses = self.overtaken = 0

    def start(self) -> None:
        """Start another worker."""
        number = next(self._names)
        self.children.append(Child(self._url, f"w{number}", number, self))

    def harm(self, seconds: float) -> None:
        """Wait so long, then kill a worker that is at work, and start another; or let one stand still meanwhile."""
        running = [child for child in self.children if child.ready]
        if running and self.kills > 2 * self.pauses:
            self.pauses += 1
            self._chance.choice(running).pause(HELD + seconds)
            return
        sleep(seconds)
        if running:
            child = self._chance.choice(running)
            self.children.remove(child)
            child.kill()
            self.kills += 1
            self.start()

    def spared(self) -> bool:
        """Return whether too little was done yet, by the workers or to them."""
        return len(self.texts) < ENOUGH or self.kills < 3 or self.overtaken < 3

    def stop(self) -> None:
        """Let all finish."""
        for child in self.children:
            child.ask()
        assert [child.end() for child in self.children] == [0] * len(self.children)

    def hear(self, child: Child, what: str, *words: Any) -> None:
        """Note what a worker said, and now and then ask another about it at once."""
        with self._lock:
            getattr(self, f"_{what}")(child, *words)

    def _ready(self, child: Child) -> None:
        child.ready = True

    def _observed(
        self, child: Child, character: str, person: str, id: str, text: str, others: list[str], new: bool | None
    ) -> None:
        place = (character, person, id)
        self.texts.setdefault(place, text)
        self.heard[place] = others
        self.news[place] += bool(new)
        if place not in self.unsure:  # or it is already being amended or deleted
            self._ask_another(child, place, text)

    def _said(self, child: Child, *place: str) -> None:
        self.said.add(place)  # type: ignore[arg-type]

    def _amending(self, child: Child, character: str, person: str, id: str, text: str) -> None:
        self._overtake((character, person, id), text)

    def _amended(self, child: Child, character: str, person: str, id: str, text: str) -> None:
        place = (character, person, id)
        del self.unsure[place]
        self.texts[place] = text
        self._ask_another(child, place, text)

    def _deleting(self, child: Child, character: str, person: str, id: str) -> None:
        self._overtake((character, person, id), None)

    def _deleted(self, child: Child, character: str, person: str, id: str) -> None:
        place = (character, person, id)
        del self.unsure[place]
        self.deleted.add(place)
        self._ask_another(child, place, None)

    def _answer(self, child: Child, number: int, text: str | None, comes_to_mind: bool) -> None:
        place, expected = self._expected.pop(number, ((), None))
        if place and (text, comes_to_mind) != (expected, expected is not None):
            self.wrong.append((place, expected, text, comes_to_mind))

    def _error(self, child: Child, *words: str) -> None:
        self.errors.append(words)

    def _overtaken(self, child: Child) -> None:
        self.overtaken += 1

    def _closed(self, child: Child) -> None:
        child.ready = False

    def _overtake(self, place: Place, text: str | None) -> None:
        """Note that what was asked of a memory, and isn't answered yet, is out of date."""
        self.unsure[place] = text
        self._expected = {number: asked for number, asked in self._expected.items() if asked[0] != place}

    def _ask_another(self, child: Child, place: Place, expected: str | None) -> None:
        others = [other for other in self.children if other is not child and other.ready]
        if others and self._chance.random() < 0.3:
            number = next(self._numbers)
            self._expected[number] = (place, expected)
            self.asked += 1
            [asked] = WORD.findall(self.texts[place])
            self._chance.choice(others).ask(number, *place, asked)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    server = Server(fsync="on", recovery_init_sync_method="syncfs")
    yield server
    server.remove()


@pytest.fixture(scope="module")
def fleet(server: Server) -> Fleet:
    """Return workers that ran, with one of them killed or stopped every few seconds, and the server killed once."""
    fleet = Fleet(server.url)
    try:
        work(fleet, server)
    except BaseException:  # or the workers, and the threads that hear them, would stay for ever
        for child in fleet.children:
            child.kill()
        raise
    return fleet


def work(fleet: Fleet, server: Server) -> None:
    """Let workers run, while they and the server are harmed."""
    for _ in range(WORKERS):
        fleet.start()
    while not all(child.ready for child in fleet.children):
        sleep(0.05)
    began = monotonic()
    restarted = False
    while (passed := monotonic() - began) < SECONDS or fleet.spared():
        assert passed < 600 + SECONDS, "the workers hardly get anything done"
        fleet.harm(1)
        if len(fleet.texts) > ENOUGH / 2 and not restarted:
            restarted = True
            server.stop(signal.SIGQUIT)
            sleep(0.5)
            server.start()
    fleet.stop()


@pytest.fixture(scope="module")
def settled(server: Server, fleet: Fleet) -> Iterator[soulkeep.Keep]:
    """Yield the keep after all work that was left is done."""
    later = soulkeep.ManualClock(datetime.now(UTC) + timedelta(seconds=300))
    with soulkeep.open(
        server.url, embedder=HashEmbedder(), clock=later, settings=SETTINGS.__class__(window_turns=6, background=False)
    ) as keep:
        assert keep.settle(over=True, timeout=120) == []
        yield keep


pytestmark = [
    pytest.mark.timeout(1200 + SECONDS),  # however slow the machine is
    pytest.mark.skipif(GIVEN is not None, reason="a server that was given isn't killed"),
    pytest.mark.skipif(sys.platform == "win32", reason="processes can't be stopped there"),
]


def places(store: Store, key: PartitionKey) -> list[PlacedEntry]:
    """Return all live memories of a partition, in their order."""
    _, [head] = store.heads([key])
    if head is None:
        return []
    rows = store.fetch(head.partition, range(1, head.seq + 1))
    return [PlacedEntry(head.partition, seq, rows[seq]) for seq in sorted(rows)]


def test_workers_go_on_when_others_are_killed_and_the_server_too(fleet: Fleet) -> None:
    assert fleet.errors == []
    assert fleet.kills > 2
    assert fleet.pauses
    assert fleet.asked > ENOUGH / 10
    assert fleet.deleted
    assert fleet.said


def test_whoever_asks_after_the_acknowledgement_finds_it(fleet: Fleet) -> None:
    assert fleet.wrong == []


def test_no_acknowledged_turn_is_lost(fleet: Fleet, settled: soulkeep.Keep) -> None:
    for character in CHARACTERS:
        for person in PERSONS:
            memories = list(settled.character(character).memories(person=person))
            assert max(Counter(memory.id for memory in memories).values()) == 1
            found = {memory.id: memory.text for memory in memories}
            here = {id: text for (*whose, id), text in fleet.texts.items() if whose == [character, person]}
            gone = {id for *whose, id in fleet.deleted if whose == [character, person]}
            assert gone.isdisjoint(found)
            for id, text in here.items():
                place = (character, person, id)
                if place in fleet.unsure:
                    assert found.get(id) in (text, fleet.unsure[place])
                elif id not in gone:
                    assert found[id] == text
            turns = [memory for memory in memories if memory.kind == TURN and memory.id.startswith(("w", "shared"))]
            assert all(word(memory.id) in memory.text for memory in turns if not memory.id.endswith("/answer"))
            store = settled._store
            assert all(store.seq_of(PartitionKey(*whose), id) for *whose, id in fleet.said)


def test_an_id_is_new_but_once(fleet: Fleet) -> None:
    assert max(fleet.news.values()) == 1
    assert sum(id.startswith("shared") for _, _, id in fleet.news) > 20


def test_nothing_is_wrong_in_the_database(settled: soulkeep.Keep) -> None:
    assert settled.check() == []
    assert settled.jobs() == []


def test_sequences_have_neither_gaps_nor_doubles(settled: soulkeep.Keep) -> None:
    store = settled._store
    for key in store.keys():  # noqa: SIM118 - it is no dict
        found = places(store, key)
        partition = found[0].partition
        _, [head] = store.heads([key])
        assert head is not None
        numbers = [place.seq for place in found]
        for seq in (0, *numbers):
            numbers += [change.seq for change in store.history(partition, seq)]
        assert len(numbers) == len(set(numbers))
        assert max(numbers) <= head.seq
        if key.person == QUIET:  # where nothing was deleted
            assert sorted(numbers) == list(range(1, head.seq + 1))


def test_copies_are_complete_and_go_with_what_they_are_copies_of(fleet: Fleet, settled: soulkeep.Keep) -> None:
    copies: dict[Place, list[str]] = {}
    for character in CHARACTERS:
        for hearer in MIXED:
            for place in places(settled._store, PartitionKey(character, hearer)):
                if COPY_OF in place.entry.details:
                    [speaker] = {*MIXED} - {hearer}
                    copies.setdefault((character, speaker, place.entry.details[COPY_OF]), []).append(place.entry.text)
    assert len(copies) > 10
    for said, others in fleet.heard.items():
        if others and said not in fleet.unsure:
            assert copies.get(said, []) == ([] if said in fleet.deleted else [fleet.texts[said]])


@pytest.mark.parametrize("character", CHARACTERS)
def test_what_was_derived_is_what_one_process_derives(settled: soulkeep.Keep, character: str) -> None:
    """No fact, no feeling and no summary counts twice, and none is missing."""
    key = PartitionKey(character, QUIET)
    turns = [place.entry for place in places(settled._store, key) if place.entry.kind == TURN]
    assert len(turns) > 20
    clock = soulkeep.ManualClock(datetime.now(UTC) + timedelta(seconds=300))
    with soulkeep.open(":memory:", embedder=HashEmbedder(), clock=clock, settings=SETTINGS) as alone:
        alone._worker.stop()
        holmes = alone.character(character)
        for entry in turns:
            assert entry.time is not None
            time = datetime.fromtimestamp(entry.time, UTC)
            holmes.observe(entry.text, person=QUIET, time=time, session=entry.session, id=entry.id)
        assert alone.settle(over=True) == []
        here = settled.character(character)
        assert facts(here) == facts(holmes)
        for stamp in (BASE, BASE + timedelta(days=30)):
            assert settled._runtime is not alone._runtime
            bond, expected = here.bond(QUIET, time=stamp), holmes.bond(QUIET, time=stamp)
            assert (bond.closeness, bond.trust) == pytest.approx((expected.closeness, expected.trust), abs=1e-9)


def test_each_turn_is_told_of_in_one_summary(settled: soulkeep.Keep) -> None:
    for character in CHARACTERS:
        memories = list(settled.character(character).memories(person=QUIET))
        turns = {memory.id for memory in memories if memory.kind == TURN}
        in_force = [memory for memory in memories if memory.summary is not None and memory.superseded is None]
        told = Counter(turn for memory in in_force for turn in memory.turns)
        assert max(told.values()) == 1
        assert told.keys() <= turns
        assert len(told) > len(turns) / 2  # small talk is in none


def facts(character: soulkeep.Character) -> Counter[tuple[object, ...]]:
    """Return the facts that the quiet person stated, and the turns that say so."""
    memories = {memory.id: memory for memory in character.memories(person=QUIET, kinds={FACT})}
    return Counter(
        (memory.text, memory.turns, memory.superseded and memories[memory.superseded].text)
        for memory in memories.values()
    )
