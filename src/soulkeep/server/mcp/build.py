"""The MCP server, independent of the transport."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from mcp.server import MCPServer
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext

from soulkeep._version import __version__
from soulkeep.server.mcp import prompts, resources, tools
from soulkeep.server.mcp.asker import Asker, speaking

_INSTRUCTIONS = """\
Long-term memory of AI characters. Facing one person, a character remembers what it shares with them and with nobody in
particular, and nothing else. Call get_person once at the beginning of a conversation, recall before you speak of the
past, and remember for what the person tells. Memories are kept verbatim, in any language."""


def build(who: Callable[[ServerRequestContext[Any, Any]], Asker]) -> MCPServer:
    """Return the server.

    Args:
        who: a function that returns the asker of a message; called for each.
    """

    async def as_somebody(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        asker = who(ctx)
        with speaking(asker):
            return _fitting(ctx.method, await call_next(ctx), asker)

    with _logging_as_it_is():
        server = MCPServer(
            "soulkeep",
            title="soulkeep",
            description="Long-term memory for AI characters.",
            instructions=_INSTRUCTIONS,
            version=__version__,
            subscriptions=False,
            middleware=[as_somebody],
            log_level="WARNING",
        )
    for part in (tools, resources, prompts):
        part.install(server)
    return server


@contextmanager
def _logging_as_it_is() -> Iterator[None]:
    """Undo the SDK's configuration of the root logger, which is the application's own business."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    try:
        yield
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)


def _fitting(method: str, result: HandlerResult, asker: Asker) -> HandlerResult:
    """Return a list's result without what the connection doesn't need, such as arguments that are settled already."""
    if method not in ("tools/list", "prompts/list") or result is None:
        return result
    data = result if isinstance(result, dict) else result.model_dump(by_alias=True, mode="json", exclude_none=True)
    settled = {"character"} if asker.only_character else set()
    settled |= {"person"} if asker.only_person else set()
    if method == "prompts/list":
        return {**data, "prompts": [_prompt_without(prompt, settled) for prompt in data["prompts"]]}
    usable_tools = [tool for tool in data["tools"] if tools.usable(tool["name"], asker.access.grant.rights)]
    return {**data, "tools": [_tool_without(tool, settled) for tool in usable_tools]}


def _tool_without(tool: dict[str, Any], settled: set[str]) -> dict[str, Any]:
    takes = tool["inputSchema"]
    left = {name: value for name, value in takes.get("properties", {}).items() if name not in settled}
    return {**tool, "inputSchema": {**takes, "properties": left}}


def _prompt_without(prompt: dict[str, Any], settled: set[str]) -> dict[str, Any]:
    left = [one for one in prompt.get("arguments") or () if one["name"] not in settled]
    return {**prompt, "arguments": left}
