"""The Model Context Protocol: tools, resources and prompts."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from soulkeep.server.config import ServerConfig


def install(app: FastAPI, config: ServerConfig) -> None:
    """Add streamable HTTP at `/mcp`."""


@asynccontextmanager
async def running(app: FastAPI) -> AsyncIterator[None]:
    """While the server runs."""
    yield
