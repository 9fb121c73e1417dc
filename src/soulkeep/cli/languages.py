"""`soulkeep languages`: what each language's pack covers, what it lacks, and what is wrong in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

import soulkeep
from soulkeep.cli.console import out, say_json
from soulkeep.cli.options import AsJson
from soulkeep.lang.pack import languages as known
from soulkeep.lang.pack_check import PackReport, checked, schema


@dataclass(frozen=True, slots=True)
class _Cells:
    language: str
    covers: tuple[str, ...]
    part: dict[str, tuple[str, ...]]
    lacks: tuple[str, ...]
    wrong: tuple[str, ...]


def languages(
    which: Annotated[
        list[str] | None, typer.Argument(metavar="LANGUAGE…", help="As ISO 639-1; all by default.")
    ] = None,
    json: AsJson = False,
) -> None:
    """What each language covers: ✓ all of a subject, ◐ some of it. One that is named is told in full. Fails where a
    pack is wrong."""
    for code in which or ():
        if code not in known():
            raise soulkeep.InputError(f"No pack for {code!r}.", hint=f"There are: {', '.join(sorted(known()))}.")
    reports = {code: checked(code) for code in which or sorted(known())}
    if json:
        say_json([_Cells(code, one.covers, dict(one.part), one.lacks, one.wrong) for code, one in reports.items()])
    elif which:
        for code, one in reports.items():
            _in_full(code, one)
    else:
        _table(reports)
    if any(one.wrong for one in reports.values()):
        raise typer.Exit(1)


def _table(reports: dict[str, PackReport]) -> None:
    table = Table(box=None, padding=(0, 1))
    table.add_column("")
    for code in reports:
        table.add_column(code, justify="center")
    for name in schema():
        marks = ("✓" if name in one.covers else "◐" if name in one.part else "" for one in reports.values())
        table.add_row(name, *marks)
    out.print(table)
    for one in reports.values():
        for why in one.wrong:
            out.print(Text(why, "red"))


def _in_full(code: str, one: PackReport) -> None:
    out.print(Text(code, "bold"))
    for name, keys in schema().items():
        mark, more = ("✓", "") if name in one.covers else ("–", "")
        if name in one.part:
            mark, more = "◐", f"; lacks {', '.join(one.part[name])}"
        out.print(Text(f"  {mark} {name}: {keys['about']}{more}"))
    for why in one.wrong:
        out.print(Text(f"  {why}", "red"))
