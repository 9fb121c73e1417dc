"""Upkeep: health, counts, and the work that waits."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from soulkeep import Expiring, Job, Spent
from soulkeep._version import __version__
from soulkeep.client.records import Health
from soulkeep.server.rest.bodies import Body, answer, example
from soulkeep.server.rest.route import RestRoute
from soulkeep.server.service import Asking, service_of
from soulkeep.server.threads import apart
from soulkeep.stores.base import StoreStats

router = APIRouter(prefix="/v1", tags=["upkeep"], route_class=RestRoute)

_LONGEST = 600.0
"""Seconds that one request may work."""

_GLANCE = 0.1
"""Seconds that the database has to say that it is well."""


Days = Annotated[float | None, Query(ge=0, allow_inf_nan=False, description="Days; 0 for no such rule.")]


class SettleBody(Body):
    model_config = example(timeout=30, over=False)

    timeout: Annotated[float, Field(gt=0, le=_LONGEST)] = 60.0
    over: bool = False


@router.get(
    "/health",
    operation_id="health",
    response_model=Health,
    responses={503: {"model": Health, "description": "It is stopping, or its database can't be used."}},
)
@apart("health")
def health(request: Request) -> Response:
    """Whether the server can be used; needs no key. It is answered at once, also while a database is started anew:
    requests wait for it then, and a load balancer that took the worker out would let them fail."""
    service = service_of(request)
    database = service.workspaces.pulse.feel(_GLANCE)
    status = "stopping" if service.stopping else "failing" if database == "failing" else "ok"
    found = Health(status=status, version=__version__, ready=database == "ok", database=database)
    return answer(Health, found, status=200 if status == "ok" else 503, headers={"Cache-Control": "no-store"})


@router.get("/stats", operation_id="stats", response_model=StoreStats)
def stats(access: Asking) -> Response:
    access.require_whole("read")
    return answer(StoreStats, access.keep.stats())


@router.get("/usage", operation_id="usage", response_model=dict[str, Spent])
def usage(access: Asking) -> Response:
    """What the language models were asked since the server opened the workspace, by role."""
    access.require_whole("read")
    return answer(dict[str, Spent], access.keep.usage())


@router.get("/expiring", operation_id="expiring", response_model=Expiring)
@apart("expiring")
def expiring(access: Asking, turn_days: Days = None, silent_days: Days = None) -> Response:
    """What rules of retention would delete now; those of the server's settings, where none are given."""
    access.require_whole("read")
    return answer(Expiring, access.keep.expiring(turn_days=turn_days, silent_days=silent_days))


@router.get("/jobs", operation_id="jobs", response_model=list[Job])
def jobs(access: Asking) -> Response:
    return answer(list[Job], _reached(access, access.keep.jobs()))


@router.post("/settle", operation_id="settle", response_model=list[Job])
@apart("settle")
def settle(body: SettleBody, access: Asking) -> Response:
    access.require_whole("write")
    return answer(list[Job], access.keep.settle(timeout=body.timeout, over=body.over))


def _reached(access: Asking, jobs: list[Job]) -> list[Job]:
    """The jobs on memories that a key reaches."""
    access.require("read")
    characters, people = access.grant.characters, access.grant.people
    return [
        job
        for job in jobs
        if (characters is None or job.character in characters)
        and (people is None or job.person is None or job.person in people)
    ]
