"""The rows that stores keep: memories, their partitions, their journal, and the work on them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

COPY_OF = "copy_of"
"""Name in a copy's details of the id of what it is a copy of."""

SAW = "saw"
"""Name in the details of an answer, or of what was derived, of those whose words stood in view when it was made, though
they said them facing somebody else."""

FELT = 0
"""The memory under which it is journalled that feelings were set: none has this number."""


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

    `terms` is the packed index entry (see search/bm25.py) and `vector` float16 bytes; both are projections.
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
    """What moves a character: its scripts, by name, and what is felt in some partitions, by name."""

    scripts: dict[str, str]
    feelings: list[dict[str, Feeling]]


class Stored(NamedTuple):
    """The outcome of one append: its sequence number, and whether it was new."""

    seq: int
    new: bool


class PlacedEntry(NamedTuple):
    """A memory read back with its place."""

    partition: int
    seq: int
    entry: Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacterRow:
    """A character as it is stored. Dials that are None are the keep's; `worlds` are those whose lore it has read."""

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
    """When what was stored is to be worked on: `quiet` seconds after the last of it, at most `most` after the first."""

    now: float
    quiet: float
    most: float


class LeaseLost(Exception):
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
class Journalled:
    """One journalled change.

    `op` is `"update"`, `"amend"`, `"use"`, `"delete"` or `"feel"`; `data` has the values before (of `"feel"`, after).
    """

    seq: int
    op: str
    memory: int
    at: float
    data: Mapping[str, Any]


class Erasure(NamedTuple):
    """How many memories went with a partition; `answers` of them were said to others, and not just heard by them; and
    `keys`, 1 if it was sealed and its key is forgotten."""

    memories: int
    answers: int
    keys: int = 0


class Left(NamedTuple):
    """A memory that others hold, and that may tell what somebody said."""

    key: PartitionKey
    id: str
    kind: str


class Anew(NamedTuple):
    """How the work on memories goes on where some went: `note` makes what is to be gone through once more of them, by
    sequence number (empty: nothing is); `wake` says when."""

    note: Callable[[Mapping[int, Entry]], Mapping[str, Any]]
    wake: Wake


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """What is to be otherwise in one partition.

    Attributes:
        partition: its id.
        rewritten: memories with another text, and what follows from it, by sequence number.
        removed: memories that go for good.
        changed: columns of memories, by sequence number.
        again: what the work on memories is to go through once more; empty for nothing.
        seen: the partition's sequence number before what this rests on was read. If a memory that is to be otherwise,
            or anything derived, has changed since, the revision is overtaken. None: it is made whatever has changed.
    """

    partition: int
    rewritten: Mapping[int, Entry] = field(default_factory=dict)
    removed: Collection[int] = ()
    changed: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    again: Mapping[str, Any] = field(default_factory=dict)
    seen: int | None = None


METADATA = "metadata"
"""Name in the details of the caller's own notes: whoever writes other details leaves them as they are by then."""


class Members(dict[str, Any]):
    """Some members of a memory's details. Given as `details`, they are put among the others, which stay as they are."""


class Again(NamedTuple):
    """What the work on memories is to go through once more, and the sequence number under which it is noted."""

    number: int
    data: Mapping[str, Any]


class Sitting(NamedTuple):
    """One session: how many turns it has, when the earliest and the latest of them happened, in seconds since the epoch
    (None if nobody knows), a time zone that one was told in, and the texts of its summaries, a line each."""

    id: str
    turns: int
    began: float | None
    ended: float | None
    zone: int | None
    summary: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownGraph:
    """RDF data that a character knows: under which name, the digest of its content, its triples, and since when."""

    source: str
    digest: str
    triples: int
    added: float


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreStats:
    """Counts for people.

    Attributes:
        location: where it is; a URL without its password.
        schema: the version of its tables.
        characters, partitions, memories: how many. A partition is what a character shares with one person, or none.
        bytes: the size of the file. In PostgreSQL, where all workspaces share tables, the default workspace tells the
            size of all; None in others.
        space: the vector space in use, None before the first vector.
        filling: one that a move to another embedder fills.
        without_vector: memories that wait for their vectors.
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
