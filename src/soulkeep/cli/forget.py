"""`soulkeep forget` and `soulkeep restore`: let memories go, see which, and take them back."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated

import typer

import soulkeep
from soulkeep.cli.console import show_memories
from soulkeep.cli.opening import open_keep, pick_character
from soulkeep.cli.options import KEEP, PERSON, AsJson, Embedder, KeepFile, OfWorld, Person, Who

Shared = Annotated[bool, typer.Option("--of-nobody", help="Memories shared with nobody in particular, such as books.")]


def forget(
    ids: Annotated[
        list[str] | None, typer.Argument(help="Memories, by id. Without any, --count or --below says.")
    ] = None,
    keep: KeepFile = KEEP,
    character: Who = None,
    person: Person = PERSON,
    of_nobody: Shared = False,
    world: OfWorld = None,
    way: Annotated[str, typer.Option(help="decay, oldest, unused, least activated, or redundant.")] = "decay",
    count: Annotated[int | None, typer.Option(min=1, help="How many at most.")] = None,
    below: Annotated[float | None, typer.Option(help="Those of less retention than this.")] = None,
    show: Annotated[bool, typer.Option("--list", help="Only list what was forgotten.")] = False,
    json: AsJson = False,
    embedder: Embedder = None,
) -> None:
    """Let memories go. Recalls hold them back until `soulkeep restore`; nothing is deleted."""
    whose = None if of_nobody else person
    with open_keep(keep, embedder) as opened:
        if world is not None:
            memories = _of_lore(opened.world(world), ids or (), show=show)
        else:
            who = pick_character(opened, character)
            if show:
                memories = list(who.memories(person=whose, forgotten=True))
            elif ids:
                memories = [memory for id in ids for memory in who.forget(id, person=whose)]
            else:
                memories = who.forget(person=whose, way=way, count=count, below=below)
    show_memories(memories, json=json)


def restore(
    ids: Annotated[list[str], typer.Argument(help="Memories, by id.")],
    keep: KeepFile = KEEP,
    character: Who = None,
    person: Person = PERSON,
    of_nobody: Shared = False,
    world: OfWorld = None,
    json: AsJson = False,
    embedder: Embedder = None,
) -> None:
    """Remember again what was forgotten."""
    with open_keep(keep, embedder) as opened:
        if world is not None:
            memories = [opened.world(world).restore(id) for id in ids]
        else:
            who = pick_character(opened, character)
            memories = [who.restore(id, person=None if of_nobody else person) for id in ids]
    show_memories(memories, json=json)


def _of_lore(world: soulkeep.World, ids: Collection[str], *, show: bool) -> list[soulkeep.Memory]:
    """Forget lore by its ids, and return it; or return what was forgotten before."""
    if show:
        return list(world.memories(forgotten=True))
    if not ids:
        raise soulkeep.InputError("Which lore?", hint="Name it by its id; soulkeep memories --world … lists them.")
    return [memory for id in ids for memory in world.forget(id)]
