"""Import of files: cards, lorebooks, chats, novels, RDF."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from starlette.datastructures import UploadFile

from soulkeep import TakenIn
from soulkeep.errors import InputError
from soulkeep.importers.import_file import Imported, Look
from soulkeep.server.files import Wish, look_at, rows_of, take
from soulkeep.server.rest.bodies import Name, answer, raw
from soulkeep.server.rest.route import RestRoute, serves
from soulkeep.server.service import Asking
from soulkeep.server.threads import run_apart

router = APIRouter(prefix="/v1/import", tags=["data"], route_class=RestRoute)

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

_DONE: Any = Imported | TakenIn
"""Result of importing a file, or an export."""

FileName = Annotated[Name | None, Query(description="The file's, where it is sent by itself.")]
Zone = Annotated[Name, Query(description="Time zone of times that don't name one.", examples=["Europe/Berlin"])]


@serves(router, "import_file", openapi_extra=_FILE)
async def import_file(
    request: Request,
    access: Asking,
    name: FileName = None,
    character: Name | None = None,
    person: Name | None = None,
    world: Name | None = None,
    source: Name | None = None,
    zone: Zone = "UTC",
) -> Response:
    """Needs a key that reaches all characters and people, and, to make a character, to change one by its card, or to
    import an export, admin."""
    access.require_whole("write")
    data, called = await _sent(request, name)

    def done() -> Imported | TakenIn:
        look = look_at(data, called, zone)
        wish = Wish(character=character, person=person, world=world, source=source, zone=zone)
        return take(access, data, called, look, wish)

    return answer(_DONE, await run_apart("import", done), status=201)


@serves(router, "what_is", openapi_extra=_FILE)
async def look(request: Request, access: Asking, name: FileName = None, zone: Zone = "UTC") -> Look:
    access.require("read")
    data, called = await _sent(request, name)
    return await run_apart("import", look_at, data, called, zone)


@serves(router, "take_in", openapi_extra=raw("JSON Lines, as an export gives them.", kind="application/jsonl"))
async def rows(request: Request, access: Asking) -> TakenIn:
    access.require_whole("admin")
    data = await request.body()
    return await run_apart("import", access.keep.take_in, rows_of(data))


async def _sent(request: Request, name: str | None) -> tuple[bytes, str | None]:
    """Return the file in a request, and its name."""
    if not request.headers.get("content-type", "").startswith("multipart/form-data"):
        return await request.body(), name
    async with request.form(max_files=1, max_fields=10) as form:
        file = form.get("file")
        if not isinstance(file, UploadFile):
            raise InputError("The form holds no file.", hint="Send it as the field `file`.")
        return await file.read(), name or file.filename or None
