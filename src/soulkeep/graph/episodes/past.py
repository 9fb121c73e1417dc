"""The past of a character with a person, in memory: read from their turns on first use, then kept up to date."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from threading import Lock, RLock

from soulkeep.graph.episodes.log import Input, Log
from soulkeep.graph.episodes.people import UserModel
from soulkeep.graph.episodes.situations import Situations
from soulkeep.graph.knowledge import Knowledge
from soulkeep.memory.entries import ACTS, UNDERSTOOD
from soulkeep.settings import Settings
from soulkeep.stores.base import Store
from soulkeep.stores.rows import Entry, Head, PartitionKey, PlacedEntry
from soulkeep.types.records import TURN

_HELD = 10
"""Number of pasts of the greatest size that may be held in memory together."""


class Past:
    """Log, situations and user model of one partition. Hold `lock` while reading it.

    Args:
        partition: the partition's id.
        own: speaker names of the character's turns.
        knowledge: the character's knowledge; None if it has no RDF.
        settings: the settings for the number of episodes and the fading of interests.
        person: the person; None for turns shared with everybody.
    """

    def __init__(
        self,
        partition: int,
        own: frozenset[str],
        knowledge: Knowledge | None,
        settings: Settings,
        *,
        person: str | None = None,
    ) -> None:
        self.partition = partition
        self._whose = person
        self.own = own
        self.knowledge = knowledge
        self.lock = RLock()
        self._settings = settings
        self._begin()

    def _begin(self) -> None:
        settings = self._settings
        self.seq = 0
        self.log = Log(self.own, most=settings.episodes, feeling=settings.episode_feeling, person=self._whose)
        self.situations = None if self.knowledge is None else Situations(self.knowledge)
        self.person = None if self.knowledge is None else UserModel(self.knowledge, settings.interest_days)
        self._pending: list[Input] = []
        self._seen: dict[int, int] = {}
        """Fingerprint of what was read from each turn, also of blended ones."""

    @property
    def size(self) -> int:
        """Return the number of inputs remembered individually."""
        return len(self.log.inputs)

    def catch_up(self, store: Store, head: Head) -> None:
        """Update to what was stored, forgotten or deleted since."""
        with self.lock:
            if head.seq <= self.seq:
                return  # another thread was faster
            changed: Iterable[tuple[PlacedEntry, bool]] = ()
            if self.seq:
                changed = list(store.changed(self.partition, [TURN], self.seq))
                if any(place.seq <= self.seq and self._is_otherwise(place, live) for place, live in changed):
                    self.seq = 0  # earlier turns have changed: everything is read anew
            if not self.seq:
                self._begin()
                changed = store.changed(self.partition, [TURN], 0)
            inputs, messages = self.log.take_in(self._new(changed, head))
            self.seq = head.seq
            if self.situations is not None and self.person is not None:
                self.situations.add(self.log.situations.values())
                self._pending += inputs
                latest = self._pending[-1:]
                if latest and latest[0].message is None:
                    self.person.learn(self._pending[:-1])
                    self._pending = latest
                else:
                    self.learn_all()
                self.person.learn_answers(messages)
            self.log.blend()

    def _new(self, changed: Iterable[tuple[PlacedEntry, bool]], head: Head) -> Iterator[PlacedEntry]:
        """Yield the turns that are new, one by one, since a long past takes much memory."""
        for place, live in changed:
            # Turns stored after the head was read are left to the next update; else they would be added twice.
            if self.seq < place.seq <= head.seq and _stands(place, live):
                self._seen[place.seq] = _fingerprint(place.entry)
                yield place

    def learn_all(self) -> None:
        """Add the latest input to the user model, too. It is left out until it is answered, so that it doesn't
        influence its own answer."""
        if self.person is not None:
            self.person.learn(self._pending)
            self._pending = []

    def _is_otherwise(self, place: PlacedEntry, live: bool) -> bool:
        """Return whether a turn was amended, forgotten, restored, deleted or reread, not only used or rated."""
        seen = self._seen.get(place.seq)
        self.log.retrieved(place.seq, place.entry.accessed)
        return seen != (_fingerprint(place.entry) if _stands(place, live) else None)


def _stands(place: PlacedEntry, live: bool) -> bool:
    return live and place.entry.forgotten is None


def _fingerprint(entry: Entry) -> int:
    """Return a fingerprint of what the log reads from a turn."""
    return hash((entry.text, repr((entry.details.get(UNDERSTOOD), entry.details.get(ACTS)))))


class PastCache:
    """The pasts in memory; the least recently used are dropped.

    Args:
        store: the store with the turns.
        settings: the keep's settings.
    """

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._settings = settings
        self._lock = Lock()
        self._held: OrderedDict[PartitionKey, Past] = OrderedDict()

    def get(self, key: PartitionKey, own: frozenset[str], knowledge: Knowledge | None) -> Past | None:
        """Return a partition's past as it is stored now; None if there is none."""
        _, [head] = self._store.heads([key])
        with self._lock:
            past = self._held.get(key)
            if head is None or (past is not None and past.partition != head.partition):
                self._held.pop(key, None)  # it was erased, by this or another process
                past = None
            if head is None:
                return None
            if past is None or past.knowledge is not knowledge or past.own != own:
                past = self._held[key] = Past(head.partition, own, knowledge, self._settings, person=key.person)
            self._held.move_to_end(key)
            most = _HELD * self._settings.episodes
            while len(self._held) > 1 and sum(one.size for one in self._held.values()) > most:
                self._held.popitem(last=False)
        past.catch_up(self._store, head)
        return past

    def clear(self) -> None:
        """Drop all pasts."""
        with self._lock:
            self._held.clear()
