"""Bodies of mem0's requests. Fields without meaning here are ignored; those that would change the outcome are refused
by `require_supported`."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from soulkeep.errors import InputError
from soulkeep.lang.validity import NAME_CHARACTERS
from soulkeep.server.mem0.filters import joined
from soulkeep.server.mem0.unsupported import Unsupported

_TEXT = 8 * 1024 * 1024

_MESSAGES = 1000

UNSUPPORTED = (
    "agent_custom_instructions",
    "categories",
    "custom_categories",
    "custom_instructions",
    "excludes",
    "immutable",
    "includes",
    "structured_data_schema",
)
"""Fields that would change the outcome, but aren't supported."""


def _require_entity_name(given: Any) -> Any:
    return str(given) if isinstance(given, int) and not isinstance(given, bool) else given


Entity = Annotated[str, BeforeValidator(_require_entity_name), Field(min_length=1, max_length=NAME_CHARACTERS)]
Text = Annotated[str, Field(max_length=_TEXT)]
Time = Annotated[int | float | str, Field(examples=[1778265000])]


class Mem0Body(BaseModel):
    """A request's body."""

    model_config = ConfigDict(extra="allow", allow_inf_nan=False)


class Entities(Mem0Body):
    """The entities whose memories are meant."""

    user_id: Entity | None = None
    agent_id: Entity | None = None
    app_id: Entity | None = None
    run_id: Entity | None = None

    def named(self) -> dict[str, Any]:
        """Return the entities that are given, as a filter."""
        names = ("user_id", "agent_id", "app_id", "run_id")
        return {name: value for name in names if (value := getattr(self, name)) is not None}


class Mem0Message(Mem0Body):
    """One message of a conversation: its text, or parts of which only texts can be kept."""

    role: Annotated[str, Field(examples=["user"])] = "user"
    content: Text | list[dict[str, Any]] | dict[str, Any] | None = None
    name: Entity | None = None

    def text(self) -> str:
        """Return the message's text.

        Raises:
            Unsupported: the message contains a picture, a sound or a file.
        """
        if self.content is None or isinstance(self.content, str):
            return self.content or ""
        parts = [self.content] if isinstance(self.content, dict) else self.content
        for part in parts:
            if part.get("type", "text") != "text":
                raise Unsupported(f"Only text is kept, not {part['type']!r:.40}.", hint="Describe it in words.")
            if not isinstance(part.get("text"), str):
                raise InputError("A part of a message lacks its text.", hint='Try {"type": "text", "text": "…"}.')
        return "\n".join(part["text"] for part in parts)


class AddBody(Entities):
    """Messages to store."""

    model_config = ConfigDict(
        extra="allow",
        allow_inf_nan=False,
        json_schema_extra={
            "examples": [{"messages": [{"role": "user", "content": "I adopted a cat."}], "user_id": "anna"}]
        },
    )

    messages: Annotated[list[Mem0Message], Field(max_length=_MESSAGES)] | Mem0Message | Text
    metadata: dict[str, Any] | None = None
    filters: dict[str, Any] | None = None
    timestamp: Time | None = None
    expiration_date: str | None = None

    def talk(self) -> list[Mem0Message]:
        """Return the messages."""
        messages = self.messages
        if isinstance(messages, str):
            return [Mem0Message(content=messages)]
        return messages if isinstance(messages, list) else [messages]


class SearchBody(Entities):
    """A search: its query and its conditions."""

    model_config = ConfigDict(
        extra="allow",
        allow_inf_nan=False,
        json_schema_extra={"examples": [{"query": "Which pets does she have?", "filters": {"user_id": "anna"}}]},
    )

    query: Annotated[str, Field(min_length=1, max_length=_TEXT)]
    filters: dict[str, Any] | None = None
    metadata: dict[str, Any] | None = None
    top_k: Annotated[int | None, Field(ge=1, le=1000)] = None
    limit: Annotated[int | None, Field(ge=1, le=1000)] = None
    threshold: Annotated[float | None, Field(ge=0, le=1)] = None
    reference_date: Time | None = None
    show_expired: bool | None = None
    fields: Annotated[list[str] | None, Field(max_length=100)] = None

    def scope(self) -> dict[str, Any]:
        """Return all conditions, joined."""
        return joined(self.named(), self.filters, {"metadata": self.metadata} if self.metadata else None)


class ListBody(Entities):
    """The conditions of a list of memories."""

    model_config = ConfigDict(
        extra="allow",
        allow_inf_nan=False,
        json_schema_extra={"examples": [{"filters": {"user_id": "anna"}}]},
    )

    filters: dict[str, Any] | None = None
    start_date: Time | None = None
    end_date: Time | None = None
    show_expired: bool | None = None

    def scope(self) -> dict[str, Any]:
        """Return all conditions, joined."""
        times = {"gte": self.start_date, "lte": self.end_date}
        span = {name: time for name, time in times.items() if time is not None}
        return joined(self.named(), self.filters, {"created_at": span} if span else None)


class UpdateBody(Mem0Body):
    """The new contents of a memory."""

    model_config = ConfigDict(
        extra="allow", allow_inf_nan=False, json_schema_extra={"examples": [{"text": "I adopted two cats."}]}
    )

    text: Text | None = None
    data: Text | None = None
    memory: Text | None = None
    metadata: dict[str, Any] | None = None
    expiration_date: str | None = None

    @property
    def said(self) -> str | None:
        """Return the new text, by any of the field's names over time."""
        return next((text for text in (self.text, self.data, self.memory) if text is not None), None)


class BatchItem(UpdateBody):
    """One memory of a batch."""

    model_config = ConfigDict(extra="allow", allow_inf_nan=False)

    memory_id: Annotated[str, Field(min_length=1, max_length=10_000)]


class BatchBody(Mem0Body):
    """Several memories at once."""

    model_config = ConfigDict(
        extra="allow",
        json_schema_extra={"examples": [{"memories": [{"memory_id": "…", "text": "I adopted two cats."}]}]},
    )

    memories: Annotated[list[BatchItem], Field(max_length=1000)]


class FeedbackBody(Mem0Body):
    """A user's opinion of a memory."""

    model_config = ConfigDict(
        extra="allow", json_schema_extra={"examples": [{"memory_id": "…", "feedback": "POSITIVE"}]}
    )

    memory_id: Annotated[str, Field(min_length=1, max_length=10_000)]
    feedback: Annotated[str | None, Field(pattern="^(POSITIVE|NEGATIVE|VERY_NEGATIVE)$")] = None
    feedback_reason: Text | None = None


def require_supported(body: Mem0Body) -> None:
    """Raise if a body asks for something unsupported; other unknown fields are ignored."""
    for name in UNSUPPORTED:
        if (body.model_extra or {}).get(name):
            raise Unsupported(
                f"There is nothing here for {name!r}.", hint="Leave it out; docs/mem0.md lists the differences."
            )
