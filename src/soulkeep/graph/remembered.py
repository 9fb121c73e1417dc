"""Methods whose results are kept by each object: they go with it, a million triples and all."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

S = TypeVar("S")
P = ParamSpec("P")
R = TypeVar("R")


def remembered(most: int) -> Callable[[Callable[Concatenate[S, P], R]], Callable[Concatenate[S, P], R]]:
    """Keep the results of a method's latest `most` different calls on each object; arguments must be hashable."""

    def decorate(method: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
        name = f"_remembered_{method.__name__}"

        @wraps(method)
        def call(self: S, /, *args: P.args, **kwargs: P.kwargs) -> R:
            held: dict[str, Any] = self.__dict__
            if name not in held:
                held[name] = lru_cache(maxsize=most)(partial(method, self))
            found: R = held[name](*args, **kwargs)
            return found

        return call

    return decorate
