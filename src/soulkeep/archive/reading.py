"""Reading an export back; all rows are checked before anything is stored."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from soulkeep.archive.details import list_of, require_details, table, whole_number
from soulkeep.archive.fields import Fields, RowPlace
from soulkeep.archive.rows import END, FORMAT, HEADER
from soulkeep.errors import BadFile, InputError
from soulkeep.extras import GRAPH, require
from soulkeep.importers.conversations import read_lines
from soulkeep.lang.owners import world_of
from soulkeep.lang.validity import require_text
from soulkeep.memory.checkpoint import WorkProgress
from soulkeep.memory.entries import changes_of, memory_of
from soulkeep.settings import Settings
from soulkeep.stores.bundle import Bundle, BundledGraph, BundledPartition, BundledScript, Original
from soulkeep.stores.rows import FELT, CharacterRow, Entry, Feeling, Journalled, PartitionKey
from soulkeep.types.records import DERIVED, INFERRED, KINDS, LIVED, PASSAGE, PERSON

_HEAD = 8 * 1024
"""Bytes within which the first row of an export ends: longer lines aren't parsed to find out."""

_FEELINGS = ("valence", "arousal", "closeness", "trust")


def is_export(file: Path | bytes) -> bool:
    """Return whether a file, given as its path or content, begins as an export does."""
    try:
        if isinstance(file, bytes):
            first = file[:_HEAD]
        else:
            with file.open("rb") as opened:
                first = opened.read(_HEAD)
        head = json.loads(first.partition(b"\n")[0])
    except (OSError, ValueError, RecursionError):
        return False  # reading it will report the error
    return isinstance(head, dict) and head.get("type") == HEADER


def read_export(source: str | os.PathLike[str] | Iterable[Mapping[str, Any]]) -> Bundle:
    """Return the rows of an export, all of them checked.

    Args:
        source: a file, or the rows.

    Raises:
        BadFile: a row is malformed; the message names its line.
    """
    reading = _ArchiveReader()
    for where, row in _numbered(source):
        with RowPlace(where):
            reading.take(Fields(row))
    return reading.bundle()


def _numbered(source: str | os.PathLike[str] | Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    if isinstance(source, str | os.PathLike):
        path = Path(source)
        yield from ((f"{path}, line {number}", row) for number, row in read_lines(path))
    elif isinstance(source, Iterable) and not isinstance(source, bytes | Mapping):
        yield from ((f"Row {number}", row) for number, row in enumerate(source, start=1))
    else:
        raise InputError(f"{source!r:.60} is no export.", hint="Give a file's path, or the rows of keep.export().")


@dataclass(slots=True)
class _Partition:
    """The rows read of one partition."""

    seq: int = 0
    memories: dict[int, Entry] = field(default_factory=dict)
    unnumbered: list[Entry] = field(default_factory=list)
    changes: dict[int, list[Journalled]] = field(default_factory=dict)
    feelings: dict[str, Feeling] = field(default_factory=dict)
    marks: dict[str, Any] = field(default_factory=dict)
    copies: dict[int, Original] = field(default_factory=dict)
    ids: dict[str, Entry] = field(default_factory=dict)
    numbers: set[int] = field(default_factory=set)

    def take_number(self, number: int) -> None:
        """Reserve a sequence number of the partition; raise if something else has it."""
        if number in self.numbers:
            raise InputError(f"the number {number} is given twice.")
        self.numbers.add(number)

    def kept(self, key: PartitionKey) -> BundledPartition:
        """Return the partition as it is to be stored."""
        last = max([self.seq, *self.numbers])
        memories = sorted(self.memories.items())
        return BundledPartition(
            key=key,
            seq=last + len(self.unnumbered),
            memories=[*memories, *enumerate(self.unnumbered, start=last + 1)],
            changes=self.changes,
            feelings=self.feelings,
            marks=self.marks,
            copies=self.copies,
        )


class _ArchiveReader:
    """Collects and checks the rows read."""

    def __init__(self) -> None:
        self._characters: dict[str, CharacterRow] = {}
        self._scripts: list[BundledScript] = []
        self._graphs: list[BundledGraph] = []
        self._partitions: dict[PartitionKey, _Partition] = {}
        self._open = False
        self._take: Mapping[str, Callable[[Fields], None]] = {
            HEADER: self._header,
            END: self._end,
            "character": self._character,
            "story": self._story,
            "knowledge": self._knowledge,
            "relationship": self._relationship,
            "memory": self._memory,
        }

    def take(self, row: Fields) -> None:
        """Add a row."""
        kind = row.text("type")
        if kind not in self._take:
            raise InputError(f"there is no row of the type {kind!r:.60}.")
        self._take[kind](row)

    def bundle(self) -> Bundle:
        """Return all rows read.

        Raises:
            BadFile: the export is cut off.
        """
        if self._open:
            raise BadFile(
                "The export was cut off: its last row is missing.", hint="Nothing was taken in. Export it again."
            )
        for key in self._partitions:
            if world_of(key.owner) is None:
                self._characters.setdefault(key.owner, CharacterRow(id=key.owner, name=key.owner))
        return Bundle(
            characters=list(self._characters.values()),
            scripts=self._scripts,
            graphs=self._graphs,
            partitions=[one.kept(key) for key, one in self._partitions.items()],
        )

    def _header(self, row: Fields) -> None:
        if (row.whole("format", 1) or 0) > FORMAT:
            raise InputError("it was written by a newer soulkeep. Upgrade with: pip install -U soulkeep")
        self._open = True

    def _end(self, row: Fields) -> None:
        self._open = False

    def _character(self, row: Fields) -> None:
        id, temperament = row.character("id"), row.fields("temperament")
        dials = {dial: row.number_or_none(dial) for dial in ("forgetfulness", "learning")}
        Settings(**{dial: value for dial, value in dials.items() if value is not None})  # type: ignore[arg-type]
        self._characters[id] = CharacterRow(
            id=id,
            name=row.name("name"),
            description=row.text("description", ""),
            language=row.text("language", ""),
            valence=temperament.number("valence", -1, 1, 0.0),
            arousal=temperament.number("arousal", -1, 1, 0.0),
            forgetfulness=dials["forgetfulness"],
            learning=dials["learning"],
            worlds=tuple(row.names("worlds")),
        )

    def _story(self, row: Fields) -> None:
        from soulkeep.stories.progress import read_script as read_script  # YAML is needed for stories alone

        text = row.text("text")
        script = read_script(text)
        if script.id != row.name("id"):
            raise InputError(f"the story's id is {script.id!r}.")
        self._scripts.append(BundledScript(row.character("character"), script.id, text))

    def _knowledge(self, row: Fields) -> None:
        require(GRAPH)  # for knowledge alone
        from soulkeep.graph.files import read_bytes

        source = row.name("source")
        data = read_bytes(row.text("ntriples").encode(), source, format="n-triples")
        added = row.time("since") or 0.0
        self._graphs.append(
            BundledGraph(row.character("character"), source, data.digest, data.triples, data.data, added)
        )

    def _relationship(self, row: Fields) -> None:
        partition = self._partitions.setdefault(row.key(), _Partition())
        partition.seq = max(partition.seq, row.whole("number", 0) or 0)
        partition.feelings = _felt(row.fields("feelings"))
        if partition.feelings and world_of(row.key().owner) is not None:
            raise InputError("nothing is felt in a world.")
        progress = row.object("progress")
        _require_marks(progress)
        partition.marks = progress
        for one in row.rows("set"):
            number, at = one.whole("number", 1), one.moment("time")
            partition.take_number(number or 0)
            felt = {name: list(feeling) for name, feeling in _felt(one.fields("feelings")).items()}
            change = Journalled(seq=number or 0, op="feel", memory=FELT, at=at, data=felt)
            partition.changes.setdefault(FELT, []).append(change)

    def _memory(self, row: Fields) -> None:
        key, entry = row.key(), _entry(row)
        partition = self._partitions.setdefault(key, _Partition())
        if entry.id in partition.ids:
            raise InputError(f"the id {entry.id!r} is given twice.")
        _require_sound(key, entry)
        number = row.whole("number", 1)
        partition.ids[entry.id] = entry
        if number is None:
            partition.unnumbered.append(entry)
            return
        partition.take_number(number)
        partition.memories[number] = entry
        original = row.fields("copy_of")
        if (person := original.name_or_none("person")) is not None:
            partition.copies[number] = Original(person, original.name_or_none("id"))
        for one in row.rows("changes"):
            seq = one.whole("number", 1) or 0
            partition.take_number(seq)
            change = Journalled(
                seq=seq, op=one.name("op"), memory=number, at=one.moment("time"), data=one.object("before")
            )
            if change.op == "amend":
                one.fields("before").text("text")
            partition.changes.setdefault(number, []).append(change)
        changes_of(entry, partition.changes.get(number, []))  # raises whatever reading its history would raise


def _felt(row: Fields) -> dict[str, Feeling]:
    feelings = {}
    for name in _FEELINGS:
        if one := row.object(name):
            fields = Fields(one)
            feelings[name] = Feeling(
                fields.number("amount", -10, 10), fields.moment("time"), fields.number("half_life", 1e-9, 1e12)
            )
    return feelings


def _entry(row: Fields) -> Entry:
    kind = row.text("kind")
    if kind not in KINDS | {PERSON}:
        raise InputError(f"there is no memory of the kind {kind!r:.60}.")
    stored = row.moment("stored")
    accessed = row.time("accessed")
    return Entry(
        id=row.name("id"),
        kind=kind,
        text=require_text(row.text("text")),
        source=row.name("source"),
        stored=stored,
        session=row.name_or_none("session"),
        speaker=row.name_or_none("speaker"),
        heading=row.text("heading", ""),
        language=row.name("language"),
        time=row.time("time"),
        zone=row.whole("zone", -1439, 1439),
        importance=row.number("importance", 1, 10, 1.0),
        stability=row.number("stability", 1e-6, 1e300, 1.0),
        accessed=stored if accessed is None else accessed,
        pinned=int(row.any("pinned", bool, False)),
        forgotten=row.time("forgotten"),
        ended=row.time("ended"),
        superseded=row.name_or_none("superseded"),
        base=row.whole("base", 0),
        details=row.object("details"),
    )


def _require_sound(key: PartitionKey, entry: Entry) -> None:
    """Raise whatever recalls would raise for a malformed memory."""
    require_details(entry)
    memory_of(key, entry)
    if world_of(key.owner) is not None and (entry.kind != PASSAGE or entry.source in (LIVED, INFERRED)):
        raise InputError(f"a world holds passages, no {entry.kind} ({entry.source}).")
    if entry.kind in DERIVED and entry.base is None:
        raise InputError(f"a {entry.kind} names in base the number of what it rests on.")


def _require_marks(progress: Mapping[str, Any]) -> None:
    marks, plain = WorkProgress.of(progress), WorkProgress()
    for name in WorkProgress.__slots__:
        if type(getattr(marks, name)) is not type(getattr(plain, name)) and not (
            isinstance(getattr(plain, name), float) and type(getattr(marks, name)) is int
        ):
            raise InputError(f"progress says of {name} what can't be: {getattr(marks, name)!r:.60}.")
    if not (table(whole_number)(marks.done) and list_of(list_of(whole_number))(marks.windows)):
        raise InputError("progress names what isn't the number of a memory.")
