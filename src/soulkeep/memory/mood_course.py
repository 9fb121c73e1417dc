"""Mood and bond over time, computed from the turns and from what callers set."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from threading import Lock
from typing import NamedTuple

from soulkeep.memory.entries import is_copy
from soulkeep.memory.feelings import SHOWN, Shown, bond_of, feelings_shown, felt_at, impulses_of, mood_of
from soulkeep.settings import Settings
from soulkeep.stores.base import Store
from soulkeep.stores.feelings import moved
from soulkeep.stores.rows import FELT, CharacterRow, Feeling, PartitionKey
from soulkeep.types.records import SUMMARY, TURN, Felt

_HELD = 200_000
"""Most turns, of all partitions together, that are cached."""


class Move(NamedTuple):
    """The feelings that a turn showed, and when it was felt, in seconds since the epoch."""

    time: float
    shown: Shown


class Lived(NamedTuple):
    """All that affects the feelings of one partition.

    Attributes:
        moves: those of the turns, by time.
        sets: values set by the caller, with their times, by time.
        kept: the stored feelings. From its time on, each holds as it is: turns not worked on yet aren't felt yet.
    """

    moves: Sequence[Move]
    sets: Sequence[tuple[float, Mapping[str, Feeling]]]
    kept: Mapping[str, Feeling]

    @property
    def began(self) -> float | None:
        """When the first feeling arose; None if there was none."""
        firsts = [self.moves[0].time] if self.moves else []
        firsts += [self.sets[0][0]] if self.sets else []
        return min([*firsts, *(feeling.time for feeling in self.kept.values())], default=None)

    def at(self, moments: Sequence[float], settings: Settings) -> list[dict[str, Feeling]]:
        """Return what was felt at each moment, by name; the moments are in order.

        Args:
            moments: seconds since the epoch.
            settings: for half-lives and sensitivity.
        """
        events: list[tuple[float, Shown | Mapping[str, Feeling]]] = [*self.moves, *self.sets]
        events.sort(key=lambda event: event[0])
        felt: dict[str, Feeling] = {}
        states: list[dict[str, Feeling]] = []
        place = 0
        for moment in moments:
            while place < len(events) and events[place][0] <= moment:
                time, what = events[place]
                if isinstance(what, Shown):
                    for impulse in impulses_of(what, time, settings):
                        felt[impulse.feeling] = moved(felt.get(impulse.feeling), impulse)
                else:
                    felt.update(what)
                place += 1
            now = {name: feeling if feeling.time <= moment else felt.get(name) for name, feeling in self.kept.items()}
            states.append({name: feeling for name, feeling in now.items() if feeling is not None})
        return states


def course(
    row: CharacterRow, own: Lived, others: Iterable[Lived], times: Sequence[datetime], settings: Settings
) -> list[Felt]:
    """Return mood and bond at moments, which are in order.

    Args:
        row: the character.
        own: what happened with the person.
        others: what else moves the mood: what happened with nobody in particular.
        times: the moments.
        settings: for half-lives and sensitivity.
    """
    moments = [time.timestamp() for time in times]
    between = own.at(moments, settings)
    beside = [other.at(moments, settings) for other in others]
    return [
        Felt(
            time=time,
            mood=mood_of(row, [between[n], *(one[n] for one in beside)], moments[n]),
            bond=bond_of([between[n]], moments[n]),
        )
        for n, time in enumerate(times)
    ]


@dataclass(slots=True)
class _TurnsRead:
    """The moves read of a partition up to a sequence number, by turn number, each with a hash of the turn's text.

    Feelings that a language model found are stored with the summary, and replace those that rules find in its turns.
    """

    own: frozenset[str]
    seq: int = 0
    moves: dict[int, tuple[int, Move | None]] = field(default_factory=dict)
    ids: dict[int, str] = field(default_factory=dict)
    judged: dict[int, tuple[frozenset[str], Move | None]] = field(default_factory=dict)
    lock: Lock = field(default_factory=Lock)


class Moves:
    """A cache of what turns have shown, as judging a text is slow; the texts themselves aren't kept.

    Args:
        store: the store of the turns.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = Lock()
        self._held: OrderedDict[int, _TurnsRead] = OrderedDict()

    def lived(self, key: PartitionKey, own: frozenset[str]) -> Lived:
        """Return all that affects the feelings of a partition, as it is on disk now.

        Args:
            key: the partition.
            own: the names under which the character speaks; what it says itself moves nothing.
        """
        _, [head] = self._store.heads([key])
        if head is None:
            return Lived((), (), {})
        changes = self._store.history(head.partition, FELT)
        set_then = [
            (change.at, {name: Feeling(*values) for name, values in change.data.items()})
            for change in changes
            if change.op == "feel"
        ]
        feelings = self._store.feelings(key)
        moves = self._read(head.partition, head.seq, own)
        return Lived(sorted(moves), sorted(set_then, key=lambda one: one[0]), feelings)

    def clear(self) -> None:
        """Empty the cache."""
        with self._lock:
            self._held.clear()

    def _read(self, partition: int, seq: int, own: frozenset[str]) -> list[Move]:
        with self._lock:
            read = self._held.get(partition)
            if read is None or read.own != own:
                read = self._held[partition] = _TurnsRead(own)
            self._held.move_to_end(partition)
            while len(self._held) > 1 and sum(len(one.moves) for one in self._held.values()) > _HELD:
                self._held.popitem(last=False)
        with read.lock:
            if read.seq < seq:
                for place, live in self._store.changed(partition, [TURN, SUMMARY], read.seq):
                    if not live:
                        read.moves.pop(place.seq, None)
                        read.judged.pop(place.seq, None)
                        continue
                    entry = place.entry
                    if entry.kind == SUMMARY:
                        if (seen := entry.details.get(SHOWN)) is not None:
                            felt = Move(seen[0], Shown(*seen[1:])) if seen else None
                            read.judged[place.seq] = (frozenset(entry.details["turns"]), felt)
                        continue
                    read.ids[place.seq] = entry.id
                    text = hash(entry.text)
                    if read.moves.get(place.seq, (None,))[0] != text:  # otherwise it was only used or forgotten
                        theirs = entry.speaker not in own and not is_copy(entry)
                        at = felt_at(entry.stored, entry.time)
                        move = Move(at, feelings_shown(entry.text)) if theirs else None
                        read.moves[place.seq] = (text, move)
                read.seq = seq
            judged: set[str] = set().union(*(turns for turns, _ in read.judged.values()))
            own_moves = [
                move for seq, (_, move) in read.moves.items() if move is not None and read.ids[seq] not in judged
            ]
            return [*own_moves, *(move for _, move in read.judged.values() if move is not None)]
