"""Receipts: what was stored, and what was done to a keep as a whole."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Leftover:
    """A memory that was left though it may tell what an erased person said: an answer to somebody else that had it in
    view, or what was made of such an answer.

    Attributes:
        character: whose memory it is.
        person: with whom it is shared.
        id: its id.
        kind: `"turn"` (an answer), `"fact"`, `"summary"`, …
    """

    character: str
    person: str
    id: str
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OldTurns:
    """What was said too long ago between two.

    Attributes:
        character, person: who shares it; None for nobody in particular.
        turns: how many turns it is, without what rests on them.
    """

    character: str
    person: str | None
    turns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Expiring:
    """What rules of retention would delete now.

    Attributes:
        people: who has been silent for too long, and would be erased.
        turns: what was said too long ago, with others.
    """

    people: tuple[str, ...] = ()
    turns: tuple[OldTurns, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ErasureReceipt:
    """What was erased, and what of it is left.

    Attributes:
        person: whose memories; None where all of a character's or a world's were erased.
        character: of which character only; None for all characters.
        world: the world that was erased; None where it wasn't one.
        characters: the characters that held some; of a world, those that had read it.
        memories: how many were removed.
        answers: how many of them were said to others, with the person's words in view.
        stories, knowledge: how many stories and RDF data sets of a character went with it.
        remaining: how many relationships (characters included) there still are, and memories `left`; counted after the
            fact: 0, unless such answers were only to be listed.
        left: the answers to others that had the person's words in view, and what was made of them, where they were to
            be listed.
        clean: the files hold no trace of them either. False while another program keeps reading the state before
            (a backup, say): erase again when it has finished. False in PostgreSQL, which writes over freed room by and
            by (`soulkeep store scrub`).
        keys: how many keys were forgotten, in a keep that is sealed: one for each relationship. What they sealed can't
            be read any more, not in older backups either.
    """

    person: str | None
    character: str | None = None
    world: str | None = None
    characters: tuple[str, ...]
    memories: int
    answers: int = 0
    stories: int = 0
    knowledge: int = 0
    remaining: int
    left: tuple[Leftover, ...] = ()
    clean: bool
    keys: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenIn:
    """The receipt of an export that was read back: all of it is on disk.

    Attributes:
        characters: how many weren't there before.
        memories: how many were added.
        known: how many were there already; they stay as they are.
        deleted: how many had been deleted here since; they stay away.
        stories, knowledge: how many stories and RDF data sets were added.
    """

    characters: int
    memories: int
    known: int
    deleted: int
    stories: int
    knowledge: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupReceipt:
    """A backup that is on disk, complete and checked.

    Attributes:
        path: the file.
        bytes: its size.
        memories, partitions, characters: how many of each it holds; 0 for a file that is no keep.
        schema: the version of its tables.
        seconds: how long it took.
        sha256: of the file, in hexadecimal, as `sha256sum` prints it.
    """

    path: str
    bytes: int
    memories: int
    partitions: int
    characters: int
    schema: int
    seconds: float
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreReceipt:
    """A backup that stands in a keep's place.

    Attributes:
        path: the keep's file.
        kept: where the file lies that was there before; None if there was none, or it was discarded.
        bytes: the size of the new one.
        memories, partitions, characters: how many of each it holds; 0 for a file that is no keep.
        schema: the version of its tables now; older ones were brought up to date.
        sealed: whether the backup was compared with the checksum in it. False for a file that is no backup of
            `soulkeep backup`, or one that was changed since and restored by force.
        seconds: how long it took.
    """

    path: str
    kept: str | None
    bytes: int
    memories: int
    partitions: int
    characters: int
    schema: int
    sealed: bool
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Observed:
    """The receipt of a stored memory: it is on disk.

    Attributes:
        id: the memory's.
        new: False if the very same turn had been stored under this id before.
    """

    id: str
    new: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Learned:
    """The receipt of a learnt text.

    Attributes:
        source: the knowledge source's name.
        passages: memories added.
        known: passages that were there already.
        resumed: an earlier reading was broken off, and the text was there in part only; now all of it is.
    """

    source: str
    passages: int
    known: int
    resumed: bool = False
