"""The Model Context Protocol: tools, resources and prompts, over streamable HTTP at `/mcp` and over stdio."""

from soulkeep.server.mcp.asker import Asker
from soulkeep.server.mcp.http import install, running

__all__ = ["Asker", "install", "running"]
