"""Worlds: lore that characters share. Only keys that reach all characters and people do anything with them directly;
others read them through the characters that they reach."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request, Response
from pydantic import Field

from soulkeep import Change, ErasureReceipt, Learned, Memory, WorldStats
from soulkeep.client.records import Page
from soulkeep.server.access import Access
from soulkeep.server.etags import tagged, unchanged
from soulkeep.server.idempotency import dropping
from soulkeep.server.pages import Limit, links, page_of
from soulkeep.server.rest.bodies import Body, Id, Name, Text, answer, example
from soulkeep.server.rest.memories import Deleted
from soulkeep.server.rest.route import RestRoute
from soulkeep.server.rest.turns import LearnBody
from soulkeep.server.service import Asking
from soulkeep.world import World

router = APIRouter(prefix="/v1/worlds", tags=["worlds"], route_class=RestRoute)


class AmendBody(Body):
    model_config = example(text="Mrs Turner keeps the house in Baker Street.")

    text: Annotated[Text, Field(description="What it says instead.")]


@router.get("", operation_id="worlds", response_model=list[str])
def worlds(access: Asking) -> Response:
    access.require_whole("read")
    return answer(list[str], access.keep.worlds())


@router.get("/{world}", operation_id="world_stats", response_model=WorldStats)
def stats(world: Id, request: Request, access: Asking) -> Response:
    return tagged(request, WorldStats, access.world(world, "read").stats())


@router.delete("/{world}", operation_id="erase_world", response_model=ErasureReceipt)
def erase(world: Id, request: Request, access: Asking) -> Response:
    """Erase a world: all of its lore, from the file too. Who read it reads it no more. Not to be undone."""
    found = access.world(world, "admin")
    with unchanged(request, WorldStats, found.stats), dropping(request, access.grant.workspace):
        receipt = access.keep.erase(world=world)
    return answer(ErasureReceipt, receipt)


@router.post("/{world}/learn", operation_id="world_learn", status_code=201, response_model=Learned)
def learn(world: Id, body: LearnBody, access: Asking) -> Response:
    return answer(Learned, access.world(world, "write").learn(body.text, source=body.source), status=201)


@router.get("/{world}/memories", operation_id="world_memories", response_model=Page)
def memories(
    world: Id,
    request: Request,
    access: Asking,
    forgotten: bool | None = None,
    after: Name | None = None,
    limit: Limit = 100,
    newest: bool = False,
) -> Response:
    """The next page follows the `Link` header, or is asked for with `after` set to this one's `next`."""
    found = access.world(world, "read").memories(forgotten=forgotten, after=after, limit=limit + 1, newest=newest)
    page = page_of(found, limit)
    response = tagged(request, Page, page)
    response.headers.update(links(request, page))
    return response


@router.get("/{world}/memories/{id}", operation_id="world_memory", response_model=Memory)
def memory(world: Id, id: Id, request: Request, access: Asking) -> Response:
    return tagged(request, Memory, access.world(world, "read").memory(id))


@router.patch("/{world}/memories/{id}", operation_id="world_amend", response_model=Memory)
def amend(world: Id, id: Id, body: AmendBody, request: Request, access: Asking) -> Response:
    found = _changing(access, world)
    with unchanged(request, Memory, lambda: found.memory(id)), dropping(request, access.grant.workspace):
        now = found.amend(id, body.text)
    return tagged(request, Memory, now)


@router.delete("/{world}/memories/{id}", operation_id="world_delete", response_model=Deleted)
def delete(world: Id, id: Id, request: Request, access: Asking, scrub: bool = False) -> Response:
    found = _changing(access, world)
    with unchanged(request, Memory, lambda: found.memory(id)), dropping(request, access.grant.workspace):
        gone = found.delete(id, scrub=scrub)
    return answer(Deleted, Deleted(deleted=gone))


@router.get("/{world}/memories/{id}/history", operation_id="world_history", response_model=list[Change])
def history(world: Id, id: Id, access: Asking) -> Response:
    return answer(list[Change], access.world(world, "read").history(id))


@router.post("/{world}/memories/{id}/forget", operation_id="world_forget", response_model=list[Memory])
def forget(world: Id, id: Id, access: Asking) -> Response:
    return answer(list[Memory], _changing(access, world).forget(id))


@router.post("/{world}/memories/{id}/restore", operation_id="world_restore", response_model=Memory)
def restore(world: Id, id: Id, access: Asking) -> Response:
    return answer(Memory, _changing(access, world).restore(id))


@router.get("/{world}/quarantine", operation_id="world_quarantine", response_model=list[Memory])
def quarantine(world: Id, access: Asking) -> Response:
    return answer(list[Memory], access.world(world, "read").quarantine())


@router.post("/{world}/memories/{id}/release", operation_id="world_release", response_model=Memory)
def release(world: Id, id: Id, access: Asking) -> Response:
    return answer(Memory, _changing(access, world).release(id))


def _changing(access: Access, world: str) -> World:
    """A world whose lore is to be changed, if the key may; it is answered with the lore."""
    access.require("read")
    return access.world(world, "write")
