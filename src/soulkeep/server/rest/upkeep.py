"""Upkeep: health, counts, and pending work."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from soulkeep import Expiring, Job, Spent
from soulkeep._version import __version__
from soulkeep.client.records import Health
from soulkeep.server.rest.bodies import Body, answer, example
from soulkeep.server.rest.route import RestRoute, serves
from soulkeep.server.service import Asking, service_of
from soulkeep.server.threads import apart
from soulkeep.stores.rows import StoreStats

router = APIRouter(prefix="/v1", tags=["upkeep"], route_class=RestRoute)

_LONGEST = 600.0
"""Most seconds for which a request may work."""

_GLANCE = 0.1
"""Seconds within which the database must answer to count as well."""


Days = Annotated[float | None, Query(ge=0, allow_inf_nan=False, description="Days; 0 for no such rule.")]


class SettleBody(Body):
    model_config = example(timeout=30, over=False)

    timeout: Annotated[float, Field(gt=0, le=_LONGEST)] = 60.0
    over: bool = False


@serves(
    router,
    "health",
    responses={503: {"model": Health, "description": "It is stopping, or its database can't be used."}},
)
@apart("health")
def health(request: Request) -> Response:
    """Whether the server can be used; needs no key. It is answered at once, also while a database is started anew:
    requests wait for it then, and a load balancer that took the worker out would let them fail."""
    service = service_of(request)
    database = service.workspaces.pulse.feel(_GLANCE)
    status = "stopping" if service.stopping else "failing" if database == "failing" else "ok"
    state = Health(status=status, version=__version__, ready=database == "ok", database=database)
    return answer(Health, state, status=200 if status == "ok" else 503, headers={"Cache-Control": "no-store"})


@serves(router, "stats")
def stats(access: Asking) -> StoreStats:
    access.require_whole("read")
    return access.keep.stats()


@serves(router, "usage")
def usage(access: Asking) -> dict[str, Spent]:
    """What the language models were asked since the server opened the workspace, by role."""
    access.require_whole("read")
    return access.keep.usage()


@serves(router, "expiring")
@apart("expiring")
def expiring(access: Asking, turn_days: Days = None, silent_days: Days = None) -> Expiring:
    """What rules of retention would delete now; those of the server's settings, where none are given."""
    access.require_whole("read")
    return access.keep.expiring(turn_days=turn_days, silent_days=silent_days)


@serves(router, "jobs")
def jobs(access: Asking) -> list[Job]:
    return _reached(access, access.keep.jobs())


@serves(router, "settle")
@apart("settle")
def settle(body: SettleBody, access: Asking) -> list[Job]:
    access.require_whole("write")
    return access.keep.settle(timeout=body.timeout, over=body.over)


def _reached(access: Asking, jobs: list[Job]) -> list[Job]:
    """Return the jobs on memories that a key reaches."""
    access.require("read")
    characters, people = access.grant.characters, access.grant.people
    return [
        job
        for job in jobs
        if (characters is None or job.character in characters)
        and (people is None or job.person is None or job.person in people)
    ]
