"""Routes that refuse unknown parameters and conditions, rather than ignoring them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from inspect import iscoroutinefunction
from typing import Any, ParamSpec, TypeVar, cast

from fastapi import APIRouter, Request, Response
from fastapi.dependencies.utils import get_flat_params
from fastapi.params import Query

from soulkeep.client.operations import OPERATIONS
from soulkeep.errors import InputError
from soulkeep.server.etags import CONDITIONAL
from soulkeep.server.idempotency import IdempotentRoute
from soulkeep.server.rest.bodies import answer

P = ParamSpec("P")
T = TypeVar("T")


class RestRoute(IdempotentRoute):
    """A route under `/v1`."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()
        fields = get_flat_params(self.dependant)
        parameters = sorted(field.alias for field in fields if isinstance(field.field_info, Query))
        conditional = self.operation_id in CONDITIONAL

        async def exact(request: Request) -> Response:
            unknown = sorted(set(request.query_params) - set(parameters))
            if unknown:
                hint = f"It takes: {', '.join(parameters)}." if parameters else "It takes none."
                raise InputError(f"Unknown in the query: {', '.join(unknown)!s:.200}.", hint=hint)
            if request.method != "GET" and not conditional and "if-match" in request.headers:
                raise InputError("This can't be done on a condition.", hint="Leave out If-Match.")
            return await handle(request)

        return exact


def serves(
    router: APIRouter, name: str, *, shown: Any = None, **more: Any
) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Return a decorator that makes a function an operation's route; its result is sent as the record in the table.

    Args:
        router: the router, whose prefix begins the operation's path.
        name: the operation's name.
        shown: the model that OpenAPI shows for the result, if it isn't one of the library's records.
        more: further arguments of the route, as in FastAPI.
    """
    operation = OPERATIONS[name]
    kind = operation.returns if shown is None else shown

    def registered(do: Callable[P, T]) -> Callable[P, T]:
        def sent(found: Any) -> Any:
            if kind is None or isinstance(found, Response):
                return found
            return answer(kind, found, status=operation.status)

        @wraps(do)
        def at_once(*args: P.args, **names: P.kwargs) -> Any:
            return sent(do(*args, **names))

        @wraps(do)
        async def awaited(*args: P.args, **names: P.kwargs) -> Any:
            return sent(await cast(Awaitable[T], do(*args, **names)))

        router.add_api_route(
            f"/v1{operation.path}".removeprefix(router.prefix),
            awaited if iscoroutinefunction(do) else at_once,
            methods=[operation.method],
            operation_id=name,
            status_code=operation.status if operation.status != 200 else None,
            response_model=kind,
            **more,
        )
        return do

    return registered
