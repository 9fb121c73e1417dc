"""Checks of arguments that callers give for memories; an invalid one raises an `InputError` that says what to write."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from soulkeep.errors import InputError
from soulkeep.lang.validity import require_name
from soulkeep.types.records import KINDS


def ids_of(ids: str | Iterable[str]) -> list[str]:
    """Return the ids of one memory or of several, each once."""
    if isinstance(ids, str):
        return [ids]
    if not isinstance(ids, Iterable) or isinstance(ids, bytes | Mapping):
        raise InputError(f"{ids!r:.80} is no id.", hint="Give a memory's id, or a list of ids.")
    return list(dict.fromkeys(require_name(one, "id") for one in ids))


def limit_of(limit: int | None) -> int | None:
    """Return how many memories to list; None for all."""
    if limit is not None and (not isinstance(limit, int) or limit < 1):
        raise InputError(f"limit must be a whole number, 1 or more, not {limit!r}.", hint="Leave it out for all.")
    return limit


def kinds_of(kinds: Collection[str] | None) -> Collection[str] | None:
    """Return the kinds of memories to list; None for all."""
    unknown = set(names_of(kinds, "kinds") or ()) - KINDS
    if unknown:
        listed = ", ".join(sorted(map(repr, unknown)))
        raise InputError(f"No kinds of memories: {listed:.200}.", hint=f"There are: {', '.join(sorted(KINDS))}.")
    return kinds


def names_of(names: Collection[str] | None, what: str) -> Collection[str] | None:
    """Return a set of names; None for all. `what` is the argument's name."""
    if names is None:
        return None
    if isinstance(names, str) or not isinstance(names, Collection) or not all(isinstance(name, str) for name in names):
        example = names if isinstance(names, str) else "…"
        raise InputError(f"{what} must be a set of names, not {names!r}.", hint=f"Write {what}={{{example!r}}}.")
    return names
