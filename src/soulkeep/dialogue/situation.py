"""What a reply is made from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from soulkeep.records import Bond, Hit, Mood, Recall, Scene
from soulkeep.stores.base import Entry

if TYPE_CHECKING:
    from soulkeep.episodes.companion import Consideration


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """What a reply is made from.

    Attributes:
        said: what the person just said.
        person: whom the character faces.
        name, description: who the character is.
        own_names: the speakers under which the character's own turns are stored.
        recall: what came to mind.
        history: the last turns before this one, oldest first.
        earlier: what was said before those, in short; `same_talk` if that was in this conversation.
        facts: what is known of the person.
        mood, bond: how the character feels, and what is between the two.
        considered: what knowledge and the shared past have to say, if anything.
        scene: what is around.
        language: of what was said.
        now: the present, in the person's time zone.
    """

    said: str
    person: str
    name: str
    description: str
    own_names: frozenset[str]
    recall: Recall
    history: Sequence[Entry]
    scene: Scene | None
    language: str
    now: datetime
    earlier: str = ""
    same_talk: bool = True
    facts: Sequence[Hit] = ()
    mood: Mood = field(default_factory=Mood)
    bond: Bond = field(default_factory=Bond)
    considered: Consideration | None = None
