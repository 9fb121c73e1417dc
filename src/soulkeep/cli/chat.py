"""`soulkeep chat`: talk to a character."""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from rich.markup import escape

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
    report,
    say_json,
    show_recall,
    show_references,
)


def chat(
    keep: KeepFile = KEEP,
    character: Who = None,
    person: Person = PERSON,
    show: Annotated[bool, typer.Option("--show", help="Show what came to mind before each reply.")] = False,
    json: AsJson = False,
    embedder: Embedder = None,
) -> None:
    """Talk to a character, one line at a time; a character that isn't there yet is made.

    Lines are read from standard input, so a script can talk too. An empty line, or the end of the input, ends the talk.
    """
    with soulkeep.open(keep, embedder=embedder) as opened:
        who = opened.character(character) if character is not None else pick_character(opened, None)
        talk(who, person, show=show, json=json)


def talk(who: soulkeep.Character, person: str, *, show: bool, json: bool) -> None:
    """Answer each line of standard input."""
    asks = sys.stdin.isatty() and not json
    while True:
        try:
            said = out.input(f"[bold]{escape(person)}[/bold]: ") if asks else next(sys.stdin, "").rstrip("\n")
        except EOFError:
            return
        if not said.strip():
            return
        try:
            _answer(who, said, person, show=show, json=json)
        except soulkeep.ChatError as error:  # what was said is stored; the talk goes on
            report(error, json=json)


def _answer(who: soulkeep.Character, said: str, person: str, *, show: bool, json: bool) -> None:
    if json:
        say_json(who.reply(said, person=person), line=True)
        return
    stream = who.stream(said, person=person)
    out.print(f"[bold]{escape(who.name)}[/bold]: ", end="")
    for piece in stream:
        out.print(piece, end="", markup=False, soft_wrap=True)
    out.print()
    if show:
        show_recall(stream.reply.recall, k=3)
    show_references(stream.reply)
