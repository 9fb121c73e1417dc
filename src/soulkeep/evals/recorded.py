"""The last recorded run of `soulkeep bench`, compared with another one by ratios.

Machines differ and vary; the ratio of two runs on one machine is more informative than either. Counts of calls and
reads don't depend on the machine.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

RECORDED = Path(__file__).parent / "data" / "bench.json"
"""File of the run shown in docs/benchmarks.md."""


class Figure(NamedTuple):
    """A figure in a report.

    Attributes:
        name: its name for people.
        place: the keys that lead to it.
        unit: "ms", "s", "/s", "MB"; "" for a count.
        digits: number of decimal places.
        aim: its upper (or lower) limit; None for none.
        more_is_better: whether `aim` is a lower limit, as for rates.
    """

    name: str
    place: tuple[str | int, ...]
    unit: str = ""
    digits: int = 0
    aim: float | None = None
    more_is_better: bool = False


FIGURES = (
    Figure("calls of Python in an observe", ("calls", "observe", "calls")),
    Figure("… in a recall", ("calls", "recall", "calls")),
    Figure("… in a reply without a model", ("calls", "reply", "calls"), aim=4_000),
    Figure("… in a reply with a model", ("calls", "reply with a model", "calls")),
    Figure("reads of the store in a recall", ("calls", "recall", "reads")),
    Figure("… in a reply without a model", ("calls", "reply", "reads"), digits=1, aim=8),
    Figure("… in a reply with a model", ("calls", "reply with a model", "reads"), digits=1, aim=8),
    Figure("recall at 1,000, p50", ("recall", 0, "recall_ms", "p50"), "ms", 2),
    Figure("… without embedding", ("recall", 0, "recall_without_embedding_ms", "p50"), "ms", 2, 0.8),
    Figure("recall at 20,000, without embedding", ("recall", 1, "recall_without_embedding_ms", "p50"), "ms", 2, 2),
    Figure("recall at 200,000, without embedding", ("recall", 2, "recall_without_embedding_ms", "p50"), "ms", 1, 15),
    Figure("reply without a model, p50", ("replies", "offline", "ms", "p50"), "ms", 1, 8),
    Figure("… of the processor", ("replies", "offline", "processor_ms", "p50"), "ms", 1),
    Figure("reply with a model, its own time", ("replies", "with_a_model", "ms", "p50"), "ms", 1, 8),
    Figure("… of the processor", ("replies", "with_a_model", "processor_ms", "p50"), "ms", 1),
    Figure("first reply of a process", ("first_reply_ms",), "ms", 0, 400),
    Figure("import", ("import_ms",), "ms", 0, 150),
    Figure("observe, durable, one caller", ("observe_per_second",), "/s", 0, 2_000, True),
    Figure("… eight callers", ("observe_per_second_8_callers",), "/s", 0, None, True),
    Figure("working off what was stored", ("settled_per_second",), " turns/s", 0, None, True),
    Figure("recall due at 150/s beside observe at 100/s, p99", ("rates", "recall", "p99"), "ms", 0, 150),
    Figure("… observe, p99", ("rates", "observe", "p99"), "ms", 0, 150),
    Figure("peak memory with 20,000 memories", ("memory", "peak_megabytes"), "MB", 0),
)


class FigureComparison(NamedTuple):
    """A figure of two runs, and their ratio; None if either lacks it."""

    figure: Figure
    now: float
    before: float | None
    ratio: float | None


def recorded(file: Path = RECORDED) -> dict[str, Any]:
    """Return the recorded run; empty if there is none."""
    report: dict[str, Any] = json.loads(file.read_text()) if file.exists() else {}
    return report


def beside(report: Mapping[str, Any], before: Mapping[str, Any]) -> list[FigureComparison]:
    """Return the figures of a run beside those of another."""
    return list(_beside(report, before))


def _beside(report: Mapping[str, Any], before: Mapping[str, Any]) -> Iterator[FigureComparison]:
    for figure in FIGURES:
        now = _at(report, figure.place)
        if now is not None:
            old = _at(before, figure.place)
            yield FigureComparison(figure, now, old, now / old if old else None)


def shown(figure: Figure, value: float) -> str:
    """Return a figure with its unit."""
    blank = " " if figure.unit and figure.unit[0].isalpha() else ""
    return f"{value:,.{figure.digits}f}{blank}{figure.unit}"


def page(report: Mapping[str, Any], before: Mapping[str, Any]) -> str:
    """Return the table of a run for the docs, in Markdown: before, now, ratio, and aim."""
    lines = ["| | before | now | ratio | aim |", "| --- | ---: | ---: | ---: | ---: |"]
    for figure, now, old, ratio in _beside(report, before):
        aim = "" if figure.aim is None else f"{'≥' if figure.more_is_better else '≤'} {shown(figure, figure.aim)}"
        was = "" if old is None else shown(figure, old)
        lines.append(f"| {figure.name} | {was} | {shown(figure, now)} | {_ratio(ratio)} | {aim} |")
    return "\n".join(lines)


def section(report: Mapping[str, Any]) -> str:
    """Return the docs' section about a recorded run, in Markdown: date and machine, figures beside those of the run
    `before`, and, where both alternated (`benchmarks/beside.py`), the times of both."""
    before = report.get("before", {})
    of = f" (commit {before['commit']})" if "commit" in before else ""
    lines = [
        f"{report['date']}; {report['machine']}. *Before*: {before.get('date', 'nothing')}{of}.",
        "",
        page(report, before),
    ]
    beside = report.get("beside", {})
    rows = [row for one in beside.get("rows", ()) for row in _in_turn(one)]
    if rows:
        lines += [
            "",
            f"Commit {beside['commit']} and this one asked in turn, {beside['date']}; milliseconds, tenth percentile "
            "and median.",
            "",
            "| | by the clock, before | now | ratio | of the processor, before | now | ratio |",
            "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
            *rows,
        ]
    return "\n".join(lines) + "\n"


def _in_turn(row: Mapping[str, Any]) -> Iterator[str]:
    """Yield the rows of measurements with one number of memories."""
    for what in (name for name in row if name != "memories"):
        cells = [f"{what}, {row['memories']:,} memories"]
        for kind in ("ms", "processor_ms"):
            before, now = row[what]["before"][kind], row[what]["now"][kind]
            cells += [f"{one['p10']:.2f} / {one['p50']:.2f}" for one in (before, now)]
            cells.append(f"×{now['p10'] / before['p10']:.2f} / ×{now['p50'] / before['p50']:.2f}")
        yield f"| {' | '.join(cells)} |"


BEGINS, ENDS = "<!-- bench: begins -->\n", "<!-- bench: ends -->"
"""Marks around the section in the docs."""


def with_section(page_text: str, text: str) -> str:
    """Return a page with its section replaced."""
    head, begins, rest = page_text.partition(BEGINS)
    _, ends, tail = rest.partition(ENDS)
    if not begins or not ends:
        raise ValueError(f"The page has no place for it, between {BEGINS.strip()} and {ENDS}.")
    return f"{head}{begins}{text}{ends}{tail}"


def _ratio(ratio: float | None) -> str:
    return "" if ratio is None else f"×{ratio:.2f}"


def _at(report: Mapping[str, Any], place: tuple[str | int, ...]) -> float | None:
    value: Any = report
    for key in place:
        try:
            value = value[key]
        except (KeyError, IndexError, TypeError):
            return None
    return float(value)
