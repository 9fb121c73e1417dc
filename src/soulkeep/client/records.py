"""Records of a server that the library itself doesn't have."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from soulkeep.types.records import Memory


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page of memories.

    Attributes:
        items: the memories.
        next: the value of `after` for the next page; None if this is the last.
    """

    items: tuple[Memory, ...]
    next: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    """The state of the server.

    Attributes:
        status: `"ok"`; `"stopping"`; or `"failing"` if the database can't be used, so that it should get no requests.
        version: soulkeep's version.
        ready: whether the default workspace can be read at present.
        database: `"ok"`; `"waiting"` if it doesn't answer at present, and requests wait for it; or `"failing"`.
    """

    status: str
    version: str
    ready: bool
    database: str = "ok"


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiKey:
    """An API key, as an admin of its workspace sees it.

    Attributes:
        id: the key's public id.
        name: what the key is for.
        workspace: the only workspace that it opens.
        rights: some of `"read"`, `"write"` and `"admin"`.
        characters: the only characters that it reaches; None for all.
        people: the only people that it reaches; None for all.
        rate: requests per second; None for the server's default.
        active: whether it is valid now.
        created: when it was created.
        expires: when it becomes invalid; None for never.
        revoked: when it was revoked; None if it wasn't.
        secret: its secret, given only when it is created or rotated; None otherwise.
    """

    id: str
    name: str
    workspace: str
    rights: tuple[str, ...]
    characters: tuple[str, ...] | None = None
    people: tuple[str, ...] | None = None
    rate: float | None = None
    active: bool = True
    created: datetime
    expires: datetime | None = None
    revoked: datetime | None = None
    secret: str | None = None
