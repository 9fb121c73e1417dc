"""`soulkeep chat`: talk to a character."""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from rich.markup import escape

import soulkeep
from soulkeep.cli.console import out, report, say_json, show_recall, show_references, show_reply, show_trace
from soulkeep.cli.opening import pick_character
from soulkeep.cli.options import KEEP, PERSON, AsJson, Description, Embedder, KeepFile, Name, Person, Who, described
from soulkeep.cli.typed import how_to_end, lines


def chat(
    keep: KeepFile = KEEP,
    character: Who = None,
    person: Person = PERSON,
    show: Annotated[bool, typer.Option("--show", help="Show what came to mind before each reply.")] = False,
    why: Annotated[
        bool, typer.Option("--why", help="Show how each reply came about: bids, claims, prompt, time.")
    ] = False,
    language: Annotated[
        str | None, typer.Option(help="Of the character's first words, before you said anything: en, ko …")
    ] = None,
    name: Name = None,
    description: Description = None,
    json: AsJson = False,
    embedder: Embedder = None,
) -> None:
    """Talk to a character, one line at a time; a character that isn't there yet is made.

    The character speaks first if a story has something to say. Lines are read from standard input, so a script can talk
    too. /quit, or the end of the input, ends the talk; /help tells what else may be typed.
    """
    about = described(description)  # errors must show before anything is created
    with soulkeep.open(keep, embedder=embedder) as opened:
        id = character if character is not None else pick_character(opened, None).id
        who = opened.character(id, name=name, description=about)
        if sys.stdin.isatty() and not json:
            out.print(f"[dim]{how_to_end()}[/dim]\n")
        first = who.begin(person=person, language=language)
        if first is not None:
            _open(who, first, why=why, json=json)
        talk(who, person, show=show, why=why, json=json)


def talk(who: soulkeep.Character, person: str, *, show: bool, why: bool = False, json: bool = False) -> None:
    """Answer each line of standard input."""
    for said in lines(person if sys.stdin.isatty() and not json else None):
        try:
            _answer(who, said, person, show=show, why=why, json=json)
        except soulkeep.ChatError as error:  # the words are stored; the talk goes on
            report(error, json=json)


def _open(who: soulkeep.Character, first: soulkeep.Reply, *, why: bool, json: bool) -> None:
    if json:
        say_json(first, line=True)
        return
    show_reply(who.name, first)
    if why:
        show_trace(first)


def _answer(who: soulkeep.Character, said: str, person: str, *, show: bool, why: bool, json: bool) -> None:
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
    if why:
        show_trace(stream.reply)
    else:
        show_references(stream.reply)
