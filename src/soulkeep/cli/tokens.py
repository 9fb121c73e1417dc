"""`soulkeep eval tokens`: input tokens of a reply's prompt, beside those of the whole talk and of a file search."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from soulkeep.cli.console import out, progress, say_json
from soulkeep.cli.options import AsJson, Embedder
from soulkeep.evals.plots import bars
from soulkeep.evals.talks import read_talks, shipped_talks
from soulkeep.evals.tokens import LATER, OVERALL, SAME, TokensReport, measure
from soulkeep.lang.tokens import count_tokens
from soulkeep.models.chat.tokenizer import token_counter

_DRAWN = 3
"""Most talks that are drawn individually, besides the mean over all."""

_NAMED = 10
"""Most questions with lost evidence that are listed."""


def tokens(
    data: Annotated[
        Path | None, typer.Option(help="A folder with conversations.jsonl and questions.jsonl, instead of ours.")
    ] = None,
    turns: Annotated[int, typer.Option(min=2, help="Turns of each conversation, from its beginning.")] = 100,
    tokenizer: Annotated[
        Path | None, typer.Option(help="A model's tokenizer.json, or its folder, to count with.")
    ] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw the figures into this SVG file.")] = None,
    json: AsJson = False,
    embedder: Embedder = None,
) -> None:
    """Have talks of about 100 turns, ask a question, and count the input tokens: with all turns in the prompt, with a
    file search over them, and ours; and whether the turns that answer it still stand there."""
    talks = shipped_talks() if data is None else read_talks(data)
    count = count_tokens if tokenizer is None else token_counter(tokenizer)
    with progress(f"Asking {talks.dataset.name}", quiet=json) as bar:
        report = measure(talks, turns=turns, count=count, embedder=embedder, progress=bar)
    if plot is not None:
        plot.write_text(_drawn(report), encoding="utf-8")
    if json:
        say_json(report.as_dict())
    else:
        _show(report, "estimated" if tokenizer is None else f"by {tokenizer}")


def _show(report: TokensReport, counted: str) -> None:
    title = f"{report.dataset}: input tokens, {counted}, {report.embedder}"
    table = Table(title=title, title_justify="left", box=None, padding=(0, 2, 0, 0))
    for name in ("talk", "asked"):
        table.add_column(name)
    heads = ("n", "whole talk", "file search", "ours", "of whole", "of search", "kept: search", "kept: ours")
    for name in heads:
        table.add_column(name, justify="right")
    for talk, moments in report.figures.items():
        for when, moment in moments.items():
            sizes = (moment.full, moment.file_search, moment.ours)
            shares = (moment.of_full, moment.of_file_search)
            kept_shares = (moment.kept_file_search, moment.kept_ours)
            table.add_row(
                talk,
                when,
                str(moment.questions),
                *(f"{size:,.0f}" for size in sizes),
                *(f"{share:.0%}" for share in shares),
                *(f"{share:.3f}" for share in kept_shares),
            )
    out.print(table)
    lost = [f"{one.question} ({one.when})" for one in report.asked if one.kept_ours < one.kept_full]
    if lost:
        more = f" and {len(lost) - _NAMED} more" if len(lost) > _NAMED else ""
        out.print(f"[dim]Evidence is missing in ours:[/dim] {', '.join(lost[:_NAMED])}{more}", markup=True)


def _drawn(report: TokensReport) -> str:
    """Return the bars of the paper's figure 6: for each talk, and overall if there are several."""
    groups: dict[str, dict[str, float]] = {}
    shown = list(report.figures) if len(report.figures) <= _DRAWN else [OVERALL]
    for name in shown:
        same, later = report.figures[name][SAME], report.figures[name][LATER]
        groups[name] = {
            "file search: 20 chunks of 800 tokens at most": same.file_search,
            "the whole talk": same.full,
            "soulkeep, in the same session": same.ours,
            "soulkeep, three days later in a new one": later.ours,
        }
    turns = max((one.turns for one in report.asked), default=0)
    return bars(groups, title=f"Input tokens for one question after about {turns} turns")
