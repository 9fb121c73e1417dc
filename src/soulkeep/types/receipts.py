"""Receipts of what was stored, and of operations on the keep as a whole."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Leftover:
    """A memory that was kept though it may reveal what an erased person said: an answer to somebody else given with
    those words in the prompt, or something derived from such an answer.

    Attributes:
        character: whose memory it is.
        person: whom it is shared with.
        id: the memory's id.
        kind: `"turn"` (an answer), `"fact"`, `"summary"`, …
    """

    character: str
    person: str
    id: str
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OldTurns:
    """Turns between two that are older than the retention rules allow.

    Attributes:
        character, person: who shares them; `person` is None for nobody in particular.
        turns: how many turns there are, not counting what rests on them.
    """

    character: str
    person: str | None
    turns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Expiring:
    """The memories that the retention rules would delete now.

    Attributes:
        people: those silent for too long, who would be erased.
        turns: turns with others that are too old.
    """

    people: tuple[str, ...] = ()
    turns: tuple[OldTurns, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ErasureReceipt:
    """The receipt of an erasure: what was erased, and what is left of it.

    Attributes:
        person: whose memories were erased; None if all of a character's or a world's were.
        character: the only character concerned; None for all.
        world: the world that was erased, if one was.
        characters: the characters that held such memories; for a world, those that had read it.
        memories: how many memories were removed.
        answers: how many of them were answers to others with the person's words in the prompt.
        stories, knowledge: how many of the character's stories and RDF data sets were removed.
        remaining: how many characters, relationships and memories in `left` there still are: 0, unless answers were
            only to be listed.
        left: answers to others with the person's words in the prompt, and what was derived from them, if only to be
            listed.
        clean: whether the files hold no trace of them. False while another program, such as a backup, still reads the
            earlier state: erase again when it has finished. False in PostgreSQL, which reuses freed space over time
            (`soulkeep store scrub`).
        keys: number of keys destroyed in an encrypted keep, one for each relationship. What they encrypted can no
            longer be read, not even in older backups.
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
    """The receipt of an export that was read back; everything is on disk.

    Attributes:
        characters: how many characters are new.
        memories: how many memories were added.
        known: how many existed already; they are unchanged.
        deleted: how many had been deleted here, and stay deleted.
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
    """The receipt of a backup that is on disk, complete and checked.

    Attributes:
        path: the backup's file.
        bytes: size of the file.
        memories, partitions, characters: how many of each it holds; 0 if the file isn't a keep.
        schema: the version of its tables.
        seconds: how long the backup took.
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
    """The receipt of a backup that replaced a keep.

    Attributes:
        path: the keep's file.
        kept: path of the file that was there before; None if there was none, or it was discarded.
        bytes: size of the new file.
        memories, partitions, characters: how many of each it holds; 0 if the file isn't a keep.
        schema: the version of its tables now; older ones were brought up to date.
        sealed: whether the backup matched its checksum. False for a file that `soulkeep backup` didn't make, or one
            changed since and restored by force.
        seconds: how long restoring took.
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
    """The receipt of a stored turn; it is on disk.

    Attributes:
        id: the memory's.
        new: False if the same turn was stored under this id already.
    """

    id: str
    new: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Learned:
    """The receipt of a learnt text.

    Attributes:
        source: the knowledge source's name.
        passages: number of passages added.
        known: number of passages that existed already.
        resumed: whether an earlier reading had been interrupted and is now complete.
    """

    source: str
    passages: int
    known: int
    resumed: bool = False
