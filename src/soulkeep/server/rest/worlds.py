"""Worlds: lore that characters share. Direct access needs a key that reaches all characters and people; others read
worlds through the characters that they reach."""

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
from soulkeep.server.rest.bodies import Body, Id, Name, Text, example
from soulkeep.server.rest.memories import Deleted
from soulkeep.server.rest.route import RestRoute, serves
from soulkeep.server.rest.turns import LearnBody
from soulkeep.server.service import Asking
from soulkeep.world import World

router = APIRouter(prefix="/v1/worlds", tags=["worlds"], route_class=RestRoute)


class AmendBody(Body):
    model_config = example(text="Mrs Turner keeps the house in Baker Street.")

    text: Annotated[Text, Field(description="What it says instead.")]


@serves(router, "worlds")
def worlds(access: Asking) -> list[str]:
    access.require_whole("read")
    return access.keep.worlds()


@serves(router, "world_stats")
def stats(world: Id, request: Request, access: Asking) -> Response:
    return tagged(request, WorldStats, access.world(world, "read").stats())


@serves(router, "erase_world")
def erase(world: Id, request: Request, access: Asking) -> ErasureReceipt:
    """Erase a world: all of its lore, from the file too. Who read it reads it no more. Not to be undone."""
    erased = access.world(world, "admin")
    with unchanged(request, WorldStats, erased.stats), dropping(request, access.grant.workspace):
        return access.keep.erase(world=world)


@serves(router, "world_learn")
def learn(world: Id, body: LearnBody, access: Asking) -> Learned:
    return access.world(world, "write").learn(body.text, source=body.source)


@serves(router, "world_memories")
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
    listed = access.world(world, "read").memories(forgotten=forgotten, after=after, limit=limit + 1, newest=newest)
    page = page_of(listed, limit)
    response = tagged(request, Page, page)
    response.headers.update(links(request, page))
    return response


@serves(router, "world_memory")
def memory(world: Id, id: Id, request: Request, access: Asking) -> Response:
    return tagged(request, Memory, access.world(world, "read").memory(id))


@serves(router, "world_amend")
def amend(world: Id, id: Id, body: AmendBody, request: Request, access: Asking) -> Response:
    changing = _changing(access, world)
    with unchanged(request, Memory, lambda: changing.memory(id)), dropping(request, access.grant.workspace):
        now = changing.amend(id, body.text)
    return tagged(request, Memory, now)


@serves(router, "world_delete", shown=Deleted)
def delete(world: Id, id: Id, request: Request, access: Asking, scrub: bool = False) -> Deleted:
    changing = _changing(access, world)
    with unchanged(request, Memory, lambda: changing.memory(id)), dropping(request, access.grant.workspace):
        gone = changing.delete(id, scrub=scrub)
    return Deleted(deleted=gone)


@serves(router, "world_history")
def history(world: Id, id: Id, access: Asking) -> list[Change]:
    return access.world(world, "read").history(id)


@serves(router, "world_forget")
def forget(world: Id, id: Id, access: Asking) -> list[Memory]:
    return _changing(access, world).forget(id)


@serves(router, "world_restore")
def restore(world: Id, id: Id, access: Asking) -> Memory:
    return _changing(access, world).restore(id)


@serves(router, "world_quarantine")
def quarantine(world: Id, access: Asking) -> list[Memory]:
    return access.world(world, "read").quarantine()


@serves(router, "world_release")
def release(world: Id, id: Id, access: Asking) -> Memory:
    return _changing(access, world).release(id)


def _changing(access: Access, world: str) -> World:
    """Return a world whose lore is to be changed, if the key may; the lore is also returned to it."""
    access.require("read")
    return access.world(world, "write")
