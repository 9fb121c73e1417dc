"""Caching of methods' results on each object, so that they are freed with it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, cast

S = TypeVar("S")
P = ParamSpec("P")
R = TypeVar("R")


class _Kept(Generic[R]):
    """What is made of an object at the first use, and takes its place among the object's attributes."""

    def __init__(self, make: Callable[[Any], R], name: str) -> None:
        self._make = make
        self._name = name

    def __get__(self, owner: Any, kind: type) -> R:
        if owner is None:
            return cast(R, self)
        kept: R = owner.__dict__.setdefault(self._name, self._make(owner))
        return kept


def once(make: Callable[[Any], R]) -> _Kept[R]:
    """Return a property that is computed once, as `cached_property` is, but without its lock, which takes longer than
    quick properties."""
    return _Kept(make, make.__name__)


def remembered(most: int) -> Callable[[Callable[Concatenate[S, P], R]], Callable[Concatenate[S, P], R]]:
    """Return a decorator that keeps a method's last `most` results per object; arguments must be hashable."""

    def decorate(method: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
        kept = _Kept(lambda owner: lru_cache(maxsize=most)(partial(method, owner)), method.__name__)
        return cast(Callable[Concatenate[S, P], R], kept)

    return decorate
