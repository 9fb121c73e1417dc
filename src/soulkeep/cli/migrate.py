"""`soulkeep migrate`: a keep moved from a SQLite file to PostgreSQL, or back."""

from __future__ import annotations

from contextlib import ExitStack, closing
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

import soulkeep
from soulkeep.cli.console import out, progress, say_json
from soulkeep.cli.options import AsJson
from soulkeep.stores import migrate as moving
from soulkeep.stores.drivers import require_postgres
from soulkeep.stores.location import is_postgres, parse
from soulkeep.stores.opening import open_store
from soulkeep.stores.sqlite.copies import file_path, require_file

if TYPE_CHECKING:
    from soulkeep.stores.postgres.care import Database

_SQLITE = "sqlite:"
_MB = 1_000_000


def migrate(
    source: Annotated[str, typer.Argument(help="sqlite:PATH, a path, or a postgresql:// URL.")],
    target: Annotated[str, typer.Argument(help="Where to: the same.")],
    verify: Annotated[bool, typer.Option("--verify", help="Only compare the two.")] = False,
    replace: Annotated[
        bool, typer.Option("--replace", help="Let the target lose what it holds and the source doesn't.")
    ] = False,
    json: AsJson = False,
) -> None:
    """Move a keep to another database, and prove by checksums that it is the same there. The source is only read, and
    may be in use; run it again to catch up, or after it was interrupted."""
    here, there = _location(source), _location(target)
    if here == there or _same_database(here, there):
        raise soulkeep.InputError("The source and the target are the same.", hint="Name another target.")
    _require_there(here)
    if verify:
        _require_there(there)
    with ExitStack() as stack:
        stores = [stack.enter_context(closing(open_store(one))) for one in (here, there)]
        with progress("Comparing" if verify else "Moving", quiet=json) as bar:
            if verify:
                receipt = moving.verify(*stores, progress=bar)
            else:
                receipt = moving.migrate(*stores, replace=replace, progress=bar)
    if json:
        say_json(receipt)
        return
    same = f"{receipt.memories:,} memories in {receipt.partitions:,} relationships"
    out.print(Text(f"{receipt.target} holds what {receipt.source} does: {same}."), soft_wrap=True)
    done = "" if verify else f"{receipt.moved:,} of them moved now; "
    out.print(Text(f"    {done}{receipt.bytes / _MB:,.1f} MB compared, {receipt.seconds:.1f} s", "dim"), soft_wrap=True)
    out.print(Text(f"    sha256 {receipt.checksum}", "dim"), soft_wrap=True)


def _location(text: str) -> str:
    """Return a location in the form that `open_store` takes."""
    if is_postgres(text):
        return text
    if text.startswith(("postgresql:", "postgres:")):
        raise soulkeep.InputError("That is no URL.", hint="Give one such as postgresql://user@host/database.")
    return str(file_path(text.removeprefix(_SQLITE)))


def _same_database(here: str, there: str) -> bool:
    """Return whether two URLs lead to the same workspace of one database, also by another user or address."""
    if not is_postgres(here) or not is_postgres(there) or parse(here).workspace != parse(there).workspace:
        return False
    return _database(here).identity() == _database(there).identity()


def _require_there(location: str) -> None:
    """Raise `BadFile` if there is no keep, since a source isn't created."""
    if not is_postgres(location):
        require_file(file_path(location))
        return
    place, state = parse(location), _database(location).status()
    if not state.schema:
        raise soulkeep.BadFile(f"There is no keep in {place.shown}.", hint="Look at the URL.")
    if place.workspace not in state.workspaces:
        workspaces = ", ".join(state.workspaces) or "none"
        raise soulkeep.BadFile(
            f"There is no workspace {place.workspace!r} in {place.shown}.", hint=f"Those there are: {workspaces}."
        )


def _database(url: str) -> Database:
    require_postgres()
    from soulkeep.stores.postgres.care import Database

    return Database(url)
