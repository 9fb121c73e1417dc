"""Access to the fields of a row that was read, checking each."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from datetime import datetime
from typing import Any, TypeVar

from soulkeep.clock import require_aware
from soulkeep.errors import BadFile, InputError
from soulkeep.lang.owners import owner_of, require_character, require_world
from soulkeep.lang.validity import require_name, require_storable
from soulkeep.stores.rows import PartitionKey

_MOST = 2**53

T = TypeVar("T")


class RowPlace:
    """Adds to errors which row something is wrong with."""

    def __init__(self, where: str) -> None:
        self._where = where

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        wrong = (InputError, KeyError, TypeError, ValueError, AttributeError, OverflowError, RecursionError)
        if isinstance(error, wrong):
            message = error.message if isinstance(error, InputError) else f"{type(error).__name__}: {error}"
            hint = "Nothing was taken in. Export it again, or mend the line."
            raise BadFile(f"{self._where}: {message}", hint=hint) from error


class Fields:
    """The fields of a row.

    Args:
        row: what was read, of whatever type.
    """

    def __init__(self, row: object) -> None:
        if not isinstance(row, Mapping):
            raise InputError(f"not an object, but {type(row).__name__}.")
        self._row = row

    def any(self, name: str, what: type[T], default: T | None = None) -> T:
        """Return a value of a type; the default, if there is one, where the value is missing or null."""
        value = self._row.get(name)
        if value is None and default is not None:
            return default
        if not isinstance(value, what) or (isinstance(value, bool) and what is not bool):
            raise InputError(f"{name} must be of the type {what.__name__}, not {value!r:.60}.")
        return value

    def text(self, name: str, default: str | None = None) -> str:
        """Return a text."""
        value = self.any(name, str, default)
        require_storable(value, name)
        return value

    def name(self, name: str) -> str:
        """Return a name or id."""
        return require_name(self.any(name, str), name)

    def name_or_none(self, name: str) -> str | None:
        """Return a name or id, or None."""
        return None if self._row.get(name) is None else self.name(name)

    def number(self, name: str, low: float, high: float, default: float | None = None) -> float:
        """Return a number within bounds.

        Args:
            name: the field's.
            low, high: the bounds, included.
            default: the value of a missing field; without one, the field is required.

        Raises:
            InputError: the value is no number, or out of bounds.
        """
        value = self._row.get(name)
        if value is None and default is not None:
            return default
        if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
            raise InputError(f"{name} must be a number, {low:g}…{high:g}, not {value!r:.60}.")
        return float(value)

    def number_or_none(self, name: str) -> float | None:
        """Return a number, or None."""
        return None if self._row.get(name) is None else self.number(name, -sys.float_info.max, sys.float_info.max)

    def whole(self, name: str, low: int, high: int = _MOST) -> int | None:
        """Return a whole number within bounds, or None."""
        value = self._row.get(name)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise InputError(f"{name} must be a whole number, {low}…{high}, not {value!r:.60}.")
        return value

    def time(self, name: str) -> float | None:
        """Return a time in seconds since the epoch, or None."""
        if self._row.get(name) is None:
            return None
        return require_aware(datetime.fromisoformat(self.any(name, str))).timestamp()

    def moment(self, name: str) -> float:
        """Return a time in seconds since the epoch."""
        moment = self.time(name)
        if moment is None:
            raise InputError(f"{name} is missing.")
        return moment

    def object(self, name: str) -> dict[str, Any]:
        """Return an object that can be stored."""
        value: dict[str, Any] = dict(self.any(name, Mapping, {}))  # type: ignore[type-abstract]
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
        return value

    def fields(self, name: str) -> Fields:
        """Return an object as `Fields`."""
        return Fields(self.object(name))

    def names(self, name: str) -> list[str]:
        """Return a list of names or ids, each once."""
        return list(dict.fromkeys(require_name(one, name) for one in self.any(name, list, [])))

    def rows(self, name: str) -> list[Fields]:
        """Return a list of objects as `Fields`."""
        return [Fields(one) for one in self.any(name, list, [])]

    def key(self) -> PartitionKey:
        """Return the partition that the row belongs to."""
        if self._row.get("world") is not None:
            return PartitionKey(owner_of(require_world(self.any("world", str))), None)
        return PartitionKey(self.character("character"), self.name_or_none("person"))

    def character(self, name: str) -> str:
        """Return a character's id."""
        return require_character(self.any(name, str))
