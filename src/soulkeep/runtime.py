"""What all characters of a keep share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Any

from soulkeep.clock import Clock
from soulkeep.memory.mood_course import Moves
from soulkeep.models.chat.base import ChatModel
from soulkeep.models.chat.roles import Roles
from soulkeep.models.embed.base import Embedder
from soulkeep.models.embed.static import StaticEmbedder
from soulkeep.search.cache import PartitionCache
from soulkeep.settings import Settings
from soulkeep.stores.base import Store
from soulkeep.telemetry import Telemetry

if TYPE_CHECKING:  # imported where it is used
    from soulkeep.graph.episodes.cache import Holdings
    from soulkeep.reply.bids import Responder

_HANDS = 8
"""Other settings that are held ready beside the keep's."""


@dataclass(frozen=True, slots=True)
class Meanings:
    """An embedder and the working sets of its vectors: they change together or not at all."""

    embedder: Embedder
    cache: PartitionCache


class Workings:
    """What all characters of a keep share; or what those share that are in the hands of other settings.

    Args:
        store, meanings, models, settings, clock: of the keep.
        own: responders of the caller's own.
        telemetry: who is told what is done; None for nobody.
        first: the keep's, where the settings are others. Memories, embedder and working sets are the same.
    """

    def __init__(
        self,
        store: Store,
        meanings: Meanings,
        models: Roles | None,
        settings: Settings,
        clock: Clock,
        *,
        own: Sequence[Responder] = (),
        telemetry: Telemetry | None = None,
        first: Workings | None = None,
    ) -> None:
        self.store = store
        self.models = models
        self.settings = settings
        self.clock = clock
        self.own = tuple(own)
        self.telemetry = telemetry
        self.woken: Callable[[], None] = lambda: None
        """Called when something was stored that makes work."""
        self._first = first or self
        self._meanings = meanings
        self._responders: tuple[Responder, ...] = ()
        self._holdings: Holdings | None = None
        self._others: list[Workings] = []
        self._lock = Lock()
        self.steps: dict[tuple[int, int], tuple[int, tuple[dict[str, Any], ...]]] = {} if first is None else first.steps
        """Of an event's opening (partition, sequence number): up to which turn its steps were read, and these."""
        self.moves: Moves = Moves(store) if first is None else first.moves
        """What turns have shown, for the course of feelings."""

    @property
    def chat(self) -> ChatModel | None:
        """The language model that speaks; None if there is none."""
        return self.models.chat if self.models else None

    @property
    def alone(self) -> bool:
        """Whether an answer waits for nobody else's code: neither a language model's nor an embedder's."""
        embedder = self.meanings.embedder
        return self.models is None and isinstance(getattr(embedder, "inner", embedder), StaticEmbedder)

    @property
    def meanings(self) -> Meanings:
        """The embedder and its working sets; the keep may change them."""
        return self._first._meanings

    @meanings.setter
    def meanings(self, meanings: Meanings) -> None:
        self._first._meanings = meanings

    @property
    def responders(self) -> tuple[Responder, ...]:
        """Who may answer; imported with the first reply."""
        if not self._responders:
            from soulkeep.reply.responders import built_in

            self._responders = (*self.own, *built_in(self.chat, self.settings))
        return self._responders

    @property
    def held(self) -> Holdings | None:
        """What is held in memory for knowledge and episodes, if anything is."""
        return self._first._holdings

    @property
    def holdings(self) -> Holdings:
        """What is held in memory for knowledge and episodes; made now, if need be."""
        with self._lock:
            if self._holdings is None:
                from soulkeep.graph.episodes.cache import Holdings

                if self._first is self:
                    self._holdings = Holdings(self.store, self.settings)
                else:
                    self._holdings = self._first.holdings.under(self.settings)
            return self._holdings

    def under(self, settings: Settings) -> Workings:
        """The same keep by other settings; those that were asked for last are held ready."""
        first = self._first
        if settings == first.settings:
            return first
        with first._lock:
            found = next((one for one in first._others if one.settings == settings), None)
            if found is None:
                parts = (self.store, first._meanings, self.models, settings, self.clock)
                found = Workings(*parts, own=self.own, telemetry=self.telemetry, first=first)
                found.woken = first.woken
            else:
                first._others.remove(found)
            first._others = [*first._others, found][-_HANDS:]
            return found
