"""`soulkeep eval retrieval`: how well the right memories come up."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

import soulkeep
from soulkeep.cli.console import AsJson, Embedder, out, progress, say_json
from soulkeep.evals.datasets import read_dataset
from soulkeep.evals.run import CUTS, Report, Row, evaluate


def retrieval(
    folders: Annotated[list[Path], typer.Argument(help="Folders with conversations.jsonl and questions.jsonl.")],
    leave_out: Annotated[
        list[str] | None,
        typer.Option(help="A category that doesn't count for the overall row. May be repeated."),
    ] = None,
    preset: Annotated[str, typer.Option(help="How to score, as in `soulkeep recall`.")] = "soulkeep",
    json: AsJson = False,
    embedder: Embedder = None,
) -> None:
    """Import data sets, ask their questions, and measure: recall, all-evidence recall, NDCG, tokens, milliseconds."""
    reports: list[Report] = []
    for folder in folders:
        dataset = read_dataset(folder)
        with progress(f"Asking {dataset.name}", quiet=json) as bar:
            reports.append(
                evaluate(
                    dataset,
                    embedder=embedder,
                    settings=soulkeep.Settings(preset=preset),
                    leave_out=leave_out or (),
                    progress=bar,
                )
            )
        if not json:
            _show(reports[-1])
    if json:
        say_json([report.as_dict() for report in reports])


def _show(report: Report) -> None:
    title = f"{report.dataset}: {report.memories} memories, {report.embedder}"
    table = Table(title=title, title_justify="left", box=None, padding=(0, 2, 0, 0))
    for name in ("category", "n", *(f"R@{k}" for k in CUTS), "all@10", "NDCG@10", "tokens", "ms"):
        table.add_column(name, justify="left" if name == "category" else "right")
    for name, row in [*report.categories.items(), ("overall", report.overall)]:
        table.add_row(name, *_cells(row))
    out.print(table)
    out.print(f"[dim]R@10 overall: ±{report.overall.stderr:.3f} standard error.[/dim]")
    if report.unanswerable:
        out.print(f"[dim]{report.unanswerable} questions without evidence are left out.[/dim]")
    out.print()


def _cells(row: Row) -> list[str]:
    if not row.questions:
        return ["0"]
    figures = [row.recall[str(k)] for k in CUTS] + [row.all_evidence["10"], row.ndcg10]
    return [
        str(row.questions),
        *(f"{figure:.3f}" for figure in figures),
        f"{row.tokens:.0f}",
        f"{row.milliseconds:.2f}",
    ]
