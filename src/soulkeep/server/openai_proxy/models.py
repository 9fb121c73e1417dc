"""`/v1/models`: the characters as models."""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote

from fastapi import APIRouter, Request

from soulkeep.errors import UnknownCharacter
from soulkeep.server.access import Access
from soulkeep.server.openai_proxy.addressing import model_name, parts_of_name
from soulkeep.server.openai_proxy.errors import OpenAIRoute
from soulkeep.server.openai_proxy.users import user_of
from soulkeep.server.service import Asking

router = APIRouter(route_class=OpenAIRoute, tags=["OpenAI"])


@router.get("/v1/models", summary="The characters as models")
def list_models(request: Request, access: Asking) -> dict[str, Any]:
    """Each character that the key reaches, alone and with each person it knows: `holmes`, `holmes@anna`. A front end
    that names its users in headers gets the characters alone, since it shows the list to all of them."""
    alone = user_of(request.headers).id is not None
    return {"object": "list", "data": [_model(name) for name in _names(access, alone=alone)]}


@router.get("/v1/models/{name:path}", summary="One of them")
def get_model(name: str, access: Asking) -> dict[str, Any]:
    """A character as a model, by itself or with a person, who may be new."""
    character, person, _ = parts_of_name(unquote(name))
    access.require("read")
    access.require_character(character)
    access.require_person(person, right="read")
    names = [one.id for one in access.characters()]
    if character not in names:
        raise UnknownCharacter(character, names)
    return _model(name)


def _names(access: Access, *, alone: bool) -> list[str]:
    names: list[str] = []
    for character in access.characters():
        names.append(model_name(character.id))
        if not alone:
            names += [model_name(character.id, person) for person in access.people(character.id)]
    return names


def _model(name: str) -> dict[str, Any]:
    return {"id": name, "object": "model", "created": 0, "owned_by": "soulkeep"}
