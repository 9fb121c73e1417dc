"""`soulkeep learn` and `soulkeep import`: memories and knowledge from files."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import typer
from rich.text import Text

import soulkeep
from soulkeep.cli.console import (
    KEEP,
    PERSON,
    AsJson,
    Embedder,
    KeepFile,
    OfWorld,
    Person,
    out,
    progress,
    say_json,
)
from soulkeep.importing import Imported, take_in, what_is
from soulkeep.knowledge.files import read_text
from soulkeep.semantics.files import EXTENSIONS, is_rdf, read_file
from soulkeep.text.validity import require_name


def learn(
    files: Annotated[
        list[Path],
        typer.Argument(
            help=f"Plain text or Markdown, UTF-8; or RDF ({' '.join(f'.{one}' for one in EXTENSIONS)}; .xml and .json "
            "only if they begin as RDF/XML and JSON-LD do). Also .gz."
        ),
    ],
    keep: KeepFile = KEEP,
    character: Annotated[str | None, typer.Option("--character", "-c", help="Who learns it; made if need be.")] = None,
    world: OfWorld = None,
    source: Annotated[str | None, typer.Option(help="The knowledge source's name; the file's by default.")] = None,
    format: Annotated[
        str | None,
        typer.Option(
            help="Read the files as RDF, whatever they are called: turtle, n-triples, rdf/xml, json-ld, n-quads, trig."
        ),
    ] = None,
    base: Annotated[str | None, typer.Option(help="Of RDF: the IRI that relative ones are relative to.")] = None,
    json: AsJson = False,
    embedder: Embedder = None,
) -> None:
    """Have a character read a text (a novel, a biography, a log), or know what an RDF file says; or make a text lore
    of a world, for all characters that read it.

    Learning a text twice adds nothing; RDF data makes room for newer data of its name.
    """
    if source is not None:
        require_name(source, "source")
    if (character is None) == (world is None):
        raise soulkeep.InputError("Who learns it?", hint="Name a --character, or a --world.")
    graphs = [file for file in files if format is not None or is_rdf(file)]
    names = {file: source or file.name.removesuffix(".gz").rpartition(".")[0] or file.name for file in files}
    if len({names[file] for file in graphs}) < len(graphs):
        raise soulkeep.InputError(
            "Of RDF data of one name only the last would be known.", hint="Learn it one by one, each with its --source."
        )
    if world is not None and graphs:
        raise soulkeep.InputError(f"{graphs[0]} is RDF: no lore.", hint="A world takes texts; RDF, a --character.")
    texts = {file: read_text(file) for file in files if file not in graphs}
    for file in graphs:
        read_file(file, format=format, base=base)  # a broken one stops before anything is learnt
    with soulkeep.open(keep, embedder=embedder) as opened:
        who = None if character is None else opened.character(character)
        reader = who or opened.world(world or "")
        for file in files:
            learned: soulkeep.Known | soulkeep.Learned
            if who is not None and file in graphs:
                learned = who.know(file, source=names[file], format=format, base=base)
                told = f"{learned.triples:,} triples" if learned.new else f"its {learned.triples:,} triples were known"
            else:
                with progress(f"Learning {file.name}", quiet=json) as bar:
                    learned = reader.learn(texts[file], source=names[file], progress=bar)
                told = f"{learned.passages} new passages, {learned.known} known"
            if json:
                say_json(learned, line=len(files) > 1)
            else:
                out.print(Text(f"{reader.name} learnt {learned.source}: {told}."))


def import_(
    files: Annotated[
        list[Path],
        typer.Argument(
            help="Character cards (PNG, JSON, .charx), lorebooks, chats (SillyTavern, ChatGPT, lists of messages, the "
            "neutral JSONL format), texts, RDF: told by their content."
        ),
    ],
    keep: KeepFile = KEEP,
    character: Annotated[
        str | None,
        typer.Option("--character", "-c", help="Whose it is; by default the one that the file names. Made if need be."),
    ] = None,
    person: Person = PERSON,
    world: OfWorld = None,
    source: Annotated[str | None, typer.Option(help="Of texts and lore: the knowledge source's name.")] = None,
    zone: Annotated[str, typer.Option(help="Time zone of times that don't name one.")] = "UTC",
    json: AsJson = False,
    embedder: Embedder = None,
) -> None:
    """Import files, whatever they are: a card makes a character, a chat becomes its memories, a text its knowledge.

    Importing a file twice adds nothing. Turns without a date stay undated.
    """
    try:
        found = ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError):
        raise soulkeep.InputError(f"{zone!r} is no time zone.", hint="Give a name such as Asia/Seoul.") from None
    for file in files:
        what_is(file, zone=found)  # a broken one stops before anything is stored
    report = []
    with soulkeep.open(keep, embedder=embedder) as opened:
        for file in files:
            with progress(f"Importing {file.name}", quiet=json) as bar:
                done = take_in(
                    opened,
                    file,
                    character=character,
                    person=None if world is not None else person,
                    world=world,
                    source=source,
                    zone=found,
                    progress=bar,
                )
            beside = {"file": file.name, "kind": done.kind, "format": done.format, "left_out": done.left_out}
            report += [{**asdict(taken), **beside} for taken in done.taken]
            if not json:
                _show(done)
    if json:
        say_json(report)


def _show(done: Imported) -> None:
    """What became of a file, and what wasn't taken of it."""
    for taken in done.taken:
        if taken.what == "character":
            out.print(Text(f"{taken.character}: {'made' if taken.new else 'changed'} by the card."))
        elif taken.source is None:
            out.print(Text(f"{taken.character}: {taken.new:,} new {taken.what}, {taken.known:,} known."))
        else:
            told = f"{taken.new:,} new {taken.what}, {taken.known:,} known"
            out.print(Text(f"{taken.world or taken.character} learnt {taken.source}: {told}."))
    for left in done.left_out:
        count = f"{left.count:,} " if left.count > 1 else ""
        out.print(Text(f"    left out: {count}{left.what} ({left.why})", "dim"))
