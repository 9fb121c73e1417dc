"""`Relationship`: one character facing one person, with the memories and settings that apply there."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

from soulkeep.errors import InputError, UnknownMemory
from soulkeep.extras import GRAPH, has
from soulkeep.lang.owners import world_of
from soulkeep.lang.validity import is_fit, require_name, require_new_name
from soulkeep.memory.audience import may_tell
from soulkeep.runtime import Runtime
from soulkeep.search.cache import PartitionCache
from soulkeep.search.index import index
from soulkeep.search.overlay import Overlay
from soulkeep.search.recall import Place, Recollection
from soulkeep.search.view import visible
from soulkeep.search.working_set import Partition
from soulkeep.settings import Settings
from soulkeep.stores.rows import CharacterRow, Entry, PartitionKey, PlacedEntry
from soulkeep.types.records import Memory

if TYPE_CHECKING:  # imported where used, so that characters without RDF needn't wait for it
    from soulkeep.graph.episodes.past import Past
    from soulkeep.graph.knowledge import Knowledge

QUIET, MOST = 0.5, 10.0
"""Seconds of quiet before new memories are worked on, and the longest that this is put off."""

ROLE = "user"
"""The person's name in chats where the character faces nobody in particular."""


class Relationship:
    """One character facing one person, or nobody in particular.

    Args:
        row: the character.
        person: their id; None for nobody in particular.
        runtime: the keep's.
        once: whether it serves one call only, throughout which the character's knowledge doesn't change.
    """

    def __init__(self, row: CharacterRow, person: str | None, runtime: Runtime, *, once: bool = False) -> None:
        self.row = row
        self.person = None if person is None else require_name(person, "person")
        self.runtime = runtime
        self.key = PartitionKey(row.id, self.person)
        if person is not None and not is_fit(person) and runtime.store.heads([self.key])[1] == [None]:
            require_new_name(person, "person")  # they share no memories yet
        self.own_names = frozenset({row.id, row.name})
        if person in self.own_names:
            raise InputError(f"{row.name} can't face itself.", hint="Give the person an id of their own.")
        self.settings = _settings_of(runtime.settings, row)
        self.places: dict[tuple[PartitionKey, str], Place] = {}
        """The places of memories that came to mind here."""
        self._recollection: Recollection | None = None
        self._overlay: PartitionCache | None = None
        self._once = once
        self._known: tuple[Knowledge | None] | None = None
        self._searched: list[Partition] | None = None

    def now(self) -> float:
        """Return the present, in seconds since the epoch."""
        return self.runtime.clock.now().timestamp()

    # -- partitions

    @property
    def own(self) -> list[PartitionKey]:
        """The partitions that the character itself fills here: what it experienced, and what it read."""
        return visible(self.row.id, self.person)

    @property
    def visible(self) -> list[PartitionKey]:
        """The partitions that the character sees here: its own, and those of the worlds that it has read."""
        return visible(self.row.id, self.person, self.row.worlds)

    @property
    def linked(self) -> dict[int | str, PartitionKey]:
        """The partitions by key in stored answers: 0 (nobody in particular), 1 (the person), a world's name."""
        *_, shared = self.own
        lore = zip(self.row.worlds, self.visible[len(self.own) :], strict=True)
        return {0: shared, **({1: self.key} if self.person is not None else {}), **dict(lore)}

    def working_sets(self) -> list[Partition]:
        """Return the working sets in which recalls search, including the imagined turn, if there is one. They are as on
        disk now; within one call, as they were at its first recall."""
        if self._searched is not None:
            return self._searched
        cache = self.runtime.embeddings.cache if self._overlay is None else self._overlay
        partitions = cache.get(self.visible)
        if self._once:
            self._searched = partitions
        return partitions

    @property
    def recollection(self) -> Recollection:
        """What searches the working sets; it keeps what it measured for the last question."""
        embedder = self.runtime.embeddings.embedder
        if self._recollection is None or self._recollection.embedder is not embedder:
            self._recollection = Recollection(self.runtime.store, embedder, self.settings, self.places)
        return self._recollection

    def imagine(self, entry: Entry) -> PlacedEntry:
        """Let recalls find a turn as if it were stored last, and return where it would stand."""
        store, embeddings = self.runtime.store, self.runtime.embeddings
        index([entry], embeddings.embedder)
        _, [head] = store.heads([self.key])
        place = PlacedEntry(head.partition, head.seq + 1, entry) if head else PlacedEntry(0, 1, entry)
        self._overlay = Overlay(embeddings.cache, self.key, place)
        return place

    # -- single memories

    def find(self, id: str) -> tuple[PartitionKey, PlacedEntry]:
        """Return a memory that the character sees here, and its partition."""
        require_name(id, "id")
        for key in self.visible:
            place = self.runtime.store.find(key, id)
            if place is not None:
                return key, place
        raise UnknownMemory(id)

    def place(self, id: str) -> tuple[PartitionKey, PlacedEntry]:
        """Return a memory of the character's own that may be changed, and its partition. Lore of a world is refused."""
        key, place = self.find(id)
        if key not in self.own:
            world = world_of(key.owner)
            raise InputError(
                f"The memory {id!r:.80} is lore of {world!r:.80}, which others have read, too.",
                hint=f"Change it for all of them: keep.world({world!r:.80}).",
            )
        return key, place

    @property
    def partition(self) -> int | None:
        """The id of the pair's partition (within one call, as it was at recall); None if nothing is stored."""
        if self._once and (
            recalled_place := next((at for (key, _), at in self.places.items() if key == self.key), None)
        ):
            return recalled_place.partition
        _, [head] = self.runtime.store.heads([self.key])
        return head.partition if head else None

    def place_of(self, memory: Memory) -> Place | None:
        """Return where a memory is stored; for one recalled in this call, where it was then."""
        key = PartitionKey(memory.owner, memory.person)
        place = self.places.get((key, memory.id))
        if place is None:
            stored = self.runtime.store.find(key, memory.id)
            place = Place(stored.partition, stored.seq) if stored else None
        return place

    def change(self, id: str, values: Mapping[str, Any]) -> tuple[PartitionKey, Entry]:
        """Change columns of a memory and record their old values in its history. Returns the changed memory."""
        key, place = self.place(id)
        store = self.runtime.store
        store.update(place.partition, [place.seq], values, at=self.now())
        changed = store.find(key, id)
        if changed is None:
            raise UnknownMemory(id)
        return key, changed.entry

    def derived(self, kind: str) -> list[tuple[PartitionKey, Entry]]:
        """Return the memories of a kind that were derived from the character's memories here, oldest first."""
        store = self.runtime.store
        _, heads = store.heads(self.own)
        return [
            (key, place.entry)
            for key, head in zip(self.own, heads, strict=True)
            if head is not None
            for place in store.select(head.partition, [kind])
        ]

    def may_tell(self, memory: Memory, audience: Collection[str]) -> bool:
        """Return whether everybody in an audience knows a memory: they heard it, or it was told to nobody."""
        return may_tell(self.runtime.store, self.key, memory, audience)

    # -- as RDF

    @property
    def knowledge(self) -> Knowledge | None:
        """The character's RDF knowledge; None if it has none, or the extra `graph` isn't installed."""
        if self._known is None:
            knowledge_now = self._what_it_knows()
            if not self._once:
                return knowledge_now
            self._known = (knowledge_now,)
        return self._known[0]

    def _what_it_knows(self) -> Knowledge | None:
        runtime = self.runtime
        if not has(GRAPH) or (runtime.held is None and not runtime.store.graphs(self.row.id)):
            return None  # known without importing anything
        return runtime.graph_cache.library.of(self.row.id)

    def past(self) -> Past | None:
        """Return the episodes of the two; None if there are none."""
        return self._past(self.knowledge)

    def past_in_terms(self) -> Past | None:
        """Return the episodes in terms of the character's knowledge; None if it knows no RDF, or nothing happened."""
        knowledge = self.knowledge
        return None if knowledge is None else self._past(knowledge)

    def _past(self, knowledge: Knowledge | None) -> Past | None:
        return self.runtime.graph_cache.pasts.get(self.key, self.own_names, knowledge)


class HasRelationships(Protocol):
    """A character, as seen by tools that look inside."""

    def _facing(self, person: str | None, *, once: bool = False) -> Relationship: ...


def relationship_of(character: HasRelationships, person: str | None, *, once: bool = False) -> Relationship:
    """Return a character facing somebody, for tools that look inside, such as the inspector."""
    return character._facing(person, once=once)


def _settings_of(settings: Settings, row: CharacterRow) -> Settings:
    """Return the keep's settings with the character's own forgetfulness and learning."""
    own = {name: value for name in ("forgetfulness", "learning") if (value := getattr(row, name)) is not None}
    return replace(settings, **own) if own else settings
