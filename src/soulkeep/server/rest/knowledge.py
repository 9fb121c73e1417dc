"""RDF data that a character knows."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.concurrency import run_in_threadpool
from pydantic import Field

from soulkeep import Answers, Known, Understanding
from soulkeep.server.rest.bodies import Body, Id, Name, Text, example, raw
from soulkeep.server.rest.route import RestRoute, serves
from soulkeep.server.service import Asking
from soulkeep.server.threads import apart, run_apart

router = APIRouter(prefix="/v1/characters/{character}", tags=["knowledge"], route_class=RestRoute)


class SparqlBody(Body):
    model_config = example(query="SELECT ?who WHERE { ?who a <http://example.org/Detective> }", person="anna", rows=100)

    query: Annotated[Text, Field(min_length=1)]
    person: Name | None = None
    seconds: Annotated[float, Field(gt=0, le=60)] | None = None
    rows: Annotated[int, Field(ge=0, le=100_000)] | None = None
    prefixes: Annotated[dict[Name, Annotated[str, Field(max_length=2000)]], Field(max_length=100)] | None = None


class UnderstandBody(Body):
    model_config = example(text="When was Charlie Parker born?", person="anna")

    text: Text
    person: Name | None = None


@serves(
    router,
    "know",
    openapi_extra=raw("An RDF file's bytes: Turtle, N-Triples, RDF/XML, JSON-LD, N-Quads or TriG, also gzipped."),
)
async def know(
    character: Id,
    request: Request,
    access: Asking,
    source: Annotated[Name, Query(description="Its name. What was known under that name makes room.")],
    format: Name | None = None,
    base: Annotated[str | None, Query(max_length=2000)] = None,
) -> Known:
    raw = await request.body()
    character_ = await run_in_threadpool(access.character, character, "write")
    return await run_apart("import", character_.know, raw, source=source, format=format, base=base)


@serves(router, "knows")
def knows(character: Id, access: Asking) -> list[Known]:
    """The RDF data that the character knows, by name."""
    return list(access.character(character, "read").knowledge)


@serves(router, "unknow")
def unknow(character: Id, source: Id, access: Asking) -> None:
    """Let go of RDF data that it knows. What was understood by it stays in its memories."""
    access.character(character, "write").knowledge.remove(source)


@serves(router, "sparql")
@apart("sparql")
def sparql(character: Id, body: SparqlBody, access: Asking) -> Answers:
    episodes = access.character(character, "read", person=body.person).episodes(person=body.person)
    return episodes.sparql(body.query, seconds=body.seconds, rows=body.rows, prefixes=body.prefixes)


@serves(router, "understand")
def understand(character: Id, body: UnderstandBody, access: Asking) -> Understanding:
    who = access.character(character, "read", person=body.person)
    return who.episodes(person=body.person).understand(body.text)
