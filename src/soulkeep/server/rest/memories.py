"""Memories one by one: listed, corrected, pinned, forgotten, restored, deleted; and what is made of them."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from soulkeep import Change, Memory, Session
from soulkeep.client.records import Page
from soulkeep.memory.perceive import require_metadata
from soulkeep.server.etags import tagged, unchanged
from soulkeep.server.idempotency import dropping
from soulkeep.server.pages import Limit, links, page_of
from soulkeep.server.rest.bodies import (
    Body,
    Few,
    Id,
    Importance,
    Name,
    Named,
    Person,
    Share,
    Text,
    Time,
    answer,
    example,
)
from soulkeep.server.rest.route import RestRoute
from soulkeep.server.service import Asking
from soulkeep.server.threads import apart

router = APIRouter(prefix="/v1/characters/{character}", tags=["memories"], route_class=RestRoute)


class ChangeBody(Body):
    model_config = example(text="I adopted a cat called Miso, not Momo.", importance=6, pinned=True)

    text: Annotated[Text | None, Field(description="What it says instead.")] = None
    importance: Annotated[Importance | None, Field(description="1…10.")] = None
    pinned: Annotated[bool | None, Field(description="Whether it is kept from fading.")] = None
    metadata: Annotated[dict[str, Any] | None, Field(description="Your own notes on it, instead of those.")] = None


class ForgetBody(Body):
    model_config = example(way="decay", below=0.1, person="anna")

    person: Name | None = None
    way: Name = "decay"
    count: Few | None = None
    below: Share | None = None


class PersonBody(Body):
    model_config = example(person="anna")

    person: Name | None = None


class Deleted(Body):
    """What became of a deletion."""

    deleted: Annotated[int, Field(description="How many memories went.")]


class Retention(Body):
    """How much of a memory is left."""

    retention: Annotated[float, Field(description="0…1.")]


@router.get("/memories", operation_id="memories", response_model=Page)
def memories(
    character: Id,
    request: Request,
    access: Asking,
    person: Person = None,
    kinds: Named = None,
    session: Name | None = None,
    forgotten: bool | None = None,
    after: Name | None = None,
    limit: Limit = 100,
    newest: bool = False,
) -> Response:
    """The next page follows the `Link` header, or is asked for with `after` set to this one's `next`."""
    found = access.character(character, "read", person=person).memories(
        person=person,
        kinds=kinds,
        session=session,
        forgotten=forgotten,
        after=after,
        limit=limit + 1,
        newest=newest,
    )
    page = page_of(found, limit)
    response = tagged(request, Page, page)
    response.headers.update(links(request, page))
    return response


@router.get("/sessions", operation_id="sessions", response_model=list[Session])
def sessions(character: Id, access: Asking, person: Person = None) -> Response:
    found = access.character(character, "read", person=person).sessions(person=person)
    return answer(list[Session], found)


@router.get("/memories/{id}", operation_id="memory", response_model=Memory)
def memory(character: Id, id: Id, request: Request, access: Asking, person: Person = None) -> Response:
    return tagged(request, Memory, access.character(character, "read", person=person).memory(id, person=person))


@router.patch("/memories/{id}", operation_id="amend", response_model=Memory)
def amend(character: Id, id: Id, body: ChangeBody, request: Request, access: Asking, person: Person = None) -> Response:
    """Correct a memory's text, say how important it is, put notes on it, or pin it. What is given is changed."""
    found, was = access.changing(character, id, person=person)
    if body.metadata is not None:
        require_metadata(body.metadata)  # before anything is changed
    with unchanged(request, Memory, lambda: found.memory(id, person=person)):
        now = was
        if body.text is not None:
            with dropping(request, access.grant.workspace):  # responses may tell the old text
                now = found.amend(id, body.text, person=person)
        if body.importance is not None:
            now = found.rate(id, body.importance, person=person)
        if body.metadata is not None:
            now = found.annotate(id, body.metadata, person=person)
        if body.pinned is not None:
            now = (found.pin if body.pinned else found.unpin)(id, person=person)
    return tagged(request, Memory, now)


@router.delete("/memories/{id}", operation_id="delete", response_model=Deleted)
def delete(
    character: Id, id: Id, request: Request, access: Asking, person: Person = None, scrub: bool = False
) -> Response:
    found, _ = access.changing(character, id, person=person)
    with (
        unchanged(request, Memory, lambda: found.memory(id, person=person)),
        dropping(request, access.grant.workspace),
    ):
        gone = found.delete(id, person=person, scrub=scrub)
    return answer(Deleted, Deleted(deleted=gone))


@router.get("/memories/{id}/history", operation_id="history", response_model=list[Change])
def history(character: Id, id: Id, access: Asking, person: Person = None) -> Response:
    found = access.character(character, "read", person=person).history(id, person=person)
    return answer(list[Change], found)


@router.get("/memories/{id}/retention", operation_id="retention", response_model=Retention)
def retention(
    character: Id,
    id: Id,
    access: Asking,
    person: Person = None,
    time: Annotated[Time | None, Query()] = None,
) -> Response:
    found = access.character(character, "read", person=person)
    left = found.retention(found.memory(id, person=person), time=time)
    return answer(Retention, Retention(retention=left))


@router.post("/memories/{id}/forget", operation_id="forget_memory", response_model=list[Memory])
def forget_memory(character: Id, id: Id, access: Asking, person: Person = None) -> Response:
    """Let one memory go. Recalls hold it back until it is restored; nothing is deleted."""
    found, _ = access.changing(character, id, person=person)
    return answer(list[Memory], found.forget(id, person=person))


@router.post("/memories/{id}/restore", operation_id="restore", response_model=Memory)
def restore(character: Id, id: Id, access: Asking, person: Person = None) -> Response:
    found, _ = access.changing(character, id, person=person)
    return answer(Memory, found.restore(id, person=person))


@router.get("/quarantine", operation_id="quarantine", response_model=list[Memory])
def quarantine(character: Id, access: Asking, person: Person = None) -> Response:
    """The memories that are suspect; `suspect` says why."""
    return answer(list[Memory], access.character(character, "read", person=person).quarantine(person=person))


@router.post("/memories/{id}/release", operation_id="release", response_model=Memory)
def release(character: Id, id: Id, access: Asking, person: Person = None) -> Response:
    """Take a suspect memory for what it says."""
    found, _ = access.changing(character, id, person=person)
    return answer(Memory, found.release(id, person=person))


@router.post("/memories/{id}/pin", operation_id="pin", response_model=Memory)
def pin(character: Id, id: Id, access: Asking, person: Person = None) -> Response:
    found, _ = access.changing(character, id, person=person)
    return answer(Memory, found.pin(id, person=person))


@router.post("/memories/{id}/unpin", operation_id="unpin", response_model=Memory)
def unpin(character: Id, id: Id, access: Asking, person: Person = None) -> Response:
    found, _ = access.changing(character, id, person=person)
    return answer(Memory, found.unpin(id, person=person))


@router.post("/forget", operation_id="forget", response_model=list[Memory])
def forget(character: Id, body: ForgetBody, access: Asking) -> Response:
    """Let the first memories go, in some way: at most `count`, or those `below` a value."""
    access.require("read")
    found = access.character(character, "write", person=body.person)
    gone = found.forget(person=body.person, way=body.way, count=body.count, below=body.below)
    return answer(list[Memory], gone)


@router.post("/reflect", operation_id="reflect", response_model=list[Memory])
@apart("reflect")
def reflect(character: Id, body: PersonBody, access: Asking) -> Response:
    access.require("read")
    return answer(list[Memory], access.character(character, "write", person=body.person).reflect(person=body.person))


@router.post("/consolidate", operation_id="consolidate", response_model=list[Memory])
@apart("reflect")
def consolidate(character: Id, body: PersonBody, access: Asking) -> Response:
    access.require("read")
    found = access.character(character, "write", person=body.person)
    return answer(list[Memory], found.consolidate(person=body.person))
