"""The OpenAPI; routes and records are described by the Python API's docstrings, so that the two can't differ."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import is_dataclass
from typing import Any

from fastapi import FastAPI

import soulkeep
from soulkeep import Bond, Character, Keep, Mood, World
from soulkeep.character.knowledge import know
from soulkeep.client import records as served
from soulkeep.extras import GRAPH, has
from soulkeep.importers import import_file
from soulkeep.importers.learn import learn
from soulkeep.memory.amend import delete
from soulkeep.memory.listing import facts, retention_of
from soulkeep.memory.mood_and_bond import feelings_over_time
from soulkeep.memory.observe import observe
from soulkeep.memory.people import introduce
from soulkeep.reply.context import context
from soulkeep.reply.pipeline import begin
from soulkeep.search.due import due
from soulkeep.server.docstrings import Described, described
from soulkeep.server.etags import CONDITIONAL

_METHODS = ("get", "put", "post", "patch", "delete")

_ONCE = (
    "Idempotency-Key",
    "Any text of your own for this request. Sent again with the same within 24 hours, it gives the same response, "
    "and nothing is done twice.",
)
_UNCHANGED = ("If-Match", "The ETag of what is to be changed: if it was changed meanwhile, nothing is done.")

_ACTORS = (Character, Keep, *((soulkeep.Episodes,) if has(GRAPH) else ()), import_file)

_OF_WORLD = "world_"
"""Prefix of the names of operations that are methods of `World`."""

_BESIDE: dict[str, tuple[object, ...]] = {
    "begin": (begin,),
    "context": (context, Character.reply),
    "course": (feelings_over_time,),
    "define": (Keep.character,),
    "delete": (delete,),
    "due": (due,),
    "facts": (facts,),
    "import_file": (import_file.take_in,),
    "introduce": (introduce,),
    "know": (know,),
    "learn": (learn,),
    "narrate": (Character.recall,),
    "observe_many": (observe,),
    "retention": (retention_of,),
}
"""Operations whose arguments are described by other functions."""

_COMMON = {
    "person": "Whom the character faces; left out, nobody in particular.",
    "id": "The memory's id.",
    "time": "The present, with its zone; now by default.",
    "session": "Only of this conversation.",
    **described(Mood).names,
    **described(Bond).names,
}
"""Descriptions of arguments that the methods don't describe."""


def install(app: FastAPI) -> None:
    """Make the application describe itself."""
    plain = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = complete(plain())
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]


def complete(found: dict[str, Any]) -> dict[str, Any]:
    """Return an OpenAPI with descriptions added."""
    components = found.setdefault("components", {})
    schemas = components.setdefault("schemas", {})
    schemas["Problem"] = _PROBLEM
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas.pop(unused, None)
    components["securitySchemes"] = {
        "key": {"type": "http", "scheme": "bearer", "description": "An API key: sk-soul-…"}
    }
    for name, about in _records():
        if name in schemas:
            schemas[name]["description"] = about.text
            _fill(schemas[name].get("properties", {}), about)
    for path, operations in found.get("paths", {}).items():
        for method in _METHODS:
            operation = operations.get(method)
            if operation is None:
                continue
            operation.get("responses", {}).pop("422", None)  # all errors are problems
            if path.startswith("/v1/") and "OpenAI" not in operation.get("tags", ()):
                _complete(operation, method, path, schemas)
    return found


def _complete(operation: dict[str, Any], method: str, path: str, schemas: dict[str, Any]) -> None:
    about = _method(operation.get("operationId", ""))
    if about is not None:
        text = about.text or operation.pop("description", "")
        summary, _, more = text.replace("\n", " ").partition(". ")
        operation["summary"] = summary.removesuffix(".") + "."
        operation["description"] = "\n\n".join(filter(None, (more, operation.get("description"))))
        for parameter in operation.get("parameters", ()):
            _fill({parameter["name"]: parameter}, about)
        content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
        body = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
        if body in schemas:
            _fill(schemas[body].get("properties", {}), about)
            schemas[body].setdefault("description", operation["summary"])
    elif operation.get("description"):
        operation["summary"] = operation["description"].replace("\n", " ").partition(". ")[0].removesuffix(".") + "."
    if path != "/v1/health":
        operation["security"] = [{"key": []}, {}]  # without keys, this machine may do everything
    for name, description in _headers(method, operation):
        header = {"name": name, "in": "header", "required": False, "description": description}
        operation.setdefault("parameters", []).append({**header, "schema": {"type": "string", "maxLength": 255}})
    responses = operation.setdefault("responses", {})
    problem = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    responses["default"] = {
        "description": "A problem: `detail` says what is wrong, `hint` what to do.",
        "content": problem,
    }


def _headers(method: str, operation: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the headers that an operation uses besides its parameters, with their descriptions."""
    if method == "post":
        yield _ONCE
    if operation.get("operationId") in CONDITIONAL:
        yield _UNCHANGED


def _fill(properties: dict[str, Any], about: Described) -> None:
    """Add descriptions from docstrings to properties without one."""
    for name, schema in properties.items():
        if name in about.names and not schema.get("description"):
            schema["description"] = about.names[name]


def _method(name: str) -> Described | None:
    """Return the docstring of the Python API's method of that name, with arguments of other methods of that name."""
    actors: tuple[object, ...] = _ACTORS
    if name.startswith(_OF_WORLD):
        actors, name = (World,), name.removeprefix(_OF_WORLD)
    docs_of_actors = [described(getattr(actor, name)) for actor in actors if hasattr(actor, name)]
    names = dict(_COMMON)
    for about in (*(described(one) for one in _BESIDE.get(name, ())), *reversed(docs_of_actors)):
        names |= about.names
    text = docs_of_actors[0].text if docs_of_actors else ""
    return Described(text, names) if docs_of_actors or name in _BESIDE else None


def _records() -> Iterator[tuple[str, Described]]:
    """Yield the records' names with their docstrings."""
    public = [getattr(soulkeep, name) for name in soulkeep.__all__]
    for thing in (*public, *vars(served).values(), *vars(import_file).values()):
        if is_dataclass(thing) and isinstance(thing, type):
            yield thing.__name__, described(thing)


_PROBLEM: dict[str, Any] = {
    "type": "object",
    "description": "What is wrong (RFC 9457).",
    "required": ["type", "title", "status", "detail", "hint", "retryable"],
    "properties": {
        "type": {"type": "string", "description": "A word for it, stable for programs."},
        "title": {"type": "string", "description": "The status in words."},
        "status": {"type": "integer", "description": "Of the response."},
        "detail": {"type": "string", "description": "What is wrong, here."},
        "hint": {"type": "string", "description": "What to do."},
        "retryable": {"type": "boolean", "description": "Whether the same request may succeed later."},
        "errors": {
            "type": "array",
            "description": "Of a request that doesn't fit: where, and what.",
            "items": {"type": "object", "properties": {"at": {"type": "string"}, "message": {"type": "string"}}},
        },
    },
    "examples": [
        {
            "type": "urn:soulkeep:problem:unknown-character",
            "title": "Not Found",
            "status": 404,
            "detail": "There is no character 'homes' here.",
            "hint": "Known: holmes.",
            "retryable": False,
        }
    ],
}
