"""`soulkeep store`: a PostgreSQL database made ready, looked at, and written anew."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

import soulkeep
from soulkeep.cli.console import out, say_json
from soulkeep.cli.options import AsJson
from soulkeep.stores.drivers import require_postgres
from soulkeep.stores.location import OLD_SECRET, SECRET, is_postgres

if TYPE_CHECKING:
    from soulkeep.stores.postgres.care import Database

store = typer.Typer(help="Prepare and look after a PostgreSQL database.", no_args_is_help=True)

Url = Annotated[str, typer.Argument(metavar="URL", help="postgresql://user@host/database, of the tables' owner.")]


@store.command()
def init(
    url: Url,
    shards: Annotated[
        int | None,
        typer.Option(
            min=1, max=1024, help="Into how many tables each table is cut, when they are made: 16 by default."
        ),
    ] = None,
    role: Annotated[
        str | None, typer.Option(help="A role for workers: it may use the tables, owns none, and is made if need be.")
    ] = None,
    password: Annotated[
        str | None, typer.Option(envvar="SOULKEEP_ROLE_PASSWORD", help="The role's password.", show_default=False)
    ] = None,
    citus: Annotated[bool, typer.Option("--citus", help="Spread the tables over a Citus cluster.")] = False,
    json: AsJson = False,
) -> None:
    """Make the tables, or bring them up to date. Workers may run meanwhile."""
    if password is not None and role is None:
        raise soulkeep.InputError("Whose password is it?", hint="Name the role: --role soulkeep_app")
    database = _database(url)
    version = database.prepare(shards=shards)
    if role is not None:
        database.grant(role, password)
    spread = database.distribute() if citus else []
    if json:
        say_json({"schema": version, "role": role, "distributed": spread})
        return
    out.print(Text(f"The tables are ready (schema {version})."))
    if role is not None:
        out.print(Text(f"{role} may use them."))
    if spread:
        out.print(Text(f"Spread over the cluster: {', '.join(spread)}."))


@store.command()
def status(url: Url, json: AsJson = False) -> None:
    """The database's version, its workspaces, and how large its tables are."""
    state = _database(url).status()
    if json:
        say_json(state)
        return
    out.print(Text(f"PostgreSQL {state.server}, schema {state.schema}, {state.shards} shards, {_size(state.bytes)}"))
    out.print(Text(f"Workspaces: {', '.join(state.workspaces) or 'none'}"))
    for table, bytes in state.tables.items():
        out.print(Text(f"  {table:<12}{_size(bytes):>12}"))


@store.command()
def scrub(
    url: Url,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Don't ask.")] = False,
    json: AsJson = False,
) -> None:
    """Write the tables anew, so that their files hold nothing of what was erased. Each is locked meanwhile."""
    database = _database(url)
    if not yes and not typer.confirm("Workers will wait for each table meanwhile. Go on?", err=True):
        raise typer.Exit(1)
    logged = database.rewrite()
    if json:
        say_json({"rewritten": True, "log_switched": logged})
        return
    out.print(Text("The tables were written anew."))
    if not logged:
        out.print(Text("The write-ahead log still holds what was erased: only a superuser can switch it."))


@store.command()
def secret(url: Url, json: AsJson = False) -> None:
    """Let workspaces be entered with another secret: the new one is SOULKEEP_WORKSPACE_SECRET, the old one
    SOULKEEP_OLD_WORKSPACE_SECRET (empty if there was none). Stop the workers first; start them with the new one."""
    new = os.environ.get(SECRET, "")
    if not new:
        raise soulkeep.InputError(
            f"{SECRET} isn't set.", hint=f'Set it to the new secret: export {SECRET}="$(openssl rand -hex 32)"'
        )
    changed = _database(url).change_secret(os.environ.get(OLD_SECRET, ""), new)
    if json:
        say_json({"workspaces": changed})
        return
    out.print(Text(f"Workspaces that open with the new secret: {changed}. Start all workers with it."))


def _database(url: str) -> Database:
    if not is_postgres(url):
        raise soulkeep.InputError(
            "`soulkeep store` is for PostgreSQL: a file needs no preparation.",
            hint="Give a URL such as postgresql://user@host/database.",
        )
    require_postgres()
    from soulkeep.stores.postgres.care import Database

    return Database(url)


def _size(bytes: int) -> str:
    return f"{bytes / 1e9:.2f} GB" if bytes >= 1e9 else f"{bytes / 1e6:.1f} MB"
