"""The rows that stores keep: memories, their partitions, their journal, and the work on them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

COPY_OF = "copy_of"
"""Key in a copy's details: the id of its original."""

SAW = "saw"
"""Key in the details of an answer or derived memory: people whose words were in its prompt though they said them facing
somebody else."""

FELT = 0
"""Number under which settings of feelings are journalled: no memory has it."""


class PartitionKey(NamedTuple):
    """The owner of a partition, and the person it is about (None: nobody in particular)."""

    owner: str
    person: str | None


class Head(NamedTuple):
    """Where a partition stands: its id, which is never reused, and the last number of its sequence."""

    partition: int
    seq: int


class Space(NamedTuple):
    """A vector space: the embedding model's name, and the length of its vectors."""

    name: str
    dimensions: int


class Impulse(NamedTuple):
    """An impulse to a feeling: its strength, its time, and its half-life in seconds."""

    feeling: str
    amount: float
    time: float
    half_life: float


class Feeling(NamedTuple):
    """The strength of a feeling at some time, and its half-life in seconds."""

    amount: float
    time: float
    half_life: float

    def at(self, moment: float) -> float:
        """Return what is left of the feeling at a moment, in seconds since the epoch."""
        fading: float = 0.5 ** (max(0.0, moment - self.time) / self.half_life)
        return self.amount * fading


@dataclass(slots=True)
class Entry:
    """A memory as it is stored. Times are seconds since the epoch; `zone` is minutes east of UTC.

    For a derived memory, `base` is the sequence number of the memory that it primarily rests on. `superseded` is the id
    of the memory that replaces it, `ended` the time at which it ceased to hold.

    `terms` is the packed index entry (see search/bm25.py) and `vector` float16 bytes; both are projections. What a
    store reads comes first, in the order of its columns.
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
    terms: bytes = b""
    terms_version: int = 0
    details: Mapping[str, Any] = field(default_factory=dict)
    vector: bytes | None = None
    defaulted: frozenset[str] = frozenset()
    """Columns that the caller left open, so that repeating an id without them is still the same turn."""
    once: bool = False
    """Whether an id that exists is a conflict, even with the same content."""


class State(NamedTuple):
    """The part of a memory that a working set holds. `live` is False once it is deleted.

    `amended` is the sequence number of the last change of its text, 0 if there was none.
    """

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
    amended: int = 0


class Moved(NamedTuple):
    """The state that moves a character: its scripts, and its feelings in some partitions, each by name."""

    scripts: dict[str, str]
    feelings: list[dict[str, Feeling]]


class Stored(NamedTuple):
    """The outcome of one append: its sequence number, and whether it was new."""

    seq: int
    new: bool


class PlacedEntry(NamedTuple):
    """A memory read back, with its partition and sequence number."""

    partition: int
    seq: int
    entry: Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacterRow:
    """A character as it is stored. Settings that are None are the keep's; `worlds` are those whose lore it has read."""

    id: str
    name: str
    description: str = ""
    language: str = ""
    forgetfulness: float | None = None
    learning: float | None = None
    valence: float = 0.0
    arousal: float = 0.0
    worlds: tuple[str, ...] = ()


class Wake(NamedTuple):
    """The time at which new memories are to be worked on: `quiet` seconds after the last of them, at most `most` after
    the first."""

    now: float
    quiet: float
    most: float


class Newest(NamedTuple):
    """A request for memories: the newest ones of a kind, at most `most`, of one session or of any."""

    kind: str
    most: int
    session: str | None = None


class Numbered(NamedTuple):
    """A request for memories: those with some sequence numbers, as far as they live."""

    seqs: Collection[int]


class TalkAtHand(NamedTuple):
    """The newest memories of a talk, oldest first; and another one, None if it isn't there."""

    last: list[PlacedEntry]
    also: PlacedEntry | None


class LeaseLost(Exception):
    """Another worker has taken the work over, or its partition was erased. It never leaves the package."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """A partition's work, as claimed by a worker.

    Attributes:
        partition, key: the partition's id and key.
        token: distinguishes this claim from others.
        wakes: how often it was queued, to notice what came meanwhile.
        marks: the progress, as the worker stores it.
    """

    partition: int
    key: PartitionKey
    token: str
    wakes: int
    marks: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """Work that is waiting or running. Times are seconds since the epoch."""

    key: PartitionKey
    since: float
    due: float
    running: bool
    marks: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Journalled:
    """A journalled change.

    `op` is `"update"`, `"amend"`, `"use"`, `"delete"` or `"feel"`; `data` has old values (for `"feel"`, new ones).
    """

    seq: int
    op: str
    memory: int
    at: float
    data: Mapping[str, Any]


class Erasure(NamedTuple):
    """The numbers of memories that were removed with a partition, and of those that were `answers` to others, not just
    copies; and `keys`, 1 if it was encrypted and its key was deleted."""

    memories: int
    answers: int
    keys: int = 0


class Left(NamedTuple):
    """A memory that others hold and that may reveal what somebody said."""

    key: PartitionKey
    id: str
    kind: str


class Anew(NamedTuple):
    """A way to queue new work where memories were removed: `note` returns what must be gone through again because of
    them, by sequence number (empty: nothing); `wake` says when."""

    note: Callable[[Mapping[int, Entry]], Mapping[str, Any]]
    wake: Wake


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """Changes to be made in one partition.

    Attributes:
        partition: its id.
        rewritten: memories with a new text and what follows from it, by sequence number.
        removed: memories to delete for good.
        changed: new column values of memories, by sequence number.
        again: what the background work must go through again; empty for nothing.
        seen: the partition's sequence number before the revision's data was read. If a memory it changes, or any
            derived one, has changed since, the revision isn't made. None to make it in any case.
    """

    partition: int
    rewritten: Mapping[int, Entry] = field(default_factory=dict)
    removed: Collection[int] = ()
    changed: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    again: Mapping[str, Any] = field(default_factory=dict)
    seen: int | None = None


METADATA = "metadata"
"""Key in the details of the caller's own notes: changes of other details leave them as they are."""


class Members(dict[str, Any]):
    """Some members of a memory's details. Given as `details`, they replace only these members."""


class Again(NamedTuple):
    """Work that must be done again, and the sequence number under which it is noted."""

    number: int
    data: Mapping[str, Any]


class Unread(NamedTuple):
    """Memories that nobody has looked through yet, in their order, and what must be gone through again."""

    memories: list[PlacedEntry]
    again: list[Again]


class Sitting(NamedTuple):
    """A session: its number of turns, the times of the earliest and the latest, in seconds since the epoch (None if
    unknown), a time zone of one of them, and the texts of its summaries, one per line."""

    id: str
    turns: int
    began: float | None
    ended: float | None
    zone: int | None
    summary: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownGraph:
    """RDF data that a character knows: its name, its digest, its number of triples, and since when it is known."""

    source: str
    digest: str
    triples: int
    added: float


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreStats:
    """Counts of what a store holds.

    Attributes:
        location: path, or URL without its password.
        schema: the version of its tables.
        characters, partitions, memories: how many. A partition is what a character shares with one person, or nobody.
        bytes: the size of the file. In PostgreSQL, where all workspaces share tables, the size of all for the default
            workspace; None for others.
        space: the vector space in use, None before the first vector.
        filling: the space that a change of embedder is filling.
        without_vector: memories that have no vector yet.
    """

    location: str
    schema: int
    characters: int
    partitions: int
    memories: int
    bytes: int | None
    space: Space | None
    filling: Space | None
    without_vector: int


Complete = Callable[[Sequence[PlacedEntry]], Sequence[tuple[int, int, bytes]]]
"""Makes the vectors of some memories."""
