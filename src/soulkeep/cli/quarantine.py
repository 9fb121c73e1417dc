"""`soulkeep quarantine`: memories that pose as something else to a language model, listed and released."""

from __future__ import annotations

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
    OfWorld,
    Person,
    Who,
    out,
    pick_character,
    require_keep,
    say_json,
    shorten,
)
from soulkeep.cli.forget import Shared


def quarantine(
    release: Annotated[
        list[str] | None, typer.Option("--release", help="A memory to release, by id. May be repeated.")
    ] = None,
    keep: KeepFile = KEEP,
    character: Who = None,
    person: Person = PERSON,
    of_nobody: Shared = False,
    world: OfWorld = None,
    json: AsJson = False,
    embedder: Embedder = None,
) -> None:
    """List the memories that are suspect, with why; or release some. To let one go instead: `soulkeep forget`."""
    require_keep(keep)
    with soulkeep.open(keep, embedder=embedder) as opened:
        if world is not None:
            lore = opened.world(world)
            found = [lore.release(id) for id in release] if release else lore.quarantine()
        else:
            who, whose = pick_character(opened, character), None if of_nobody else person
            found = [who.release(id, person=whose) for id in release] if release else who.quarantine(person=whose)
    if json:
        say_json(found)
        return
    for memory in found:
        why = f" ({', '.join(memory.suspect)})" if memory.suspect else ""
        out.print(Text.assemble((memory.id, "dim"), f"{why}  {shorten(memory.text, 90)}"))
    out.print(f"{len(found)} memories.")
