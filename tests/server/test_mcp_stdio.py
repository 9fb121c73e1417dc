"""MCP over standard input and output: a real process, and the SDK's own client."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

import soulkeep
from server_support import quietly


def talk(folder: Path, do: Callable[[Client], Awaitable[Any]], *options: str, mode: str = "auto") -> Any:
    """Return the result of a conversation with a process of `soulkeep mcp`."""

    async def connect() -> Any:
        command = StdioServerParameters(
            command=sys.executable,
            args=["-m", "soulkeep", "mcp", "--keep", str(folder / "keep.db"), *options],
            env={"PYTHONPATH": str(Path(soulkeep.__file__).parents[1])},
        )
        async with Client(stdio_client(command), mode=mode) as client:
            return await do(client)

    return asyncio.run(connect())


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_one_process_remembers_for_the_next(tmp_path: Path, mode: str) -> None:
    whom = ("--character", "holmes", "--person", "anna", "--name", "Sherlock Holmes")

    async def tell(client: Client) -> Any:
        result = await client.call_tool("remember", {"text": "Ich wohne in Köln."})
        return result.structured_content

    async def ask(client: Client) -> Any:
        result = await client.call_tool("recall", {"question": "Wo wohne ich?"})
        return [one["text"] for one in (result.structured_content or {})["memories"]]

    kept = talk(tmp_path, tell, *whom, mode=mode)
    assert (kept["character"], kept["person"]) == ("holmes", "anna")
    assert talk(tmp_path, ask, *whom, mode=mode) == ["Ich wohne in Köln."]
    with quietly(tmp_path / "keep.db") as keep:
        assert keep.character("holmes", create=False).name == "Sherlock Holmes"


def test_it_is_about_the_one_person_that_the_command_names(tmp_path: Path) -> None:
    with quietly(tmp_path / "keep.db") as keep:
        keep.character("holmes").observe("I sold the violin.", person="boris")

    async def do(client: Client) -> tuple[Any, Any, Any]:
        tools = (await client.list_tools()).tools
        asked = await client.call_tool("recall", {"question": "The violin?", "person": "boris"})
        told = await client.call_tool("recall", {"question": "The violin?"})
        return tools, asked, told

    tools, asked, told = talk(tmp_path, do, "--character", "holmes", "--person", "anna")
    assert not any({"character", "person"} & set(tool.input_schema["properties"]) for tool in tools)
    assert asked.is_error
    assert "speaks for the person 'anna' alone" in asked.content[0].text
    assert told.structured_content["memories"] == []


def test_read_only_changes_nothing(tmp_path: Path) -> None:
    with quietly(tmp_path / "keep.db") as keep:
        keep.character("holmes").observe("I keep bees.", person="anna")

    async def do(client: Client) -> tuple[set[str], Any, Any]:
        names = {tool.name for tool in (await client.list_tools()).tools}
        refused = await client.call_tool("remember", {"text": "No.", "person": "anna"})
        return names, refused, await client.call_tool("recall", {"question": "What do I keep?", "person": "anna"})

    names, refused, told = talk(tmp_path, do, "--read-only")
    assert names == {"recall", "ask_episodes", "get_person"}
    assert refused.is_error
    assert [one["text"] for one in told.structured_content["memories"]] == ["I keep bees."]


def test_nothing_but_the_protocol_goes_to_standard_output(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "soulkeep", "mcp", "--keep", str(tmp_path / "keep.db"), "--character", "holmes"],
        input='this is no JSON\n{"jsonrpc":"2.0","id":7,"method":"ping"}\n',
        env={"PYTHONPATH": str(Path(soulkeep.__file__).parents[1])},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    lines = done.stdout.splitlines()
    assert lines
    assert all(line.startswith('{"jsonrpc"') for line in lines)
    assert any('"id":7' in line for line in lines)
