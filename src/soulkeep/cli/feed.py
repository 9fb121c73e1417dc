"""`soulkeep learn` and `soulkeep import`: memories from files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import typer

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
    progress,
    say_json,
)
from soulkeep.knowledge.conversations import read_conversations
from soulkeep.knowledge.files import read_text


def learn(
    files: Annotated[list[Path], typer.Argument(help="Plain text or Markdown, UTF-8; .gz is read too.")],
    character: Annotated[str, typer.Option("--character", "-c", help="Who learns it; made if need be.")],
    keep: KeepFile = KEEP,
    source: Annotated[str | None, typer.Option(help="The knowledge source's name; the file's by default.")] = None,
    json: AsJson = False,
    embedder: Embedder = None,
) -> None:
    """Have a character read a text: a novel, a biography, a log. Learning it twice adds nothing."""
    texts = [(file, read_text(file)) for file in files]
    with soulkeep.open(keep, embedder=embedder) as opened:
        who = opened.character(character)
        for file, text in texts:
            name = source or file.name.removesuffix(".gz").rpartition(".")[0] or file.name
            with progress(f"Learning {file.name}", quiet=json) as bar:
                learned = who.learn(text, source=name, progress=bar)
            if json:
                say_json(learned, line=len(files) > 1)
            else:
                out.print(
                    f"{who.name} learnt {learned.source}: {learned.passages} new passages, {learned.known} known."
                )


def import_(
    files: Annotated[list[Path], typer.Argument(help="Conversations in the neutral JSONL format, one a line.")],
    keep: KeepFile = KEEP,
    character: Who = None,
    person: Person = PERSON,
    zone: Annotated[str, typer.Option(help="Time zone of times that don't name one.")] = "UTC",
    json: AsJson = False,
    embedder: Embedder = None,
) -> None:
    """Import conversations. Each becomes the memory of a character of its id, or of the one you name.

    Importing a file twice adds nothing. Turns without a date stay undated.
    """
    try:
        found = ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError):
        raise soulkeep.InputError(f"{zone!r} is no time zone.", hint="Give a name such as Asia/Seoul.") from None
    conversations = [conversation for file in files for conversation in read_conversations(file, found)]
    report = []
    with soulkeep.open(keep, embedder=embedder) as opened:
        for conversation in conversations:
            who = opened.character(character or conversation.id, language=conversation.language)
            with progress(f"Importing {conversation.id}", quiet=json) as bar:
                stored = who.observe_many(conversation.turns, person=person, undated=True, progress=bar)
            new = sum(observed.new for observed in stored)
            report.append({"character": who.id, "person": person, "new": new, "known": len(stored) - new})
            if not json:
                out.print(f"{who.id}: {new} new turns, {len(stored) - new} known.")
    if json:
        say_json(report)
