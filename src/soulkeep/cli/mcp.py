"""`soulkeep mcp`: memory for whatever speaks the Model Context Protocol, over standard input and output."""

from __future__ import annotations

from typing import Annotated

import typer

import soulkeep
from soulkeep.cli.options import KEEP, Description, Embedder, KeepFile, Name, Who, described
from soulkeep.lang.validity import require_name


def mcp(
    keep: KeepFile = KEEP,
    character: Who = None,
    person: Annotated[
        str | None, typer.Option("--person", "-p", help="The only person it is about; by default each call names one.")
    ] = None,
    name: Name = None,
    description: Description = None,
    read_only: Annotated[bool, typer.Option("--read-only", help="Change nothing.")] = False,
    embedder: Embedder = None,
) -> None:
    """Serve the keep to an MCP client (Claude Desktop, an editor, an agent) that starts this command.

    A character that is named and isn't there yet is made. Nothing but the protocol goes to standard output.
    """
    try:
        from soulkeep.server.mcp.stdio import serve
    except ImportError as error:
        raise soulkeep.MissingExtra(f"MCP ({error.name})", "server") from None
    if person is not None:
        require_name(person, "person")
    about = described(description)
    with soulkeep.open(keep, embedder=embedder) as opened:
        if character is not None:
            opened.character(character, name=name, description=about)
        serve(opened, character=character, person=person, writes=not read_only)
