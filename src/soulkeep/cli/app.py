"""The commands and their help."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from soulkeep import SoulkeepError
from soulkeep.cli.backup import backup, restore_backup
from soulkeep.cli.bench import bench
from soulkeep.cli.chat import chat
from soulkeep.cli.console import err, report
from soulkeep.cli.demo import demo
from soulkeep.cli.doctor import doctor
from soulkeep.cli.due import due
from soulkeep.cli.episodes import episodes, graph, interests, similar, sparql
from soulkeep.cli.erase import erase
from soulkeep.cli.evaluate import memory, retrieval
from soulkeep.cli.export import export, take_in
from soulkeep.cli.feel import feel
from soulkeep.cli.forget import forget, restore
from soulkeep.cli.keys import keys
from soulkeep.cli.known import facts, memories
from soulkeep.cli.languages import languages
from soulkeep.cli.learn import import_, learn
from soulkeep.cli.mcp import mcp
from soulkeep.cli.migrate import migrate
from soulkeep.cli.quarantine import quarantine
from soulkeep.cli.recall import recall
from soulkeep.cli.reembed import reembed
from soulkeep.cli.serve import serve
from soulkeep.cli.settle import reflect, settle
from soulkeep.cli.store import store
from soulkeep.cli.story import grounding, stage, story
from soulkeep.cli.terminal import guard
from soulkeep.cli.tokens import tokens
from soulkeep.cli.worlds import worlds
from soulkeep.stores.keys import KEYS

app = typer.Typer(
    name="soulkeep",
    help="Long-term memory for AI characters.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command()(demo)
app.command()(chat)
app.command()(stage)
app.command()(story)
app.command()(grounding)
app.command()(learn)
app.command("import")(import_)
app.command()(worlds)
app.command()(recall)
app.command()(facts)
app.command()(memories)
app.command()(episodes)
app.command()(similar)
app.command()(interests)
app.command()(graph)
app.command()(sparql)
app.command()(due)
app.command()(feel)
app.command()(reflect)
app.command()(settle)
app.command()(forget)
app.command()(restore)
app.command()(quarantine)
app.command()(export)
app.command()(take_in)
app.command()(erase)
app.command()(backup)
app.command()(restore_backup)
app.command()(migrate)
app.command()(reembed)
app.command()(serve)
app.command()(mcp)
app.add_typer(keys, name="keys")
app.add_typer(store, name="store")
app.command()(doctor)
app.command()(languages)
app.command()(bench)


@app.callback()
def _everywhere(
    context: typer.Context,
    keys: Annotated[
        str | None,
        typer.Option("--keys", envvar=KEYS, help="The file of the keys that the keep is sealed with; made if need be."),
    ] = None,
) -> None:
    """Long-term memory for AI characters."""
    if keys is not None:
        context.with_resource(_named(keys))


@contextmanager
def _named(keys: str) -> Iterator[None]:
    """Let the environment name the keys for whatever opens a keep meanwhile."""
    before = os.environ.get(KEYS)
    os.environ[KEYS] = keys
    try:
        yield
    finally:
        del os.environ[KEYS]
        if before is not None:
            os.environ[KEYS] = before


evals = typer.Typer(help="Measure how well it remembers.", no_args_is_help=True)
evals.command()(retrieval)
evals.command()(memory)
evals.command()(tokens)
app.add_typer(evals, name="eval")


@evals.callback()
def _evals() -> None:
    """Measure how well it remembers."""


def main() -> None:
    """Run the command line."""
    guard()
    try:
        app()
    except SoulkeepError as error:
        report(error, json="--json" in sys.argv)
        raise SystemExit(1) from None
    except KeyboardInterrupt:
        err.print("Interrupted. What was done is kept; run the command again to go on.")
        raise SystemExit(130) from None
