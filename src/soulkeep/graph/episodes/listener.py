"""Understanding of turns in sequence; the result is stored in each turn's details."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import UTC, datetime

from soulkeep.graph.episodes.hearing import understanding_stored
from soulkeep.graph.episodes.log import is_own
from soulkeep.graph.episodes.understand import understand
from soulkeep.graph.knowledge import Knowledge
from soulkeep.memory.entries import ACTS, UNDERSTOOD
from soulkeep.stores.rows import Entry
from soulkeep.types.episodes import Act, Triple, Understanding

CONTEXT = 8
"""Number of preceding turns that are used as context."""

LONGEST = 2000
"""Most characters of a turn that are read; longer turns are texts rather than utterances."""


def offered(said: Understanding, last: Iterable[Act]) -> Understanding:
    """Return an agreement as the question that was offered in the last message."""
    if said.utterance != "agreement" or said.entities:
        return said
    for act in last:
        if act.intent == "interest_offer" and act.entity and act.property:
            asked = Triple(act.entity, act.property, "?value")
            return replace(
                said,
                asks="what",
                triples=(asked,),
                entities=(act.entity,),
                properties=(act.property,),
                carried=("entity", "property"),
            )
    return said


class Listener:
    """Understands turns in the context of those before.

    Args:
        knowledge: the character's knowledge.
        own: speaker names of the character's turns.
    """

    def __init__(self, knowledge: Knowledge | None, own: frozenset[str]) -> None:
        self._knowledge = knowledge
        self._own = own
        self._context: list[Understanding] = []
        self._acts: list[Act] = []

    def follow(self, entries: Iterable[Entry]) -> None:
        """Add turns that were heard before to the context."""
        for entry in entries:
            self._note(entry, understanding_stored(entry))

    def hear(self, entry: Entry) -> Understanding | None:
        """Store a turn's understanding in its details, and return it; None for the character's own turns."""
        if is_own(entry, self._own):
            self._note(entry, None)
            return None
        today = None if entry.time is None else datetime.fromtimestamp(entry.time, UTC).date()
        said = understand(entry.text[:LONGEST], entry.language, self._knowledge, context=self._context, today=today)
        said = offered(said, self._acts)
        entry.details = {**entry.details, UNDERSTOOD: said.data()}
        self._note(entry, said)
        return said

    def _note(self, entry: Entry, said: Understanding | None) -> None:
        if entry.forgotten is not None:
            return  # nothing refers to it
        if said is not None:
            self._context = [*self._context, said][-CONTEXT:]
        if is_own(entry, self._own):
            self._acts = [Act.of(act) for act in entry.details.get(ACTS, ()) if act["kind"] == "message"]


class Listeners:
    """One listener for each conversation, so that "he" in one doesn't refer to another.

    Args:
        knowledge, own: as of `Listener`.
        before: the turns of a conversation that were heard before.
    """

    def __init__(
        self,
        knowledge: Knowledge | None,
        own: frozenset[str],
        before: Callable[[str | None], Iterable[Entry]],
    ) -> None:
        self._knowledge = knowledge
        self._own = own
        self._before = before
        self._held: dict[str | None, Listener] = {}

    def of(self, entry: Entry) -> Listener:
        """Return the listener of a turn's conversation."""
        if entry.session not in self._held:
            listener = self._held[entry.session] = Listener(self._knowledge, self._own)
            listener.follow(self._before(entry.session))
        return self._held[entry.session]
