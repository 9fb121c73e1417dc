"""What only a server's clients see: records beside those of the library."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from soulkeep.types.records import Memory


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page of memories.

    Attributes:
        items: the memories.
        next: what to give as `after` for the next page; None if this is the last.
    """

    items: tuple[Memory, ...]
    next: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    """Whether the server can be used.

    Attributes:
        status: `"ok"`; `"stopping"`, or `"failing"` where the database can't be used: then it is to be left alone.
        version: soulkeep's.
        ready: whether the default workspace can be read now.
        database: `"ok"`; `"waiting"` where it doesn't answer now, and requests wait for it; `"failing"`.
    """

    status: str
    version: str
    ready: bool
    database: str = "ok"


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiKey:
    """An API key, as its workspace's admin sees it.

    Attributes:
        id: its name for the server.
        name: what it is for.
        workspace: the only one it opens.
        rights: of `"read"`, `"write"` and `"admin"`.
        characters: the only ones it reaches; None for all.
        people: the only ones it reaches; None for all.
        rate: requests per second; None for the server's.
        active: whether it opens anything now.
        created: when.
        expires: when it stops opening anything; None for never.
        revoked: when it was revoked; None if it wasn't.
        secret: shown once, when it is made or rotated; None otherwise.
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
