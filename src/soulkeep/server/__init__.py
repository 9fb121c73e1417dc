"""The server: REST, an OpenAI-compatible proxy, MCP, mem0's endpoints and the inspector, in one ASGI application."""

from typing import TYPE_CHECKING

from soulkeep.server.config import ServerConfig

if TYPE_CHECKING:
    from soulkeep.server.app import create_app

__all__ = ["ServerConfig", "create_app"]


def __getattr__(name: str) -> object:
    if name != "create_app":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from soulkeep.server.app import create_app  # takes a second: MCP over stdio and the keys' commands do without

    return create_app
