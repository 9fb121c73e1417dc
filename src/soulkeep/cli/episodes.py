"""`soulkeep episodes`, `similar`, `interests`, `graph` and `sparql`: to look through what happened (2)."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import unquote

import typer
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

import soulkeep
from soulkeep.cli.console import each, out, say_json, shorten
from soulkeep.cli.opening import open_character
from soulkeep.cli.options import KEEP, PERSON, AsJson, Embedder, KeepFile, Person, Who
from soulkeep.graph.terms import bare, is_iri, is_literal, local_name, parsed
from soulkeep.graph.vocabulary import PREFIXES, XSD
from soulkeep.importers.files import read_text
from soulkeep.lang.unseen import visible
from soulkeep.types.episodes import INTERESTS

_DEFAULTS = soulkeep.Settings()

_STYLES = {"input": "bold", "message": "bold", "evaluation": ""}
"""Styles of the kinds of episodes; the acts in between are dimmed."""

_DECLARED = re.compile(r"\bPREFIX\s+([\w-]*):\s*<([^<>\s]*)>", re.IGNORECASE)
_LOCAL = re.compile(r"\w(?:[\w.-]*[\w-])?")
"""Pattern of the end of an IRI that can follow a prefix unescaped."""


def episodes(
    keep: KeepFile = KEEP,
    character: Who = None,
    person: Person = PERSON,
    when: Annotated[
        str | None,
        typer.Option(
            help="Only those of a time: today, yesterday, this week, this month, this year, last year, earlier."
        ),
    ] = None,
    trace: Annotated[
        str | None, typer.Option(help="What followed an episode, up to its evaluation: its id, or its turn's.")
    ] = None,
    back: Annotated[bool, typer.Option("--back", help="With --trace: what led to it instead.")] = False,
    last: Annotated[int | None, typer.Option(min=1, help="Only the last so many.")] = None,
    json: AsJson = False,
    embedder: Embedder = None,
) -> None:
    """What happened with a person, one after another: what was said, understood, looked up, answered, and how it was
    taken. Times are by this computer's clock."""
    if trace is not None and when is not None:
        raise soulkeep.InputError("--trace and --when don't go together.", hint="Leave one of them out.")
    if back and trace is None:
        raise soulkeep.InputError("Back from where?", hint="Give --trace an episode's id, or a turn's.")
    with _past(keep, character, person, embedder) as past:
        shown = list(past) if when is None else past.during(when)
        shown = shown if trace is None else past.trace(trace, back=back)
    shown = shown[-last:] if last else shown
    if json:
        say_json(shown)
        return
    for one in shown:
        _show(one)
    out.print(f"{len(shown)} episodes.")


def similar(
    text: Annotated[str, typer.Argument(help="What is said.")],
    keep: KeepFile = KEEP,
    character: Who = None,
    person: Person = PERSON,
    json: AsJson = False,
    embedder: Embedder = None,
) -> None:
    """Earlier situations that resemble one in which something is said, the most alike first."""
    with _past(keep, character, person, embedder) as past:
        situations = past.similar(text)
    for rank, one in enumerate(each(situations, json, "[dim]Nothing like it happened.[/dim]"), start=1):
        head = Text.from_markup(f"[bold]{rank:>2}[/bold] {one.resemblance:4.2f}  ")
        often = f", {one.times} times" if one.times > 1 else ""
        way = f"{one.by}, {_short(one.via)}" if one.via else one.by
        out.print(head.append(shorten(one.episode.text)).append(f"  {_when(one.episode.time)}{often}, {way}", "dim"))
        parts = "  ".join(f"{name} {part:+.2f}" for name, part in one.parts.items() if part)
        out.print(Padding(Text(parts, "dim"), (0, 0, 0, 9)))
        if one.outcome is not None:
            then = Text.assemble(("then ", "dim"), shorten(one.outcome.text, 90)).append_text(_taken(one.evaluation))
            out.print(Padding(then, (0, 0, 0, 9)))


def interests(
    keep: KeepFile = KEEP,
    character: Who = None,
    person: Person = PERSON,
    kind: Annotated[str | None, typer.Option(help=f"Only {', '.join(INTERESTS)} (of a property).")] = None,
    json: AsJson = False,
    embedder: Embedder = None,
) -> None:
    """What a person cares about, by what they ask and say: the most first, what they don't like last."""
    with _past(keep, character, person, embedder) as past:
        ranked = past.interests(kind)
    for one in each(ranked, json, "[dim]Nothing is known of that yet.[/dim]"):
        style = "red" if one.weight < 0 else ""
        what = f"{_short(one.property)}: " if one.property else ""
        out.print(Text.assemble((f"{one.weight:7.2f}  ", style), (f"{one.kind:9}", "dim"), (what, "dim"), one.label))


def graph(
    file: Annotated[str, typer.Argument(help="Where to; - prints it.")] = "-",
    keep: KeepFile = KEEP,
    character: Who = None,
    person: Person = PERSON,
    json: AsJson = False,
    embedder: Embedder = None,
) -> None:
    """Take along what happened with a person: episodes, situations, interests and facts as RDF, in TriG."""
    with _past(keep, character, person, embedder) as past:
        trig, count = past.trig(), len(past)
    if file == "-":
        if json:
            say_json({"episodes": count, "trig": trig})
        else:
            print(visible(trig), end="")
        return
    try:
        Path(file).write_text(trig, encoding="utf-8")
    except OSError as error:
        raise soulkeep.BadFile(f"{file} can't be written: {error.strerror}.", hint="Check the path.") from None
    if json:
        say_json({"episodes": count, "file": file})
    else:
        out.print(Text(f"{count} episodes are in {file}."))


def sparql(
    query: Annotated[str, typer.Argument(help="SELECT, ASK, CONSTRUCT or DESCRIBE; - reads it, @FILE reads a file.")],
    keep: KeepFile = KEEP,
    character: Who = None,
    person: Person = PERSON,
    seconds: Annotated[
        float | None, typer.Option(help=f"How long it may take; {_DEFAULTS.sparql_seconds:g} by default.")
    ] = None,
    rows: Annotated[
        int | None, typer.Option(min=0, help=f"How many rows at most; {_DEFAULTS.sparql_rows} by default.")
    ] = None,
    json: AsJson = False,
    embedder: Embedder = None,
) -> None:
    """Ask what the character knows, and what happened with a person, in SPARQL 1.1. It only reads.

    The prefixes sk:, rdf:, rdfs:, owl:, skos: and xsd: need not be declared.
    """
    if query == "-":
        query = sys.stdin.read()
    elif query.startswith("@"):
        query = read_text(Path(query[1:]))
    with _past(keep, character, person, embedder) as past:
        answers = past.sparql(query, seconds=seconds, rows=rows)
    prefixes = {**PREFIXES, **dict(_DECLARED.findall(query))}
    if json:
        say_json(_plain(answers))
    elif answers.kind == "ask":
        out.print("yes" if answers.truth else "no")
    elif answers.kind == "graph":
        print(visible(_turtle(answers, prefixes)), end="")
    else:
        out.print(_table(answers, prefixes))
    if not json and not answers.complete:
        # on standard error, since standard output may be a file of Turtle
        typer.echo(f"There is more than the {len(answers.rows)} shown: --rows shows more of it.", err=True)


# -- episodes


def _show(one: soulkeep.Episode) -> None:
    """Print an episode on a line: time, kind, content, and cause."""
    line = Text.assemble((f"{_when(one.time)}  ", "dim"), (f"{one.kind:11}", _STYLES.get(one.kind, "dim")))
    if one.kind == "input" and one.understanding is not None:
        line.append(shorten(one.text)).append(f"  {one.understanding.utterance}", "cyan")
    elif one.kind == "message":
        line.append(shorten(one.text))
        line.append("".join(f"  {act.intent}" for act in one.acts if act.intent), "cyan")
    elif one.kind == "evaluation":
        whose = "by itself, nothing was found" if one.internal else "by the person"
        line.append_text(_taken(one.evaluation, "")).append(f"  {whose}", "dim")
    for act in one.acts if one.kind not in ("input", "message") else ():
        about = " of ".join(_short(term) for term in (act.property, act.entity) if term)
        line.append(f"{about and about + ': '}{act.found} found", "dim")
    if one.kind != "evaluation":
        line.append_text(_taken(one.evaluation))
    out.print(line.append(f"  {one.turn}", "dim"), soft_wrap=True)


def _taken(evaluation: float | None, before: str = "  ") -> Text:
    """Return an evaluation in green or red; empty if nobody gave one."""
    if evaluation is None:
        return Text()
    return Text(f"{before}{evaluation:+.1f}", "green" if evaluation > 0 else "red")


def _when(time: datetime | None) -> str:
    return f"{time.astimezone():%Y-%m-%d %H:%M}" if time else f"{'undated':16}"


def _short(term: str | None) -> str:
    """Return the last part of a term: "birthDate"."""
    return "" if term is None else unquote(local_name(term)).replace("_", " ")


@contextmanager
def _past(keep: str, character: str | None, person: str, embedder: str | None) -> Iterator[soulkeep.Episodes]:
    """Open what happened between a character and a person, by this computer's clock."""
    with open_character(keep, character, embedder) as who:
        yield who.episodes(person=person, time=datetime.now().astimezone())


# -- answers of SPARQL


def _table(answers: soulkeep.Answers, prefixes: Mapping[str, str]) -> Table | Text:
    if not answers.rows:
        return Text("Nothing was found.", "dim")
    table = Table(box=None, header_style="bold", pad_edge=False)
    for name in answers.variables:
        table.add_column(Text(name), overflow="fold")
    for row in answers.rows:
        table.add_row(*(_cell(term, prefixes) for term in row))
    return table


def _cell(term: str | None, prefixes: Mapping[str, str]) -> Text:
    """Return a term for people: a shortened IRI, or a literal without quotation marks."""
    if term is None:
        return Text()
    if is_iri(term):
        return Text(_shortened(term, prefixes))
    if not is_literal(term):
        return Text(term, "dim")
    literal = parsed(term)
    return Text.assemble(literal.value, (f"@{literal.language}" if literal.language else "", "dim"))


def _shortened(term: str, prefixes: Mapping[str, str]) -> str:
    """Return an IRI with the longest fitting prefix; unchanged if none fits."""
    name = bare(term)
    for prefix, start in sorted(prefixes.items(), key=lambda pair: -len(pair[1])):
        if start and name.startswith(start) and _LOCAL.fullmatch(name, len(start)):
            return f"{prefix}:{name[len(start) :]}"
    return term


def _turtle(answers: soulkeep.Answers, prefixes: Mapping[str, str]) -> str:
    import pyoxigraph as ox

    lines = "".join(f"{' '.join(str(term) for term in row)} .\n" for row in answers.rows)
    triples = ox.parse(lines, format=ox.RdfFormat.N_TRIPLES)
    named = {prefix: start for prefix, start in prefixes.items() if f"<{start}" in lines}
    written = ox.serialize((one.triple for one in triples), format=ox.RdfFormat.TURTLE, prefixes=named)
    return (written or b"").decode()


def _plain(answers: soulkeep.Answers) -> dict[str, Any]:
    """Return answers for JSON: rows by variable, as in the JSON format of SPARQL results, without unbound ones."""
    names = answers.variables if answers.kind != "graph" else ("subject", "predicate", "object")
    rows = [
        {name: _term(term) for name, term in zip(names, row, strict=True) if term is not None} for row in answers.rows
    ]
    return {
        "kind": answers.kind, "variables": names, "rows": rows, "truth": answers.truth, "complete": answers.complete,
        "milliseconds": answers.milliseconds,
    }  # fmt: skip


def _term(term: str) -> dict[str, str]:
    if is_iri(term) and not term.startswith("<<"):
        return {"type": "uri", "value": bare(term)}
    if not is_literal(term):
        return {"type": "triple" if is_iri(term) else "bnode", "value": term.removeprefix("_:")}
    value, language, datatype = parsed(term)
    value_term = {"type": "literal", "value": value}
    if language:
        return {**value_term, "xml:lang": language}
    return value_term if datatype == f"{XSD}string" else {**value_term, "datatype": datatype}
