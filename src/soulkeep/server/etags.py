"""Entity tags: a client that has the present state needn't read it again, and one that has not doesn't overwrite it."""

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
"""Operations that heed If-Match. The others refuse it: nobody thinks that something is guarded that isn't."""

_LOCKS = tuple(Lock() for _ in range(64))


class Changed(SoulkeepError):
    """What a request was to change isn't as its If-Match says."""


def tag(body: bytes) -> str:
    """The tag of a representation."""
    return f'"{blake2b(body, digest_size=12).hexdigest()}"'


def _names(header: str | None, own: str) -> bool:
    """Whether an If-Match or If-None-Match names a tag."""
    if header is None:
        return False
    tags = [one.strip().removeprefix("W/") for one in header.split(",")]
    return "*" in tags or own in tags


def tagged(request: Request, kind: Any, value: Any, *, status: int = 200) -> Response:
    """The response that is a record with its tag; 304 if the client has it already."""
    body = wire.to_json(kind, value)
    own = tag(body)
    headers = {"ETag": own, "Cache-Control": "private, no-cache"}
    if request.method == "GET" and _names(request.headers.get("if-none-match"), own):
        return Response(status_code=304, headers=headers)
    return Response(body, status_code=status, headers=headers, media_type="application/json")


@contextmanager
def unchanged(request: Request, kind: Any, read: Any) -> Iterator[None]:
    """Do something to a resource only if it is as the request's If-Match says; others that ask wait.

    Args:
        request: names the resource by its path.
        kind: its type.
        read: reads it; None if there is none yet.

    Raises:
        Changed: it isn't.
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
