"""`soulkeep due`: plans and dates whose time has come."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated

import typer
from rich.text import Text

import soulkeep
from soulkeep.cli.console import (
    KEEP,
    PERSON,
    AsJson,
    Embedder,
    KeepFile,
    Person,
    Who,
    out,
    pick_character,
    require_keep,
    say_json,
    shorten,
)


def due(
    keep: KeepFile = KEEP,
    character: Who = None,
    person: Person = PERSON,
    days: Annotated[int, typer.Option(min=0, help="How many days ahead.")] = 1,
    json: AsJson = False,
    embedder: Embedder = None,
) -> None:
    """Plans, promises and dates that were spoken of, and whose time has come, by this computer's clock."""
    require_keep(keep)
    with soulkeep.open(keep, embedder=embedder) as opened:
        now = datetime.now().astimezone()
        dues = pick_character(opened, character).due(person=person, within=timedelta(days=days), time=now)
    if json:
        say_json(dues)
        return
    for item in dues:
        said = f"{item.start:%Y-%m-%d}  {shorten(item.memory.text, 90)}"
        out.print(Text.assemble(said, (f"  ({item.expression})", "dim")))
    if not dues:
        out.print("[dim]Nothing is due.[/dim]")
