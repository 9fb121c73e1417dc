"""Opening the store at a location: a file, or a database server."""

from __future__ import annotations

import os

from soulkeep.errors import InputError
from soulkeep.stores.base import Store
from soulkeep.stores.drivers import require_postgres
from soulkeep.stores.keys import Keys, keys_of
from soulkeep.stores.location import is_postgres
from soulkeep.stores.sqlite.store import SqliteStore

_BUSY_SECONDS = 30.0


def open_store(
    location: str | os.PathLike[str],
    *,
    busy_seconds: float = _BUSY_SECONDS,
    notify: bool = False,
    keys: Keys | str | os.PathLike[str] | None = None,
) -> Store:
    """Open the store at a location.

    Args:
        location: a file's path, or a `postgresql://` URL.
        busy_seconds: seconds that a write waits for another process.
        notify: notify other processes of each commit, if the store can.
        keys: the keys that encrypt it, or the file that holds them; those that SOULKEEP_KEYS names by default, or none.

    Raises:
        StoreError: the store can't be opened, or is encrypted with other keys; it is left as it was.
    """
    store = _store_at(location, busy_seconds, notify, keys_of(keys))
    try:
        store.require_fitting_keys()
    except BaseException:
        store.close()
        raise
    return store


def _store_at(location: str | os.PathLike[str], busy_seconds: float, notify: bool, keys: Keys | None) -> Store:
    if not isinstance(location, str | os.PathLike):
        raise InputError(f"A location is a path, not {location!r}.", hint='Try soulkeep.open("keep.db").')
    where = os.fspath(location)
    if is_postgres(where):
        require_postgres()
        from soulkeep.stores.postgres.store import PostgresStore  # few need it

        return PostgresStore(where, busy_seconds=busy_seconds, notify=notify, keys=keys)
    if "://" in where:
        kind = where.partition("://")[0]
        raise InputError(f"{kind}:// is no kind of store.", hint="Give a file's path, or a postgresql:// URL.")
    return SqliteStore(where, busy_seconds=busy_seconds, keys=keys)
