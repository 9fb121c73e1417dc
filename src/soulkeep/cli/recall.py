"""`soulkeep recall`: what comes to mind."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import typer

from soulkeep.cli.console import out, say_json, show_recall
from soulkeep.cli.opening import open_character
from soulkeep.cli.options import KEEP, PERSON, AsJson, Embedder, KeepFile, Person, Who


def recall(
    question: Annotated[str, typer.Argument(help="A question, or whatever memories should fit to.")],
    keep: KeepFile = KEEP,
    character: Who = None,
    person: Person = PERSON,
    k: Annotated[int, typer.Option("-k", min=1, help="How many memories.")] = 5,
    kind: Annotated[list[str] | None, typer.Option(help="Only this kind: turn, passage. May be repeated.")] = None,
    source: Annotated[list[str] | None, typer.Option(help="Only this source. May be repeated.")] = None,
    since: Annotated[datetime | None, typer.Option(help="Not before this date.")] = None,
    until: Annotated[datetime | None, typer.Option(help="Not after this date.")] = None,
    budget: Annotated[int | None, typer.Option(min=1, help="Tokens at most.")] = None,
    preset: Annotated[
        str | None, typer.Option(help="How to score: soulkeep, or by a paper: landwehr, seoul, mimir, requery.")
    ] = None,
    narrative: Annotated[bool, typer.Option("--narrative", help="Tell what came up as one text.")] = False,
    json: AsJson = False,
    embedder: Embedder = None,
) -> None:
    """Ask what a character remembers, with the parts of each score. Dates are taken in this computer's time zone."""
    hint = "Name it with --keep, or make one: soulkeep learn."
    with open_character(keep, character, embedder, hint=hint) as who:
        recalled = who.recall(
            question,
            person=person,
            k=k,
            kinds=set(kind) if kind else None,
            sources=set(source) if source else None,
            since=since and since.astimezone(),
            until=until and until.astimezone(),
            budget=budget,
            preset=preset,
        )
    if json:
        say_json(recalled)
    elif narrative:
        out.print(recalled.narrative(), markup=False, highlight=False)
    else:
        show_recall(recalled)
