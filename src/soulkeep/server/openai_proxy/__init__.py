"""What speaks OpenAI's protocol: `/v1/chat/completions`, `/v1/models`, `/v1/responses`."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI


def install(app: FastAPI) -> None:
    """Add the routes."""


@asynccontextmanager
async def running(app: FastAPI) -> AsyncIterator[None]:
    """While the server runs: connections to the upstream model."""
    yield
