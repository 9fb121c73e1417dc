"""What the proxy's routes share while the server runs, and the way of every request through them."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

import httpx2
from fastapi import Request, Response
from fastapi.responses import StreamingResponse

from soulkeep.errors import InputError, SoulkeepError, UnknownCharacter
from soulkeep.server.access import Access
from soulkeep.server.openai_proxy.addressing import Addressed, addressed
from soulkeep.server.openai_proxy.conversations import Conversation, Prepared
from soulkeep.server.openai_proxy.errors import error_of
from soulkeep.server.openai_proxy.reading import AnswerReader
from soulkeep.server.openai_proxy.recent import Recent
from soulkeep.server.openai_proxy.relay import Relays
from soulkeep.server.openai_proxy.transcript import is_task, lines_of
from soulkeep.server.openai_proxy.turn_cache import Shelves
from soulkeep.server.openai_proxy.upstream import Upstream, returned, unreachable

_LOG = logging.getLogger("soulkeep.server")

PLAIN_SECONDS = 600.0
"""How long an upstream without `/responses` isn't asked for them again."""


@dataclass(slots=True)
class Proxy:
    """The proxy of a running server.

    Attributes:
        upstream: where requests are passed on to; None for nowhere.
        client: the connections to it.
        shelves: stored turns, held in memory.
        relays: the answers that are being read.
        recent: what the last responses held.
        plain_until: until when the upstream is taken to know no `/responses`, as it turned out; monotonic seconds.
    """

    upstream: Upstream | None
    client: httpx2.AsyncClient
    shelves: Shelves = field(default_factory=Shelves)
    relays: Relays = field(default_factory=Relays)
    recent: Recent = field(default_factory=Recent)
    plain_until: float = 0.0

    @property
    def plain(self) -> bool:
        """Whether the upstream knows no `/responses`."""
        return time.monotonic() < self.plain_until

    def found_plain(self) -> None:
        """Note that it knew none just now. It is asked again later: perhaps it was being started, or replaced."""
        self.plain_until = time.monotonic() + PLAIN_SECONDS


def proxy_of(request: Request) -> Proxy:
    """The proxy of the application that serves a request."""
    proxy: Proxy = request.app.state.openai_proxy
    return proxy


async def read_object(request: Request) -> dict[str, Any]:
    """A request's JSON object.

    Raises:
        InputError: it is something else.
    """
    try:
        body = json.loads(await request.body(), parse_constant=_refused)
    except (ValueError, RecursionError):
        raise InputError("The request is no JSON.", hint="Send an object as application/json.") from None
    if not isinstance(body, dict):
        raise InputError("The request is no JSON object.", hint='Write {"model": "CHARACTER@PERSON", …}.')
    return body


def _refused(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


@dataclass(frozen=True, slots=True)
class Placed:
    """A request whose character is known, and whose place in a conversation.

    Attributes:
        asking: what it asks for.
        conversation: with whom.
        prepared: its place; None for what a front end asks for itself: nothing of that is stored or remembered.
        alone: the character answers by itself.
    """

    asking: Addressed
    conversation: Conversation
    prepared: Prepared | None
    alone: bool

    @property
    def headers(self) -> dict[str, str]:
        """What a response tells about it."""
        if self.prepared is None:
            return {}
        headers = {"X-Soulkeep-History": "; ".join(f"{name}={n}" for name, n in self.prepared.history.items())}
        if self.prepared.session is not None:
            headers["X-Soulkeep-Session"] = _in_header(self.prepared.session)
        return headers

    def leave(self) -> None:
        """The client has its answer, or has left."""
        if self.prepared is not None:
            self.conversation.leave(self.prepared.slot)

    def store(self, text: str, id: str | None = None) -> str | None:
        """Store the answer; the turn's id. What can't be stored is logged: the answer goes out all the same."""
        if self.prepared is None or self.prepared.slot is None:
            return None
        try:
            return self.conversation.answer(self.prepared.slot, text, id)
        except SoulkeepError as error:
            _LOG.warning("an answer was not stored: %s", error)
            return None


def _in_header(name: str) -> str:
    return quote(name, safe="/:@+=,;! ()[]")


def open_conversation(
    proxy: Proxy, access: Access, body: dict[str, Any], headers: Mapping[str, str]
) -> tuple[Addressed, Conversation]:
    """With whom a request speaks.

    Raises:
        Forbidden, UnknownCharacter, InputError.
    """
    asking = addressed(body, headers, access)
    access.require("read")  # what comes to mind is told
    try:
        character = access.character(asking.character, "write", person=asking.person)
    except UnknownCharacter as error:
        error.hint = f"{error.hint} Make it with PUT /v1/characters/ID, and name it as the model: ID@PERSON."
        error.args = (f"{error.message} {error.hint}",)
        raise
    return asking, Conversation(character, asking.person, proxy.shelves, access.grant.workspace)


def place(
    proxy: Proxy,
    asking: Addressed,
    conversation: Conversation,
    messages: Sequence[Any],
    headers: Mapping[str, str],
) -> Placed:
    """Find a request's place in its conversation, and store what is new."""
    alone = proxy.upstream is None or asking.answer == "character"
    lines = lines_of(messages, conversation.names)
    if is_task(messages):
        return Placed(asking, conversation, None, alone)
    followed = bool(messages) and bool(lines) and lines[-1].at < len(messages) - 1 and _follows(messages, lines[-1].at)
    retry = headers.get("x-stainless-retry-count", "0") != "0"
    return Placed(
        asking,
        conversation,
        conversation.prepare(asking, lines, followed=followed, alone=alone, retry=retry),
        alone,
    )


def _follows(messages: Sequence[Any], at: int) -> bool:
    return any(isinstance(one, Mapping) and one.get("role") in ("tool", "function") for one in messages[at + 1 :])


async def pass_on(
    proxy: Proxy, placed: Placed, answer: httpx2.Response, reader: AnswerReader, store: Callable[[], object]
) -> Response:
    """The upstream's answer as it comes, stored on its way.

    Args:
        proxy: the proxy.
        placed: the request.
        answer: the upstream's, whose body isn't read yet.
        reader: reads along.
        store: stores what was read, in a thread of its own.
    """
    headers = {**returned(answer.headers), **placed.headers}
    if answer.status_code >= 400:
        try:
            body = await answer.aread()
        except httpx2.HTTPError as error:
            raise unreachable(error) from error
        finally:
            await answer.aclose()
            placed.leave()
        return Response(body, status_code=answer.status_code, headers=headers)
    pieces = proxy.relays.start(_reading(answer, reader, store), placed.leave)
    if is_stream(answer):
        return StreamingResponse(pieces, status_code=answer.status_code, headers=headers)
    whole = b"".join([piece async for piece in pieces])
    if reader.failed:
        raise unreachable(httpx2.ReadError("The answer broke off."))
    return Response(whole, status_code=answer.status_code, headers=headers)


def is_stream(answer: httpx2.Response) -> bool:
    """Whether an answer comes as events."""
    return "text/event-stream" in answer.headers.get("content-type", "").lower()


async def _reading(
    answer: httpx2.Response, reader: AnswerReader, store: Callable[[], object]
) -> AsyncGenerator[bytes, None]:
    """An answer piece by piece; it is stored before its end is passed on, so that whoever hears the end may go on."""
    stored = False

    async def keep() -> None:
        nonlocal stored
        if not stored:
            stored = True
            try:
                await asyncio.to_thread(store)
            except Exception:  # the answer goes out all the same
                _LOG.exception("an answer could not be stored")

    try:
        async for piece in answer.aiter_bytes():
            reader.feed(piece)
            if reader.done:
                await keep()
            yield piece
    except httpx2.HTTPError as error:
        reader.failed = True
        if is_stream(answer):
            _, body = error_of(unreachable(error))
            yield b"data: " + json.dumps(body).encode() + b"\n\n"
    finally:
        await answer.aclose()
        reader.finish()
        await keep()
