"""Cache of the stored turns of a character and a person, by conversation, as far as comparing needs them."""

from __future__ import annotations

import itertools
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Collection, Iterable, Mapping
from threading import Lock, RLock
from typing import NamedTuple

from soulkeep.character.relationship import Relationship
from soulkeep.memory.entries import answered_by, memory_of
from soulkeep.server.openai_proxy.alignment import SaidLine
from soulkeep.server.openai_proxy.plan import StoredTurn
from soulkeep.server.openai_proxy.transcript import Role, key_of, name_before
from soulkeep.stores.rows import Head, PlacedEntry
from soulkeep.types.records import DERIVED, EVENT, PASSAGE, TURN, Memory

_MOST_TURNS = 300_000
"""Most turns held, of all relationships; those unused for longest are dropped first."""

_ITSELF = 100
"""Number of turns for which an empty shelf counts, so that shelves without turns are dropped, too."""

_ANSWERS = 64
"""Most answers that are remembered for each relationship."""


_INSTRUCTIONS = 1_000
"""Most instructions of a front end's, and descriptions, that are remembered for each relationship."""

_BLOCKS = 5_000
"""Most texts of memories that are held for each relationship."""

_ERAS = itertools.count(1)

_KINDS = (TURN, PASSAGE, EVENT, *DERIVED)

Place = tuple[int | str, int]
"""Place of a memory: 1 if shared with the person, 0 if with nobody in particular; and its sequence number."""


class StoredAnswer(NamedTuple):
    """A stored answer: the number of its request, and its turn's id."""

    number: int
    id: str


class TurnCache:
    """The turns between a character and a person. Hold its lock while using it."""

    def __init__(self, relationship: Relationship) -> None:
        self.lock = RLock()
        self._relationship = relationship
        self._before = name_before({*relationship.own_names, relationship.person or ""} - {""})
        self.partition: int | None = None
        """Number of the partition of the turns; None if there are none."""
        self._since = 0
        self._shared: list[Head | None] = []
        self._clear()
        self.era = next(_ERAS)
        """A number that changes when something said is changed, forgotten, deleted or erased, except to match the front
        end."""
        self.open: dict[str, set[int]] = {}
        """Numbers of the requests whose clients wait for an answer, by the id of the turn before it."""
        self.answers: OrderedDict[str, StoredAnswer] = OrderedDict()
        """The latest stored answers, by the id of the turn before."""
        self.sent_again: set[str] = set()
        """Turns of the person that were sent several times with equal answers: a retry, or two talks with the same
        beginning. Where answers differ, the one shown identifies the talk."""
        self.counted = 0
        """Number of turns for which it was last counted."""
        self.held: OrderedDict[str, str] = OrderedDict()
        """The latest answers, and words taken for instructions, that weren't stored, by their digests: they count as
        said once they are shown."""
        self.instructed = False
        """Whether a turn has come by yet, so that its instructions are known."""
        self._instructions: OrderedDict[str, None] = OrderedDict()
        self._described: OrderedDict[str, None] = OrderedDict()

    def _clear(self) -> None:
        self.sessions: dict[str, list[StoredTurn]] = {}
        self._places: dict[int, str] = {}
        self._holding: dict[SaidLine, dict[str, None]] = {}
        self._uses: dict[Place, set[str]] = {}
        self._as_told: dict[int, int] = {}
        self.blocks: dict[str, str] = {}
        """Texts before turns, by the turns' ids."""

    @property
    def size(self) -> int:
        """Return how many turns it holds."""
        return len(self._places)

    def catch_up(self, relationship: Relationship, own: Collection[str] = ()) -> None:
        """Update to what was stored, changed or erased since.

        Args:
            relationship: the relationship of the turns.
            own: ids of turns that were changed to match the front end.
        """
        store = relationship.runtime.store
        shared_with_nobody, *lore = [key for key in relationship.visible if key.person is None]
        _, [head, *shared] = store.heads([relationship.key, shared_with_nobody, *lore])
        if shared != self._shared:
            self._shared = shared
            self._drop_blocks(place for place in self._uses if place[0] != 1)
        if head is None or head.partition != self.partition:
            self.era = self.era if self.partition is None else next(_ERAS)
            self._clear()
            self._since = 0
            self.partition = head.partition if head else None
        if head is None or head.seq == self._since:
            return
        for changed, live in store.changed(head.partition, _KINDS if self._uses else [TURN], self._since):
            if (1, changed.seq) in self._uses:
                told_now = _telling_of(memory_of(relationship.key, changed.entry)) if live else None
                if told_now is None or told_now != self._as_told.get(changed.seq):
                    self._drop_blocks([(1, changed.seq)])
            if changed.entry.kind == TURN and self._take(changed, live) and changed.entry.id not in own:
                self.era = next(_ERAS)
        self._since = head.seq

    def _drop_blocks(self, places: Iterable[Place]) -> None:
        """Drop texts that tell of changed memories."""
        for place in list(places):
            for turn in self._uses.pop(place, ()):
                self.blocks.pop(turn, None)

    def note_told(self, memories: Mapping[Place, Memory]) -> None:
        """Note the memories that texts are about to be made of."""
        self._as_told |= {seq: _telling_of(memory) for (own, seq), memory in memories.items() if own == 1}

    def keep_block(self, turn: str, given: Iterable[Place], text: str) -> None:
        """Keep the text before a turn, until one of its memories changes in more than its strength."""
        if len(self.blocks) >= _BLOCKS:
            self.blocks.clear()
            self._uses.clear()
            self._as_told.clear()
        self.blocks[turn] = text
        for place in given:
            self._uses.setdefault(place, set()).add(turn)

    def _take(self, place: PlacedEntry, live: bool) -> bool:
        """Add or update a turn; return whether its former text is no longer valid."""
        entry = place.entry
        old = self._places.get(place.seq)
        turns = self.sessions.get(old or entry.session or "", [])
        at = bisect_left(turns, place.seq, key=lambda turn: turn.seq)
        was = None
        if old is not None:
            was = turns.pop(at)
            del self._places[place.seq]
        if not live or entry.session is None:  # without a conversation, it can't be shown in one
            return not live
        role = "assistant" if entry.speaker in self._relationship.own_names else "user"
        said = SaidLine(role, self.key_of(entry.text))
        cached = StoredTurn(
            partition=place.partition,
            seq=place.seq,
            id=entry.id,
            said=said,
            active=entry.forgotten is None,
            time=entry.time,
            zone=entry.zone,
            language=entry.language,
            given=answered_by(entry).given,
        )
        self.sessions.setdefault(entry.session, turns).insert(at, cached)
        self._places[place.seq] = entry.session
        holding = self._holding.setdefault(said, {})
        holding.pop(entry.session, None)
        holding[entry.session] = None
        return was is not None and (was.said != said or was.active > cached.active)

    def key_of(self, text: str) -> str:
        """Return the comparable part of a text, as a digest."""
        return key_of(text, self._before)

    def holding(self, said: SaidLine, most: int) -> list[str]:
        """Return the conversations in which something was said, the latest first."""
        return list(reversed(self._holding.get(said, {})))[:most]

    def said(self, role: Role, key: str) -> bool:
        """Return whether something was said."""
        return bool(self._holding.get(SaidLine(role, key)))

    def latest(self, key: str) -> bool:
        """Return whether these are the person's last words in a conversation."""
        return self._ends(key, answered=True)

    def unanswered(self, key: str) -> bool:
        """Return whether a conversation ends with these words of the person's."""
        return self._ends(key, answered=False)

    def _ends(self, key: str, *, answered: bool) -> bool:
        said = SaidLine("user", key)
        for session in self.holding(said, _ANSWERS):
            for turn in reversed(self.sessions.get(session, ())):
                if turn.active and (turn.said.role == "user" or not answered):
                    if turn.said == said:
                        return True
                    break
        return False

    def instructs(self, key: str) -> bool:
        """Return whether a text is an instruction that came with turns before."""
        return key in self._instructions

    def instruct(self, keys: Iterable[str]) -> None:
        """Note the instructions that came with a turn."""
        self.instructed = True
        _note(self._instructions, keys)

    def described(self, key: str) -> bool:
        """Return whether what the system says came with a talk before."""
        return key in self._described

    def describe(self, key: str) -> None:
        """Note what the system says in a talk."""
        _note(self._described, [key])

    def hold(self, text: str) -> None:
        """Keep what isn't stored, in case it is shown later."""
        if text.strip():
            self.held[self.key_of(text)] = text
            if len(self.held) > _ANSWERS:
                self.held.popitem(last=False)

    def leave(self, turn: str, number: int) -> None:
        """Note that a request's client no longer waits."""
        with self.lock:
            waiting = self.open.get(turn, set())
            waiting.discard(number)
            if not waiting:
                self.open.pop(turn, None)

    def answered(self, turn: str, given: StoredAnswer) -> None:
        """Note the answer to a turn."""
        self.answers[turn] = given
        self.answers.move_to_end(turn)
        if len(self.answers) > _ANSWERS:
            self.answers.popitem(last=False)


def _note(noted: OrderedDict[str, None], keys: Iterable[str]) -> None:
    """Note digests, up to a number."""
    for key in keys:
        noted[key] = None
        noted.move_to_end(key)
    while len(noted) > _INSTRUCTIONS:
        noted.popitem(last=False)


def _telling_of(memory: Memory) -> int:
    """Return a digest of all by which a memory is told; how strong it is, isn't."""
    when = (memory.time, memory.ended, memory.forgotten, memory.superseded)
    return hash((memory.text, memory.speaker, memory.heading, memory.source, memory.kind, memory.turns, *when))


class Shelves:
    """The caches in use, by workspace and relationship. Safe to use from any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._held: OrderedDict[tuple[str, str, str | None, str], TurnCache] = OrderedDict()
        self._turns = 0

    def __len__(self) -> int:
        return len(self._held)

    def of(self, workspace: str, relationship: Relationship) -> TurnCache:
        """Return the cache of a relationship."""
        place = (workspace, *relationship.key, relationship.row.name)
        with self._lock:
            turn_cache = self._held.get(place)
            if turn_cache is None:
                turn_cache = self._held[place] = TurnCache(relationship)
            self._held.move_to_end(place)
            self._count(turn_cache, turn_cache.size + _ITSELF)
            while self._turns > _MOST_TURNS:
                unused = next(
                    (name for name, one in self._held.items() if not one.open and one is not turn_cache), None
                )
                if unused is None:
                    break
                self._count(self._held.pop(unused), 0)
        return turn_cache

    def _count(self, turn_cache: TurnCache, turns: int) -> None:
        """Note the size of a cache as of its last use, so that not all need to be counted."""
        self._turns += turns - turn_cache.counted
        turn_cache.counted = turns
