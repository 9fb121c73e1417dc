"""The people whose words were in the prompt of an answer or of a derived memory, stored with it and used to find it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from soulkeep.errors import Erased
from soulkeep.stores.rows import SAW, Entry, Members
from soulkeep.stores.sql.connection import Connection
from soulkeep.stores.sql.rows import chunks


def see(db: Connection, partition: int, details: Mapping[int, Mapping[str, Any]]) -> None:
    """Link memories, by sequence number, to the people whose words they saw, so that they are removed with those."""
    rows = [(partition, seq, person) for seq, one in details.items() for person in one.get(SAW, ())]
    if rows:
        db.many(
            "INSERT INTO heard (owner, person, partition, seq, of) SELECT owner, ?3, ?1, ?2, 0 FROM partitions "
            "WHERE id = ?1 ON CONFLICT DO NOTHING",
            rows,
        )


def require_seen(db: Connection, partition: int, details: Iterable[Mapping[str, Any]]) -> None:
    """Raise if a partition no longer holds any words of somebody whose words an answer to it saw.

    Raises:
        Erased: they, or their words, were erased since the answer was made.
    """
    for person in sorted({person for one in details for person in one.get(SAW, ())}):
        if db.one("SELECT 1 FROM heard WHERE partition = ? AND person = ? LIMIT 1", (partition, person)) is None:
            raise Erased


def heard_from(db: Connection, partition: int, ids: Collection[str], seqs: Collection[int]) -> frozenset[str]:
    """Return the people whose words some memories may tell, as `Store.heard_from` does.

    Args:
        db: the database.
        partition: its id.
        ids: ids of some of the memories; all must exist.
        seqs: sequence numbers of the others.

    Raises:
        Erased: a memory doesn't exist any more.
    """
    there = {  # what was deleted keeps its id, what was erased doesn't
        id
        for chunk in chunks(sorted(ids))
        for (id,) in db.all(
            "SELECT id FROM memories WHERE partition = ? AND id IN (?*) "
            "ORDER BY id",  # or SQLite reads the whole partition instead of the index on ids
            (partition, chunk),
        )
    }
    if there != set(ids):
        raise Erased
    people_heard = {person for people in _by_id(db, partition, ids).values() for person in people}
    for chunk in chunks(sorted(seqs)):
        people_heard.update(
            person
            for (person,) in db.all(
                "SELECT DISTINCT person FROM heard WHERE partition = ? AND seq IN (?*)", (partition, chunk)
            )
        )
    return frozenset(people_heard)


def with_seen(
    db: Connection, partition: int, added: Sequence[Entry], changed: Mapping[int, Mapping[str, Any]]
) -> dict[int, dict[str, Any]]:
    """Note in derived memories whose words they may tell: those of the memories they refer to.

    Args:
        db: in a transaction.
        partition: the partition.
        added: new memories, each after those it refers to; their details are changed.
        changed: new values of existing memories, by sequence number.

    Returns:
        The changed values, with that noted.
    """
    values = {seq: dict(one) for seq, one in changed.items()}
    if db.one("SELECT 1 FROM heard WHERE partition = ? LIMIT 1", (partition,)) is None:
        return values
    whole = [one for one in values.values() if "details" in one and not isinstance(one["details"], Members)]
    named = {id for entry in added for id in names(entry.details)} | {
        id for one in whole for id in names(one["details"])
    }
    people = _by_id(db, partition, named)

    def seen(details: Mapping[str, Any]) -> dict[str, Any]:
        saw = {person for id in names(details) for person in people.get(id, ())} | {*details.get(SAW, ())}
        return {**details, SAW: sorted(saw)} if saw else dict(details)

    for entry in added:
        entry.details = seen(entry.details)
        people[entry.id] = set(entry.details.get(SAW, ()))
    for one in whole:
        one["details"] = seen(one["details"])
    return values


def names(details: Mapping[str, Any], person: str | None = None) -> set[str]:
    """Return the ids of memories that one was derived from or names; of its references, those shared with `person`."""
    ids = {id for id, whose in details.get("references", ()) if whose == person}
    for what in ("turns", "parts", "read"):
        ids.update(details.get(what, ()))
    return ids


def _by_id(db: Connection, partition: int, ids: Collection[str]) -> dict[str, set[str]]:
    """Return the people whose words memories may tell, by the memories' ids."""
    people_by_id: dict[str, set[str]] = {}
    for chunk in chunks(sorted(ids)):
        for id, person in db.all(
            # CROSS, or SQLite goes through all that was heard there.
            "SELECT m.id, h.person FROM memories m CROSS JOIN heard h WHERE h.partition = m.partition "
            "AND h.seq = m.seq AND m.partition = ? AND m.id IN (?*) AND m.live = 1 ORDER BY m.id",
            (partition, chunk),
        ):
            people_by_id.setdefault(id, set()).add(person)
    return people_by_id
