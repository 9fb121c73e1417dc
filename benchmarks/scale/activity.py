"""When people talk: an assumed activity curve, and turns drawn from it.

Most relationships are dormant, some are lived every day: how likely a tenant is to talk on a day follows a beta
distribution. Who talks has some sessions; they begin by the clock of where they live; a session has a log-normal number
of turns, with log-normal pauses between them. Who talks more has more memories.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

DAY = 86_400.0

# fmt: off
CURVE = (
    0.8, 0.5, 0.3, 0.2, 0.15, 0.2, 0.35, 0.55, 0.7, 0.75, 0.75, 0.8,
    0.95, 0.9, 0.85, 0.85, 0.95, 1.05, 1.2, 1.4, 1.6, 1.75, 1.6, 1.2,
)
# fmt: on
"""How many sessions begin in each hour of the local day, relative to one another: least at 4, most at 21."""

ZONES = ((-6, 0.7), (1, 0.2), (9, 0.1))
"""Where people live: hours ahead of UTC, and the share that lives there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Activity:
    """The assumed activity of people.

    Attributes:
        active: share of the tenants that talk on a day, 0…1.
        spread: how even they are in that: the first parameter of the beta distribution. Small: few talk daily, most
            never.
        sessions: of a tenant that talks on a day, mean, at least 1.
        turns, turns_sigma: of a session: median, and sigma of its logarithm.
        pause, pause_sigma: seconds between turns of a session: median, and sigma of its logarithm.
        reply: seconds until the character's answer is stored, after the person's turn.
        memories: of a tenant, mean.
    """

    active: float = 0.15
    spread: float = 0.15
    sessions: float = 2.0
    turns: float = 12.0
    turns_sigma: float = 0.9
    pause: float = 25.0
    pause_sigma: float = 0.8
    reply: float = 4.0
    memories: float = 1_000.0

    @property
    def mean_turns(self) -> float:
        """Turns of a session, mean, as drawn: at least one, whole ones."""
        return float(np.mean(self._whole_turns(np.random.default_rng(0), 200_000)))

    @property
    def mean_pause(self) -> float:
        """Seconds, mean."""
        return float(self.pause * np.exp(self.pause_sigma**2 / 2))

    @property
    def turns_per_day(self) -> float:
        """Of a tenant, dormant ones included, mean."""
        return self.active * self.sessions * self.mean_turns

    def _whole_turns(self, chance: np.random.Generator, number: int) -> NDArray[np.int64]:
        drawn = np.exp(np.log(self.turns) + self.turns_sigma * chance.standard_normal(number))
        whole: NDArray[np.int64] = np.maximum(1, np.rint(drawn)).astype(np.int64)
        return whole


@dataclass(frozen=True, slots=True)
class Turns:
    """Turns of some tenants, in their order.

    Attributes:
        times: of each turn, in seconds.
        tenants: whose, 0….
        memories: of each tenant.
        days: how long it goes.
    """

    times: NDArray[np.float64]
    tenants: NDArray[np.int32]
    memories: NDArray[np.float64]
    days: int

    def __len__(self) -> int:
        return len(self.times)

    def per_second(self, day: int, bins: int = 24) -> NDArray[np.float64]:
        """Return the number of turns per second in each part of a day."""
        counts, _ = np.histogram(self.times, bins=bins, range=(day * DAY, (day + 1) * DAY))
        return counts / (DAY / bins)


def draw_turns(activity: Activity, tenants: int, days: int, chance: np.random.Generator) -> Turns:
    """Draw what some tenants do on some days."""
    daily = chance.beta(activity.spread, activity.spread * (1 / activity.active - 1), tenants)
    busy = np.sqrt(daily)
    memories = activity.memories * (0.25 + 0.75 * busy / busy.mean())
    zones = chance.choice(len(ZONES), tenants, p=[share for _, share in ZONES])
    offsets = np.array([hours for hours, _ in ZONES])[zones]
    who, when = [], []
    for day in range(days):
        active = np.flatnonzero(chance.random(tenants) < daily)
        sessions = np.repeat(active, 1 + chance.poisson(activity.sessions - 1, len(active)))
        hours = chance.choice(24, len(sessions), p=np.array(CURVE) / sum(CURVE)) + chance.random(len(sessions))
        begun = (day + ((hours - offsets[sessions]) % 24) / 24) * DAY
        lengths = activity._whole_turns(chance, len(sessions))
        pauses = np.exp(np.log(activity.pause) + activity.pause_sigma * chance.standard_normal(int(lengths.sum())))
        first = np.concatenate([[0], np.cumsum(lengths)[:-1]]).astype(np.int64) if len(lengths) else lengths
        pauses[first] = 0.0
        passed = np.cumsum(pauses)
        when.append(np.repeat(begun - passed[first], lengths) + passed)
        who.append(np.repeat(sessions, lengths))
    times, turns = np.concatenate(when), np.concatenate(who)
    within = times < days * DAY
    order = np.argsort(times[within], kind="stable")
    return Turns(times[within][order], turns[within][order].astype(np.int32), memories, days)
