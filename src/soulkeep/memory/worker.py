"""The keep's background thread, which works on what was stored without slowing anything else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from math import inf
from threading import Event, Lock, Thread, current_thread
from time import monotonic, sleep
from typing import TYPE_CHECKING

from soulkeep.character.relationship import MOST, QUIET
from soulkeep.errors import SoulkeepError, StoreBusy, StoreClosed
from soulkeep.memory.checkpoint import unread_of
from soulkeep.memory.expire import expire
from soulkeep.runtime import Runtime
from soulkeep.stores.rows import CharacterRow, Entry, LeaseLost, PartitionKey, Unread, Waiting, Work
from soulkeep.telemetry import log
from soulkeep.threads.exit import EndOrder, at_exit
from soulkeep.threads.pace import Aside, Pace, Stopped, Until

if TYPE_CHECKING:
    # These take long to import, and only the work needs them.
    from soulkeep.memory.enrichment import Enrichment

_LOOK_THROUGH = 0.25
"""Seconds that an answer waits for those who work on what was said before it."""

_LOOK_AGAIN = 5.0
"""Seconds between looks for work that other processes left."""

_EXPIRE_EVERY = 3600.0
"""Seconds between looks for what is too old to be kept."""


class Worker:
    """Works on a keep's partitions while it is open. Its thread starts when there is something to do.

    Args:
        runtime: the keep's.
    """

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._lock = Lock()
        self._threads: list[Thread] = []
        self._stop = Event()
        self._woken = Event()
        self._held: dict[Thread, Work] = {}
        self._expire_at = 0.0

    def wake(self) -> None:
        """Tell the worker that there is something to do."""
        if self._woken.is_set():
            return
        self._woken.set()
        with self._lock:
            if not self._threads and not self._stop.is_set():
                for _ in range(at_once(self._runtime)):
                    thread = Thread(target=self._run, name="soulkeep-worker", daemon=True)
                    self._threads.append(thread)
                    thread.start()
                at_exit(self, EndOrder.WORKING)

    def stop(self, seconds: float = 2.0) -> None:
        """Stop working. What isn't done stays queued."""
        with self._lock:
            self._stop.set()
            self._woken.set()
            threads = list(self._threads)
        deadline = monotonic() + seconds
        for thread in threads:
            thread.join(max(0.0, deadline - monotonic()))  # don't wait for a model's answer: it is asked again …
            work = self._held.get(thread)
            if thread.is_alive() and work is not None:  # … by whoever comes first, not only once the lease ran out
                self._runtime.store.release(work, self._runtime.clock.now().timestamp())

    def end(self) -> None:
        """Stop working before the interpreter ends."""
        self.stop()

    def _run(self) -> None:
        while not self._stop.is_set():
            self._woken.clear()
            self._expire()
            self._stop.wait(QUIET)  # so that turns that come meanwhile are worked on together
            try:
                while not self._stop.is_set() and work_once(
                    self._runtime, pace=Aside(self._stop), holding=self._holding, own_first=True
                ):
                    pass
                warm(self._runtime, Aside(self._stop))
            except (Stopped, StoreClosed):
                return
            except SoulkeepError as error:
                log().warning("Work on memories is put off: %s", error)
            except Exception:
                log().exception("Work on memories failed; it will be tried again")
            self._woken.wait(_LOOK_AGAIN)

    def _expire(self) -> None:
        """Delete, now and then, what the retention rules say is too old."""
        with self._lock:
            now, due = monotonic(), self._expire_at
            if now >= due:
                self._expire_at = now + _EXPIRE_EVERY
        if now < due:
            return
        try:
            expire(self._runtime, stopped=self._stop.is_set)
        except StoreClosed:
            pass
        except Exception:
            log().exception("What is too old could not be deleted; it will be tried again")

    def _holding(self, work: Work | None) -> None:
        if work is None:
            self._held.pop(current_thread(), None)
        else:
            self._held[current_thread()] = work


def at_once(runtime: Runtime) -> int:
    """Return how many conversations are worked on at the same time: several if a language model is waited for."""
    by_model = runtime.models is not None and runtime.settings.model_memories
    return runtime.settings.model_parallel if by_model else 1


def work_once(
    runtime: Runtime,
    *,
    pace: Pace | None = None,
    over: bool = False,
    holding: Callable[[Work | None], None] = lambda work: None,
    own_first: bool = False,
) -> bool:
    """Do the work that is due first; return False if there is none.

    Args:
        runtime: the keep's.
        own_first: leave work that other processes have queued to them for a while.
        pace: pauses between steps; as fast as possible by default.
        over: treat every conversation as over.
        holding: called with the work when it is claimed, and with None afterwards.
    """
    store = runtime.store
    lease = runtime.settings.lease_seconds
    work = store.claim(runtime.clock.now().timestamp(), lease, patience=store.patience if own_first else 0.0)
    if work is None:
        return False
    holding(work)
    try:
        finish(runtime, work, _enrichment(runtime, work, pace=pace, over=over))
    finally:
        holding(None)
    return True


def warm(runtime: Runtime, pace: Pace) -> None:
    """Make what the first questions about the keep's knowledge would wait for."""
    if runtime.held is not None:
        runtime.held.library.warm(pace)


def _enrichment(
    runtime: Runtime, work: Work, *, pace: Pace | None = None, over: bool = False, row: CharacterRow | None = None
) -> Enrichment:
    from soulkeep.memory.enrichment import Enrichment

    return Enrichment(runtime, work, pace=pace, over=over, row=row)


def finish(runtime: Runtime, work: Work, enrichment: Enrichment) -> None:
    """Do work that was claimed, and release it whatever happens."""
    again: float | None = runtime.clock.now().timestamp() + MOST
    try:
        again = enrichment.run()
    except LeaseLost:
        return  # the worker that has it now goes on
    finally:
        with suppress(StoreClosed):  # its lease runs out
            runtime.store.release(work, again)


def take(runtime: Runtime, key: PartitionKey, seconds: float) -> Work | None:
    """Hold the work of one partition, waiting for whoever has it; None if it holds no memories.

    Args:
        runtime: of the keep.
        key: of the partition.
        seconds: for how long to wait.

    Raises:
        TimeoutError: another process kept it for longer than that.
    """
    deadline = monotonic() + seconds
    while True:
        _, [head] = runtime.store.heads([key])
        if head is None:
            return None
        now, lease = runtime.clock.now().timestamp(), runtime.settings.lease_seconds
        work = runtime.store.claim(now, lease, partition=head.partition)
        if work is not None:
            return work
        if monotonic() > deadline:
            raise TimeoutError
        sleep(0.02)


def work_on(runtime: Runtime, key: PartitionKey, do: Callable[[Enrichment], list[Entry]]) -> list[Entry]:
    """Do some work on one partition now, in this thread; return the memories it made.

    Raises:
        StoreBusy: another process kept the partition for too long.
    """
    busy = StoreBusy("These memories are being worked on, and it takes long.", hint="Nothing is lost. Try again.")
    try:
        work = take(runtime, key, runtime.settings.lease_seconds)
    except TimeoutError:
        raise busy from None
    if work is None:
        return []
    try:
        return do(_enrichment(runtime, work))
    except LeaseLost:  # another worker took it over, or it was erased
        raise busy from None
    finally:
        with suppress(StoreClosed):
            runtime.store.release(work, runtime.clock.now().timestamp())  # the next run finds out when to go on


class LookingThrough:
    """Extracts, right now, the facts of what was said before a question, so that its answer knows what holds; it gives
    up if another worker holds the work for long.

    It begins in the transaction that stores the question, and ends in the one that stores the outcome.

    Args:
        runtime: the keep's.
        key: the partition's.
        row: the character.
        question: id of the question, if it is stored already.
    """

    def __init__(self, runtime: Runtime, key: PartitionKey, row: CharacterRow, question: str = "") -> None:
        self._runtime = runtime
        self._key = key
        self._row = row
        self._question = question
        self._work: Work | None = None
        self._unread = Unread([], [])

    def begin(self, question: Sequence[Entry]) -> None:
        """Claim the work, if nobody holds it, and keep it if anything besides the question is unread."""
        self._question = question[0].id
        store, now = self._runtime.store, self._runtime.clock.now().timestamp()
        self._work = store.claim(now, self._runtime.settings.lease_seconds, key=self._key)
        if self._work is not None:
            self._unread = unread_of(store, self._work)
            if not self._is_needed():
                store.release(self._work, now)

    def _is_needed(self) -> bool:
        return any(place.entry.id != self._question for place in self._unread.memories)

    def finish(self) -> None:
        """Extract the facts, and release the work."""
        runtime, store = self._runtime, self._runtime.store
        with suppress(TimeoutError, LeaseLost):
            if self._work is None:
                self._work = take(runtime, self._key, _LOOK_THROUGH)
                if self._work is None:
                    return
                self._unread = unread_of(store, self._work)
            elif not self._is_needed():
                return
            enrichment = _enrichment(runtime, self._work, row=self._row)
            try:
                if self._is_needed():
                    enrichment.look_through(self._unread)
            finally:
                if not enrichment.let_go:
                    store.release(self._work, runtime.clock.now().timestamp())


def settle(runtime: Runtime, *, seconds: float | None, over: bool) -> None:
    """Do the work that is due now, in this thread, and wait for work that others are doing.

    Args:
        runtime: the keep's.
        seconds: how long at most; None for no limit.
        over: treat every conversation as over.
    """
    deadline = inf if seconds is None else monotonic() + seconds
    expire(runtime, stopped=lambda: monotonic() > deadline)
    store, clock, pace = runtime.store, runtime.clock, Until(deadline)

    def work_on_one(waiting: Waiting) -> None:
        with suppress(TimeoutError):
            work = take(runtime, waiting.key, deadline - monotonic())
            if work is not None:
                finish(runtime, work, _enrichment(runtime, work, pace=pace, over=over))

    soon = clock.now().timestamp() + MOST
    # This includes work that was put off a little, and open conversations.
    todo = [waiting for waiting in store.waiting() if over or waiting.due <= soon]
    if (several := min(at_once(runtime), len(todo))) > 1:
        with ThreadPoolExecutor(max_workers=several, thread_name_prefix="soulkeep-settle") as pool:
            list(pool.map(work_on_one, todo))
    else:
        for waiting in todo:
            work_on_one(waiting)
    while monotonic() < deadline:
        with suppress(TimeoutError):
            if work_once(runtime, pace=pace, over=over):  # including work taken over meanwhile
                continue
        if not store.running(clock.now().timestamp()):
            break
        sleep(0.02)
    with suppress(TimeoutError):
        warm(runtime, pace)
