"""The inspector: what a character knows, why it said that, what it is forgetting. Pages at `/`, all offline."""

from __future__ import annotations

from fastapi import FastAPI

from soulkeep.server.config import ServerConfig


def install(app: FastAPI, config: ServerConfig) -> None:
    """Mount the pages.

    Args:
        app: the server's, with everything else in place: what no other part answers is the inspector's.
        config: the server's.
    """
    from soulkeep.inspector.shell import mount

    mount(app, config)
