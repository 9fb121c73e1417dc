"""How a character feels: its mood, and what is between it and a person."""

from __future__ import annotations

from datetime import datetime

from soulkeep.character.relationship import Facing
from soulkeep.clock import require_aware
from soulkeep.errors import InputError
from soulkeep.memory.mood_course import course
from soulkeep.types.records import Bond, Felt, Mood

_MOST_POINTS = 10_000


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

    def course(
        self,
        *,
        person: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        points: int = 200,
    ) -> list[Felt]:
        """Mood and bond over time, at moments that are evenly apart; the last is `until`.

        Reckoned from the turns and from what `feel` has set. What was deleted since, or judged by other `Settings`
        then, isn't known any more: where that matters, the course takes a step at the last thing that was felt, and
        what it says from there on agrees with `mood` and `bond`.

        Args:
            person: whom the character faces; None for nobody in particular.
            since: the first moment, timezone-aware; when the first of it was felt by default.
            until: the last; now by default.
            points: how many moments, 1…10,000.
        """
        if not isinstance(points, int) or isinstance(points, bool) or not 1 <= points <= _MOST_POINTS:
            raise InputError(f"points must be a whole number, 1…{_MOST_POINTS:,}, not {points!r}.", hint="Try 200.")
        relationship = self._facing(person)
        lived = [self._runtime.moves.lived(key, relationship.own_names) for key in relationship.own]
        last = self._runtime.clock.now() if until is None else require_aware(until)
        if since is None:
            began = min((one.began for one in lived if one.began is not None), default=last.timestamp())
            first = min(datetime.fromtimestamp(began, last.tzinfo), last)
        else:
            first = require_aware(since)
        if first > last:
            raise InputError("since must not be after until.", hint="Swap the two.")
        step = (last - first) / max(1, points - 1)
        even = [first + n * step for n in range(points - 1)] if last > first else []
        own = lived[relationship.own.index(relationship.key)]
        beside = [one for one in lived if one is not own]
        return course(relationship.row, own, beside, [*even, last], relationship.settings)

    def _moment(self, time: datetime | None) -> float:
        return (self._runtime.clock.now() if time is None else require_aware(time)).timestamp()
