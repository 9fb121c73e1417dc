"""The progress of the work on a partition's memories, as it is stored with each step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from soulkeep.stores.base import Store
from soulkeep.stores.rows import Unread, Work
from soulkeep.types.records import TURN

BATCH = 64
"""Turns that are looked through in one step."""

HEARD, STATED, RESTATED, CONDENSED = "heard", "stated", "restated", "condensed"
"""Stages of the work that may fail: understanding a turn, its statements and feelings, its statements again, and
condensing a window."""


@dataclass(slots=True)
class WorkProgress:
    """The progress of the work on a partition.

    Attributes:
        facts: turns up to this sequence number were searched for facts and repetitions.
        mark, done: turns up to `mark` are condensed; `done` says how far in sessions beyond (`condense.Windows`).
        weight: sum of the importance of what was said since the last reflection.
        attempts, error, after: how often in a row the language model failed, why, and when to ask it again.
        unreflected, reflect_after: how many reflections failed in a row, and when to retry. Windows don't wait for it.
        skipped: sequence numbers of turns at which our own code failed, grouped by piece of work, under the stage to
            repeat (`HEARD`, `STATED`, `RESTATED`, `CONDENSED`).
        left_out: number of claims that no facts were made of, because one turn made too many.
        tries, retry_after: how often the skipped ones failed in a row, and when they are tried again.
        heard, knowing: turns up to `heard` were understood with version `knowing` of the character's knowledge.
        until: turns up to this number were stored when less was known.
        windows: sequence numbers of turns to be condensed anew, window by window.
        unfelt: the first number of each of these windows whose feelings no language model has judged yet.
    """

    facts: int = 0
    mark: int = 0
    done: dict[str, int] = field(default_factory=dict)
    weight: float = 0.0
    attempts: int = 0
    error: str = ""
    after: float = 0.0
    unreflected: int = 0
    reflect_after: float = 0.0
    skipped: dict[str, list[list[int]]] = field(default_factory=dict)
    left_out: int = 0
    tries: int = 0
    retry_after: float = 0.0
    heard: int = 0
    knowing: str = ""
    until: int = 0
    windows: list[list[int]] = field(default_factory=list)
    unfelt: list[int] = field(default_factory=list)

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> WorkProgress:
        """Read back what was stored; empty the first time."""
        return cls(**{**data, "done": dict(data.get("done", {}))})

    @property
    def passed_over(self) -> int:
        """The number of turns that could not be worked on, each counted once."""
        return len({seq for pieces in self.skipped.values() for seqs in pieces for seq in seqs})

    def skip(self, stage: str, seqs: Sequence[int]) -> None:
        """Note that a stage failed at some turns."""
        pieces = self.skipped.get(stage, [])
        self.skipped = {**self.skipped, stage: [*(piece for piece in pieces if piece != [*seqs]), [*seqs]]}

    def condensed(self, session: str, seq: int, *, before: int) -> None:
        """Note that a session is condensed up to sequence number `seq`, and everything up to `before`."""
        self.mark = max(self.mark, before)
        self.done = {name: last for name, last in {**self.done, session: seq}.items() if last > self.mark}

    def data(self) -> dict[str, Any]:
        """Return it as JSON to be stored."""
        return {name: value for name in self.__slots__ if (value := getattr(self, name))}


def unread_of(store: Store, work: Work, *, after: int | None = None) -> Unread:
    """Return the turns of a partition that nobody has looked through yet, or those after a sequence number; as many as
    one step takes."""
    seen: int = work.marks.get("facts", 0) if after is None else after
    return store.unread(work.partition, [TURN], after=seen, limit=BATCH)
