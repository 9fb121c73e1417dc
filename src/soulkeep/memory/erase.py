"""Erasing a person, a character or a world from the store, from memory, and from what others hold."""

from __future__ import annotations

from collections.abc import Sequence

from soulkeep.character.relationship import MOST, QUIET
from soulkeep.lang.owners import owner_of
from soulkeep.memory.cascade import gone_through
from soulkeep.models.embed.base import CachedEmbedder
from soulkeep.runtime import Runtime
from soulkeep.stores.rows import Anew, PartitionKey, Wake
from soulkeep.types.receipts import ErasureReceipt, Leftover


def erase(
    parts: Runtime, person: str | None, character: str | None, *, answers: bool, scrub: bool = True
) -> ErasureReceipt:
    """Erase all that is shared with a person, a whole character, or what the two share.

    Args:
        parts: the keep's.
        person, character: whose memories to erase; not both None.
        answers: also erase answers given to others with the person's words in the prompt; otherwise list them.
        scrub: also rewrite the files, so that they hold no trace.
    """
    store = parts.store
    whole = character if person is None else None
    anew = Anew(gone_through, Wake(parts.clock.now().timestamp(), QUIET, MOST))
    keys = store.keys(owner=character, person=person)
    stories, knowledge = (len(store.scripts(whole)), len(store.graphs(whole))) if whole is not None else (0, 0)
    try:
        if whole is not None:
            erased = [store.erase(key) for key in keys]
            store.drop_character(whole)
        else:
            erased = [store.erase(key, answers=answers, anew=anew) for key in keys]
    finally:
        let_go(parts, keys, whole)
    parts.woken()
    clean = scrub and store.scrub()
    here = store.keys(owner=character, person=person)
    left = [
        Leftover(character=key.owner, person=key.person or "", id=id, kind=kind)
        for erased_key in (here if whole is None else ())
        for key, id, kind in store.left(erased_key)
    ]
    _, heads = store.heads(here)
    remaining = sum(head is not None for head in heads) + len(left)
    if whole is not None:
        remaining += store.character(whole) is not None
    return ErasureReceipt(
        person=person,
        character=character,
        characters=tuple(sorted({key.owner for key in keys})),
        memories=sum(one.memories for one in erased),
        answers=sum(one.answers for one in erased) if whole is None else 0,
        stories=stories,
        knowledge=knowledge,
        remaining=remaining,
        left=tuple(left),
        clean=clean,
        keys=sum(one.keys for one in erased),
    )


def erase_world(parts: Runtime, name: str, readers: Sequence[str]) -> ErasureReceipt:
    """Erase a world's lore and take the world from its `readers`."""
    store = parts.store
    key = PartitionKey(owner_of(name), None)
    try:
        store.forget_world(name)  # first, so that nobody reads it while it is erased
        erased = store.erase(key)
    finally:
        let_go(parts, [key], None)
    clean = store.scrub()
    still = sum(name in row.worlds for row in store.characters())
    return ErasureReceipt(
        person=None,
        world=name,
        characters=tuple(readers),
        memories=erased.memories,
        remaining=len(store.keys(owner=key.owner)) + still,
        clean=clean,
        keys=erased.keys,
    )


def let_go(parts: Runtime, keys: Sequence[PartitionKey], character: str | None) -> None:
    """Drop from memory what was erased from the store."""
    parts.embeddings.cache.forget(keys)
    parts.moves.clear()
    parts.steps.clear()
    if parts.held is not None:
        parts.held.forget_people()
        if character is not None:
            parts.held.library.of(character)
    if isinstance(parts.embeddings.embedder, CachedEmbedder):
        parts.embeddings.embedder.clear()
