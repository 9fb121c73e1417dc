"""REST under `/v1`."""

from __future__ import annotations

from fastapi import FastAPI, Request, Response
from starlette.routing import Match, Route

from soulkeep.server.paths import EncodedSlashes, Heads, add_routes
from soulkeep.server.problems import problem, respond
from soulkeep.server.rest import (
    admin,
    characters,
    data,
    docs,
    episodes,
    feelings,
    imports,
    knowledge,
    memories,
    openapi,
    recalls,
    replies,
    stories,
    turns,
    upkeep,
    worlds,
)

_PARTS = (
    characters, turns, recalls, replies, memories, feelings, knowledge, episodes, stories, data, imports, upkeep,
    worlds, admin, docs,
)  # fmt: skip

_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


def install(app: FastAPI) -> None:
    """Add the routes."""
    for part in _PARTS:
        add_routes(app, part.router)
    openapi.install(app)
    app.add_middleware(EncodedSlashes)
    app.add_middleware(Heads)


def close_in(app: FastAPI) -> None:
    """Answer every other path under `/v1` with a problem. Call it after all routes are added."""
    routes_before = list(app.routes)

    async def unknown(request: Request) -> Response:
        allowed = [
            method
            for method in _METHODS
            if any(route.matches({**request.scope, "method": method})[0] is Match.FULL for route in routes_before)
        ]
        if allowed:
            detail = f"{request.method} isn't for this path."
            listed = ", ".join(allowed)
            content = problem(405, "method-not-allowed", detail, hint=f"It takes: {listed}.")
            return respond(content, headers={"Allow": listed})
        return respond(problem(404, "unknown-path", "There is nothing here.", hint="/docs lists all there is."))

    every = [*_METHODS, "HEAD", "OPTIONS"]
    app.router.routes.append(Route("/v1/{path:path}", unknown, methods=every, include_in_schema=False))
