"""Everything that a keep tells somebody, as texts by what was asked."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, is_dataclass
from itertools import chain
from typing import Any

import soulkeep
from isolation_support import Viewer

QUESTION = "Where does my sister live, what do I love, and what is the secret of the world?"

GRAPHS = "SELECT * { { GRAPH ?g { ?s ?p ?o } } UNION { ?s ?p ?o } }"


def plain(value: object) -> str:
    """Return a record, or several, as JSON; nothing of it is shortened."""
    if isinstance(value, str):
        return value
    return json.dumps(value, default=_fields, ensure_ascii=False, sort_keys=True)


def _fields(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        return {name: found for name, found in asdict(value).items() if name != "timings"}
    return str(value) if isinstance(value, str | bytes) or not hasattr(value, "__iter__") else list(value)


def alone(keep: soulkeep.Keep, viewer: Viewer) -> Iterator[tuple[str, object]]:
    """Yield what a character tells when it faces somebody and nobody else is there. Asking changes nothing."""
    who, person = keep.character(viewer.character, create=False), viewer.person
    memories = list(who.memories(person=person))
    yield "memories", memories
    yield "newest", list(who.memories(person=person, newest=True, limit=3))
    yield "memory", [who.memory(one.id, person=person) for one in memories]
    yield "history", [who.history(one.id, person=person) for one in memories]
    yield "forgotten", list(who.memories(person=person, forgotten=True))
    yield "sessions", who.sessions(person=person)
    yield "recall", _found(who.recall(QUESTION, person=person, k=50))
    yield "preset", _found(who.recall("sister", person=person, preset="seoul"))
    yield "narrative", who.recall(QUESTION, person=person, k=50).narrative()
    yield "facts", who.facts(person=person, past=True)
    yield "due", who.due(person=person)
    yield "mood", who.mood(person=person)
    yield "course", who.course(person=person, points=3)
    yield "context", who.context(QUESTION, person=person).messages
    yield "grounding", who.grounding(person=person)
    yield "story", [who.stories.events(person=person), list(who.stories)]
    yield "profile", (who.name, who.profile.description, who.profile.worlds, list(who.knowledge))
    if person is not None:
        yield "bond", who.bond(person)
        yield "person", who.introduce(person)
        yield "export", list(keep.export(character=who.id, person=person))


def in_terms(keep: soulkeep.Keep, viewer: Viewer) -> Iterator[tuple[str, object]]:
    """Yield what a character tells from its RDF knowledge, and from the past as episodes. It takes longer."""
    who, person = keep.character(viewer.character, create=False), viewer.person
    past = who.episodes(person=person)
    yield "episodes", list(past)
    yield "traces", [past.trace(one.id) for one in past][:3]
    yield "similar", past.similar(QUESTION)
    yield "patterns", past.patterns(QUESTION)
    yield "interests", past.interests()
    yield "understood", who.episodes(person=person).understand(QUESTION)
    yield "trig", past.trig()
    yield "sparql", who.episodes(person=person).sparql(GRAPHS).rows


def in_audience(keep: soulkeep.Keep, viewer: Viewer) -> Iterator[tuple[str, object]]:
    """Yield what a character tells when it faces somebody while others listen. What is held back as private isn't
    told."""
    who, person = keep.character(viewer.character, create=False), viewer.person
    yield "recall", _found(who.recall(QUESTION, person=person, heard_by=viewer.audience, k=50))["hits"]
    yield "context", who.context(QUESTION, person=person, heard_by=viewer.audience).messages
    reply = who.reply(QUESTION, person=person, heard_by=viewer.audience, remember=False)
    yield "rehearsal", (reply.text, reply.references)


def counts(keep: soulkeep.Keep) -> Iterator[tuple[str, object]]:
    """Yield what a character tells of itself as a whole: numbers and ids, and nothing that anybody said."""
    stats = keep.stats()
    yield "stats", {name: value for name, value in asdict(stats).items() if name != "location"}
    yield "jobs", keep.jobs()
    yield "usage", keep.usage()
    yield "check", keep.check()


def attempts(who: soulkeep.Character, id: str, person: str | None) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield the name of every operation on a memory's id, and a function that tries it."""
    yield "memory", lambda: who.memory(id, person=person)
    yield "history", lambda: who.history(id, person=person)
    yield "page", lambda: list(who.memories(person=person, after=id))
    yield "amend", lambda: who.amend(id, "Something else.", person=person)
    yield "forget", lambda: who.forget(id, person=person)
    yield "restore", lambda: who.restore(id, person=person)
    yield "pin", lambda: who.amend(id, person=person, pinned=True)
    yield "rate", lambda: who.amend(id, importance=7, person=person)
    yield "annotate", lambda: who.amend(id, metadata={"a": 1}, person=person)
    yield "delete", lambda: who.delete(id, person=person)
    yield "trace", lambda: who.episodes(person=person).trace(id)


def outcome(attempt: Callable[[], object], id: str) -> str:
    """Return how an attempt ends, in words, without the id that it names."""
    try:
        found = attempt()
    except soulkeep.SoulkeepError as error:
        return f"{type(error).__name__}: {error.message} {error.hint}".replace(id, "ID")
    return plain(found).replace(id, "ID")


def everything(keep: soulkeep.Keep) -> Iterator[tuple[str, object]]:
    """Yield the content of a whole keep, for whoever may see all of it."""
    yield "export", list(keep.export())
    for world in keep.worlds():
        lore = keep.world(world)
        yield "lore", list(chain(lore.memories(), keep.export(world=world)))
        yield "world", lore.stats()
    for one in keep.characters():
        yield "people", keep.people(one.id)
        yield "character", list(keep.export(character=one.id))


def _found(recall: soulkeep.Recall) -> dict[str, Any]:
    """Return a recall without the time that it took and the words that were asked."""
    found: dict[str, Any] = _fields(recall)
    return {name: value for name, value in found.items() if name not in ("queries", "timings")}


def safely(views: Iterator[tuple[str, object]]) -> Iterator[tuple[str, str]]:
    """Yield views as texts; nothing for a character that doesn't exist."""
    with suppress(soulkeep.UnknownCharacter):
        for name, found in views:
            yield name, plain(found)
