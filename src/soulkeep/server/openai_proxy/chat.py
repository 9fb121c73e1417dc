"""`/v1/chat/completions`."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse, StreamingResponse

from soulkeep.errors import InputError
from soulkeep.server.openai_proxy.addressing import model_name
from soulkeep.server.openai_proxy.errors import OpenAIRoute
from soulkeep.server.openai_proxy.reading import ChatReader
from soulkeep.server.openai_proxy.recalled import introduction
from soulkeep.server.openai_proxy.service import (
    Placed,
    is_stream,
    open_conversation,
    pass_on,
    place,
    proxy_of,
    read_object,
)
from soulkeep.server.openai_proxy.speaking import chat_events, chat_whole
from soulkeep.server.openai_proxy.transcript import with_blocks
from soulkeep.server.openai_proxy.upstream import Upstream, send
from soulkeep.server.service import Asking, service_of

router = APIRouter(route_class=OpenAIRoute, tags=["OpenAI"])

_EXAMPLE = {
    "model": "holmes@anna",
    "messages": [{"role": "user", "content": "Do you remember my cat?"}],
    "stream": False,
}


@router.post(
    "/v1/chat/completions",
    summary="Talk with a character, as with a model of OpenAI's",
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {
                "application/json": {
                    "schema": {
                        "type": "object",
                        "required": ["model", "messages"],
                        "properties": {
                            "model": {"type": "string", "description": "`CHARACTER[@PERSON][~MODEL]`"},
                            "messages": {"type": "array", "items": {"type": "object"}},
                            "stream": {"type": "boolean"},
                        },
                    },
                    "example": _EXAMPLE,
                }
            },
        }
    },
)
async def complete_chat(request: Request, access: Asking) -> Response:
    """The messages go to the upstream model with what the character remembers, and its answer is remembered; without an
    upstream, the character answers by itself. All members of the request that aren't named here pass through."""
    proxy, body = proxy_of(request), await read_object(request)
    messages = body.get("messages")
    if not isinstance(messages, list) or not messages:
        raise InputError("There are no messages.", hint='Write "messages": [{"role": "user", "content": "…"}].')

    def prepare() -> Placed:
        asking, conversation = open_conversation(proxy, access, body, request.headers)
        if proxy.upstream is not None and asking.answer != "character":
            proxy.upstream.model_of(asking.model)  # fails before anything is stored
        streamed = body.get("stream") is True
        return place(proxy, asking, conversation, messages, request.headers, streamed=streamed)

    placed = await asyncio.to_thread(prepare)
    try:
        if placed.alone or proxy.upstream is None:
            return await _alone(request, placed, body, messages)
        return await _passed_on(request, placed, body, messages, proxy.upstream)
    except BaseException:
        placed.leave()
        raise


async def _alone(request: Request, placed: Placed, body: Mapping[str, Any], messages: Sequence[Any]) -> Response:
    """Return the response of a character that answers by itself."""
    model = body["model"] if body.get("model") else model_name(placed.asking.character, placed.asking.person)
    if body.get("stream") is True:
        options = body.get("stream_options")
        usage = isinstance(options, dict) and options.get("include_usage") is True
        events = chat_events(placed, model, usage=usage, messages=messages)
        pieces = proxy_of(request).relays.start(events, placed.leave)
        return StreamingResponse(pieces, media_type="text/event-stream", headers=placed.headers)
    answer = JSONResponse(await chat_whole(placed, model, messages), headers=placed.headers)
    placed.leave()
    return answer


async def _passed_on(
    request: Request, placed: Placed, body: Mapping[str, Any], messages: Sequence[Any], upstream: Upstream
) -> Response:
    """Return the upstream's response."""
    proxy = proxy_of(request)
    sent = {**body, "model": upstream.model_of(placed.asking.model), "messages": with_memories(placed, messages)}
    locked = service_of(request).keys.any()
    headers = upstream.headers(request.headers, locked=locked)
    answer = await send(proxy.client, f"{upstream.url}/chat/completions", sent, headers, request.url.query)
    reader = ChatReader(streamed=is_stream(answer))
    return await pass_on(proxy, placed, answer, reader, lambda: placed.store(reader.text))


def with_memories(placed: Placed, messages: Sequence[Any]) -> list[Any]:
    """Return the messages, each with the memories that came to mind with it."""
    if placed.prepared is None:
        return list(messages)
    sent = with_blocks(messages, placed.prepared.blocks)
    if describes(placed, placed.told or any(one.get("role") in ("system", "developer") for one in messages)):
        sent.insert(0, {"role": "system", "content": introduction(placed.conversation.relationship)})
    return sent


def describes(placed: Placed, told: bool) -> bool:
    """Return whether to send the character's description; `told`: the front end has sent one."""
    wanted = placed.asking.description
    return wanted == "always" or (wanted == "auto" and not told)
