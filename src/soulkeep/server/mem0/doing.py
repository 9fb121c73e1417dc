"""Actions that the endpoints of both of mem0's servers share."""

from __future__ import annotations

from typing import Any

from fastapi import Request

from soulkeep.character.character import Character
from soulkeep.errors import InputError
from soulkeep.server.access import Access
from soulkeep.server.mem0.bodies import AddBody, FeedbackBody, Mem0Message, SearchBody, UpdateBody, require_supported
from soulkeep.server.mem0.filters import joined, require_entity
from soulkeep.server.mem0.memories import (
    APP,
    EXPIRES,
    agent,
    changing,
    item,
    kept_metadata,
    own_metadata,
    public_id,
    said_at,
)
from soulkeep.server.mem0.searching import TOP_K, search
from soulkeep.server.mem0.unsupported import Unsupported
from soulkeep.server.service import service_of
from soulkeep.types.records import Memory, Turn

_SPEAKERS = ("user", "assistant")
"""Roles whose messages are stored; others are instructions, or come from tools."""

_FEEDBACK = {"POSITIVE": 2.0, "NEGATIVE": -2.0, "VERY_NEGATIVE": -9.0}
"""Changes of a memory's importance (1…10) for each feedback."""


def add(access: Access, body: AddBody) -> dict[str, Any]:
    """Store messages, verbatim, as turns."""
    require_supported(body)
    entities = {**_plain(body.filters), **body.named()}
    user, run = entities.get("user_id"), entities.get("run_id")
    if user is None and entities.get("agent_id") is None:
        raise InputError("Whose memories?", hint="Name a user_id, an agent_id, or both; a run_id only adds to them.")
    metadata = kept_metadata(body.metadata, app=entities.get("app_id"), expires=body.expiration_date)
    time = said_at(body.timestamp)
    messages = [(one, text) for one in body.talk() if one.role in _SPEAKERS and (text := one.text()).strip()]
    who = agent(access, entities.get("agent_id"), user)
    turns = [
        Turn(
            text,
            speaker=_speaker(one, who, user),
            time=time,
            session=run,
            metadata=metadata,
        )
        for one, text in messages
    ]
    stored = [who.memory(observed.id, person=user) for observed in who.observe_many(turns, person=user)]
    return {"results": [{**item(who, memory), "event": "ADD"} for memory in stored]}


def _speaker(message: Mem0Message, who: Character, user: str | None) -> str:
    """Return a message's speaker. A user may have any name but the character's, which marks the assistant's words."""
    if message.role == "assistant":
        return who.name
    return message.name if message.name and message.name not in (who.name, who.id) else user or "user"


def find(access: Access, body: SearchBody) -> dict[str, Any]:
    """Return the memories found by a search."""
    require_supported(body)
    results = search(
        access,
        body.query,
        require_entity(body.scope()),
        top_k=body.top_k or body.limit or TOP_K,
        threshold=body.threshold,
        time=said_at(body.reference_date),
        expired=bool(body.show_expired),
    )
    if body.fields:
        wanted = {"id", "memory", *body.fields}
        results = [{name: value for name, value in one.items() if name in wanted} for one in results]
    return {"results": results}


def update(request: Request, access: Access, id: str, body: UpdateBody) -> dict[str, Any]:
    """Change a memory's text or metadata; its id stays."""
    if (body.model_extra or {}).get("timestamp") is not None:
        raise Unsupported("When something was said can't be changed.", hint="Delete it, and add it with its timestamp.")
    clears = "expiration_date" in body.model_fields_set
    if body.said is None and body.metadata is None and not clears:
        raise InputError("Nothing to change.", hint="Give text, metadata or expiration_date.")
    who, memory = changing(access, id)
    notes = _notes(memory, body, clears)
    if body.said is not None:
        memory = who.amend(memory.id, body.said, person=memory.person)
    if notes != (memory.metadata or {}):
        memory = who.amend(memory.id, metadata=notes, person=memory.person)
    drop_responses(request, access)
    return {**item(who, memory), "text": memory.text, "message": "Memory updated successfully!"}


def delete(request: Request, access: Access, id: str) -> dict[str, Any]:
    """Delete a memory for good, with what was derived from it."""
    who, memory = changing(access, id)
    who.delete(memory.id, person=memory.person)
    drop_responses(request, access)
    return {"message": "Memory deleted successfully!"}


def rate(access: Access, body: FeedbackBody) -> dict[str, Any]:
    """Raise or lower a memory's importance."""
    who, memory = changing(access, body.memory_id)
    if body.feedback is not None:
        importance = min(10.0, max(1.0, memory.importance + _FEEDBACK[body.feedback]))
        memory = who.amend(memory.id, importance=importance, person=memory.person)
    return {"id": public_id(memory), "feedback": body.feedback, "feedback_reason": body.feedback_reason}


def drop_responses(request: Request, access: Access) -> None:
    """Drop the kept responses of requests, which may contain what was changed or deleted."""
    service_of(request).requests.forget(access.grant.workspace)


def _notes(memory: Memory, body: UpdateBody, clears: bool) -> dict[str, Any]:
    """Return a memory's new metadata, which replaces the old one as a whole."""
    was = memory.metadata or {}
    own = own_metadata(memory) if body.metadata is None else body.metadata
    expires = body.expiration_date if clears else was.get(EXPIRES)
    return kept_metadata(own, app=was.get(APP), expires=expires) or {}


def _plain(filters: dict[str, Any] | None) -> dict[str, str]:
    """Return the entities of filters that name just one of each, as for an addition."""
    named = joined(filters)
    while len(named) == 1 and isinstance(named.get("AND"), list):
        parts = named["AND"]
        if not all(isinstance(part, dict) for part in parts):
            break
        named = {name: value for part in parts for name, value in part.items()}
    if not all(isinstance(value, str) for value in named.values()):
        raise InputError("Filters of what is added name one of each.", hint='Try {"user_id": "anna"}.')
    return named
