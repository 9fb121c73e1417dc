"""The stored turns of a character and a person, by conversation, as far as comparing needs them; held in memory."""

from __future__ import annotations

from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Iterable
from threading import Lock, RLock
from typing import NamedTuple

from soulkeep.mind.entries import answered_by
from soulkeep.records import DERIVED, EVENT, PASSAGE, TURN
from soulkeep.relationship import Relationship
from soulkeep.server.openai_proxy.alignment import Said
from soulkeep.server.openai_proxy.plan import Kept
from soulkeep.server.openai_proxy.transcript import key_of, name_before
from soulkeep.stores.base import Found, Head, PartitionKey

_MOST_TURNS = 300_000
"""Turns held at most, of all relationships; those unused for longest go first."""

_ANSWERS = 64
"""Answers that are remembered as given, by relationship."""


_BLOCKS = 5_000
"""Texts of memories that are held, by relationship."""

_KINDS = (TURN, PASSAGE, EVENT, *DERIVED)

Place = tuple[int, int]
"""Where a memory is: 1 if shared with the person, 0 if with nobody in particular, and the sequence number."""


class Given(NamedTuple):
    """An answer that was stored: to which request, by number, and the turn's id."""

    number: int
    id: str


class Shelf:
    """The turns between a character and a person. Use it under its lock."""

    def __init__(self, relationship: Relationship) -> None:
        self.lock = RLock()
        self._relationship = relationship
        self._before = name_before({*relationship.own_names, relationship.person or ""} - {""})
        self._partition = self._since = 0
        self._shared: Head | None = None
        self._clear()
        self.open: dict[str, set[int]] = {}
        """The requests, by number, whose clients wait for what follows a turn, by its id."""
        self.answers: OrderedDict[str, Given] = OrderedDict()
        """The answers last stored, by the id of the turn before."""
        self.sent_again: set[str] = set()
        """Turns of the person that were sent more than once: somebody swiped, or two talks began alike."""

    def _clear(self) -> None:
        self.sessions: dict[str, list[Kept]] = {}
        self._places: dict[int, str] = {}
        self._holding: dict[Said, dict[str, None]] = {}
        self._uses: dict[Place, set[str]] = {}
        self.blocks: dict[str, str] = {}
        """What stands before turns, by their ids."""

    @property
    def size(self) -> int:
        """How many turns it holds."""
        return len(self._places)

    def catch_up(self, relationship: Relationship) -> None:
        """Take in what was stored, changed or erased since."""
        store = relationship.workings.store
        _, [shared, head] = store.heads([PartitionKey(relationship.row.id, None), relationship.key])
        if shared != self._shared:
            self._shared = shared
            self._drop_blocks(place for place in self._uses if not place[0])
        if head is None or head.partition != self._partition:
            self._clear()
            self._since = 0
            self._partition = head.partition if head else 0
        if head is None or head.seq == self._since:
            return
        for found, live in store.changed(head.partition, _KINDS if self._uses else [TURN], self._since):
            self._drop_blocks([(1, found.seq)])
            if found.entry.kind == TURN:
                self._take(found, live)
        self._since = head.seq

    def _drop_blocks(self, places: Iterable[Place]) -> None:
        """Let go of what tells of memories that have changed."""
        for place in list(places):
            for turn in self._uses.pop(place, ()):
                self.blocks.pop(turn, None)

    def keep_block(self, turn: str, given: Iterable[Place], text: str) -> None:
        """Keep what stands before a turn, until one of the memories that it tells of changes."""
        if len(self.blocks) >= _BLOCKS:
            self.blocks.clear()
            self._uses.clear()
        self.blocks[turn] = text
        for place in given:
            self._uses.setdefault(place, set()).add(turn)

    def _take(self, found: Found, live: bool) -> None:
        entry = found.entry
        old = self._places.get(found.seq)
        turns = self.sessions.get(old or entry.session or "", [])
        at = bisect_left(turns, found.seq, key=lambda turn: turn.seq)
        if old is not None:
            del turns[at]
            del self._places[found.seq]
        if not live or entry.session is None:  # what belongs to no conversation can't be shown in one
            return
        role = "assistant" if entry.speaker in self._relationship.own_names else "user"
        said = Said(role, key_of(entry.text, self._before))
        kept = Kept(
            partition=found.partition,
            seq=found.seq,
            id=entry.id,
            said=said,
            active=entry.forgotten is None,
            time=entry.time,
            zone=entry.zone,
            language=entry.language,
            given=answered_by(entry).given,
        )
        self.sessions.setdefault(entry.session, turns).insert(at, kept)
        self._places[found.seq] = entry.session
        holding = self._holding.setdefault(said, {})
        holding.pop(entry.session, None)
        holding[entry.session] = None

    def holding(self, said: Said, most: int) -> list[str]:
        """The conversations in which something was said, the latest first."""
        return list(reversed(self._holding.get(said, {})))[:most]

    def leave(self, turn: str, number: int) -> None:
        """Note that a request's client doesn't wait any more."""
        with self.lock:
            waiting = self.open.get(turn, set())
            waiting.discard(number)
            if not waiting:
                self.open.pop(turn, None)

    def answered(self, turn: str, given: Given) -> None:
        """Note which answer follows a turn."""
        self.answers[turn] = given
        self.answers.move_to_end(turn)
        if len(self.answers) > _ANSWERS:
            self.answers.popitem(last=False)


class Shelves:
    """The shelves in use, by workspace and relationship. Safe to use from any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._held: OrderedDict[tuple[str, str, str | None, str], Shelf] = OrderedDict()

    def of(self, workspace: str, relationship: Relationship) -> Shelf:
        """The shelf of a relationship."""
        place = (workspace, *relationship.key, relationship.row.name)
        with self._lock:
            shelf = self._held.get(place)
            if shelf is None:
                shelf = self._held[place] = Shelf(relationship)
            self._held.move_to_end(place)
            while len(self._held) > 1 and sum(one.size for one in self._held.values()) > _MOST_TURNS:
                unused = next((name for name, one in self._held.items() if not one.open and name != place), None)
                if unused is None:
                    break
                del self._held[unused]
        return shelf
