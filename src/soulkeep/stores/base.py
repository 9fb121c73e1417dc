"""The store boundary: partitions of memories in a durable journal.

A partition is what one owner keeps about one relationship. Each has one sequence, which every addition, update and
deletion advances in the transaction that makes the change, so that a reader who remembers the last number it saw
can ask for exactly what it missed. Projections (working sets, vectors, indexes) rest on these rows alone and may
be dropped at any time.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

COPY_OF = "copy_of"
"""Name in a copy's details of the id of what it is a copy of."""


class PartitionKey(NamedTuple):
    """Whose memories, and about which relationship (None: nobody in particular)."""

    owner: str
    person: str | None


class Head(NamedTuple):
    """Where a partition stands: its id, which is never used again, and the last number of its sequence."""

    partition: int
    seq: int


class Space(NamedTuple):
    """A vector space: the embedding model's name, and the length of its vectors."""

    name: str
    dimensions: int


class Impulse(NamedTuple):
    """What moves a feeling: by how much, when, and the seconds in which half of that fades."""

    feeling: str
    amount: float
    time: float
    half_life: float


class Feeling(NamedTuple):
    """How strong a feeling was at some time, and the seconds in which half of it fades."""

    amount: float
    time: float
    half_life: float

    def at(self, moment: float) -> float:
        """What is left of it at a moment, in seconds since the epoch."""
        fading: float = 0.5 ** (max(0.0, moment - self.time) / self.half_life)
        return self.amount * fading


@dataclass(slots=True, kw_only=True)
class Entry:
    """A memory as it is stored. Times are seconds since the epoch, `zone` minutes east of UTC.

    What was derived from others names in `base` the sequence number of the one it rests on first. `superseded` is the
    id of the memory that stands in its place, `ended` since when what it says no longer holds.

    `terms` is the packed index entry (see mind/postings.py) and `vector` float16 bytes; both are projections.
    """

    id: str
    kind: str
    text: str
    source: str
    stored: float
    session: str | None = None
    speaker: str | None = None
    heading: str = ""
    language: str = "en"
    time: float | None = None
    zone: int | None = None
    importance: float = 1.0
    stability: float = 1.0
    accessed: float = 0.0
    pinned: int = 0
    forgotten: float | None = None
    ended: float | None = None
    superseded: str | None = None
    base: int | None = None
    details: Mapping[str, Any] = field(default_factory=dict)
    terms: bytes = b""
    terms_version: int = 0
    vector: bytes | None = None
    defaulted: frozenset[str] = frozenset()
    """Columns that the caller left to us, so that repeating an id without them is still the same turn."""
    once: bool = False
    """Whether an id that is taken is a conflict, whatever stands there."""


class State(NamedTuple):
    """The part of a memory that a working set holds. `live` is False once it is deleted."""

    seq: int
    live: int
    kind: str
    source: str
    session: str | None
    speaker: str | None
    time: float | None
    importance: float
    stability: float
    accessed: float
    pinned: int
    forgotten: float | None
    superseded: str | None
    base: int | None
    terms: bytes
    terms_version: int
    vector: bytes | None


class Stored(NamedTuple):
    """The outcome of one append: its sequence number, and whether it was new."""

    seq: int
    new: bool


class Found(NamedTuple):
    """A memory read back with its place."""

    partition: int
    seq: int
    entry: Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacterRow:
    """A character as it is stored. Dials that are None are the keep's."""

    id: str
    name: str
    description: str = ""
    language: str = ""
    forgetfulness: float | None = None
    learning: float | None = None
    valence: float = 0.0
    arousal: float = 0.0


class Wake(NamedTuple):
    """When what was stored is to be worked on: `quiet` seconds after the last of it, at most `most` after the first."""

    now: float
    quiet: float
    most: float


LEASE = 120.0
"""Seconds for which a partition's work is held; longer than a language model may take for one answer."""


class Lost(Exception):
    """Another worker has taken the work over, or its partition was erased. It never leaves the package."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """A partition's work, as a worker holds it.

    Attributes:
        partition, key: whose.
        token: tells this hold of it from others.
        wakes: how often it was woken, to notice what came meanwhile.
        marks: how far it has come; whatever the worker keeps there.
    """

    partition: int
    key: PartitionKey
    token: str
    wakes: int
    marks: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """Work that waits or is being done. Times are seconds since the epoch."""

    key: PartitionKey
    since: float
    due: float
    running: bool
    marks: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One journalled update or deletion."""

    seq: int
    op: str
    memory: int
    at: float
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownGraph:
    """RDF data that a character knows: under which name, the digest of its content, its triples, and since when."""

    source: str
    digest: str
    triples: int
    added: float


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreStats:
    """Counts for people."""

    location: str
    schema: int
    characters: int
    partitions: int
    memories: int
    bytes: int
    space: Space | None
    filling: Space | None
    without_vector: int


class Store(ABC):
    """A durable home of memories. Safe to use from any thread; what returns is on disk."""

    # -- characters

    @abstractmethod
    def put_character(self, id: str, values: Mapping[str, Any]) -> CharacterRow:
        """Create a character (named by its id), or change those columns of it that are given; the row as it is then."""

    @abstractmethod
    def character(self, id: str) -> CharacterRow | None:
        """One character, or None."""

    @abstractmethod
    def characters(self) -> list[CharacterRow]:
        """All of them, by id."""

    # -- writing

    @abstractmethod
    def append(
        self,
        key: PartitionKey,
        entries: Sequence[Entry],
        space: Space | None,
        *,
        into: int | None = None,
        wake: Wake | None = None,
        copies: Mapping[PartitionKey, Sequence[Entry]] | None = None,
    ) -> list[Stored]:
        """Add memories in one transaction, all or none, and let the work on them wait.

        `copies` are what others heard of it, for their partitions; erasing this one erases them, too. With `into`,
        those whose partition is gone by now get none.

        Vectors are kept only if `space` is the one in use; otherwise the memory waits for its vector. With `into`, the
        partition must still be the one of that id: what was erased doesn't come back by an answer to it.

        Raises:
            IdConflict: an id is taken by other content; nothing is stored.
            Erased: the partition `into` is gone; nothing is stored.
        """

    @abstractmethod
    def update(self, partition: int, seqs: Sequence[int], values: Mapping[str, Any], *, at: float) -> int:
        """Change columns of memories in one transaction, journalling their old values; how many there were."""

    @abstractmethod
    def touch(self, uses: Mapping[int, Sequence[int]], *, boost: float, at: float) -> None:
        """Memories (partition -> seqs) were used: multiply each one's stability by `boost`, set `accessed` to `at`."""

    @abstractmethod
    def delete(self, partition: int, seqs: Sequence[int], *, at: float) -> int:
        """Remove memories with their text, vectors and history, leaving only the fact that there was one."""

    @abstractmethod
    def erase(self, key: PartitionKey) -> int:
        """Remove a partition and everything in it, and what others hold of it: copies, and what was derived from those.
        Returns how many memories that were. `scrub` cleans the files."""

    @abstractmethod
    def scrub(self) -> bool:
        """Leave no trace of what was removed in the store's files; False if somebody still reads the state before."""

    # -- reading

    @abstractmethod
    def heads(self, keys: Sequence[PartitionKey]) -> tuple[Space | None, list[Head | None]]:
        """The space in use, and where each partition stands (None if it holds nothing)."""

    @abstractmethod
    def keys(self, *, owner: str | None = None, person: str | None = None) -> list[PartitionKey]:
        """The partitions there are, of an owner or about a person."""

    @abstractmethod
    def states(self, partition: int, since: int, space: Space | None) -> list[State]:
        """What changed after sequence number `since`, by seq; from 0, all that is live."""

    @abstractmethod
    def fetch(self, partition: int, seqs: Iterable[int]) -> dict[int, Entry]:
        """Whole memories by sequence number; those deleted are left out."""

    @abstractmethod
    def find(self, key: PartitionKey, id: str) -> Found | None:
        """A live memory by its id."""

    @abstractmethod
    def select(self, partition: int, kinds: Sequence[str], *, after: int = 0, limit: int | None = None) -> list[Found]:
        """Live memories of some kinds beyond a sequence number, in their order."""

    @abstractmethod
    def changed(self, partition: int, kinds: Sequence[str], since: int) -> Iterator[tuple[Found, bool]]:
        """The memories of some kinds that changed after a sequence number, in their order, and whether each is live;
        from 0, those that are live."""

    @abstractmethod
    def last(self, key: PartitionKey, count: int, *, kind: str, session: str | None = None) -> list[Found]:
        """The newest `count` memories of a kind, of one session or of any, oldest first."""

    @abstractmethod
    def walk(self, key: PartitionKey) -> Iterator[Entry]:
        """All live memories of a partition, in the order they were stored."""

    @abstractmethod
    def history(self, partition: int, seq: int) -> list[Change]:
        """The journalled changes of a memory, oldest first."""

    # -- knowledge

    @abstractmethod
    def put_graph(self, owner: str, source: str, digest: str, triples: int, data: bytes, *, at: float) -> bool:
        """Let a character know RDF data under a name, in place of what it knew under it; False if it was the same."""

    @abstractmethod
    def drop_graph(self, owner: str, source: str) -> bool:
        """Let a character know it no more; False if it didn't."""

    @abstractmethod
    def graphs(self, owner: str) -> list[KnownGraph]:
        """What a character knows, by name."""

    @abstractmethod
    def graph(self, digest: str) -> bytes | None:
        """The data of a digest, as it was put; None if nobody knows it any more."""

    # -- scripts

    @abstractmethod
    def put_script(self, owner: str, name: str, text: str) -> None:
        """Keep a character's script under a name, in place of what was there."""

    @abstractmethod
    def drop_script(self, owner: str, name: str) -> bool:
        """Drop it; False if there was none."""

    @abstractmethod
    def scripts(self, owner: str) -> dict[str, str]:
        """A character's scripts, by name."""

    # -- feelings

    @abstractmethod
    def feelings(self, key: PartitionKey) -> dict[str, Feeling]:
        """What is felt in a relationship, by name."""

    @abstractmethod
    def set_feelings(self, key: PartitionKey, feelings: Mapping[str, Feeling]) -> None:
        """Put feelings in place of those of the same names."""

    # -- work

    @abstractmethod
    def claim(self, now: float, lease: float, *, partition: int | None = None) -> Work | None:
        """Hold the work that was due first, or that of one partition, due or not, for `lease` seconds; None if there is
        none, or somebody else holds it.

        What is not finished by then may be claimed by another.
        """

    @abstractmethod
    def hold(self, work: Work, until: float) -> bool:
        """Hold it for longer; False if it was taken over or erased."""

    @abstractmethod
    def advance(
        self,
        work: Work,
        marks: Mapping[str, Any],
        *,
        added: Sequence[Entry] = (),
        changed: Mapping[int, Mapping[str, Any]] | None = None,
        impulses: Sequence[Impulse] = (),
        space: Space | None,
        at: float,
    ) -> bool:
        """Store a step's outcome and how far it has come, in one transaction, so that no step counts twice.

        Args:
            work: held by the caller.
            marks: put in place of the ones before.
            added: memories derived.
            changed: columns of memories, by sequence number.
            impulses: what moves the feelings there.
            space: of the vectors of `added`.
            at: now.

        Returns:
            False if the work was taken over or erased meanwhile: nothing is stored.
        """

    @abstractmethod
    def release(self, work: Work, due: float | None) -> None:
        """Let go of it, done (None) or to go on at some time; at once, if more came meanwhile."""

    @abstractmethod
    def waiting(self) -> list[Waiting]:
        """The work that waits or is being done, the first due first."""

    @abstractmethod
    def wake(self, key: PartitionKey, wake: Wake) -> None:
        """Let a partition be worked on, if there is one."""

    # -- vector spaces

    @abstractmethod
    def open_space(self, space: Space) -> Space:
        """The space in use; `space` becomes it where there was none."""

    @abstractmethod
    def fill_space(self, space: Space) -> None:
        """Begin (or go on) to fill another space while the present one serves."""

    @abstractmethod
    def unembedded(self, space: Space, limit: int, *, after: tuple[int, int] = (0, 0)) -> list[Found]:
        """The next live memories without a vector in a space, by (partition, seq), beyond `after`."""

    @abstractmethod
    def count_unembedded(self, space: Space) -> int:
        """How many there are."""

    @abstractmethod
    def put_vectors(self, space: Space, vectors: Sequence[tuple[int, int, bytes]]) -> None:
        """Store vectors (partition, seq, float16 bytes) of a space."""

    @abstractmethod
    def switch_space(self, space: Space) -> bool:
        """Make a filled space the one in use and drop the others; False if some memory lacks its vector there."""

    # -- care

    @abstractmethod
    def stats(self) -> StoreStats:
        """Counts for people."""

    @abstractmethod
    def check(self) -> list[str]:
        """What is wrong with the database, in words; empty if nothing is."""

    @abstractmethod
    def close(self) -> None:
        """Finish writing and let go of the database. Closing twice is fine."""
