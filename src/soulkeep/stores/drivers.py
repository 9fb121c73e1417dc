"""Optional dependencies of stores: PostgreSQL's driver, a cipher."""

from __future__ import annotations

from importlib import import_module

from soulkeep.errors import MissingExtra, StoreError


def require_postgres() -> None:
    """Raise a `StoreError` that says how to install PostgreSQL's driver, if it is missing: call it before importing
    what needs the driver."""
    try:
        for package in ("psycopg", "psycopg_pool", "soulkeep.stores.postgres"):
            import_module(package)
    except ImportError as error:  # also where libpq isn't there
        hint = "Install it with: pip install 'soulkeep[postgres]'"
        raise StoreError("A PostgreSQL store needs psycopg and psycopg-pool.", hint=hint) from error


def require_encryption() -> None:
    """Raise a `MissingExtra` if there is no cipher to encrypt memories with."""
    try:
        import_module("cryptography.hazmat.primitives.ciphers.aead")
    except ImportError as error:
        raise MissingExtra("Sealing memories with keys", "encryption") from error
