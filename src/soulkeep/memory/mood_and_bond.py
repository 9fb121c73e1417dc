"""A character's mood and bond facing a person: reading and setting them, now and over time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from soulkeep.character.relationship import Relationship
from soulkeep.clock import require_aware
from soulkeep.errors import InputError
from soulkeep.memory.feelings import DAY, HOUR, bond_of, mood_of, of_impulse, set_to
from soulkeep.memory.mood_course import course
from soulkeep.stores.rows import Impulse, PartitionKey
from soulkeep.types.records import Bond, Felt, Mood

_MOST_POINTS = 10_000


class Inner(NamedTuple):
    """The state that moves a character: its mood, its bond with the person, and its scripts by name."""

    mood: Mood
    bond: Bond
    scripts: Mapping[str, str]


def mood(relationship: Relationship, now: float, more: Sequence[Impulse] = ()) -> Mood:
    """Return the mood facing the person; what happens with nobody in particular counts, too.

    Args:
        relationship: who faces whom.
        now: seconds since the epoch.
        more: further impulses that aren't stored yet.
    """
    felt = [relationship.runtime.store.feelings(key) for key in relationship.own]
    return mood_of(relationship.row, [*felt, *map(of_impulse, more)], now)


def bond(relationship: Relationship, now: float, more: Sequence[Impulse] = ()) -> Bond:
    """Return the bond between the two. Arguments as in `mood`."""
    return bond_of([relationship.runtime.store.feelings(relationship.key), *map(of_impulse, more)], now)


def inner(relationship: Relationship, now: float, more: Sequence[Impulse] = ()) -> Inner:
    """Return all that moves the character facing the person, in one look-up. Arguments as in `mood`."""
    scripts, felt = relationship.runtime.store.moved(relationship.row.id, relationship.own)
    also = [*map(of_impulse, more)]
    mood_now = mood_of(relationship.row, [*felt, *also], now)
    return Inner(mood_now, bond_of([felt[0], *also], now), scripts)  # own key first


def feel(relationship: Relationship, values: Mapping[str, float | None]) -> None:
    """Set parts of the mood or the bond, each -1…1, from now on. Those that are None stay."""
    wanted = {name: value for name, value in values.items() if value is not None}
    if not wanted:
        return
    for name, value in wanted.items():
        if not isinstance(value, int | float) or not -1 <= value <= 1:
            raise InputError(f"{name} must be between -1 and 1, not {value!r}.", hint="0 is neutral.")
    now, row = relationship.now(), relationship.row
    store, settings = relationship.runtime.store, relationship.settings
    shared = store.feelings(PartitionKey(row.id, None)) if relationship.person is not None else {}
    half_lives = dict.fromkeys(("valence", "arousal"), settings.mood_hours * HOUR)
    rests = {"valence": row.valence, "arousal": row.arousal}
    feelings = {
        name: set_to(
            value,
            rests.get(name, 0.0),
            shared[name].at(now) if name in shared and name in rests else 0.0,
            now,
            half_lives.get(name, settings.bond_days * DAY),
        )
        for name, value in wanted.items()
    }
    store.set_feelings(relationship.key, feelings)


def feelings_over_time(
    relationship: Relationship, *, since: datetime | None, until: datetime | None, points: int
) -> list[Felt]:
    """Return mood and bond at evenly spaced moments.

    They are computed from the turns and from what `feel` has set. If turns were deleted since, or were judged under
    other settings, the course jumps at the last turn that was felt; from there it agrees with `mood` and `bond`.

    Args:
        relationship: who faces whom.
        since: the first moment, timezone-aware; by default, that of the first feeling.
        until: the last moment; now by default.
        points: how many moments, 1…10,000.
    """
    if not isinstance(points, int) or isinstance(points, bool) or not 1 <= points <= _MOST_POINTS:
        raise InputError(f"points must be a whole number, 1…{_MOST_POINTS:,}, not {points!r}.", hint="Try 200.")
    runtime = relationship.runtime
    lived = [runtime.moves.lived(key, relationship.own_names) for key in relationship.own]
    last = runtime.clock.now() if until is None else require_aware(until)
    if since is None:
        began = min((one.began for one in lived if one.began is not None), default=last.timestamp())
        first = min(datetime.fromtimestamp(began, last.tzinfo), last)
    else:
        first = require_aware(since)
    if first > last:
        raise InputError("since must not be after until.", hint="Swap the two.")
    step = (last - first) / max(1, points - 1)
    moments = [first + n * step for n in range(points - 1)] if last > first else []
    own = lived[relationship.own.index(relationship.key)]
    beside = [one for one in lived if one is not own]
    return course(relationship.row, own, beside, [*moments, last], relationship.settings)
