"""`soulkeep learn` and `soulkeep import`: memories and knowledge from files, and whether they would be understood."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import typer
from rich.padding import Padding
from rich.text import Text

import soulkeep
from soulkeep.cli.console import out, progress, say_json
from soulkeep.cli.options import KEEP, PERSON, AsJson, Embedder, KeepFile, OfWorld, Person
from soulkeep.extras import GRAPH, require
from soulkeep.importers.files import read_text
from soulkeep.importers.import_file import Imported, take_in, what_is
from soulkeep.importers.rdf_files import EXTENSIONS, is_rdf

if TYPE_CHECKING:
    from soulkeep.graph.checkup import CheckedProperty, Checkup
from soulkeep.lang.validity import require_name

_CLASSES = 15
_WORDINGS = 6
"""Most classes, and most wordings of a property per language, that are shown; `--json` has all."""


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
    check: Annotated[
        bool,
        typer.Option(
            "--check", help="Learn nothing: tell how RDF would be spoken of, and what wouldn't be understood."
        ),
    ] = False,
    annotate: Annotated[
        Path | None,
        typer.Option(
            metavar="OUT", help="Learn nothing: write annotations to be edited, and learnt beside the RDF, as Turtle."
        ),
    ] = None,
    language: Annotated[str, typer.Option(help="Of --check: the language of names and samples.")] = "en",
    force: Annotated[bool, typer.Option("--force", help="Of --annotate: replace an older file.")] = False,
    json: AsJson = False,
    embedder: Embedder = None,
) -> None:
    """Have a character read a text (a novel, a biography, a log), or know what an RDF file says; or make a text lore
    of a world, for all characters that read it.

    Learning a text twice adds nothing; RDF data makes room for newer data of its name.
    """
    if source is not None:
        require_name(source, "source")
    if check or annotate is not None:
        if annotate is not None:
            _require_free(annotate, files, force=force)
        checkups = _checked(files, format=format, base=base, language=language)
        written = None if annotate is None else _annotated(annotate, checkups)
        if json:
            say_json({**asdict(checkups), "annotated": None if written is None else str(written)})
            return
        if check:
            _show_checkup(checkups)
        if annotate is not None:
            outcome = f"Annotations to be edited are in {written}." if written else "There is nothing to annotate."
            out.print(Text(outcome))
        return
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
    if graphs:
        require(GRAPH)
        from soulkeep.graph.files import read_file

        for file in graphs:
            read_file(file, format=format, base=base)  # a broken file stops before anything is stored
    with soulkeep.open(keep, embedder=embedder) as opened:
        who = None if character is None else opened.character(character)
        reader = who or opened.world(world or "")
        for file in files:
            learned: soulkeep.Known | soulkeep.Learned
            if who is not None and file in graphs:
                learned = who.know(file, source=names[file], format=format, base=base)
                outcome = (
                    f"{learned.triples:,} triples" if learned.new else f"its {learned.triples:,} triples were known"
                )
            else:
                with progress(f"Learning {file.name}", quiet=json) as bar:
                    learned = reader.learn(texts[file], source=names[file], progress=bar)
                outcome = f"{learned.passages} new passages, {learned.known} known"
                if learned.resumed:
                    outcome += "; an earlier reading had been broken off, and now all of it is there"
            if json:
                say_json(learned, line=len(files) > 1)
            else:
                out.print(Text(f"{reader.name} learnt {learned.source}: {outcome}."))


def _checked(files: Sequence[Path], *, format: str | None, base: str | None, language: str) -> Checkup:
    """Return the result of checking files together: an ontology with its data, data with its annotations."""
    for file in files:
        if format is None and file.exists() and not is_rdf(file):
            raise soulkeep.InputError(f"{file} isn't called as RDF is.", hint="If it is RDF, name its --format.")
    require(GRAPH)
    from soulkeep.graph.checkup import checked  # needed by no other command
    from soulkeep.graph.files import read_file

    return checked([read_file(file, format=format, base=base).data for file in files], language=language)


def _require_free(path: Path, files: Sequence[Path], *, force: bool) -> None:
    """Raise if a file exists, which may hold a person's edits (unless `force`), or is the data itself."""
    if path.resolve() in [file.resolve() for file in files]:
        raise soulkeep.InputError(f"{path} is the data itself.", hint="Give another file to --annotate.")
    if path.exists() and not force:
        raise soulkeep.InputError(f"{path} is there already.", hint="Give another file to --annotate, or --force.")


def _annotated(path: Path, checkups: Checkup) -> Path | None:
    """Write the suggestions to a file; return its path, None if there are none."""
    text = checkups.annotations()
    if not text:
        return None
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise soulkeep.BadFile(
            f"{path} can't be written ({error.strerror or error}).", hint="Give another file to --annotate."
        ) from error
    return path


def _show_checkup(checkup: Checkup) -> None:
    """Print what would be understood of data, problems first."""
    from soulkeep.graph.terms import local_name

    counts = f"{checkup.entailed:,} more follow by the ontology; {checkup.named:,} things with a name"
    out.print(Text(f"{checkup.triples:,} triples, {counts}."))
    share = (
        f"{checkup.understood:,} of {checkup.statements:,} statements ({checkup.percent}%) can be asked for and told."
    )
    out.print(Text(share if checkup.statements else "It makes no statements: check it together with its data.", "bold"))
    out.print(Text(f"\nClasses: {len(checkup.classes):,}", "bold"))
    for kind in checkup.classes[:_CLASSES]:
        out.print(Text(f"    {kind.name}: {kind.members:,}"))
    if len(checkup.classes) > _CLASSES:
        out.print(Text(f"    and {len(checkup.classes) - _CLASSES:,} more", "dim"))
    if checkup.technical:
        out.print(Text(f"\nProperties for programs, not spoken of: {len(checkup.technical):,}", "bold"))
        out.print(Padding(Text(", ".join(map(local_name, checkup.technical)), "dim"), (0, 0, 0, 4)))
    out.print(Text(f"\nProperties: {len(checkup.properties):,}", "bold"))
    for one in checkup.properties:
        _show_property(one)


def _show_property(one: CheckedProperty) -> None:
    unit = f", in {one.unit}" if one.unit else ""
    out.print(Text.assemble(f"    {one.name}: {one.statements:,}{unit}  ", (one.iri, "dim")), soft_wrap=True)
    how = "by its sentence" if one.sentence else "by its verb" if one.verb else "by its name"
    words: dict[str, list[str]] = {}
    for text, tag in one.wordings:
        words.setdefault(tag, []).append(text)
    shown = (
        f"{tag}: " * bool(tag) + ", ".join(texts[:_WORDINGS]) + ", …" * (len(texts) > _WORDINGS)
        for tag, texts in words.items()
    )
    rows = {"words": "; ".join(shown), f"told {how}": one.sample}
    if one.remark:
        out.print(Padding(Text(one.remark, "yellow"), (0, 0, 0, 8)))
    for name, text in rows.items():
        if text:
            out.print(Padding(Text.assemble((f"{name}: ", "dim"), text), (0, 0, 0, 8)))
    for line in (one.suggestion or "").splitlines():
        out.print(Text(f"        {line}", "green"), soft_wrap=True)  # without line breaks, since it is to be pasted


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
        time_zone = ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError):
        raise soulkeep.InputError(f"{zone!r} is no time zone.", hint="Give a name such as Asia/Seoul.") from None
    for file in files:
        what_is(file, zone=time_zone)  # a broken file stops before anything is stored
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
                    zone=time_zone,
                    progress=bar,
                )
            beside = {"file": file.name, "kind": done.kind, "format": done.format, "left_out": done.left_out}
            report += [{**asdict(result), **beside} for result in done.taken]
            if not json:
                _show(done)
    if json:
        say_json(report)


def _show(done: Imported) -> None:
    """Print the result of importing a file, and what was left out."""
    for result in done.taken:
        if result.what == "character":
            out.print(Text(f"{result.character}: {'made' if result.new else 'changed'} by the card."))
        elif result.source is None:
            out.print(Text(f"{result.character}: {result.new:,} new {result.what}, {result.known:,} known."))
        else:
            outcome = f"{result.new:,} new {result.what}, {result.known:,} known"
            out.print(Text(f"{result.world or result.character} learnt {result.source}: {outcome}."))
    for left in done.left_out:
        count = f"{left.count:,} " if left.count > 1 else ""
        out.print(Text(f"    left out: {count}{left.what} ({left.why})", "dim"))
