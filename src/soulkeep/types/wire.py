"""Records as JSON, as the server sends them and clients read them back."""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar

from pydantic import TypeAdapter

T = TypeVar("T")


@cache
def adapter(kind: Any) -> TypeAdapter[Any]:
    """Return the pydantic adapter of a record type, or of a list of them; cached."""
    return TypeAdapter(kind)


def to_json(kind: Any, value: Any) -> bytes:
    """Return a record, or any value of the type, as UTF-8 JSON; times are ISO 8601 with their zone."""
    return adapter(kind).dump_json(value)


def to_data(kind: Any, value: Any) -> Any:
    """Return a value as lists, dictionaries and plain values."""
    return adapter(kind).dump_python(value, mode="json")


def of_json(kind: type[T], data: bytes | str) -> T:
    """Read a record from JSON."""
    value: T = adapter(kind).validate_json(data)  # type: ignore[arg-type]
    return value


def of_data(kind: type[T], data: Any) -> T:
    """Read a record from plain values."""
    value: T = adapter(kind).validate_python(data)  # type: ignore[arg-type]
    return value
