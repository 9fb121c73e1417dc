"""The store boundary: partitions of memories in a durable journal.

A partition is what one owner keeps about one relationship. Each has one sequence, which every addition, update and
deletion advances in the transaction that makes the change, so that a reader who remembers the last number it saw
can ask for exactly what it missed. Projections (working sets, vectors, indexes) rest on these rows alone and may
be dropped at any time.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from soulkeep.stores.rows import (
    COPY_OF,
    FELT,
    METADATA,
    SAW,
    Again,
    Anew,
    CharacterRow,
    Entry,
    Erasure,
    Feeling,
    Found,
    Head,
    Impulse,
    Journalled,
    KnownGraph,
    Left,
    Lost,
    Members,
    PartitionKey,
    Revision,
    Sitting,
    Space,
    State,
    Stored,
    StoreStats,
    Waiting,
    Wake,
    Work,
)

__all__ = [
    "COPY_OF",
    "FELT",
    "METADATA",
    "SAW",
    "Again",
    "Anew",
    "CharacterRow",
    "Complete",
    "Entry",
    "Erasure",
    "Feeling",
    "Found",
    "Head",
    "Impulse",
    "Journalled",
    "KnownGraph",
    "Left",
    "Lost",
    "Members",
    "PartitionKey",
    "Revision",
    "Sitting",
    "Space",
    "State",
    "Store",
    "StoreStats",
    "Stored",
    "Waiting",
    "Wake",
    "Work",
]

if TYPE_CHECKING:  # it is made of the rows
    from soulkeep.stores.bundle import Bundle, Kept, Taken


Complete = Callable[[Sequence[Found]], Sequence[tuple[int, int, bytes]]]
"""Makes the vectors of some memories."""


class Store(ABC):
    """A durable home of memories. Safe to use from any thread; what returns is on disk."""

    patience: ClassVar[float] = 0.0
    """Seconds for which work is best left to the process that it came from."""

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

    @abstractmethod
    def forget_world(self, world: str) -> None:
        """Let no character have read a world any more."""

    @abstractmethod
    def drop_character(self, id: str) -> bool:
        """Remove a character with its scripts and what it knows, not its memories; False if there was none."""

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
        partition must still be the one of that id, and hold something of all whom an answer names (`SAW`): what was
        erased doesn't come back by an answer to it.

        Raises:
            IdConflict: an id is taken by other content; nothing is stored.
            Erased: the partition `into` is gone, or what an answer had in view; nothing is stored.
        """

    @abstractmethod
    def update(self, partition: int, seqs: Sequence[int], values: Mapping[str, Any], *, at: float) -> int:
        """Change columns of memories in one transaction, journalling their old values; how many there were. `Members`
        as `details` leave the other members as they are by then; whatever else is given leaves the caller's notes."""

    @abstractmethod
    def touch(self, uses: Mapping[int, Sequence[int]], *, boost: float, at: float) -> None:
        """Memories (partition -> seqs) were used: multiply each one's stability by `boost`, set `accessed` to `at`."""

    @abstractmethod
    def delete(self, partition: int, seqs: Sequence[int], *, at: float) -> int:
        """Remove memories with their text, vectors and history, leaving only the fact that there was one."""

    @abstractmethod
    def erase(self, key: PartitionKey, *, answers: bool = True, anew: Anew | None = None) -> Erasure:
        """Remove a partition and everything in it, and what others hold of it: copies, what was derived or answered
        from those, and so on. `scrub` cleans the files.

        Args:
            key: whose.
            answers: with the answers to others that had any of it in view (`SAW`); else these stay, for `left` to list.
            anew: how the work goes on in the partitions of those others; it doesn't by default.
        """

    @abstractmethod
    def left(self, key: PartitionKey) -> list[Left]:
        """The answers to others that had in view what was said in a partition, and what was derived from them."""

    @abstractmethod
    def heard_from(self, partition: int, ids: Collection[str], seqs: Collection[int] = ()) -> frozenset[str]:
        """The people, other than its own, whose words some memories of a partition may tell: those who said them, and
        those whose words stood in view when they were made (`SAW`).

        Args:
            partition: where they are.
            ids, seqs: which memories; those that were deleted tell nothing.

        Raises:
            Erased: one of the ids isn't there: it was erased.
        """

    @abstractmethod
    def scrub(self) -> bool:
        """Leave no trace of what was removed in the store's files; False if somebody still reads the state before."""

    @abstractmethod
    def revise(self, revisions: Sequence[Revision], space: Space | None, *, wake: Wake) -> int | None:
        """Rewrite, remove and change memories of some partitions in one transaction, and let work wait there; how many
        were removed. None if one of the revisions was overtaken by other changes: nothing is stored.

        A rewritten memory keeps its place; its text before stays in the journal. Its vector is kept only if `space` is
        the one in use. What is removed goes as by `delete`.
        """

    # -- reading

    @abstractmethod
    def heads(self, keys: Sequence[PartitionKey]) -> tuple[Space | None, list[Head | None]]:
        """The space in use, and where each partition stands (None if it holds nothing)."""

    @abstractmethod
    def keys(self, *, owner: str | None = None, person: str | None = None) -> list[PartitionKey]:
        """The partitions there are, of an owner or about a person; and with `person`, also those that are gone and of
        which others hold copies."""

    @abstractmethod
    def states(
        self, partition: int, since: int, space: Space | None, *, after: int = 0, limit: int | None = None
    ) -> list[State]:
        """What changed after sequence number `since`, by seq; from 0, all that is live. Of it the first `limit` beyond
        sequence number `after`."""

    @abstractmethod
    def owners(self, prefix: str) -> list[str]:
        """The owners of memories whose names begin so, by name."""

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
    def last(
        self, key: PartitionKey, count: int, *, kind: str, session: str | None = None, before: int | None = None
    ) -> list[Found]:
        """The newest `count` memories of a kind, of one session or of any, before a sequence number, oldest first."""

    @abstractmethod
    def page(
        self,
        key: PartitionKey,
        limit: int,
        *,
        after: int | None = None,
        newest: bool = False,
        kinds: Collection[str] | None = None,
        session: str | None = None,
        forgotten: bool | None = None,
    ) -> list[Found]:
        """The next `limit` live memories beyond a sequence number, in their order, or the newest first.

        Args:
            key: whose.
            limit: how many at most.
            after: the last one seen; from the first by default.
            newest: the newest first: those before `after`.
            kinds, session: only of these.
            forgotten: only those that are forgotten, or only those that aren't.
        """

    @abstractmethod
    def seq_of(self, key: PartitionKey, id: str) -> int | None:
        """The sequence number of a memory, though it was deleted; None if there never was one."""

    @abstractmethod
    def naming(self, partition: int, ids: Collection[str]) -> list[Found]:
        """Live memories in whose details any of some ids stands, wherever, in their order."""

    @abstractmethod
    def sessions(self, key: PartitionKey) -> list[Sitting]:
        """The sessions of a partition, that with the newest turn first."""

    @abstractmethod
    def old_turns(self, before: float, limit: int) -> list[tuple[PartitionKey, str]]:
        """Turns that were stored before a time (in seconds since 1970), and where: so many at most. No copies: they go
        along."""

    @abstractmethod
    def count_old_turns(self, before: float) -> list[tuple[PartitionKey, int]]:
        """How many of them there are, and where."""

    @abstractmethod
    def silent(self, before: float) -> list[str]:
        """The people with whom nobody has shared a turn since a time (in seconds since 1970)."""

    @abstractmethod
    def walk(self, key: PartitionKey) -> Iterator[Entry]:
        """All live memories of a partition, in the order they were stored."""

    @abstractmethod
    def again(self, partition: int) -> list[Again]:
        """What is to be gone through once more, as `revise` noted it, the older first."""

    @abstractmethod
    def history(self, partition: int, seq: int) -> list[Journalled]:
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
        """Put feelings in place of those of the same names. The `history` of memory 0 has what was set."""

    # -- work

    @abstractmethod
    def claim(self, now: float, lease: float, *, partition: int | None = None, patience: float = 0.0) -> Work | None:
        """Hold the work that was due first, or that of one partition, due or not, for `lease` seconds; None if there is
        none, or somebody else holds it. With `patience` (seconds), what this store's own writes woke comes first, and
        what others woke is left to them for so long: their processes have the minds in memory.

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
        removed: Collection[int] = (),
        again: int = 0,
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
            removed: memories that go for good.
            again: what was noted up to this number was gone through once more.
            space: of the vectors of `added`.
            at: now.

        Returns:
            False if the work was taken over or erased meanwhile: nothing is stored.
        """

    @abstractmethod
    def release(self, work: Work, due: float | None) -> None:
        """Let go of it, done (None) or to go on at some time; at once, if more came meanwhile."""

    @abstractmethod
    def running(self, now: float) -> bool:
        """Whether somebody is at work that is due."""

    @abstractmethod
    def waiting(self, *, limit: int | None = None) -> list[Waiting]:
        """The work that waits or is being done, the first due first; `limit` of it at most."""

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
    def switch_space(self, space: Space, complete: Complete | None = None) -> bool:
        """Make a filled space the one in use and drop the others; False if memories lack their vectors there.

        Args:
            space: which.
            complete: makes the vectors of the few memories that came meanwhile, as `put_vectors` takes them, while
                whoever writes waits: otherwise there would always be some.
        """

    # -- taking along

    @abstractmethod
    def hand_over(self, key: PartitionKey, seqs: Sequence[int] | None = None) -> Kept | None:
        """All that a partition holds, or some of its memories only; None if there is none. Nothing is removed."""

    @abstractmethod
    def take_in(self, bundle: Bundle, space: Space | None, *, at: float) -> Taken:
        """Add what was handed over, here or by another store, in one transaction, all or none. What is there stays as
        it is. A partition that is new takes its numbers over; others give numbers of their own, and are worked on.

        Raises:
            IdConflict: an id is taken by other content; nothing is stored.
        """

    # -- care

    @abstractmethod
    def stats(self) -> StoreStats:
        """Counts for people."""

    @abstractmethod
    def check(self) -> list[str]:
        """What is wrong with the database, in words; empty if nothing is."""

    def watch(self, told: Callable[[int], None]) -> None:  # noqa: B027 - most can't tell, and nothing depends on it
        """Call `told` with the id of each partition that anybody writes to, where the store can tell; until closed."""

    @abstractmethod
    def close(self) -> None:
        """Finish writing and let go of the database. Closing twice is fine."""
