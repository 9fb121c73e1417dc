"""State that the proxy's routes share while the server runs, and the steps of every request."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import quote

import httpx2
from fastapi import Request, Response
from fastapi.responses import StreamingResponse

from soulkeep.errors import InputError, SoulkeepError, UnknownCharacter
from soulkeep.server.access import Access
from soulkeep.server.openai_proxy.addressing import Addressed, addressed
from soulkeep.server.openai_proxy.conversations import Conversation
from soulkeep.server.openai_proxy.errors import error_of
from soulkeep.server.openai_proxy.group import grouped
from soulkeep.server.openai_proxy.prepared import Prepared
from soulkeep.server.openai_proxy.reading import AnswerReader
from soulkeep.server.openai_proxy.recent import Recent
from soulkeep.server.openai_proxy.relay import Relays
from soulkeep.server.openai_proxy.tasks import is_open_webui, is_task, tells_of
from soulkeep.server.openai_proxy.turn_cache import Shelves
from soulkeep.server.openai_proxy.upstream import Upstream, returned, unreachable

_LOG = logging.getLogger("soulkeep.server")

PLAIN_SECONDS = 600.0
"""Seconds for which an upstream without `/responses` isn't asked for them again."""


@dataclass(slots=True)
class Proxy:
    """The proxy of a running server.

    Attributes:
        upstream: the model to which requests are passed on; None for none.
        client: the connections to it.
        shelves: the cached turns.
        relays: the answers that are being read.
        recent: the latest responses.
        plain_until: monotonic time, in seconds, until which the upstream is assumed to have no `/responses`.
    """

    upstream: Upstream | None
    client: httpx2.AsyncClient
    shelves: Shelves = field(default_factory=Shelves)
    relays: Relays = field(default_factory=Relays)
    recent: Recent = field(default_factory=Recent)
    plain_until: float = 0.0

    @property
    def plain(self) -> bool:
        """Return whether the upstream is assumed to have no `/responses`."""
        return time.monotonic() < self.plain_until

    def found_plain(self) -> None:
        """Note that the upstream has no `/responses`. It is asked again later, since it may have been starting."""
        self.plain_until = time.monotonic() + PLAIN_SECONDS


def proxy_of(request: Request) -> Proxy:
    """Return the proxy of a request's application."""
    proxy: Proxy = request.app.state.openai_proxy
    return proxy


async def read_object(request: Request) -> dict[str, Any]:
    """Return a request's JSON object.

    Raises:
        InputError: the body isn't a JSON object.
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
    """A request with its character, located in a conversation.

    Attributes:
        asking: its addressees and options.
        conversation: the conversation with the character.
        prepared: its place; None for a front end's own tasks, of which nothing is stored or remembered.
        alone: whether the character answers by itself.
        told: whether the messages describe the character.
        held: whether the answer is kept in case the front end shows it as said, though it was asked for no turn.
    """

    asking: Addressed
    conversation: Conversation
    prepared: Prepared | None
    alone: bool
    told: bool = False
    held: bool = False

    @property
    def headers(self) -> dict[str, str]:
        """Return the response's headers about it."""
        if self.prepared is None:
            return {}
        headers = {"X-Soulkeep-History": "; ".join(f"{name}={n}" for name, n in self.prepared.history.items())}
        if self.prepared.session is not None:
            headers["X-Soulkeep-Session"] = _in_header(self.prepared.session)
        return headers

    def leave(self) -> None:
        """Note that the client has its answer, or has left."""
        if self.prepared is not None:
            self.conversation.leave(self.prepared.slot)

    def store(self, text: str, id: str | None = None) -> str | None:
        """Store the answer, and return the turn's id. Failures are only logged, so that the answer is still sent."""
        if self.held:
            self.conversation.hold(text)
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
    """Return the addressees of a request, and their conversation.

    Args:
        proxy: the server's proxy.
        access: what the request's key may do.
        body: the request's.
        headers: the request's.

    Raises:
        Forbidden, UnknownCharacter, InputError.
    """
    asking = addressed(body, headers, access)
    access.require("read")  # memories are told
    try:
        character = access.character(asking.character, "write", person=asking.person)
    except UnknownCharacter as error:
        error.hint = f"{error.hint} Import its card (soulkeep import CARD), or make it with PUT /v1/characters/ID."
        error.args = (f"{error.message} {error.hint}",)
        raise
    asking = grouped(asking, body.get("messages"), character, access)
    if asking.character != character.id:
        character = access.character(asking.character, "write", person=asking.person)
    return asking, Conversation(character, asking.person, proxy.shelves, access.grant.workspace)


def place(
    proxy: Proxy,
    asking: Addressed,
    conversation: Conversation,
    messages: Sequence[Any],
    headers: Mapping[str, str],
    *,
    streamed: bool,
) -> Placed:
    """Locate a request in its conversation, and store what is new.

    Args:
        proxy: the server's proxy.
        asking: the addressees of the request.
        conversation: their conversation.
        messages: the request's messages.
        headers: the request's.
        streamed: whether the answer is to come in pieces.
    """
    alone = proxy.upstream is None or asking.answer == "character"
    scene = conversation.read(messages, asking, streamed=None if alone else streamed)
    if asking.task is not None or is_task(messages, headers, streamed=streamed):
        return Placed(asking, conversation, None, alone)
    whole = asking.session is not None and is_open_webui(headers)
    single = len(scene.lines) <= 1 and not scene.merged
    if not streamed and single and tells_of(messages, conversation.talks(asking.session), whole=whole):
        return Placed(asking, conversation, None, alone)
    if asking.stranger is not None:
        if alone:
            raise UnknownCharacter(asking.stranger)
        _LOG.warning("%r, who is to speak in a group, is no character here: nothing is remembered", asking.stranger)
        return Placed(asking, conversation, None, alone)
    task = scene.kind == "task"
    if scene.unsaid and asking.remember:
        conversation.hold(scene.unsaid)
    if task and not scene.lines:
        return Placed(asking, conversation, None, alone, held=asking.remember)
    prepared = conversation.prepare(
        replace(asking, remember=False) if task else asking,
        scene,
        alone=alone,
        retry=headers.get("x-stainless-retry-count", "0") != "0",
        whole=whole,
    )
    return Placed(asking, conversation, prepared, alone, scene.told, held=task and asking.remember)


async def pass_on(
    proxy: Proxy, placed: Placed, answer: httpx2.Response, reader: AnswerReader, store: Callable[[], object]
) -> Response:
    """Return the upstream's answer as it arrives, which is stored on the way.

    Args:
        proxy: the proxy.
        placed: the located request.
        answer: the upstream's response, with its body unread.
        reader: the reader that collects the answer.
        store: a function that stores the collected answer, called in a thread.
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
    """Return whether an answer is a stream of events."""
    return "text/event-stream" in answer.headers.get("content-type", "").lower()


async def _reading(
    answer: httpx2.Response, reader: AnswerReader, store: Callable[[], object]
) -> AsyncGenerator[bytes, None]:
    """Yield an answer's pieces; it is stored before its end is sent, so that clients may continue at once."""
    stored = False

    async def keep() -> None:
        nonlocal stored
        if not stored:
            stored = True
            try:
                await asyncio.to_thread(store)
            except Exception:  # the answer is sent all the same
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
