"""The ASGI application: every part of the server on one port."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from fastapi import FastAPI
from fastapi.middleware.cors import CORSMiddleware

from soulkeep._version import __version__
from soulkeep.extras import MEM0, has
from soulkeep.server import metrics, openai_proxy, problems, rest
from soulkeep.server.config import ServerConfig
from soulkeep.server.guard import Guard
from soulkeep.server.headers import WorkerHeader
from soulkeep.server.logs import RequestLog
from soulkeep.server.mcp import http as mcp_http
from soulkeep.server.service import Service
from soulkeep.server.threads import bound_quick_work
from soulkeep.telemetry import OpenTelemetry

DESCRIPTION = """\
Long-term memory for AI characters. A character observes, recalls, replies, reflects and forgets; facing one person, it
sees what it shares with them and with nobody in particular, and nothing else.

Errors are `application/problem+json`, with a `hint` of what to do and `retryable`. Times are ISO 8601 with a zone."""


def create_app(config: ServerConfig | None = None) -> FastAPI:
    """Return the application, to be run by `serve` or any ASGI server, with one process per keep.

    The keep is opened when the application starts, and closed, with all writes finished, when it stops.
    """
    config = config or ServerConfig()
    counted = metrics.Metrics()
    telemetry = metrics.MeasuredTelemetry(counted, OpenTelemetry() if config.telemetry else None)

    @asynccontextmanager
    async def running(app: FastAPI) -> AsyncIterator[None]:
        bound_quick_work()
        service = Service.start(config, telemetry)
        app.state.service = service
        try:
            async with AsyncExitStack() as parts:
                for part in (mcp_http, openai_proxy):
                    await parts.enter_async_context(part.running(app))
                yield
        finally:
            service.stop()

    app = FastAPI(
        title="soulkeep",
        version=__version__,
        description=DESCRIPTION,
        lifespan=running,
        docs_url=None,  # FastAPI's pages load scripts from other sites
        redoc_url=None,
        openapi_url="/v1/openapi.json",
    )
    problems.install(app)
    openai_proxy.install(app)  # first, since routes are looked through in this order, and people wait for its answers
    rest.install(app)
    if has(MEM0):
        from soulkeep.server import mem0

        mem0.install(app)
    mcp_http.install(app, config)
    rest.close_in(app)
    metrics.install(app, counted)
    if config.origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=list(config.origins),
            allow_methods=["*"],
            allow_headers=["*"],
            expose_headers=["*"],
        )
    app.add_middleware(Guard, config=config)
    app.add_middleware(metrics.RequestMetrics, metrics=counted)
    app.add_middleware(RequestLog, texts=config.log_text)
    app.add_middleware(WorkerHeader, worker=config.worker_name)
    if config.inspector:
        from soulkeep import inspector

        inspector.install(app, config)
    return app
