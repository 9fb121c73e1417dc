"""Mood and bond: what changes them, how they fade, and how they are read.

Each turn that somebody else says moves the character's mood (valence, arousal) by the feeling it shows, and the bond
between the two (closeness, trust) by how it treats the character. Impulses add up, each fading by its half-life: the
mood within hours, back to the character's temperament, the bond within a year. Since fading is the same for all, the
order in which turns are stored makes no difference, and an old chat that is imported moves nothing today.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import atanh, tanh
from typing import NamedTuple

from soulkeep.judgement.model import judge
from soulkeep.settings import Settings
from soulkeep.stores.rows import CharacterRow, Feeling, Impulse
from soulkeep.types.records import Bond, Mood

HOUR = 3600.0
DAY = 24 * HOUR

SHOWN = "shown"
"""Key in a summary's details: the feelings that a language model saw in it, and when they were felt."""

_TALKING = 0.004
"""Closeness added by one turn of ordinary talk: people who talk every day for a month aren't strangers."""

_TOWARDS = 0.2
"""Least warmth or coldness of a turn that moves the bond."""
_CLOSER, _TRUSTING = 0.5, 0.35
"""Closeness and trust added by being treated well."""

_EDGE = 0.999
"""Greatest value that can be set: a feeling set to 1 would never fade."""


class Shown(NamedTuple):
    """The feelings that a turn shows to a hearer: the speaker's own, and how it treats the hearer. Each -1…1."""

    valence: float
    arousal: float
    closeness: float
    trust: float


def feelings_shown(text: str) -> Shown:
    """Return the feelings that a turn shows."""
    seen = judge(text)
    towards = seen.towards if abs(seen.towards) >= _TOWARDS else 0.0
    return Shown(seen.valence, seen.arousal, _CLOSER * towards, _TRUSTING * towards)


def impulses(text: str, time: float, settings: Settings) -> tuple[Impulse, ...]:
    """Return how a turn moves the mood and bond of the character that hears it.

    Args:
        text: what was said to it.
        time: when, in seconds since the epoch.
        settings: for half-lives and sensitivity.
    """
    return impulses_of(feelings_shown(text), time, settings)


def impulses_of(turn: Shown, time: float, settings: Settings) -> tuple[Impulse, ...]:
    """Return the impulses as `impulses` does, from what the turn shows."""
    mood, bond = settings.mood_hours * HOUR, settings.bond_days * DAY
    moved = [
        Impulse("closeness", _TALKING + settings.sensitivity * turn.closeness, time, bond),
        Impulse("trust", settings.sensitivity * turn.trust, time, bond),
        # Being treated well or badly affects the mood, too.
        Impulse("valence", settings.sensitivity * (turn.valence + turn.closeness), time, mood),
        Impulse("arousal", settings.sensitivity * turn.arousal, time, mood),
    ]
    return tuple(impulse for impulse in moved if impulse.amount)


def mood_of(row: CharacterRow, felt: Sequence[Mapping[str, Feeling]], now: float) -> Mood:
    """Return the mood at a moment: the temperament, moved by what has happened since.

    Args:
        row: the character.
        felt: the feelings facing the person, and facing nobody in particular.
        now: seconds since the epoch.
    """
    return Mood(valence=_moved("valence", row.valence, felt, now), arousal=_moved("arousal", row.arousal, felt, now))


def bond_of(felt: Sequence[Mapping[str, Feeling]], now: float) -> Bond:
    """Return the bond between character and person at a moment."""
    return Bond(closeness=_moved("closeness", 0.0, felt, now), trust=_moved("trust", 0.0, felt, now))


def felt_at(stored: float, time: float | None) -> float:
    """Return when a turn was felt: never before it was heard, as clocks go wrong and role-play has its own dates."""
    return stored if time is None else min(time, stored)


def of_impulse(impulse: Impulse) -> dict[str, Feeling]:
    """Return an impulse as the feelings it causes, by name."""
    return {impulse.feeling: Feeling(impulse.amount, impulse.time, impulse.half_life)}


def set_to(value: float, rest: float, others: float, now: float, half_life: float) -> Feeling:
    """Return the feeling that reads as `value` now and fades to `rest`.

    Args:
        value, rest: -1…1.
        others: the sum of what else moves it now.
        now: seconds since the epoch.
        half_life: seconds.
    """
    away = value - rest
    room = 1 - rest if away > 0 else 1 + rest
    share = min(_EDGE, max(-_EDGE, away / room)) if room else 0.0
    return Feeling(atanh(share) - others, now, half_life)


def _moved(name: str, rest: float, felt: Sequence[Mapping[str, Feeling]], now: float) -> float:
    """Return a rest value moved by feelings, within -1…1: the farther out it is, the less the same impulse moves it."""
    push = tanh(sum([feelings[name].at(now) for feelings in felt if name in feelings]))
    return rest + push * (1 - rest if push > 0 else 1 + rest)
