"""Endpoints of OpenAI's protocol: `/v1/chat/completions`, `/v1/models`, `/v1/responses`."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx2
from fastapi import FastAPI

from soulkeep.server.openai_proxy import chat, models, responses
from soulkeep.server.openai_proxy.service import Proxy
from soulkeep.server.openai_proxy.upstream import TIMEOUT, upstream_of
from soulkeep.server.paths import add_routes
from soulkeep.server.service import Service

_CONNECTIONS = httpx2.Limits(max_connections=1000, max_keepalive_connections=100)


def install(app: FastAPI) -> None:
    """Add the routes."""
    for part in (chat, models, responses):
        add_routes(app, part.router)


@asynccontextmanager
async def running(app: FastAPI) -> AsyncIterator[None]:
    """Keep connections to the upstream model while the server runs; at the end, finish the answers in progress."""
    service: Service = app.state.service
    async with httpx2.AsyncClient(timeout=TIMEOUT, limits=_CONNECTIONS, trust_env=False) as client:
        proxy = app.state.openai_proxy = Proxy(upstream=upstream_of(service.config), client=client)
        try:
            yield
        finally:
            await proxy.relays.finish(service.seconds_left)
