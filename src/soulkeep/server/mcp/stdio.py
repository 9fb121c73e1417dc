"""MCP over standard input and output, for a single person at this machine."""

from __future__ import annotations

from soulkeep.keep import Keep
from soulkeep.server.access import RIGHTS, Access, Grant
from soulkeep.server.mcp.asker import Asker
from soulkeep.server.mcp.build import build


def serve(keep: Keep, *, character: str | None = None, person: str | None = None, writes: bool = True) -> None:
    """Answer until the other side closes.

    Args:
        keep: the keep to serve.
        character, person: the only ones that can be reached; any by default.
        writes: whether changes are allowed.
    """
    grant = Grant(
        id="local",
        name="stdio",
        rights=frozenset(RIGHTS if writes else ("read",)),
        characters=None if character is None else frozenset({character}),
        people=None if person is None else frozenset({person}),
    )
    asker = Asker(access=Access(keep, grant), character=character, person=person)
    build(lambda _: asker).run("stdio")
