"""How a character feels: its mood, and what is between it and a person."""

from __future__ import annotations

from datetime import datetime

from soulkeep.clock import require_aware
from soulkeep.records import Bond, Mood
from soulkeep.relationship import Facing


class Feeling(Facing):
    """Mood and bond."""

    def mood(self, *, person: str | None = None, time: datetime | None = None) -> Mood:
        """How the character feels facing somebody: moved by what was said, and drifting back to its temperament.

        What was said within the last moments counts once it was worked on; `Keep.settle` waits for that.
        """
        return self._facing(person).mood(self._moment(time))

    def bond(self, person: str, *, time: datetime | None = None) -> Bond:
        """How close the character is to a person, and how much it trusts them."""
        return self._facing(person).bond(self._moment(time))

    def feel(
        self,
        *,
        person: str | None = None,
        valence: float | None = None,
        arousal: float | None = None,
        closeness: float | None = None,
        trust: float | None = None,
    ) -> None:
        """Set the mood (valence, arousal) or the bond (closeness, trust), each -1…1. From there it moves and fades
        on."""
        values = {"valence": valence, "arousal": arousal, "closeness": closeness, "trust": trust}
        self._facing(person).feel(values, self._moment(None))

    def _moment(self, time: datetime | None) -> float:
        return (self._workings.clock.now() if time is None else require_aware(time)).timestamp()
