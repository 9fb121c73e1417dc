"""What a store hands over, to be taken in by it again or by another: an export between two stores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from soulkeep.stores.rows import CharacterRow, Entry, Feeling, Journalled, PartitionKey


class Original(NamedTuple):
    """What a copy is a copy of: whom it was said to, and its id there; None if it is gone."""

    person: str
    id: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BundledPartition:
    """What a partition holds.

    Attributes:
        key: whose.
        seq: the last number of its sequence.
        memories: with their numbers, in order.
        changes: the journal of each memory, by its number; of 0, the feelings that were set.
        feelings: by name.
        marks: how far the work on it has come; empty if nobody has worked on it.
        copies: of those memories that were said to somebody else, by number, what they are copies of.
        handed_out: numbers of the copies that others hold of its memories, by whose they are.
    """

    key: PartitionKey
    seq: int = 0
    memories: Sequence[tuple[int, Entry]]
    changes: Mapping[int, Sequence[Journalled]] = field(default_factory=dict)
    feelings: Mapping[str, Feeling] = field(default_factory=dict)
    marks: Mapping[str, Any] = field(default_factory=dict)
    copies: Mapping[int, Original] = field(default_factory=dict)
    handed_out: Mapping[PartitionKey, Sequence[int]] = field(default_factory=dict)


class BundledScript(NamedTuple):
    """A character's script."""

    owner: str
    name: str
    text: str


class BundledGraph(NamedTuple):
    """RDF data that a character knows, as `Store.put_graph` has it."""

    owner: str
    source: str
    digest: str
    triples: int
    data: bytes
    added: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Bundle:
    """All that is to be taken in together."""

    characters: Sequence[CharacterRow] = ()
    scripts: Sequence[BundledScript] = ()
    graphs: Sequence[BundledGraph] = ()
    partitions: Sequence[BundledPartition] = ()


class BundleCounts(NamedTuple):
    """How many there were: new ones, memories that were there (`known`), and such as had been deleted there."""

    characters: int
    memories: int
    known: int
    deleted: int
    scripts: int
    graphs: int
