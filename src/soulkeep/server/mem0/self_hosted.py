"""The endpoints of mem0's self-hosted server, which are like the hosted ones but have no versions."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request

from soulkeep.errors import InputError
from soulkeep.server.mem0 import doing
from soulkeep.server.mem0.bodies import AddBody, SearchBody, UpdateBody
from soulkeep.server.mem0.filters import joined, require_entity
from soulkeep.server.mem0.hosted import MemoryId, Named
from soulkeep.server.mem0.memories import changes, delete_all, item, list_memories, reading
from soulkeep.server.mem0.route import Mem0Route
from soulkeep.server.service import Asking

router = APIRouter(prefix="/mem0", tags=["mem0"], route_class=Mem0Route)


def _scope(user_id: str | None, agent_id: str | None, run_id: str | None) -> dict[str, Any]:
    scope = {"user_id": user_id, "agent_id": agent_id, "run_id": run_id}
    return joined({name: value for name, value in scope.items() if value is not None})


@router.post("/memories", operation_id="mem0_own_add")
def add(body: AddBody, access: Asking) -> dict[str, Any]:
    """Keep messages."""
    return doing.add(access, body)


@router.get("/memories", operation_id="mem0_own_get_all")
def get_all(access: Asking, user_id: Named = None, agent_id: Named = None, run_id: Named = None) -> dict[str, Any]:
    """The memories of a user, an agent or a run, the latest first."""
    memories = list_memories(access, require_entity(_scope(user_id, agent_id, run_id)))
    return {"results": [item(who, memory) for who, memory in memories]}


@router.delete("/memories", operation_id="mem0_own_delete_all")
def delete_many(
    request: Request, access: Asking, user_id: Named = None, agent_id: Named = None, run_id: Named = None
) -> dict[str, Any]:
    """Delete the memories of a user, an agent or a run."""
    delete_all(access, require_entity(_scope(user_id, agent_id, run_id)))
    doing.drop_responses(request, access)
    return {"message": "All relevant memories deleted"}


@router.get("/memories/{id}", operation_id="mem0_own_get")
def get(id: MemoryId, access: Asking) -> dict[str, Any]:
    """One memory."""
    return item(*reading(access, id))


@router.put("/memories/{id}", operation_id="mem0_own_update")
def update(id: MemoryId, body: UpdateBody, request: Request, access: Asking) -> dict[str, Any]:
    """Change a memory."""
    return doing.update(request, access, id, body)


@router.delete("/memories/{id}", operation_id="mem0_own_delete")
def delete(id: MemoryId, request: Request, access: Asking) -> dict[str, Any]:
    """Delete a memory for good."""
    return doing.delete(request, access, id)


@router.get("/memories/{id}/history", operation_id="mem0_own_history")
def history(id: MemoryId, access: Asking) -> list[dict[str, Any]]:
    """What became of a memory."""
    return changes(*reading(access, id))


@router.post("/search", operation_id="mem0_own_search")
def search(body: SearchBody, access: Asking) -> dict[str, Any]:
    """What comes to mind, best first."""
    return doing.find(access, body)


@router.post("/reset", operation_id="mem0_own_reset", include_in_schema=False)
def reset(access: Asking) -> None:
    """Refused: nobody loses everything by one call."""
    access.require_whole("admin")
    raise InputError("Everything at once isn't erased here.", hint="Delete users and agents, one by one.")
