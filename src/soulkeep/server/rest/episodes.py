"""What happened between a character and a person, as episodes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Query, Response

from soulkeep import Episode, Interest, Pattern, Similar
from soulkeep.server.access import Access
from soulkeep.server.rest.bodies import Id, Name, Person, Time, answer
from soulkeep.server.rest.route import RestRoute
from soulkeep.server.service import Asking

if TYPE_CHECKING:
    from soulkeep import Episodes

router = APIRouter(prefix="/v1/characters/{character}", tags=["episodes"], route_class=RestRoute)

When = Annotated[Time | None, Query(description="The present, in the person's time zone; now by default.")]
Said = Annotated[str, Query(max_length=10_000, description="What is said.")]


Back = Annotated[bool, Query(description="Instead, what led to it.")]


def _episodes(access: Access, character: str, person: str | None, time: Time | None) -> Episodes:
    return access.character(character, "read", person=person).episodes(person=person, time=time)


@router.get("/episodes", operation_id="episodes", response_model=list[Episode])
def episodes(
    character: Id,
    access: Asking,
    person: Person = None,
    during: Annotated[Name | None, Query(description='`"today"`, `"yesterday"`, `"this week"` …')] = None,
    time: When = None,
) -> Response:
    """All of them, in their order, or those of a time."""
    found = _episodes(access, character, person, time)
    return answer(list[Episode], list(found) if during is None else found.during(during))


@router.get("/episodes/{id}/trace", operation_id="trace", response_model=list[Episode])
def trace(
    character: Id, id: Id, access: Asking, person: Person = None, back: Back = False, time: When = None
) -> Response:
    return answer(list[Episode], _episodes(access, character, person, time).trace(id, back=back))


@router.get(
    "/graph",
    operation_id="trig",
    response_class=Response,
    responses={200: {"content": {"application/trig": {"schema": {"type": "string"}}}}},
)
def trig(character: Id, access: Asking, person: Person = None, time: When = None) -> Response:
    return Response(_episodes(access, character, person, time).trig(), media_type="application/trig; charset=utf-8")


@router.get("/similar", operation_id="similar", response_model=tuple[Similar, ...])
def similar(character: Id, text: Said, access: Asking, person: Person = None, time: When = None) -> Response:
    return answer(tuple[Similar, ...], _episodes(access, character, person, time).similar(text))


@router.get("/patterns", operation_id="patterns", response_model=list[Pattern])
def patterns(character: Id, text: Said, access: Asking, person: Person = None, time: When = None) -> Response:
    return answer(list[Pattern], _episodes(access, character, person, time).patterns(text))


@router.get("/interests", operation_id="interests", response_model=list[Interest])
def interests(
    character: Id, access: Asking, person: Person = None, kind: Name | None = None, time: When = None
) -> Response:
    return answer(list[Interest], _episodes(access, character, person, time).interests(kind))
