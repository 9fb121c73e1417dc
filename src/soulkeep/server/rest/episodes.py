"""Episodes between a character and a person."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Query, Response

from soulkeep import Episode, Interest, Pattern, Similar
from soulkeep.server.access import Access
from soulkeep.server.rest.bodies import Id, Name, Person, Time
from soulkeep.server.rest.route import RestRoute, serves
from soulkeep.server.service import Asking

if TYPE_CHECKING:
    from soulkeep import Episodes

router = APIRouter(prefix="/v1/characters/{character}", tags=["episodes"], route_class=RestRoute)

When = Annotated[Time | None, Query(description="The present, in the person's time zone; now by default.")]
Said = Annotated[str, Query(max_length=10_000, description="What is said.")]


Back = Annotated[bool, Query(description="Instead, what led to it.")]


def _episodes(access: Access, character: str, person: str | None, time: Time | None) -> Episodes:
    return access.character(character, "read", person=person).episodes(person=person, time=time)


@serves(router, "episodes")
def episodes(
    character: Id,
    access: Asking,
    person: Person = None,
    during: Annotated[Name | None, Query(description='`"today"`, `"yesterday"`, `"this week"` …')] = None,
    time: When = None,
) -> list[Episode]:
    """All of them, in their order, or those of a time."""
    past = _episodes(access, character, person, time)
    return list(past) if during is None else past.during(during)


@serves(router, "trace")
def trace(
    character: Id, id: Id, access: Asking, person: Person = None, back: Back = False, time: When = None
) -> list[Episode]:
    return _episodes(access, character, person, time).trace(id, back=back)


@serves(
    router,
    "trig",
    response_class=Response,
    responses={200: {"content": {"application/trig": {"schema": {"type": "string"}}}}},
)
def trig(character: Id, access: Asking, person: Person = None, time: When = None) -> Response:
    return Response(_episodes(access, character, person, time).trig(), media_type="application/trig; charset=utf-8")


@serves(router, "similar")
def similar(character: Id, text: Said, access: Asking, person: Person = None, time: When = None) -> tuple[Similar, ...]:
    return _episodes(access, character, person, time).similar(text)


@serves(router, "patterns")
def patterns(character: Id, text: Said, access: Asking, person: Person = None, time: When = None) -> list[Pattern]:
    return _episodes(access, character, person, time).patterns(text)


@serves(router, "interests")
def interests(
    character: Id, access: Asking, person: Person = None, kind: Name | None = None, time: When = None
) -> list[Interest]:
    return _episodes(access, character, person, time).interests(kind)
