"""mem0's filters: conditions on entities, times and metadata, joined by AND, OR and NOT."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from enum import Enum
from typing import Any, Literal

from soulkeep.errors import InputError
from soulkeep.server.mem0.unsupported import Unsupported

ENTITIES = ("user_id", "agent_id", "app_id", "run_id")
TIMES = ("created_at", "updated_at")

_DEPTH = 20
"""Greatest depth of nested conditions."""

_MOST = 1000
"""Most values and conditions in a list."""

_ALL = "*"
"""Matches any value but none."""


class NotYetKnown(Enum):
    """Type of `OPEN`, for what isn't known yet."""

    OPEN = "open"


OPEN: Literal[NotYetKnown.OPEN] = NotYetKnown.OPEN

Value = Callable[[str], Any]
"""A function that returns a field's value; None for none, `OPEN` if it isn't known yet."""


def joined(*filters: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return filters joined by AND."""
    parts = [dict(one) for one in filters if one]
    return parts[0] if len(parts) == 1 else {"AND": parts} if parts else {}


def fields(filters: Mapping[str, Any], depth: int = 0) -> Iterator[str]:
    """Yield the fields that occur in a filter."""
    for name, condition in _conditions(filters, depth):
        if name in ("AND", "OR", "NOT"):
            for part in _parts(name, condition):
                yield from fields(part, depth + 1)
        else:
            yield name


def require_entity(filters: Mapping[str, Any]) -> Mapping[str, Any]:
    """Raise unless a filter names an entity, so that nobody gets everybody's memories by omission."""
    if not set(fields(filters)) & set(ENTITIES):
        raise InputError("Whose memories?", hint=f"Name one of {', '.join(ENTITIES)}; '*' stands for any.")
    return filters


def holds(filters: Mapping[str, Any], value: Value, depth: int = 0) -> bool | None:
    """Return whether a filter holds; None if that depends on what isn't known yet.

    Args:
        filters: the filter, as mem0 documents it.
        value: a function that returns a field's value.
        depth: the number of conditions around it.

    Raises:
        InputError: the filter is invalid.
    """
    return _every(_holds(name, condition, value, depth) for name, condition in _conditions(filters, depth))


def _conditions(filters: Mapping[str, Any], depth: int) -> Sequence[tuple[str, Any]]:
    if not isinstance(filters, Mapping):
        raise InputError(f"A filter must be an object, not {filters!r:.80}.", hint='Try {"user_id": "anna"}.')
    if depth > _DEPTH or len(filters) > _MOST:
        raise InputError("The filter is too large.", hint=f"At most {_DEPTH} levels, and {_MOST} conditions on each.")
    return list(filters.items())


def _parts(name: str, condition: Any) -> Sequence[Mapping[str, Any]]:
    parts = [condition] if isinstance(condition, Mapping) else condition
    if not isinstance(parts, list) or not parts or len(parts) > _MOST:
        raise InputError(f"{name} needs a list of conditions.", hint=f'Try {{"{name}": [{{"user_id": "anna"}}]}}.')
    return parts


def _holds(name: str, condition: Any, value: Value, depth: int) -> bool | None:
    if name == "AND":
        return _every(holds(part, value, depth + 1) for part in _parts(name, condition))
    if name == "OR":
        return _negated(_every(_negated(holds(part, value, depth + 1)) for part in _parts(name, condition)))
    if name == "NOT":
        return _every(_negated(holds(part, value, depth + 1)) for part in _parts(name, condition))
    if name == "categories":
        raise Unsupported("Memories have no categories here.", hint="Filter by metadata instead.")
    if name == "metadata" and isinstance(condition, Mapping):
        return _every(_holds_of(one, wanted, value(one)) for one, wanted in _conditions(condition, depth + 1))
    return _holds_of(name, condition, value(name))


def _holds_of(name: str, condition: Any, found: Any) -> bool | None:
    """Return whether a field's value meets a condition, which is a value or operators with values."""
    tests = list(condition.items()) if isinstance(condition, Mapping) else [("eq", condition)]
    for operator, _ in tests:
        if operator not in _OPERATORS:
            raise InputError(
                f"There is no operator {operator!r:.40} ({name!r:.60}).", hint=f"There are: {', '.join(_OPERATORS)}."
            )
    if found is OPEN:
        return None
    return all(_OPERATORS[operator](found, _comparable(name, operator, wanted)) for operator, wanted in tests)


def _comparable(name: str, operator: str, wanted: Any) -> Any:
    """Return the value to compare with: times as times, and a day as its end where the operator needs that."""
    if name not in TIMES or wanted is None or wanted == _ALL:
        return wanted
    if isinstance(wanted, list):
        return [mem0_time(one) for one in wanted]
    whole_day = operator in ("lte", "gt") and isinstance(wanted, str) and len(wanted) == len("2026-05-08")
    return mem0_time(wanted) + (_DAY if whole_day else timedelta())


_DAY = timedelta(days=1) - timedelta.resolution


def mem0_time(given: Any) -> datetime:
    """Return the time of mem0's notation: ISO 8601 (a date is its beginning; UTC by default), or seconds since the
    epoch."""
    try:
        if isinstance(given, bool):
            raise ValueError
        if isinstance(given, int | float):
            return datetime.fromtimestamp(given, UTC)
        time = datetime.fromisoformat(given)
    except (TypeError, ValueError, OverflowError, OSError):
        raise InputError(
            f"{given!r:.60} is no time.", hint="Write 2026-05-08, 2026-05-08T18:30:00Z or 1778265000."
        ) from None
    return time if time.tzinfo is not None else time.replace(tzinfo=UTC)


def _every(parts: Iterator[bool | None]) -> bool | None:
    """Return the three-valued conjunction: False if any part is, even if others are unknown."""
    whole: bool | None = True
    for part in parts:
        if part is False:
            return False
        whole = whole and part
    return whole


def _negated(part: bool | None) -> bool | None:
    return None if part is None else not part


def _equal(found: Any, wanted: Any) -> bool:
    if wanted == _ALL:
        return found is not None
    if isinstance(found, list) and not isinstance(wanted, list):
        return wanted in found
    return bool(found == wanted)


def _ordered(compare: Callable[[Any, Any], bool]) -> Callable[[Any, Any], bool]:
    def test(found: Any, wanted: Any) -> bool:
        try:
            return found is not None and compare(found, wanted)
        except TypeError:  # for example a word and a number
            return False

    return test


def _among(found: Any, wanted: Any) -> bool:
    if not isinstance(wanted, list):
        raise InputError("'in' needs a list.", hint='Try {"in": ["a", "b"]}.')
    return any(_equal(found, one) for one in wanted)


def _contains(found: Any, wanted: Any) -> bool:
    if isinstance(found, str):
        return isinstance(wanted, str) and wanted in found
    return isinstance(found, list | dict) and wanted in list(found)  # for an object, one of its names


def _folded(given: Any) -> Any:
    if isinstance(given, str):
        return given.casefold()
    return [_folded(one) for one in given] if isinstance(given, list | dict) else given


_OPERATORS: Mapping[str, Callable[[Any, Any], bool]] = {
    "eq": _equal,
    "ne": lambda found, wanted: not _equal(found, wanted),
    "in": _among,
    "nin": lambda found, wanted: not _among(found, wanted),
    "gt": _ordered(lambda found, wanted: bool(found > wanted)),
    "gte": _ordered(lambda found, wanted: bool(found >= wanted)),
    "lt": _ordered(lambda found, wanted: bool(found < wanted)),
    "lte": _ordered(lambda found, wanted: bool(found <= wanted)),
    "contains": _contains,
    "icontains": lambda found, wanted: _contains(_folded(found), _folded(wanted)),
}
