"""The inspector: what a character knows, why it said that, what it is forgetting. Pages at `/`, all offline."""

from __future__ import annotations

from fastapi import FastAPI

from soulkeep.server.config import ServerConfig


def install(app: FastAPI, config: ServerConfig) -> None:
    """Mount the pages."""
