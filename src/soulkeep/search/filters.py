"""Filters of a recall: which memories may come up, and the reason for those that may not."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from soulkeep.search.view import Mind
from soulkeep.types.records import EXCERPT, TURN


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """The memories to which a recall is limited.

    Attributes:
        kinds: kinds of memory; None for all. A turn too long to come to mind whole is shown by its excerpts.
        sources: `"lived"` and names of knowledge sources; None for all.
        since, until: time range, ends included; memories without a date are outside of any.
    """

    kinds: Collection[str] | None = None
    sources: Collection[str] | None = None
    since: datetime | None = None
    until: datetime | None = None

    @property
    def shown(self) -> Collection[str]:
        """The kinds, with the excerpts of turns that are too long."""
        kinds = self.kinds or ()
        return {*kinds, EXCERPT} if TURN in kinds else kinds

    def exclusions(self, mind: Mind) -> list[tuple[str, NDArray[np.bool_]]]:
        """Return for each filter that is set its reason in words and the rows it excludes."""
        exclusions: list[tuple[str, NDArray[np.bool_]]] = []
        if self.kinds is not None:
            exclusions.append(("other kind", ~mind.coded("kind", list(self.shown))))
        if self.sources is not None:
            exclusions.append(("other source", ~mind.coded("source", list(self.sources))))
        if self.since is not None or self.until is not None:
            times = mind.column("times")
            inside = ~np.isnan(times)
            if self.since is not None:
                inside &= times >= self.since.timestamp()
            if self.until is not None:
                inside &= times <= self.until.timestamp()
            exclusions.append(("outside the time range", ~inside))
        return exclusions
