"""Calls of soulkeep's that are recorded with their times, and histories made of the records.

A record is two lines in a file: one before the call, one after it. Where a process is killed in between, nobody knows
what came of it.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from itertools import count
from pathlib import Path
from time import monotonic, monotonic_ns
from typing import Any

from journal_model import CONFLICT

import soulkeep
from soulkeep.stores.rows import PartitionKey

WORDS = ("It rained the whole day.", "We walked along the river.", "Nobody minded.", "The tea was cold by then.")
ALL = 10_000
"""More memories than there are."""
OF_ONE = ("amend", "forget", "restore", "annotate")
"""Calls that change one memory."""

Key = tuple[str, str]
"""A character and a person."""


def named(text: str) -> str:
    """Return the name of the memory with a text, which begins with it."""
    return text.partition(":")[0]


class JumpingClock(soulkeep.Clock):
    """The computer's clock, as it is when somebody sets it."""

    def __init__(self) -> None:
        self._off = timedelta()

    def now(self) -> datetime:
        return soulkeep.SystemClock().now() + self._off

    def jump(self, chance: random.Random) -> None:
        """Go to another time, up to ten years before or after."""
        self._off = timedelta(seconds=chance.choice((-1, 1)) * 10 ** chance.uniform(-1, 8.5))


class Record:
    """A file of lines. Each is written at once, so that those of several threads don't mix, and a kill loses none.

    Args:
        path: of the file.
        life: what the names of calls begin with.
    """

    def __init__(self, path: Path, life: str) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        self._names = (f"{life}.{number}" for number in count())

    def tell(self, **values: object) -> None:
        """Write a line."""
        os.write(self._file, (json.dumps(values) + "\n").encode())

    def call(self, do: Callable[[], Any], key: Key, kind: str, names: Sequence[str] = (), given: object = None) -> Any:
        """Do something, and record it; return what it found, None if it failed.

        Args:
            do: does it.
            key: whose memories it is about.
            kind: the kind of call, as in `journal_model`.
            names: names of the memories.
            given: what the call is given, as in `journal_model`.
        """
        number = next(self._names)
        found, error = None, None
        self.tell(number=number, called=monotonic_ns(), key=key, kind=kind, names=names, given=given)
        try:
            found = do()
        except soulkeep.IdConflict:
            found = CONFLICT
        except (soulkeep.StoreError, soulkeep.UnknownMemory) as failed:
            error = type(failed).__name__
        except Exception as failed:
            self.tell(fault=f"{kind} {names}: {failed!r}")
        self.tell(number=number, returned=monotonic_ns(), found=found, error=error)
        return found


class User:
    """Does this and that by chance, with memories that others use, too.

    Args:
        keep: an open one.
        record: of what is done.
        life: what the names of new memories begin with.
        keys: whose memories.
        clock: that jumps now and then.
    """

    def __init__(
        self, keep: soulkeep.Keep, record: Record, life: str, keys: Sequence[Key], clock: JumpingClock, seed: int
    ) -> None:
        self._keep = keep
        self._record = record
        self._life = life
        self._keys = keys
        self._clock = clock
        self.chance = random.Random(seed)
        self._numbers = count()
        self._ids: dict[Key, dict[str, str]] = {key: {} for key in keys}  # by name
        self._ways: dict[Callable[[Key], object], float] = {
            self._observe: 8, self._observe_shared: 6, self._observe_many: 2, self._observe_unnamed: 2,
            self._list: 4, self._number: 2, self._head: 5, self._recall: 5, self._look: 2, self._history: 2,
            self._amend: 2, self._delete: 2, self._forget: 2, self._restore: 2, self._annotate: 2,
            self._erase: 0.2, self._jump: 0.4,
        }  # fmt: skip

    def act(self) -> None:
        """Do one thing."""
        [way] = self.chance.choices([*self._ways], [*self._ways.values()])
        way(self.chance.choice(self._keys))

    def read(self) -> None:
        """Look at everything there is."""
        for key in self._keys:
            for way in (self._head, self._number, self._list, self._recall):
                way(key)

    # -- what changes something

    def _observe(self, key: Key) -> None:
        self._observed(key, [self._fresh("n")])

    def _observe_shared(self, key: Key) -> None:
        """Add a turn under a name that others use at the same time, now and then with other content."""
        self._observed(key, [f"s{int(monotonic() * 4) - self.chance.randrange(2)}"], other=self.chance.random() < 0.1)

    def _observe_many(self, key: Key) -> None:
        self._observed(key, [self._fresh("n") for _ in range(self.chance.randint(2, 4))])

    def _observed(self, key: Key, names: Sequence[str], *, other: bool = False) -> None:
        said = [f"{name}: {WORDS[sum(name.encode()) % 4]}{' Or not.' * other}" for name in names]

        def do() -> list[bool]:
            turns = [soulkeep.Turn(text, id=name) for name, text in zip(names, said, strict=True)]
            return [stored.new for stored in self._character(key).observe_many(turns, person=key[1])]

        if self._record.call(do, key, "observe", names, said) not in (None, CONFLICT):
            self._ids[key].update(zip(names, names, strict=True))

    def _observe_unnamed(self, key: Key) -> None:
        """Add a turn without an id: whoever repeats it stores it twice."""
        name = self._fresh("u")
        text = f"{name}: {self.chance.choice(WORDS)}"

        def do() -> list[bool]:
            stored = self._character(key).observe(text, person=key[1])
            self._ids[key][name] = stored.id
            return [stored.new]

        self._record.call(do, key, "observe", [name], [text])

    def _amend(self, key: Key) -> None:
        name = self._some(key)
        if name:
            text = f"{name}: {self.chance.choice(WORDS)} Number {next(self._numbers) % 3}."
            id = self._ids[key][name]
            self._record.call(
                lambda: bool(self._character(key).amend(id, text, person=key[1])), key, "amend", [name], text
            )

    def _delete(self, key: Key) -> None:
        names = list({name for _ in range(self.chance.randint(1, 2)) if (name := self._some(key))})
        if names:
            ids = [self._ids[key][name] for name in names]
            self._record.call(lambda: self._character(key).delete(ids, person=key[1]), key, "delete", names)

    def _forget(self, key: Key) -> None:
        name = self._some(key)
        if name:
            id = self._ids[key][name]
            self._record.call(
                lambda: len(self._character(key).forget(id, person=key[1])) == 1 or None, key, "forget", [name]
            )

    def _restore(self, key: Key) -> None:
        name, pin = self._some(key), self.chance.random() < 0.5
        if name:
            character, id = self._character(key), self._ids[key][name]
            pinned = partial(character.amend, pinned=True)
            do = pinned if pin else character.restore
            self._record.call(lambda: bool(do(id, person=key[1])), key, "restore", [name], pin)

    def _annotate(self, key: Key) -> None:
        name, note = self._some(key), self.chance.randrange(1000)
        if name:
            id = self._ids[key][name]
            self._record.call(
                lambda: bool(self._character(key).amend(id, metadata={"note": note}, person=key[1])),
                key, "annotate", [name], note,
            )  # fmt: skip

    def _erase(self, key: Key) -> None:
        self._record.call(lambda: self._keep.erase(character=key[0], person=key[1]).memories, key, "erase")

    def _jump(self, key: Key) -> None:
        self._clock.jump(self.chance)
        self._record.tell(jump=True)

    # -- what looks at something

    def _list(self, key: Key) -> None:
        def do() -> list[object]:
            memories = list(self._character(key).memories(person=key[1]))
            self._ids[key] = {named(memory.text): memory.id for memory in memories}
            return [
                (named(memory.text), memory.text, memory.pinned, memory.forgotten is not None,
                 (memory.metadata or {}).get("note"))
                for memory in memories
            ]  # fmt: skip

        self._record.call(do, key, "listed")

    def _number(self, key: Key) -> None:
        page = self._keep._store.page
        self._record.call(
            lambda: [(place.seq, named(place.entry.text)) for place in page(PartitionKey(*key), ALL)], key, "numbered"
        )

    def _head(self, key: Key) -> None:
        def do() -> int:
            [head] = self._keep._store.heads([PartitionKey(*key)])[1]
            return 0 if head is None else head.seq

        self._record.call(do, key, "head")

    def _recall(self, key: Key) -> None:
        def do() -> list[str]:
            recall = self._character(key).recall("What happened by the river?", person=key[1], k=ALL)
            return [hit.memory.text for hit in recall.hits]

        self._record.call(do, key, "recall")

    def _look(self, key: Key) -> None:
        name = self._some(key)
        if name:
            id = self._ids[key][name]
            self._record.call(lambda: bool(self._character(key).memory(id, person=key[1])), key, "present", [name])

    def _history(self, key: Key) -> None:
        name = self._some(key)
        if name:
            id = self._ids[key][name]
            self._record.call(lambda: len(self._character(key).history(id, person=key[1])) - 1, key, "history", [name])

    def _character(self, key: Key) -> soulkeep.Character:
        return self._keep.character(key[0])

    def _fresh(self, kind: str) -> str:
        return f"{kind}{self._life}.{next(self._numbers)}"

    def _some(self, key: Key) -> str | None:
        """Return the name of a memory that existed a moment ago, rather a late one."""
        names = [*self._ids[key]][-20:]
        return self.chance.choice(names) if names else None
