"""The language model to which requests are passed on."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import httpx2

from soulkeep.errors import ChatUnavailable, InputError
from soulkeep.server.config import ServerConfig
from soulkeep.server.keys import PREFIX

_PASSED = ("openai-", "helicone-", "x-title", "http-referer", "idempotency-key", "traceparent", "tracestate")
"""Prefixes of headers that are passed on; cookies and our own keys aren't."""

_KEPT_BACK = frozenset(
    {
        "connection",
        "keep-alive",
        "proxy-authenticate",
        "proxy-authorization",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
        "content-length",
        "content-encoding",
        "set-cookie",
        "server",
        "date",
        "alt-svc",
        "strict-transport-security",
    }
)
"""Headers of the upstream's response that concern its connection or its host."""

TIMEOUT = httpx2.Timeout(connect=10.0, read=300.0, write=60.0, pool=10.0)
"""Timeouts of requests to the upstream, in seconds: to connect, between two pieces of an answer, and to send."""


@dataclass(frozen=True, slots=True)
class Upstream:
    """The address of the upstream.

    Attributes:
        url: the base URL, up to and including `/v1`.
        key: the key to send; None to pass on the client's own.
        model: the default model.
    """

    url: str
    key: str | None = None
    model: str | None = None

    def model_of(self, wanted: str | None) -> str:
        """Return the model to request."""
        model = wanted or self.model
        if model is None:
            raise InputError(
                "No model of the upstream is named.",
                hint="Set SOULKEEP_CHAT_MODEL for the server, or write CHARACTER@PERSON~MODEL.",
            )
        return model

    def headers(self, given: Mapping[str, str], *, locked: bool) -> dict[str, str]:
        """Return the headers to send.

        Args:
            given: the client's headers.
            locked: whether this server has keys, so that the client's key is one of them.
        """
        passed = {name: value for name, value in given.items() if name.startswith(_PASSED)}
        passed |= {"content-type": "application/json", "accept-encoding": "identity"}
        passed["accept"] = given.get("accept", "*/*")
        own = given.get("authorization", "")
        if self.key is not None:
            passed["authorization"] = f"Bearer {self.key}"
        elif own.partition(" ")[2].strip() and not locked and PREFIX not in own:  # SillyTavern's is empty by default
            passed["authorization"] = own
        return passed


def upstream_of(config: ServerConfig) -> Upstream | None:
    """Return the configured upstream; None for none."""
    if config.upstream:
        return Upstream(config.upstream.rstrip("/"), config.upstream_key, config.upstream_model)
    url = os.environ.get("SOULKEEP_CHAT_URL")
    if not url:
        return None
    key = config.upstream_key or os.environ.get("SOULKEEP_CHAT_KEY")
    return Upstream(url.rstrip("/"), key, config.upstream_model or os.environ.get("SOULKEEP_CHAT_MODEL"))


def returned(headers: Mapping[str, str]) -> dict[str, str]:
    """Return the upstream's headers for the client, without the request id, since this server assigns its own."""
    return {
        "x-upstream-request-id" if name == "x-request-id" else name: value
        for name, value in headers.items()
        if name not in _KEPT_BACK and not name.startswith("access-control-")
    }


def encoded(body: Mapping[str, Any]) -> bytes:
    """Return a request as JSON."""
    try:
        return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()
    except UnicodeEncodeError:  # half of a surrogate pair, as received
        return json.dumps(body, separators=(",", ":")).encode()


async def send(
    client: httpx2.AsyncClient, url: str, body: Mapping[str, Any], headers: Mapping[str, str], query: str = ""
) -> httpx2.Response:
    """Pass a request on, and return its response with the body unread.

    Args:
        client: the client for the upstream.
        url: the upstream's address of the endpoint.
        body: the body to send.
        headers: the headers to send.
        query: the query string; "" for none.

    Raises:
        ChatUnavailable: the upstream can't be reached, or doesn't answer.
    """
    request = client.build_request("POST", f"{url}?{query}" if query else url, content=encoded(body), headers=headers)
    try:
        return await client.send(request, stream=True)
    except (httpx2.HTTPError, httpx2.InvalidURL) as error:
        raise unreachable(error) from error


def unreachable(error: Exception) -> ChatUnavailable:
    """Return the error for an upstream that can't be reached, or breaks off."""
    what = "took too long" if isinstance(error, httpx2.TimeoutException) else f"failed ({type(error).__name__})"
    return ChatUnavailable(
        f"The language model {what}.", hint="What was said is stored. Send the request again to have it answered."
    )
