"""A model of a character's memories with one person, as a machine that takes one call after the other.

It is the model that recorded histories are checked by (`linearizable`). Each function below is a kind of call, and
returns the states that it may lead to; none if what the call found can't be found there. What a call found is None if
nobody knows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from linearizable import Operation

CONFLICT = "conflict"
"""What an observation found whose id is taken by other content, or was deleted."""


class Row(NamedTuple):
    """A memory: its name, all it ever said (now the last), what else may be changed of it, how often that was, and its
    number, once somebody has read it."""

    name: str
    texts: tuple[str, ...]
    pinned: bool = False
    forgotten: bool = False
    note: int | None = None
    changes: int = 0
    number: int | None = None


class Journal(NamedTuple):
    """The memories by name, in their order, the last number given, and the names of what was deleted."""

    seq: int = 0
    rows: tuple[Row, ...] = ()
    gone: frozenset[str] = frozenset()

    def row(self, name: str) -> Row | None:
        """Return the memory with a name."""
        return next((row for row in self.rows if row.name == name), None)

    def has(self, names: Sequence[str]) -> bool:
        """Return whether memories of all these names exist."""
        return {*names} <= {row.name for row in self.rows}

    def changed(self, row: Row, *, numbers: int = 1) -> Journal:
        """Return the journal with a row replaced, which takes numbers."""
        rows = tuple(row if one.name == row.name else one for one in self.rows)
        return self._replace(seq=self.seq + numbers, rows=rows)


class Call(NamedTuple):
    """A call: its kind, the memories it is about, what was given, and what it found."""

    kind: str
    names: tuple[str, ...] = ()
    given: Any = None
    found: Any = None


def step(journal: Journal, call: Call) -> Sequence[Journal]:
    """Return the model's possible states after a call; none if the call can't have found what it found."""
    return STEPS[call.kind](journal, call)


# -- what changes it


def observe(journal: Journal, call: Call) -> Sequence[Journal]:
    """Add turns, all or none. Given: their texts. Found: whether each is new, or that there is a conflict."""
    rows, news = [*journal.rows], list[bool]()
    for name, text in zip(call.names, call.given, strict=True):
        row = journal.row(name)
        if name in journal.gone or (row is not None and text not in row.texts):
            return [journal] if call.found in (None, CONFLICT) else []
        news.append(row is None)
        if row is None:
            rows.append(Row(name, (text,)))
    if call.found is not None and call.found != tuple(news):
        return []
    return [journal._replace(seq=journal.seq + sum(news), rows=tuple(rows))]


def delete(journal: Journal, call: Call) -> Sequence[Journal]:
    """Delete several memories, all or none: each takes a number, and one more goes to the note that work must be done
    again. Found: how many there were."""
    if not journal.has(call.names):
        return [journal] if call.found in (None, 0) else []
    if call.found not in (None, len(call.names)):
        return []
    rows = tuple(row for row in journal.rows if row.name not in call.names)
    return [Journal(journal.seq + len(call.names) + 1, rows, journal.gone | {*call.names})]


def amend(journal: Journal, call: Call) -> Sequence[Journal]:
    """Replace a text. Given: the new text."""
    row = journal.row(call.names[0])
    if row is None:
        return _nothing(journal, call)
    if row.texts[-1] == call.given:
        return [journal]
    fresh = row._replace(texts=(*row.texts, call.given), changes=row.changes + 1)
    return [journal.changed(fresh, numbers=2)]


def forget(journal: Journal, call: Call) -> Sequence[Journal]:
    """Forget a memory. One that is forgotten is left as it is, unless two calls forget it at once."""
    row = journal.row(call.names[0])
    if row is None:
        return _nothing(journal, call)
    now = journal.changed(row._replace(forgotten=True, changes=row.changes + 1))
    return [journal, now] if row.forgotten else [now]


def restore(journal: Journal, call: Call) -> Sequence[Journal]:
    """Restore a forgotten memory. Given: whether it is pinned, too."""
    row = journal.row(call.names[0])
    if row is None:
        return _nothing(journal, call)
    fresh = row._replace(forgotten=False, pinned=row.pinned or call.given)
    return [journal.changed(fresh._replace(changes=row.changes + (fresh != row)))]


def annotate(journal: Journal, call: Call) -> Sequence[Journal]:
    """Put a note on a memory, which its history doesn't tell of. Given: the note."""
    row = journal.row(call.names[0])
    return _nothing(journal, call) if row is None else [journal.changed(row._replace(note=call.given))]


def erase(journal: Journal, call: Call) -> Sequence[Journal]:
    """Erase everything: numbers begin anew, and what was deleted may come again. Found: how many memories there
    were."""
    return [Journal()] if call.found in (None, len(journal.rows)) else []


def _nothing(journal: Journal, call: Call) -> Sequence[Journal]:
    """Return the states after a change of what doesn't exist: unchanged, or none if the change was acknowledged."""
    return [journal] if call.found is None else []


# -- what finds out about it


def present(journal: Journal, call: Call) -> Sequence[Journal]:
    """Look whether all of some memories exist. Found: whether they do."""
    return [journal] * (journal.has(call.names) == call.found)


def listed(journal: Journal, call: Call) -> Sequence[Journal]:
    """List all memories as callers see them. Found: the list, in order."""
    here = tuple((row.name, row.texts[-1], row.pinned, row.forgotten, row.note) for row in journal.rows)
    return [journal] * (here == call.found)


def numbered(journal: Journal, call: Call) -> Sequence[Journal]:
    """List the number and name of each memory, in order. A number stays what it is. Found: the list."""
    numbers = [number for number, _ in call.found]
    if [row.name for row in journal.rows] != [name for _, name in call.found]:
        return []
    if any(row.number not in (None, number) for row, number in zip(journal.rows, numbers, strict=True)):
        return []
    if numbers != sorted({*numbers}) or max(numbers, default=0) > journal.seq:
        return []
    rows = (row._replace(number=number) for row, number in zip(journal.rows, numbers, strict=True))
    return [journal._replace(rows=tuple(rows))]


def head(journal: Journal, call: Call) -> Sequence[Journal]:
    """Read the last number given. Found: that number; 0 if none was given."""
    return [journal] * (journal.seq == call.found)


def history(journal: Journal, call: Call) -> Sequence[Journal]:
    """Count how often a memory was changed. Found: the count; of what is deleted meanwhile it isn't known any more."""
    row = journal.row(call.names[0])
    return [journal] * (call.found == (0 if row is None else row.changes))


def seen(journal: Journal, call: Call) -> Sequence[Journal]:
    """Recall a memory. Found: whether it came to mind."""
    row = journal.row(call.names[0])
    return [journal] * (call.found == (row is not None and not row.forgotten))


def said(journal: Journal, call: Call) -> Sequence[Journal]:
    """Recall a memory's text. Found: the text of the memory that came to mind."""
    row = journal.row(call.names[0])
    return [journal] * (row is not None and row.texts[-1] == call.found)


CHANGES = (observe, delete, amend, forget, restore, annotate, erase, numbered)
READS = (present, listed, head, history, seen, said)
STEPS: dict[str, Callable[[Journal, Call], Sequence[Journal]]] = {one.__name__: one for one in (*CHANGES, *READS)}


def operation(called: float, returned: float, call: Call) -> Operation:
    """Return the operation of a call that was made between two moments."""
    return Operation(called, returned, call, reads=STEPS[call.kind] in READS)
