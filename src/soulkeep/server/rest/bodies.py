"""Bodies of requests: fields, bounds and examples. The Python API's docstrings describe the fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import Path, Query, Response
from pydantic import AwareDatetime, BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema

from soulkeep import Rules, Scene, Turn
from soulkeep.lang.validity import NAME_CHARACTERS
from soulkeep.server.paths import with_slashes
from soulkeep.types import wire

_TEXT = 8 * 1024 * 1024
"""Most characters of any text; a request has no more bytes (`ServerConfig.body_bytes`)."""

WHOLE = 2**31 - 1
"""Largest whole number that a request may hold."""

Name = Annotated[str, Field(min_length=1, max_length=NAME_CHARACTERS)]
Text = Annotated[str, Field(max_length=_TEXT)]
Count = Annotated[int, Field(ge=1, le=WHOLE)]
Few = Annotated[int, Field(ge=1, le=1000)]
Share = Annotated[float, Field(ge=0, le=1)]
Feeling = Annotated[float, Field(ge=-1, le=1)]
Importance = Annotated[float, Field(ge=1, le=10)]
Names = Annotated[tuple[Name, ...], Field(max_length=100)]
Time = Annotated[
    AwareDatetime,
    WithJsonSchema({"type": "string", "format": "date-time", "examples": ["2026-05-08T18:30:00+00:00"]}),
]

Id = Annotated[
    Name,
    BeforeValidator(with_slashes),
    Path(description="An id; whatever isn't a letter or digit as %XX, a slash, too.", examples=["holmes"]),
]
Person = Annotated[
    Name | None,
    Query(description="Whom the character faces; left out, nobody in particular.", examples=["anna"]),
]
Named = Annotated[list[Name] | None, Query(max_length=100)]


class Body(BaseModel):
    """A request's body. A field that it doesn't have is refused."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


def example(**fields: Any) -> ConfigDict:
    """Return the configuration of a body with its example."""
    return ConfigDict(extra="forbid", allow_inf_nan=False, json_schema_extra={"examples": [fields]})


def raw(description: str, *, kind: str = "application/octet-stream") -> dict[str, Any]:
    """Return the OpenAPI description of a body that is a file."""
    schema = {"type": "string", "format": "binary"} if kind == "application/octet-stream" else {"type": "string"}
    return {"requestBody": {"required": True, "description": description, "content": {kind: {"schema": schema}}}}


class SceneBody(Body):
    """What was around when something was said."""

    place: Annotated[str, Field(max_length=1000)] = ""
    present: Names = ()
    objects: Annotated[tuple[Annotated[str, Field(max_length=1000)], ...], Field(max_length=100)] = ()
    events: Annotated[tuple[Annotated[str, Field(max_length=1000)], ...], Field(max_length=100)] = ()

    def record(self) -> Scene:
        """Return the body as a record."""
        return Scene(place=self.place, present=self.present, objects=self.objects, events=self.events)


class TurnBody(Body):
    """One thing said."""

    text: Text
    speaker: Name | None = None
    time: Time | None = None
    session: Name | None = None
    id: Name | None = None
    scene: SceneBody | None = None
    heard_by: Names | None = None
    importance: Importance | None = None
    metadata: dict[str, Any] | None = None

    def record(self, id: str | None = None) -> Turn:
        """Return the body as a record; with this id if it has none."""
        return Turn(
            self.text,
            self.speaker,
            self.time,
            self.session,
            self.id or id,
            scene_of(self.scene),
            self.heard_by,
            self.importance,
            self.metadata,
        )


class RulesBody(Body):
    """Which responders may answer, and which are preferred."""

    allow: Names | None = None
    forbid: Names = ()
    prefer: Annotated[dict[Name, Annotated[float, Field(ge=0, le=1e6)]], Field(max_length=100)] = {}
    cool_down: Annotated[dict[Name, Annotated[int, Field(ge=0, le=1000)]], Field(max_length=100)] = {}

    def record(self) -> Rules:
        """Return the body as a record."""
        return Rules(allow=self.allow, forbid=self.forbid, prefer=self.prefer, cool_down=self.cool_down)


def scene_of(body: SceneBody | None) -> Scene | None:
    """Return the scene, if one was given."""
    return None if body is None else body.record()


def one_line(data: bytes) -> bytes:
    """Return JSON with U+0085, U+2028 and U+2029 escaped, which some readers take for line ends."""
    for end in (b"\xc2\x85", b"\xe2\x80\xa8", b"\xe2\x80\xa9"):
        data = data.replace(end, f"\\u{ord(end.decode()):04x}".encode())
    return data


def answer(kind: Any, value: Any, *, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Return the response with a record."""
    body = wire.to_json(kind, value)
    return Response(body, status_code=status, headers=dict(headers or {}), media_type="application/json")
