"""What all characters of a keep share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from soulkeep.clock import Clock
from soulkeep.mind.cache import PartitionCache
from soulkeep.models.chat import ChatModel
from soulkeep.models.embed import Embedder
from soulkeep.settings import Settings
from soulkeep.stores.base import Store

if TYPE_CHECKING:  # imported where it is used
    from soulkeep.dialogue.bids import Responder
    from soulkeep.episodes.holdings import Holdings


@dataclass(frozen=True, slots=True)
class Meanings:
    """An embedder and the working sets of its vectors: they change together or not at all."""

    embedder: Embedder
    cache: PartitionCache


@dataclass(slots=True)
class Workings:
    """What all characters of a keep share."""

    store: Store
    meanings: Meanings
    chat: ChatModel | None
    settings: Settings
    clock: Clock
    woken: Callable[[], None] = lambda: None
    """Called when something was stored that makes work."""

    own: tuple[Responder, ...] = ()
    """Responders of the caller's own."""

    all_responders: tuple[Responder, ...] = ()

    steps: dict[tuple[int, int], tuple[int, tuple[dict[str, Any], ...]]] = field(default_factory=dict)
    """Of an event's opening (partition, sequence number): up to which turn its steps were read, and these."""

    held: Holdings | None = None

    @property
    def responders(self) -> tuple[Responder, ...]:
        """Who may answer; imported with the first reply."""
        if not self.all_responders:
            from soulkeep.dialogue.responders import built_in

            self.all_responders = (*self.own, *built_in(self.chat, self.settings))
        return self.all_responders

    @property
    def holdings(self) -> Holdings:
        """What is held in memory for knowledge and episodes; made now, if need be."""
        if self.held is None:
            from soulkeep.episodes.holdings import Holdings

            self.held = Holdings(self.store, self.settings)
        return self.held
