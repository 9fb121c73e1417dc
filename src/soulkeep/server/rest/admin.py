"""API keys and workspaces."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Annotated

from fastapi import APIRouter, Request, Response
from pydantic import Field

from soulkeep.client.records import ApiKey
from soulkeep.errors import InputError
from soulkeep.server.access import Access, Forbidden, Grant, Right
from soulkeep.server.keys import ApiKeys, Key, UnknownKey
from soulkeep.server.rest.bodies import Body, Id, Name, Names, Time, answer, example
from soulkeep.server.rest.route import RestRoute, serves
from soulkeep.server.service import Asking, service_of

router = APIRouter(prefix="/v1", tags=["keys and workspaces"], route_class=RestRoute)


class CreateKeyBody(Body):
    model_config = example(name="the tavern", rights=["read", "write"], people=["anna"])

    name: Annotated[Name, Field(description="What it is for.")]
    rights: Annotated[tuple[Right, ...], Field(min_length=1, max_length=3, description="What it may do.")] = (
        "read",
        "write",
    )
    characters: Annotated[Names | None, Field(description="The only ones it reaches; left out, all.")] = None
    people: Annotated[Names | None, Field(description="The only ones it reaches; left out, all.")] = None
    rate: Annotated[float | None, Field(gt=0, le=1e6, description="Requests per second.")] = None
    expires: Annotated[Time | None, Field(description="When it stops opening anything.")] = None


class RotateBody(Body):
    model_config = example(grace_seconds=3600)

    grace_seconds: Annotated[
        float, Field(ge=0, le=30 * 86_400, description="How long the old secret opens beside the new one.")
    ] = 0.0


class WorkspaceBody(Body):
    model_config = example(name="acme")

    name: Annotated[str, Field(min_length=1, max_length=63, description="a-z, 0-9 and -.")]


def described(key: Key, secret: str | None = None) -> ApiKey:
    """Return a key as it is sent."""
    grant = key.grant
    return ApiKey(
        id=key.id,
        name=grant.name,
        workspace=grant.workspace,
        rights=tuple(sorted(grant.rights)),
        characters=None if grant.characters is None else tuple(sorted(grant.characters)),
        people=None if grant.people is None else tuple(sorted(grant.people)),
        rate=grant.rate,
        active=key.active,
        created=key.created,
        expires=key.expires,
        revoked=key.revoked,
        secret=secret,
    )


@serves(router, "api_keys")
def api_keys(request: Request, access: Asking) -> list[ApiKey]:
    """The keys of the workspace, the older first, the revoked ones too. Their secrets are kept nowhere."""
    access.require_whole("admin")
    listed = service_of(request).keys.list(access.grant.workspace)
    return [described(key) for key in listed]


@serves(router, "create_key")
def create_key(body: CreateKeyBody, request: Request, access: Asking) -> Response:
    """Make a key. Its secret is shown this once. It can't be given more than the asking key has."""
    access.require_whole("admin")
    keys, own = service_of(request).keys, access.grant
    _require_no_more(keys, own, body.rights, body.rate, body.expires)
    if not keys.any() and ("admin" not in body.rights or body.characters is not None or body.people is not None):
        raise InputError(
            "After the first key, nobody can do anything without one: with this one, nobody could make another.",
            hint='First make one with the rights ["read", "write", "admin"], for all characters and people.',
        )
    key, secret = keys.create(
        body.name,
        workspace=own.workspace,
        rights=body.rights,
        characters=body.characters,
        people=body.people,
        rate=body.rate,
        expires=body.expires,
    )
    return _shown(request, key, secret, 201)


@serves(router, "rotate_key")
def rotate_key(id: Id, body: RotateBody, request: Request, access: Asking) -> Response:
    """Give a key a new secret, which is shown this once."""
    keys = service_of(request).keys
    key = _key(access, keys, id)
    _require_no_more(keys, access.grant, key.grant.rights, key.grant.rate, key.expires)
    key, secret = keys.rotate(id, grace=timedelta(seconds=body.grace_seconds))
    return _shown(request, key, secret, 200)


@serves(router, "revoke_key")
def revoke_key(id: Id, request: Request, access: Asking) -> ApiKey:
    """Let a key open nothing any more, at once."""
    keys = service_of(request).keys
    _key(access, keys, id)
    return described(keys.revoke(id))


@serves(router, "workspaces")
def workspaces(request: Request, access: Asking) -> list[str]:
    """The workspaces there are, the default one first."""
    _require_operator(access)
    return service_of(request).workspaces.names()


@serves(router, "create_workspace")
def create_workspace(body: WorkspaceBody, request: Request, access: Asking) -> list[str]:
    """Make a workspace: a database of its own. Requests with `X-Soulkeep-Workspace`, and keys made so, go there."""
    _require_operator(access)
    workspaces = service_of(request).workspaces
    workspaces.open(body.name, create=True)
    return workspaces.names()


def _require_no_more(
    kept: ApiKeys, own: Grant, rights: Iterable[str], rate: float | None, expires: datetime | None
) -> None:
    """Raise if a key, or its new secret, would permit more than the asking key does."""
    lacking = set(rights) - own.rights
    if lacking:
        raise Forbidden(f"This key hasn't the right to {', '.join(sorted(lacking))} itself.", hint="Ask for less.")
    if own.rate is not None and (rate is None or rate > own.rate):
        raise Forbidden(f"This key may ask {own.rate:g} times a second itself.", hint="Give a rate up to that.")
    last = _expiry(kept, own.id)
    if last is not None and (expires is None or expires > last):
        raise Forbidden(f"This key itself expires {last.isoformat()}.", hint="Let the other one expire by then.")


def _require_operator(access: Access) -> None:
    if not access.grant.operator:
        raise Forbidden("Only the admin key may do that.", hint="It is the one in SOULKEEP_ADMIN_KEY.")


def _key(access: Access, kept: ApiKeys, id: str) -> Key:
    """Return a key of the caller's workspace."""
    access.require_whole("admin")
    for key in kept.list(access.grant.workspace):
        if key.id == id:
            return key
    raise UnknownKey(f"There is no key {id!r} here.", hint="GET /v1/keys lists them.")


def _expiry(kept: ApiKeys, id: str) -> datetime | None:
    """Return when the asking key itself expires."""
    return next((key.expires for key in kept.list() if key.id == id), None)


def _shown(request: Request, key: Key, secret: str, status: int) -> Response:
    """Return the response with a key and its secret, which must not be cached."""
    request.state.secret_of = key.id
    return answer(ApiKey, described(key, secret), status=status, headers={"Cache-Control": "no-store"})
