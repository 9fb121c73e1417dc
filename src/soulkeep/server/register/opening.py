"""The register at a location."""

from __future__ import annotations

from soulkeep.server.register.base import Register
from soulkeep.stores.drivers import require_postgres
from soulkeep.stores.location import is_postgres


def register_at(location: str, *, durable: bool = True) -> Register:
    """The register at a location.

    Args:
        location: a file, ":memory:" for tests, or a PostgreSQL URL.
        durable: wait until a write is on the disk, where that is ours to say.
    """
    if is_postgres(location):
        require_postgres()
        from soulkeep.server.register.postgres import PostgresRegister  # where it is wanted alone

        return PostgresRegister(location)
    from soulkeep.server.register.sqlite import SqliteRegister

    return SqliteRegister(location, durable=durable)
