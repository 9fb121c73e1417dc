"""Reports of operations on memories: spans, durations, counts. They never hold what was said.

Names are those of OpenTelemetry's conventions for generative AI and its memory operations: `search_memory` (recall),
`update_memory` (observe, learn, amend, forget …), `delete_memory` (delete, erase), `invoke_agent` (reply), `chat` (the
language model) and `reflect`, which has no name there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial, wraps
from threading import Lock
from time import time_ns
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Protocol, TypeVar

from soulkeep.errors import MissingExtra, SoulkeepError

if TYPE_CHECKING:
    from logging import Logger

    from opentelemetry.metrics import MeterProvider
    from opentelemetry.trace import Span, TracerProvider

P = ParamSpec("P")
T = TypeVar("T")

Value = str | int | float | bool

SEARCH, UPDATE, DELETE, REFLECT, INVOKE, CHAT = (
    "search_memory", "update_memory", "delete_memory", "reflect", "invoke_agent", "chat",
)  # fmt: skip


class Note(dict[str, Value]):
    """The attributes reported of an operation once it is over.

    Attributes:
        steps: start and end of each step, in milliseconds since the operation began.
    """

    def __init__(self) -> None:
        super().__init__()
        self.steps: Mapping[str, tuple[float, float]] = {}


class Telemetry:
    """Receives a report of every operation; this one ignores it. Subclass it for `soulkeep.open(telemetry=…)`."""

    def operation(self, name: str, attributes: Mapping[str, Value]) -> AbstractContextManager[Note]:
        """Return a context manager that surrounds an operation.

        Args:
            name: the operation's name; the module's docstring lists them.
            attributes: what is known at its beginning: `gen_ai.agent.id` (the character), `soulkeep.person` (whether
                it faces somebody, never whom), `soulkeep.call` (the method).

        Returns:
            A context manager whose value takes notes of the outcome: `gen_ai.memory.search.result.count`, tokens.
        """
        return _untold(name, attributes)


@contextmanager
def _untold(name: str, attributes: Mapping[str, Value]) -> Iterator[Note]:
    yield Note()


class OpenTelemetry(Telemetry):
    """Reports to OpenTelemetry: a span for each operation, and `gen_ai.client.operation.duration` in seconds.

    Where spans are sent is configured as usual, by the SDK or `opentelemetry-instrument`; without that, nowhere.

    Args:
        tracers, meters: providers; the global ones by default.
    """

    def __init__(self, tracers: TracerProvider | None = None, meters: MeterProvider | None = None) -> None:
        try:
            from opentelemetry import metrics, trace
        except ImportError:
            raise MissingExtra("OpenTelemetry", "server") from None
        self._tracer = trace.get_tracer("soulkeep", tracer_provider=tracers)
        meter = metrics.get_meter("soulkeep", meter_provider=meters)
        self._seconds = meter.create_histogram(
            "gen_ai.client.operation.duration", unit="s", description="How long an operation on memories took."
        )
        self._failed = trace.StatusCode.ERROR
        self._current = partial(trace.use_span, record_exception=False, set_status_on_exception=False)
        self._beneath = trace.set_span_in_context

    @contextmanager
    def operation(self, name: str, attributes: Mapping[str, Value]) -> Iterator[Note]:
        common = {"gen_ai.operation.name": name, "gen_ai.provider.name": "soulkeep", **attributes}
        note, began = Note(), time_ns()
        title = f"{name} {attributes.get('gen_ai.agent.id', '')}".strip()
        span = self._tracer.start_span(title, attributes=common, start_time=began)
        # A reply is spoken piece by piece, in whatever context its pieces are asked for: it is never the current span.
        current = nullcontext() if name == INVOKE else self._current(span)
        try:
            with current:
                yield note
        except BaseException as error:
            common["error.type"] = type(error).__name__  # its message may hold what was said
            span.set_attribute("error.type", type(error).__name__)
            if isinstance(error, Exception):
                span.set_status(self._failed)
            raise
        finally:
            span.set_attributes(note)
            self._tell_steps(span, began, note.steps)
            span.end()
            few = {key: value for key, value in common.items() if key not in _MANY}
            self._seconds.record((time_ns() - began) / 1e9, few)

    def _tell_steps(self, span: Span, began: int, steps: Mapping[str, tuple[float, float]]) -> None:
        """Report the steps as child spans of an operation's span."""
        if not steps:
            return
        context = self._beneath(span)
        for step, (start, end) in steps.items():
            name = _STEPS.get(step, step)
            inner = self._tracer.start_span(
                name, context, attributes={"gen_ai.operation.name": name}, start_time=began + round(start * 1e6)
            )
            inner.end(began + round(end * 1e6))


_STEPS = {"recall": SEARCH, "hear": UPDATE, "store": UPDATE}
"""Names of a reply's steps, where the conventions have one."""

_MANY = ("gen_ai.agent.id", "gen_ai.conversation.id")
"""Attributes with too many values for a metric."""


class Traced(Protocol):
    """An object whose operations are reported: a character or a keep."""

    @property
    def _telemetry(self) -> Telemetry | None:
        """Who receives the reports; None for nobody."""

    @property
    def _attributes(self) -> Mapping[str, Value]:
        """The attributes that identify the object whose operations are reported."""


def attributes_of(id: str, name: str) -> dict[str, Value]:
    """Return the attributes that identify a character."""
    return {"gen_ai.agent.id": id, "gen_ai.agent.name": name}


def tracing(
    who: Traced, name: str, call: str, *, person: bool, session: str | None = None
) -> AbstractContextManager[Note]:
    """Return a context manager that reports an operation while it runs.

    Args:
        who: the character or keep.
        name: the operation's name.
        call: the method called, or one equivalent to it.
        person: whether the character faces somebody.
        session: the conversation.
    """
    if who._telemetry is None:
        return nullcontext(Note())
    attributes: dict[str, Value] = {**who._attributes, "soulkeep.call": call, "soulkeep.person": person}
    if session:
        attributes["gen_ai.conversation.id"] = session
    return who._telemetry.operation(name, attributes)


S = TypeVar("S", bound=Traced)


def traced(
    name: str, outcome: Callable[[Any], Mapping[str, Value]] = lambda result: {}
) -> Callable[[Callable[Concatenate[S, P], T]], Callable[Concatenate[S, P], T]]:
    """Decorate a method so that each of its calls is reported.

    Args:
        name: the operation's name.
        outcome: returns the attributes to report of a result.
    """

    def around(method: Callable[Concatenate[S, P], T]) -> Callable[Concatenate[S, P], T]:
        @wraps(method)
        def call(self: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
            if self._telemetry is None:
                return method(self, *args, **kwargs)
            facing, session = kwargs.get("person") is not None, str(kwargs.get("session") or "")
            with tracing(self, name, method.__name__, person=facing, session=session) as note:
                result = method(self, *args, **kwargs)
                note.update(outcome(result))
                return result

        return call

    return around


_failures: dict[tuple[str, str], int] = {}
_counting = Lock()


def passed_over(part: str, error: BaseException) -> None:
    """Log and count a failure that costs only a part of an operation. Errors that aren't the library's own are logged
    with their stack.

    Args:
        part: what failed, in one word out of a small set.
        error: the exception.
    """
    kind = type(error).__name__
    with _counting:
        _failures[part, kind] = _failures.get((part, kind), 0) + 1
    stack = None if isinstance(error, SoulkeepError | TimeoutError) else error
    log().warning("Passed over: %s failed: %s: %s", part, kind, error, exc_info=stack)


def failures() -> dict[tuple[str, str], int]:
    """Return how often parts failed in this process and were passed over, by part and kind of error."""
    with _counting:
        return dict(_failures)


@contextmanager
def passing_over(part: str, *errors: type[BaseException]) -> Iterator[None]:
    """Return a context manager that swallows errors of these kinds, and logs and counts them."""
    try:
        yield
    except errors as error:
        passed_over(part, error)


def log() -> Logger:
    """Return the library's logger."""
    import logging  # only where there is something to tell

    logger = logging.getLogger("soulkeep")
    if not logger.handlers:
        logger.addHandler(logging.NullHandler())  # what nobody listens to isn't written to people's terminals
    return logger
