"""Caching of methods' results on each object, so that they are freed with it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

S = TypeVar("S")
P = ParamSpec("P")
R = TypeVar("R")


def remembered(most: int) -> Callable[[Callable[Concatenate[S, P], R]], Callable[Concatenate[S, P], R]]:
    """Return a decorator that keeps a method's last `most` results per object; arguments must be hashable."""

    def decorate(method: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
        name = f"_remembered_{method.__name__}"

        @wraps(method)
        def call(self: S, /, *args: P.args, **kwargs: P.kwargs) -> R:
            remembered_values: dict[str, Any] = self.__dict__
            if name not in remembered_values:
                remembered_values[name] = lru_cache(maxsize=most)(partial(method, self))
            value: R = remembered_values[name](*args, **kwargs)
            return value

        return call

    return decorate
