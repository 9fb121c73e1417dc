"""What a store needs beside soulkeep itself: PostgreSQL's driver."""

from __future__ import annotations

from importlib import import_module

from soulkeep.errors import StoreError


def require_postgres() -> None:
    """Raise a `StoreError` that says how to install PostgreSQL's driver, if it isn't there: before anything that needs
    it is imported."""
    try:
        for package in ("psycopg", "psycopg_pool"):
            import_module(package)
    except ImportError as error:  # also where libpq isn't there
        hint = "Install it with: pip install 'soulkeep[postgres]'"
        raise StoreError("A PostgreSQL store needs psycopg and psycopg-pool.", hint=hint) from error
