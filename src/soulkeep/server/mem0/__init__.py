"""mem0's endpoints under `/mem0`, so that its users can move by changing a URL."""

from __future__ import annotations

from fastapi import FastAPI

from soulkeep.server.mem0.hosted import router as hosted
from soulkeep.server.mem0.self_hosted import router as own
from soulkeep.server.paths import add_routes

__all__ = ["install"]


def install(app: FastAPI) -> None:
    """Add the routes of mem0's `MemoryClient` and of its self-hosted server."""
    add_routes(app, hosted)
    add_routes(app, own)
