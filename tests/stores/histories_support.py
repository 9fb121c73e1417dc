"""Histories made of what processes recorded, and what is wrong with them."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from pathlib import Path
from typing import Any

from journal_model import CONFLICT, Call, Journal, operation, step
from linearizable import Operation, Undecided, linearize
from recorded_support import Key, named

OF_ONE = ("amend", "forget", "restore", "annotate")
"""Calls that change one memory."""


@dataclass
class Recorded:
    """The recorded calls.

    Attributes:
        calls: each line before a call, with what came after it.
        faults: errors that nobody should ever see.
        jumps: how often clocks were set.
    """

    calls: list[dict[str, Any]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    jumps: int = 0

    @classmethod
    def of(cls, paths: Iterable[Path]) -> Recorded:
        """Return everything recorded in some files."""
        self, calls = cls(), {}
        for path in paths:
            for line in path.read_text().splitlines():
                values = json.loads(line)
                if "called" in values:
                    calls[values["number"]] = values
                elif "returned" in values:
                    calls[values["number"]].update(values)
                elif "fault" in values:
                    self.faults.append(values["fault"])
                else:
                    self.jumps += 1
        self.calls = [*calls.values()]
        return self

    @property
    def acknowledged(self) -> int:
        """The number of calls whose outcome is known."""
        return sum("returned" in call and call["error"] in (None, "UnknownMemory") for call in self.calls)

    def journals(self) -> dict[Key, list[Operation]]:
        """Return the history of each key as a whole."""
        found: dict[Key, list[Operation]] = defaultdict(list)
        for call in self.calls:
            if call["kind"] != "recall":
                found[_key(call)] += _operations(call)
        return {key: _guessed(history) for key, history in found.items()}

    def memories(self) -> Iterator[tuple[Key, str, str, list[Operation]]]:
        """Yield the history of each single memory: when it came to mind ("seen"), and its text then ("said")."""
        for key in {_key(call): None for call in self.calls}:
            own = [call for call in self.calls if _key(call) == key]
            recalls = [call for call in own if call["kind"] == "recall" and call.get("found") is not None]
            told = [{named(text): text for text in call["found"]} for call in recalls]
            of: dict[str, list[Operation]] = defaultdict(list)
            for call in own:
                for name in call["names"]:
                    of[name] += _operations(call, only=name)
            erased = [call for call in own if call["kind"] == "erase"]
            for name in {*of, *(name for one in told for name in one)}:
                began = min((one.called for one in of[name]), default=0)
                changes = of[name] + [one for call in erased for one in _operations(call, only=name)]
                reads = [(call, texts.get(name)) for call, texts in zip(recalls, told, strict=True)
                         if name in texts or call["returned"] > began]  # fmt: skip
                yield (
                    key,
                    name,
                    "seen",
                    changes
                    + [
                        operation(call["called"], call["returned"], Call("seen", (name,), None, text is not None))
                        for call, text in reads
                    ],
                )
                yield (
                    key,
                    name,
                    "said",
                    changes
                    + [
                        operation(call["called"], call["returned"], Call("said", (name,), None, text))
                        for call, text in reads
                        if text is not None
                    ],
                )


def _guessed(history: Sequence[Operation]) -> list[Operation]:
    """Return the history with the latest time at which each memory was there: before the next in a list, and before the
    list was read."""
    at = {name: one.returned for one in history if one.call.kind == "observe" for name in one.call.names}
    for one in history:
        if one.call.kind in ("listed", "numbered"):
            latest = one.returned
            for row in reversed(one.call.found):
                name = row[0] if one.call.kind == "listed" else row[1]
                latest = at[name] = min(latest, at.get(name, inf))
    return [
        replace(one, before=min(at[name] for name in one.call.names)) if one.call.kind == "observe" else one
        for one in history
    ]


def _key(call: dict[str, Any]) -> Key:
    character, person = call["key"]
    return character, person


def _operations(call: dict[str, Any], only: str | None = None) -> Iterator[Operation]:
    """Yield a call as operations of the model: what it changed, and what it saw, each at some moment during the call.

    Args:
        call: as it was recorded.
        only: the one memory to consider; by default all that the call names.
    """
    kind, names, given = call["kind"], tuple(call["names"]), _frozen(call["given"])
    found, error, called = _frozen(call.get("found")), call.get("error"), call["called"]
    returned = call["returned"] if found is not None or error == "UnknownMemory" else inf
    if kind == "present":
        found = None if returned == inf else error is None
    if only is not None:
        if len(names) > 1 and (found in (CONFLICT, 0) or error == "UnknownMemory"):
            return  # because of another, perhaps
        if kind == "observe":
            place = names.index(only)
            given, found = (given[place],), (found[place],) if isinstance(found, tuple) else found
        elif kind == "delete" and found:
            found = 1
        elif kind == "erase":
            found = None
        names = (only,)
    if kind in ("observe", "delete", "erase", *OF_ONE) and error != "UnknownMemory":
        yield operation(called, returned, Call(kind, names, given, found))
    elif kind in OF_ONE:  # it may have been deleted just after it was changed
        yield operation(called, returned, Call(kind, names, given, None))
        yield operation(called, returned, Call("present", names, None, False))
    elif error == "UnknownMemory":
        yield operation(called, returned, Call("present", names, None, False))
    elif returned < inf:
        yield operation(called, returned, Call(kind, names, given, found))


def _frozen(value: Any) -> Any:
    """Return lists as tuples, which can be compared with the model's."""
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def wrong(recorded: Recorded) -> list[str]:
    """Return a description of everything that no order explains."""
    found = [f"raised by {fault}" for fault in recorded.faults]
    for key, history in recorded.journals().items():
        found += _wrong(f"{key}", history)
    for key, name, what, history in recorded.memories():
        found += _wrong(f"{key} {name} {what}", history)
    return found


def _wrong(whose: str, history: Sequence[Operation]) -> list[str]:
    try:
        verdict = linearize(history, Journal(), step)
    except Undecided as error:
        return [f"{whose}: it can't be told, after {error}"]
    if verdict:
        return []
    stuck = "\n".join(f"    {one.called} … {one.returned}: {one.call}" for one in verdict.stuck)
    return [f"{whose}: none of these can come next, after {verdict.state}:\n{stuck}"]
