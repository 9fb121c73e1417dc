"""How far the work on a partition's memories has come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

HEARD, STATED, RESTATED, CONDENSED = "heard", "stated", "restated", "condensed"
"""Stages of the work that may fail: what a turn speaks of, what it states and moves, what it states once more, and
what a window becomes."""


@dataclass(slots=True)
class Marks:
    """How far the work on a partition has come.

    Attributes:
        facts: turns up to this sequence number were looked through for facts and repetitions.
        mark, done: turns up to here are condensed; of sessions beyond, up to where (`condense.Windows`).
        weight: importance of what was said since the last reflection, summed.
        attempts, error, after: of a language model that failed: how often in a row, why, and when to ask it again.
        unreflected, reflect_after: of reflections that failed: how many in a row, and when to try again. Windows don't
            wait for that.
        skipped: sequence numbers of the turns at which something of ours failed, those of one piece of work together,
            by the stage (`HEARD`, `STATED`, `RESTATED`, `CONDENSED`) that is to be repeated.
        left_out: claims of turns that no facts were made of, for there were too many in one turn.
        tries, retry_after: how often they failed in a row, and when they are tried again.
        heard, knowing: turns up to this sequence number were understood, knowing this much.
        until: turns up to here were stored when less was known.
        windows: sequence numbers of turns that are to be condensed anew, together.
        unfelt: the first of those of which no language model has said yet what was felt.
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
    def of(cls, data: Mapping[str, Any]) -> Marks:
        """As they were stored; empty for the first time."""
        return cls(**{**data, "done": dict(data.get("done", {}))})

    @property
    def passed_over(self) -> int:
        """Turns that could not be worked on, each counted once."""
        return len({seq for pieces in self.skipped.values() for seqs in pieces for seq in seqs})

    def skip(self, stage: str, seqs: Sequence[int]) -> None:
        """Note that a stage failed at some turns."""
        pieces = self.skipped.get(stage, [])
        self.skipped = {**self.skipped, stage: [*(piece for piece in pieces if piece != [*seqs]), [*seqs]]}

    def condensed(self, session: str, seq: int, *, before: int) -> None:
        """Note that a session is condensed up to a sequence number, and everything up to `before`."""
        self.mark = max(self.mark, before)
        self.done = {name: last for name, last in {**self.done, session: seq}.items() if last > self.mark}

    def data(self) -> dict[str, Any]:
        """To be stored."""
        return {name: value for name in self.__slots__ if (value := getattr(self, name))}
