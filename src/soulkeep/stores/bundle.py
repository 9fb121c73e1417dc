"""Exported memories, in the form in which a store hands them over and another, or the same, takes them in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from soulkeep.stores.rows import CharacterRow, Entry, Feeling, Journalled, PartitionKey


class Original(NamedTuple):
    """The original of a copy: whom it was said to, and its id there; None if it is gone."""

    person: str
    id: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BundledPartition:
    """The contents of a partition.

    Attributes:
        key: the partition's key.
        seq: the last number of its sequence.
        memories: with their numbers, in order.
        changes: the journal of each memory, by its number; under 0, the feelings that were set.
        feelings: by name.
        marks: how far the background work has come; empty if there was none.
        copies: the originals of memories that were said to somebody else, by the copy's number.
        handed_out: numbers of the copies of its memories that others hold, by their partition.
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
    """A character's story script."""

    owner: str
    name: str
    text: str


class BundledGraph(NamedTuple):
    """RDF data that a character knows, as given to `Store.put_graph`."""

    owner: str
    source: str
    digest: str
    triples: int
    data: bytes
    added: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Bundle:
    """Memories and more that are to be taken in together."""

    characters: Sequence[CharacterRow] = ()
    scripts: Sequence[BundledScript] = ()
    graphs: Sequence[BundledGraph] = ()
    partitions: Sequence[BundledPartition] = ()


class BundleCounts(NamedTuple):
    """Numbers of memories that were new, already there (`known`), or had been deleted there."""

    characters: int
    memories: int
    known: int
    deleted: int
    scripts: int
    graphs: int
