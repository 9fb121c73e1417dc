"""What a character knows as RDF."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from pydantic import Field

from soulkeep import Answers, Known, Understanding
from soulkeep.server.rest.bodies import Body, Id, Name, Text, answer, example, raw
from soulkeep.server.rest.route import RestRoute
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


@router.post(
    "/know",
    operation_id="know",
    response_model=Known,
    openapi_extra=raw("An RDF file's bytes: Turtle, N-Triples, RDF/XML, JSON-LD, N-Quads or TriG, also gzipped."),
)
async def know(
    character: Id,
    request: Request,
    access: Asking,
    source: Annotated[Name, Query(description="Its name. What was known under that name makes room.")],
    format: Name | None = None,
    base: Annotated[str | None, Query(max_length=2000)] = None,
) -> Response:
    raw = await request.body()
    character_ = await run_in_threadpool(access.character, character, "write")
    known = await run_apart("import", character_.know, raw, source=source, format=format, base=base)
    return answer(Known, known)


@router.get("/knowledge", operation_id="knows", response_model=list[Known])
def knows(character: Id, access: Asking) -> Response:
    return answer(list[Known], access.character(character, "read").knows())


@router.delete("/knowledge/{source}", operation_id="unknow", status_code=204)
def unknow(character: Id, source: Id, access: Asking) -> None:
    access.character(character, "write").unknow(source)


@router.post("/sparql", operation_id="sparql", response_model=Answers)
@apart("sparql")
def sparql(character: Id, body: SparqlBody, access: Asking) -> Response:
    found = access.character(character, "read", person=body.person).sparql(
        body.query, person=body.person, seconds=body.seconds, rows=body.rows, prefixes=body.prefixes
    )
    return answer(Answers, found)


@router.post("/understand", operation_id="understand", response_model=Understanding)
def understand(character: Id, body: UnderstandBody, access: Asking) -> Response:
    found = access.character(character, "read", person=body.person)
    return answer(Understanding, found.understand(body.text, person=body.person))
