"""State that the parts of the server share, and the way from a request to its `Access`."""

from __future__ import annotations

import time
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from typing import Annotated

from fastapi import Depends, Request
from fastapi.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection

from soulkeep.server.access import Access, Forbidden, Grant, Unauthenticated, everything
from soulkeep.server.answered import Requests
from soulkeep.server.config import DEFAULT_WORKSPACE, ServerConfig
from soulkeep.server.keys import SESSION, ApiKeys
from soulkeep.server.limits import Buckets, TooMany
from soulkeep.server.threads import run_apart
from soulkeep.server.workspaces import Workspaces, server_file
from soulkeep.stores.keys import keys_of
from soulkeep.telemetry import Telemetry

WORKSPACE_HEADER = "x-soulkeep-workspace"
COOKIE = "soulkeep_session"

_BURST = 5.0
"""Size of a burst of requests, in seconds of the rate."""

_FAILURES, _RETRIES = 20.0, 1 / 3
"""Wrong keys that one address may send at once, and the further ones per second."""


@dataclass(slots=True)
class Service:
    """The open keeps, the keys, the answered requests and the configuration of a running server."""

    config: ServerConfig
    workspaces: Workspaces
    keys: ApiKeys
    requests: Requests
    rates: Buckets = field(default_factory=Buckets)
    failures: Buckets = field(default_factory=Buckets)
    stopping: bool = False
    stop_by: float | None = None

    @classmethod
    def start(cls, config: ServerConfig, telemetry: Telemetry | None = None) -> Service:
        """Open everything; `telemetry` is told of every operation on memories."""
        place = server_file(config.location)
        with ExitStack() as opened:
            keys = ApiKeys(place, admin_key=config.admin_key)
            opened.callback(keys.close)
            requests = Requests(place, keys_of(config.sealed_with))
            opened.callback(requests.close)
            service = cls(config, Workspaces(config, telemetry), keys, requests)
            opened.pop_all()
        return service

    def begin_stopping(self) -> None:
        """Note that the server is stopping: requests in progress have `shutdown_seconds` left."""
        self.stopping = True
        self.stop_by = time.monotonic() + self.config.shutdown_seconds

    @property
    def seconds_left(self) -> float:
        """Return how long requests in progress may still take, in seconds."""
        return self.config.shutdown_seconds if self.stop_by is None else max(0.0, self.stop_by - time.monotonic())

    def stop(self) -> None:
        """Finish what was begun, and close everything."""
        self.stopping = True
        self.workspaces.close()
        self.requests.close()
        self.keys.close()

    def grant(self, secret: str | None, workspace: str | None = None) -> Grant:
        """Return what a secret permits.

        Args:
            secret: the secret as given; None if there was none.
            workspace: the workspace requested; the key's own by default.

        Raises:
            Unauthenticated, Forbidden.
        """
        if self.config.local and not self.keys.any():
            return everything(workspace or DEFAULT_WORKSPACE)
        if not secret:
            raise Unauthenticated("This server needs a key.", hint="Send it as: Authorization: Bearer sk-soul-…")
        grant = self.keys.find(secret)
        if grant is None:
            raise Unauthenticated("This key is unknown, revoked or expired.", hint="Ask for a new one.")
        if workspace is None or workspace == grant.workspace:
            return grant
        if grant.operator:
            return replace(grant, workspace=workspace)
        raise Forbidden("This key belongs to another workspace.", hint=f"Leave out {WORKSPACE_HEADER}.")

    def access(self, grant: Grant) -> Access:
        """Return the access to the keep that a grant opens."""
        return Access(self.workspaces.open(grant.workspace), grant)


def service_of(connection: HTTPConnection) -> Service:
    """Return the service of a request's application."""
    service: Service = connection.app.state.service
    return service


def secret_of(connection: HTTPConnection) -> str | None:
    """Return the secret of a request: `Authorization: Bearer …` (or `Token …`), `X-API-Key`, or a browser's session,
    which is no key."""
    scheme, _, value = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() in ("bearer", "token") and value.strip():
        return value.strip()
    session = connection.cookies.get(COOKIE, "")
    return connection.headers.get("x-api-key") or (session if session.startswith(SESSION) else None)


def grant_of(connection: HTTPConnection) -> Grant:
    """Return the grant of a request's sender, unless they ask too often.

    Raises:
        Unauthenticated, Forbidden, TooMany.
    """
    service = service_of(connection)
    address = connection.client.host if connection.client else "?"
    secret, workspace = secret_of(connection), connection.headers.get(WORKSPACE_HEADER)
    known_grant: Grant | None = getattr(connection.state, "grant", None)
    if known_grant is not None and getattr(connection.state, "asked_with", None) == (secret, workspace):  # seen before
        return known_grant
    try:
        grant = service.grant(secret, workspace)
    except Unauthenticated:  # others' wrong keys from the same proxy don't delay a right one
        if secret and (wait := service.failures.take(address, _RETRIES, _FAILURES)):
            raise TooMany("Too many requests with a wrong key.", wait) from None
        raise
    rate = grant.rate or service.config.rate
    if rate is not None and (wait := service.rates.take(grant.id, rate, max(1.0, rate * _BURST))):
        raise TooMany(f"This key may ask {rate:g} times a second.", wait)
    connection.state.grant = grant  # also read by the log
    connection.state.asked_with = (secret, workspace)
    return grant


async def identify(connection: HTTPConnection) -> Grant:
    """Return the result of `grant_of`, without blocking the event loop on a remote database."""
    if service_of(connection).keys.remote and getattr(connection.state, "grant", None) is None:
        return await run_apart("keys", grant_of, connection)
    return grant_of(connection)


async def access_of(request: Request) -> Access:
    """Return a request's access: the dependency of every route that touches memories."""
    service, grant = service_of(request), await identify(request)
    keep = service.workspaces.opened().get(grant.workspace)
    if keep is not None:  # a lookup without a thread
        return Access(keep, grant)
    return await run_in_threadpool(service.access, grant)


Asking = Annotated[Access, Depends(access_of)]
"""The caller's access, as a route's parameter."""
