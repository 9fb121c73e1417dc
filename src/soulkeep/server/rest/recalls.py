"""Recalling of memories and facts."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated, Self

from fastapi import APIRouter, Query, Request, Response
from pydantic import Field, model_validator

from soulkeep import Due, Fact, Narrative, Recall
from soulkeep.character.character import Character
from soulkeep.errors import InputError
from soulkeep.server.access import Access
from soulkeep.server.etags import tagged
from soulkeep.server.rest.bodies import WHOLE, Body, Few, Id, Name, Names, Person, Text, Time, TurnBody, example
from soulkeep.server.rest.route import RestRoute, serves
from soulkeep.server.service import Asking
from soulkeep.server.threads import apart
from soulkeep.types import wire

router = APIRouter(prefix="/v1/characters/{character}", tags=["recalling"], route_class=RestRoute)

LONGEST = timedelta(days=366)
"""Longest time ahead in which plans are looked for."""


class Asked(Body):
    person: Name | None = None
    k: Few | None = None
    kinds: Names | None = None
    sources: Names | None = None
    since: Time | None = None
    until: Time | None = None
    budget: Annotated[int, Field(ge=0, le=WHOLE)] | None = None
    time: Time | None = None
    history: Annotated[tuple[TurnBody, ...], Field(max_length=1000)] = ()
    preset: Name | None = None
    heard_by: Names = ()
    recipe: Annotated[
        Name | None, Field(description="Recall by a paper's system, in place of the server's settings.")
    ] = None


class RecallBody(Asked):
    model_config = example(question="What is my cat called?", person="anna", k=5)

    question: Text


class NarrateBody(Asked):
    model_config = example(question="What do you know of my cat?", person="anna")

    question: Annotated[Text | None, Field(description="What is to be told; recalled first.")] = None
    recall: Annotated[dict[str, object] | None, Field(description="Or a Recall from before, to be told.")] = None

    @model_validator(mode="after")
    def _one_of_them(self) -> Self:
        if (self.question is None) == (self.recall is None):
            raise ValueError("give either a question or a recall")
        return self


def _asking(access: Access, character: str, body: Asked) -> Character:
    who = access.character(character, "read", person=body.person, heard_by=body.heard_by)
    return who if body.recipe is None else who.under(body.recipe)


def _recalled(character: Character, question: str, body: Asked) -> Recall:
    return character.recall(
        question,
        person=body.person,
        k=body.k,
        kinds=body.kinds,
        sources=body.sources,
        since=body.since,
        until=body.until,
        budget=body.budget,
        time=body.time,
        history=[turn.record() for turn in body.history],
        preset=body.preset,
        heard_by=body.heard_by,
    )


@serves(router, "recall")
def recall(character: Id, body: RecallBody, access: Asking) -> Recall:
    return _recalled(_asking(access, character, body), body.question, body)


@serves(router, "narrate")
@apart("narrate")
def narrate(character: Id, body: NarrateBody, access: Asking) -> Narrative:
    asked = _asking(access, character, body)
    if body.question is not None:
        recalled = _recalled(asked, body.question, body)
    else:
        try:
            recalled = wire.of_data(Recall, body.recall)
        except ValueError as error:
            raise InputError("This is no recall.", hint=f"Send one as /recall gave it: {error!s:.200}") from None
        named = {hit.memory.person for hit in recalled.hits if hit.memory.person is not None}
        access.require_people(named, right="read")  # the question calls them by their names
    return asked.narrate(recalled)


@serves(router, "due")
def due(
    character: Id,
    access: Asking,
    person: Person = None,
    within: Annotated[timedelta, Query(ge=timedelta(0), le=LONGEST, description="ISO 8601: P1D.")] = timedelta(days=1),
    time: Annotated[Time | None, Query()] = None,
) -> list[Due]:
    try:
        dues = access.character(character, "read", person=person).due(person=person, within=within, time=time)
    except OverflowError:
        raise InputError("That is after the end of time.", hint="Ask about an earlier one.") from None
    return dues


@serves(router, "facts")
def facts(
    character: Id,
    request: Request,
    access: Asking,
    person: Person = None,
    subject: Name | None = None,
    relation: Name | None = None,
    as_of: Annotated[Time | None, Query()] = None,
    past: bool = False,
) -> Response:
    listed = access.character(character, "read", person=person).facts(
        person=person, subject=subject, relation=relation, as_of=as_of, past=past
    )
    return tagged(request, list[Fact], listed)
