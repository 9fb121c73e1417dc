"""`soulkeep eval`: how well the right memories come up, and what becomes of memories."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

import soulkeep
from soulkeep.cli.console import out, progress, say_json
from soulkeep.cli.options import AsJson, Embedder
from soulkeep.cli.tokens import tokens
from soulkeep.evals import memory as memories
from soulkeep.evals.datasets import read_dataset
from soulkeep.evals.run import CUTS, Row, RunReport, evaluate

evals = typer.Typer(help="Measure how well it remembers.", no_args_is_help=True)


@evals.callback()
def _evals() -> None:
    """Measure how well it remembers."""


@evals.command()
def retrieval(
    folders: Annotated[list[Path], typer.Argument(help="Folders with conversations.jsonl and questions.jsonl.")],
    leave_out: Annotated[
        list[str] | None, typer.Option(help="A category that doesn't count for the overall row. May be repeated.")
    ] = None,
    preset: Annotated[str, typer.Option(help="How to score, as in `soulkeep recall`.")] = "soulkeep",
    json: AsJson = False,
    embedder: Embedder = None,
) -> None:
    """Import data sets, ask their questions, and measure: recall, all-evidence recall, NDCG, tokens, milliseconds."""
    reports: list[RunReport] = []
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


@evals.command()
def memory(
    folders: Annotated[list[Path], typer.Argument(help="Folders with conversations.jsonl and questions.jsonl.")],
    json: AsJson = False,
    embedder: Embedder = None,
) -> None:
    """Import data sets, let them become facts, summaries and the like, and measure: what is found, what is outdated
    and told as if it held, what is made wrongly or for nothing."""
    reports: list[memories.MemoryReport] = []
    for folder in folders:
        dataset = read_dataset(folder)
        with progress(f"Asking {dataset.name}", quiet=json) as bar:
            reports.append(memories.evaluate(dataset, embedder=embedder, progress=bar))
        if not json:
            _show_memory(reports[-1])
    if json:
        say_json([report.as_dict() for report in reports])


def _show_memory(report: memories.MemoryReport) -> None:
    data = report.as_dict()
    junk = data["junk"]
    title = f"{report.dataset}: {junk['turns']} turns, {report.embedder}"
    names = ("questions", "recall", "recall_turns", "in_reply")
    _print(title, "category", ("n", "R@10", "R@10 turns", "in reply"), _rows(data["found"], names))
    shown = ("questions", "right", "old_first", "neither", "both", "stale", "voices", "voice_new", "voice_old")
    heads = ("n", "right", "old first", "neither", "both", "stale", "answers", "new value", "old value")
    _print("What has changed", "category", heads, _rows(data["updated"], shown))
    counted = ("memories", "duplicates", "near_duplicates")
    _print("What was made", "kind", ("n", "duplicates", "nearly"), _rows(junk["kinds"], counted))
    out.print(
        f"[dim]{junk['facts_per_100_turns']:.1f} facts per 100 turns; "
        f"summaries have {junk['summary_words']:.1%} of the words; "
        f"{junk['merges']} merges, {len(junk['wrong_merges'])} wrong; "
        f"{len(junk['restated_prompts'])} restate a prompt.[/dim]"
    )
    if report.preferences:
        preferences = data["preferences"]
        out.print(f"[dim]Preferences: {preferences['found']:.3f} of {preferences['questions']} found.[/dim]")
    if facts := data["facts"]:
        out.print(
            f"[dim]Facts: {facts['matched']:.3f} of {facts['expected']} personal memories, "
            f"{facts['words_held']:.3f} of their words.[/dim]"
        )
        out.print(
            f"[dim]{facts['replaced']} memories were replaced, {facts['old_known']} of these are facts, "
            f"{facts['old_over']:.3f} of them over.[/dim]"
        )
        out.print(
            f"[dim]{len(facts['unlisted_supersessions'])} of {facts['superseded']} supersessions are unlisted; "
            f"{len(data['would_merge'])} pairs of expected memories would be merged.[/dim]"
        )
    if report.noise.questions:
        noise = data["noise"]
        out.print(
            f"[dim]Noise: unsure of {noise['unsure']:.3f} of {noise['questions']}; "
            f"{noise['derived']:.3f} are in derived memories.[/dim]"
        )
    out.print()


def _rows(figures: dict[str, dict[str, Any]], names: tuple[str, ...]) -> dict[str, list[str]]:
    """Return the named figures as cells; counts as whole numbers."""
    return {
        row: [str(figure[name]) if isinstance(figure[name], int) else f"{figure[name]:.3f}" for name in names]
        for row, figure in figures.items()
    }


def _print(title: str, first: str, heads: tuple[str, ...], rows: dict[str, list[str]]) -> None:
    if not rows:
        return
    table = Table(title=title, title_justify="left", box=None, padding=(0, 2, 0, 0))
    for name in (first, *heads):
        table.add_column(name, justify="left" if name == first else "right")
    for name in sorted(rows, key=lambda name: name == "overall"):
        table.add_row(name, *rows[name])
    out.print(table)


def _show(report: RunReport) -> None:
    title = f"{report.dataset}: {report.memories} memories, {report.embedder}"
    heads = ("n", *(f"R@{k}" for k in CUTS), "all@10", "NDCG@10", "tokens", "ms")
    rows = {**report.categories, "overall": report.overall}
    _print(title, "category", heads, {name: _cells(row) for name, row in rows.items()})
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


evals.command()(tokens)
