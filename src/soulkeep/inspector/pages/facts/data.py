"""Data of the page on facts: chains of superseding facts, times of validity, conflicts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from soulkeep.lang.statements import SINGLE
from soulkeep.types.records import Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class Chain:
    """Facts each of which superseded the one before: "home: Leeds, then York".

    Attributes:
        facts: the facts, oldest first; the last one is valid, unless it ended, too.
        conflicts: ids of other valid facts that contradict it.
    """

    facts: tuple[Fact, ...]
    conflicts: tuple[str, ...] = ()

    @property
    def last(self) -> Fact:
        """Return the last fact, which none supersedes."""
        return self.facts[-1]


def chains_of(facts: Sequence[Fact], holding: Collection[str]) -> list[Chain]:
    """Return the chains of facts, ordered by subject and relation.

    Args:
        facts: all facts, including past ones.
        holding: ids of the facts valid now.
    """
    by_id = {fact.id: fact for fact in facts}
    behind: dict[str, list[Fact]] = {}
    for fact in facts:
        if fact.superseded in by_id and fact.superseded != fact.id:
            behind.setdefault(fact.superseded or "", []).append(fact)
    lasts = [fact for fact in facts if fact.superseded not in by_id or fact.superseded == fact.id]
    clashes = conflicts_of([fact for fact in facts if fact.id in holding or not fact.holds])
    chains = [
        Chain(facts=tuple(_line(last, behind)), conflicts=tuple(sorted(clashes.get(last.id, ())))) for last in lasts
    ]
    return sorted(chains, key=lambda chain: (chain.last.subject.casefold(), chain.last.relation, _began(chain.last)))


def _line(last: Fact, behind: dict[str, list[Fact]]) -> list[Fact]:
    """Return a fact and all that it superseded, directly or not, oldest first."""
    line_facts, open_, seen = [last], [last], {last.id}
    while open_:
        for fact in behind.get(open_.pop().id, ()):
            if fact.id not in seen:
                seen.add(fact.id)
                line_facts.append(fact)
                open_.append(fact)
    return sorted(line_facts, key=lambda fact: (fact is last, _began(fact)))


def conflicts_of(facts: Iterable[Fact]) -> dict[str, set[str]]:
    """Return the conflicts between facts: a fact denied by another, or several values where only one is possible.

    Args:
        facts: the valid facts, and those that deny something.
    """
    groups: dict[tuple[str, str], list[Fact]] = {}
    for fact in facts:
        if fact.until is None and fact.superseded is None:
            groups.setdefault((fact.subject.casefold(), fact.relation), []).append(fact)
    clashes: dict[str, set[str]] = {}
    for (_, relation), group in groups.items():
        for at, one in enumerate(group):
            for other in group[at + 1 :]:
                same = one.value.casefold() == other.value.casefold()
                both = one.holds and other.holds
                if (same and one.holds != other.holds) or (both and not same and is_single(relation)):
                    clashes.setdefault(one.id, set()).add(other.id)
                    clashes.setdefault(other.id, set()).add(one.id)
    return clashes


def is_single(relation: str) -> bool:
    """Return whether a relation has one value at a time."""
    return relation in SINGLE or relation.startswith("favourite ")


@dataclass(frozen=True, slots=True, kw_only=True)
class Axis:
    """The time axis of bars of validity, in seconds since the epoch."""

    first: float
    last: float

    def place(self, time: datetime | None, *, unknown: float) -> float:
        """Return the position of a time, 0…100 %."""
        if time is None:
            return unknown
        return min(100.0, max(0.0, 100 * (time.timestamp() - self.first) / (self.last - self.first)))

    def moment(self, place: float) -> float:
        """Return the time at a position, 0…100 %."""
        return self.first + (self.last - self.first) * place / 100

    def bar(self, fact: Fact) -> tuple[float, float]:
        """Return start and width of a fact's bar, in per cent."""
        begins = self.place(fact.since, unknown=0.0)
        return begins, max(0.0, self.place(fact.until, unknown=100.0) - begins)


def axis_of(facts: Iterable[Fact], now: datetime) -> Axis:
    """Return the axis from the first fact until now, at least a day."""
    last = now.timestamp()
    first = min((fact.since.timestamp() for fact in facts if fact.since is not None), default=last)
    return Axis(first=min(first, last - 86_400), last=last)


def matches(chain: Chain, sought: str) -> bool:
    """Return whether a chain contains a text, in any case."""
    words = sought.casefold().split()
    texts = [f"{fact.subject} {fact.relation} {fact.value} {fact.told_by}".casefold() for fact in chain.facts]
    return all(any(word in text for text in texts) for word in words)


def _began(fact: Fact) -> float:
    return float("-inf") if fact.since is None else fact.since.timestamp()
