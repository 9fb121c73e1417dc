"""The endpoints of mem0's hosted service, as its published `MemoryClient` calls them: `host="…/mem0"`."""

from __future__ import annotations

import ast
import json
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request

from soulkeep.errors import InputError
from soulkeep.server.mem0 import doing
from soulkeep.server.mem0.bodies import (
    AddBody,
    BatchBody,
    Entity,
    FeedbackBody,
    ListBody,
    SearchBody,
    UpdateBody,
    require_supported,
)
from soulkeep.server.mem0.filters import joined, require_entity
from soulkeep.server.mem0.memories import (
    changes,
    changing,
    delete_all,
    delete_these,
    entities,
    erase,
    item,
    list_memories,
    reading,
)
from soulkeep.server.mem0.route import Mem0Route
from soulkeep.server.mem0.unsupported import Unsupported
from soulkeep.server.service import Asking

router = APIRouter(prefix="/mem0", tags=["mem0"], route_class=Mem0Route)

PAGE = 100

MemoryId = Annotated[str, Path(min_length=1, max_length=10_000, description="As `add`, `search` or `get_all` gave it.")]
Named = Annotated[Entity | None, Query()]


@router.get("/v1/ping/", operation_id="mem0_ping")
def ping(access: Asking) -> dict[str, Any]:
    """Whether the key opens anything."""
    return {"status": "ok", "org_id": "soulkeep", "project_id": access.grant.workspace, "user_email": None}


@router.post("/v3/memories/add/", operation_id="mem0_add")
def add(body: AddBody, access: Asking) -> dict[str, Any]:
    """Keep messages. They are on disk when this returns; facts are drawn from them in the background."""
    return doing.add(access, body)


@router.post("/v3/memories/", operation_id="mem0_get_all")
def get_all(
    body: ListBody,
    request: Request,
    access: Asking,
    page: Annotated[int, Query(ge=1, le=1_000_000)] = 1,
    page_size: Annotated[int, Query(ge=1, le=1000)] = PAGE,
) -> dict[str, Any]:
    """The memories that the filters let through, the latest first."""
    require_supported(body)
    memories = list_memories(access, require_entity(body.scope()), expired=bool(body.show_expired))
    start = (page - 1) * page_size

    def at(number: int) -> str:
        return str(request.url.include_query_params(page=number, page_size=page_size))

    return {
        "count": len(memories),
        "next": at(page + 1) if start + page_size < len(memories) else None,
        "previous": at(page - 1) if page > 1 else None,
        "results": [item(who, memory) for who, memory in memories[start : start + page_size]],
    }


@router.post("/v3/memories/search/", operation_id="mem0_search")
def search(body: SearchBody, access: Asking) -> dict[str, Any]:
    """What comes to mind, best first."""
    return doing.find(access, body)


@router.get("/v1/memories/{id}/", operation_id="mem0_get")
def get(id: MemoryId, access: Asking) -> dict[str, Any]:
    """One memory."""
    return item(*reading(access, id))


@router.put("/v1/memories/{id}/", operation_id="mem0_update")
def update(id: MemoryId, body: UpdateBody, request: Request, access: Asking) -> dict[str, Any]:
    """Change a memory; its id stays, and its history tells what it was."""
    return doing.update(request, access, id, body)


@router.delete("/v1/memories/{id}/", operation_id="mem0_delete")
def delete(id: MemoryId, request: Request, access: Asking) -> dict[str, Any]:
    """Delete a memory for good."""
    return doing.delete(request, access, id)


@router.get("/v1/memories/{id}/history/", operation_id="mem0_history")
def history(id: MemoryId, access: Asking) -> list[dict[str, Any]]:
    """What became of a memory."""
    return changes(*reading(access, id))


@router.delete("/v1/memories/", operation_id="mem0_delete_all")
def delete_many(
    request: Request,
    access: Asking,
    user_id: Named = None,
    agent_id: Named = None,
    app_id: Named = None,
    run_id: Named = None,
    filters: Annotated[str | None, Query(max_length=10_000)] = None,
) -> dict[str, Any]:
    """Delete the memories of a user, an agent, an app or a run; of all that are named at once."""
    entity = {"user_id": user_id, "agent_id": agent_id, "app_id": app_id, "run_id": run_id}
    named = {name: value for name, value in entity.items() if value is not None}
    delete_all(access, require_entity(joined(named, _object(filters))))
    doing.drop_responses(request, access)
    return {"message": "Memories deleted successfully!"}


@router.put("/v1/batch/", operation_id="mem0_batch_update")
def batch_update(body: BatchBody, request: Request, access: Asking) -> dict[str, Any]:
    """Change several memories, one after the other. None is changed if one of them isn't there."""
    for one in body.memories:
        changing(access, one.memory_id)
    for one in body.memories:
        doing.update(request, access, one.memory_id, one)
    return {"message": f"Successfully updated {len(body.memories)} memories"}


@router.delete("/v1/batch/", operation_id="mem0_batch_delete")
def batch_delete(body: BatchBody, request: Request, access: Asking) -> dict[str, Any]:
    """Delete several memories. None is deleted if one of them isn't there."""
    delete_these(access, (one.memory_id for one in body.memories))
    doing.drop_responses(request, access)
    return {"message": f"Successfully deleted {len(body.memories)} memories"}


@router.get("/v1/entities/", operation_id="mem0_users")
def users(access: Asking) -> dict[str, Any]:
    """Users, agents, runs and apps that have memories."""
    results = entities(access)
    return {"count": len(results), "next": None, "previous": None, "results": results}


@router.delete("/v2/entities/{kind}/{name:path}/", operation_id="mem0_delete_user")
def delete_entity(kind: str, name: Annotated[Entity, Path()], request: Request, access: Asking) -> dict[str, Any]:
    """Erase a user or an agent with all memories; or delete the memories of a run or an app."""
    erase(access, kind, name)
    doing.drop_responses(request, access)
    return {"message": "Entity deleted successfully!"}


@router.post("/v1/feedback/", operation_id="mem0_feedback")
def feedback(body: FeedbackBody, access: Asking) -> dict[str, Any]:
    """Let a memory count for more or for less."""
    return doing.rate(access, body)


@router.api_route("/v1/exports/{rest:path}", methods=["POST"], include_in_schema=False)
@router.api_route("/v1/summary/", methods=["POST"], include_in_schema=False)
@router.api_route("/v1/event{rest:path}", methods=["GET"], include_in_schema=False)
@router.api_route("/v2/entities/user/{rest:path}", methods=["GET"], include_in_schema=False)
@router.api_route("/v2/profiles/{rest:path}", methods=["GET", "POST"], include_in_schema=False)
@router.api_route("/api/v1/{rest:path}", methods=["GET", "POST", "PUT", "PATCH", "DELETE"], include_in_schema=False)
def missing(request: Request, access: Asking) -> None:
    """What mem0's service has and soulkeep hasn't."""
    raise Unsupported(
        f"There is nothing here that answers {request.method} {request.url.path:.200}.",
        hint="docs/mem0.md lists what there is; /v1/export and /docs may help.",
    )


def _object(text: str | None) -> dict[str, Any] | None:
    """Return filters in a query, which the client writes in the notation of Python."""
    if text is None:
        return None
    for read in (json.loads, ast.literal_eval):
        try:
            value = read(text)
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            continue
        if isinstance(value, dict):
            return value
    raise InputError("The filters are no object.", hint='Write filters={"user_id": "anna"}, as JSON.')
