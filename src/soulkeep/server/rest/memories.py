"""Memories one by one: listed, corrected, pinned, forgotten, restored, deleted; and what is made of them."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from soulkeep import Change, Memory, Session
from soulkeep.client.records import Page
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
    example,
)
from soulkeep.server.rest.route import RestRoute, serves
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


@serves(router, "memories")
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
    listed = access.character(character, "read", person=person).memories(
        person=person,
        kinds=kinds,
        session=session,
        forgotten=forgotten,
        after=after,
        limit=limit + 1,
        newest=newest,
    )
    page = page_of(listed, limit)
    response = tagged(request, Page, page)
    response.headers.update(links(request, page))
    return response


@serves(router, "sessions")
def sessions(character: Id, access: Asking, person: Person = None) -> list[Session]:
    return access.character(character, "read", person=person).sessions(person=person)


@serves(router, "memory")
def memory(character: Id, id: Id, request: Request, access: Asking, person: Person = None) -> Response:
    return tagged(request, Memory, access.character(character, "read", person=person).memory(id, person=person))


@serves(router, "amend")
def amend(character: Id, id: Id, body: ChangeBody, request: Request, access: Asking, person: Person = None) -> Response:
    """Correct a memory's text, say how important it is, put notes on it, or pin it. What is given is changed."""
    who, _ = access.changing(character, id, person=person)
    tells = body.text is not None  # kept responses may contain the old text
    with (
        unchanged(request, Memory, lambda: who.memory(id, person=person)),
        dropping(request, access.grant.workspace) if tells else nullcontext(),
    ):
        now = who.amend(
            id,
            body.text,
            importance=body.importance,
            metadata=body.metadata,
            pinned=body.pinned,
            person=person,
        )
    return tagged(request, Memory, now)


@serves(router, "delete", shown=Deleted)
def delete(
    character: Id, id: Id, request: Request, access: Asking, person: Person = None, scrub: bool = False
) -> Deleted:
    who, _ = access.changing(character, id, person=person)
    with (
        unchanged(request, Memory, lambda: who.memory(id, person=person)),
        dropping(request, access.grant.workspace),
    ):
        gone = who.delete(id, person=person, scrub=scrub)
    return Deleted(deleted=gone)


@serves(router, "history")
def history(character: Id, id: Id, access: Asking, person: Person = None) -> list[Change]:
    return access.character(character, "read", person=person).history(id, person=person)


@serves(router, "retention", shown=Retention)
def retention(
    character: Id,
    id: Id,
    access: Asking,
    person: Person = None,
    time: Annotated[Time | None, Query()] = None,
) -> Retention:
    who = access.character(character, "read", person=person)
    left = who.retention(who.memory(id, person=person), time=time)
    return Retention(retention=left)


@serves(router, "forget_memory")
def forget_memory(character: Id, id: Id, access: Asking, person: Person = None) -> list[Memory]:
    """Let one memory go. Recalls hold it back until it is restored; nothing is deleted."""
    who, _ = access.changing(character, id, person=person)
    return who.forget(id, person=person)


@serves(router, "restore")
def restore(character: Id, id: Id, access: Asking, person: Person = None) -> Memory:
    who, _ = access.changing(character, id, person=person)
    return who.restore(id, person=person)


@serves(router, "quarantine")
def quarantine(character: Id, access: Asking, person: Person = None) -> list[Memory]:
    """The memories that are suspect; `suspect` says why."""
    return access.character(character, "read", person=person).quarantine(person=person)


@serves(router, "release")
def release(character: Id, id: Id, access: Asking, person: Person = None) -> Memory:
    """Take a suspect memory for what it says."""
    who, _ = access.changing(character, id, person=person)
    return who.release(id, person=person)


@serves(router, "pin")
def pin(character: Id, id: Id, access: Asking, person: Person = None) -> Memory:
    """Keep a memory from fading, for ever or until it is unpinned."""
    who, _ = access.changing(character, id, person=person)
    return who.amend(id, pinned=True, person=person)


@serves(router, "unpin")
def unpin(character: Id, id: Id, access: Asking, person: Person = None) -> Memory:
    """Let a memory fade like others."""
    who, _ = access.changing(character, id, person=person)
    return who.amend(id, pinned=False, person=person)


@serves(router, "forget")
def forget(character: Id, body: ForgetBody, access: Asking) -> list[Memory]:
    """Let the first memories go, in some way: at most `count`, or those `below` a value."""
    access.require("read")
    who = access.character(character, "write", person=body.person)
    return who.forget(person=body.person, way=body.way, count=body.count, below=body.below)


@serves(router, "reflect")
@apart("reflect")
def reflect(character: Id, body: PersonBody, access: Asking) -> list[Memory]:
    access.require("read")
    return access.character(character, "write", person=body.person).reflect(person=body.person)


@serves(router, "consolidate")
@apart("reflect")
def consolidate(character: Id, body: PersonBody, access: Asking) -> list[Memory]:
    access.require("read")
    who = access.character(character, "write", person=body.person)
    return who.consolidate(person=body.person)
