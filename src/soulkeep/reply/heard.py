"""The message that is answered, and its place in the talk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from soulkeep.search.query import Said
from soulkeep.stores.rows import Entry, PlacedEntry
from soulkeep.types.records import Person, Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """The message that is answered, and its place in the talk.

    Attributes:
        turn: the message as it was given.
        entry, place: the message as it is stored, or would be in a rehearsal.
        view: the turns before it that are in view, oldest first; `began`: id of the turn at which the view began.
        audience: who else hears the answer.
        hidden: the turns after it, if it is answered anew.
        about: what was said about the person.
    """

    turn: Turn
    entry: Entry
    place: PlacedEntry | None
    view: Sequence[PlacedEntry]
    began: str
    audience: tuple[str, ...] = ()
    hidden: Sequence[PlacedEntry] = ()
    about: Person = field(default_factory=Person)

    def talk(self, turns: int) -> list[Said]:
        """Return the last `turns` turns in view, for a query or a decision."""
        return [Said(place.entry.text, place.entry.speaker) for place in self.view[-turns:]]
