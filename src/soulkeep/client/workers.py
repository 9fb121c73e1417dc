"""The workers of a server, and the order in which a request tries them."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any
from urllib.parse import unquote

from soulkeep.client.affinity import rank, tenant_of
from soulkeep.errors import InputError

_REST = 5.0
"""Seconds for which an unreachable worker is tried last."""


class Workers:
    """The URLs of a server's workers. Safe to use from any thread.

    Args:
        urls: one URL, or several that serve the same keep.
    """

    def __init__(self, urls: str | Sequence[str]) -> None:
        names = (urls,) if isinstance(urls, str) else tuple(urls)
        for url in names:
            if not isinstance(url, str) or not url.startswith(("http://", "https://")):
                raise InputError(f"{url!r:.200} is no server's URL.", hint='Give one such as "http://localhost:8642".')
        # Other clients are given the address of an API's version: here all paths have it.
        self._urls = tuple(dict.fromkeys(url.rstrip("/").removesuffix("/v1").rstrip("/") for url in names))
        if not self._urls:
            raise InputError("No server's URL is given.", hint='Give one such as "http://localhost:8642".')
        # The order for requests without a character, random so that clients choose different workers.
        self._any = tuple(random.sample(self._urls, len(self._urls)))
        self._missed: dict[str, float] = {}

    def ranked(self, tenant: str | None) -> list[str]:
        """Return the workers in the order in which to try them, with those that were lately unreachable last."""
        ordered = list(self._any) if tenant is None else rank(tenant, self._urls)
        if self._missed:
            now = time.monotonic()
            ordered.sort(key=lambda url: now < self._missed.get(url, now))
        return ordered

    @contextmanager
    def asking(self, url: str, *, last: bool) -> Iterator[None]:
        """Note whether a worker can be reached while it is asked. A failed connection is no error unless it was the
        last worker, since nothing was sent and the next one can be tried."""
        import httpx2

        try:
            yield
        except httpx2.TransportError as error:
            self._missed[url] = time.monotonic() + _REST
            if last or not isinstance(error, httpx2.ConnectError | httpx2.ConnectTimeout):
                raise
        else:
            self._missed.pop(url, None)


def tenant_asked(
    path: str, params: Mapping[str, Any], body: Mapping[str, Any], workspace: str | None = None
) -> str | None:
    """Return the tenant of a request under `/v1`; None if it has no character.

    Args:
        path: the path, as returned by `path_of`.
        params, body: the request's parameters and body.
        workspace: the workspace named to the server.
    """
    _, _, part, *rest = path.split("/")
    named = unquote(rest[0]) if rest else None
    character = named if part == "characters" else _name(params, body, "character")
    person = named if part == "people" else _name(params, body, "person")
    return None if character is None else tenant_of(character, person, workspace=workspace)


def _name(params: Mapping[str, Any], body: Mapping[str, Any], name: str) -> str | None:
    """Return a name in the query or the body."""
    value = params.get(name) if params.get(name) is not None else body.get(name)
    return value if isinstance(value, str) else None
