"""`soulkeep export` and `soulkeep take-in`: everything that is kept as JSON Lines, and back."""

from __future__ import annotations

import json as text
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO, Annotated, Any

import typer
from rich.text import Text

import soulkeep
from soulkeep.archive.reading import is_export, read_export
from soulkeep.cli.console import out, progress, say_json
from soulkeep.cli.opening import require_keep
from soulkeep.cli.options import KEEP, AsJson, Embedder, KeepFile

OfPerson = Annotated[str | None, typer.Option("--person", "-p", help="Only what is shared with this person.")]


def export(
    keep: KeepFile = KEEP,
    character: Annotated[str | None, typer.Option("--character", "-c", help="Only of this character.")] = None,
    person: OfPerson = None,
    world: Annotated[str | None, typer.Option("--world", "-w", help="Only this world's lore.")] = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="The file; standard output by default.")] = None,
    json: AsJson = False,
    embedder: Embedder = None,
) -> None:
    """Write everything that is kept as JSON Lines: all, or what belongs to a character, a person, the two, or
    a world.

    With --json and -o, what was written is told as JSON; the rows themselves are JSON in any case.
    """
    require_keep(keep)
    with soulkeep.open(keep, embedder=embedder) as opened:
        rows = opened.export(character=character, person=person, world=world)
        if output is None:
            with suppress(BrokenPipeError):  # the reader has closed the pipe
                _write(rows, sys.stdout)
            return
        with _whole(output) as file:
            counts = _write(rows, file)
    report = {"file": str(output), "memories": counts.get("memory", 0), "rows": sum(counts.values())}
    if json:
        say_json(report)
    else:
        out.print(Text(f"{report['memories']:,} memories in {output}."))


def take_in(
    file: Annotated[Path, typer.Argument(help="What `soulkeep export` has written.")],
    keep: KeepFile = KEEP,
    json: AsJson = False,
    embedder: Embedder = None,
) -> None:
    """Read an export back, into this keep or another, made if need be. Taking it in twice adds nothing."""
    if file.is_file() and not is_export(file):
        raise soulkeep.BadFile(
            f"{file} is no export of soulkeep's.", hint=f"Texts, chats and cards come in by: soulkeep import {file}"
        )
    read_export(file)  # a damaged file must not create a keep
    with soulkeep.open(keep, embedder=embedder) as opened, progress("Embedding", quiet=json) as bar:
        receipt = opened.take_in(file, progress=bar)
    if json:
        say_json(receipt)
        return
    more = f", {receipt.deleted:,} deleted here since" if receipt.deleted else ""
    out.print(Text(f"{receipt.memories:,} new memories, {receipt.known:,} known{more}."))
    if receipt.characters or receipt.stories or receipt.knowledge:
        out.print(
            Text(
                f"New: {receipt.characters} characters, {receipt.stories} stories, "
                f"{receipt.knowledge} sets of RDF data."
            )
        )


def _write(rows: Iterator[Mapping[str, Any]], file: IO[str]) -> dict[str, int]:
    """Write rows, one per line; return the number of each type."""
    counts: dict[str, int] = {}
    for row in rows:
        file.write(f"{text.dumps(row, ensure_ascii=False)}\n")
        counts[row["type"]] = counts.get(row["type"], 0) + 1
    file.flush()
    return counts


@contextmanager
def _whole(path: Path) -> Iterator[IO[str]]:
    """Open a temporary file that replaces `path` only when it is complete."""
    try:
        with NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
            try:
                yield file
                file.close()
                os.replace(file.name, path)
            except BaseException:
                file.close()
                Path(file.name).unlink(missing_ok=True)
                raise
    except OSError as error:
        raise soulkeep.BadFile(
            f"{path} can't be written ({error.strerror or error}).", hint="Give another file to --output."
        ) from error
