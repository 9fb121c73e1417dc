"""The inspector: what a character knows, why it said something, what it is forgetting. Pages at `/`, all offline."""

from __future__ import annotations

from fastapi import FastAPI

from soulkeep.server.config import ServerConfig


def install(app: FastAPI, config: ServerConfig) -> None:
    """Mount the pages.

    Args:
        app: the server's application; paths that no other part answers belong to the inspector.
        config: the server's configuration.
    """
    from soulkeep.inspector.shell import mount

    mount(app, config)
