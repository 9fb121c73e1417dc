"""`Runtime`: what all characters of a keep share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Any

from soulkeep.clock import Clock
from soulkeep.extras import GRAPH, require
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
    from soulkeep.graph.episodes.cache import GraphCache
    from soulkeep.reply.bids import Responder

_HANDS = 8
"""Number of other settings whose runtimes are cached."""


@dataclass(frozen=True, slots=True)
class Embeddings:
    """An embedder and the working sets of its vectors, which are always replaced together."""

    embedder: Embedder
    cache: PartitionCache


class Runtime:
    """The parts that all characters of a keep share, or those under the same other settings.

    Args:
        store, embeddings, models, settings, clock: those of the keep.
        own: the caller's responders.
        telemetry: receives reports; None for nobody.
        first: the keep's own runtime, if this one is for other settings; they share all but these.
    """

    def __init__(
        self,
        store: Store,
        embeddings: Embeddings,
        models: Roles | None,
        settings: Settings,
        clock: Clock,
        *,
        own: Sequence[Responder] = (),
        telemetry: Telemetry | None = None,
        first: Runtime | None = None,
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
        self._embeddings = embeddings
        self._responders: tuple[Responder, ...] = ()
        self._graph_cache: GraphCache | None = None
        self._others: list[Runtime] = []
        self._lock = Lock()
        self.steps: dict[tuple[int, int], tuple[int, tuple[dict[str, Any], ...]]] = {} if first is None else first.steps
        """For each opening of an event (partition, sequence number): the turn up to which its steps were read, and the
        steps."""
        self.moves: Moves = Moves(store) if first is None else first.moves
        """A cache of what turns have shown, for the course of feelings."""

    @property
    def chat(self) -> ChatModel | None:
        """The language model that writes replies; None if there is none."""
        return self.models.chat if self.models else None

    @property
    def alone(self) -> bool:
        """Whether replies wait for no outside code: no language model, no custom embedder and no custom responder."""
        embedder = self.embeddings.embedder
        return self.models is None and not self.own and isinstance(getattr(embedder, "inner", embedder), StaticEmbedder)

    @property
    def embeddings(self) -> Embeddings:
        """The embedder and its working sets; the keep may replace them."""
        return self._first._embeddings

    @embeddings.setter
    def embeddings(self, embeddings: Embeddings) -> None:
        self._first._embeddings = embeddings

    @property
    def responders(self) -> tuple[Responder, ...]:
        """The responders that may answer; they are imported with the first reply."""
        if not self._responders:
            from soulkeep.reply.responders import built_in

            self._responders = (*self.own, *built_in(self.chat, self.settings))
        return self._responders

    @property
    def held(self) -> GraphCache | None:
        """The cache of knowledge and episodes, if there is one yet."""
        return self._first._graph_cache

    @property
    def graph_cache(self) -> GraphCache:
        """Return the cache of knowledge and episodes, creating it if need be.

        Raises:
            MissingExtra: the extra `graph` isn't installed.
        """
        require(GRAPH)
        with self._lock:
            if self._graph_cache is None:
                from soulkeep.graph.episodes.cache import GraphCache

                if self._first is self:
                    self._graph_cache = GraphCache(self.store, self.settings)
                else:
                    self._graph_cache = self._first.graph_cache.under(self.settings)
            return self._graph_cache

    def under(self, settings: Settings) -> Runtime:
        """Return a runtime of the same keep under other settings; those used last are cached."""
        first = self._first
        if settings == first.settings:
            return first
        with first._lock:
            other = next((one for one in first._others if one.settings == settings), None)
            if other is None:
                parts = (self.store, first._embeddings, self.models, settings, self.clock)
                other = Runtime(*parts, own=self.own, telemetry=self.telemetry, first=first)
                other.woken = first.woken
            else:
                first._others.remove(other)
            first._others = [*first._others, other][-_HANDS:]
            return other
