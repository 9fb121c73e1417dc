"""MCP over streamable HTTP, by the SDK's own client against a running server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp import Client, MCPError
from mcp.client.streamable_http import streamable_http_client
from mcp_types import PromptReference, ResourceTemplateReference

import soulkeep
from server_support import config_in, make_key, quietly, running
from soulkeep.server import ServerConfig

HOLMES = "셜록"


@pytest.fixture
def config(tmp_path: Path) -> ServerConfig:
    config = config_in(tmp_path)
    with quietly(config.location) as keep:
        holmes = keep.character("holmes", name="Sherlock Holmes", description="A consulting detective.")
        holmes.observe("My sister Clara lives in Leeds.", person="anna", session="first")
        holmes.observe("Nobody may know that I sold the violin.", person="boris")
        holmes.observe("The kettle in Baker Street is broken.")
        keep.character(HOLMES, name="셜록 홈즈")
        keep.settle(over=True)
    return config


@pytest.fixture
def url(config: ServerConfig) -> Iterator[str]:
    with running(config) as base:
        yield f"{base}/mcp"


def talk(url: str, do: Callable[[Client], Awaitable[Any]], *, mode: str = "auto", **headers: str) -> Any:
    """Return the result of a conversation with the server."""

    async def connect() -> Any:
        async with (
            httpx2.AsyncClient(headers=headers, trust_env=False) as http,
            Client(streamable_http_client(url, http_client=http), mode=mode) as client,
        ):
            return await do(client)

    return asyncio.run(connect())


def refused(url: str, do: Callable[[Client], Awaitable[Any]], **headers: str) -> MCPError:
    """Return the error that a conversation ends with."""

    async def one(client: Client) -> MCPError:
        with pytest.raises(MCPError) as error:
            await do(client)
        return error.value

    error: MCPError = talk(url, one, **headers)
    return error


def call(url: str, tool: str, *, mode: str = "auto", headers: Any = None, **arguments: Any) -> Any:
    """Return a tool's structured result; its text, if it is an error."""

    async def one(client: Client) -> Any:
        result = await client.call_tool(tool, arguments)
        return result.content[0].text if result.is_error else result.structured_content  # type: ignore[union-attr]

    return talk(url, one, mode=mode, **(headers or {}))


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_what_is_remembered_is_recalled_by_new_and_old_clients(url: str, mode: str) -> None:
    kept = call(url, "remember", mode=mode, text="내 고양이 이름은 나비야.", character=HOLMES, person="안나")
    assert kept["character"] == HOLMES
    assert kept["person"] == "안나"
    found = call(url, "recall", mode=mode, question="고양이 이름이 뭐지?", character=HOLMES, person="안나")
    turns = [one for one in found["memories"] if one["kind"] == "turn"]  # a fact may have been made of it already
    assert [(one["id"], one["text"], one["speaker"]) for one in turns] == [
        (kept["id"], "내 고양이 이름은 나비야.", "안나")
    ]
    assert found["memories"][0]["time"].endswith(("Z", "+00:00"))
    assert 0 <= found["confidence"] <= 1


def test_the_tools_say_what_they_do(url: str) -> None:
    tools = {tool.name: tool for tool in talk(url, lambda client: client.list_tools()).tools}
    assert set(tools) == {"remember", "recall", "reflect", "forget", "ask_episodes", "get_person"}
    reading = {name for name, tool in tools.items() if tool.annotations.read_only_hint}
    assert reading == {"recall", "ask_episodes", "get_person"}
    assert {name for name, tool in tools.items() if tool.annotations.destructive_hint} == {"forget"}
    for tool in tools.values():
        assert tool.title
        assert "Use it" in tool.description
        assert tool.annotations.open_world_hint is False
        assert tool.output_schema["type"] == "object"
        assert all("description" in argument for argument in tool.input_schema["properties"].values())


def test_the_text_of_a_recall_holds_the_ids_that_forget_takes(url: str) -> None:
    async def do(client: Client) -> tuple[str, str, str]:
        who: dict[str, Any] = {"character": "holmes", "person": "anna"}
        found = await client.call_tool("recall", {"question": "Where does Clara live?", **who})
        assert found.structured_content is not None
        id = found.structured_content["memories"][0]["id"]
        text = found.content[0].text  # type: ignore[union-attr]
        await client.call_tool("forget", {"id": id, **who})
        gone = await client.call_tool("recall", {"question": "Where does Clara live?", **who})
        assert id not in [one["id"] for one in (gone.structured_content or {})["memories"]]
        back = await client.call_tool("forget", {"id": id, "restore": True, **who})
        assert (back.structured_content or {})["restored"] is True
        again = await client.call_tool("recall", {"question": "Where does Clara live?", **who})
        return id, text, again.content[0].text  # type: ignore[union-attr]

    id, before, after = talk(url, do)
    assert f"id {id}" in before
    assert f"id {id}" in after


def test_a_person_is_known_by_what_holds(url: str) -> None:
    known = call(url, "get_person", character="holmes", person="anna")
    assert any("Leeds" in fact["text"] for fact in known["facts"])
    assert known["turns"] == 1
    assert known["last_talk"] is not None
    assert set(known["bond"]) == {"closeness", "trust"}
    nobody = call(url, "get_person", character="holmes", person="carl")
    assert nobody["turns"] == 0


def test_the_shared_past_is_told_in_its_order(url: str) -> None:
    who: dict[str, Any] = {"character": "holmes", "person": "anna"}
    for text in ("I bought a telescope.", "The telescope shows the moons of Jupiter."):
        call(url, "remember", text=text, **who)
    past = call(url, "ask_episodes", question="When did we speak of the telescope?", when="today", **who)
    told = [one["text"] for one in past["episodes"]]
    assert told[-2:] == ["I bought a telescope.", "The telescope shows the moons of Jupiter."]
    rows = call(url, "ask_episodes", sparql="SELECT (COUNT(*) AS ?n) WHERE { ?s ?p ?o }", **who)
    assert rows["variables"] == ["n"]
    assert len(rows["rows"]) == 1
    assert "question, when, or sparql" in call(url, "ask_episodes", **who)
    assert "read-only" in call(url, "ask_episodes", sparql="DROP ALL", **who)


def test_what_one_person_said_never_comes_to_another(url: str) -> None:
    anna = {"character": "holmes", "person": "anna"}
    found = call(url, "recall", question="Who sold the violin?", **anna)
    assert "violin" not in json.dumps([found, call(url, "get_person", **anna)])


def test_errors_tell_what_to_do(url: str) -> None:
    assert "Name one: holmes" in call(url, "recall", question="Who?")
    assert "There is no character 'watson'" in call(url, "recall", question="Who?", character="watson")
    assert "no memory 'x'" in call(url, "forget", id="x", character="holmes", person="anna")
    assert "Traceback" not in call(url, "recall", question=" ", character="holmes")
    assert "less than or equal to 10" in call(url, "remember", text="a", importance=11, character="holmes")
    assert "timezone" in call(url, "remember", text="a", time="2026-01-01T10:00:00", character="holmes")


def test_a_name_in_other_letters_is_the_same_person(url: str) -> None:
    kept = call(url, "remember", text="I moved to York.", character="Sherlock Holmes", person="Anna")
    assert (kept["character"], kept["person"]) == ("holmes", "anna")


def test_headers_and_the_address_settle_whom_it_is_about(url: str) -> None:
    headers = {"X-Soulkeep-Character": "holmes", "X-Soulkeep-Person": "anna"}
    assert call(url, "remember", text="I keep bees.", headers=headers)["person"] == "anna"
    by_query = f"{url}?character=holmes&person=anna"
    assert "bees" in json.dumps(call(by_query, "recall", question="What do I keep?"))
    assert "alone" in call(by_query, "recall", question="What?", person="boris")
    shown = talk(by_query, lambda client: client.list_tools()).tools
    assert not any({"character", "person"} & set(tool.input_schema["properties"]) for tool in shown)
    names = talk(by_query, lambda client: client.list_prompts()).prompts
    assert [[one.name for one in prompt.arguments] for prompt in names] == [["topic"], []]


def test_resources_are_read_by_their_addresses(url: str) -> None:
    def read(uri: str) -> Any:
        return json.loads(talk(url, lambda client: client.read_resource(uri)).contents[0].text)

    listed = {one["id"]: one["uri"] for one in read("soulkeep://characters")}
    assert set(listed) == {"holmes", HOLMES}
    assert read(listed[HOLMES])["name"] == "셜록 홈즈"
    people = {one["id"]: one["uri"] for one in read("soulkeep://holmes")["people"]}
    anna = read(people["anna"])
    fact = next(one for one in anna["facts"] if "Leeds" in one["text"])
    assert read(fact["uri"])["kind"] == "fact"
    for unknown in ("soulkeep://watson", "soulkeep://holmes/people/anna/memories/x", "soulkeep://holmes/memories/x"):
        error = refused(url, lambda client, uri=unknown: client.read_resource(uri))  # type: ignore[misc]
        assert error.code == -32602
        assert "There is no" in error.message


def test_prompts_hold_who_the_character_is_and_what_it_knows(url: str) -> None:
    def prompt(name: str, **arguments: str) -> str:
        found = talk(url, lambda client: client.get_prompt(name, arguments))
        return str(found.messages[0].content.text)

    said = prompt("in_character", character="holmes", person="anna", topic="Clara")
    assert "A consulting detective." in said
    assert "My sister Clara lives in Leeds." in said
    assert "violin" not in said
    assert "You are Sherlock Holmes" in prompt("look_back", character="holmes", person="anna")
    error = refused(url, lambda client: client.get_prompt("in_character", {"character": "watson"}))
    assert "no character 'watson'" in error.message


def test_arguments_are_completed(url: str) -> None:
    async def do(client: Client) -> tuple[list[str], list[str]]:
        prompt = PromptReference(name="in_character")
        first = await client.complete(prompt, {"name": "character", "value": "HO"})
        template = ResourceTemplateReference(uri="soulkeep://{character}/people/{person}")
        then = await client.complete(template, {"name": "person", "value": ""}, {"character": "holmes"})
        return first.completion.values, then.completion.values

    assert talk(url, do) == (["holmes"], ["anna", "boris"])


def test_a_key_reaches_what_it_is_for_and_nothing_else(config: ServerConfig) -> None:
    secret = make_key(config, rights=["read"], characters=["holmes"], people=["anna"])
    other = make_key(config, "writer", characters=["holmes"], people=["anna", "carl"])
    with running(config) as base:
        url, key = f"{base}/mcp", {"Authorization": f"Bearer {secret}"}
        shown = {tool.name for tool in talk(url, lambda client: client.list_tools(), **key).tools}
        assert shown == {"recall", "ask_episodes", "get_person"}
        assert "Clara" in json.dumps(call(url, "recall", question="Who is Clara?", headers=key))
        assert "needs the right to write" in call(url, "remember", text="No.", headers=key)
        assert "alone" in call(url, "recall", question="The violin?", person="boris", headers=key)
        for uri in ("soulkeep://holmes/people/boris", "soulkeep://%EC%85%9C%EB%A1%9D"):
            error = refused(url, lambda client, uri=uri: client.read_resource(uri), **key)  # type: ignore[misc]
            assert "alone" in error.message
        listed = talk(url, lambda client: client.read_resource("soulkeep://holmes"), **key).contents[0].text
        assert "boris" not in listed

        writer = {"Authorization": f"Bearer {other}"}
        assert "doesn't reach that person" in call(url, "recall", question="Violin?", person="boris", headers=writer)
        shared = call(url, "recall", question="What of the kettle?", person="anna", headers=writer)["memories"]
        kettle = next(one["id"] for one in shared if "kettle" in one["text"])
        assert "doesn't reach that person" in call(url, "forget", id=kettle, person="anna", headers=writer)


def test_a_key_that_only_writes_is_told_nothing(config: ServerConfig) -> None:
    secret = make_key(config, rights=["write"])
    with running(config) as base:
        url, key = f"{base}/mcp", {"Authorization": f"Bearer {secret}"}
        assert {tool.name for tool in talk(url, lambda client: client.list_tools(), **key).tools} == {"remember"}
        anna = {"character": "holmes", "person": "anna"}
        assert call(url, "remember", text="I keep bees.", headers=key, **anna)["person"] == "anna"
        for tool, arguments in {"reflect": {}, "recall": {"question": "Clara?"}, "forget": {"id": "x"}}.items():
            assert "needs the right to read" in call(url, tool, headers=key, **arguments, **anna)


def test_without_a_key_or_from_elsewhere_nothing_is_told(config: ServerConfig) -> None:
    make_key(config)
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    accepts = {"Accept": "application/json, text/event-stream"}
    with running(config) as base, httpx2.Client(trust_env=False, headers=accepts) as http:
        refused = http.post(f"{base}/mcp", json=message)
        assert refused.status_code == 401
        assert refused.headers["content-type"] == "application/problem+json"
        assert refused.headers["www-authenticate"] == "Bearer"
        assert http.post(f"{base}/mcp", json=message, headers={"Host": "evil.example"}).status_code == 421
        assert http.post(f"{base}/mcp", json=message, headers={"Origin": "http://evil.example"}).status_code == 403


def test_a_stream_that_would_never_tell_anything_is_refused(url: str) -> None:
    with httpx2.Client(trust_env=False, headers={"Accept": "text/event-stream"}) as http:
        answered = http.get(url)
        assert answered.status_code == 405
        assert answered.headers["allow"] == "POST"


def test_workspaces_know_nothing_of_each_other(config: ServerConfig) -> None:
    with soulkeep.open(str(Path(config.location).with_name("keep.acme.db"))) as keep:
        keep.character("holmes").observe("Acme sells rockets.", person="anna")
    secret = make_key(config, workspace="acme")
    with running(config) as base:
        key = {"Authorization": f"Bearer {secret}"}
        found = json.dumps(call(f"{base}/mcp", "recall", question="Clara? Rockets?", person="anna", headers=key))
        assert "rockets" in found
        assert "Clara" not in found
