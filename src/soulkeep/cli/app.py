"""The commands and their help."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from importlib import import_module
from typing import Annotated

import typer

from soulkeep._version import __version__
from soulkeep.cli.console import err, report
from soulkeep.cli.terminal import guard
from soulkeep.errors import SoulkeepError
from soulkeep.extras import DEMO, EVALS, GRAPH, MIGRATION, Part, has, hint, require
from soulkeep.stores.keys import KEYS

COMMANDS: Mapping[str, Mapping[str, str]] = {
    "Meet a character": {
        "demo": "demo.demo",
        "chat": "chat.chat",
        "stage": "story.stage",
        "story": "story.story",
        "grounding": "story.grounding",
    },
    "Give it what to remember": {"learn": "learn.learn", "import": "learn.import_", "worlds": "worlds.worlds"},
    "Look into its mind": {
        "recall": "recall.recall",
        "facts": "known.facts",
        "memories": "known.memories",
        "episodes": "episodes.episodes",
        "similar": "episodes.similar",
        "interests": "episodes.interests",
        "graph": "episodes.graph",
        "sparql": "episodes.sparql",
        "due": "due.due",
        "feel": "feel.feel",
        "quarantine": "quarantine.quarantine",
    },
    "Let it think, and let go": {
        "reflect": "settle.reflect",
        "settle": "settle.settle",
        "forget": "forget.forget",
        "restore": "forget.restore",
    },
    "Keep its data": {
        "export": "export.export",
        "take-in": "export.take_in",
        "erase": "erase.erase",
        "backup": "backup.backup",
        "restore-backup": "backup.restore_backup",
        "migrate": "migrate.migrate",
        "reembed": "reembed.reembed",
    },
    "Serve it to others": {"serve": "serve.serve", "mcp": "mcp.mcp", "keys": "keys.keys", "store": "store.store"},
    "Look after it": {
        "doctor": "doctor.doctor",
        "languages": "languages.languages",
        "bench": "bench.bench",
        "eval": "evaluate.evals",
    },
}
"""Commands by purpose, each with its module and the function or group in it."""

NEEDS: Mapping[str, Part] = {
    "episodes": GRAPH, "bench": EVALS, "evaluate": EVALS, "demo": DEMO, "migrate": MIGRATION,
}  # fmt: skip
"""Optional parts of an install that a module's commands need."""


@lru_cache(maxsize=2)
def command_line(only: str | None = None) -> typer.Typer:
    """Return the command line.

    Args:
        only: the name of the only command to include, so that only its module is imported; None for all.
    """
    app = typer.Typer(
        name="soulkeep",
        help="Long-term memory for AI characters.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
    )
    app.callback()(_everywhere)
    for panel, commands in COMMANDS.items():
        for name, where in commands.items():
            if only in (None, name):
                module, _, called = where.partition(".")
                part = NEEDS.get(module)
                if part is not None and not has(part):
                    _lacking(app, name, panel, part)
                    continue
                command = getattr(import_module(f"soulkeep.cli.{module}"), called)
                if isinstance(command, typer.Typer):
                    app.add_typer(command, name=name, rich_help_panel=panel)
                else:
                    app.command(name, rich_help_panel=panel)(command)
    return app


def _lacking(app: typer.Typer, name: str, panel: str, part: Part) -> None:
    """Add a command that says what to install for it."""

    def lacking() -> None:
        require(part)

    anything = {"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []}
    message = f"Not installed here. {hint(part)}"
    app.command(name, rich_help_panel=panel, help=message, context_settings=anything)(lacking)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"soulkeep {__version__}")
        raise typer.Exit


def _everywhere(
    context: typer.Context,
    keys: Annotated[
        str | None,
        typer.Option("--keys", envvar=KEYS, help="The file of the keys that the keep is sealed with; made if need be."),
    ] = None,
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show which version this is.")
    ] = False,
) -> None:
    """Long-term memory for AI characters."""
    if keys is not None:
        context.with_resource(_keys_in_environment(keys))


@contextmanager
def _keys_in_environment(keys: str) -> Iterator[None]:
    """Set the environment's key file for whatever opens a keep in the body."""
    before = os.environ.get(KEYS)
    os.environ[KEYS] = keys
    try:
        yield
    finally:
        del os.environ[KEYS]
        if before is not None:
            os.environ[KEYS] = before


def main() -> None:
    """Run the command line."""
    guard()
    first = sys.argv[1] if len(sys.argv) > 1 else ""
    alone = first == "--version" or any(first in commands for commands in COMMANDS.values())
    try:
        command_line(first if alone else None)()
    except SoulkeepError as error:
        report(error, json="--json" in sys.argv)
        raise SystemExit(1) from None
    except KeyboardInterrupt:
        err.print("Interrupted. What was done is kept; run the command again to go on.")
        raise SystemExit(130) from None
