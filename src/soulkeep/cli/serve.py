"""`soulkeep serve`: the server, for every front end, and the inspector."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

import soulkeep
from soulkeep.cli.console import err, say_json
from soulkeep.cli.opening import without_password
from soulkeep.cli.options import KEEP, AsJson, Embedder, KeepFile
from soulkeep.cli.settings import given_settings
from soulkeep.stores.location import is_postgres

Host = Annotated[str, typer.Option(help="Address to listen at; others than this machine's need keys.")]
Origins = Annotated[list[str] | None, typer.Option("--origin", help="Origin of web pages that may call; repeatable.")]
Names = Annotated[list[str] | None, typer.Option("--allow-host", help="Another name that reaches it; repeatable.")]
Upstream = Annotated[
    str | None,
    typer.Option(envvar="SOULKEEP_CHAT_URL", help="Base URL of the language model behind /v1/chat/completions."),
]
Worker = Annotated[
    str | None, typer.Option(envvar="SOULKEEP_WORKER", help="Its name in responses, among several for one keep.")
]
Knobs = Annotated[
    list[str] | None,
    typer.Option("--setting", metavar="NAME=VALUE", help="One of soulkeep.Settings, such as warm=true; repeatable."),
]
Telemetry = Annotated[bool, typer.Option("--telemetry", help="Tell OpenTelemetry; its own variables say where to.")]


def serve(
    keep: KeepFile = KEEP,
    host: Host = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535)] = 8642,
    recipe: Annotated[str | None, typer.Option(help="A paper's system, in place of the default.")] = None,
    setting: Knobs = None,
    inspector: Annotated[bool, typer.Option(help="Serve the inspector at /.")] = True,
    origin: Origins = None,
    allow_host: Names = None,
    rate: Annotated[float | None, typer.Option(help="Requests per second for each key.")] = None,
    body_mb: Annotated[float, typer.Option(help="Longest request, in MB.")] = 8.0,
    upstream: Upstream = None,
    upstream_model: Annotated[str | None, typer.Option(envvar="SOULKEEP_CHAT_MODEL", help="Its model.")] = None,
    worker: Worker = None,
    telemetry: Telemetry = False,
    log_text: Annotated[bool, typer.Option("--log-text", help="Also log what people say.")] = False,
    json: AsJson = False,
    embedder: Embedder = None,
) -> None:
    """Serve the keep: REST under /v1, OpenAI's protocol at /v1/chat/completions, MCP at /mcp, mem0's at /mem0, figures
    at /metrics, and the inspector at /. Stop it by Ctrl-C or SIGTERM: what was accepted is written first.

    SOULKEEP_CHAT_KEY is the language model's key, SOULKEEP_ADMIN_KEY one that may do everything here,
    SOULKEEP_WORKSPACE_SECRET what opens the workspaces of a PostgreSQL database, SOULKEEP_SETTINGS settings
    (NAME=VALUE,NAME=VALUE); --setting goes first.
    """
    try:
        from soulkeep.server import ServerConfig
        from soulkeep.server.run import serve as run
    except ImportError as error:
        raise soulkeep.MissingExtra(f"The server ({error.name})", "server") from None
    config = ServerConfig(
        location=keep,
        host=host,
        port=port,
        settings=soulkeep.recipe("soulkeep" if recipe is None else recipe, **given_settings(setting or ())),
        embedder=embedder,
        origins=tuple(origin or ()),
        hosts=tuple(allow_host or ()),
        rate=rate,
        body_bytes=round(body_mb * 1024 * 1024),
        inspector=inspector,
        upstream=upstream or None,
        upstream_key=os.environ.get("SOULKEEP_CHAT_KEY") or None,
        upstream_model=upstream_model or None,
        admin_key=os.environ.get("SOULKEEP_ADMIN_KEY") or None,
        worker=worker or None,
        telemetry=telemetry,
        log_text=log_text,
    )

    def started(url: str) -> None:
        if json:
            say_json({"url": url, "keep": _place(keep)}, line=True)
        else:
            err.print(f"[bold]{url}[/bold] serves {without_password(keep)}. Ctrl-C stops it.")

    run(config, started=started)


def _place(keep: str) -> str:
    """Return the keep's location for programs: its file's absolute path, or its URL without the password."""
    return without_password(keep) if is_postgres(keep) else str(Path(keep).resolve())
