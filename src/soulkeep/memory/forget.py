"""Forgetting and restoring memories, and with them what was derived from them alone."""

from __future__ import annotations

from typing import Any

import numpy as np

from soulkeep.character.relationship import Relationship
from soulkeep.errors import InputError, UnknownMemory
from soulkeep.memory.facts import seated
from soulkeep.memory.forget_order import WAYS, first_to_go, goes_along
from soulkeep.stores.rows import Entry, Members, PartitionKey
from soulkeep.types.records import DERIVED, FACT

Forgotten = list[tuple[PartitionKey, Entry]]


def forget(relationship: Relationship, id: str | None, way: str, count: int | None, below: float | None) -> Forgotten:
    """Forget one memory, or those that are first to go; return what was forgotten.

    Args:
        relationship: the character, and the person it faces.
        id: the memory's; None to forget by `way`.
        way, count, below: as in `Character.forget`.
    """
    parts = relationship.runtime
    now = relationship.now()
    if id is not None:
        key, place = relationship.place(id)
        if place.entry.forgotten is not None:
            return [(key, place.entry)]
        parts.store.update(place.partition, [place.seq], {"forgotten": now}, at=now)
        named = [(key, entry) for entry in parts.store.fetch(place.partition, [place.seq]).values()]
        return named + _reckon(relationship, key, place.partition)
    if way not in WAYS:
        raise InputError(f"There is no way {way!r} to forget.", hint=f"There are: {', '.join(WAYS)}.")
    if count is None and below is None:
        raise InputError("How many memories?", hint="Give count=, or below= a retention, or the id of one.")
    if below is not None and way not in ("decay", "redundant"):
        raise InputError(f"below= means nothing for {way!r}.", hint="Give count=.")
    if count is not None and (not isinstance(count, int) or count < 1):
        raise InputError(f"count must be a whole number, 1 or more, not {count!r}.", hint="Try count=100.")
    gone: Forgotten = []
    spared = _spared_turns(relationship)
    for partition in parts.embeddings.cache.get([relationship.key]):
        with partition.lock:
            rows, values = first_to_go(partition, way, now=now, settings=relationship.settings)
            limit = 0.0 if below is None else below if way == "decay" else below - 1
            seqs = [
                seq
                for row, value in zip(rows, values, strict=True)
                if (below is None or value < limit) and (seq := int(partition.seqs[row])) not in spared
            ][:count]
        parts.store.update(partition.id, seqs, {"forgotten": now}, at=now)
        entries = parts.store.fetch(partition.id, seqs)
        gone += [(relationship.key, entries[seq]) for seq in seqs if seq in entries]
        gone += _reckon(relationship, relationship.key, partition.id)
    return gone


def restore(relationship: Relationship, id: str, *, pinned: bool = False) -> tuple[PartitionKey, Entry]:
    """Restore a memory, and what was forgotten with it; or let a fact hold again that was superseded."""
    key, place = relationship.place(id)
    entry, now = place.entry, relationship.now()
    values: dict[str, Any] = {"forgotten": None, **({"pinned": 1} if pinned else {})}
    if entry.forgotten is None and entry.superseded is not None and not pinned:
        values |= {"superseded": None, "ended": None}
        if entry.kind == FACT:  # the caller says that the two don't contradict each other
            values["details"] = Members({"beside": [*entry.details.get("beside", ()), entry.superseded]})
    relationship.runtime.store.update(place.partition, [place.seq], values, at=now)
    _reckon(relationship, key, place.partition)
    there = relationship.runtime.store.fetch(place.partition, [place.seq]).get(place.seq)
    if there is None:
        raise UnknownMemory(id)  # it was deleted meanwhile
    return key, there


def _spared_turns(relationship: Relationship) -> set[int]:
    """Return the turns that are forgotten only by name: those evaluated, or full of feeling (2)."""
    past = relationship.past_in_terms()
    if past is None:
        return set()
    with past.lock:
        return past.log.kept()


def _reckon(relationship: Relationship, key: PartitionKey, partition: int) -> Forgotten:
    """Forget or restore derived memories to match what is forgotten, and recompute the facts' validity; return what was
    newly forgotten."""
    store, now = relationship.runtime.store, relationship.now()
    forgotten = {entry.id: entry.text for entry in _forgotten_turns(relationship, key)}
    hidden: list[int] = []
    shown: list[int] = []
    derived = store.select(partition, DERIVED)
    for place in derived:
        goes = goes_along(place.entry, forgotten)
        if goes and place.entry.forgotten is None:
            hidden.append(place.seq)
        elif not goes and place.entry.forgotten is not None and place.entry.details.get("along"):
            shown.append(place.seq)
    for seqs, stamp in ((hidden, now), (shown, None)):
        if seqs:  # "along": not by its own name, so it comes back with what it rests on
            details = Members({"along": stamp is not None})
            store.update(partition, seqs, {"forgotten": stamp, "details": details}, at=now)
    went, came = frozenset(hidden), frozenset(shown)
    facts = [
        place
        for place in derived
        if place.entry.kind == FACT and place.seq not in went and (place.entry.forgotten is None or place.seq in came)
    ]
    for seq, values in seated(facts).items():
        store.update(partition, [seq], values, at=now)
    gone = store.fetch(partition, hidden)
    return [(key, gone[seq]) for seq in hidden if seq in gone]


def _forgotten_turns(relationship: Relationship, key: PartitionKey) -> list[Entry]:
    entries: list[Entry] = []
    for partition in relationship.runtime.embeddings.cache.get([key]):
        with partition.lock:
            size = partition.size
            rows = np.flatnonzero(partition.forgotten[:size] & partition.live[:size] & (partition.bases[:size] < 0))
            seqs = partition.seqs[rows].tolist()
        entries += relationship.runtime.store.fetch(partition.id, seqs).values()
    return entries
