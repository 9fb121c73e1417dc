"""A question to a mind, and what may come up at it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from soulkeep.search.filters import Filters
from soulkeep.search.query import Said

DEFAULT_PRESET = "soulkeep"
_ALL = Filters()


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question to a mind.

    Attributes:
        text: the question, or any text that memories should fit.
        language: ISO 639-1.
        now: the moment of asking.
        asker: the person who asks, if the question is about them.
        told: the person who asks, if the question is about what others told them.
        trusted: the character and the person it faces, whose own words are first-hand.
        k: number of hits; fewer only if fewer memories pass the filters and the budget.
        budget: estimated tokens of all hits at most; None for no limit.
        filters: which memories may come up.
        preset: name of the scoring formula.
        history: the turns before the question, oldest first.
        in_view: (partition id, sequence number) of memories that the asker has before them and needn't be told.
        of_class: (partition id, sequence number) of memories known to speak of members of a class that is asked for.
        outdated: whether superseded facts may come up, too.
        withheld: whether to tell what was held back.
    """

    text: str
    language: str
    now: datetime
    asker: str | None
    k: int
    told: str | None = None
    trusted: Collection[str] = ()
    budget: int | None = None
    filters: Filters = field(default_factory=Filters)
    preset: str = DEFAULT_PRESET
    history: Sequence[Said] = ()
    in_view: frozenset[tuple[int, int]] = frozenset()
    of_class: frozenset[tuple[int, int]] = frozenset()
    outdated: bool = False
    withheld: bool = True

    @property
    def asked(self) -> Question:
        """The question alone, whatever may come up at it."""
        return replace(self, k=1, budget=None, filters=_ALL, outdated=False, withheld=True)
