"""`soulkeep settle` and `soulkeep reflect`: do now what is otherwise done in the background."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.text import Text

import soulkeep
from soulkeep.cli.console import each, out, say_json
from soulkeep.cli.opening import open_character, open_keep
from soulkeep.cli.options import KEEP, PERSON, AsJson, Embedder, KeepFile, Person, Who

_STILL = soulkeep.Settings(background=False)


def settle(
    keep: KeepFile = KEEP,
    over: Annotated[bool, typer.Option("--over", help="Take every conversation as over.")] = False,
    jobs: Annotated[bool, typer.Option("--jobs", help="Only list the work that waits.")] = False,
    turn_days: Annotated[
        float | None, typer.Option(min=0, help="Only list what was said before as many days, and a rule would delete.")
    ] = None,
    silent_days: Annotated[
        float | None, typer.Option(min=0, help="Only list who has said nothing for as many days.")
    ] = None,
    json: AsJson = False,
    embedder: Embedder = None,
) -> None:
    """Work on what was stored: facts, summaries, consolidation, reflection. Shows what is left."""
    with open_keep(keep, embedder, settings=_STILL) as opened:
        if turn_days is not None or silent_days is not None:
            _say_expiring(opened.expiring(turn_days=turn_days, silent_days=silent_days), json=json)
            return
        left = opened.jobs() if jobs else opened.settle(over=over)
    for job in each(left, json, "Nothing waits."):
        trouble = Text()
        if job.error:
            trouble = Text.assemble(("  " + job.error, "red"), f" (tried {job.attempts} times)")
        state = "being done" if job.running else f"due {job.due.astimezone():%Y-%m-%d %H:%M:%S}"
        out.print(Text.assemble(f"{job.character}, {job.person or 'nobody in particular'}: {state}", trouble))


def _say_expiring(found: soulkeep.Expiring, *, json: bool) -> None:
    if json:
        say_json(found)
        return
    for person in found.people:
        out.print(Text.assemble(f"{person}: silent for so long, would be erased"))
    for old in found.turns:
        out.print(Text.assemble(f"{old.character}, {old.person or 'nobody in particular'}: {old.turns:,} turns"))
    if not found.people and not found.turns:
        out.print("Nothing would go.")


def reflect(
    keep: KeepFile = KEEP,
    character: Who = None,
    person: Person = PERSON,
    json: AsJson = False,
    embedder: Embedder = None,
) -> None:
    """Look back on what was said lately: insights that are new, with what they rest on."""
    with open_character(keep, character, embedder, settings=_STILL) as who:
        insights = who.reflect(person=person)
    for insight in each(insights, json, "[dim]Nothing new comes of it.[/dim]"):
        out.print(Text.assemble(insight.text, (f"  (rests on {len(insight.references)} memories)", "dim")))
