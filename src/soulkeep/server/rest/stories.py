"""Stories of scripted events."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from pydantic import Field

from soulkeep import StoryEvent
from soulkeep.errors import BadFile
from soulkeep.server.rest.bodies import Body, Id, Person, raw
from soulkeep.server.rest.route import RestRoute, serves
from soulkeep.server.service import Asking

router = APIRouter(prefix="/v1/characters/{character}", tags=["stories"], route_class=RestRoute)


class Staged(Body):
    """The receipt of a story."""

    id: Annotated[str, Field(description="The story's.")]


@serves(router, "stories")
def stories(character: Id, access: Asking) -> list[str]:
    """The ids of the character's stories."""
    return list(access.character(character, "read").stories)


@serves(router, "stage", shown=Staged, openapi_extra=raw("A story's YAML.", kind="application/yaml"))
async def stage(
    character: Id,
    request: Request,
    access: Asking,
) -> Staged:
    """Staging a story of the same id again replaces it; people stay where they were in it."""
    try:
        text = (await request.body()).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadFile(f"The story is no UTF-8: {error}.", hint="Save it as UTF-8.") from None
    who = await run_in_threadpool(access.character, character, "write")
    # The added line end prevents that it is taken for the path of a file on the server.
    staged = await run_in_threadpool(who.stage, text + "\n")
    return Staged(id=staged)


@serves(router, "unstage")
def unstage(character: Id, story: Id, access: Asking) -> bool:
    """Take a story away, by its id. What was said of it stays. False if there was none."""
    return access.character(character, "write").stories.remove(story)


@serves(router, "story")
def story(character: Id, access: Asking, person: Person = None) -> list[StoryEvent]:
    """The events that have opened with a person, in that order."""
    return access.character(character, "read", person=person).stories.events(person=person)
