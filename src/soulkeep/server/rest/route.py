"""Routes that ignore nothing they are asked: a limit that is misspelt, or a condition that isn't heeded, is none."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request, Response
from fastapi.dependencies.utils import get_flat_params
from fastapi.params import Query

from soulkeep.errors import InputError
from soulkeep.server.etags import CONDITIONAL
from soulkeep.server.idempotency import IdempotentRoute


class RestRoute(IdempotentRoute):
    """A route under `/v1`."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()
        fields = get_flat_params(self.dependant)
        known = sorted(field.alias for field in fields if isinstance(field.field_info, Query))
        conditional = self.operation_id in CONDITIONAL

        async def exact(request: Request) -> Response:
            unknown = sorted(set(request.query_params) - set(known))
            if unknown:
                hint = f"It takes: {', '.join(known)}." if known else "It takes none."
                raise InputError(f"Unknown in the query: {', '.join(unknown)!s:.200}.", hint=hint)
            if request.method != "GET" and not conditional and "if-match" in request.headers:
                raise InputError("This can't be done on a condition.", hint="Leave out If-Match.")
            return await handle(request)

        return exact
