"""The past of a character with a person, in memory: made from their turns on first use, and brought up to date."""

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
from soulkeep.stores.base import Entry, Head, PartitionKey, PlacedEntry, Store
from soulkeep.types.records import TURN

_HELD = 10
"""Pasts of the greatest size that are held in memory together."""


class Past:
    """Log, situations and user model of one partition. Hold `lock` while reading it.

    Args:
        partition: its id.
        own: the speakers under which the character's turns are stored.
        knowledge: None where the character knows no RDF.
        settings: how many episodes, and how interests fade.
        person: whose they are; None for everybody's.
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
        """Of each turn that is in it, blended or not, what was read of it."""

    @property
    def size(self) -> int:
        """Inputs remembered one by one."""
        return len(self.log.inputs)

    def catch_up(self, store: Store, head: Head) -> None:
        """Take in what was stored, forgotten or deleted since."""
        with self.lock:
            if head.seq <= self.seq:
                return  # another thread was quicker
            changed: Iterable[tuple[PlacedEntry, bool]] = ()
            if self.seq:
                changed = list(store.changed(self.partition, [TURN], self.seq))
                if any(place.seq <= self.seq and self._is_otherwise(place, live) for place, live in changed):
                    self.seq = 0  # what was is otherwise now: it is read anew
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
        """The turns that aren't in it yet, one by one: all of a long past at once would be much to hold."""
        for place, live in changed:
            # What was stored since the head was read comes with the next one: else it would be taken in twice.
            if self.seq < place.seq <= head.seq and _stands(place, live):
                self._seen[place.seq] = _fingerprint(place.entry)
                yield place

    def learn_all(self) -> None:
        """Let the user model know of the latest input, too, which waits for its answer: what an input says of the
        person must not bear on how it is answered."""
        if self.person is not None:
            self.person.learn(self._pending)
            self._pending = []

    def _is_otherwise(self, place: PlacedEntry, live: bool) -> bool:
        """Whether a turn was amended, forgotten, restored, deleted or understood anew; not if only used or rated."""
        seen = self._seen.get(place.seq)
        self.log.retrieved(place.seq, place.entry.accessed)
        return seen != (_fingerprint(place.entry) if _stands(place, live) else None)


def _stands(place: PlacedEntry, live: bool) -> bool:
    return live and place.entry.forgotten is None


def _fingerprint(entry: Entry) -> int:
    """Of what the log reads of a turn."""
    return hash((entry.text, repr((entry.details.get(UNDERSTOOD), entry.details.get(ACTS)))))


class PastCache:
    """The pasts in memory, the least recently used dropped.

    Args:
        store: where the turns are.
        settings: of the keep.
    """

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._settings = settings
        self._lock = Lock()
        self._held: OrderedDict[PartitionKey, Past] = OrderedDict()

    def get(self, key: PartitionKey, own: frozenset[str], knowledge: Knowledge | None) -> Past | None:
        """The past of a partition as it is on disk now; None if there is nothing."""
        _, [head] = self._store.heads([key])
        with self._lock:
            past = self._held.get(key)
            if head is None or (past is not None and past.partition != head.partition):
                self._held.pop(key, None)  # it was erased, here or by another process
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
        """Drop all."""
        with self._lock:
            self._held.clear()
