"""`soulkeep keys`: who may use the server."""

from __future__ import annotations

from contextlib import closing
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

import soulkeep
from soulkeep.cli.console import out, say_json
from soulkeep.cli.opening import require_keep
from soulkeep.cli.options import KEEP, AsJson, KeepFile

keys = typer.Typer(help="The server's API keys.", no_args_is_help=True)

_LONGEST = 36_500
"""Most days that a key may last: a century."""

Id = Annotated[str, typer.Argument(help="The key's id, as `soulkeep keys list` shows it.")]


@keys.callback()
def _keys() -> None:
    """The server's API keys. Once there is one, every request needs one."""


@keys.command()
def create(
    name: Annotated[str, typer.Argument(help="What it is for.")],
    keep: KeepFile = KEEP,
    admin: Annotated[bool, typer.Option("--admin", help="It may do everything in its workspace.")] = False,
    read_only: Annotated[bool, typer.Option("--read-only", help="It may only recall and list.")] = False,
    character: Annotated[list[str] | None, typer.Option("--character", "-c", help="Only this one; repeatable.")] = None,
    person: Annotated[list[str] | None, typer.Option("--person", "-p", help="Only this one; repeatable.")] = None,
    workspace: Annotated[str, typer.Option(help="The workspace it opens.")] = "default",
    rate: Annotated[float | None, typer.Option(help="Requests per second.")] = None,
    days: Annotated[float | None, typer.Option(help="Days until it expires.")] = None,
    json: AsJson = False,
) -> None:
    """Make a key. Its secret is shown this once."""
    if admin and read_only:
        raise soulkeep.InputError("A key is either for everything or for reading.", hint="Leave one of the two out.")
    if days is not None and not 0 < days <= _LONGEST:
        raise soulkeep.InputError(f"A key can't last {days:g} days.", hint=f"Give more than 0 and up to {_LONGEST}.")
    rights = ("read", "write", "admin") if admin else ("read",) if read_only else ("read", "write")
    with closing(_open(keep, made=True)) as register:
        from soulkeep.server.workspaces import require_workspace

        key, secret = register.create(
            name,
            workspace=require_workspace(workspace),
            rights=rights,
            characters=character or None,
            people=person or None,
            rate=rate,
            expires=None if days is None else datetime.now(UTC) + timedelta(days=days),
        )
    _show_secret(key, secret, json)


@keys.command("list")
def list_(keep: KeepFile = KEEP, json: AsJson = False) -> None:
    """List the keys, the revoked ones too. Secrets are kept nowhere."""
    with closing(_open(keep)) as register:
        all_keys = register.list()
    if json:
        say_json([_plain(key) for key in all_keys])
        return
    if not all_keys:
        out.print("There are no keys: whoever sits at this machine may do everything, nobody else may reach it.")
        return
    table = Table("id", "name", "workspace", "rights", "characters", "people", "created", "state", box=None)
    for key in all_keys:
        grant = key.grant
        state = "active" if key.active else "revoked" if key.revoked else "expired"
        table.add_row(
            key.id,
            grant.name,
            grant.workspace,
            " ".join(sorted(grant.rights)),
            "all" if grant.characters is None else " ".join(sorted(grant.characters)),
            "all" if grant.people is None else " ".join(sorted(grant.people)),
            f"{key.created:%Y-%m-%d}",
            state,
        )
    out.print(table)


@keys.command()
def rotate(
    id: Id,
    keep: KeepFile = KEEP,
    grace_hours: Annotated[float, typer.Option(min=0, help="Hours for which the old secret still opens.")] = 0.0,
    json: AsJson = False,
) -> None:
    """Give a key a new secret."""
    with closing(_open(keep)) as register:
        key, secret = register.rotate(id, grace=timedelta(hours=grace_hours))
    _show_secret(key, secret, json)


@keys.command()
def revoke(id: Id, keep: KeepFile = KEEP, json: AsJson = False) -> None:
    """Let a key open nothing any more, at once, also on a server that runs."""
    with closing(_open(keep)) as register:
        key = register.revoke(id)
    if json:
        say_json(_plain(key))
    else:
        out.print(f"{key.id} opens nothing any more.")


def _open(keep: str, *, made: bool = False) -> Any:
    """Return the keys of a keep; `made`: create them if there are none."""
    try:
        from soulkeep.server.keys import ApiKeys
        from soulkeep.server.workspaces import server_file
    except ImportError as error:
        raise soulkeep.MissingExtra(f"The server ({error.name})", "server") from None
    place = server_file(keep)
    if not made and not Path(place).exists():
        require_keep(keep)
    return ApiKeys(place)


def _plain(key: Any) -> dict[str, Any]:
    grant = asdict(key.grant)
    return {
        **{name: sorted(value) if isinstance(value, frozenset) else value for name, value in grant.items()},
        "id": key.id,
        "created": key.created,
        "expires": key.expires,
        "revoked": key.revoked,
        "active": key.active,
    }


def _show_secret(key: Any, secret: str, json: bool) -> None:
    if json:
        say_json({**_plain(key), "secret": secret})
        return
    out.print(f"{key.id} ({key.grant.name}). Its secret, shown this once:")
    print(secret)
