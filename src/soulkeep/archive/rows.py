"""The contents of a keep, row by row, for export.

Each row is a JSON-compatible dict with a `type`. docs/data.md lists the types.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from soulkeep._version import __version__
from soulkeep.lang.owners import owner_of, world_of
from soulkeep.search.indexed_terms import time_in_zone
from soulkeep.stores.base import Store
from soulkeep.stores.bundle import BundledPartition
from soulkeep.stores.rows import FELT, CharacterRow, Feeling

FORMAT, _WITHOUT_WORLDS = 2, 1
"""The version of rows that this code writes; it reads all up to it. The second is that of rows without worlds, which
earlier versions can read, too."""

HEADER, END = "soulkeep", "end"
"""Types of the first row and of the last."""

Row = dict[str, Any]


def rows(
    store: Store, now: datetime, *, character: str | None, person: str | None, world: str | None = None
) -> Iterator[Row]:
    """Yield the contents of a store, row by row.

    Args:
        store: read as the rows are consumed; each partition is consistent in itself.
        now: time of the export, noted in the first row.
        character: only rows of this one; with its profile, knowledge and stories, unless `person` is given.
        person: only what is shared with this one, and what others heard of it.
        world: only this world's lore.
    """
    keys = store.keys(owner=character if world is None else owner_of(world), person=person)
    owners = {key.owner for key in keys}
    characters = [
        row
        for row in (store.characters() if world is None else ())
        if (row.id in owners if person is not None else character in (None, row.id))
    ]
    worlds = any(world_of(owner) is not None for owner in owners) or any(row.worlds for row in characters)
    yield {
        "type": HEADER,
        "format": FORMAT if worlds else _WITHOUT_WORLDS,
        "version": __version__,
        "exported": now.isoformat(),
        "character": character,
        "person": person,
        "world": world,
    }
    for row in characters:
        yield _character(row)
        if person is None:
            yield from _equipment(store, row.id)
    for key in keys:
        part = store.hand_over(key)
        if part is None:
            continue  # erased meanwhile
        yield _relationship(part)
        yield from _memories(part)
        if person is not None:
            for other, seqs in part.handed_out.items():
                copies = store.hand_over(other, seqs)
                if copies is not None:
                    yield from _memories(copies)
    yield {"type": END}


def _character(row: CharacterRow) -> Row:
    return {
        "type": "character",
        "id": row.id,
        "name": row.name,
        "description": row.description,
        "language": row.language or None,
        "forgetfulness": row.forgetfulness,
        "learning": row.learning,
        "temperament": {"valence": row.valence, "arousal": row.arousal},
        "worlds": list(row.worlds),
    }


def _equipment(store: Store, owner: str) -> Iterator[Row]:
    """Yield a character's stories and knowledge."""
    for name, text in store.scripts(owner).items():
        yield {"type": "story", "character": owner, "id": name, "text": text}
    for graph in store.graphs(owner):
        data = store.graph(graph.digest)
        if data is not None:
            yield {
                "type": "knowledge",
                "character": owner,
                "source": graph.source,
                "since": _iso_time(graph.added),
                "triples": graph.triples,
                "ntriples": zlib.decompress(data).decode("utf-8"),
            }


def _whose(part: BundledPartition) -> Row:
    world = world_of(part.key.owner)
    return {"character": part.key.owner, "person": part.key.person} if world is None else {"world": world}


def _relationship(part: BundledPartition) -> Row:
    return {
        "type": "relationship",
        **_whose(part),
        "number": part.seq,
        "feelings": {name: _feeling(feeling) for name, feeling in part.feelings.items()},
        "set": [
            {
                "number": change.seq,
                "time": _iso_time(change.at),
                "feelings": {name: _feeling(Feeling(*values)) for name, values in change.data.items()},
            }
            for change in part.changes.get(FELT, ())
        ],
        "progress": dict(part.marks),
    }


def _feeling(feeling: Feeling) -> Row:
    return {"amount": feeling.amount, "time": _iso_time(feeling.time), "half_life": feeling.half_life}


def _memories(part: BundledPartition) -> Iterator[Row]:
    for number, entry in part.memories:
        row: Row = {
            "type": "memory",
            **_whose(part),
            "number": number,
            "id": entry.id,
            "kind": entry.kind,
            "text": entry.text,
            "speaker": entry.speaker,
            "time": _iso_time(entry.time, entry.zone),
            "zone": entry.zone,
            "session": entry.session,
            "source": entry.source,
            "heading": entry.heading,
            "language": entry.language,
            "importance": entry.importance,
            "stability": entry.stability,
            "stored": _iso_time(entry.stored),
            "accessed": _iso_time(entry.accessed),
            "pinned": bool(entry.pinned),
            "forgotten": _iso_time(entry.forgotten),
            "ended": _iso_time(entry.ended),
            "superseded": entry.superseded,
            "base": entry.base,
            "details": dict(entry.details),
        }
        if (original := part.copies.get(number)) is not None:
            row["copy_of"] = {"person": original.person, "id": original.id}
        if changes := part.changes.get(number):
            row["changes"] = [
                {"number": change.seq, "op": change.op, "time": _iso_time(change.at), "before": dict(change.data)}
                for change in changes
            ]
        yield row


def _iso_time(seconds: float | None, zone: int | None = None) -> str | None:
    """Return a time as ISO 8601, in its zone."""
    time = time_in_zone(seconds, zone)
    return None if time is None else time.isoformat()
