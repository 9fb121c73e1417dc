"""The server: REST, an OpenAI-compatible proxy, MCP, mem0's endpoints and the inspector, in one ASGI application."""

from soulkeep.server.app import create_app
from soulkeep.server.config import ServerConfig

__all__ = ["ServerConfig", "create_app"]
