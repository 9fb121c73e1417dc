"""Entity tags, by which clients avoid reading an unchanged state again, and overwriting a changed one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2b
from threading import Lock
from typing import Any
from zlib import crc32

from fastapi import Request, Response

from soulkeep.errors import SoulkeepError
from soulkeep.types import wire

CONDITIONAL = frozenset({"define", "erase_character", "amend", "delete", "erase_world", "world_amend", "world_delete"})
"""Operations that support If-Match. Others refuse it, so that nobody relies on a check that isn't made."""

_LOCKS = tuple(Lock() for _ in range(64))


class Changed(SoulkeepError):
    """Error: a resource to be changed isn't in the state that If-Match names."""


def tag(body: bytes) -> str:
    """Return the tag of a representation."""
    return f'"{blake2b(body, digest_size=12).hexdigest()}"'


def _names(header: str | None, own: str) -> bool:
    """Return whether an If-Match or If-None-Match header contains a tag."""
    if header is None:
        return False
    tags = [one.strip().removeprefix("W/") for one in header.split(",")]
    return "*" in tags or own in tags


def tagged(request: Request, kind: Any, value: Any, *, status: int = 200) -> Response:
    """Return the response with a record and its tag; status 304 if the client has it already."""
    body = wire.to_json(kind, value)
    own = tag(body)
    headers = {"ETag": own, "Cache-Control": "private, no-cache"}
    if request.method == "GET" and _names(request.headers.get("if-none-match"), own):
        return Response(status_code=304, headers=headers)
    return Response(body, status_code=status, headers=headers, media_type="application/json")


@contextmanager
def unchanged(request: Request, kind: Any, read: Any) -> Iterator[None]:
    """Change a resource only if it is in the state that If-Match names; concurrent conditional requests wait.

    Args:
        request: the request, whose path names the resource.
        kind: the resource's type.
        read: a function that reads it; returns None if it doesn't exist yet.

    Raises:
        Changed: the resource is in another state.
    """
    wanted = request.headers.get("if-match")
    if wanted is None:
        yield
        return
    with _LOCKS[crc32(request.url.path.encode()) % len(_LOCKS)]:
        value = read()
        if value is None or not _names(wanted, tag(wire.to_json(kind, value))):
            raise Changed("It was changed meanwhile, or isn't there.", hint="Read it again, then decide anew.")
        yield
