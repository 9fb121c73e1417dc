"""The memories that are removed or changed when a text is amended or deleted: facts, summaries, blends and insights.

They are removed at once. The other turns they rested on are noted as a `Todo` for the background work, which makes
facts and summaries anew from the turns that are left. A memory that rests mostly on other texts stays, without its
reference to this one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from soulkeep.lang.statements import same_value
from soulkeep.memory.facts import seated
from soulkeep.memory.facts import stated_of as stated_of
from soulkeep.memory.stated import StatedClaim
from soulkeep.stores.rows import Again, Entry, PlacedEntry
from soulkeep.types.records import DERIVED, FACT, INSIGHT, SUMMARY

_LEAST = 0.01


@dataclass(frozen=True, slots=True)
class Todo:
    """The memories that the background work must go through again.

    Attributes:
        gone: ids of memories whose text was amended or deleted, by sequence number.
        turns: ids of turns that may state facts anew, or repeat what was said before.
        windows: ids of turns to be condensed anew, as one window.
        reflect: whether insights were removed.
    """

    gone: Mapping[int, str] = field(default_factory=dict)
    turns: tuple[str, ...] = ()
    windows: tuple[tuple[str, ...], ...] = ()
    reflect: bool = False

    def data(self) -> dict[str, Any]:
        """Return the todo as JSON to be stored."""
        return {
            "gone": [[seq, id] for seq, id in self.gone.items()],
            "turns": list(self.turns),
            "windows": [list(window) for window in self.windows],
            "reflect": self.reflect,
        }

    @classmethod
    def of(cls, noted: Iterable[Again]) -> Todo:
        """Combine all that was noted into one todo."""
        every = [data for _, data in noted]
        return cls(
            gone={seq: id for data in every for seq, id in data["gone"]},
            turns=tuple(dict.fromkeys(id for data in every for id in data["turns"])),
            windows=tuple(dict.fromkeys(tuple(window) for data in every for window in data["windows"])),
            reflect=any(data["reflect"] for data in every),
        )

    def and_also(self, other: Todo) -> Todo:
        """Combine two todos into one."""
        return Todo.of(Again(0, part.data()) for part in (self, other))


@dataclass(frozen=True, slots=True)
class Undone:
    """The consequences of removing a text.

    Attributes:
        removed: derived memories to be removed, by sequence number.
        changed: new column values of memories that stay, by sequence number.
        todo: what to go through again.
        left: derived memories that stay, with their new values.
    """

    removed: Mapping[int, Entry]
    changed: Mapping[int, dict[str, Any]]
    todo: Todo
    left: tuple[PlacedEntry, ...]


def undo(
    derived: Sequence[PlacedEntry], gone: Mapping[int, str], stated: Mapping[str, Sequence[StatedClaim]]
) -> Undone:
    """Work out which derived memories go or change when texts are removed.

    Args:
        derived: all derived memories of the partition, in order.
        gone: ids of the memories whose text is amended or deleted, by sequence number.
        stated: the claims made by these memories, by id.
    """
    seqs, ids = set(gone), set(gone.values())
    removed: dict[int, Entry] = {}
    while fresh := [
        place
        for place in derived
        if place.seq not in seqs and (_rests(place.entry, ids) or place.entry.base in seqs)
        if place.entry.kind != FACT or _falls(place.entry, seqs, ids)
    ]:  # what rests on a removed memory may be removed, too
        for place in fresh:
            removed[place.seq] = place.entry
            seqs.add(place.seq)
            ids.add(place.entry.id)
    changed: dict[int, dict[str, Any]] = {}
    left: list[PlacedEntry] = []
    for place in derived:
        if place.seq in seqs:
            continue
        values = _loosened(place.entry, ids, stated)
        if values:
            changed[place.seq] = values
        left.append(PlacedEntry(place.partition, place.seq, replace(place.entry, **values)))
    facts = [place for place in left if place.entry.kind == FACT and place.entry.forgotten is None]
    entries = {place.seq: place.entry for place in facts}
    for seq, values in seated(facts).items():
        changed.setdefault(seq, {}).update(values)
        for name, value in values.items():
            setattr(entries[seq], name, value)
    return Undone(removed, changed, _todo(gone, removed.values()), tuple(left))


def gone_through(gone: Mapping[int, Entry]) -> dict[str, Any]:
    """Return the todo, as JSON, after others' words were erased with what was made of them: what the remaining turns
    state and tell by themselves. Empty if nothing was made.

    Args:
        gone: all memories that were erased, by sequence number.
    """
    derived = {seq: entry for seq, entry in gone.items() if entry.kind in DERIVED}
    if not derived:
        return {}
    ids = {entry.id for entry in gone.values()}
    todo = _todo({seq: entry.id for seq, entry in derived.items()}, derived.values())
    windows = [tuple(id for id in window if id not in ids) for window in todo.windows]
    turns = tuple(id for id in todo.turns if id not in ids)
    return replace(todo, turns=turns, windows=tuple(window for window in windows if window)).data()


def _rests(entry: Entry, ids: Collection[str]) -> bool:
    """Return whether a derived memory refers to any of some memories."""
    return any(id in ids for what in ("turns", "parts", "read") for id in entry.details.get(what, ()))


def _falls(fact: Entry, seqs: Collection[int], ids: Collection[str]) -> bool:
    """Return whether a fact is removed: its words come from what is gone, or nothing left states it. The words of a
    fact found by a language model may come from anything it read."""
    details = fact.details
    if any(id in ids for id in details.get("read", ())):
        return True
    by_model = stated_of(fact).by_model
    return fact.base in seqs or (any if by_model else all)(id in ids for id in details["turns"])


def _loosened(entry: Entry, ids: Collection[str], stated: Mapping[str, Sequence[StatedClaim]]) -> dict[str, Any]:
    """Return the changed columns of a derived memory that stays: references to what is gone are dropped, a fact's
    confidence falls accordingly, and it is no longer superseded by what is gone."""
    values: dict[str, Any] = {}
    if entry.superseded in ids:
        values |= {"superseded": None, "ended": None}
    gone = [id for id in entry.details.get("turns", ()) if id in ids]
    if entry.kind == FACT and gone:
        data = entry.details["fact"]
        sure = data["confidence"]
        for id in gone:
            for claim in stated.get(id, ()):
                same = claim.relation == data["relation"] and same_value(claim.value, data["value"], entry.language)
                if same and claim.holds == data["holds"] and claim.confidence < 1:
                    sure = max(_LEAST, 1 - (1 - sure) / (1 - claim.confidence))
                    break
        turns = [id for id in entry.details["turns"] if id not in ids]
        values["details"] = {**entry.details, "turns": turns, "fact": {**data, "confidence": round(sure, 3)}}
    return values


def _todo(gone: Mapping[int, str], removed: Collection[Entry]) -> Todo:
    turns = [
        id
        for entry in removed
        if entry.kind == FACT or "repeated" in entry.details
        for id in entry.details.get("turns", ())
    ]
    return Todo(
        gone=gone,
        turns=tuple(dict.fromkeys([*gone.values(), *turns])),
        windows=tuple(
            tuple(entry.details["turns"])
            for entry in sorted(removed, key=lambda entry: entry.base or 0)
            if entry.kind == SUMMARY
        ),
        reflect=any(entry.kind == INSIGHT for entry in removed),
    )
