"""Feelings: mood and bond, now and over time."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response

from soulkeep import Bond, Mood
from soulkeep.server.rest.bodies import Body, Feeling, Id, Name, Person, Time, answer, example
from soulkeep.server.rest.route import RestRoute
from soulkeep.server.service import Asking
from soulkeep.types.records import Felt

router = APIRouter(prefix="/v1/characters/{character}", tags=["feelings"], route_class=RestRoute)

When = Annotated[Time | None, Query(description="A moment, with its time zone; now by default.")]


class FeelBody(Body):
    model_config = example(person="anna", closeness=0.4, trust=0.6)

    person: Name | None = None
    valence: Feeling | None = None
    arousal: Feeling | None = None
    closeness: Feeling | None = None
    trust: Feeling | None = None


@router.get("/mood", operation_id="mood", response_model=Mood)
def mood(character: Id, access: Asking, person: Person = None, time: When = None) -> Response:
    return answer(Mood, access.character(character, "read", person=person).mood(person=person, time=time))


@router.get("/bond", operation_id="bond", response_model=Bond)
def bond(character: Id, access: Asking, person: Name, time: When = None) -> Response:
    return answer(Bond, access.character(character, "read", person=person).bond(person, time=time))


@router.get("/course", operation_id="course", response_model=list[Felt])
def course(
    character: Id,
    access: Asking,
    person: Person = None,
    since: When = None,
    until: When = None,
    points: Annotated[int, Query(ge=2, le=10_000)] = 200,
) -> Response:
    found = access.character(character, "read", person=person)
    return answer(list[Felt], found.course(person=person, since=since, until=until, points=points))


@router.put("/feelings", operation_id="feel", status_code=204)
def feel(character: Id, body: FeelBody, access: Asking) -> None:
    access.character(character, "write", person=body.person).feel(**body.model_dump())
