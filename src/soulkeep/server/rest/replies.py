"""Replies, whole or streamed."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from fastapi.concurrency import run_in_threadpool
from pydantic import Field
from starlette.responses import StreamingResponse
from starlette.types import Send

from soulkeep import Context, Grounding, Reply, ReplyStream
from soulkeep.errors import SoulkeepError
from soulkeep.server.access import Access, Right
from soulkeep.server.idempotency import derived_id
from soulkeep.server.problems import problem_of
from soulkeep.server.rest.bodies import (
    Body,
    Id,
    Name,
    Names,
    Person,
    RulesBody,
    SceneBody,
    Text,
    Time,
    answer,
    example,
    one_line,
    scene_of,
)
from soulkeep.server.rest.route import RestRoute, serves
from soulkeep.server.service import Asking
from soulkeep.types import wire

router = APIRouter(prefix="/v1/characters/{character}", tags=["speaking"], route_class=RestRoute)

_STREAM: dict[int | str, dict[str, Any]] = {
    200: {
        "content": {
            "text/event-stream": {
                "schema": {
                    "type": "string",
                    "description": 'With `stream`: events `delta` ({"text"}), then one `reply` (a Reply), or `error` '
                    "(a problem).",
                }
            }
        }
    }
}


class ReplyBody(Body):
    model_config = example(text="Do you remember my cat?", person="anna", session="s1")

    text: Text
    person: Name | None = None
    session: Name | None = None
    scene: SceneBody | None = None
    time: Time | None = None
    id: Name | None = None
    heard_by: Names | None = None
    rules: RulesBody | None = None
    remember: bool = True
    recipe: Annotated[
        Name | None, Field(description="Answer by a paper's system, in place of the server's settings.")
    ] = None
    stream: Annotated[bool, Field(description="Send it as it is spoken, as server-sent events.")] = False


class ContextBody(Body):
    model_config = example(text="Do you remember my cat?", person="anna", session="s1", tokens=3000)

    text: Text
    person: Name | None = None
    tokens: Annotated[int | None, Field(ge=1, description="Of the whole, at most.")] = None
    session: Name | None = None
    scene: SceneBody | None = None
    time: Time | None = None
    id: Name | None = None
    heard_by: Names | None = None


class BeginBody(Body):
    model_config = example(person="anna", session="s2")

    person: Name | None = None
    session: Name | None = None
    time: Time | None = None
    language: Annotated[str, Field(max_length=20)] | None = None
    heard_by: Names | None = None


def _reply_stream(access: Access, character: str, body: ReplyBody, id: str | None) -> ReplyStream:
    access.require("read")  # replies tell memories
    right: Right = "write" if body.remember else "read"
    speaker = access.character(character, right, person=body.person, heard_by=body.heard_by)
    if body.recipe is not None:
        speaker = speaker.under(body.recipe)
    return speaker.stream(
        body.text,
        person=body.person,
        session=body.session,
        scene=scene_of(body.scene),
        time=body.time,
        id=body.id or id,
        heard_by=body.heard_by,
        rules=None if body.rules is None else body.rules.record(),
        remember=body.remember,
    )


@serves(router, "reply", responses=_STREAM)
async def reply(character: Id, body: ReplyBody, request: Request, access: Asking) -> Response:
    """With `stream`, it is sent as server-sent events: `delta` with {"text"} for each piece, then `reply` with all of
    it, or `error` with a problem. Whoever leaves early has heard what was sent: so much of it is remembered."""
    spoken = await run_in_threadpool(_reply_stream, access, character, body, derived_id(request))
    if not body.stream:
        async for _ in spoken:
            pass
        return answer(Reply, spoken.reply)
    return _Telling(_events(spoken))


@serves(router, "context")
async def context(character: Id, body: ContextBody, access: Asking) -> Response:
    """All that a language model needs to answer, as messages for a call of one's own. Nothing is stored."""

    def found() -> Context:
        access.require("read")
        speaker = access.character(character, "read", person=body.person, heard_by=body.heard_by)
        return speaker.context(
            body.text,
            person=body.person,
            tokens=body.tokens,
            session=body.session,
            scene=scene_of(body.scene),
            time=body.time,
            id=body.id,
            heard_by=body.heard_by,
        )

    return answer(Context, await run_in_threadpool(found))


@serves(router, "begin")
def begin(character: Id, body: BeginBody, access: Asking) -> Reply | None:
    access.require("read")
    speaker = access.character(character, "write", person=body.person, heard_by=body.heard_by)
    return speaker.begin(
        person=body.person, session=body.session, time=body.time, language=body.language, heard_by=body.heard_by
    )


@serves(router, "grounding")
def grounding(character: Id, access: Asking, person: Person = None, session: Name | None = None) -> Grounding:
    return access.character(character, "read", person=person).grounding(person=person, session=session)


class _Telling(StreamingResponse):
    """Server-sent events, whose source is closed when the client leaves, so that no more counts as told."""

    media_type = "text/event-stream"

    def __init__(self, events: AsyncIterator[bytes]) -> None:
        super().__init__(events, headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})

    async def stream_response(self, send: Send) -> None:
        async with aclosing(self.body_iterator):  # type: ignore[type-var]  # a generator of ours
            await super().stream_response(send)


async def _events(spoken: ReplyStream) -> AsyncIterator[bytes]:
    try:
        async with aclosing(aiter(spoken)) as pieces:  # type: ignore[type-var]  # a generator
            async for piece in pieces:
                yield _event("delta", json.dumps({"text": piece}, ensure_ascii=False).encode())
        yield _event("reply", wire.to_json(Reply, spoken.reply))
    except SoulkeepError as error:
        yield _event("error", json.dumps(problem_of(error), ensure_ascii=False).encode())


def _event(name: str, data: bytes) -> bytes:
    return b"event: " + name.encode() + b"\ndata: " + one_line(data) + b"\n\n"
