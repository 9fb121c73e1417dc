"""Characters: who there are, and who they are."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from pydantic import Field

from soulkeep import ErasureReceipt, Mood
from soulkeep.server.etags import tagged, unchanged
from soulkeep.server.idempotency import dropping
from soulkeep.server.rest.bodies import Body, Feeling, Id, Name, Names, example
from soulkeep.server.rest.route import RestRoute, serves
from soulkeep.server.service import Asking
from soulkeep.types.lists import Profile

router = APIRouter(prefix="/v1/characters", tags=["characters"], route_class=RestRoute)


class MoodBody(Body):
    valence: Feeling = 0.0
    arousal: Feeling = 0.0


class CharacterBody(Body):
    model_config = example(name="Sherlock Holmes", description="A consulting detective.", language="en")

    name: Name | None = None
    description: Annotated[str, Field(max_length=100_000)] | None = None
    language: Annotated[str, Field(min_length=2, max_length=20)] | None = None
    forgetfulness: Annotated[float, Field(ge=0, le=1000)] | None = None
    learning: Annotated[float, Field(ge=1, le=1000)] | None = None
    temperament: MoodBody | None = None
    worlds: Names | None = None


@serves(router, "characters")
def characters(request: Request, access: Asking) -> Response:
    return tagged(request, list[Profile], [one.profile for one in access.characters()])


@serves(router, "character")
def character(character: Id, request: Request, access: Asking) -> Response:
    """Get a character."""
    return tagged(request, Profile, access.character(character, "read").profile)


@serves(router, "define")
def define(character: Id, body: CharacterBody, request: Request, access: Asking) -> Response:
    """Create a character, or change it. What is given is changed, what is not stays. It takes the right to admin; where
    the character is so already, to read."""
    values: dict[str, Any] = body.model_dump(exclude_none=True)
    if body.temperament is not None:
        values["temperament"] = Mood(**body.temperament.model_dump())

    def present() -> Profile | None:
        same_id = [one for one in access.keep.characters() if one.id == character]
        return same_id[0].profile if same_id else None

    access.require_defining(character, values)
    with unchanged(request, Profile, present):
        defined = access.define(character, **values)
    return tagged(request, Profile, defined.profile)


@serves(router, "erase_character")
def erase_character(character: Id, request: Request, access: Asking) -> ErasureReceipt:
    """Erase a character: all that it knows, whoever it shared it with. Not to be undone."""
    who = access.character(character, "admin")
    with unchanged(request, Profile, lambda: who.profile), dropping(request, access.grant.workspace):
        return access.keep.erase(character=character)


@serves(router, "people")
def people(character: Id, access: Asking) -> list[str]:
    access.character(character, "read")
    return access.people(character)
