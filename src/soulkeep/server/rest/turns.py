"""Perceiving: storing turns, and learning from texts."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import Field

import soulkeep
from soulkeep import Learned, Observed
from soulkeep.server.idempotency import derived_id
from soulkeep.server.rest.bodies import (
    Body,
    Id,
    Importance,
    Name,
    Names,
    SceneBody,
    Text,
    Time,
    TurnBody,
    example,
    scene_of,
)
from soulkeep.server.rest.route import RestRoute, serves
from soulkeep.server.service import Asking

router = APIRouter(prefix="/v1/characters/{character}", tags=["perceiving"], route_class=RestRoute)

MOST_TURNS = 10_000
"""Most turns of a request."""


class ObserveBody(Body):
    model_config = example(
        text="I adopted a cat called Miso.", person="anna", time="2026-05-08T18:30:00+00:00", session="s1"
    )

    text: Text
    person: Name | None = None
    speaker: Name | None = None
    time: Time | None = None
    session: Name | None = None
    id: Name | None = None
    scene: SceneBody | None = None
    heard_by: Names | None = None
    importance: Importance | None = None


_MESSAGES = 'In place of turns: messages as chat completions have them, {"role": "user", "content": "…"}.'


class ObserveManyBody(Body):
    model_config = example(
        turns=[{"text": "How is your sister?", "speaker": "holmes"}, {"text": "Mina has moved to Busan."}],
        person="anna",
    )

    turns: Annotated[list[TurnBody], Field(max_length=MOST_TURNS)] | None = None
    messages: Annotated[list[dict[str, Any]] | None, Field(max_length=MOST_TURNS, description=_MESSAGES)] = None
    person: Name | None = None
    undated: bool = False


class IntroduceBody(Body):
    model_config = example(person="u_4821", name="Anna", zone="Europe/Berlin")

    person: Name
    name: Name | None = None
    zone: Name | None = None


class LearnBody(Body):
    model_config = example(text="Baker Street 221B was let to two gentlemen …", source="canon")

    text: Text
    source: Name


@serves(router, "observe")
def observe(character: Id, body: ObserveBody, request: Request, access: Asking) -> Observed:
    heard = access.character(character, "write", person=body.person, heard_by=body.heard_by)
    return heard.observe(
        body.text,
        person=body.person,
        speaker=body.speaker,
        time=body.time,
        session=body.session,
        id=body.id or derived_id(request),
        scene=scene_of(body.scene),
        heard_by=body.heard_by,
        importance=body.importance,
    )


@serves(router, "observe_many")
def observe_many(character: Id, body: ObserveManyBody, request: Request, access: Asking) -> list[Observed]:
    """Turns, or in their place messages as chat completions have them: `user` is the person, `assistant` the
    character."""
    if (body.turns is None) == (body.messages is None):
        raise soulkeep.InputError("There must be either turns or messages.", hint='Write {"turns": [{"text": "…"}]}.')
    audience = {name for turn in body.turns or () for name in turn.heard_by or ()}
    heard = access.character(character, "write", person=body.person, heard_by=audience)
    turns: list[soulkeep.Turn | dict[str, Any]] = [
        *(turn.record(derived_id(request, part)) for part, turn in enumerate(body.turns or ())),
        *({"id": derived_id(request, part), **one} for part, one in enumerate(body.messages or ())),
    ]
    return heard.observe_many(turns, person=body.person, undated=body.undated)


@serves(router, "introduce")
def introduce(character: Id, body: IntroduceBody, access: Asking) -> soulkeep.Person:
    """Say what a person is called, where their id is no name, and where their clock stands; what is known then."""
    heard = access.character(character, "write", person=body.person)
    return heard.introduce(body.person, name=body.name, zone=body.zone)


@serves(router, "learn")
def learn(character: Id, body: LearnBody, access: Asking) -> Learned:
    return access.character(character, "write").learn(body.text, source=body.source)
