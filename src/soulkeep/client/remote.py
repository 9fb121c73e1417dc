"""Methods of the library, done at a server: with the same parameters, by the table of operations."""

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
    """Something at a server.

    Args:
        transport: the connection.
        place: what stands in the paths of all that is asked of it, by name.
    """

    def __init__(self, transport: Transport, **place: str) -> None:
        self._transport = transport
        self._place: Mapping[str, str] = place

    def _ask(self, name: str, given: Mapping[str, Any], *, content: bytes | None = None) -> Any:
        """Have an operation done: what is given goes where the table says; without what wasn't given."""
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
    """Give a function of an object and of arguments by their names the parameters of a method of the library."""
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
    """Arguments by their names, those of `**options` among them."""
    for name, parameter in signature.parameters.items():
        if parameter.kind is inspect.Parameter.VAR_KEYWORD:
            given |= given.pop(name, {})
    return given


def remote(method: Callable[Concatenate[Any, P], R], name: str = "") -> Callable[Concatenate[Any, P], R]:
    """A method of the library, done at a server.

    Args:
        method: whose parameters it has.
        name: of the operation; the method's by default.
    """
    operation = name or method.__name__
    return taking(method)(lambda self, given: self._ask(operation, given))
