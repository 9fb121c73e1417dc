"""Times in a question: which memories happened then, or speak of then."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from soulkeep.mind.features import time_marks
from soulkeep.mind.view import Mind
from soulkeep.recall.signals import Rows, Scores, Signals, marked
from soulkeep.text.anchors import Anchor
from soulkeep.text.terms import hash_terms
from soulkeep.text.times import TimeSpan

SAID_THEN = 0.7
"""What having been said then counts, where speaking of then counts 1: on Monday people tell of the weekend."""


def time_fit(mind: Mind, rows: Rows, spans: Sequence[TimeSpan]) -> Scores:
    """How well each row fits one of some times, 0…1."""
    fit = np.zeros(len(rows), dtype=np.float32)
    times = mind.column("times")[rows]
    for span in spans:
        inside = (times >= span.start.timestamp()) & (times < span.end.timestamp())
        fit = np.maximum(fit, np.float32(SAID_THEN) * inside)
        spoken_of = marked(mind, hash_terms(time_marks(span, finest=True)))
        fit = np.maximum(fit, spoken_of[rows].astype(np.float32))
    return fit


def anchor_fit(signals: Signals, event: Signals, rows: Rows, anchor: Anchor) -> Scores:
    """Whether each row lies on the right side of an event, 0 or 1; all 0 where the event isn't remembered.

    Args:
        signals: what the question finds.
        event: what the event's words find.
        rows: to judge.
        anchor: the event, and on which side of it.
    """
    times = signals.mind.column("times")
    found = np.where(np.isnan(times) | ~signals.live, np.float32(0), event.keywords)
    if not len(found) or not found.max() > 0:
        return np.zeros(len(rows), dtype=np.float32)
    moment = times[int(found.argmax())]
    with np.errstate(invalid="ignore"):
        right = times[rows] < moment if anchor.side < 0 else times[rows] > moment
    side: Scores = right.astype(np.float32)
    return side
