"""Options that commands share, with their defaults."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from soulkeep.importers.files import read_text

KeepFile = Annotated[
    str,
    typer.Option(
        "--keep",
        "-f",
        envvar="SOULKEEP_KEEP",
        help="The file that holds the memories, or the URL of a PostgreSQL database.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
Embedder = Annotated[
    str | None,
    typer.Option(
        envvar="SOULKEEP_EMBEDDER", help="static, multilingual, a /v1 URL with #model, or an ONNX model's folder."
    ),
]
Who = Annotated[
    str | None, typer.Option("--character", "-c", help="The character's id; may be left out if there is one.")
]
OfWorld = Annotated[
    str | None, typer.Option("--world", "-w", help="A world, whose lore characters share, in place of a character.")
]
Person = Annotated[str, typer.Option("--person", "-p", help="Whom the character faces.")]

Name = Annotated[str | None, typer.Option(help="What the character is called, which {name} in a story stands for.")]
Description = Annotated[
    str | None,
    typer.Option(metavar="TEXT|@FILE", help="Who the character is: the text, or @ and the file that holds it."),
]

KEEP = "keep.db"
PERSON = "user"


def described(text: str | None) -> str | None:
    """Return a description from the command line: the text itself, or the content of the file named after an @."""
    return read_text(Path(text[1:])).strip() if text is not None and text.startswith("@") else text
