"""Answers by the character itself, without an upstream."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncGenerator, Mapping, Sequence
from typing import Any

from soulkeep.errors import InputError, SoulkeepError
from soulkeep.memory.entries import new_id
from soulkeep.reply.citations import ReferenceReader
from soulkeep.server.openai_proxy.errors import error_of
from soulkeep.server.openai_proxy.service import Placed
from soulkeep.server.openai_proxy.task_answers import answer_to_task
from soulkeep.server.openai_proxy.transcript import text_of
from soulkeep.types import wire
from soulkeep.types.records import Recall, Reference
from soulkeep.types.replies import Reply

TASK = "task"
"""The responder of a front end's own requests."""

DONE = b"data: [DONE]\n\n"


async def speak(placed: Placed, messages: Sequence[Any]) -> AsyncGenerator[str | Reply, None]:
    """Yield a character's answer in pieces, without labels, and last the whole reply, which is stored by then.

    Args:
        placed: the located request.
        messages: what is answered, if the request has no place.
    """
    prepared = placed.prepared
    if prepared is None and (answer := answer_to_task(messages)) is not None:
        yield answer
        yield Reply(text=answer, references=(), responder=TASK, recall=Recall(hits=()))
        return
    said = prepared.said if prepared is not None else _last(messages)
    if said is None:
        raise InputError("There is nothing to answer.", hint='Send a message with "role": "user".')
    fresh = prepared is not None and prepared.fresh  # if not, nothing is stored: it replaces what was said
    stream = placed.conversation.character.stream(
        said,
        person=placed.asking.person,
        session=prepared.session if prepared is not None else None,
        id=prepared.heard if prepared is not None else None,
        remember=fresh,
    )
    labels, whole = ReferenceReader({}), ""
    async for piece in stream:
        if text_kept := labels.feed(piece):
            whole += text_kept
            yield text_kept
    if rest := labels.finish():
        whole += rest
        yield rest
    if not fresh:
        await asyncio.to_thread(placed.store, whole)
    yield stream.reply


def _last(messages: Sequence[Any]) -> str | None:
    last = messages[-1] if messages else None
    return text_of(last.get("content")) or None if isinstance(last, Mapping) else None


def about(placed: Placed, reply: Reply) -> dict[str, Any]:
    """Return what a reply rests on, for the `soulkeep` member of an answer."""
    return {
        "session": placed.prepared.session if placed.prepared is not None else None,
        "responder": reply.responder,
        "references": wire.to_data(tuple[Reference, ...], reply.references),
    }


def usage_of(reply: Reply) -> dict[str, int]:
    """Return a reply's token counts, as in chat completions."""
    usage = reply.usage
    return {
        "prompt_tokens": usage.prompt,
        "completion_tokens": usage.completion,
        "total_tokens": usage.prompt + usage.completion,
    }


async def chat_events(
    placed: Placed, model: str, *, usage: bool, messages: Sequence[Any]
) -> AsyncGenerator[bytes, None]:
    """Yield a reply as server-sent chunks of a chat completion.

    Args:
        placed: the request's place in its conversation.
        model: the name to answer under.
        usage: whether a last chunk tells the numbers of tokens.
        messages: what is answered, if the request has no place.
    """
    head = {
        "id": f"chatcmpl-{new_id()}",
        "object": "chat.completion.chunk",
        "created": int(time.time()),
        "model": model,
    }

    def chunk(delta: Mapping[str, Any], finish: str | None = None, **more: object) -> bytes:
        choice = {"index": 0, "delta": delta, "finish_reason": finish, "logprobs": None}
        return event({**head, "choices": [choice], **more})

    yield chunk({"role": "assistant", "content": ""})
    try:
        async for item in speak(placed, messages):
            if isinstance(item, Reply):
                yield chunk({}, "stop", soulkeep=about(placed, item))
                if usage:
                    yield event({**head, "choices": [], "usage": usage_of(item)})
            else:
                yield chunk({"content": item})
    except SoulkeepError as error:
        yield event(error_of(error)[1])
    yield DONE


async def chat_whole(placed: Placed, model: str, messages: Sequence[Any]) -> dict[str, Any]:
    """Return a reply as a chat completion."""
    whole = ""
    reply: Reply | None = None
    async for item in speak(placed, messages):
        if isinstance(item, Reply):
            reply = item
        else:
            whole += item
    assert reply is not None
    message = {"role": "assistant", "content": whole, "refusal": None}
    return {
        "id": f"chatcmpl-{new_id()}",
        "object": "chat.completion",
        "created": int(time.time()),
        "model": model,
        "choices": [{"index": 0, "message": message, "finish_reason": "stop", "logprobs": None}],
        "usage": usage_of(reply),
        "soulkeep": about(placed, reply),
    }


def event(data: Mapping[str, Any], kind: str | None = None) -> bytes:
    """Return a server-sent event."""
    name = f"event: {kind}\n" if kind else ""
    return f"{name}data: {json.dumps(data, ensure_ascii=False, separators=(',', ':'))}\n\n".encode()
