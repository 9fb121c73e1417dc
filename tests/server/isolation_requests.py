"""The requests to a server about a character and somebody, by each protocol."""

from __future__ import annotations

from typing import Any

from api_walk import Operation, operations
from isolation_doors import GRAPHS, QUESTION, Door, Sent, mem0_id

from isolation_support import NOBODY

READING = {"recall", "context", "narrate", "sparql", "understand"}
"""Operations that are no GET, and change nothing."""

FOR_ALL = {
    "api_keys",
    "what_is",
    "create_key",
    "rotate_key",
    "revoke_key",
    "workspaces",
    "create_workspace",
    "settle",
    "stats",
    "usage",
    "health",
    "characters",
    "jobs",
    "worlds",
    "import_file",
    "take_in",
}
"""Operations that name no person and no character, or that are tried elsewhere."""

OF_ALL = {
    "character",
    "people",
    "knows",
    "stories",
    "learn",
    "know",
    "unknow",
    "stage",
    "unstage",
    "define",
    "erase_character",
}
"""Operations that name a character, and no person."""


def asked(door: Door, openapi: dict[str, Any], character: str, person: str | None, id: str, by: str) -> list[Sent]:
    """Return everything that may be asked about a character and somebody, by a protocol."""
    if by == "mcp":
        return list(door.tools(character, person, id))
    if by == "mem0":
        return list(door.mem0(character, person, id))
    found = [
        (operation.name, operation.send(door.http))
        for operation in _operations(openapi, character, person, id)
        if operation.name not in FOR_ALL and "/worlds" not in operation.path
        if operation.method == "GET" or operation.name in READING
    ]
    body = {"text": QUESTION, "remember": False, **({} if person is None else {"person": person})}
    found.append(("rehearsal", door.http.post(f"/v1/characters/{character}/reply", json=body)))
    graph = {"query": GRAPHS, **({} if person is None else {"person": person})}
    found.append(("sparql", door.http.post(f"/v1/characters/{character}/sparql", json=graph)))
    return found


def _operations(openapi: dict[str, Any], character: str, person: str | None, id: str) -> list[Operation]:
    found = list(operations(openapi, character=character, person=person or NOBODY, memory=id))
    if person is not None:
        return found
    for one in found:
        one.params.pop("person", None)
        if one.json is not None:
            one.json.pop("person", None)
    return [one for one in found if NOBODY not in one.path and one.name not in ("bond", "introduce", "export")]


def attempted(door: Door, openapi: dict[str, Any], character: str, person: str, id: str, by: str) -> list[Sent]:
    """Return everything that may be asked and done, by a protocol."""
    if by == "mcp":
        acts = [
            ("mcp remember", door.tool("remember", text="Something.", character=character, person=person)),
            ("mcp reflect", door.tool("reflect", character=character, person=person)),
            ("mcp forget", door.tool("forget", id=id, character=character, person=person)),
        ]
        return acts + [
            one
            for one in door.tools(character, person, id)
            if one[0] not in (f"mcp {character}", f"mcp {character}/memories/{id}")
        ]
    if by == "mem0":
        who = {"user_id": person, "agent_id": character}
        acts = [
            ("mem0 delete all", door.http.delete("/mem0/memories", params=who)),
            ("mem0 delete", door.http.delete(f"/mem0/v1/memories/{mem0_id(character, person, id)}/")),
            ("mem0 erase", door.http.delete(f"/mem0/v2/entities/user/{person}/")),
        ]
        return acts + list(door.mem0(character, person, id))
    if by == "openai":
        return [
            ("chat", door.talk(character, person, "Hello!")),
            ("responses", door.respond(character, person, "Hello!")),
            ("model", door.http.get(f"/v1/models/{character}@{person}")),
        ]
    return [
        (operation.name, operation.send(door.http))
        for operation in operations(openapi, character=character, person=person, memory=id)
        if operation.name not in FOR_ALL | OF_ALL and "/worlds" not in operation.path
    ]
