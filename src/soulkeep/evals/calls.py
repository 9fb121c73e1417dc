"""Costs of operations as counts of Python calls and store reads, which are the same on every machine.

The module can be run by itself, and with sources from elsewhere, such as an earlier commit:

    PYTHONPATH=…/src python -P src/soulkeep/evals/calls.py

Calls are those of Python functions in every thread, including libraries'; *own* calls are those of soulkeep's
functions. Functions written in C aren't counted.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from types import FrameType
from typing import Any

import soulkeep
from soulkeep.evals.bench import PERSON, make_questions, make_turns
from soulkeep.testing.models import ScriptedChat

MEMORIES = 1_000
"""Number of stored memories; derived ones come in addition."""

MESSAGES = 12
"""Number of messages counted for each operation, alternating between questions and statements."""

_WARM = 6
"""Number of messages before these, which load what is loaded once."""

DESCRIPTION = (
    "Dr. John Watson, late of the Army Medical Department, lodges with a detective and writes down his cases. " * 9
)
ANSWER = "It was a curious case, and I remember the fog better than the man. What makes you think of it now?"

READS = (
    "again", "changed", "character", "characters", "feelings", "fetch", "find", "graph", "graphs", "heads",
    "heard_from", "history", "keys", "last", "left", "moved", "naming", "newest", "owners", "page", "scripts", "select",
    "seq_of", "sessions", "several", "states",
    "talk", "unread", "walk",
)  # fmt: skip
"""Methods of a store that read."""


class Counted:
    """Counts of calls and reads."""

    def __init__(self) -> None:
        self.on = False
        self.calls: Counter[str] = Counter()
        self.reads: Counter[str] = Counter()

    def see(self, frame: FrameType, event: str, arg: object) -> None:
        """Count an event; a profile function for `sys.setprofile`."""
        if self.on and event == "call":
            self.calls[frame.f_code.co_filename] += 1

    @contextmanager
    def counting(self) -> Iterator[None]:
        """Count in the body, from zero."""
        self.calls.clear()
        self.reads.clear()
        sys.setprofile(self.see)
        self.on = True
        try:
            yield
        finally:
            self.on = False
            sys.setprofile(None)

    def listen(self, store: Any) -> None:
        """Count the reads of a store."""
        for name in READS:
            if hasattr(store, name):
                setattr(store, name, self._listening(name, getattr(store, name)))

    def _listening(self, name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        def read(*given: Any, **named: Any) -> Any:
            if self.on:
                self.reads[name] += 1
            return method(*given, **named)

        return read


def measure_calls(memories: int = MEMORIES, messages: int = MESSAGES) -> dict[str, dict[str, Any]]:
    """Return, for an observe, a recall, and a reply without and with a model, the calls, and the store's reads by name;
    medians over the messages."""
    counted = Counted()
    threading.setprofile(counted.see)  # before threads that stay are created
    try:
        with tempfile.TemporaryDirectory() as folder:
            return {
                name: _measured(counted, Path(folder) / f"{name}.db", name, memories, messages)
                for name in ("observe", "recall", "reply", "reply with a model")
            }
    finally:
        threading.setprofile(None)


def _measured(counted: Counted, path: Path, name: str, memories: int, number: int) -> dict[str, Any]:
    chat = ScriptedChat(default=ANSWER) if name == "reply with a model" else None
    settings = soulkeep.Settings(background=False, model_memories=False)
    with soulkeep.open(path, settings=settings, chat=chat) as keep:
        watson = keep.character("watson", name="Dr. Watson", description=DESCRIPTION, language="en")
        watson.observe_many(list(make_turns(memories)), person=PERSON)
        keep.settle(over=True)

        def one(text: str) -> None:
            if name == "observe":
                watson.observe(text, person=PERSON, speaker=PERSON)
            elif name == "recall":
                watson.recall(text, person=PERSON)
            else:
                watson.reply(text, person=PERSON, session="now")

        said = messages(_WARM + number)
        for text in said[:_WARM]:
            one(text)
        counted.listen(watson._runtime.store)
        figures: list[tuple[int, int, Counter[str]]] = []
        for text in said[_WARM:]:
            with counted.counting():
                one(text)
            own = sum(count for file, count in counted.calls.items() if "soulkeep" in file)
            figures.append((counted.calls.total(), own, Counter(counted.reads)))
    names = sorted({read for _, _, reads in figures for read in reads})
    return {
        "calls": _median([calls for calls, _, _ in figures]),
        "own": _median([own for _, own, _ in figures]),
        "reads": _median([reads.total() for _, _, reads in figures]),
        "most_reads": max(reads.total() for _, _, reads in figures),
        "by_name": {read: _median([reads[read] for _, _, reads in figures]) for read in names},
    }


def messages(number: int) -> list[str]:
    """Return messages, alternating between questions and statements."""
    texts = [turn.text for turn in islice(make_turns(number * 2), 1, None, 2)]
    return [text for pair in zip(make_questions(number), texts, strict=True) for text in pair][:number]


def _median(values: Sequence[int]) -> float:
    return float(statistics.median(values))


if __name__ == "__main__":
    json.dump(measure_calls(), sys.stdout)
