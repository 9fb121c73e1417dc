"""Amending and deleting memories, with the copies that others heard and whatever rests on them, in one transaction.

Facts and summaries that must be made anew afterwards are left to enrichment.py.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from soulkeep.character.relationship import MOST, QUIET, Relationship
from soulkeep.errors import InputError, StoreBusy, UnknownMemory
from soulkeep.judgement.model import judge
from soulkeep.judgement.talk import tongue
from soulkeep.lang.redaction import redact
from soulkeep.lang.suspicion import RELEASED, SUSPECT, marked_suspect
from soulkeep.lang.validity import require_text
from soulkeep.memory.audience import handed_out, heard_by_all
from soulkeep.memory.cascade import Undone, undo
from soulkeep.memory.entries import HEARD_BY, SO_FAR, UNDERSTOOD, answered_by, is_copy
from soulkeep.memory.facts import claims
from soulkeep.memory.forget import restore
from soulkeep.memory.forget_order import goes_along
from soulkeep.memory.perceive import require_importance, require_metadata
from soulkeep.models.embed.base import CachedEmbedder
from soulkeep.search.index import index
from soulkeep.stores.base import Store
from soulkeep.stores.rows import METADATA, Entry, Head, Members, PartitionKey, PlacedEntry, Revision, Wake
from soulkeep.types.records import DERIVED, EVENT, FACT, TURN

T = TypeVar("T")

_TRIES = 50
"""How often a revision that others overtake is repeated."""


def edit(
    relationship: Relationship,
    id: str,
    *,
    text: str | None,
    importance: float | None,
    metadata: Mapping[str, Any] | None,
    pinned: bool | None,
) -> tuple[PartitionKey, Entry]:
    """Change the given attributes of a memory, after checking all of them; return it as it is then, with its partition.

    Args:
        relationship: who faces whom.
        id: the memory's.
        text: its new text.
        importance: 1…10.
        metadata: the caller's own notes, in place of those before.
        pinned: whether it never fades. Pinning restores a forgotten memory.
    """
    if importance is not None:
        require_importance(importance)
    if metadata is not None:
        require_metadata(metadata)
    key, place = relationship.find(id)
    memory = (key, place.entry)
    if text is not None:
        memory = amend(relationship, id, text)
    if importance is not None:
        memory = relationship.change(id, {"importance": float(importance)})
    if metadata is not None:
        memory = relationship.change(id, {"details": Members({METADATA: dict(metadata)})})
    if pinned is not None:
        memory = restore(relationship, id, pinned=True) if pinned else relationship.change(id, {"pinned": 0})
    return memory


def amend(relationship: Relationship, id: str, text: str) -> tuple[PartitionKey, Entry]:
    """Give a memory another text; return it as it is then, with its partition."""
    text = redact(
        require_text(text, limit=relationship.settings.turn_characters, what="memory"), relationship.settings.redact
    )
    key = _undisturbed(lambda: _amended(relationship, id, text))
    relationship.runtime.woken()
    now = relationship.runtime.store.find(key, id)
    if now is None:
        raise UnknownMemory(id)  # it was deleted meanwhile
    return key, now.entry


def delete(relationship: Relationship, ids: Collection[str], *, scrub: bool = False) -> int:
    """Remove memories for good, with whatever tells of them; return how many were removed.

    This also removes the copies that others heard, the facts, summaries, blends and insights that rest on them, and
    answers that cite them. A fact that other turns state, too, stays; facts and summaries of what is left are made anew
    in the background. Deleting a fact or a summary leaves the turns that it rests on.

    Args:
        relationship: who faces whom.
        ids: the memories'.
        scrub: also rewrite the whole file, so that no page keeps an old copy: a second for each 100 MB.
    """
    count = _undisturbed(lambda: _deleted(relationship, ids))
    embedder = relationship.runtime.embeddings.embedder
    if isinstance(embedder, CachedEmbedder):
        embedder.clear()
    relationship.runtime.woken()
    if scrub:
        relationship.runtime.store.scrub()
    return count


def release(relationship: Relationship, id: str) -> tuple[PartitionKey, Entry]:
    """Clear a memory's suspicion; return it as it is then, with its partition."""
    key = _undisturbed(lambda: _released(relationship, id))
    return key, relationship.find(id)[1].entry


def _undisturbed(attempt: Callable[[], T | None]) -> T:
    """Return an attempt's result; it is repeated while others change what it read before it could store (None)."""
    for _ in range(_TRIES):
        if (done := attempt()) is not None:
            return done
    raise StoreBusy("What was to be changed kept being changed by others.", hint="Nothing was changed. Try again.")


class _HeadsSeen:
    """The sequence numbers at which partitions stood before they were read."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._heads: dict[PartitionKey, Head] = {}

    def look(self, keys: Iterable[PartitionKey]) -> None:
        """Note where partitions stand before they are read, unless that was noted already."""
        new = [key for key in keys if key not in self._heads]
        _, heads = self._store.heads(new)
        self._heads |= {key: head for key, head in zip(new, heads, strict=True) if head is not None}

    def head(self, key: PartitionKey) -> Head | None:
        """Return where a partition stood; None if it held nothing."""
        return self._heads.get(key)

    def number(self, key: PartitionKey) -> int:
        """Return the sequence number at which a partition stood."""
        head = self._heads.get(key)
        return 0 if head is None else head.seq


def _amended(relationship: Relationship, id: str, text: str) -> PartitionKey | None:
    """Give a memory another text, unless it has it; return its partition, None if others changed what was read."""
    store = relationship.runtime.store
    seen = _HeadsSeen(store)
    seen.look(relationship.own)
    key, place = relationship.place(id)
    if text == place.entry.text:
        return key
    _require_amendable(place.entry)
    places = [(key, place), *_copies(relationship, seen, key, [place.entry])]
    fresh = [_reworded(spot.entry, text, relationship.row.language) for _, spot in places]
    embeddings = relationship.runtime.embeddings
    following = [
        _understand_anew(relationship, where, _with(spot, entry))
        for (where, spot), entry in zip(places, fresh, strict=True)
    ]
    index(fresh, embeddings.embedder)
    revisions: list[Revision] = []
    for (where, spot), entry, changed in zip(places, fresh, following, strict=True):
        undone = _undone(relationship, spot.partition, {spot.seq: spot.entry})
        revisions.append(
            Revision(
                partition=spot.partition,
                rewritten={spot.seq: entry},
                removed=undone.removed,
                changed={**changed, **undone.changed},
                again=undone.todo.data(),
                seen=seen.number(where),
            )
        )
    return None if store.revise(revisions, embeddings.cache.space, wake=_wake(relationship)) is None else key


def _released(relationship: Relationship, id: str) -> PartitionKey | None:
    """Clear a memory's signs of suspicion; return its partition, None if others changed what was read."""
    store, embeddings = relationship.runtime.store, relationship.runtime.embeddings
    seen = _HeadsSeen(store)
    seen.look(relationship.own)
    key, place = relationship.place(id)
    details = dict(place.entry.details)
    if SUSPECT not in details:
        return key
    details[RELEASED] = details.pop(SUSPECT)
    fresh = replace(place.entry, details=details)
    index([fresh], embeddings.embedder)
    revision = Revision(partition=place.partition, rewritten={place.seq: fresh}, seen=seen.number(key))
    return None if store.revise([revision], embeddings.cache.space, wake=_wake(relationship)) is None else key


def _deleted(relationship: Relationship, ids: Collection[str]) -> int | None:
    """Remove memories and whatever tells of them; return how many, None if others changed what was read."""
    store = relationship.runtime.store
    seen = _HeadsSeen(store)
    seen.look(relationship.own)
    waiting = [relationship.place(id) for id in ids]
    gone: dict[PartitionKey, dict[int, Entry]] = {}
    partitions: dict[PartitionKey, int] = {}
    undone: dict[PartitionKey, Undone] = {}
    while waiting:
        fresh: dict[PartitionKey, dict[int, Entry]] = {}
        for key, place in waiting:
            partitions[key] = place.partition
            if place.seq not in gone.setdefault(key, {}):
                gone[key][place.seq] = fresh.setdefault(key, {})[place.seq] = place.entry
        waiting = []
        for key, entries in fresh.items():
            undone[key] = _undone(relationship, partitions[key], gone[key])
            texts = {entry.id: entry.text for entry in gone[key].values()}
            # Answers that rest on derived memories being removed tell of what is gone, too.
            derived_ids = [entry.id for entry in undone[key].removed.values() if goes_along(entry, texts)]
            waiting += _copies(relationship, seen, key, entries.values())
            waiting += _answers(relationship, seen, key, {*(entry.id for entry in entries.values()), *derived_ids})
    revisions = [
        Revision(
            partition=partitions[key],
            removed={*removed, *undone[key].removed},
            changed=undone[key].changed,
            again=undone[key].todo.data(),
            seen=seen.number(key),
        )
        for key, removed in gone.items()
    ]
    return store.revise(revisions, relationship.runtime.embeddings.cache.space, wake=_wake(relationship))


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
    """Return a memory with another text: what follows from its words is judged anew, what a person set stays."""
    stale = (SO_FAR, SUSPECT, RELEASED)  # these belong to the old text
    details = marked_suspect({name: value for name, value in old.details.items() if name not in stale}, text)
    if "summary" in details:
        details["summary"] = {**details["summary"], "author": "amended"}
    new = replace(old, text=text, language=language or tongue(text, old.language), details=details)
    if old.kind not in DERIVED and old.importance == round(judge(old.text).importance, 1):  # the caller didn't set it
        new.importance = round(judge(text).importance, 1)
    return new


def _with(place: PlacedEntry, entry: Entry) -> PlacedEntry:
    """Return a memory's place with another entry in it."""
    return PlacedEntry(place.partition, place.seq, entry)


def _understand_anew(relationship: Relationship, key: PartitionKey, place: PlacedEntry) -> dict[int, dict[str, object]]:
    """Understand an amended turn anew, in the light of those before; return new details of later ones that lean on
    it."""
    entry = place.entry
    entry.details = {name: value for name, value in entry.details.items() if name != UNDERSTOOD}
    knowledge = relationship.knowledge
    if knowledge is None or entry.kind != TURN:
        return {}
    from soulkeep.graph.episodes.listener import CONTEXT, Listener

    store = relationship.runtime.store
    before = store.last(key, CONTEXT, kind=TURN, session=entry.session, before=place.seq)
    after = store.page(key, CONTEXT, after=place.seq, kinds=[TURN], session=entry.session)
    talk = [*before, place, *after]
    changed: dict[int, dict[str, object]] = {}
    for at in range(len(before), len(talk)):
        seq, turn = talk[at].seq, talk[at].entry
        details, audience = turn.details, turn.details.get(HEARD_BY, ())
        listener = Listener(knowledge, relationship.own_names)
        listener.follow(one.entry for one in talk[:at] if heard_by_all(one.entry, audience))
        listener.hear(turn)
        if seq != place.seq and turn.details != details:
            changed[seq] = {"details": turn.details}
    return changed


def _undone(relationship: Relationship, partition: int, gone: Mapping[int, Entry]) -> Undone:
    """Return which derived memories of a partition go or change when some memories are removed."""
    derived = relationship.runtime.store.select(partition, DERIVED)
    stated = {entry.id: claims(entry) for entry in gone.values() if entry.kind == TURN}
    return undo(derived, {seq: entry.id for seq, entry in gone.items()}, stated)


def _copies(
    relationship: Relationship, seen: _HeadsSeen, key: PartitionKey, entries: Iterable[Entry]
) -> Iterator[tuple[PartitionKey, PlacedEntry]]:
    """Yield the copies of turns that others heard, with their partitions."""
    said = [entry for entry in entries if entry.kind == TURN and not is_copy(entry)]
    copies = handed_out(key, relationship.own_names, said)
    seen.look(copies)
    for hearer, heard in copies.items():
        for copy in heard:
            place = relationship.runtime.store.find(hearer, copy.id)
            if place is not None:
                yield hearer, place


def _answers(
    relationship: Relationship, seen: _HeadsSeen, key: PartitionKey, ids: Collection[str]
) -> Iterator[tuple[PartitionKey, PlacedEntry]]:
    """Yield the answers that cite memories: to everybody, if those are shared with nobody in particular."""
    store = relationship.runtime.store
    keys = [key] if key.person is not None else store.keys(owner=key.owner)
    seen.look(keys)
    named = {(id, key.person) for id in ids}
    for where in keys:
        head = seen.head(where)
        for place in () if head is None else store.naming(head.partition, ids):
            if not named.isdisjoint(answered_by(place.entry).references):
                yield where, place


def _wake(relationship: Relationship) -> Wake:
    return Wake(relationship.runtime.clock.now().timestamp(), QUIET, MOST)
