"""LangGraph's long-term memory: `SoulkeepStore`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from threading import RLock
from typing import TYPE_CHECKING, Any, Literal

from soulkeep.errors import InputError
from soulkeep.integrations.framework import importing, storable
from soulkeep.integrations.items import FRAMEWORK, Shelf, StoredItem, matches, sessions_below, turns_for_item
from soulkeep.integrations.messages import delete_all, read, store
from soulkeep.types.records import EXCERPT, TURN

with importing("A LangGraph store", "langgraph"):
    from langgraph.store.base import (
        BaseStore,
        GetOp,
        Item,
        ListNamespacesOp,
        MatchCondition,
        Op,
        PutOp,
        Result,
        SearchItem,
        SearchOp,
        validate_op_namespace,
    )

if TYPE_CHECKING:
    from soulkeep.client.keep import RemoteKeep
    from soulkeep.keep import Keep

Namespace = tuple[str, ...]

_SHELVES = 1_000
"""Namespaces whose keys are held in memory."""


class SoulkeepStore(BaseStore):
    """Items that a character remembers. What is put is found by `search`, and by the character's recalls, too.

    Expiry (`ttl`) isn't supported, and raises. Values are JSON.
    """

    def __init__(
        self,
        keep: Keep | RemoteKeep,
        character: str,
        *,
        person: int | Callable[[Namespace], str | None] | None,
        index: Literal[False] | Sequence[str] | None = None,
    ) -> None:
        """Open it; nothing is read or stored.

        Args:
            keep: where it is kept.
            character: the id of whose memories the items become.
            person: where a namespace names the person whose items they are: 1 for `("memories", "anna")`, 0 for
                `("anna", "memories")`; or a function of a namespace. An item of a namespace that names none is shared
                with nobody in particular: every recall of the character's may bring it up. So are all if it is None.
            index: the fields of a value by which it is found, where `put` doesn't say: all by default, none if False.
        """
        self._keep = keep
        self._character = keep.character(character)
        self._person = person
        self._index: Literal[False] | list[str] | None = list(index) if index else (False if index is False else None)
        self._shelves: dict[Namespace, Shelf] = {}
        self._lock = RLock()

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Carry out operations: first those that read, then those that write, the last for each key."""
        given = list(ops)
        for op in given:
            validate_op_namespace(op)
        with self._lock:
            results = [None if isinstance(op, PutOp) else self._answer(op) for op in given]
            puts = {(op.namespace, op.key): op for op in given if isinstance(op, PutOp)}
            new = {place: self._turns(op) for place, op in puts.items() if op.value is not None}  # checked before
            for place, op in puts.items():
                self._put(op, new.get(place))
        return results

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Carry out operations in a thread, as `batch` does."""
        given = list(ops)
        return await asyncio.to_thread(self.batch, given)

    def person_of(self, namespace: Namespace) -> str | None:
        """Return whose items a namespace holds; None for nobody in particular."""
        if self._person is None:
            return None
        if isinstance(self._person, int):
            return namespace[self._person] if self._person < len(namespace) else None
        return self._person(namespace)

    # -- reading

    def _answer(self, op: Op) -> Result:
        if isinstance(op, GetOp):
            found = self._shelf(op.namespace).find(op.key)
            return None if found is None else _item(found)
        if isinstance(op, SearchOp):
            return self._search(op)
        if isinstance(op, ListNamespacesOp):
            return self._namespaces(op)
        raise InputError(f"{op!r:.80} is no operation of a store.", hint="Give a GetOp, SearchOp, PutOp …")

    def _shelf(self, namespace: Namespace) -> Shelf:
        if namespace not in self._shelves:
            if len(self._shelves) >= _SHELVES:
                self._shelves.clear()
            self._shelves[namespace] = Shelf(self._character, namespace, self.person_of(namespace))
        return self._shelves[namespace]

    def _people(self, prefix: Namespace) -> list[str | None]:
        """Return whose memories may hold items below a namespace."""
        if self._person is None:
            return [None]
        if isinstance(self._person, int) and self._person < len(prefix):
            return [prefix[self._person]]
        return [None, *self._keep.people(self._character.id)]

    def _items(self, person: str | None, prefix: Namespace) -> Iterator[StoredItem]:
        """Yield the items of a person below a namespace."""
        latest: dict[tuple[Namespace, str], StoredItem] = {}
        for session in sessions_below(self._character, person, prefix):
            for kept in read(self._character.memories(person=person, kinds={TURN}, session=session), FRAMEWORK):
                if kept.content is not None:
                    item = StoredItem.of(kept)
                    if item.namespace[: len(prefix)] == prefix and self.person_of(item.namespace) == person:
                        latest[item.namespace, item.key] = item
        yield from latest.values()

    def _search(self, op: SearchOp) -> list[SearchItem]:
        most = max(0, op.offset) + max(0, op.limit)
        query = storable(op.query or "")
        scored: list[tuple[float, StoredItem]] = []
        rest: list[StoredItem] = []
        for person in self._people(op.namespace_prefix):
            items = [item for item in self._items(person, op.namespace_prefix) if _fits(item, op.filter)]
            ranked = self._ranked(query, person, items, most) if query.strip() and items else []
            found = {item.ids[0] for _, item in ranked}
            scored += ranked
            rest += [item for item in items if item.ids[0] not in found]
        scored.sort(key=lambda one: -one[0])
        rest.sort(key=lambda item: item.updated, reverse=True)
        all_found = [*((item, score) for score, item in scored), *((item, None) for item in rest)]
        return [_found(item, score) for item, score in all_found[max(0, op.offset) : most]]

    def _ranked(
        self, query: str, person: str | None, items: Sequence[StoredItem], most: int
    ) -> list[tuple[float, StoredItem]]:
        """Return the items that come to mind at a query, with their scores, best first; `most` of them at least, where
        there are so many."""
        by_turn = {id: item for item in items for id in item.ids}
        wanted = 2 * most + 20
        while True:
            hits = self._character.recall(query, person=person, k=wanted, kinds={TURN}).hits
            ranked: dict[str, tuple[float, StoredItem]] = {}
            for hit in hits:
                turn = hit.memory.turns[0] if hit.memory.kind == EXCERPT and hit.memory.turns else hit.memory.id
                if (item := by_turn.get(turn)) is not None:
                    ranked.setdefault(item.ids[0], (hit.score, item))
            if len(ranked) >= min(most, len(items)) or len(hits) < wanted:
                return list(ranked.values())
            wanted *= 4

    def _namespaces(self, op: ListNamespacesOp) -> list[Namespace]:
        conditions = op.match_conditions or ()
        prefixes = (condition.path for condition in conditions if condition.match_type == "prefix")
        prefix = next((path for path in prefixes if "*" not in path), ())
        found = {item.namespace for person in self._people(prefix) for item in self._items(person, prefix)}
        fitting = {namespace for namespace in found if all(_matches(condition, namespace) for condition in conditions)}
        cut = sorted({namespace[: op.max_depth] for namespace in fitting})
        return cut[op.offset : op.offset + op.limit]

    # -- writing

    def _turns(self, op: PutOp) -> Any:
        """Return the turns of an item to be put, or raise what is wrong with it."""
        if op.ttl is not None:
            raise NotImplementedError("SoulkeepStore doesn't support ttl. Leave it out.")
        shelf = self._shelf(op.namespace)
        before = shelf.find(op.key)
        index = self._index if op.index is None else op.index
        return turns_for_item(
            op.namespace,
            op.key,
            op.value,
            index=index,
            speaker=shelf.person or self._character.name,
            created=before.created if before else None,
        )

    def _put(self, op: PutOp, turns: Any) -> None:
        shelf = self._shelf(op.namespace)
        old = shelf.groups(op.key)
        if turns is not None:
            store(self._character, [turns], shelf.person)
        delete_all(self._character, [id for ids in old.values() for id in ids], shelf.person)
        shelf.drop(op.key, old)


def _item(found: StoredItem) -> Item:
    return Item(
        value=found.value,
        key=found.key,
        namespace=found.namespace,
        created_at=found.created,
        updated_at=found.updated,
    )


def _found(found: StoredItem, score: float | None) -> SearchItem:
    return SearchItem(
        value=found.value,
        key=found.key,
        namespace=found.namespace,
        created_at=found.created,
        updated_at=found.updated,
        score=score,
    )


def _fits(item: StoredItem, asked: dict[str, Any] | None) -> bool:
    return all(matches(item.value.get(name), wanted) for name, wanted in (asked or {}).items())


def _matches(condition: MatchCondition, namespace: Namespace) -> bool:
    """Return whether a namespace begins or ends as a condition says, where `*` is any label."""
    path = condition.path
    if len(path) > len(namespace):
        return False
    part = namespace[: len(path)] if condition.match_type == "prefix" else namespace[len(namespace) - len(path) :]
    return all(wanted in ("*", label) for wanted, label in zip(path, part, strict=True))
