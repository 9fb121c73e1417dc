"""Mapping of mem0's model to ours: a user is a person, an agent a character, a run a session."""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, NamedTuple

import soulkeep
from soulkeep.character.character import Character
from soulkeep.errors import InputError, UnknownCharacter, UnknownMemory
from soulkeep.server.access import Access, Forbidden
from soulkeep.server.mem0.filters import OPEN, fields, holds, mem0_time
from soulkeep.types.records import PASSAGE, TURN, Memory

DEFAULT_AGENT = "mem0"
"""The character for requests without an agent, if there are several characters or none."""

APP, EXPIRES = "mem0.app_id", "mem0.expiration_date"
"""Metadata names of fields for which soulkeep has no place of its own."""

_OWN = (APP, EXPIRES)


class Mem0Scope(NamedTuple):
    """A place of memories: a character, and the person it faces."""

    who: Character
    person: str | None


class NamedMemory(NamedTuple):
    """The parts of a memory's id."""

    agent: str
    person: str | None
    id: str


def public_id(memory: Memory) -> str:
    """Return an id that is unique among all characters and people, in letters, digits, - and _."""
    parts = json.dumps([memory.owner, memory.person, memory.id], ensure_ascii=False, separators=(",", ":"))
    return base64.urlsafe_b64encode(parts.encode()).rstrip(b"=").decode()


def memory_of_id(id: str) -> NamedMemory:
    """Return the parts of such an id.

    Raises:
        UnknownMemory: the id isn't valid.
    """
    try:
        agent, person, own = json.loads(base64.b64decode(id + "=" * (-len(id) % 4), altchars=b"-_", validate=True))
    except (binascii.Error, ValueError, TypeError, RecursionError):
        raise UnknownMemory(id[:80]) from None
    if not (isinstance(agent, str) and isinstance(own, str) and isinstance(person, str | None)):
        raise UnknownMemory(id[:80])
    return NamedMemory(agent, person, own)


def reading(access: Access, id: str) -> tuple[Character, Memory]:
    """Return a memory to read, with its character, if the key may."""
    name = memory_of_id(id)
    try:
        who = access.character(name.agent, "read", person=name.person)
    except UnknownCharacter:
        raise UnknownMemory(id[:80]) from None
    return who, _exactly(who.memory(name.id, person=name.person), name)


def changing(access: Access, id: str) -> tuple[Character, Memory]:
    """Return a memory to change, with its character, if the key may."""
    name = memory_of_id(id)
    try:
        who, memory = access.changing(name.agent, name.id, person=name.person)
    except UnknownCharacter:
        raise UnknownMemory(id[:80]) from None
    return who, _exactly(memory, name)


def _exactly(memory: Memory, name: NamedMemory) -> Memory:
    if memory.person != name.person:  # it is shared with nobody in particular, and has another id
        raise UnknownMemory(name.id)
    return memory


def agent(access: Access, id: str | None, person: str | None) -> Character:
    """Return the character that stores memories, creating it if the key may.

    Args:
        access: the caller's access.
        id: the character's name; by default the only one that the key reaches, or `DEFAULT_AGENT`.
        person: the person faced.
    """
    if id is None:
        only = access.grant.characters
        ids = [one.id for one in access.characters()] if "read" in access.grant.rights else []
        id = next(iter(only)) if only and len(only) == 1 else ids[0] if len(ids) == 1 else DEFAULT_AGENT
    try:
        return access.character(id, "write", person=person)
    except UnknownCharacter:
        if "admin" not in access.grant.rights:
            raise Forbidden(
                f"There is no character {id!r} yet, and this key may not make one.",
                hint="Name another agent_id, use a key with the right to admin, or make the character first.",
            ) from None
        return access.define(id)


def scopes(access: Access, filters: Mapping[str, Any]) -> Iterator[Mem0Scope]:
    """Yield the places where memories may match a filter, as far as the key reaches."""
    for who in access.characters():
        for person in (*access.people(who.id), None):
            if _reaches(filters, place := Mem0Scope(who, person)) is not False:
                yield place


def _reaches(filters: Mapping[str, Any], place: Mem0Scope) -> bool | None:
    """Return whether a filter matches everything of a place, or nothing; None if it depends on the memory."""
    scope = {"agent_id": place.who.id, "user_id": place.person}
    return holds(filters, lambda name: scope.get(name, OPEN))


def _whole(filters: Mapping[str, Any], place: Mem0Scope) -> bool:
    return _reaches(filters, place) is True


def fits(filters: Mapping[str, Any], who: Character, memory: Memory) -> bool:
    """Return whether a filter matches a memory."""

    def value(name: str) -> Any:
        if name == "created_at":
            return memory.time
        if name == "updated_at":
            return updated(who, memory)
        return _PLAIN[name](memory) if name in _PLAIN else (memory.metadata or {}).get(name)

    return holds(filters, value) is True


_PLAIN: Mapping[str, Callable[[Memory], Any]] = {
    "user_id": lambda memory: memory.person,
    "agent_id": lambda memory: memory.owner,
    "app_id": lambda memory: (memory.metadata or {}).get(APP),
    "run_id": lambda memory: memory.session,
    "actor_id": lambda memory: memory.speaker,
    "kind": lambda memory: memory.kind,
    "keywords": lambda memory: memory.text,
    "id": public_id,
    "memory_ids": public_id,
    "metadata": lambda memory: own_metadata(memory),
}


def kinds(filters: Mapping[str, Any]) -> set[str] | None:
    """Return the kinds of memories to list: turns, unless a filter names kinds."""
    return None if "kind" in set(fields(filters)) else {TURN}


def list_memories(
    access: Access, filters: Mapping[str, Any], *, expired: bool = False
) -> list[tuple[Character, Memory]]:
    """Return the memories that match a filter, the latest first."""
    pairs = [
        (place.who, memory)
        for place in scopes(access, filters)
        for memory in place.who.memories(person=place.person, kinds=kinds(filters), forgotten=False)
        if fits(filters, place.who, memory) and (expired or current(memory))
    ]
    return sorted(pairs, key=lambda one: (one[1].time or _BEGINNING, one[1].id), reverse=True)


_BEGINNING = datetime.min.replace(tzinfo=UTC)


def delete_all(access: Access, filters: Mapping[str, Any]) -> int:
    """Delete the memories that match a filter, with those derived from them, except what a character has read, since
    mem0 has no such knowledge; return how many.

    If a filter matches all that a character shares with a person, it is erased if the key has the right to admin, so
    that its ids can be used again, and deleted otherwise.

    Raises:
        Forbidden: the key may not change some of them. Nothing was deleted.
    """
    access.require("write")
    erases = "admin" in access.grant.rights
    going = [place for place in scopes(access, filters) if _going(filters, place)]
    for place in going:
        access.require_person(place.person, right="write")
    count = 0
    for place in going:
        if erases and place.person is not None and _whole(filters, place):
            access.require_person(place.person, right="admin")
            count += access.keep.erase(character=place.who.id, person=place.person).memories
            continue
        while ids := _going(filters, place):
            with suppress(UnknownMemory):  # somebody else deleted it meanwhile
                count += place.who.delete(ids, person=place.person)
                break
    return count


def _going(filters: Mapping[str, Any], place: Mem0Scope) -> list[str]:
    """Return the ids of a place's memories that match a filter, except knowledge."""
    memories = place.who.memories(person=place.person)
    return [memory.id for memory in memories if memory.kind != PASSAGE and fits(filters, place.who, memory)]


def delete_these(access: Access, ids: Iterable[str]) -> None:
    """Delete memories, all of a place at once; none if one doesn't exist or the key may not."""
    going: dict[tuple[str, str | None], tuple[Mem0Scope, list[str]]] = {}
    for id in ids:
        who, memory = changing(access, id)
        _, own = going.setdefault((who.id, memory.person), (Mem0Scope(who, memory.person), []))
        own.append(memory.id)
    for place, own in going.values():
        place.who.delete(own, person=place.person)


def current(memory: Memory) -> bool:
    """Return whether a memory hasn't expired."""
    until = (memory.metadata or {}).get(EXPIRES)
    return until is None or datetime.now(UTC).date().isoformat() <= until


def require_date(given: str) -> str:
    """Return a date as mem0 writes it, YYYY-MM-DD."""
    try:
        return datetime.strptime(given, "%Y-%m-%d").date().isoformat()
    except ValueError:
        raise InputError(f"{given!r:.40} is no date.", hint="Write YYYY-MM-DD.") from None


def own_metadata(memory: Memory) -> dict[str, Any]:
    """Return a memory's metadata as its user gave it."""
    return {name: value for name, value in (memory.metadata or {}).items() if name not in _OWN}


def kept_metadata(
    given: Mapping[str, Any] | None, *, app: str | None = None, expires: str | None = None
) -> dict[str, Any] | None:
    """Return the metadata to store with a memory."""
    if given is not None and (reserved := sorted(set(given) & set(_OWN))):
        raise InputError(f"The name {reserved[0]!r} is taken.", hint="Use app_id and expiration_date.")
    own = {APP: app, EXPIRES: None if expires is None else require_date(expires)}
    return {**(given or {}), **{name: value for name, value in own.items() if value is not None}} or None


def updated(who: Character, memory: Memory) -> datetime | None:
    """Return when a memory's text was last changed, else when it was said."""
    changes = who.history(memory.id, person=memory.person)
    return next((one.at for one in reversed(changes) if one.what == "amended"), memory.time)


def item(who: Character, memory: Memory, *, score: float | None = None) -> dict[str, Any]:
    """Return a memory in mem0's form."""
    said = memory.kind == TURN
    shown: dict[str, Any] = {
        "id": public_id(memory),
        "memory": memory.text,
        "hash": hashlib.md5(memory.text.encode(), usedforsecurity=False).hexdigest(),
        "user_id": memory.person,
        "agent_id": memory.owner,
        "app_id": (memory.metadata or {}).get(APP),
        "run_id": memory.session,
        "actor_id": memory.speaker,
        "role": None if not said else "assistant" if memory.speaker in (who.name, who.id) else "user",
        "kind": memory.kind,
        "metadata": own_metadata(memory) or None,
        "categories": None,
        "created_at": _iso(memory.time),
        "updated_at": _iso(updated(who, memory)),
        "expiration_date": (memory.metadata or {}).get(EXPIRES),
    }
    return shown if score is None else {**shown, "score": score}


def changes(who: Character, memory: Memory) -> list[dict[str, Any]]:
    """Return the changes of a memory in mem0's form, the first one first."""
    events = {"stored": "ADD", "amended": "UPDATE", "forgotten": "DELETE", "restored": "ADD"}
    listed: list[dict[str, Any]] = []
    text: str | None = None
    for number, change in enumerate(who.history(memory.id, person=memory.person)):
        if change.what not in events:
            continue
        before, text = text, str(change.after.get("text", text or memory.text))
        listed.append(
            {
                "id": f"{public_id(memory)}.{number}",
                "memory_id": public_id(memory),
                "event": events[change.what],
                "old_memory": before if change.what != "restored" else None,
                "new_memory": None if change.what == "forgotten" else text,
                "user_id": memory.person,
                "agent_id": memory.owner,
                "metadata": own_metadata(memory) or None,
                "is_deleted": change.what == "forgotten",
                "created_at": _iso(memory.time),
                "updated_at": _iso(change.at),
            }
        )
    return listed


def said_at(timestamp: int | float | str | None) -> datetime | None:
    """Return the time of messages that a client gives."""
    return None if timestamp is None else mem0_time(timestamp)


def erase(access: Access, kind: str, name: str) -> None:
    """Erase a user or an agent for good, or delete a run's or an app's memories.

    Raises:
        UnknownEntity: the entity doesn't exist.
        Forbidden: the key doesn't reach all of it.
    """
    if kind == "user":
        access.require("admin")
        access.require_person(name, right="admin")
        ids = [who.id for who in access.characters() if name in access.people(who.id)]
        if not ids:
            raise UnknownEntity(kind, name)
        if access.grant.characters is None:
            access.keep.erase(person=name)
        else:
            for character in ids:
                access.keep.erase(character=character, person=name)
    elif kind == "agent":
        access.require("admin")
        access.require_character(name)
        if access.grant.people is not None:
            raise Forbidden("This key reaches only some people.", hint="Use one that reaches all.")
        if name not in {who.id for who in access.characters()}:
            raise UnknownEntity(kind, name)
        access.keep.erase(character=name)
    elif kind in ("run", "app"):
        if not delete_all(access, {f"{kind}_id": name}):
            raise UnknownEntity(kind, name)
    else:
        raise InputError(f"There are no entities of type {kind!r:.40}.", hint="There are: user, agent, run, app.")


class UnknownEntity(soulkeep.UnknownMemory):
    """Error: there are no memories of that user, agent, run or app."""

    def __init__(self, kind: str, name: str) -> None:
        InputError.__init__(self, f"There is no {kind} {name!r:.80} here.", hint="GET /mem0/v1/entities/ lists all.")


def entities(access: Access) -> list[dict[str, Any]]:
    """Return the users, agents, runs and apps that have memories, as far as the key reaches."""
    counts: dict[tuple[str, str], list[Memory]] = {}
    for who in access.characters():
        counts.setdefault(("agent", who.id), [])
        for person in (*access.people(who.id), None):
            for memory in who.memories(person=person, kinds={TURN}, forgotten=False):
                app = (memory.metadata or {}).get(APP)
                for kind, name in (("user", person), ("agent", who.id), ("run", memory.session), ("app", app)):
                    if name is not None:
                        counts.setdefault((kind, name), []).append(memory)
    return [
        {
            "id": name,
            "name": name,
            "type": kind,
            "total_memories": len(count),
            "metadata": None,
            "created_at": _iso(min((one.time for one in count if one.time), default=None)),
            "updated_at": _iso(max((one.time for one in count if one.time), default=None)),
        }
        for (kind, name), count in sorted(counts.items())
    ]


def _iso(time: datetime | None) -> str | None:
    return None if time is None else time.isoformat()
