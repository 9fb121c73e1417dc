"""Work on memories goes on beside everything else, and whatever breaks off, nothing is lost and nothing made twice."""

from __future__ import annotations

import logging
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from threading import Barrier, Event, Lock, Semaphore, Thread
from time import monotonic, sleep, thread_time
from typing import Any

import pytest
from child_worker import LEASE, PLAIN, SESSIONS, open_keep, told

import nursery
import soulkeep
from nursery import PIPE, Child
from soulkeep.memory.enrichment import Enrichment
from soulkeep.models.chat.base import ChatModel, Message
from soulkeep.stores.sqlite.store import SqliteStore
from soulkeep.testing.models import HashEmbedder
from soulkeep.types.records import FACT, SUMMARY, TURN, Usage

CHILD = Path(__file__).with_name("child_worker.py")
SECRET = "Quetzalcoatl"
TALK = (f"I live in {SECRET}.", f"My cat {SECRET} sleeps all day.", f"{SECRET} is what I dream of, every night.")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "keep.db"


def run_child(mode: str, path: Path, *words: str) -> str:
    """Run a process to its end; return its output."""
    return nursery.run([CHILD, mode, path, *words]).stdout


def derived(keep: soulkeep.Keep) -> Counter[tuple[object, ...]]:
    """Return the memories derived from the turns, without random ids."""
    memories = list(keep.character("holmes").memories(person="anna"))
    texts = {memory.id: memory.text for memory in memories}
    return Counter(
        (memory.kind, memory.text, memory.turns, memory.superseded and texts[memory.superseded], memory.ended)
        for memory in memories
        if memory.kind != TURN
    )


def require_whole(keep: soulkeep.Keep) -> None:
    """Assert that each turn is covered by one summary in force, and that no fact stands twice."""
    holmes = keep.character("holmes")
    memories = list(holmes.memories(person="anna"))
    turns = [memory.id for memory in memories if memory.kind == TURN]
    assert len(turns) == len(set(turns))
    in_force = [memory for memory in memories if memory.summary is not None and memory.superseded is None]
    assert Counter(turn for memory in in_force for turn in memory.turns) == Counter(turns)
    facts = list(holmes.facts(person="anna", past=True))
    assert facts
    stated = Counter((fact.told_by, fact.subject, fact.relation, fact.value, fact.since) for fact in facts)
    assert set(stated.values()) == {1}
    assert keep.check() == []
    assert keep.jobs() == []


def wait_for(met: Callable[[], object], seconds: float = 60.0) -> float:
    """Wait until something is so; return the seconds that it took."""
    began = monotonic()
    while not met():
        assert monotonic() - began < seconds, "it takes too long"
        sleep(0.01)
    return monotonic() - began


class Talker(ChatModel):
    """Does something before it answers, and says what is told again and again."""

    def __init__(self, before: Callable[[], object]) -> None:
        self.name = "talker"
        self.calls = 0
        self._before = before

    def stream(self, messages: Sequence[Message]) -> AsyncIterator[str | Usage]:
        raise AssertionError("It is only asked for JSON.")

    async def stream_json(self, messages: Sequence[Message], schema: Mapping[str, Any]) -> AsyncIterator[str | Usage]:
        self.calls += 1
        self._before()
        if schema["title"] == "Reflected":
            yield f'{{"insights": [{{"insight": "{SECRET} it is.", "because": [1]}}]}}'
        else:
            yield f'{{"summary": "Anna dreams of {SECRET}.", "importance": 5}}'


# -- killed


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Counter[tuple[object, ...]], soulkeep.Mood]:
    """Return a keep with turns to be worked on, and the result of that work when nothing happens."""
    path = tmp_path_factory.mktemp("undisturbed") / "keep.db"
    with open_keep(str(path)) as keep:
        for number in range(SESSIONS):
            for run in "ab":
                keep.character("holmes").observe_many(told(run, number), person="anna")
    copy = path.with_name("copy.db")
    shutil.copy(path, copy)
    with open_keep(str(copy)) as keep:
        assert keep.settle(over=True) == []
        require_whole(keep)
        bond = keep.character("holmes").bond("anna", time=keep._runtime.clock.now())
        return path, derived(keep), bond  # type: ignore[return-value]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.parametrize("mode", [("die_at_each_step", "100"), ("die_at_any_time", "40")])
def test_work_that_is_killed_again_and_again_comes_out_the_same(
    path: Path, undisturbed: tuple[Path, Counter[tuple[object, ...]], object], mode: tuple[str, str]
) -> None:
    source, expected, bond = undisturbed
    shutil.copy(source, path)
    lives = int(run_child(mode[0], path, mode[1]))
    assert lives > (10 if mode[0] == "die_at_each_step" else 1)
    with open_keep(str(path), lives + 1) as keep:
        assert keep.settle(over=True) == []
        require_whole(keep)
        assert derived(keep) == expected
        now = keep._runtime.clock.now() - timedelta(seconds=2 * LEASE * (lives + 1))
        assert keep.character("holmes").bond("anna", time=now) == bond


def test_the_work_of_a_process_that_died_is_done_once_its_lease_is_over(path: Path) -> None:
    with open_keep(str(path)) as keep:
        keep.character("holmes").observe_many(told("a", 1), person="anna")
    run_child("hold_for_ever", path)
    with open_keep(str(path)) as keep:
        assert [job.running for job in keep.settle(timeout=0.1, over=True)] == [True]
        assert list(keep.character("holmes").facts(person="anna")) == []
    with open_keep(str(path), 1) as keep:
        assert keep.settle(over=True) == []
        require_whole(keep)


# -- several at once


def test_two_processes_that_observe_and_work_make_nothing_twice(path: Path) -> None:
    SqliteStore(path).close()
    words = (("observe", path, run, "10") for run in "ab")
    children = [Child([CHILD, *some], stdin=PIPE, stdout=PIPE, stderr=PIPE) for some in words]
    for child in children:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
    for child in children:
        assert child.stdin is not None
        child.stdin.write("\n")
        child.stdin.flush()
    for child in children:
        _, trouble = child.communicate(timeout=30)
        assert (child.returncode, trouble) == (0, "")
    with soulkeep.open(path, embedder=HashEmbedder(), settings=PLAIN) as keep:
        assert any(True for _ in keep.character("holmes").memories(person="anna", kinds={FACT})), "nobody worked"
        assert keep.settle(over=True) == []
        require_whole(keep)
        found = {kind: texts_of(keep, kind) for kind in (FACT, SUMMARY)}
    with open_keep(str(path.with_name("alone.db"))) as keep:
        for number in range(10):
            for run in "ab":
                keep.character("holmes").observe_many(told(run, number), person="anna")
        keep.settle(over=True)
        assert {kind: texts_of(keep, kind) for kind in (FACT, SUMMARY)} == found


def texts_of(keep: soulkeep.Keep, kind: str) -> list[str]:
    """Return the texts of all memories of a kind."""
    return sorted(memory.text for memory in keep.character("holmes").memories(person="anna", kinds={kind}))


def test_many_threads_settle_and_observe_at_once(path: Path) -> None:
    troubles: list[BaseException] = []
    with soulkeep.open(path, embedder=HashEmbedder()) as keep:
        holmes = keep.character("holmes")

        def work(run: str) -> None:
            try:
                for number in range(6):
                    holmes.observe_many(told(run, number), person="anna")
                    keep.settle(over=True)
            except BaseException as error:
                troubles.append(error)

        threads = [Thread(target=work, args=(run,)) for run in ("a", "b", "c")]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert troubles == []
        assert keep.settle(over=True) == []
        require_whole(keep)


# -- the thread


def test_what_was_said_is_worked_on_within_moments(path: Path) -> None:
    with soulkeep.open(path, embedder=HashEmbedder()) as keep:
        holmes = keep.character("holmes")
        for number, home in enumerate(("Seoul", "Busan", "Oslo")):  # the first starts the thread, the others wake it

            def known(home: str = home) -> bool:
                return [fact.value for fact in holmes.facts(person="anna", relation="home")] == [home]

            holmes.observe("Hello there.", person="anna")
            sleep(0.3 * number)
            holmes.observe(f"I live in {home}.", person="anna")
            assert wait_for(known) < 3


def test_work_that_is_left_is_done_when_the_keep_is_open_again(path: Path) -> None:
    with soulkeep.open(path, embedder=HashEmbedder(), settings=PLAIN) as keep:
        keep.character("holmes").observe("I live in Seoul.", person="anna")
        sleep(0.6)
        assert list(keep.character("holmes").facts(person="anna")) == []
    with soulkeep.open(path, embedder=HashEmbedder()) as keep:
        assert wait_for(lambda: keep.character("holmes").facts(person="anna")) < 3


def test_nobody_works_where_there_is_nothing_to_do(path: Path) -> None:
    with soulkeep.open(path, embedder=HashEmbedder()) as keep:
        assert keep._worker._threads == []
        keep.character("holmes").recall("Anything?", person="anna")
        assert keep._worker._threads == []


@pytest.mark.parametrize(
    ("chat", "settings", "threads"),
    [
        pytest.param(False, {"model_parallel": 3}, 1, id="rules wait for nothing"),
        pytest.param(True, {"model_parallel": 3}, 3, id="a model is waited for"),
        pytest.param(True, {"model_parallel": 1}, 1, id="one at a time"),
        pytest.param(True, {"model_parallel": 3, "model_memories": False}, 1, id="the model doesn't remember"),
    ],
)
def test_as_many_threads_work_as_may_ask_a_model(
    path: Path, chat: bool, settings: dict[str, Any], threads: int
) -> None:
    model = Talker(lambda: None) if chat else None
    with soulkeep.open(path, embedder=HashEmbedder(), chat=model, settings=soulkeep.Settings(**settings)) as keep:
        for person in ("anna", "boris"):
            keep.character("holmes").observe("Good day.", person=person)
        working = list(keep._worker._threads)
        assert len(working) == threads
        keep.character("holmes").observe("Good night.", person="anna")
        assert keep._worker._threads == working
    assert not any(thread.is_alive() for thread in working)


@pytest.mark.parametrize("how", ["thread", "settle"])
def test_a_model_remembers_several_conversations_at_once(path: Path, how: str) -> None:
    together = Barrier(2, timeout=20)  # each call waits for another to be made
    settings = soulkeep.Settings(background=how == "thread", session_minutes=0.0, model_parallel=2)
    with soulkeep.open(path, embedder=HashEmbedder(), chat=Talker(together.wait), settings=settings) as keep:
        holmes = keep.character("holmes")
        people = ("anna", "boris", "chloe", "dora")
        for person in people:
            holmes.observe_many([soulkeep.Turn(text) for text in TALK], person=person)
        if how == "settle":
            assert keep.settle(over=True) == []

        def remembered() -> bool:
            return all(list(holmes.memories(person=person, kinds={SUMMARY})) for person in people)

        wait_for(remembered, 20)
        assert keep.usage()["memory"].calls == 4
        assert keep.usage()["memory"].failed == 0


def test_one_conversation_is_remembered_by_one_call_at_a_time(path: Path) -> None:
    asking = Lock()
    beside: list[bool] = []

    def watch() -> None:
        alone = asking.acquire(blocking=False)
        beside.append(not alone)
        sleep(0.02)
        if alone:
            asking.release()

    settings = soulkeep.Settings(background=False, model_parallel=4)
    with soulkeep.open(path, embedder=HashEmbedder(), chat=Talker(watch), settings=settings) as keep:
        holmes = keep.character("holmes")
        for session in "abcd":
            holmes.observe_many([soulkeep.Turn(text, session=session) for text in TALK], person="anna")
        threads = [Thread(target=lambda: keep.settle(over=True)) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert beside == [False] * 4


def test_trouble_is_logged_and_work_goes_on(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, clock: soulkeep.ManualClock
) -> None:
    run, failed = Enrichment.run, Event()

    def fail_once(self: Enrichment) -> float | None:
        if not failed.is_set():
            failed.set()
            raise RuntimeError("the first time")
        return run(self)

    monkeypatch.setattr(Enrichment, "run", fail_once)
    with caplog.at_level(logging.ERROR, "soulkeep"), soulkeep.open(path, embedder=HashEmbedder(), clock=clock) as keep:
        holmes = keep.character("holmes")
        holmes.observe("I live in Seoul.", person="anna")
        clock.advance(timedelta(seconds=1))
        wait_for(failed.is_set)
        wait_for(lambda: not keep.jobs()[0].running)
        clock.advance(timedelta(seconds=15))
        holmes.observe("I am a nurse.", person="boris")
        wait_for(lambda: holmes.facts(person="anna"))
    assert "the first time" in caplog.text


@pytest.mark.parametrize("turns", [50, 3000])
def test_closing_amid_work_is_quick_and_loses_nothing(path: Path, turns: int) -> None:
    said = [soulkeep.Turn(f"I like the number {i}.", session=f"s{i // 8}", id=str(i)) for i in range(turns)]
    keep = soulkeep.open(path, embedder=HashEmbedder())
    keep.character("holmes").observe_many(said, person="anna")
    wait_for(lambda: any(job.running for job in keep.jobs()) or turns < 100)
    keep.close()
    with soulkeep.open(path, embedder=HashEmbedder(), settings=PLAIN) as keep:
        [job] = keep.jobs()
        assert not job.running
        assert turns < 100 or keep._store.waiting()[0].marks.get("facts", 0) < turns, "it waited for the work"
        if turns < 100:
            assert keep.settle(timeout=20, over=True) == []
        assert [memory.id for memory in keep.character("holmes").memories(person="anna", kinds={TURN})] == [
            turn.id for turn in said
        ]
        assert keep.check() == []


@pytest.mark.parametrize("people", [["anna"], ["anna", "boris"]])
def test_closing_does_not_wait_for_a_language_model_nor_hold_up_the_next(path: Path, people: list[str]) -> None:
    asked, go_on, answered = Semaphore(0), Event(), Event()

    def hang() -> None:
        asked.release()
        go_on.wait(240)
        answered.set()

    settings = soulkeep.Settings(session_minutes=0.0, model_parallel=2)
    keep = soulkeep.open(path, embedder=HashEmbedder(), chat=Talker(hang), settings=settings)
    for person in people:
        keep.character("holmes").observe_many([soulkeep.Turn(text) for text in TALK], person=person)
    for _ in people:
        assert asked.acquire(timeout=60)
    keep.close()
    assert not answered.is_set(), "the model was waited for"
    with soulkeep.open(path, embedder=HashEmbedder(), settings=PLAIN) as keep:  # not only when the lease is over
        assert keep.settle(timeout=10, over=True) == []
        holmes = keep.character("holmes")
        made = {person: list(holmes.memories(person=person, kinds={SUMMARY})) for person in people}
        assert [len(summaries) for summaries in made.values()] == [1] * len(people)
        go_on.set()
        sleep(0.2)
        assert {person: list(holmes.memories(person=person, kinds={SUMMARY})) for person in people} == made


FORKED = """
import os, sys, warnings
import soulkeep
from soulkeep.testing.models import HashEmbedder

warnings.simplefilter("ignore")
with soulkeep.open(sys.argv[1], embedder=HashEmbedder()) as keep:
    holmes = keep.character("holmes")
    holmes.observe("I live in Seoul.", person="anna")
    keep.settle(over=True)  # a fork finds locks taken for ever that another thread holds
    calls = [
        lambda: keep.settle(over=True),
        keep.jobs,
        lambda: holmes.reflect(person="anna"),
        lambda: holmes.consolidate(person="anna"),
        lambda: holmes.facts(person="anna"),
        lambda: holmes.mood(person="anna"),
        lambda: holmes.feel(person="anna", valence=1),
    ]
    child = os.fork()
    if not child:
        for call in calls:
            try:
                call()
            except soulkeep.StoreError as error:
                print("soulkeep.open" in str(error), flush=True)
        os._exit(0)
    os.waitpid(child, 0)
    holmes.observe("I have a cat.", person="anna")
    keep.settle(over=True)
    print(len(list(holmes.memories(person="anna", kinds={"turn"}))), flush=True)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_child_does_no_work(path: Path) -> None:
    """In a process of its own: a test runner has threads, whose locks a fork may find taken for ever."""
    command = [sys.executable, "-c", FORKED, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240)
    assert done.stdout.split() == ["True"] * 7 + ["2"], done.stderr


# -- settling


def test_settling_tells_what_is_left(path: Path, clock: soulkeep.ManualClock) -> None:
    with soulkeep.open(path, embedder=HashEmbedder(), settings=PLAIN, clock=clock) as keep:
        holmes = keep.character("holmes")
        assert keep.settle() == []
        began = clock.now()
        holmes.observe("I live in Seoul.", person="anna", session="s")
        [job] = keep.settle()
        assert (job.character, job.person, job.running, job.attempts, job.error) == ("holmes", "anna", False, 0, "")
        assert (job.since, job.due) == (began, began + timedelta(minutes=30))
        clock.advance(timedelta(minutes=29))
        assert keep.settle() == [job]
        clock.advance(timedelta(minutes=1))
        assert keep.settle() == []


@pytest.mark.parametrize("over", [True, False])
def test_settling_keeps_to_its_time(path: Path, clock: soulkeep.ManualClock, over: bool) -> None:
    with soulkeep.open(path, embedder=HashEmbedder(), settings=PLAIN, clock=clock) as keep:
        said = [soulkeep.Turn(f"I like the number {i}.", session=f"s{i // 8}") for i in range(3000)]
        holmes = keep.character("holmes")
        holmes.observe_many(said, person="anna")
        done = [0]
        while len(done) < 6 or (done[-1] == 0 and len(done) < 400):  # a busy machine leaves it little of its time
            began = thread_time()  # of this thread, which does the work, however busy the machine is
            [job] = keep.settle(timeout=0.05, over=over)
            assert thread_time() - began < 1
            assert not job.running
            done.append(keep._store.waiting()[0].marks.get("facts", 0))
        assert done == sorted(done)
        assert 0 < done[-1] < 3000, "little time leads nowhere"


def test_settling_waits_for_whoever_is_at_it(path: Path) -> None:
    with soulkeep.open(path, embedder=HashEmbedder(), settings=PLAIN) as keep:
        keep.character("holmes").observe("I live in Seoul.", person="anna")
        work = keep._store.claim(monotonic() + 1e10, 60)
        assert work is None or work.token
        now = keep._runtime.clock.now().timestamp()
        [key] = keep._store.keys(person="anna")
        _, [head] = keep._store.heads([key])
        assert head is not None
        held = work or keep._store.claim(now, 60, partition=head.partition)
        assert held is not None
        began = monotonic()
        assert [job.running for job in keep.settle(timeout=0.3)] == [True]
        assert 0.2 < monotonic() - began < 50, "it waits as long as it was told, not for the lease of a minute"
        keep._store.release(held, now)
        assert [job.running for job in keep.settle(timeout=5)] == [False]
        assert len(keep.character("holmes").facts(person="anna")) == 1


# -- erased meanwhile


def require_gone(keep: soulkeep.Keep, path: Path) -> None:
    """Assert that nothing is left of the person."""
    holmes = keep.character("holmes")
    assert keep.people("holmes") == []
    assert list(holmes.memories(person="anna")) == []
    assert list(holmes.facts(person="anna", past=True)) == []
    assert (holmes.mood(person="anna"), holmes.bond("anna")) == (soulkeep.Mood(), soulkeep.Bond())
    assert keep.jobs() == []
    assert keep.check() == []
    data = b"".join(file.read_bytes() for file in path.parent.glob(f"{path.name}*"))
    assert SECRET.encode() not in data
    assert SECRET.casefold().encode() not in data


@pytest.mark.parametrize("how", ["settle", "reflect", "consolidate"])
@pytest.mark.parametrize("again", [False, True])
def test_a_person_erased_while_a_model_speaks_does_not_come_back(
    path: Path, clock: soulkeep.ManualClock, how: str, again: bool
) -> None:
    def erase() -> None:
        keep.erase(person="anna")
        if again:  # she comes back herself, in the meantime
            keep.character("holmes").observe("Good morning.", person="anna")

    with soulkeep.open(path, embedder=HashEmbedder(), settings=PLAIN, clock=clock, chat=Talker(erase)) as keep:
        holmes = keep.character("holmes")
        holmes.observe_many([soulkeep.Turn(text, session="s") for text in TALK], person="anna")
        if how == "settle":
            keep.settle(over=True)
        else:
            with pytest.raises(soulkeep.StoreBusy):
                getattr(holmes, how)(person="anna")
        if again:
            assert [memory.text for memory in holmes.memories(person="anna")] == ["Good morning."]
            keep.erase(person="anna")
        require_gone(keep, path)


@pytest.mark.parametrize("step", [0, 1, 2])
def test_a_person_erased_between_steps_does_not_come_back(
    path: Path, clock: soulkeep.ManualClock, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    advance = SqliteStore.advance
    steps: list[bool] = []

    def erase_first(self: SqliteStore, *given: Any, **options: Any) -> bool:
        if len(steps) == step:
            keep.erase(person="anna")
        steps.append(advance(self, *given, **options))
        return steps[-1]

    monkeypatch.setattr(SqliteStore, "advance", erase_first)
    with soulkeep.open(path, embedder=HashEmbedder(), settings=PLAIN, clock=clock) as keep:
        holmes = keep.character("holmes")
        for session in "ab":
            holmes.observe_many([soulkeep.Turn(text, session=session) for text in TALK], person="anna")
        assert keep.settle(over=True) == []
        assert steps == [True] * step + [False]
        require_gone(keep, path)


def test_a_person_erased_while_the_thread_works_does_not_come_back(path: Path) -> None:
    with soulkeep.open(path, embedder=HashEmbedder()) as keep:
        holmes = keep.character("holmes")
        for _ in range(3):
            said = [soulkeep.Turn(f"{text} It is number {i}.") for i in range(100) for text in TALK]
            holmes.observe_many(said, person="anna")
            wait_for(lambda: any(job.running for job in keep.jobs()))
            sleep(0.1)
            keep.erase(person="anna")
            sleep(0.2)
            require_gone(keep, path)
