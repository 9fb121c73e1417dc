"""What the commands share: options, output for people and for programs, progress."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, is_dataclass
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.padding import Padding
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.text import Text

import soulkeep
from soulkeep.records import Hit, Recall, Reply
from soulkeep.text.moments import human_date

_PIPE_WIDTH = 120

# What people wrote is printed as `Text`, never in a string of ours: there, "[b]" would be markup and ":cat:" a picture.
out = Console(highlight=False, width=None if sys.stdout.isatty() else _PIPE_WIDTH)
err = Console(stderr=True, highlight=False)

KeepFile = Annotated[
    Path, typer.Option("--keep", "-f", envvar="SOULKEEP_KEEP", help="The file that holds the memories.")
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
Person = Annotated[str, typer.Option("--person", "-p", help="Whom the character faces.")]

KEEP = Path("keep.db")
PERSON = "user"

STYLES = {
    "meaning": "cyan", "words": "green", "context": "blue", "together": "bright_blue", "speaker": "bright_magenta",
    "stated": "bright_red",
    "detail": "white", "kinds": "bright_green", "time": "bright_yellow", "tangent": "bright_cyan", "recency": "yellow",
    "importance": "magenta", "retention": "red",
}  # fmt: skip
"""Colours of the parts of a score that add to it; those that take away have no bar."""


def say_json(data: Any, *, line: bool = False) -> None:
    """Print a value as JSON, records and times included; on one line, where more will follow."""
    print(json.dumps(data, ensure_ascii=False, indent=None if line else 2, default=_plain), flush=True)


def pick_character(keep: soulkeep.Keep, id: str | None) -> soulkeep.Character:
    """The character named, or the only one there is."""
    if id is not None:
        return keep.character(id, create=False)
    known = keep.characters()
    if len(known) == 1:
        return known[0]
    names = ", ".join(character.id for character in known)
    raise soulkeep.InputError(
        "Which character?" if known else "This keep has no characters yet.",
        hint=f"Name one with --character: {names}." if known else "Make one: soulkeep learn, import or chat.",
    )


def require_keep(keep: Path, *, hint: str = "Name it with --keep.") -> None:
    """Raise `BadFile` if there is no keep: commands that only look make none."""
    if not keep.exists():
        raise soulkeep.BadFile(f"There is no keep {keep}.", hint=hint)


@contextmanager
def progress(what: str, *, quiet: bool = False) -> Iterator[Callable[[int, int], None]]:
    """A progress bar on standard error; yields what to call with the amount done and the total."""
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=err, disable=quiet or not err.is_terminal) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def show_recall(recall: Recall, *, k: int | None = None) -> None:
    """The hits with the parts of their scores as bars, and what was held back."""
    if not recall.hits:
        out.print("[dim]Nothing comes to mind.[/dim]")
    best = max((hit.score for hit in recall.hits), default=1.0)
    for rank, hit in enumerate(recall.hits[:k], start=1):
        head = Text.from_markup(f"[bold]{rank:>2}[/bold] {hit.score:5.2f}  {_bar(hit.parts, best)}  ")
        out.print(head.append(_origin(hit), "dim"))
        out.print(Padding(Text(shorten(hit.memory.text)), (0, 0, 0, 11)))
    if recall.hits:
        shown = {name for hit in recall.hits[:k] for name, part in hit.parts.items() if part > 0}
        legend = "  ".join(f"[{style}]█[/{style}] {name}" for name, style in STYLES.items() if name in shown)
        if recall.confidence is not None and recall.confidence < 0.5:
            out.print(f"    [dim]probably not remembered (confidence {recall.confidence:.2f})[/dim]")
        searched = f"{recall.considered} memories in {recall.timings.get('total', 0):.1f} ms, {recall.tokens} tokens"
        out.print(f"    {legend}    [dim]{searched}[/dim]")
    for held in [held for held in recall.held_back if held.reason != "in view"][:3]:
        out.print(Text(f"    held back ({held.reason}): {shorten(held.memory.text, 70)}", "dim"))


def show_reply(name: str, reply: Reply) -> None:
    """What the character says, and what it rests on."""
    out.print(Text.assemble((name, "bold"), f": {reply.text}"))
    show_references(reply)


def show_references(reply: Reply) -> None:
    """The memories that a reply names."""
    for reference in reply.references:
        memory = reference.memory
        when = f", {human_date(memory.time, memory.language)}" if memory.time else ""
        where = memory.heading or memory.source
        origin = f"{memory.speaker}{when}" if memory.speaker else where
        out.print(Text(f"    [{reference.label}] {origin} ({memory.id})", "dim"))


def shorten(text: str, length: int = 150) -> str:
    """One line of a text."""
    line = " ".join(text.split())
    return line if len(line) <= length else line[: length - 1] + "…"


def report(error: soulkeep.SoulkeepError, *, json: bool) -> None:
    """Tell an error: on standard error for people, as JSON on standard output for programs."""
    if json:
        detail = {name: getattr(error, name) for name in ("message", "hint", "retryable")}
        say_json({"error": {"type": type(error).__name__, **detail}}, line=True)
    else:
        err.print(Text.assemble(("error: ", "red"), f"{error.message} {error.hint}"))


def _bar(parts: Mapping[str, float], best: float, width: int = 24) -> str:
    drawn, used = "", 0
    for name, style in STYLES.items():
        cells = round(max(parts.get(name, 0.0), 0.0) / max(best, 1e-9) * width)
        cells = min(cells, width - used)
        drawn += f"[{style}]{'█' * cells}[/{style}]"
        used += cells
    return drawn + " " * (width - used)


def _origin(hit: Hit) -> str:
    memory = hit.memory
    if memory.speaker is None:
        return memory.heading or memory.source
    return f"{memory.speaker}, {human_date(memory.time, memory.language)}" if memory.time else memory.speaker


def _plain(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, set | frozenset):
        return sorted(value)
    return str(value)
