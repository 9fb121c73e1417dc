"""One memory amended or deleted, with the copies that others heard and whatever rests on it, in one transaction.

What is to be stated or told anew after that is left to the work on memories (enrichment.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from soulkeep.errors import InputError, UnknownMemory
from soulkeep.memory.company import handed_out, heard_by_all
from soulkeep.memory.facts import claims
from soulkeep.memory.forgetting import goes_along
from soulkeep.memory.undoing import Undone, undo
from soulkeep.mind.entries import HEARD_BY, answered_by, is_copy
from soulkeep.mind.index import index
from soulkeep.models.embed import CachedEmbedder
from soulkeep.records import DERIVED, EVENT, FACT, TURN
from soulkeep.relationship import MOST, QUIET, Relationship
from soulkeep.stores.base import Entry, Found, PartitionKey, Revision, Wake
from soulkeep.text.importance import importance as judge
from soulkeep.text.language import spoken
from soulkeep.text.validity import require_text


def amend(facing: Relationship, id: str, text: str) -> tuple[PartitionKey, Entry]:
    """Give a memory another text; the memory as it is then."""
    store = facing.workings.store
    key, place = facing.place(id)
    require_text(text, limit=facing.settings.turn_characters, what="memory")
    if text == place.entry.text:
        return key, place.entry
    _require_amendable(place.entry)
    places = [(key, place), *_copies(facing, key, place.entry)]
    fresh = [_reworded(found.entry, text, facing.row.language) for _, found in places]
    meanings = facing.workings.meanings
    following = [
        _understood(facing, where, _with(found, entry)) for (where, found), entry in zip(places, fresh, strict=True)
    ]
    index(fresh, meanings.embedder)
    revisions: list[Revision] = []
    for (_, found), entry, changed in zip(places, fresh, following, strict=True):
        undone = _undone(facing, found.partition, {found.seq: found.entry})
        revisions.append(
            Revision(
                partition=found.partition,
                rewritten={found.seq: entry},
                removed=undone.removed,
                changed={**changed, **undone.changed},
                again=undone.todo.data(),
            )
        )
    store.revise(revisions, meanings.cache.space, wake=_wake(facing))
    facing.workings.woken()
    now = store.find(key, id)
    if now is None:
        raise UnknownMemory(id)  # it was deleted meanwhile
    return key, now.entry


def delete(facing: Relationship, id: str) -> int:
    """Remove a memory, and whatever tells of it; how many memories that were."""
    parts = facing.workings
    store, meanings = parts.store, parts.meanings
    waiting = [facing.place(id)]
    gone: dict[PartitionKey, dict[int, Entry]] = {}
    partitions: dict[PartitionKey, int] = {}
    undone: dict[PartitionKey, Undone] = {}
    while waiting:
        key, place = waiting.pop()
        partitions[key] = place.partition
        held = gone.setdefault(key, {})
        if place.seq in held:
            continue
        held[place.seq] = place.entry
        waiting += _copies(facing, key, place.entry)
        waiting += _answers(facing, key, place.entry.id)
        undone[key] = _undone(facing, place.partition, held)
        texts = {entry.id: entry.text for entry in held.values()}
        for entry in undone[key].removed.values():
            if goes_along(entry, texts):  # whatever was answered from it tells of what is gone, too
                waiting += _answers(facing, key, entry.id)
    revisions = [
        Revision(
            partition=partitions[key],
            removed={*held, *undone[key].removed},
            changed=undone[key].changed,
            again=undone[key].todo.data(),
        )
        for key, held in gone.items()
    ]
    count = store.revise(revisions, meanings.cache.space, wake=_wake(facing))
    if isinstance(meanings.embedder, CachedEmbedder):
        meanings.embedder.clear()
    parts.woken()
    return count


def _require_amendable(entry: Entry) -> None:
    if is_copy(entry):
        others = ", ".join(entry.details.get(HEARD_BY, ()))
        raise InputError(
            f"The memory {entry.id!r} was only heard here: it was said to somebody else.",
            hint=f"Amend it facing whom it was said to, one of: {others}. What was heard of it follows.",
        )
    if entry.kind == FACT:
        turns = ", ".join(map(repr, entry.details["turns"]))
        raise InputError(
            f"The memory {entry.id!r} is a fact: it says what others state.",
            hint=f"Amend what it rests on ({turns}), or forget the fact.",
        )
    if entry.kind == EVENT:
        raise InputError(
            f"The memory {entry.id!r} is an event of a story; its text is in the script.", hint="Amend the script."
        )


def _reworded(old: Entry, text: str, language: str) -> Entry:
    """A memory with another text: what follows from its words is judged anew, what somebody said of it stays."""
    details = dict(old.details)
    if "summary" in details:
        details["summary"] = {**details["summary"], "author": "amended"}
    new = replace(old, text=text, language=language or spoken(text, old.language), details=details)
    if old.kind not in DERIVED and old.importance == judge(old.text, old.language):  # nobody rated it
        new.importance = judge(text, new.language)
    return new


def _with(place: Found, entry: Entry) -> Found:
    """A memory's place with another entry in it."""
    return Found(place.partition, place.seq, entry)


def _understood(facing: Relationship, key: PartitionKey, place: Found) -> dict[int, dict[str, object]]:
    """Note what is understood of an amended turn, in the light of those before; the details of those after it that lean
    on it, as they are understood now."""
    from soulkeep.episodes.hearing import UNDERSTOOD

    entry = place.entry
    entry.details = {name: value for name, value in entry.details.items() if name != UNDERSTOOD}
    knowledge = facing.knowledge
    if knowledge is None or entry.kind != TURN:
        return {}
    from soulkeep.episodes.listener import CONTEXT, Listener

    store = facing.workings.store
    before = store.last(key, CONTEXT, kind=TURN, session=entry.session, before=place.seq)
    after = store.page(key, CONTEXT, after=place.seq, kinds=[TURN], session=entry.session)
    talk = [*before, place, *after]
    changed: dict[int, dict[str, object]] = {}
    for at in range(len(before), len(talk)):
        seq, turn = talk[at].seq, talk[at].entry
        details, company = turn.details, turn.details.get(HEARD_BY, ())
        listener = Listener(knowledge, facing.own_names)
        listener.follow(one.entry for one in talk[:at] if heard_by_all(one.entry, company))
        listener.hear(turn)
        if seq != place.seq and turn.details != details:
            changed[seq] = {"details": turn.details}
    return changed


def _undone(facing: Relationship, partition: int, gone: Mapping[int, Entry]) -> Undone:
    """What doesn't outlive some memories of a partition."""
    derived = facing.workings.store.select(partition, DERIVED)
    stated = {entry.id: claims(entry) for entry in gone.values() if entry.kind == TURN}
    return undo(derived, {seq: entry.id for seq, entry in gone.items()}, stated)


def _copies(facing: Relationship, key: PartitionKey, entry: Entry) -> Iterator[tuple[PartitionKey, Found]]:
    """What others heard of a turn."""
    if entry.kind != TURN or is_copy(entry):
        return
    for hearer, copies in handed_out(key, facing.own_names, [entry]).items():
        for copy in copies:
            found = facing.workings.store.find(hearer, copy.id)
            if found is not None:
                yield hearer, found


def _answers(facing: Relationship, key: PartitionKey, id: str) -> Iterator[tuple[PartitionKey, Found]]:
    """What the character answered from a memory: to everybody, if it shared that with nobody in particular."""
    store = facing.workings.store
    keys = [key] if key.person is not None else store.keys(owner=key.owner)
    _, heads = store.heads(keys)
    for where, head in zip(keys, heads, strict=True):
        for found in store.naming(head.partition, id) if head is not None else ():
            if (id, key.person) in answered_by(found.entry).references:
                yield where, found


def _wake(facing: Relationship) -> Wake:
    return Wake(facing.workings.clock.now().timestamp(), QUIET, MOST)
