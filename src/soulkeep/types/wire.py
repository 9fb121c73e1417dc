"""Records as JSON: what the server sends, and its clients read back as the very same records."""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar

from pydantic import TypeAdapter

T = TypeVar("T")


@cache
def adapter(kind: Any) -> TypeAdapter[Any]:
    """The adapter of a record's type, or of a list of them; made once."""
    return TypeAdapter(kind)


def to_json(kind: Any, value: Any) -> bytes:
    """A record, or whatever else a type describes, as UTF-8 JSON; times as ISO 8601 with their zone."""
    return adapter(kind).dump_json(value)


def to_data(kind: Any, value: Any) -> Any:
    """The same as lists, dictionaries and plain values."""
    return adapter(kind).dump_python(value, mode="json")


def of_json(kind: type[T], data: bytes | str) -> T:
    """A record read back."""
    value: T = adapter(kind).validate_json(data)  # type: ignore[arg-type]
    return value


def of_data(kind: type[T], data: Any) -> T:
    """A record read back from plain values."""
    value: T = adapter(kind).validate_python(data)  # type: ignore[arg-type]
    return value
