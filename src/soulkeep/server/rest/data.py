"""Data of a person or a character: export, import and erasure."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from starlette.responses import StreamingResponse

from soulkeep import ErasureReceipt
from soulkeep.server.access import Access, Forbidden
from soulkeep.server.idempotency import dropping
from soulkeep.server.rest.bodies import Id, Name, one_line
from soulkeep.server.rest.route import RestRoute, serves
from soulkeep.server.service import Asking

router = APIRouter(prefix="/v1", tags=["data"], route_class=RestRoute)

_LINES: dict[int | str, dict[str, Any]] = {
    200: {"content": {"application/jsonl": {"schema": {"type": "string"}}}, "description": "JSON Lines."}
}
_BATCH = 64 * 1024
"""Approximate size of the pieces that are sent, in bytes."""

Character = Annotated[
    Name | None, Query(description="Only this character; left out, all of them.", examples=["holmes"])
]


@serves(router, "export", response_class=Response, responses=_LINES)
def export(
    access: Asking,
    character: Character = None,
    person: Annotated[Name | None, Query(description="Only what is shared with them.", examples=["anna"])] = None,
    world: Annotated[Name | None, Query(description="Only this world's lore.", examples=["london"])] = None,
) -> Response:
    """Everything that is kept, or all of a character, of a person, or of a world, as JSON Lines."""
    if world is not None:
        access.require_whole("read")
        rows = iter(access.keep.export(character=character, person=person, world=world))
        return StreamingResponse(_lines(rows), media_type="application/jsonl")
    return _exported(access, character, person)


@serves(router, "export_person", response_class=Response, responses=_LINES)
def export_person(person: Id, access: Asking, character: Character = None) -> Response:
    """All that any character shares with a person, as JSON Lines."""
    return _exported(access, character, person)


@serves(router, "erase")
def erase(
    person: Id,
    request: Request,
    access: Asking,
    character: Character = None,
    answers: Annotated[
        Literal["erase", "list"], Query(description="What others were answered with the person's words in view.")
    ] = "erase",
) -> ErasureReceipt:
    """Erase a person: all memories that any character shares with them, and what others hold of it, from the file too.
    Not to be undone."""
    if character is None:
        access.require_whole("admin")
    else:
        access.character(character, "admin", person=person)
    if answers == "list" and access.grant.people is not None:  # the remaining answers belong to others
        raise Forbidden(
            "This key reaches only some people.", hint="Leave out answers=list, or use one that reaches all."
        )
    with dropping(request, access.grant.workspace):
        return access.keep.erase(person=person, character=character, answers=answers)


def _exported(access: Access, character: str | None, person: str | None) -> Response:
    access.require("read")
    if character is None and access.grant.characters is not None:
        raise Forbidden("This key reaches only some characters.", hint="Name one of them with ?character=…")
    if person is None and access.grant.people is not None:
        raise Forbidden("This key reaches only some people.", hint="Name one of them with ?person=…")
    if character is not None:
        access.character(character, "read", person=person)
    access.require_person(person, right="read")
    rows = iter(access.keep.export(character=character, person=person))
    return StreamingResponse(_lines(rows), media_type="application/jsonl")


def _lines(rows: Iterable[dict[str, Any]]) -> Iterator[bytes]:
    """Yield rows as lines, several at a time."""
    batch = bytearray()
    for row in rows:
        batch += one_line(json.dumps(row, ensure_ascii=False).encode()) + b"\n"
        if len(batch) >= _BATCH:
            yield bytes(batch)
            batch.clear()
    if batch:
        yield bytes(batch)
