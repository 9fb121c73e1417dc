"""Remembering what was worked out of short texts: the same turns and memories come up in prompt after prompt."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Concatenate, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_SHORT = 2000
"""Longest text, in characters, for which the outcome is kept."""


def kept_of_short(size: int) -> Callable[[Callable[Concatenate[str, P], T]], Callable[Concatenate[str, P], T]]:
    """Return a decorator for functions of a text: the latest outcomes are kept, unless the text is long.

    Args:
        size: how many.
    """

    def remembering(function: Callable[Concatenate[str, P], T]) -> Callable[Concatenate[str, P], T]:
        kept = lru_cache(maxsize=size)(function)

        @wraps(function)
        def recalled(text: str, /, *given: P.args, **named: P.kwargs) -> T:
            return (kept if len(text) <= _SHORT else function)(text, *given, **named)  # type: ignore[arg-type]

        return recalled

    return remembering
