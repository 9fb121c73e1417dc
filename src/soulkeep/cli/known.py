"""`soulkeep facts` and `soulkeep memories`: what a character knows, and what it made of what it heard."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import typer
from rich.text import Text

from soulkeep.cli.console import each, out, say_json, shorten
from soulkeep.cli.opening import open_character, open_keep, pick_character
from soulkeep.cli.options import KEEP, PERSON, AsJson, Embedder, KeepFile, OfWorld, Person, Who


def facts(
    keep: KeepFile = KEEP,
    character: Who = None,
    person: Person = PERSON,
    relation: Annotated[str | None, typer.Option(help="Only this: home, likes, allergy …")] = None,
    as_of: Annotated[
        datetime | None, typer.Option(help="What held then, by this computer's clock: 2026-05-01.")
    ] = None,
    past: Annotated[bool, typer.Option("--past", help="Also what no longer holds.")] = False,
    json: AsJson = False,
    embedder: Embedder = None,
) -> None:
    """What people stated about themselves and their world."""
    with open_character(keep, character, embedder) as who:
        moment = None if as_of is None else as_of.astimezone()
        shown = who.facts(person=person, relation=relation, as_of=moment, past=past)
    for fact in each(
        shown, json, "[dim]Nothing is known. What was just said is looked through by: soulkeep settle[/dim]"
    ):
        since = f"since {fact.since:%Y-%m-%d}" if fact.since else ""
        until = f" until {fact.until:%Y-%m-%d}" if fact.until else ""
        style = "dim" if fact.until or not fact.holds else ""
        out.print(Text.assemble(fact.text, (f"  {since}{until}", "dim")), style=style)


def memories(
    keep: KeepFile = KEEP,
    character: Who = None,
    person: Person = PERSON,
    kind: Annotated[
        list[str] | None,
        typer.Option(help="turn, fact, summary, blend (several made one), insight. May be repeated; all by default."),
    ] = None,
    world: OfWorld = None,
    last: Annotated[int | None, typer.Option(min=1, help="Only the last so many.")] = None,
    json: AsJson = False,
    embedder: Embedder = None,
) -> None:
    """List the memories shared with a person, or the lore of a world, in the order they were stored."""
    with open_keep(keep, embedder) as opened:
        if world is not None:
            shown = list(opened.world(world).memories())
        else:
            shown = list(pick_character(opened, character).memories(person=person, kinds=kind))
    shown = shown[-last:] if last else shown
    if json:
        say_json(shown)
        return
    for memory in shown:
        gone = "  (superseded)" if memory.superseded else ""
        who = f"{memory.speaker}: " if memory.speaker and memory.kind == "turn" else ""
        said = f" {who}{shorten(memory.text, 160)}"
        out.print(Text.assemble((f"{memory.id}  {memory.kind:8}", "dim"), said, (gone, "dim")))
    out.print(f"{len(shown)} memories.")
