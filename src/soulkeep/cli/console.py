"""Output that commands share: for people and for programs, and progress."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, is_dataclass
from datetime import datetime
from typing import Any, TypeVar

from rich.padding import Padding
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

import soulkeep
from soulkeep.cli.terminal import Console
from soulkeep.lang.date_words import human_date
from soulkeep.lang.unseen import visible
from soulkeep.types.records import Memory, Recall
from soulkeep.types.replies import Reply

T = TypeVar("T")

_PIPE_WIDTH = 120

# Text by people is printed as `Text`, never within our strings, where "[b]" would be markup and ":cat:" a picture.
out = Console(highlight=False, width=None if sys.stdout.isatty() else _PIPE_WIDTH)
err = Console(stderr=True, highlight=False)

STYLES = {
    "meaning": "cyan", "words": "green", "context": "blue", "together": "bright_blue", "speaker": "bright_magenta",
    "stated": "bright_red",
    "detail": "white", "kinds": "bright_green", "time": "bright_yellow", "tangent": "bright_cyan", "recency": "yellow",
    "importance": "magenta", "retention": "red",
}  # fmt: skip
"""Colours of the positive parts of a score; negative parts have no bar."""


def say_json(data: Any, *, line: bool = False) -> None:
    """Print a value as JSON, records and times included; on one line, where more will follow."""
    print(visible(json.dumps(data, ensure_ascii=False, indent=None if line else 2, default=_plain)), flush=True)


def each(items: Sequence[T], json: bool, none: str) -> Iterator[T]:
    """Print items as JSON; or yield each, to be shown, or print what to say if there are none."""
    if json:
        say_json(items)
    elif items:
        yield from items
    else:
        out.print(none)


@contextmanager
def progress(what: str, *, quiet: bool = False) -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar on standard error; yield a function to call with the amount done and the total."""
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=err, disable=quiet or not err.is_terminal) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def show_recall(recall: Recall, *, k: int | None = None) -> None:
    """Print the hits with the parts of their scores as bars, and the memories held back."""
    if not recall.hits:
        out.print("[dim]Nothing comes to mind.[/dim]")
    best = max((hit.score for hit in recall.hits), default=1.0)
    for rank, hit in enumerate(recall.hits[:k], start=1):
        head = Text.from_markup(f"[bold]{rank:>2}[/bold] {hit.score:5.2f}  {_bar(hit.parts, best)}  ")
        out.print(head.append(_source(hit.memory), "dim"))
        out.print(Padding(Text(shorten(hit.memory.text)), (0, 0, 0, 11)))
    if recall.hits:
        shown = {name for hit in recall.hits[:k] for name, part in hit.parts.items() if part > 0}
        legend = "  ".join(f"[{style}]█[/{style}] {name}" for name, style in STYLES.items() if name in shown)
        if recall.confidence is not None and recall.confidence < 0.5:
            out.print(f"    [dim]probably not remembered (confidence {recall.confidence:.2f})[/dim]")
        searched = f"{recall.considered} memories in {recall.timings.get('total', 0):.1f} ms, {recall.tokens} tokens"
        out.print(f"    {legend}    [dim]{searched}[/dim]")
    for held_back in [held_back for held_back in recall.held_back if held_back.reason != "in view"][:3]:
        out.print(Text(f"    held back ({held_back.reason}): {shorten(held_back.memory.text, 70)}", "dim"))


def show_memories(memories: Collection[Memory], *, json: bool) -> None:
    """Print memories with their ids and reasons for suspicion."""
    if json:
        say_json(list(memories))
        return
    for memory in memories:
        why = f" ({', '.join(memory.suspect)})" if memory.suspect else ""
        out.print(Text.assemble((memory.id, "dim"), f"{why}  {shorten(memory.text, 90)}"))
    out.print(f"{len(memories)} memories.")


def show_reply(name: str, reply: Reply) -> None:
    """Print a character's reply, and what it rests on."""
    out.print(Text.assemble((name, "bold"), f": {reply.text}"))
    show_references(reply)


def show_references(reply: Reply) -> None:
    """Print the memories that a reply names."""
    for line in references_of(reply):
        out.print(Text(f"    {line}", "dim"))


def references_of(reply: Reply) -> list[str]:
    """Return the memories that a reply names, one per line: label, source, id."""
    return [f"[{one.label}] {_source(one.memory)} ({one.memory.id})" for one in reply.references]


def show_trace(reply: Reply) -> None:
    """Print how a reply came about: bids, what it rests on, checks, the model's prompt, and times."""
    for part in (_shown_offers, _shown_memories, _shown_claims, _shown_prompt, _shown_steps):
        part(reply)
    for note in reply.trace.notes:
        _row("note", Text(note))


def shorten(text: str, length: int = 150) -> str:
    """Return a text on one line, shortened."""
    line = " ".join(text.split())
    return line if len(line) <= length else line[: length - 1] + "…"


def report(error: soulkeep.SoulkeepError, *, json: bool) -> None:
    """Print an error: on standard error for people, as JSON on standard output for programs."""
    if json:
        detail = {name: getattr(error, name) for name in ("message", "hint", "retryable")}
        say_json({"error": {"type": type(error).__name__, **detail}}, line=True)
    else:
        err.print(Text.assemble(("error: ", "red"), f"{error.message} {error.hint}"), soft_wrap=True)


def _bar(parts: Mapping[str, float], best: float, width: int = 24) -> str:
    drawn, used = "", 0
    for name, style in STYLES.items():
        cells = round(max(parts.get(name, 0.0), 0.0) / max(best, 1e-9) * width)
        cells = min(cells, width - used)
        drawn += f"[{style}]{'█' * cells}[/{style}]"
        used += cells
    return drawn + " " * (width - used)


def _source(memory: Memory) -> str:
    """Return a memory's source: who said it when, or where it was read."""
    if memory.speaker is None:
        read = memory.heading or memory.source
        return read if memory.world is None else f"{memory.world}: {read}"
    return f"{memory.speaker}, {human_date(memory.time, memory.language)}" if memory.time else memory.speaker


# -- how a reply came about

_NAME = 13
"""Width of a row's name, in columns."""

_METER = 20
_LINE = 40
"""Width of a bar, and of a reply's time line, in columns."""

_IGNORED = 3
_SOURCES = 2
_NO_WONDER = ("in view", "other kind")
"""Reasons for which memories are always held back from replies: shown already, or told elsewhere in the prompt."""

_OUTCOMES = {"chosen": "green", "outbid": "", "failed": "red"}
_VERDICTS = {
    "supported": ("✓", "green"),
    "contradicted": ("✗", "red"),
    "not found": ("?", "yellow"),
    "not checked": ("·", "dim"),
}


def _shown_offers(reply: Reply) -> None:
    offers = reply.trace.offers
    best = max((offer.weighed for offer in offers), default=0.0)
    for place, offer in enumerate(offers):
        style = _OUTCOMES.get(offer.outcome, "yellow")
        line = Text.assemble(f"{offer.responder:14.14}{offer.weighed:4.2f} ", (meter(offer.weighed, best), style))
        line.append(f" {offer.outcome:13}", style).append(offer.why)
        if offer.weighed != offer.score:
            line.append(f" (bid {offer.score:.2f})")
        _row("bids" if not place else "", line)
    if reply.responder == "stored":
        _row("bids", Text("none: this turn was answered before"))
    elif reply.trace.router == "model":
        _row("why", Text(f"a language model chose {reply.responder}: {reply.trace.why}"))
    elif not any(offer.outcome == "chosen" for offer in offers):
        _row("why", Text(f"{reply.trace.why} {reply.responder} is always left."))


def _shown_memories(reply: Reply) -> None:
    for place, line in enumerate(references_of(reply)):
        _row("rests on" if not place else "", Text(line))
    for place, memory in enumerate(reply.ignored[:_IGNORED]):
        more = len(reply.ignored) - _IGNORED
        rest = f" and {more} more" if place == _IGNORED - 1 and more > 0 else ""
        _row("not named" if not place else "", Text(f"{_source(memory)}: {shorten(memory.text, 60)}{rest}"))
    if reply.unknown_references:
        _row("invented", Text(", ".join(reply.unknown_references) + ": labels of no memory, cut from the text", "red"))
    held_back = [one for one in reply.recall.held_back if one.reason not in _NO_WONDER]
    for place, one in enumerate(held_back[:_IGNORED]):
        _row("held back" if not place else "", Text(f"{one.reason}: {shorten(one.memory.text, 60)}"))


def _shown_claims(reply: Reply) -> None:
    if reply.check is None:
        return
    for place, claim in enumerate(reply.check.claims):
        mark, style = _VERDICTS[claim.verdict]
        line = Text.assemble((f"{mark} {claim.verdict}", style), f"  {shorten(claim.text, 70)}")
        is_judged = claim.verdict in ("supported", "contradicted")
        described = ("the description",) if is_judged and claim.description == claim.verdict else ()
        by = ", ".join(claim.sources[:_SOURCES] or described)
        _row("claims" if not place else "", line.append(f"  {by}" if by else ""))


def _shown_prompt(reply: Reply) -> None:
    sections = reply.trace.prompt
    most = max((section.tokens for section in sections), default=0)
    for place, section in enumerate(sections):
        line = Text.assemble(
            f"{section.name:14}{section.tokens:4} ", (meter(section.tokens, most), "blue" if section.stable else "cyan")
        )
        of = f" of {section.budget}" if section.budget is not None else ""
        gone = f", {section.left_out} left out" if section.left_out else ""
        stays = ", stable" if section.stable else ""
        _row("prompt" if not place else "", line.append(f" tokens{of}{stays}{gone}"))
    if sections:
        used = reply.usage
        counted = "counted by the server" if used.exact else "estimated"
        _row("tokens", Text(f"{used.prompt} read, {used.completion} written ({counted})"))


def _shown_steps(reply: Reply) -> None:
    """Print the steps of a reply as bars on a time line."""
    steps = sorted(reply.trace.steps.items(), key=lambda step: step[1])
    whole = max((end for _, (_, end) in steps), default=0.0)
    for place, (name, (start, end)) in enumerate(steps):
        line = Text.assemble(f"{name:14}{end - start:6.1f} ms ", (_span(start, end, whole), "magenta"))
        _row("time" if not place else "", line)
    if steps:
        _row("", Text(f"{'all':14}{whole:6.1f} ms"))


def meter(value: float, best: float) -> str:
    """Return a number as a bar; the best is full, and only 0 is empty."""
    cells = max(round(value / best * _METER), value > 0) if best > 0 else 0
    return f"{'█' * cells:{_METER}}"


def _span(start: float, end: float, whole: float) -> str:
    """Return a step as a bar on the time line."""
    first = min(int(start / max(whole, 1e-9) * _LINE), _LINE - 1)
    cells = max(1, round((end - start) / max(whole, 1e-9) * _LINE))
    return f"{' ' * first}{'█' * min(cells, _LINE - first)}"


def _row(name: str, said: Text) -> None:
    """Print a row with a name; long content continues below its beginning."""
    grid = Table.grid(padding=(0, 1))
    grid.add_column(width=_NAME)
    grid.add_column(overflow="fold")
    grid.add_row(Text(f"    {name}", "dim"), said)
    out.print(grid)


def _plain(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, set | frozenset):
        return sorted(value)
    return str(value)
