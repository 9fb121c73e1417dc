"""The last recorded run of `soulkeep bench`, and another one beside it, as ratios.

Machines differ and are noisy; the ratio of two runs on one machine tells more than either. Counts of calls and of reads
don't depend on the machine.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

RECORDED = Path(__file__).parent / "data" / "bench.json"
"""The run that docs/benchmarks.md shows."""


class Figure(NamedTuple):
    """A figure of a report.

    Attributes:
        name: what it is, for people.
        place: the keys that lead to it.
        unit: "ms", "s", "/s", "MB"; "" for a count.
        digits: after the point.
        aim: what it should be at most, or at least; None for nothing.
        more_is_better: whether it is a rate.
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
    """A figure of a run, that of another, and their ratio; None where either has none."""

    figure: Figure
    now: float
    before: float | None
    ratio: float | None


def recorded(file: Path = RECORDED) -> dict[str, Any]:
    """The recorded run; empty if there is none."""
    report: dict[str, Any] = json.loads(file.read_text()) if file.exists() else {}
    return report


def beside(report: Mapping[str, Any], before: Mapping[str, Any]) -> list[FigureComparison]:
    """A run's figures, each beside that of another run."""
    return list(_beside(report, before))


def _beside(report: Mapping[str, Any], before: Mapping[str, Any]) -> Iterator[FigureComparison]:
    for figure in FIGURES:
        now = _at(report, figure.place)
        if now is not None:
            old = _at(before, figure.place)
            yield FigureComparison(figure, now, old, now / old if old else None)


def shown(figure: Figure, value: float) -> str:
    """A figure with its unit."""
    blank = " " if figure.unit and figure.unit[0].isalpha() else ""
    return f"{value:,.{figure.digits}f}{blank}{figure.unit}"


def page(report: Mapping[str, Any], before: Mapping[str, Any]) -> str:
    """The table of a run for the docs, in Markdown: before, now, their ratio, and the aim."""
    lines = ["| | before | now | ratio | aim |", "| --- | ---: | ---: | ---: | ---: |"]
    for figure, now, old, ratio in _beside(report, before):
        aim = "" if figure.aim is None else f"{'≥' if figure.more_is_better else '≤'} {shown(figure, figure.aim)}"
        was = "" if old is None else shown(figure, old)
        lines.append(f"| {figure.name} | {was} | {shown(figure, now)} | {_ratio(ratio)} | {aim} |")
    return "\n".join(lines)


def section(report: Mapping[str, Any]) -> str:
    """What the docs show of a recorded run, in Markdown: when and where, its figures beside those of the run `before`,
    and, where both were asked in turn (`benchmarks/beside.py`), the times of both."""
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
    """The rows of what was measured with so many memories."""
    for what in (name for name in row if name != "memories"):
        cells = [f"{what}, {row['memories']:,} memories"]
        for kind in ("ms", "processor_ms"):
            before, now = row[what]["before"][kind], row[what]["now"][kind]
            cells += [f"{one['p10']:.2f} / {one['p50']:.2f}" for one in (before, now)]
            cells.append(f"×{now['p10'] / before['p10']:.2f} / ×{now['p50'] / before['p50']:.2f}")
        yield f"| {' | '.join(cells)} |"


BEGINS, ENDS = "<!-- bench: begins -->\n", "<!-- bench: ends -->"
"""Between these stands the section in the docs."""


def with_section(page_text: str, text: str) -> str:
    """A page with a section in place of the one that it shows."""
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
