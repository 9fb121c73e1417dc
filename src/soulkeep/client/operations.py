"""The server's operations in one table, by which routes are registered (`server.rest`) and clients make requests.

An operation's parameters are declared in at most two places: by the method of the library with its name, which the
client's methods follow (`client.remote`), and by the route, which limits their values.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from soulkeep.client.records import ApiKey, Health, Page
from soulkeep.importers.import_file import Imported, Look
from soulkeep.models.chat.ledger import Spent
from soulkeep.reply.narrator import Narrative
from soulkeep.stores.rows import StoreStats
from soulkeep.types.claims import Grounding
from soulkeep.types.episodes import Answers, Episode, Interest, Known, Pattern, Similar, Understanding
from soulkeep.types.lists import Change, Profile, Session, WorldStats
from soulkeep.types.receipts import ErasureReceipt, Expiring, Learned, Observed, TakenIn
from soulkeep.types.records import Bond, Due, Fact, Felt, Job, Memory, Mood, Person, Recall, StoryEvent
from soulkeep.types.replies import Context, Reply

Sends = Literal["query", "body", "patch", "content"]


class Operation(NamedTuple):
    """An operation of the server.

    Attributes:
        name: its name in OpenAPI, and of the library's method that does the same.
        method: the HTTP method.
        path: the path under `/v1`; names in braces are parameters.
        returns: the type of the result; None for none, or one that isn't JSON.
        sends: where parameters outside the path go: a query, a JSON body, a body with the person in the query
            (`patch`), or bytes with a query.
        again: whether it may be done twice, so that repeating it needs no Idempotency-Key.
        status: the HTTP status of success.
    """

    name: str
    method: str
    path: str
    returns: Any
    sends: Sends
    again: bool
    status: int

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the path's parts."""
        return tuple(self.path.strip("/").split("/"))

    @property
    def named(self) -> frozenset[str]:
        """Return the names in the path."""
        return frozenset(re.findall(r"\{(\w+)\}", self.path))


_AGAIN = ("introduce", "recall", "narrate", "context", "understand", "sparql", "settle", "what_is")
"""Operations that are POSTs and may still be done twice."""

_MADE = ("observe", "observe_many", "learn", "import_file", "take_in", "world_learn", "create_key", "create_workspace")
"""Operations that answer with status 201, since something was created."""

_SENDS: Mapping[str, Sends] = {
    **dict.fromkeys(("know", "stage", "import_file", "what_is", "take_in"), "content"),
    **dict.fromkeys(("forget_memory", "restore", "release", "pin", "unpin"), "query"),
    **dict.fromkeys(("world_forget", "world_restore", "world_release"), "query"),
}
_BY_METHOD: Mapping[str, Sends] = {"GET": "query", "DELETE": "query", "PATCH": "patch"}
"""The place of parameters, by operation and by method; by default a body."""

_TABLE: tuple[tuple[str, str, Any], ...] = (
    # characters
    ("characters", "GET /characters", list[Profile]),
    ("character", "GET /characters/{character}", Profile),
    ("define", "PUT /characters/{character}", Profile),
    ("erase_character", "DELETE /characters/{character}", ErasureReceipt),
    ("people", "GET /characters/{character}/people", list[str]),
    # perceiving
    ("observe", "POST /characters/{character}/observe", Observed),
    ("observe_many", "POST /characters/{character}/observe_many", list[Observed]),
    ("introduce", "POST /characters/{character}/introduce", Person),
    ("learn", "POST /characters/{character}/learn", Learned),
    # recalling
    ("recall", "POST /characters/{character}/recall", Recall),
    ("narrate", "POST /characters/{character}/narrate", Narrative),
    ("due", "GET /characters/{character}/due", list[Due]),
    ("facts", "GET /characters/{character}/facts", list[Fact]),
    # speaking
    ("reply", "POST /characters/{character}/reply", Reply),
    ("context", "POST /characters/{character}/context", Context),
    ("begin", "POST /characters/{character}/begin", Reply | None),
    ("grounding", "GET /characters/{character}/grounding", Grounding),
    # memories
    ("memories", "GET /characters/{character}/memories", Page),
    ("sessions", "GET /characters/{character}/sessions", list[Session]),
    ("memory", "GET /characters/{character}/memories/{id}", Memory),
    ("amend", "PATCH /characters/{character}/memories/{id}", Memory),
    ("delete", "DELETE /characters/{character}/memories/{id}", dict[str, int]),
    ("history", "GET /characters/{character}/memories/{id}/history", list[Change]),
    ("retention", "GET /characters/{character}/memories/{id}/retention", dict[str, float]),
    ("forget_memory", "POST /characters/{character}/memories/{id}/forget", list[Memory]),
    ("restore", "POST /characters/{character}/memories/{id}/restore", Memory),
    ("release", "POST /characters/{character}/memories/{id}/release", Memory),
    ("pin", "POST /characters/{character}/memories/{id}/pin", Memory),
    ("unpin", "POST /characters/{character}/memories/{id}/unpin", Memory),
    ("quarantine", "GET /characters/{character}/quarantine", list[Memory]),
    ("forget", "POST /characters/{character}/forget", list[Memory]),
    ("reflect", "POST /characters/{character}/reflect", list[Memory]),
    ("consolidate", "POST /characters/{character}/consolidate", list[Memory]),
    # feelings
    ("mood", "GET /characters/{character}/mood", Mood),
    ("bond", "GET /characters/{character}/bond", Bond),
    ("course", "GET /characters/{character}/course", list[Felt]),
    ("feel", "PUT /characters/{character}/feelings", None),
    # knowledge and episodes
    ("know", "POST /characters/{character}/know", Known),
    ("knows", "GET /characters/{character}/knowledge", list[Known]),
    ("unknow", "DELETE /characters/{character}/knowledge/{source}", None),
    ("sparql", "POST /characters/{character}/sparql", Answers),
    ("understand", "POST /characters/{character}/understand", Understanding),
    ("episodes", "GET /characters/{character}/episodes", list[Episode]),
    ("trace", "GET /characters/{character}/episodes/{id}/trace", list[Episode]),
    ("trig", "GET /characters/{character}/graph", None),
    ("similar", "GET /characters/{character}/similar", tuple[Similar, ...]),
    ("patterns", "GET /characters/{character}/patterns", list[Pattern]),
    ("interests", "GET /characters/{character}/interests", list[Interest]),
    # stories
    ("stories", "GET /characters/{character}/stories", list[str]),
    ("stage", "PUT /characters/{character}/stories", dict[str, str]),
    ("unstage", "DELETE /characters/{character}/stories/{story}", bool),
    ("story", "GET /characters/{character}/story", list[StoryEvent]),
    # data
    ("export", "GET /export", None),
    ("export_person", "GET /people/{person}/export", None),
    ("erase", "DELETE /people/{person}", ErasureReceipt),
    ("import_file", "POST /import", Imported | TakenIn),
    ("what_is", "POST /import/look", Look),
    ("take_in", "POST /import/rows", TakenIn),
    # upkeep
    ("health", "GET /health", Health),
    ("stats", "GET /stats", StoreStats),
    ("usage", "GET /usage", dict[str, Spent]),
    ("expiring", "GET /expiring", Expiring),
    ("jobs", "GET /jobs", list[Job]),
    ("settle", "POST /settle", list[Job]),
    # worlds
    ("worlds", "GET /worlds", list[str]),
    ("world_stats", "GET /worlds/{world}", WorldStats),
    ("erase_world", "DELETE /worlds/{world}", ErasureReceipt),
    ("world_learn", "POST /worlds/{world}/learn", Learned),
    ("world_memories", "GET /worlds/{world}/memories", Page),
    ("world_memory", "GET /worlds/{world}/memories/{id}", Memory),
    ("world_amend", "PATCH /worlds/{world}/memories/{id}", Memory),
    ("world_delete", "DELETE /worlds/{world}/memories/{id}", dict[str, int]),
    ("world_history", "GET /worlds/{world}/memories/{id}/history", list[Change]),
    ("world_forget", "POST /worlds/{world}/memories/{id}/forget", list[Memory]),
    ("world_restore", "POST /worlds/{world}/memories/{id}/restore", Memory),
    ("world_quarantine", "GET /worlds/{world}/quarantine", list[Memory]),
    ("world_release", "POST /worlds/{world}/memories/{id}/release", Memory),
    # keys and workspaces
    ("api_keys", "GET /keys", list[ApiKey]),
    ("create_key", "POST /keys", ApiKey),
    ("rotate_key", "POST /keys/{id}/rotate", ApiKey),
    ("revoke_key", "DELETE /keys/{id}", ApiKey),
    ("workspaces", "GET /workspaces", list[str]),
    ("create_workspace", "POST /workspaces", list[str]),
)


def _operation(name: str, where: str, returns: Any) -> Operation:
    method, _, path = where.partition(" ")
    return Operation(
        name=name,
        method=method,
        path=path,
        returns=returns,
        sends=_SENDS.get(name, _BY_METHOD.get(method, "body")),
        again=method != "POST" or name in _AGAIN,
        status=201 if name in _MADE else 204 if returns is None and method != "GET" else 200,
    )


OPERATIONS: Mapping[str, Operation] = {row[0]: _operation(*row) for row in _TABLE}
"""The operations by name."""
