"""`/v1/models`: the characters as models."""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote

from fastapi import APIRouter

from soulkeep.errors import UnknownCharacter
from soulkeep.server.access import Access
from soulkeep.server.openai_proxy.addressing import model_name, parts_of_name
from soulkeep.server.openai_proxy.errors import OpenAIRoute
from soulkeep.server.openai_proxy.resolving import character_named
from soulkeep.server.service import Asking

router = APIRouter(route_class=OpenAIRoute, tags=["OpenAI"])


@router.get("/v1/models", summary="The characters as models")
def list_models(access: Asking, people: bool = False) -> dict[str, Any]:
    """Each character that the key reaches: `holmes`; with `people=true`, also facing each person it knows:
    `holmes@anna`."""
    return {"object": "list", "data": [_model(name) for name in _names(access, people=people)]}


@router.get("/v1/models/{name:path}", summary="One of them")
def get_model(name: str, access: Asking) -> dict[str, Any]:
    """A character as a model, by itself or with a person, who may be new."""
    character, person, _ = parts_of_name(unquote(name))
    access.require("read")
    character = character_named(access, character) or character
    access.require_character(character)
    access.require_person(person, right="read")
    names = [one.id for one in access.characters()]
    if character not in names:
        raise UnknownCharacter(character, names)
    return _model(name)


def _names(access: Access, *, people: bool) -> list[str]:
    names: list[str] = []
    for character in access.characters():
        names.append(model_name(character.id))
        if people:
            names += [model_name(character.id, person) for person in access.people(character.id)]
    return names


def _model(name: str) -> dict[str, Any]:
    return {"id": name, "object": "model", "created": 0, "owned_by": "soulkeep"}
