"""`soulkeep bench`: speed and size on this machine."""

from __future__ import annotations

import os
import platform
from collections.abc import Mapping
from datetime import date
from json import dumps
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

import soulkeep
from soulkeep.cli.console import err, out, say_json
from soulkeep.cli.options import AsJson
from soulkeep.evals.bench import (
    measure_import,
    measure_install,
    measure_memory,
    measure_observe,
    measure_recall,
    measure_settle,
)
from soulkeep.evals.calls import measure_calls
from soulkeep.evals.recorded import beside as compared
from soulkeep.evals.recorded import recorded, shown
from soulkeep.evals.replies import measure_first_reply, measure_rates, measure_replies

SIZES = [1_000, 20_000, 200_000]


def bench(
    size: Annotated[list[int] | None, typer.Option(min=100, help="Memories of a mind. May be repeated.")] = None,
    record: Annotated[Path | None, typer.Option(help="A file to write to; its `before` stays.")] = None,
    beside: Annotated[Path | None, typer.Option(help="A recorded run; the one of this version by default.")] = None,
    json: AsJson = False,
) -> None:
    """Measure recall, storing, replies, cold load, memory, import and install size, on made-up memories in a temporary
    file; beside the last recorded run, as ratios."""
    report: dict[str, Any] = {
        "date": date.today().isoformat(),
        "machine": f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}",
        "soulkeep": soulkeep.__version__,
    }
    _note("import and install size")
    report |= measure_import() | {"install": measure_install()}
    _note("calls of Python and reads of the store")
    report["calls"] = measure_calls()
    _note("replies")
    report["replies"] = measure_replies()
    report |= measure_first_reply()
    _note("recalls and storing at once")
    report["rates"] = measure_rates()
    _note("storing single turns")
    report |= measure_observe()
    _note("working off what was stored")
    report |= measure_settle()
    _note("peak memory with 20,000 memories")
    report["memory"] = measure_memory()
    report["recall"] = []
    for memories in size or SIZES:
        _note(f"recall from {memories:,} memories")
        report["recall"].append(measure_recall(memories))
    before = recorded() if beside is None else recorded(beside)
    if record is not None:
        kept = {name: value for name, value in recorded(record).items() if name in ("before", "beside")}
        record.write_text(dumps({**report, **kept}, indent=1) + "\n")
    if json:
        say_json(report)
    else:
        _show(report)
        _compare(report, before)


def _show(report: dict[str, Any]) -> None:
    table = Table(title=f"{report['date']}, {report['machine']}", title_justify="left")
    for name in ("memories", "recall p50 / p95 ms", "without embedding", "cold load s", "observe_many/s", "file MB"):
        table.add_column(name, justify="right")
    for row in report["recall"]:
        whole, bare = row["recall_ms"], row["recall_without_embedding_ms"]
        table.add_row(
            f"{row['memories']:,}",
            f"{whole['p50']:.2f} / {whole['p95']:.2f}",
            f"{bare['p50']:.2f} / {bare['p95']:.2f}",
            f"{row['cold_load_seconds']:.3f}",
            f"{row['observe_many_per_second']:,.0f}",
            f"{row['file_megabytes']:.1f}",
        )
    out.print(table)
    out.print(
        f"observe: {report['observe_per_second']:,.0f}/s durable, one caller; "
        f"{report['observe_per_second_8_callers']:,.0f}/s, eight callers"
    )
    out.print(f"facts, summaries and all: {report['settled_per_second']:,.0f} turns/s, beside everything else")
    out.print(f"peak memory with 20,000 memories: {report['memory']['peak_megabytes']:.0f} MB")
    install = report["install"]
    out.print(
        f"import: {report['import_ms']:.0f} ms; core install: {install['megabytes']:.1f} MB "
        f"and {install['bytecode_megabytes']:.1f} MB of bytecode caches"
    )


def _compare(report: Mapping[str, Any], before: Mapping[str, Any]) -> None:
    """Print every figure beside that of an earlier run."""
    table = Table(title=f"beside {before.get('date', 'nothing')}, {before.get('machine', '')}", title_justify="left")
    for name in ("", "before", "now", "ratio", "aim"):
        table.add_column(name, justify="left" if not name else "right")
    for figure, now, old, ratio in compared(report, before):
        table.add_row(
            figure.name,
            "" if old is None else shown(figure, old),
            shown(figure, now),
            "" if ratio is None else f"×{ratio:.2f}",
            "" if figure.aim is None else shown(figure, figure.aim),
        )
    out.print(table)


def _note(what: str) -> None:
    err.print(f"[dim]measuring {what} …[/dim]")
