"""The base of the background work on a partition: holding it, asking a language model, storing steps.

The outcome of a step and the progress of the work are stored in one transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from threading import Event, Thread
from typing import Any, TypeVar

from soulkeep.character.relationship import ROLE
from soulkeep.errors import BudgetSpent, ChatError, SoulkeepError
from soulkeep.memory.checkpoint import WorkProgress
from soulkeep.models.chat.base import ChatModel
from soulkeep.models.chat.ledger import MEMORY
from soulkeep.reply.stream import run
from soulkeep.runtime import Runtime
from soulkeep.search.index import index
from soulkeep.search.working_set import Partition
from soulkeep.stores.rows import CharacterRow, Entry, Impulse, LeaseLost, PlacedEntry, Work
from soulkeep.telemetry import passed_over, passing_over
from soulkeep.threads.pace import Pace, Stopped

T = TypeVar("T")

_TRIES = 5
"""Failures of a language model in a row after which rules stand in for it; it is asked on until it answers."""

_FIRST_PAUSE, _LONGEST_PAUSE = 15.0, 3600.0


class Steps:
    """The base class of all background work on a partition.

    Args:
        runtime: the keep's.
        work: the claimed work.
        pace: pauses between steps; as fast as possible by default.
        over: treat every conversation as over.
        row: the character, if it is known.
    """

    def __init__(
        self,
        runtime: Runtime,
        work: Work,
        *,
        pace: Pace | None = None,
        over: bool = False,
        row: CharacterRow | None = None,
    ) -> None:
        self._runtime = runtime
        self._store = runtime.store
        self._settings = runtime.settings
        self._over = over
        self._work = work
        self._marks = WorkProgress.of(work.marks)
        self._given_pace = pace or Pace()
        row = row or self._store.character(work.key.owner)
        self._row = row or CharacterRow(id=work.key.owner, name=work.key.owner)
        self._own = frozenset({self._row.id, self._row.name})
        self._person = work.key.person or ROLE
        self._lease = runtime.settings.lease_seconds
        self._held_until = self._now() + self._lease  # about: it was claimed just now
        self.let_go = False
        """Whether it was let go of with the last step."""

    def _now(self) -> float:
        return self._runtime.clock.now().timestamp()

    def _pace(self) -> None:
        """Keep holding the partition and let other work go first, between two turns or windows.

        Raises:
            Lost: another process holds the partition now.
        """
        self._hold_on()
        self._given_pace()

    def _pace_within(self) -> None:
        """Do as `_pace` does, within a turn or window."""
        self._hold_on()
        self._given_pace.within()

    def _in_force(self, *kinds: str) -> list[PlacedEntry]:
        """Return the derived memories of some kinds that are neither forgotten nor superseded."""
        places = self._store.select(self._work.partition, kinds)
        return [place for place in places if place.entry.superseded is None and place.entry.forgotten is None]

    def _partition(self) -> Partition | None:
        partitions = self._runtime.embeddings.cache.get([self._work.key])
        return partitions[0] if partitions and partitions[0].id == self._work.partition else None

    @property
    def _by_model(self) -> bool:
        """Whether a language model remembers, so that rules must not judge the same."""
        return self._runtime.models is not None and self._settings.model_memories

    def _may_ask(self) -> bool:
        """Return whether the work needn't wait for a language model: there is none, or it may be asked now."""
        return not self._by_model or self._marks.after <= self._now()

    @property
    def _away(self) -> bool:
        """Whether the language model failed so often that rules stand in for it for now."""
        return self._by_model and self._marks.attempts >= _TRIES

    def _asked(self, ask: Callable[[ChatModel], Coroutine[Any, Any, T]]) -> tuple[T, str]:
        """Return the language model's answer and its name; the partition is held meanwhile.

        Raises:
            ChatError: the model failed, in whatever way.
            Lost: another process holds the partition now.
        """
        models = self._runtime.models
        assert models is not None
        chat = models.memory
        try:
            models.ledger.require(MEMORY)
        except BudgetSpent:
            self._marks.attempts, self._marks.after = _TRIES, models.ledger.tomorrow()
            raise
        with self._holding():
            try:
                answer = run(ask(chat))
            except SoulkeepError:
                raise
            except Exception as error:  # a model of the caller's own may raise anything
                raise ChatError(
                    f"The language model {chat.name} failed: {type(error).__name__}: {error}", hint="It is asked again."
                ) from error
        self._marks.attempts, self._marks.error, self._marks.after = 0, "", 0.0
        return answer, chat.name

    def _hold(self) -> None:
        """Extend the hold on the partition.

        Raises:
            Lost: another process holds it now, so results made here are dropped.
        """
        until = self._now() + self._lease
        if not self._store.hold(self._work, until):
            raise LeaseLost
        self._held_until = until

    def _hold_on(self) -> None:
        """Extend the hold once half of its time is over."""
        if self._now() > self._held_until - self._lease / 2:
            self._hold()

    @contextmanager
    def _holding(self) -> Iterator[None]:
        """Keep the hold extended while waiting for something of unknown length. If it is lost nevertheless, that is
        noticed when the outcome is stored."""
        self._hold()
        over = Event()

        def hold_on() -> None:
            with suppress(LeaseLost):
                while not over.wait(self._lease / 3):
                    with passing_over("lease", SoulkeepError):  # a database that is busy now may not be the next time
                        self._hold()

        thread = Thread(target=hold_on, name="soulkeep-holder", daemon=True)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()

    def _failed(self, error: ChatError) -> None:
        """Note that the language model failed, and when to ask it again, counted from now as failing may have taken
        long."""
        marks = self._marks
        marks.error = error.message
        if not isinstance(error, BudgetSpent):
            marks.attempts += 1
            marks.after = self._later(marks.attempts)
        self._advance([], {})

    def _later(self, attempts: int) -> float:
        """Return when to ask a language model again that failed a number of times in a row."""
        return self._now() + min(_LONGEST_PAUSE, _FIRST_PAUSE * 2.0 ** min(attempts - 1, 20))

    @contextmanager
    def _passing_over(self, stage: str = "", turns: Sequence[int] = ()) -> Iterator[None]:
        """Go on with the next turn or window after an error in one.

        Args:
            stage, turns: noted, to be tried again later; without them, the failed work isn't repeated.
        """
        try:
            yield
        except (SoulkeepError, LeaseLost, Stopped):
            raise
        except Exception as error:
            if turns:
                self._marks.skip(stage, turns)
            self._marks.error = f"{type(error).__name__}: {error}"
            passed_over("enrichment", error)

    def _advance(
        self,
        added: Sequence[Entry],
        changed: Mapping[int, Mapping[str, Any]],
        moved: Sequence[Impulse] = (),
        *,
        removed: Collection[int] = (),
        again: int = 0,
        last: bool = False,
    ) -> None:
        """Store the outcome of a step, and how far the work has come; with the `last` step, release the work."""
        self._hold_on()
        embeddings = self._runtime.embeddings
        index([entry for entry in added if not entry.terms], embeddings.embedder, lambda done, total: self._hold_on())

        def advance() -> bool:
            return self._store.advance(
                self._work,
                self._marks.data(),
                added=added,
                changed=changed,
                impulses=moved,
                removed=removed,
                again=again,
                space=embeddings.cache.space,
                at=self._now(),
            )

        def finish() -> bool:
            stored = advance()
            if stored:
                self._store.release(self._work, self._now())
            return stored

        if not (self._store.at_once(finish) if last else advance()):
            raise LeaseLost
        self.let_go = last
