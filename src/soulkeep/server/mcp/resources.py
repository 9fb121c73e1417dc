"""The resources: characters, people and memories by address; and completions of arguments."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import quote

from mcp.server import MCPServer
from mcp.server.mcpserver import ResourceSecurity
from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError
from mcp_types import Completion, CompletionArgument, CompletionContext, PromptReference, ResourceTemplateReference
from starlette.concurrency import run_in_threadpool

from soulkeep.errors import SoulkeepError, UnknownCharacter, UnknownMemory
from soulkeep.server.mcp.asker import Asker, asking, current, limited
from soulkeep.types import wire
from soulkeep.types.records import Memory

_MOST = 100
"""Most completions at a time, a limit of the protocol."""

JSON = "application/json"


def address(*parts: str) -> str:
    """Return the address of a resource."""
    return "soulkeep://" + "/".join(quote(part, safe="") for part in parts)


def characters() -> str:
    """The characters that can be reached: id, name, address."""
    with _reading() as asker:
        listed = [
            {"id": one.id, "name": one.name, "uri": address(one.id)}
            for one in asker.access.characters()
            if asker.only_character in (None, one.id)
        ]
        return _json(listed)


def character(character: str) -> str:
    """Who a character is, and whom it knows."""
    with _reading() as asker:
        who, _ = asker.facing("read", character, None)
        people = [one for one in asker.access.people(who.id) if asker.only_person in (None, one)]
        return _json(
            {
                "id": who.id,
                "name": who.name,
                "description": who.profile.description,
                "language": who.profile.language,
                "people": [{"id": one, "uri": address(who.id, "people", one)} for one in people],
            }
        )


def person(character: str, person: str) -> str:
    """What a character knows of a person: facts, mood, bond."""
    with _reading() as asker:
        who, whom = asker.facing("read", character, person)
        assert whom is not None
        mood, bond = who.mood(person=whom), who.bond(whom)
        return _json(
            {
                "character": who.id,
                "person": whom,
                "facts": [
                    {"id": fact.id, "text": fact.text, "uri": address(who.id, "people", whom, "memories", fact.id)}
                    for fact in who.facts(person=whom)
                    if fact.holds
                ],
                "mood": {"valence": mood.valence, "arousal": mood.arousal},
                "bond": {"closeness": bond.closeness, "trust": bond.trust},
            }
        )


def memory_with(character: str, person: str, id: str) -> str:
    """One memory shared with a person."""
    return _memory(character, person, id)


def memory(character: str, id: str) -> str:
    """One memory that belongs to nobody in particular: what the character read, or what it was told by nobody it
    knows."""
    return _memory(character, None, id)


def install(server: MCPServer) -> None:
    """Add the resources and the completions."""
    # Ids may be any text, such as "../x"; none of them is ever used as a file name.
    anything = ResourceSecurity(reject_path_traversal=False, reject_absolute_paths=False)
    for uri, read, title in (
        ("soulkeep://characters", characters, "Characters"),
        ("soulkeep://{character}", character, "A character"),
        ("soulkeep://{character}/people/{person}", person, "A person, as a character knows them"),
        ("soulkeep://{character}/people/{person}/memories/{id}", memory_with, "A memory shared with a person"),
        ("soulkeep://{character}/memories/{id}", memory, "A memory of a character"),
    ):
        about = " ".join((read.__doc__ or "").split())
        add = server.resource(uri, title=title, description=about, mime_type=JSON, security=anything)
        add(read)

    server.completion()(complete)  # type: ignore[no-untyped-call]


async def complete(
    ref: PromptReference | ResourceTemplateReference, argument: CompletionArgument, context: CompletionContext | None
) -> Completion:
    """Return completions for an argument of a prompt or an address."""
    arguments = (context.arguments if context is not None else None) or {}
    names = await run_in_threadpool(_names, current(), argument.name, arguments)
    return Completion(values=limited(names, argument.value, _MOST), has_more=False)


def _names(asker: Asker, of: str, known: dict[str, str]) -> list[str]:
    """Return the possible values of an argument; none where they are unknown, or the key may not know them."""
    try:
        if of == "character":
            only = asker.only_character
            return [only] if only else [one.id for one in asker.access.characters()]
        if of == "person":
            if only := asker.only_person:
                return [only]
            who, _ = asker.facing("read", known.get("character"), None)
            return asker.access.people(who.id)
    except SoulkeepError:
        pass
    return []


def _memory(character: str, person: str | None, id: str) -> str:
    with _reading() as asker:
        who, whom = asker.facing("read", character, person)
        memory = who.memory(id, person=whom)
        return wire.to_json(Memory, memory).decode()


@contextmanager
def _reading() -> Iterator[Asker]:
    """Yield the asker; missing resources are reported by the protocol's own code for them."""
    try:
        with asking(ResourceError) as asker:
            yield asker
    except ResourceError as error:
        if isinstance(error.__cause__, UnknownCharacter | UnknownMemory):
            raise ResourceNotFoundError(str(error)) from None
        raise


def _json(data: Any) -> str:
    return wire.to_json(Any, data).decode()
