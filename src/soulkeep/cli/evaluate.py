"""`soulkeep eval retrieval`: how well the right memories come up."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from soulkeep.cli.console import AsJson, Embedder, out, progress, say_json
from soulkeep.evals.datasets import read_dataset
from soulkeep.evals.run import CUTS, Report, Row, evaluate


def retrieval(
    folders: Annotated[list[Path], typer.Argument(help="Folders with conversations.jsonl and questions.jsonl.")],
    leave_out: Annotated[
        list[str] | None,
        typer.Option(help="A category that doesn't count for the overall row. May be repeated."),
    ] = None,
    json: AsJson = False,
    embedder: Embedder = None,
) -> None:
    """Import data sets, ask their questions, and measure: recall, all-evidence recall, NDCG, tokens, milliseconds."""
    reports: list[Report] = []
    for folder in folders:
        dataset = read_dataset(folder)
        with progress(f"Asking {dataset.name}", quiet=json) as bar:
            reports.append(evaluate(dataset, embedder=embedder, leave_out=leave_out or (), progress=bar))
        if not json:
            _show(reports[-1])
    if json:
        say_json([report.as_dict() for report in reports])


def _show(report: Report) -> None:
    table = Table(title=f"{report.dataset}: {report.memories} memories, {report.embedder}", title_justify="left")
    for name in ("category", "questions", *(f"R@{k}" for k in CUTS), "all@10", "NDCG@10", "tokens", "ms"):
        table.add_column(name, justify="left" if name == "category" else "right")
    for name, row in [*report.categories.items(), ("overall", report.overall)]:
        table.add_row(name, *_cells(row), end_section=False)
    out.print(table)
    if report.unanswerable:
        out.print(f"[dim]{report.unanswerable} questions without evidence are left out.[/dim]")


def _cells(row: Row) -> list[str]:
    if not row.questions:
        return ["0"]
    recalls = [f"{row.recall[str(k)]:.3f}" + (f" ±{row.stderr:.3f}" if k == 10 else "") for k in CUTS]
    return [
        str(row.questions), *recalls, f"{row.all_evidence['10']:.3f}", f"{row.ndcg10:.3f}", f"{row.tokens:.0f}",
        f"{row.milliseconds:.2f}",
    ]  # fmt: skip
