"""Files to be imported: cards, lorebooks, chats, novels, RDF."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Annotated, Any
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile

from soulkeep import TakenIn
from soulkeep.errors import BadFile, InputError
from soulkeep.importing import CARD, Imported, Look, take_in, what_is
from soulkeep.server.idempotency import IdempotentRoute
from soulkeep.server.rest.bodies import Name, answer, raw
from soulkeep.server.service import Asking

router = APIRouter(prefix="/v1/import", tags=["data"], route_class=IdempotentRoute)

_FILE: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "description": "The file's bytes, or a form whose field `file` is it.",
        "content": {
            "application/octet-stream": {"schema": {"type": "string", "format": "binary"}},
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "properties": {"file": {"type": "string", "format": "binary"}},
                    "required": ["file"],
                }
            },
        },
    }
}

FileName = Annotated[Name | None, Query(description="The file's, where it is sent by itself.")]
Zone = Annotated[Name, Query(description="Time zone of times that don't name one.", examples=["Europe/Berlin"])]


@router.post("", operation_id="import_file", status_code=201, response_model=Imported, openapi_extra=_FILE)
async def import_file(
    request: Request,
    access: Asking,
    name: FileName = None,
    character: Name | None = None,
    person: Name | None = None,
    source: Name | None = None,
    zone: Zone = "UTC",
) -> Response:
    """Needs a key that reaches all characters and people, and, to make a character or change one by its card, admin."""
    access.require_whole("write")
    data, called = await _sent(request, name)

    def take() -> Imported:
        look = what_is(data, name=called, zone=_zone(zone))
        if look.kind == CARD or character is None or all(one.id != character for one in access.keep.characters()):
            access.require_whole("admin")
        return take_in(
            access.keep, data, name=called, character=character, person=person, source=source, zone=_zone(zone)
        )

    return answer(Imported, await run_in_threadpool(take), status=201)


@router.post("/look", operation_id="what_is", response_model=Look, openapi_extra=_FILE)
async def look(request: Request, access: Asking, name: FileName = None, zone: Zone = "UTC") -> Response:
    access.require("read")
    data, called = await _sent(request, name)
    return answer(Look, await run_in_threadpool(what_is, data, name=called, zone=_zone(zone)))


@router.post(
    "/rows",
    operation_id="take_in",
    status_code=201,
    response_model=TakenIn,
    openapi_extra=raw("JSON Lines, as an export gives them.", kind="application/jsonl"),
)
async def rows(request: Request, access: Asking) -> Response:
    access.require_whole("admin")
    data = await request.body()
    return answer(TakenIn, await run_in_threadpool(access.keep.take_in, _rows(data)), status=201)


def _rows(data: bytes) -> Iterator[dict[str, Any]]:
    """The rows of JSON Lines."""
    for number, line in enumerate(data.split(b"\n"), start=1):
        if line.strip():
            try:
                row = json.loads(line)
            except (ValueError, RecursionError) as error:
                raise BadFile(f"Line {number} is no JSON: {error!s:.200}", hint="Send an export as it was.") from None
            yield row


async def _sent(request: Request, name: str | None) -> tuple[bytes, str | None]:
    """The file that a request holds, and its name."""
    if not request.headers.get("content-type", "").startswith("multipart/form-data"):
        return await request.body(), name
    async with request.form(max_files=1, max_fields=10) as form:
        file = form.get("file")
        if not isinstance(file, UploadFile):
            raise InputError("The form holds no file.", hint="Send it as the field `file`.")
        return await file.read(), name or file.filename or None


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, KeyError):  # no name of one, or a folder of them
        hint = 'Give one such as "Europe/Berlin".'
        raise InputError(f"There is no time zone {name!r:.80}.", hint=hint) from None
