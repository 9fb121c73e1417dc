"""`soulkeep due`: plans and dates whose time has come."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated

import typer
from rich.text import Text

from soulkeep.cli.console import each, out, shorten
from soulkeep.cli.opening import open_character
from soulkeep.cli.options import KEEP, PERSON, AsJson, Embedder, KeepFile, Person, Who


def due(
    keep: KeepFile = KEEP,
    character: Who = None,
    person: Person = PERSON,
    days: Annotated[int, typer.Option(min=0, help="How many days ahead.")] = 1,
    json: AsJson = False,
    embedder: Embedder = None,
) -> None:
    """Plans, promises and dates that were spoken of, and whose time has come, by this computer's clock."""
    with open_character(keep, character, embedder) as who:
        now = datetime.now().astimezone()
        dues = who.due(person=person, within=timedelta(days=days), time=now)
    for item in each(dues, json, "[dim]Nothing is due.[/dim]"):
        said = f"{item.start:%Y-%m-%d}  {shorten(item.memory.text, 90)}"
        out.print(Text.assemble(said, (f"  ({item.expression})", "dim")))
