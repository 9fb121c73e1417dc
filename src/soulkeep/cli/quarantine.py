"""`soulkeep quarantine`: memories that pose as something else to a language model, listed and released."""

from __future__ import annotations

from typing import Annotated

import typer

from soulkeep.cli.console import show_memories
from soulkeep.cli.forget import Shared
from soulkeep.cli.opening import open_keep, pick_character
from soulkeep.cli.options import KEEP, PERSON, AsJson, Embedder, KeepFile, OfWorld, Person, Who


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
    with open_keep(keep, embedder) as opened:
        if world is not None:
            lore = opened.world(world)
            memories = [lore.release(id) for id in release] if release else lore.quarantine()
        else:
            who, whose = pick_character(opened, character), None if of_nobody else person
            memories = [who.release(id, person=whose) for id in release] if release else who.quarantine(person=whose)
    show_memories(memories, json=json)
