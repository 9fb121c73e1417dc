"""`soulkeep worlds`: lore that characters share, and who reads it."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.text import Text

import soulkeep
from soulkeep.cli.console import each, out
from soulkeep.cli.opening import require_keep
from soulkeep.cli.options import KEEP, AsJson, Embedder, KeepFile


def worlds(
    keep: KeepFile = KEEP,
    character: Annotated[
        str | None, typer.Option("--character", "-c", help="Whose; to change what it reads, made if need be.")
    ] = None,
    read: Annotated[
        list[str] | None, typer.Option("--read", help="The character reads this one from now on. May be repeated.")
    ] = None,
    unread: Annotated[
        list[str] | None, typer.Option("--unread", help="It reads this one no more. May be repeated.")
    ] = None,
    json: AsJson = False,
    embedder: Embedder = None,
) -> None:
    """List the worlds, whose lore characters share, or those that a character reads; and change which it reads."""
    require_keep(keep, hint="Name it with --keep, or make one: soulkeep learn lore.txt --world london")
    if character is None and (read or unread):
        raise soulkeep.InputError("Who reads it?", hint="Name a character with --character.")
    with soulkeep.open(keep, embedder=embedder) as opened:
        if character is not None:
            who = opened.character(character, create=bool(read))
            if read or unread:
                wanted = [*who.profile.worlds, *(read or ())]
                who = opened.character(character, worlds=[one for one in wanted if one not in (unread or ())])
            names: list[str] = list(who.profile.worlds)
        else:
            names = opened.worlds()
        stats = [opened.world(name).stats() for name in names]
    for one in each(stats, json, "[dim]No worlds. Lore comes in by: soulkeep learn lore.txt --world NAME[/dim]"):
        gone = f", {one.forgotten:,} forgotten" if one.forgotten else ""
        readers = ", ".join(one.readers) or "nobody"
        summary = f"{one.memories:,} passages{gone}"
        out.print(Text.assemble((one.name, "bold"), f": {summary}; read by {readers}"))
        for source, count in one.sources.items():
            out.print(Text(f"    {source}: {count:,}", "dim"))
