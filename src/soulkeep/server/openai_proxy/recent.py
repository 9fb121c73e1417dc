"""The latest responses, so that `previous_response_id` works also after calls of tools, which aren't stored."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any

_MOST = 1000
_MOST_CHARACTERS = 50_000_000


@dataclass(frozen=True, slots=True)
class ResponseExchange:
    """A response, with everything that led to it.

    Attributes:
        session: the conversation's id.
        messages: the messages as in chat completions, the answer last; without instructions.
        characters: their approximate length.
        era: the value of `Conversation.era`; in another era, the messages are no longer valid.
    """

    session: str | None
    messages: Sequence[dict[str, Any]]
    characters: int
    era: int


class Recent:
    """The latest responses, in memory only; older ones are rebuilt from stored turns. Safe to use from any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._held: OrderedDict[tuple[str, ...], ResponseExchange] = OrderedDict()
        self._characters = 0

    def put(self, place: tuple[str, ...], exchange: ResponseExchange) -> None:
        """Store a response by workspace, character, person and its id."""
        with self._lock:
            old = self._held.pop(place, None)
            self._characters += exchange.characters - (old.characters if old else 0)
            self._held[place] = exchange
            while self._held and (len(self._held) > _MOST or self._characters > _MOST_CHARACTERS):
                _, gone = self._held.popitem(last=False)
                self._characters -= gone.characters

    def get(self, place: tuple[str, ...], era: int) -> ResponseExchange | None:
        """Return a stored response of this era; drop one of another era."""
        with self._lock:
            exchange = self._held.get(place)
            if exchange is None or exchange.era == era:
                return exchange
            self._characters -= self._held.pop(place).characters
            return None
