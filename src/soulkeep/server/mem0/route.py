"""Routes whose errors mem0's clients understand: plain JSON, with `detail`."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute

from soulkeep.errors import SoulkeepError
from soulkeep.server.mem0.unsupported import Unsupported
from soulkeep.server.problems import problem, respond
from soulkeep.server.service import identify


class Mem0Route(APIRoute):
    """A route of mem0's API. Problems have the usual members, but mem0's media type."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handled(request: Request) -> Response:
            try:
                if request.method in ("POST", "PUT", "PATCH"):
                    await identify(request)  # requests of unauthorised callers aren't read
                    await request.body()  # here, where one that is too long is told apart from one that can't be read
                return await handle(request)
            except Unsupported as error:
                response = respond(problem(501, "unsupported", str(error), hint=error.hint))
            except (SoulkeepError, RequestValidationError) as error:
                kind = RequestValidationError if isinstance(error, RequestValidationError) else SoulkeepError
                response = await request.app.exception_handlers[kind](request, error)
            response.headers["content-type"] = "application/json"
            return response

        return handled
