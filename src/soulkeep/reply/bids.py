"""Responders and their bids: each responder looks at the situation and says how well it could answer, and why.

This is one mechanism for paper 1's response router and paper 2's dialogue manager.
"""

from __future__ import annotations

import inspect
import re
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from threading import Thread
from typing import TYPE_CHECKING, Any, TypeVar

from soulkeep.errors import InputError
from soulkeep.lang.validity import require_name, require_storable
from soulkeep.types.records import Memory, Usage

if TYPE_CHECKING:  # importing it takes long, and only replies need it
    from soulkeep.reply.situation import Situation

T = TypeVar("T")

MODEL, VOICE, ADMISSION, CLARIFICATION, EVENT = "model", "voice", "admission", "clarification", "event"
KNOWLEDGE, EPISODE, COURTESY = "knowledge", "episode", "courtesy"

NAMES = (EVENT, MODEL, KNOWLEDGE, EPISODE, COURTESY, VOICE, CLARIFICATION, ADMISSION, "stored")
"""Names that the user's own responders can't take."""

MUST = 1.0
"""Score from which a bid must be chosen: no model is asked whether the responder should speak."""


@dataclass(frozen=True, slots=True)
class Bid:
    """An offer to answer.

    Attributes:
        score: how well it would fit, 0…1. The built-in responders bid 0.7 for a model's answer, 0.8 for what is known
            for certain, 0.6 for a memory that is quoted, 0.2 for an admission, and 1 for a scripted event.
        why: the reason, in words.
        text: what would be said; empty if the responder writes it only once it is chosen.
        memories: the memories that `[m1]`, `[m2]` … in the text stand for.
        plain: the text without these labels, if it quotes something that looks like a label.
    """

    score: float
    why: str = ""
    text: str = ""
    memories: tuple[Memory, ...] = ()
    plain: str = ""

    def __post_init__(self) -> None:
        number = isinstance(self.score, int | float) and not isinstance(self.score, bool)
        if not number or not 0 <= self.score <= 1:
            raise InputError(f"The score of a bid must be between 0 and 1, not {self.score!r}.", hint="Try Bid(0.5).")
        require_storable(self.why, "reason of a bid")
        require_storable(self.text, "text of a bid")
        require_storable(self.plain, "plain text of a bid")
        if not all(isinstance(memory, Memory) for memory in self.memories):
            raise InputError("A bid's memories must be memories.", hint="Take them from situation.recall.hits.")


class Responder(ABC):
    """A possible source of answers. Subclass it, or write a function that takes a `Situation` and returns a `Bid`."""

    name: str
    """Name by which rules refer to it; unique among the responders."""
    what: str = ""
    """What it answers, in a few words, for a model that chooses a responder."""
    rests_on_memories: bool = False
    """Whether it speaks from what comes to mind, even if its bid names no memories."""
    sees_all: bool = True
    """Whether its words may come from anything in the situation, not only from the memories that its bid names and what
    is known of the person."""
    waits: bool = True
    """Whether its bid may wait for something. Built-in responders that don't wait bid in a thread, off the loop."""

    @abstractmethod
    async def bid(self, situation: Situation) -> Bid | None:
        """Return its offer; None for none. It runs beside the other responders', and must not change anything."""

    def worded(self, situation: Situation, bid: Bid) -> Bid:
        """Return the bid with its text, for responders that write it only once they are chosen."""
        return bid

    async def speak(self, situation: Situation, bid: Bid) -> AsyncIterator[str | Usage]:
        """Yield what it says, piece by piece: the words of the bid's text, unless this is overridden.

        Raises:
            ChatError: a language model failed.
        """
        for word in words_with_blanks(bid.text):
            yield word


class RuleResponder(Responder):
    """A responder that goes by rules: it waits for nothing, and says no more than its bid rests on.

    Args:
        beside_model: whether a language model may answer, too.
    """

    sees_all = False
    waits = False

    def __init__(self, *, beside_model: bool) -> None:
        self._beside_model = beside_model


_LEFT = 3
"""Number of a function's hanging threads from which it isn't called any more, until one of them ends."""

Answering = Callable[["Situation"], "Awaitable[Bid | None] | Bid | None"]


class Called(Responder):
    """A function as responder: it has the function's name, and `what` is its docstring's first line."""

    def __init__(self, function: Answering) -> None:
        self.name = getattr(function, "__name__", "") or type(function).__name__
        self.what = (inspect.getdoc(function) or "").strip().partition("\n")[0]
        self._function = function
        self._left: set[Thread] = set()

    async def bid(self, situation: Situation) -> Bid | None:
        function: Any = self._function
        if inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(getattr(function, "__call__", None)):  # noqa: B004
            bid = await function(situation)
        else:  # a plain function may take long
            self._left = {thread for thread in self._left if thread.is_alive()}
            if len(self._left) >= _LEFT:
                raise TimeoutError("Its calls before haven't come back.")
            bid = await call_in_own_thread(function, situation, left=self._left)
        if inspect.isawaitable(bid):
            bid = await bid
        if bid is not None and not isinstance(bid, Bid):
            raise InputError(
                f"The responder {self.name} returned {bid!r:.60}.", hint="Return a soulkeep.Bid, or None for no bid."
            )
        return bid


def responders_of(given: Sequence[Responder | Answering]) -> tuple[Responder, ...]:
    """Return the user's own responders, each as a `Responder`.

    Raises:
        InputError: one is neither a responder nor a function, or its name is taken.
    """
    if isinstance(given, str | Responder) or not isinstance(given, Sequence):
        raise InputError("The responders must be a list.", hint="Write responders=[weather].")
    responders: list[Responder] = []
    for one in given:
        if not isinstance(one, Responder):
            if isinstance(one, type) or not callable(one):
                raise InputError(f"{one!r:.60} is no responder.", hint="Give a function, or an instance of Responder.")
            one = Called(one)
        require_name(one.name, "responder's name")
        if one.name in NAMES or one.name in (other.name for other in responders):
            raise InputError(f"There are two responders named {one.name!r}.", hint="Rename the function.")
        responders.append(one)
    return tuple(responders)


async def call_in_own_thread(function: Callable[..., T], *args: Any, left: set[Thread]) -> T:
    """Call a function in a thread of its own, which nothing waits for if it never ends.

    Args:
        left: set to which its thread is added if the caller is cancelled.
    """
    import asyncio

    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def settle(result: Any, error: BaseException | None) -> None:
        if future.done():
            return  # nobody waits any more
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)

    def work() -> None:
        result, error = None, None
        try:
            result = function(*args)
        except Exception as raised:
            error = raised
        except BaseException as raised:
            error = RuntimeError(repr(raised))
        with suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(settle, result, error)

    thread = Thread(target=work, daemon=True, name="soulkeep-responder")
    thread.start()
    try:
        return await future
    except asyncio.CancelledError:
        left.add(thread)
        raise


def words_with_blanks(text: str) -> list[str]:
    """Split a text into the pieces in which it is spoken: words, each with the blanks after it."""
    return re.findall(r"^\s+|\S+\s*", text)
