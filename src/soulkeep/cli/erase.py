"""`soulkeep erase`: a person, a character, what the two share, or a world, for good."""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from rich.text import Text

import soulkeep
from soulkeep.cli.console import err, out, say_json
from soulkeep.cli.opening import require_keep, without_password
from soulkeep.cli.options import KEEP, AsJson, Embedder, KeepFile
from soulkeep.stores.location import is_postgres


def erase(
    keep: KeepFile = KEEP,
    character: Annotated[
        str | None, typer.Option("--character", "-c", help="This character; with --person, only what the two share.")
    ] = None,
    person: Annotated[
        str | None, typer.Option("--person", "-p", help="This person, from the memories of every character.")
    ] = None,
    world: Annotated[str | None, typer.Option("--world", "-w", help="This world, with all its lore.")] = None,
    list_answers: Annotated[
        bool,
        typer.Option(
            "--list-answers", help="Leave what others were answered with the person's words in view; list it."
        ),
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Don't ask.")] = False,
    json: AsJson = False,
    embedder: Embedder = None,
) -> None:
    """Erase for good, from the file too. `soulkeep export` first what is to be kept."""
    require_keep(keep)
    if character is None and person is None and world is None:
        raise soulkeep.InputError(
            "Erase whom?", hint="Name --person, --character, both for what the two share, or --world."
        )
    if world is not None and (character is not None or person is not None):
        raise soulkeep.InputError("A world is erased by itself.", hint="Leave out --person and --character.")
    with soulkeep.open(keep, embedder=embedder) as opened:
        if character is not None:
            opened.character(character, create=False)
        if world is not None and world not in opened.worlds():
            raise soulkeep.InputError(f"There is no world {world!r:.80} here.", hint="See: soulkeep worlds")
        whom = _whom(character, person) if world is None else f"the world {world}, with all its lore,"
        if not yes and not _agreed(whom, keep=without_password(keep)):
            err.print("Nothing was erased.")
            raise typer.Exit(1)
        answers = "list" if list_answers else "erase"
        receipt = opened.erase(character=character, person=person, world=world, answers=answers)
    if json:
        say_json(receipt)
        return
    of = ", ".join(receipt.characters)
    message = f"{receipt.memories:,} memories erased" + (f", of {of}" if of and character is None else "")
    if receipt.answers:
        message += f", with {receipt.answers:,} answers to others"
    if receipt.stories or receipt.knowledge:
        message += f", with {receipt.stories} stories and {receipt.knowledge} sets of RDF data"
    out.print(Text(f"{message}."))
    for one in receipt.left:
        out.print(Text(f"left: {one.kind} {one.id} ({one.character}, {one.person})"))
    if receipt.remaining > len(receipt.left):
        err.print("Something was stored meanwhile: erase again.")
    if not receipt.clean:
        err.print(
            "PostgreSQL writes over the freed room by and by; at once, as the tables' owner: soulkeep store scrub URL"
            if is_postgres(keep)
            else "Another program is still reading the file as it was: erase again when it has finished."
        )


def _whom(character: str | None, person: str | None) -> str:
    if character is None:
        return f"everything that any character shares with {person}"
    return f"{character}, with all memories" if person is None else f"what {character} shares with {person}"


def _agreed(whom: str, *, keep: str) -> bool:
    if not sys.stdin.isatty():
        raise soulkeep.InputError(f"This erases {whom} from {keep}, for good.", hint="Repeat it with --yes.")
    err.print(Text(f"This erases {whom} from {keep}, for good."))
    return typer.confirm("Erase it?", default=False, err=True)
