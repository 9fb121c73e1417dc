"""Times in a question: which memories happened then, or speak of then."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from soulkeep.lang.anchors import Anchor
from soulkeep.lang.terms import hash_terms
from soulkeep.lang.times import TimeSpan
from soulkeep.search.indexed_terms import time_marks
from soulkeep.search.signals import Rows, Scores, Signals, coverage
from soulkeep.search.view import Mind

SAID_THEN = 0.7
"""Fit of a memory told at the time asked for; of one that speaks of it, 1: on Monday people tell of the weekend."""

_REMEMBERED = 0.6
"""Share of an event's words that a memory must hold to be a memory of the event."""


def time_fit(mind: Mind, rows: Rows, spans: Sequence[TimeSpan]) -> Scores:
    """Return how well each row fits one of some times, 0…1."""
    fit = np.zeros(len(rows), dtype=np.float32)
    times = mind.column("times")[rows]
    for span in spans:
        inside = (times >= span.start.timestamp()) & (times < span.end.timestamp())
        fit = np.maximum(fit, np.float32(SAID_THEN) * inside)
        spoken_of = mind.holding(hash_terms(time_marks(span, finest=True)))
        fit = np.maximum(fit, spoken_of[rows].astype(np.float32))
    return fit


def anchor_fit(signals: Signals, event: Signals, rows: Rows, anchor: Anchor) -> Scores:
    """Return whether each row lies on the right side of an event, 1 or 0; all 0 if the event isn't remembered.

    Args:
        signals: measurements for the question.
        event: measurements for the event's words.
        rows: rows to judge.
        anchor: the event, and the side of it that is asked for.
    """
    times = signals.mind.column("times")
    fit = np.where(np.isnan(times) | ~signals.live, np.float32(0), event.keywords)
    best = int(fit.argmax())
    if not fit[best] > 0 or coverage(event.matches, [best])[best] < _REMEMBERED:
        return np.zeros(len(rows), dtype=np.float32)
    with np.errstate(invalid="ignore"):  # ties count on either side: the event's own memory may be the answer
        right = times[rows] <= times[best] if anchor.side < 0 else times[rows] >= times[best]
    side: Scores = right.astype(np.float32)
    return side
