"""Feelings: mood and bond, at present and over time."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from soulkeep import Bond, Mood
from soulkeep.server.rest.bodies import Body, Feeling, Id, Name, Person, Time, example
from soulkeep.server.rest.route import RestRoute, serves
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


@serves(router, "mood")
def mood(character: Id, access: Asking, person: Person = None, time: When = None) -> Mood:
    return access.character(character, "read", person=person).mood(person=person, time=time)


@serves(router, "bond")
def bond(character: Id, access: Asking, person: Name, time: When = None) -> Bond:
    return access.character(character, "read", person=person).bond(person, time=time)


@serves(router, "course")
def course(
    character: Id,
    access: Asking,
    person: Person = None,
    since: When = None,
    until: When = None,
    points: Annotated[int, Query(ge=2, le=10_000)] = 200,
) -> list[Felt]:
    who = access.character(character, "read", person=person)
    return who.course(person=person, since=since, until=until, points=points)


@serves(router, "feel")
def feel(character: Id, body: FeelBody, access: Asking) -> None:
    access.character(character, "write", person=body.person).feel(**body.model_dump())
