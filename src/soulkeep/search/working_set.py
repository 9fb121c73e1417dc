"""A partition's working set: arrays with what is needed of its memories to find them.

Row i is the i-th memory of the partition by sequence number. Texts stay in the store. The set is a projection of the
store: it catches up by sequence number before each use, and may be dropped at any time.

A set of many rows is *large*: its vectors stay as they are stored (float16), and may lie in a file that has no name;
`segments` find the vectors near a question without looking at all of them (see search/ann.py).
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from copy import copy, deepcopy
from threading import Event, RLock
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from soulkeep.lang.terms import TERMS_VERSION
from soulkeep.search.ann import Segment
from soulkeep.search.bm25 import Hashes, Postings, Rows, unpack_terms
from soulkeep.search.float16 import as_singles, products, room
from soulkeep.search.indexed_terms import index_entry
from soulkeep.stores.base import Store
from soulkeep.stores.rows import Head, PartitionKey, Space, State
from soulkeep.types.records import PERSON

_GROWTH = 1.5
_LOADING = 4
"""How many times as much room as for the rows read so far is made while more come: what isn't used costs nothing."""

_PAGE = 10_000
"""Number of memories read from the store at once."""

_FEW = 4
"""Number of vectors up to which products are computed one by one, without the threads of BLAS."""


class Large(NamedTuple):
    """The number of rows above which a set is large, and the folder of the file for its vectors; None for memory."""

    rows: int = sys.maxsize
    folder: str | None = None


class Where(NamedTuple):
    """The rows, ascending, that hold a term; how often each does; and how many rows of the whole partition that are
    neither derived nor forgotten hold it."""

    rows: Rows
    counts: NDArray[np.float32]
    said: int


class PartitionSummary(NamedTuple):
    """Statistics of a whole partition.

    Attributes:
        rows: number of rows, deleted ones too.
        said: number of rows that are neither derived nor forgotten; deleted ones count until the set is loaded anew.
        plain: number of rows that aren't derived.
        terms: number of terms of these.
        earliest: the row with the earliest time, -1 if none has one.
    """

    rows: int
    said: int
    plain: int
    terms: float
    earliest: int


class Holders(NamedTuple):
    """A packed mask, one bit a row, of the rows that hold any of some terms; and their number."""

    bits: NDArray[np.uint8]
    number: int

    def among(self, rows: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Return which of some rows are set in the mask."""
        among: NDArray[np.bool_] = (self.bits[rows >> 3] >> (7 - (rows & 7)) & 1).astype(np.bool_)
        return among


_HOLDERS = 64
"""Number of sets of terms whose holders are cached."""


class _Generation(NamedTuple):
    """Values computed from all rows, and the version of the partition that they are of."""

    version: int
    said: NDArray[np.bool_]
    derived: NDArray[np.intp]
    whole: PartitionSummary
    holders: dict[bytes, Holders]
    bearing: dict[int, NDArray[np.bool_]]


class Codes:
    """Small integers for repeated strings.

    Attributes:
        numbers: the integer of each string.
    """

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def number(self, name: str) -> int:
        """Return the integer of a string; a new one gets the next."""
        return self.numbers.setdefault(name, len(self.numbers))

    def each(self, names: Sequence[str]) -> list[int]:
        """Return the integers of some strings, in their order; new ones get the next."""
        for name in dict.fromkeys(names):
            self.number(name)
        return [*map(self.numbers.__getitem__, names)]

    def names(self) -> list[str]:
        """Return the strings that have an integer."""
        return list(self.numbers)

    def find(self, name: str) -> int:
        """Return the integer of a string, -1 if it has none."""
        return self.numbers.get(name, -1)


class Partition:
    """The working set of one partition. Hold `lock` while reading its arrays.

    Attributes:
        id, key: the partition's id and key in the store.
        size: number of rows; the arrays below have at least as many.
        vectors: (rows, dimensions), unit length; zeros where there is no vector. float32, or float16 in a large set:
            use `similarity` and `singles` to compute with them.
        lengths: number of terms of each.
        times: seconds since the epoch, NaN where unknown.
        previous, following: row of the neighbour in the same session or source, -1 for none.
        kinds, sources, speakers: codes; a speaker of 0 is none.
        boosts: log10 of the importance.
        pinned, forgotten: whether a memory never fades, and whether it is held back until it is restored.
        superseded: whether another memory replaces it.
        bases: row of the memory that a derived one rests on first, -1 for none.
        live: whether it isn't deleted.
        version: number of changes so far.
        planned: the version for which it was last checked what to index.
        segments: indexes over rows from the first on, in their order; none where every row is compared.
        strays: indexed rows whose vector changed since, with the version of the change.
        epoch: an object that is replaced when the whole set is loaded anew.
        retired: an event that is set when the working set is dropped.
    """

    def __init__(self, id: int, key: PartitionKey, space: Space, large: Large = Large()) -> None:  # noqa: B008
        self.id = id
        self.key = key
        self.lock = RLock()
        self.space = space
        self.large_from = large
        self.version = 0
        self.planned = -1
        self.retired = Event()
        self._begin()

    def _begin(self) -> None:
        """Reset to an empty set."""
        self.size = 0
        self.seq = 0
        self.version += 1
        self.segments: tuple[Segment, ...] = ()
        self.strays: dict[int, int] = {}
        self.epoch = object()
        self._seen: _Generation | None = None
        self.postings = Postings()
        self.kind_codes = Codes()
        self.source_codes = Codes()
        self.speaker_codes = Codes()
        self.speaker_codes.number("")
        self.vectors: NDArray[Any] = np.zeros((0, self.space.dimensions), dtype=np.float32)
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
        self._counted: tuple[int, tuple[Segment, ...], int] = (-1, (), 0)

    @property
    def large(self) -> bool:
        """Whether it has so many rows that its vectors are held as they are stored (float16)."""
        return self.vectors.dtype == np.float16

    @property
    def nbytes(self) -> int:
        """Bytes of the working set, its segments included."""
        if self._counted[:2] != (self.version, self.segments):
            arrays: list[NDArray[Any]] = [getattr(self, name) for name in _ARRAYS]
            rows = (
                sum([array.nbytes for array in arrays]) * self.size // max(len(self.seqs), 1)
            )  # the rest is untouched
            size = rows + self.postings.nbytes + sum([segment.nbytes for segment in self.segments])
            self._counted = (self.version, self.segments, size)
        return self._counted[2]

    def catch_up(self, store: Store, head: Head) -> None:
        """Read what changed in the store since the last time."""
        with self.lock:
            if self.seq >= head.seq:
                return
            if not self._take_in(store, head):
                self._begin()  # postings can't remove the old words: all is loaded anew
                self._take_in(store, head)
            self.postings.settle()
            self.seq = head.seq

    def _take_in(self, store: Store, head: Head) -> bool:
        """Read what changed, page by page; later changes are read next time. Return False if the text of a row has
        changed."""
        after, more = 0, True
        while more:
            states = store.states(self.id, self.seq, self.space, after=after, limit=_PAGE)
            last = int(self.seqs[self.size - 1]) if self.size else 0
            if any(state.live and state.seq <= last and state.amended > self.seq for state in states):
                return False
            added = [state for state in states if state.seq > last and state.live]
            for state in states:
                if state.seq <= last:
                    self._change(state)
            more = len(states) == _PAGE
            if added:
                coming = self.size + len(added)
                self._reserve(coming, min(head.seq, _LOADING * coming) if more and not self.seq else coming)
                self._add(store, added)
            after = states[-1].seq if more else after
        return True

    def similarity(self, vector: NDArray[np.float32], rows: NDArray[Any] | None = None) -> NDArray[np.float32]:
        """Return the dot products of the vectors of all rows, or of some, with one."""
        return products(self.vectors[: self.size] if rows is None else self.vectors[rows], vector)

    def alike(self, rows: NDArray[Any]) -> NDArray[np.float32]:
        """Return the dot products of the vectors of some rows with those of all rows, shape (len(rows), size)."""
        if not self.large and len(rows) > _FEW:  # all at once: reading the vectors takes longest
            likeness: NDArray[np.float32] = self.vectors[rows] @ self.vectors[: self.size].T
            return likeness
        return np.array([self.similarity(vector) for vector in self.singles(rows)]).reshape(len(rows), self.size)

    def singles(self, rows: NDArray[Any] | int) -> NDArray[np.float32]:
        """Return the vectors of some rows as float32."""
        return as_singles(self.vectors[rows])  # float32 isn't copied

    def where(self, term: int) -> Where:
        """Return where a term occurs."""
        return self.each(np.array([term], dtype=np.uint32))[0]

    def each(self, terms: Hashes) -> list[Where]:
        """Return where each of some terms occurs."""
        seen = self._see()
        said, all_said = seen.said, seen.whole.said == self.size
        return [
            Where(rows, counts, len(rows) if all_said else int(np.count_nonzero(said.take(rows))))
            for rows, counts in self.postings.each(terms)
        ]

    def marked(self, hashes: Hashes) -> NDArray[np.bool_]:
        """Return which rows hold any of some terms or marks."""
        mask = np.zeros(self.size, dtype=np.bool_)
        mask[self.postings.holding(hashes)] = True
        return mask

    def bearing(self, mark: int) -> NDArray[np.bool_]:
        """Return which rows bear a mark. The mask is cached until something changes, and must not be written to."""
        cached = self._see().bearing
        mask = cached.get(mark)
        if mask is None:
            mask = cached[mark] = np.zeros(self.size, dtype=np.bool_)
            mask[self.postings.find(mark).rows] = True
            mask.setflags(write=False)
        return mask

    def spread(self, hashes: Hashes) -> tuple[NDArray[np.bool_], int]:
        """Return which rows hold any of some terms, and how many."""
        mask = self.marked(hashes)
        return mask, int(np.count_nonzero(mask))

    def holders(self, hashes: Hashes) -> Holders:
        """Return which rows hold any of some terms; cached until something changes."""
        cached, key = self._see().holders, hashes.tobytes()
        if key not in cached:
            if len(cached) >= _HOLDERS:
                cached.clear()
            mask, count = self.spread(hashes)
            cached[key] = Holders(np.packbits(mask), count)
        return cached[key]

    @property
    def whole(self) -> PartitionSummary:
        """Statistics of the whole partition."""
        return self._see().whole

    @property
    def derived(self) -> NDArray[np.intp]:
        """The rows of derived memories, sorted by the row that they rest on."""
        return self._see().derived

    def _see(self) -> _Generation:
        """Return the values computed from all rows, once for each version."""
        if self._seen is None or self._seen.version != self.version:
            rows = slice(self.size)
            plain = self.bases[rows] < 0
            said = plain & ~self.forgotten[rows]
            derived = np.flatnonzero(~plain)
            times = self.times[rows]
            whole = PartitionSummary(
                rows=self.size,
                said=int(np.count_nonzero(said)),
                plain=self.size - len(derived),
                terms=float(self.lengths[rows].sum(dtype=np.float64) - self.lengths[derived].sum(dtype=np.float64)),
                earliest=-1 if np.isnan(times).all() else int(np.nanargmin(times)),
            )
            order = np.argsort(self.bases[derived], kind="stable")
            self._seen = _Generation(self.version, said, derived[order], whole, {}, {})
        return self._seen

    def imagining(self, state: State, store: Store) -> Partition:
        """Return a copy with one memory added that isn't stored."""
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
        packed = self._terms(store, states)
        hashes, counts, sizes = unpack_terms(packed)
        self.postings.append(first, hashes, counts, sizes)
        self.lengths[first : first + len(states)] = _sums(counts, sizes)
        self._fill(first, states)

    def _fill(self, first: int, states: list[State]) -> None:
        """Write all that is known of memories, except their terms, into the rows from `first` on."""
        count = len(states)
        at = slice(first, first + count)
        known: Any = State._make(zip(*states, strict=True))  # column by column
        self.seqs[at] = known.seq
        self.times[at] = np.array(known.time, dtype=np.float64)  # None is NaN
        self.accessed[at] = known.accessed
        self.boosts[at] = np.log10(known.importance)
        self.stability[at] = known.stability
        self.pinned[at] = known.pinned
        self.forgotten[at] = [moment is not None for moment in known.forgotten]
        self.superseded[at] = [by is not None for by in known.superseded]
        self.bases[at] = [-1 if base is None else self._row(base, first + count) for base in known.base]
        self.kinds[at] = self.kind_codes.each(known.kind)
        self.sources[at] = self.source_codes.each(known.source)
        self.speakers[at] = self.speaker_codes.each([speaker or "" for speaker in known.speaker])
        self.live[at] = self.kinds[at] != self.kind_codes.find(PERSON)  # a person's name is no experience
        self._set_vectors(first, known.vector)
        self._link(first, known.source, known.session, known.base)
        self.size = first + count
        self.version += 1

    def _change(self, state: State) -> None:
        row = self._row(state.seq, self.size)
        if row < 0:
            return  # it was deleted before it was ever read
        self.version += 1
        if not state.live:
            self.live[row] = False
            self.vectors[row] = 0
            return
        self.boosts[row] = np.log10(state.importance)
        self.stability[row], self.accessed[row] = state.stability, state.accessed
        self.pinned[row], self.forgotten[row] = state.pinned, state.forgotten is not None
        self.superseded[row] = state.superseded is not None
        before = self.vectors[row].copy()
        self._set_vectors(row, [state.vector])
        if self.large and not np.array_equal(before, self.vectors[row]):
            self.strays[row] = self.version

    def _row(self, seq: int, size: int) -> int:
        """Return the row of a sequence number among the first `size` rows, -1 if it isn't there."""
        row = int(np.searchsorted(self.seqs[:size], seq))
        return row if row < size and self.seqs[row] == seq else -1

    def _set_vectors(self, first: int, packed: Sequence[bytes | None]) -> None:
        blank = bytes(2 * self.vectors.shape[1])
        if {*map(len, filter(None, packed))} != {len(blank)} or None in packed:
            packed = [vector if vector and len(vector) == len(blank) else blank for vector in packed]
        joined = b"".join(packed)  # type: ignore[arg-type]
        self.vectors[first : first + len(packed)] = np.frombuffer(joined, dtype="<f2").reshape(len(packed), -1)

    def _terms(self, store: Store, states: list[State]) -> list[bytes]:
        """Return index entries; those made by an older version of the term rules are made anew from the texts."""
        stale = [state.seq for state in states if state.terms_version != TERMS_VERSION]
        if not stale:
            return [state.terms for state in states]
        texts = store.fetch(self.id, stale)
        return [index_entry(texts[state.seq]) if state.seq in texts else state.terms for state in states]

    def _link(
        self, first: int, sources: Sequence[str], sessions: Sequence[str | None], bases: Sequence[int | None]
    ) -> None:
        """Link the memories of each session, and the passages of each source, in their order."""
        previous: list[int] = []
        last_of = self._last_of
        self.following[first : first + len(sources)] = -1
        for row, (source, session, base) in enumerate(zip(sources, sessions, bases, strict=True), first):
            if base is not None:  # derived memories have no neighbours
                previous.append(-1)
                continue
            chain = (source, session or "")
            before = last_of.get(chain, -1)
            previous.append(before)
            if before >= 0:
                self.following[before] = row
            last_of[chain] = row
        self.previous[first : first + len(sources)] = previous

    def _reserve(self, rows: int, coming: int) -> None:
        """Reserve room for rows, and for others that may come. A first load gets just that, growth some more."""
        large = rows > self.large_from.rows
        if rows <= len(self.seqs) and large is self.large:
            return
        capacity = max(rows, coming, max(int(len(self.seqs) * _GROWTH), 64) if self.size else 0)
        for name in _ARRAYS:
            old: NDArray[Any] = getattr(self, name)
            shape = (capacity, *old.shape[1:])
            halves = large and name == "vectors"
            new = room(shape, self.large_from.folder) if halves else np.zeros(shape, dtype=old.dtype)
            new[: self.size] = old[: self.size]  # nothing is lost: these float32 values came from float16
            setattr(self, name, new)


_ARRAYS = (
    "vectors", "seqs", "times", "accessed", "boosts", "stability", "pinned", "forgotten", "superseded", "bases",
    "lengths", "previous", "following", "kinds", "sources", "speakers", "live",
)  # fmt: skip


def _sums(values: NDArray[np.float32], sizes: NDArray[np.int64]) -> NDArray[np.float32]:
    """Return the sums of consecutive runs of the given sizes, 0 for an empty run."""
    totals = np.concatenate([[0.0], np.cumsum(values, dtype=np.float64)])
    ends = np.cumsum(sizes)
    sums: NDArray[np.float32] = (totals[ends] - totals[ends - sizes]).astype(np.float32)
    return sums
