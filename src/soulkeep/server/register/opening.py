"""Opening of the register at a location."""

from __future__ import annotations

from soulkeep.server.register.base import Register
from soulkeep.stores.drivers import require_postgres
from soulkeep.stores.location import is_postgres


def register_at(location: str, *, durable: bool = True) -> Register:
    """Return the register at a location.

    Args:
        location: a file, ":memory:" for tests, or a PostgreSQL URL.
        durable: whether writes wait for the disk, where we can decide that.
    """
    if is_postgres(location):
        require_postgres()
        from soulkeep.server.register.postgres import PostgresRegister  # needed only here

        return PostgresRegister(location)
    from soulkeep.server.register.sqlite import SqliteRegister

    return SqliteRegister(location, durable=durable)
