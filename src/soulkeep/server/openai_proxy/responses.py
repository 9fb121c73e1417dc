"""`/v1/responses`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import httpx2
from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse, StreamingResponse

from soulkeep.errors import ChatError, InputError, SoulkeepError
from soulkeep.server.openai_proxy.addressing import model_name
from soulkeep.server.openai_proxy.chat import describes, with_memories
from soulkeep.server.openai_proxy.conversations import Conversation
from soulkeep.server.openai_proxy.errors import OpenAIRoute
from soulkeep.server.openai_proxy.reading import Events, ResponseReader
from soulkeep.server.openai_proxy.recalled import introduction
from soulkeep.server.openai_proxy.recent import ResponseExchange
from soulkeep.server.openai_proxy.response_items import chat_request, items_of, message_of
from soulkeep.server.openai_proxy.response_writing import ResponseWriting, is_own
from soulkeep.server.openai_proxy.service import (
    Placed,
    Proxy,
    is_stream,
    open_conversation,
    pass_on,
    place,
    proxy_of,
    read_object,
)
from soulkeep.server.openai_proxy.speaking import about, speak, usage_of
from soulkeep.server.openai_proxy.transcript import LinePlace, text_of, with_blocks
from soulkeep.server.openai_proxy.upstream import Upstream, returned, send, unreachable
from soulkeep.server.service import Asking, service_of
from soulkeep.types.replies import Reply

router = APIRouter(route_class=OpenAIRoute, tags=["OpenAI"])

_BEFORE = 100
"""Most turns of the history of a request that names an earlier response."""


class UnknownResponse(InputError):
    """Error: there is no response with that id."""


@dataclass(frozen=True, slots=True)
class ResponseRequest:
    """A request for a response.

    Attributes:
        body: its JSON, without soulkeep's own members.
        items: the items of its input.
        before: the messages that led to it.
        placed: its place in a conversation.
        hold: a function that stores the response by its id, with the message that it said.
    """

    body: dict[str, Any]
    items: Sequence[Any]
    before: Sequence[dict[str, Any]]
    placed: Placed
    hold: Callable[[str, dict[str, Any]], None]

    @property
    def stored(self) -> bool:
        """Return whether its response can be named later."""
        return self.body.get("store") is not False

    @property
    def model(self) -> str:
        """Return the model's name in the request."""
        asking = self.placed.asking
        return self.body.get("model") or model_name(asking.character, asking.person)


@router.post(
    "/v1/responses",
    summary="Talk with a character by OpenAI's Responses",
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {
                "application/json": {
                    "schema": {
                        "type": "object",
                        "required": ["model", "input"],
                        "properties": {
                            "model": {"type": "string", "description": "`CHARACTER[@PERSON][~MODEL]`"},
                            "input": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "object"}}]},
                            "instructions": {"type": "string"},
                            "previous_response_id": {"type": "string"},
                            "stream": {"type": "boolean"},
                        },
                    },
                    "example": {"model": "holmes@anna", "input": "Do you remember my cat?"},
                }
            },
        }
    },
)
async def create_response(request: Request, access: Asking) -> Response:
    """As `/v1/chat/completions`. An upstream that has no responses is asked for chat completions. `store: false` means
    that the response can't be named later; the character remembers it all the same."""
    proxy, body = proxy_of(request), await read_object(request)
    items = items_of(body.get("input"))

    def prepare() -> ResponseRequest:
        asking, conversation = open_conversation(proxy, access, body, request.headers)
        alone = proxy.upstream is None or asking.answer == "character"
        if proxy.upstream is not None and not alone:
            proxy.upstream.model_of(asking.model)  # fails before anything is stored
        where = (access.grant.workspace, asking.character, asking.person)
        era = conversation.era()
        passed = not (alone or proxy.plain or is_own(body.get("previous_response_id")))
        session, before = _before(proxy, conversation, body, where, era, passed=passed)
        if session is not None:
            asking = replace(asking, session=session)
        messages = [*before, *(message_of(item) for item in items)]
        streamed = body.get("stream") is True
        placed = place(proxy, asking, conversation, messages, request.headers, streamed=streamed)
        conversation.era()  # after storing, since a deletion before the answer must be noticed

        def hold(id: str, said: dict[str, Any]) -> None:
            if conversation.era() != era:
                return
            here = placed.prepared.session if placed.prepared is not None else None
            whole = [*messages, said]
            proxy.recent.put((*where, id), ResponseExchange(here, whole, len(str(whole)), era))

        return ResponseRequest(body, items, before, placed, hold)

    asked = await asyncio.to_thread(prepare)
    try:
        if asked.placed.alone or proxy.upstream is None:
            return await _own_response(proxy, asked, _alone(asked))
        return await _passed_on(request, asked, proxy.upstream)
    except BaseException:
        asked.placed.leave()
        raise


def _before(
    proxy: Proxy,
    conversation: Conversation,
    body: Mapping[str, Any],
    where: tuple[str, ...],
    era: int,
    *,
    passed: bool,
) -> tuple[str | None, Sequence[dict[str, Any]]]:
    """Return the conversation of the response that a request continues, and the messages that led to it."""
    previous = body.get("previous_response_id")
    if previous is None:
        return None, ()
    if not isinstance(previous, str):
        raise InputError("previous_response_id must be a string.", hint="Leave it out for a new conversation.")
    exchange = proxy.recent.get((*where, previous), era)
    if exchange is not None:
        return exchange.session, exchange.messages
    stored = conversation.until(previous, _BEFORE)
    if stored is not None:
        return stored
    if passed:
        return None, ()  # the upstream may know it
    raise UnknownResponse(
        f"There is no response {previous!r:.80}.",
        hint="It was not stored, is gone, or called a tool only and is too old. Send the conversation as input.",
    )


# -- passed on


async def _passed_on(request: Request, asked: ResponseRequest, upstream: Upstream) -> Response:
    """Return the upstream's response, or one made from its chat completion if it has no responses."""
    proxy, placed = proxy_of(request), asked.placed
    model = upstream.model_of(placed.asking.model)
    headers = upstream.headers(request.headers, locked=service_of(request).keys.any())
    previous = asked.body.get("previous_response_id")
    if not (proxy.plain or is_own(previous)):
        sent = {**asked.body, "model": model, **_with_memories(asked)}
        answer = await send(proxy.client, f"{upstream.url}/responses", sent, headers, request.url.query)
        if not await _lacking(answer):
            return await _pass_response(proxy, asked, answer)
        proxy.found_plain()
        if previous is not None and not asked.before:
            raise UnknownResponse(f"There is no response {previous!r:.80}.", hint="Send the conversation as input.")
    messages = [*asked.before, *(message_of(item) for item in asked.items)]
    placed_messages = (
        with_memories(placed, messages) if not asked.body.get("instructions") else _beside(placed, messages)
    )
    sent = chat_request(asked.body, placed_messages, model)
    answer = await send(proxy.client, f"{upstream.url}/chat/completions", sent, headers, request.url.query)
    if answer.status_code >= 400:
        try:
            body = await answer.aread()
        finally:
            await answer.aclose()
            placed.leave()
        return Response(body, answer.status_code, {**returned(answer.headers), **placed.headers})
    return await _own_response(proxy, asked, _from_chat(asked, answer))


async def _lacking(answer: httpx2.Response) -> bool:
    """Return whether an upstream has no responses, which servers report in many ways."""
    if answer.status_code not in (404, 405, 501):
        return False
    try:
        said = (await answer.aread()).decode("utf-8", "replace").casefold()
    except httpx2.HTTPError as error:
        raise unreachable(error) from error
    return answer.status_code != 404 or not any(word in said for word in ("model", "previous_response", "resp_"))


def _with_memories(asked: ResponseRequest) -> dict[str, Any]:
    """Return a request's input and instructions with the character's memories added."""
    placed = asked.placed
    if placed.prepared is None:
        return {}
    blocks, first = placed.prepared.blocks, len(asked.before)
    items: dict[str, Any] = {}
    here = {LinePlace(spot.at - first, spot.begins): text for spot, text in blocks.items() if spot.at >= first}
    if here:
        items["input"] = with_blocks(asked.items, here, kind="input_text")
    is_told = bool(asked.body.get("instructions")) or any(
        item.get("role") in ("system", "developer") for item in asked.items
    )
    if describes(placed, is_told):
        own = asked.body.get("instructions")
        who = introduction(placed.conversation.relationship)
        items["instructions"] = f"{who}\n\n{own}" if isinstance(own, str) else who
    return items


async def _pass_response(proxy: Proxy, asked: ResponseRequest, answer: httpx2.Response) -> Response:
    """Return the upstream's response, unchanged."""
    reader = ResponseReader(streamed=is_stream(answer))

    def store() -> None:
        text = reader.text
        asked.placed.store(text, reader.id if asked.stored else None)
        if reader.id is not None and asked.stored:
            calls = [message_of(item) for item in reader.output if item.get("type") == "function_call"]
            tool_calls = [call for message in calls for call in message["tool_calls"]]
            asked.hold(
                reader.id,
                {"role": "assistant", "content": text or None, **({"tool_calls": tool_calls} if tool_calls else {})},
            )

    return await pass_on(proxy, asked.placed, answer, reader, store)


def _beside(placed: Placed, messages: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the messages with memories, where the instructions have described the character."""
    blocks = placed.prepared.blocks if placed.prepared is not None else {}
    return with_blocks(messages, blocks)


# -- written here


async def _own_response(
    proxy: Proxy, asked: ResponseRequest, events: AsyncGenerator[bytes | ResponseWriting, None]
) -> Response:
    """Return a response created here, as events or whole."""
    headers = asked.placed.headers
    ended: list[ResponseWriting] = []

    async def telling() -> AsyncGenerator[bytes, None]:
        async for one in events:
            if isinstance(one, ResponseWriting):
                ended.append(one)
            else:
                yield one

    pieces = proxy.relays.start(telling(), asked.placed.leave)
    if asked.body.get("stream") is True:
        return StreamingResponse(pieces, media_type="text/event-stream", headers=headers)
    async for _ in pieces:
        pass
    if not ended:
        raise ChatError("The answer could not be made.", hint="The server's log says why.")
    if ended[0].failed is not None:
        raise ended[0].failed
    return JSONResponse(ended[0].response, headers=headers)


async def _alone(asked: ResponseRequest) -> AsyncGenerator[bytes | ResponseWriting, None]:
    """Yield the events of a response by the character itself, then the response."""
    writing = ResponseWriting(asked.model, asked.body)
    yield writing.begin()
    try:
        async for item in speak(asked.placed, [message_of(one) for one in asked.items]):
            if isinstance(item, Reply):
                if asked.stored:
                    await asyncio.to_thread(asked.hold, writing.id, writing.message)
                yield writing.end(usage_of(item), soulkeep=about(asked.placed, item))
            else:
                yield writing.say(item)
    except SoulkeepError as error:
        yield writing.fail(error)
    yield writing


async def _from_chat(asked: ResponseRequest, answer: httpx2.Response) -> AsyncGenerator[bytes | ResponseWriting, None]:
    """Yield the events of a response made from the upstream's chat completion, then the response."""
    writing, stored = ResponseWriting(asked.model, asked.body), False
    usage: Mapping[str, Any] | None = None
    finish: object = None

    def keep() -> None:
        asked.placed.store(writing.text, writing.id if asked.stored else None)
        if asked.stored:
            asked.hold(writing.id, writing.message)

    async def store() -> None:
        nonlocal stored
        if not stored:
            stored = True
            await asyncio.to_thread(keep)

    yield writing.begin()
    try:
        async for chunk in _chunks(answer):
            if "error" in chunk and not chunk.get("choices"):
                raise ChatError(_message(chunk["error"]))
            usage = chunk.get("usage") or usage
            choice: Mapping[str, Any] = next(
                (one for one in chunk.get("choices") or () if one.get("index", 0) == 0), {}
            )
            delta = choice.get("delta") or choice.get("message") or {}
            for words in (text_of(delta.get("content")), delta.get("refusal")):
                if words:
                    yield writing.say(words)
            for call in delta.get("tool_calls") or ():
                yield writing.call(call)
            finish = choice.get("finish_reason") or finish
        await store()
        yield writing.end(usage, finish)
    except (httpx2.HTTPError, SoulkeepError, AttributeError, TypeError) as error:
        yield writing.fail(error if isinstance(error, SoulkeepError) else unreachable(error))
    finally:
        await answer.aclose()
        await store()
    yield writing


async def _chunks(answer: httpx2.Response) -> AsyncGenerator[dict[str, Any], None]:
    """Yield the chunks of a chat completion; a whole one is a single chunk."""
    if not is_stream(answer):
        await answer.aread()
        try:
            whole = answer.json()
        except ValueError:
            raise ChatError("The language model answered with something else than JSON.") from None
        if isinstance(whole, dict):
            yield whole
        return
    events = Events()
    async for piece in answer.aiter_bytes():
        for chunk in filter(None, events.feed(piece)):
            yield chunk
    for chunk in filter(None, events.finish()):
        yield chunk


def _message(error: object) -> str:
    message = error.get("message") if isinstance(error, Mapping) else error
    return str(message)[:500]
