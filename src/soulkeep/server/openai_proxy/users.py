"""The user of a front end, from the headers that Open WebUI sends."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from soulkeep.lang.validity import NAME_CHARACTERS, is_fit
from soulkeep.server.headers import header_of


class User(NamedTuple):
    """A user: their id, and what they are called; None where unknown."""

    id: str | None = None
    name: str | None = None


def user_of(headers: Mapping[str, str]) -> User:
    """Return the user whom a request's headers name.

    A token in their place is read, not verified: whoever holds a key of the server may name the person anyway.

    Args:
        headers: the request's, by names in lower case.
    """
    told = User(headers.get("x-openwebui-user-id"), header_of(headers, "x-openwebui-user-name"))
    if told.id is None and (token := headers.get("x-openwebui-user-jwt")):
        claims = _claims(token)
        told = User(_text(claims.get("sub")), _text(claims.get("name")))
    id, name = _stripped(told.id), _stripped(told.name)
    sound = name is not None and len(name) <= NAME_CHARACTERS and is_fit(name)
    return User(id, name if sound else None)


def _claims(token: str) -> dict[str, Any]:
    """Return the claims of a JSON Web Token; none if it is no such token."""
    with suppress(ValueError, IndexError, RecursionError):
        body = token.split(".")[1]
        claims = json.loads(urlsafe_b64decode(body + "=" * (-len(body) % 4)))
        if isinstance(claims, dict):
            return claims
    return {}


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _stripped(text: str | None) -> str | None:
    return (text or "").strip() or None
