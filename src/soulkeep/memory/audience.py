"""Several people in one conversation: who heard what, and what may be told in whose presence.

Each person's partition holds just what they heard, so nothing else can be recalled facing them. What is said to one
person and heard by others is therefore copied to their partitions. Conversely, what is told to one person in the
presence of others may rest only on what those have heard, too.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from hashlib import blake2b
from typing import Any

from soulkeep.errors import InputError
from soulkeep.lang.suspicion import marked_suspect
from soulkeep.lang.validity import require_name
from soulkeep.memory.entries import HEARD_BY
from soulkeep.stores.base import Store
from soulkeep.stores.rows import COPY_OF, SAW, Entry, PartitionKey
from soulkeep.types.records import FACT, INSIGHT, TURN, Memory


def audience_of(person: str | None, own: Collection[str], heard_by: Collection[str] | None) -> tuple[str, ...]:
    """Return who else, besides the character, hears what is said to a person.

    Raises:
        InputError: `heard_by` holds something that isn't a name.
    """
    if not heard_by:
        return ()
    if isinstance(heard_by, str):
        raise InputError(f"heard_by must be a list of names, not {heard_by!r}.", hint=f"Write heard_by=[{heard_by!r}].")
    names = {require_name(name, "name in heard_by") for name in heard_by}
    return tuple(sorted(names - {person, *own}))


def handed_out(key: PartitionKey, own: Collection[str], entries: Sequence[Entry]) -> dict[PartitionKey, list[Entry]]:
    """Return the copies of turns for others who heard them, by partition: the words, without what the turns rest on
    (but with whose words stood in the prompt).

    Args:
        key: the partition of the turns.
        own: the names under which the character speaks.
        entries: the turns.
    """
    copies: dict[PartitionKey, list[Entry]] = {}
    if key.person is None:
        return copies  # shared with everybody anyway
    for entry in entries:
        hearers = audience_of(key.person, own, entry.details.get(HEARD_BY))
        for hearer in hearers:
            others = sorted({key.person, *hearers} - {hearer})
            details: dict[str, Any] = {HEARD_BY: others, COPY_OF: entry.id}
            if scene := entry.details.get("scene"):
                details["scene"] = scene
            if saw := [person for person in entry.details.get(SAW, ()) if person != hearer]:
                details[SAW] = saw
            copy = replace(entry, id=_copy_id(key, entry.id), details=marked_suspect(details, entry.text))
            copies.setdefault(PartitionKey(key.owner, hearer), []).append(copy)
    return copies


def _copy_id(key: PartitionKey, id: str) -> str:
    """Return a copy's id, derived from the original's, since ids of several people may be the same. The key's length
    goes in where ids have blanks; otherwise older copies would no longer be found."""
    person = str(key.person)
    whole = f"\0{len(person)}:{person}{id}" if " " in person else f"{person} {id}"
    return f"c{blake2b(whole.encode(), digest_size=12).hexdigest()}"


def heard_by_all(entry: Entry, audience: Collection[str]) -> bool:
    """Return whether everybody in an audience heard a turn."""
    return set(audience) <= set(entry.details.get(HEARD_BY, ()))


def may_tell(store: Store, key: PartitionKey, memory: Memory, audience: Collection[str]) -> bool:
    """Return whether everybody in an audience knows a memory: they heard it, or it was told to nobody in particular.

    Args:
        store: the store with the memory.
        key: the partition in which it was found.
        memory: the memory.
        audience: ids of the people.
    """
    if memory.person is None or not audience:
        return True
    if memory.kind == INSIGHT:
        return False  # its words may come from more than it names
    if memory.kind == TURN:
        return set(audience) <= set(memory.heard_by or ())
    turns = [store.find(key, id) for id in memory.turns]
    read = [
        place
        for id in _turns_read_for(store, key, memory)
        if (place := store.find(key, id)) and place.entry.kind == TURN
    ]
    return bool(turns) and all(place is not None and heard_by_all(place.entry, audience) for place in (*turns, *read))


def _turns_read_for(store: Store, key: PartitionKey, memory: Memory) -> list[str]:
    """Return the ids of turns that a language model read when it made a memory: its words may come from any of them."""
    place = store.find(key, memory.id)
    sources = place.entry.details.get("read", ()) if place else ()
    if memory.kind != FACT:
        return list(sources)
    windows = [window.entry.details for id in sources if (window := store.find(key, id))]
    return [id for details in windows for id in (*details.get("turns", ()), *details.get("read", ()))]
