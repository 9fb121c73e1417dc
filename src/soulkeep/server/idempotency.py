"""Repeated requests: the second one gets the response to the first, and nothing is done twice."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from hashlib import blake2b
from typing import Any

from anyio import CancelScope
from fastapi import Request, Response
from fastapi.routing import APIRoute
from starlette.responses import StreamingResponse

from soulkeep.errors import InputError
from soulkeep.lang.digests import digest, joined
from soulkeep.server.service import grant_of, identify, service_of
from soulkeep.server.threads import run_apart

HEADER = "idempotency-key"

_LONGEST = 255


class IdempotentRoute(APIRoute):
    """A route whose POST requests may be repeated with an Idempotency-Key."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def once(request: Request) -> Response:
            if request.method in ("POST", "PUT", "PATCH"):
                await identify(request)  # requests of unauthorised callers aren't read
                await request.body()  # read here, where a body that is too long is told apart from an unreadable one
            key = request.headers.get(HEADER)
            if request.method != "POST" or key is None:
                return await handle(request)
            if not (0 < len(key) <= _LONGEST and key.isprintable()):
                raise InputError(
                    "The Idempotency-Key can't be used.", hint=f"1 to {_LONGEST} characters, such as a UUID."
                )
            grant = await identify(request)
            scope, requests = (grant.workspace, grant.id, key), service_of(request).requests
            first = await run_apart("requests", requests.begin, scope, await _fingerprint(request))
            if first is not None:
                return first
            try:
                response = await handle(request)
            except BaseException:
                with CancelScope(shield=True):  # even if the client has left
                    await run_apart("requests", requests.abandon, scope)
                raise
            if response.status_code < 300 and not isinstance(response, StreamingResponse):
                secret = getattr(request.state, "secret_of", None)
                gone = None if secret is None else f"Its response showed the secret of {secret}, which is kept nowhere."
                await run_apart("requests", requests.finish, scope, response, gone=gone)
            else:  # streamed replies are recognised by the ids of their turns
                await run_apart("requests", requests.abandon, scope)
            return response

        return once


async def _fingerprint(request: Request) -> bytes:
    """Return a digest that identifies a request."""
    parts = (request.method, request.scope["path"], request.url.query, request.headers.get("content-type", ""))
    digest = blake2b(joined(parts) + b"\0", digest_size=16)
    digest.update(await request.body())
    return digest.digest()


@contextmanager
def dropping(request: Request, workspace: str) -> Iterator[None]:
    """Drop a workspace's responses around a change or deletion of what they may tell, however it ends."""
    try:
        yield
    finally:
        service_of(request).requests.forget(workspace)


def derived_id(request: Request, part: int = 0) -> str | None:
    """Return an id for a turn that came without one, the same for the same Idempotency-Key, so that a request repeated
    after a crash stores nothing twice. None if the request has no such key.

    Args:
        request: the request.
        part: number or name of the turn in the request.
    """
    key = request.headers.get(HEADER)
    if key is None:
        return None
    grant = grant_of(request)
    return f"r-{digest(grant.workspace, grant.id, key, str(part), size=16)}"
