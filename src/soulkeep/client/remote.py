"""Methods of the library, carried out by a server: with the same parameters, by the table of operations."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from soulkeep.client.operations import OPERATIONS, Operation
from soulkeep.client.transport import Transport, path_of

P = ParamSpec("P")
R = TypeVar("R")
S = TypeVar("S")


class Remote:
    """An object on a server.

    Args:
        transport: the connection.
        place: path parameters of all its operations, by name.
    """

    def __init__(self, transport: Transport, **place: str) -> None:
        self._transport = transport
        self._place: Mapping[str, str] = place

    def _ask(self, name: str, given: Mapping[str, Any], *, content: bytes | None = None) -> Any:
        """Carry out an operation, sending arguments as the table says; those not given are omitted."""
        operation = OPERATIONS[name]
        rest = {key: value for key, value in given.items() if key not in operation.named}
        asked = {"person": rest.pop("person", None)} if operation.sends == "patch" else None
        in_body = operation.sends in ("body", "patch")
        return self._transport.call(
            type(None) if operation.returns is None else operation.returns,
            operation.method,
            self._path(operation, given),
            params=asked if in_body else rest,
            body=rest if in_body else None,
            content=content,
            once=not operation.again,
        )

    def _path(self, operation: Operation, given: Mapping[str, Any]) -> str:
        values = {**given, **self._place}
        return path_of(*(values[part[1:-1]] if part[0] == "{" else part for part in operation.parts))


def taking(method: Callable[Concatenate[Any, P], R]) -> Callable[[Callable[..., R]], Callable[Concatenate[Any, P], R]]:
    """Return a decorator that gives a function of an object and named arguments a library method's parameters."""
    signature = inspect.signature(method)

    def made(do: Callable[..., R]) -> Callable[Concatenate[Any, P], R]:
        @wraps(method)
        def asked(self: Any, /, *args: P.args, **names: P.kwargs) -> R:
            bound = signature.bind(self, *args, **names)
            bound.apply_defaults()
            _, *given = bound.arguments.items()
            return do(self, _flat(signature, dict(given)))

        asked.__doc__ = f"As `{method.__qualname__}`."
        return asked

    return made


def _flat(signature: inspect.Signature, given: dict[str, Any]) -> dict[str, Any]:
    """Return arguments by name, with those in `**options` among them."""
    for name, parameter in signature.parameters.items():
        if parameter.kind is inspect.Parameter.VAR_KEYWORD:
            given |= given.pop(name, {})
    return given


def remote(method: Callable[Concatenate[Any, P], R], name: str = "") -> Callable[Concatenate[Any, P], R]:
    """Return a method of the library that a server carries out.

    Args:
        method: the method with the parameters.
        name: the operation's name; the method's by default.
    """
    operation = name or method.__name__
    return taking(method)(lambda self, given: self._ask(operation, given))
