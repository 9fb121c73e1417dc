"""A partition's working set: what of its memories is needed to find them, as arrays.

Row i is the i-th memory of the partition in the order of its sequence. Texts stay in the store. The set is a
projection: it catches up by sequence number before each use, and may be dropped at any time.
"""

from __future__ import annotations

from copy import copy, deepcopy
from threading import RLock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from soulkeep.mind.features import TERMS_VERSION, words
from soulkeep.mind.postings import Postings, unpack_terms
from soulkeep.stores.base import Head, PartitionKey, Space, State, Store

_GROWTH = 1.5


class Codes:
    """Small numbers for repeated strings."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def number(self, name: str) -> int:
        """The number of a string, made if need be."""
        return self._numbers.setdefault(name, len(self._numbers))

    def names(self) -> list[str]:
        """The strings that have a number."""
        return list(self._numbers)

    def find(self, name: str) -> int:
        """The number of a string, -1 if it has none."""
        return self._numbers.get(name, -1)


class Partition:
    """The working set of one partition. Hold `lock` while reading its arrays.

    Attributes:
        id, key: the partition's in the store.
        size: rows; the arrays below have at least as many.
        vectors: (rows, dimensions) float32, unit length; zeros where there is no vector.
        lengths: terms of each.
        times: seconds since the epoch, NaN where unknown.
        previous, following: row of the neighbour in the same session or source, -1 for none.
        kinds, sources, speakers: codes; a speaker of 0 is none.
        boosts: log10 of the importance.
        pinned, forgotten: whether it never fades, and whether it is held back until it is restored.
        superseded: whether another memory stands in its place.
        bases: row of the memory that a derived one rests on first, -1 for none.
        live: False once deleted.
    """

    def __init__(self, id: int, key: PartitionKey, space: Space) -> None:
        self.id = id
        self.key = key
        self.lock = RLock()
        self.space = space
        self._begin()

    def _begin(self) -> None:
        """Hold nothing yet."""
        self.size = 0
        self.seq = 0
        self.postings = Postings()
        self.kind_codes = Codes()
        self.source_codes = Codes()
        self.speaker_codes = Codes()
        self.speaker_codes.number("")
        self.vectors: NDArray[np.float32] = np.zeros((0, self.space.dimensions), dtype=np.float32)
        self.seqs: NDArray[np.int64] = np.zeros(0, dtype=np.int64)
        self.times: NDArray[np.float64] = np.zeros(0, dtype=np.float64)
        self.accessed: NDArray[np.float64] = np.zeros(0, dtype=np.float64)
        self.boosts: NDArray[np.float32] = np.zeros(0, dtype=np.float32)
        self.stability: NDArray[np.float32] = np.zeros(0, dtype=np.float32)
        self.pinned: NDArray[np.bool_] = np.zeros(0, dtype=np.bool_)
        self.forgotten: NDArray[np.bool_] = np.zeros(0, dtype=np.bool_)
        self.superseded: NDArray[np.bool_] = np.zeros(0, dtype=np.bool_)
        self.bases: NDArray[np.int32] = np.zeros(0, dtype=np.int32)
        self.lengths: NDArray[np.float32] = np.zeros(0, dtype=np.float32)
        self.previous: NDArray[np.int32] = np.zeros(0, dtype=np.int32)
        self.following: NDArray[np.int32] = np.zeros(0, dtype=np.int32)
        self.kinds: NDArray[np.int16] = np.zeros(0, dtype=np.int16)
        self.sources: NDArray[np.int32] = np.zeros(0, dtype=np.int32)
        self.speakers: NDArray[np.int32] = np.zeros(0, dtype=np.int32)
        self.live: NDArray[np.bool_] = np.zeros(0, dtype=np.bool_)
        self._last_of: dict[tuple[str, str], int] = {}

    @property
    def nbytes(self) -> int:
        """Bytes of the working set."""
        arrays: list[NDArray[Any]] = [getattr(self, name) for name in _ARRAYS]
        return sum(array.nbytes for array in arrays) + self.postings.nbytes

    def catch_up(self, store: Store, head: Head) -> None:
        """Take in what changed since the last time. Does nothing if nothing did."""
        with self.lock:
            if self.seq >= head.seq:
                return
            states = store.states(self.id, self.seq, self.space)
            known = int(self.seqs[self.size - 1]) if self.size else 0
            if any(state.live and state.seq <= known and state.amended > self.seq for state in states):
                self._begin()  # the postings can't let go of the words before: all is read anew
                states, known = store.states(self.id, 0, self.space), 0
            added = [state for state in states if state.seq > known and state.live]
            for state in states:
                if state.seq <= known:
                    self._change(store, state)
            if added:
                self._add(store, added)
            self.seq = head.seq

    def imagining(self, state: State, store: Store) -> Partition:
        """A copy in which one memory more stands, which isn't stored."""
        with self.lock:
            other = copy(self)
            other.lock = RLock()
            for name in _ARRAYS:
                old: NDArray[Any] = getattr(self, name)[: self.size]
                setattr(other, name, np.concatenate([old, np.zeros_like(old, shape=(1, *old.shape[1:]))]))
            hashes, counts, _ = unpack_terms(self._terms(store, [state]))
            other.postings = self.postings.with_row(self.size, hashes, counts)
            for codes in ("kind_codes", "source_codes", "speaker_codes"):
                setattr(other, codes, deepcopy(getattr(self, codes)))
            other._last_of = dict(self._last_of)
        other._fill(other.size, [state])
        other.lengths[other.size - 1] = counts.sum()
        return other

    def _add(self, store: Store, states: list[State]) -> None:
        first = self.size
        self._reserve(first + len(states))
        packed = self._terms(store, states)
        hashes, counts, sizes = unpack_terms(packed)
        self.postings.append(first, hashes, counts, sizes)
        self.lengths[first : first + len(states)] = _sums(counts, sizes)
        self._fill(first, states)

    def _fill(self, first: int, states: list[State]) -> None:
        """Put what is known of memories into rows from `first` on, all but their terms."""
        count = len(states)
        at = slice(first, first + count)
        self.seqs[at] = [state.seq for state in states]
        self.times[at] = [np.nan if state.time is None else state.time for state in states]
        self.accessed[at] = [state.accessed for state in states]
        self.boosts[at] = np.log10([state.importance for state in states])
        self.stability[at] = [state.stability for state in states]
        self.pinned[at] = [state.pinned for state in states]
        self.forgotten[at] = [state.forgotten is not None for state in states]
        self.superseded[at] = [state.superseded is not None for state in states]
        self.bases[at] = [-1 if state.base is None else self._row(state.base, first + count) for state in states]
        self.kinds[at] = [self.kind_codes.number(state.kind) for state in states]
        self.sources[at] = [self.source_codes.number(state.source) for state in states]
        self.speakers[at] = [self.speaker_codes.number(state.speaker or "") for state in states]
        self.live[at] = True
        self._set_vectors(first, states)
        self._link(first, states)
        self.size = first + count

    def _change(self, store: Store, state: State) -> None:
        row = self._row(state.seq, self.size)
        if row < 0:
            return  # deleted before it was ever seen
        if not state.live:
            self.live[row] = False
            self.vectors[row] = 0
            return
        self.boosts[row] = np.log10(state.importance)
        self.stability[row], self.accessed[row] = state.stability, state.accessed
        self.pinned[row], self.forgotten[row] = state.pinned, state.forgotten is not None
        self.superseded[row] = state.superseded is not None
        self._set_vectors(row, [state])

    def _row(self, seq: int, size: int) -> int:
        """The row of a sequence number among the first `size` rows, -1 if it isn't there."""
        row = int(np.searchsorted(self.seqs[:size], seq))
        return row if row < size and self.seqs[row] == seq else -1

    def _set_vectors(self, first: int, states: list[State]) -> None:
        blank = bytes(2 * self.vectors.shape[1])
        packed = (state.vector or blank for state in states)
        joined = b"".join(vector if len(vector) == len(blank) else blank for vector in packed)
        self.vectors[first : first + len(states)] = np.frombuffer(joined, dtype="<f2").reshape(len(states), -1)

    def _terms(self, store: Store, states: list[State]) -> list[bytes]:
        """Index entries; those made by an older version of the term rules are made anew from the texts."""
        stale = [state.seq for state in states if state.terms_version != TERMS_VERSION]
        texts = store.fetch(self.id, stale) if stale else {}
        return [words(texts[state.seq]) if state.seq in texts else state.terms for state in states]

    def _link(self, first: int, states: list[State]) -> None:
        """Chain the memories of each session, and the passages of each source, in their order."""
        for row, state in enumerate(states, start=first):
            if state.base is not None:  # derived: nothing was said before it or after
                self.previous[row] = self.following[row] = -1
                continue
            chain = (state.source, state.session or "")
            before = self._last_of.get(chain, -1)
            self.previous[row], self.following[row] = before, -1
            if before >= 0:
                self.following[before] = row
            self._last_of[chain] = row

    def _reserve(self, rows: int) -> None:
        """Make room. A first load takes just what it needs, growth some more."""
        if rows <= len(self.seqs):
            return
        capacity = rows if not self.size else max(rows, int(len(self.seqs) * _GROWTH), 64)
        for name in _ARRAYS:
            old: NDArray[Any] = getattr(self, name)
            new = np.zeros((capacity, *old.shape[1:]), dtype=old.dtype)
            new[: self.size] = old[: self.size]
            setattr(self, name, new)


_ARRAYS = (
    "vectors", "seqs", "times", "accessed", "boosts", "stability", "pinned", "forgotten", "superseded", "bases",
    "lengths", "previous", "following", "kinds", "sources", "speakers", "live",
)  # fmt: skip


def _sums(values: NDArray[np.float32], sizes: NDArray[np.int64]) -> NDArray[np.float32]:
    """Sums of consecutive runs of the given sizes, 0 for an empty run."""
    totals = np.concatenate([[0.0], np.cumsum(values, dtype=np.float64)])
    ends = np.cumsum(sizes)
    sums: NDArray[np.float32] = (totals[ends] - totals[ends - sizes]).astype(np.float32)
    return sums
