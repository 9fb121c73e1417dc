"""The connection to a server: requests, retries, and errors."""

from __future__ import annotations

import random
import time
import uuid
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from contextlib import aclosing, closing, contextmanager
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import quote

from soulkeep._version import __version__
from soulkeep.client.affinity import HEADER as TENANT
from soulkeep.client.errors import ServerRefused, ServerUnavailable, error_of, kind_of
from soulkeep.client.workers import Workers, tenant_asked
from soulkeep.clock import require_aware
from soulkeep.errors import BadText, InputError, MissingExtra, StoreClosed
from soulkeep.types.records import Turn
from soulkeep.types.wire import of_json, to_json

if TYPE_CHECKING:
    import httpx2

T = TypeVar("T")

_CONNECT = 10.0
"""Most seconds to wait for a connection."""

_LONGEST = 10.0
"""Most seconds to wait before a request is repeated."""

_NOT_AGAIN = ("chat-", "bad-answer", "embedder-")
"""Kinds of errors of services behind the server, which has retried already; the caller decides about more."""


class Transport:
    """Sends requests to a server. Safe to use from any thread.

    Args:
        url: the server's URL, or those of its workers: requests about a character and a person go to one of them, and
            to the next if that can't be reached.
        key: an API key, if the server needs one.
        workspace: the workspace to use; the key's own by default.
        timeout: seconds for a response.
        retries: how often to repeat a request after a temporary failure.
    """

    def __init__(
        self, url: str | Sequence[str], *, key: str | None, workspace: str | None, timeout: float, retries: int
    ) -> None:
        try:
            import httpx2
        except ImportError:
            raise MissingExtra("A connection to a soulkeep server", "client") from None
        self._workers = Workers(url)
        self._workspace = workspace
        headers = {"User-Agent": f"soulkeep/{__version__}"}
        if key is not None:
            headers["Authorization"] = f"Bearer {key}"
        if workspace is not None:
            headers["X-Soulkeep-Workspace"] = workspace
        self._options: dict[str, Any] = {
            "headers": headers,
            "timeout": httpx2.Timeout(timeout, connect=min(timeout, _CONNECT)),
        }
        self._retries = retries
        self._closed = False
        self._client = httpx2.Client(**self._options)

    def call(
        self,
        kind: type[T],
        method: str,
        path: str,
        *,
        params: Mapping[str, Any] | None = None,
        body: Mapping[str, Any] | None = None,
        content: bytes | None = None,
        once: bool = False,
    ) -> T:
        """Send a request, repeat it after temporary failures, and return the result.

        Args:
            kind: the type of the result.
            method: the HTTP method.
            path: the path, as in the REST API.
            params: the query's parameters.
            body: the body as JSON.
            content: the body as bytes.
            once: send an Idempotency-Key, since it must not be done twice.
        """
        response = self._answered(method, path, params=params, body=body, content=content, once=once)
        with understanding():
            return of_json(kind, response.content or b"null")

    def text(self, path: str, **params: Any) -> str:
        """Return a text, unchanged."""
        with understanding():
            return self._answered("GET", path, params=params).content.decode()

    def _answered(
        self,
        method: str,
        path: str,
        *,
        params: Mapping[str, Any] | None = None,
        body: Mapping[str, Any] | None = None,
        content: bytes | None = None,
        once: bool = False,
    ) -> httpx2.Response:
        """Return the response to a request, which is repeated after temporary failures."""
        sent: dict[str, Any] = {"params": query_params(params or {}), "content": content}
        tenant = tenant_asked(path, params or {}, body or {}, self._workspace)
        headers = _headers(tenant, once=once)
        if body is not None:
            headers["Content-Type"] = "application/json"
            sent["content"] = encoded(body)
        for attempt in range(self._retries + 1):
            last = attempt == self._retries
            try:
                with self._open(), reaching():
                    response = self._sent(tenant, method, path, headers=headers, **sent)
            except ServerUnavailable:
                if last:
                    raise
                time.sleep(_pause(attempt))
                continue
            if response.is_success:
                return response
            problem = _problem(response)
            again = problem.get("retryable") and not kind_of(problem).startswith(_NOT_AGAIN)
            if last or not again:
                raise error_of(problem, response.status_code)
            time.sleep(max(_pause(attempt), _wait(response)))
        raise AssertionError("unreachable")

    def _sent(
        self, tenant: str | None, method: str, path: str, *, stream: bool = False, **sent: Any
    ) -> httpx2.Response:
        """Return the response of the first of the tenant's workers that accepts a connection."""
        ranked = self._workers.ranked(tenant)
        for worker in ranked:
            with self._workers.asking(worker, last=worker == ranked[-1]):
                return self._client.send(self._client.build_request(method, worker + path, **sent), stream=stream)
        raise AssertionError("unreachable")

    def lines(self, path: str, **params: Any) -> Iterator[bytes]:
        """Yield the lines of a response, as they arrive."""
        tenant, query = tenant_asked(path, params, {}, self._workspace), query_params(params)
        with (
            self._open(),
            reaching(),
            closing(self._sent(tenant, "GET", path, stream=True, params=query, headers=_headers(tenant))) as response,
        ):
            if not response.is_success:
                response.read()
                raise error_of(_problem(response), response.status_code)
            lines = _Lines()
            for piece in response.iter_bytes():
                yield from lines.ended(piece)
            yield from lines.rest()

    async def events(self, path: str, body: Mapping[str, Any]) -> AsyncGenerator[tuple[str, bytes], None]:
        """Yield the names and data of the server-sent events of a response."""
        import httpx2

        tenant = tenant_asked(path, {}, body, self._workspace)
        headers = {**_headers(tenant, once=True), "Content-Type": "application/json"}
        content, ranked = encoded(body), self._workers.ranked(tenant)
        with self._open(), reaching():
            async with httpx2.AsyncClient(**self._options) as client:
                for worker in ranked:
                    with self._workers.asking(worker, last=worker == ranked[-1]):
                        request = client.build_request("POST", worker + path, content=content, headers=headers)
                        response = await client.send(request, stream=True)
                        break
                async with aclosing(response):
                    if not response.is_success:
                        await response.aread()
                        raise error_of(_problem(response), response.status_code)
                    lines, name = _Lines(), ""
                    async for piece in response.aiter_bytes():
                        for line in lines.ended(piece):
                            field, _, value = line.removesuffix(b"\r").partition(b": ")
                            if field == b"event":
                                name = value.decode("utf-8", "replace")
                            elif field == b"data":
                                yield name, value

    @contextmanager
    def _open(self) -> Iterator[None]:
        """Raise StoreClosed if the connections were closed."""
        if self._closed:
            raise StoreClosed
        yield

    def close(self) -> None:
        """Close the connections."""
        self._closed = True
        self._client.close()


class _Lines:
    """Splits a response in pieces into lines. Only a line feed ends one; texts contain other line separators."""

    def __init__(self) -> None:
        self._begun = bytearray()

    def ended(self, piece: bytes) -> list[bytes]:
        """Return the lines that a piece ends."""
        *ended, begun = piece.split(b"\n")
        if ended:
            ended[0] = bytes(self._begun) + ended[0]
            self._begun.clear()
        self._begun += begun
        return ended

    def rest(self) -> list[bytes]:
        """Return the last line, if it has no end."""
        return [bytes(self._begun)] if self._begun else []


@contextmanager
def understanding() -> Iterator[None]:
    """Raise ServerRefused if a response can't be parsed."""
    try:
        yield
    except ValueError as error:
        hint = "Is this a soulkeep server of the same version? What was asked was done all the same."
        raise ServerRefused(
            f"The server's answer can't be read: {error!s:.200}", hint=hint, kind="unreadable"
        ) from None


@contextmanager
def reaching() -> Iterator[None]:
    """Raise ServerUnavailable if a request fails on its way, InputError if it can't be sent."""
    import httpx2

    try:
        yield
    except httpx2.TransportError as error:
        hint = "Is it running, and is the URL right? What was asked may have been done all the same."
        raise ServerUnavailable(f"The server can't be reached: {error!s:.200}", hint=hint) from None
    except (httpx2.InvalidURL, httpx2.LocalProtocolError, UnicodeError) as error:
        raise InputError(f"That can't be sent: {error!s:.200}", hint="Check the URL, the key and the ids.") from None


def _headers(tenant: str | None, *, once: bool = False) -> dict[str, str]:
    """Return the headers of a tenant's request; `once`: with an Idempotency-Key, since it must not be done twice."""
    headers = {} if tenant is None else {TENANT: tenant}
    return {**headers, "Idempotency-Key": str(uuid.uuid4())} if once else headers


def path_of(*parts: str) -> str:
    """Return a path under `/v1`; ids may contain any characters."""
    return "/v1/" + "/".join(_quoted(part) for part in parts)


def _quoted(part: str) -> str:
    if not isinstance(part, str) or not part.strip():
        raise InputError(f"An id must be a non-empty string, not {part!r:.80}.", hint="Give one such as 'anna'.")
    try:
        quoted = quote(part, safe="")
    except UnicodeEncodeError:
        raise BadText("An id holds half a surrogate pair, which is no character.", hint="Repair it.") from None
    return quoted.replace(".", "%2E") if part in (".", "..") else quoted


def encoded(body: Mapping[str, Any]) -> bytes:
    """Return a body as JSON, without arguments that weren't given."""
    values = {name: _sound(value) for name, value in body.items() if value is not None}
    try:
        return to_json(dict[str, Any], values)
    except ValueError as error:
        raise BadText(
            f"That can't be sent as text: {error!s:.200}", hint="Decode bytes, and repair surrogates."
        ) from None


def query_params(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return query parameters, without arguments that weren't given."""
    return {name: _plain(_sound(value)) for name, value in params.items() if value is not None}


def _plain(value: Any) -> Any:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, timedelta):
        return f"PT{value.total_seconds():f}S"
    if isinstance(value, set | frozenset | list | tuple):
        return [_plain(item) for item in value]
    return value


def _sound(value: Any) -> Any:
    """Return a value with time zones in all times, and collections that can be sent."""
    if isinstance(value, datetime):
        return require_aware(value)
    if isinstance(value, Turn):
        _sound(value.time)
    elif not isinstance(value, str | bytes | Mapping) and isinstance(value, set | frozenset | list | tuple):
        return [_sound(item) for item in value]
    return value


def _problem(response: httpx2.Response) -> dict[str, Any]:
    """Return the problem in a response; if it isn't soulkeep's, only its status."""
    try:
        content = response.json()
    except ValueError:
        content = None
    if isinstance(content, dict) and "detail" in content:
        return content
    status = response.status_code
    hint = "Is this a soulkeep server?" if status == 404 else ""
    return {
        "detail": f"The server answered with HTTP status {status}.",
        "hint": hint,
        "retryable": status in (502, 503),
    }


def _pause(attempt: int) -> float:
    """Return the seconds until the next attempt: increasing, and random so that clients don't coincide."""
    return min(_LONGEST, 0.1 * 2.0**attempt) * random.uniform(0.5, 1.0)


def _wait(response: httpx2.Response) -> float:
    """Return the seconds that the server asks to wait."""
    header = response.headers.get("retry-after", "")
    return min(_LONGEST, float(header)) if header.isdigit() else 0.0
