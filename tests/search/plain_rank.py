"""The default score as its definition reads: a memory at a time, in plain loops. Slow, and plainly right."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from math import exp, log, log1p
from statistics import fmean
from typing import Any

import numpy as np
from numpy.typing import NDArray

from soulkeep.lang.classes import members
from soulkeep.lang.questions import asks_of_now, asks_of_past, asks_of_present, asks_when
from soulkeep.lang.terms import hash_terms, terms
from soulkeep.search.indexed_terms import ASKING, DATED, QUOTING, SUSPICIOUS, UNVERIFIED, fact_mark, time_marks
from soulkeep.search.rank import RankedQuestion
from soulkeep.search.signals import Signals
from soulkeep.search.weights import Weights

Parts = dict[str, float]


@dataclass(eq=False)
class Row:
    """A memory, and what a question finds of it."""

    at: int
    part: int
    place: tuple[int, int]
    speaker: int
    source: int
    kind: str
    time: float
    length: float
    boost: float
    previous: int
    following: int
    base: int
    live: bool
    forgotten: bool
    superseded: bool
    similarity: float
    retention: float
    vector: Any
    counts: Sequence[float]  # of each of the question's words; -1 where it isn't held

    @property
    def verbatim(self) -> bool:
        return self.live and self.base < 0 and not self.forgotten

    def holds(self, word: int) -> bool:
        return self.live and self.counts[word] >= 0


class PlainRank:
    """The ranking of a question, and each part of its scores, computed plainly."""

    def __init__(self, signals: Signals, asked: RankedQuestion, weights: Weights) -> None:
        self.signals, self.asked, self.weights, self.mind = signals, asked, weights, signals.mind
        self.rows = rows_of(signals)
        self.event: PlainRank | None = None
        self.holding: dict[str, NDArray[np.bool_]] = {}
        self.spoken: dict[tuple[str, ...], NDArray[np.bool_]] = {}
        self.resting: dict[int, list[Row]] = {}
        for row in self.rows:
            self.resting.setdefault(row.base, []).append(row)
        self.scale = [one.similarity for one in self.rows if one.verbatim]
        self.average = fmean([one.length for one in self.rows if one.base < 0] or [0.0]) or 1.0
        self.start = min((one.time for one in self.rows if one.time == one.time), default=0.0)
        self.telling = [match.telling for match in signals.matches]
        self.common = [match.common for match in signals.matches]
        self.bm25 = [self._bm25(row) for row in self.rows]
        self.top = max((self.bm25[row.at] for row in self.rows if row.verbatim), default=0.0)
        own = [self._meaning(row) + self._words(row) for row in self.rows]
        stated = [self._stated(row, own) for row in self.rows]
        self.fit = [one + other for one, other in zip(own, stated, strict=True)]
        cued = [self._cued(row) for row in self.rows]
        self.gained = list(zip(stated, cued, strict=True))
        self.fit = [one + other for one, other in zip(self.fit, cued, strict=True)]

    def has(self, row: Row, mark: str) -> bool:
        """Return whether a memory holds a mark or a word."""
        if mark not in self.holding:
            self.holding[mark] = self.mind.holding(hash_terms([mark]))
        return bool(self.holding[mark][row.at])

    def spoken_by(self, row: Row, names: Sequence[str]) -> bool:
        if tuple(names) not in self.spoken:
            self.spoken[tuple(names)] = self.mind.coded("speaker", names)
        return bool(self.spoken[tuple(names)][row.at])

    # -- fit

    def _bm25(self, row: Row) -> float:
        k1, b = self.signals.settings.bm25_k1, self.signals.settings.bm25_b
        return sum(
            telling * n * (k1 + 1) / (n + k1 * (1 - b + b * row.length / self.average))
            for telling, n, common in zip(self.telling, row.counts, self.common, strict=True)
            if n > 0 and not (common and self.mind.size >= 50)
        )

    def _meaning(self, row: Row) -> float:
        least, most = min(self.scale, default=0.0), max(self.scale, default=0.0)
        if not row.live or not most > least:
            return 0.0
        span = max(most - least, self.weights.meaning_floor)
        weight = self.weights.foreign_meaning if self.asked.foreign else self.weights.meaning
        return weight * min(max((row.similarity - least) / span, 0), 1)

    def _words(self, row: Row) -> float:
        most = sorted(self.telling, reverse=True)[:6]
        floor = self.weights.words_floor * (self.signals.settings.bm25_k1 + 1) * sum(most)
        top = max(self.top, floor, 1e-9)
        weight = self.weights.foreign_words if self.asked.foreign else self.weights.words
        return weight * min(self.bm25[row.at] / top, 1) if row.live else 0.0

    def _asked_for(self, row: Row) -> bool:
        fact, asker = self.asked.fact, self.asked.asker
        return (
            fact is not None and asker is not None and self.has(row, fact_mark(fact)) and self.spoken_by(row, [asker])
        )

    def _stated(self, row: Row, fit: Sequence[float]) -> float:
        facts = [
            1.05 if self._asked_for(one) else fit[one.at]
            for one in self.resting.get(row.at, ())
            if one.kind == "fact" and one.live
            if not (one.superseded or one.forgotten or self.has(one, UNVERIFIED))
        ]
        return max(0.0, self.weights.stated * max(facts, default=0.0) - fit[row.at])

    def _cued(self, row: Row) -> float:
        cues = [
            self.fit[one.at]
            for one in self.resting.get(row.at, ())
            if one.kind == "cue" and one.live and not one.forgotten
        ]
        return max(0.0, self.weights.cued * max(cues, default=0.0) - self.fit[row.at])

    # -- at a glance

    def lift(self, row: Row) -> float:
        """Return how much a memory lifts those around it."""
        return 0.0 if row.forgotten else self.fit[row.at]

    def first(self, row: Row) -> float:
        beside = [self.lift(self.rows[at]) for at in (row.previous, row.following) if at >= 0]
        lifted = self.weights.context * max([*beside, 0.0])
        return self.fit[row.at] + lifted + self._speaker(row) + sum(self._small(row).values())

    def _speaker(self, row: Row) -> float:
        asked, weights = self.asked, self.weights
        own = asked.asker is not None and self.spoken_by(row, [asked.asker])
        told = asked.told is not None and not self.spoken_by(row, [asked.told, ""])
        named = self.spoken_by(row, asked.named)
        return weights.own * own + weights.told * told + weights.named * named

    def less(self, row: Row) -> float:
        """Return how much less a memory is trusted."""
        if not self.asked.trusted:
            return 0.0
        first_hand = self.spoken_by(row, ["", *self.asked.trusted, *self.asked.named])
        return 0.5 if row.kind == "passage" else float(not first_hand)

    def _small(self, row: Row) -> Parts:
        settings, now = self.signals.settings, self.signals.now
        age = min(max((now - row.time) / max(now - self.start, 1), 0), 1)
        suspect = self.weights.suspect * self.has(row, SUSPICIOUS)
        return {
            "recency": settings.recency_weight * (exp(-4.6 * age * age) if row.time == row.time else 0.0),
            "importance": settings.importance_weight * row.boost,
            "retention": settings.retention_weight * (row.retention - 1),
            "trust": -self.weights.trust * self.less(row) - suspect,
        }

    # -- looked at closely

    def around(self, row: Row) -> list[tuple[Row, float]]:
        """Return the nearby memories, six to each side, and the distance in terms from middle to middle."""
        found: list[tuple[Row, float]] = []
        for side in ("previous", "following"):
            one, distance = row, 0.0
            for _ in range(6):
                if getattr(one, side) < 0:
                    break
                other = self.rows[getattr(one, side)]
                distance += one.length / 2 + other.length / 2
                found.append((other, distance))
                one = other
        return found

    def parts(self, row: Row) -> Parts:
        """Return all parts of scores that don't depend on which other memories come up."""
        asked, weights, near = self.asked, self.weights, self.around(row)
        found = {"meaning": self._meaning(row), "words": self._words(row)}
        found["stated"], found["cued"] = self.gained[row.at]
        reach, together = max(weights.context_reach, 1e-6), max(weights.together_reach, 1e-6)
        lifted = [self.lift(one) * exp(-far / reach) for one, far in near]
        found["context"] = weights.context * max([*lifted, 0.0])
        held = 0.0
        for n, telling in enumerate(self.telling):
            beside = [exp(-far / together) for one, far in near if one.holds(n) and not one.forgotten]
            held += telling * max([float(row.holds(n)), *beside])
        found["together"] = weights.together * held / (sum(self.telling) or 1)
        found["speaker"] = self._speaker(row)
        longest = len(terms(asked.text, asked.language)) + 8
        if self.has(row, ASKING):
            same = row.similarity > np.float32(0.8) and row.length <= longest
            told = weights.own_asking if found["speaker"] > 0 else weights.asking
            found["asking"] = -(weights.echo if same else told)
        found["detail"] = weights.detail * min(log1p(row.length) / log(20), 1)
        found["kinds"] = weights.kinds * self._kinds(row)
        found["time"] = self._time(row)
        derived = row.base >= 0
        found["derived"] = -weights.derived * derived
        found["unverified"] = -weights.unverified * (derived and self.has(row, UNVERIFIED))
        found["outdated"] = -weights.outdated * self._outdated(row)
        return found | self._small(row)

    def _kinds(self, row: Row) -> float:
        found = [0.0]
        for noun in self.asked.classes:
            things = members(noun)
            words = {*hash_terms(terms(" ".join(things), "en")).tolist()} if things else set()
            holding = np.zeros(self.mind.size, dtype=bool)
            for word in words:
                holding[self.mind.where(word).rows] = True
            share = holding.sum() / self.mind.size
            if words and 0 < share <= 0.3:
                found.append(min(1.0, -log(share) / 4) * holding[row.at])
        known = [one.at for one in self.rows if one.place in self.asked.of_class]
        if row.at in known and len(known) / self.mind.size <= 0.3:
            found.append(min(1.0, -log(len(known) / self.mind.size) / 4))
        return max(found)

    def _time(self, row: Row) -> float:
        asked, weights = self.asked, self.weights
        if asked.spans:
            fits = [0.0]
            for span in asked.spans:
                fits.append(0.7 * (span.start.timestamp() <= row.time < span.end.timestamp()))
                fits.append(float(any(self.has(row, mark) for mark in time_marks(span, finest=True))))
            return weights.time * max(fits)
        if asked.event is not None and asked.anchor is not None:
            if self.event is None:
                self.event = PlainRank(asked.event, self.asked, weights)
            event = self.event
            dated = [one for one in event.rows if one.live and one.time == one.time]
            if not dated:
                return 0.0
            best = max(dated, key=lambda one: (event.bm25[one.at], -one.at))
            share = sum(t for t, n in zip(event.telling, best.counts, strict=True) if n >= 0) / (
                sum(event.telling) or 1
            )
            if not event.bm25[best.at] > 0 or share < 0.6:
                return 0.0
            right = row.time <= best.time if asked.anchor.side < 0 else row.time >= best.time
            return weights.time * right
        return weights.dated * (asks_when(asked.text, asked.language) and self.has(row, DATED))

    def _outdated(self, row: Row) -> float:
        if asks_of_past(self.asked.text, self.asked.language):
            return 0.0
        top = max(*self.fit, 1e-9)
        about = [
            2.0 if self._asked_for(one) else min(max(self.fit[one.at] / top, 0), 1)
            for one in self.resting.get(row.at, ())
            if one.kind == "fact" and one.superseded
        ]
        return max(about, default=0.0)

    # -- beside each other

    def score(self, allowed: Collection[int], looks: int = 2) -> tuple[dict[int, Parts], dict[int, int]]:
        """Return the parts of the rows that are looked at, and for each the row that overtakes it."""
        asked, weights = self.asked, self.weights
        others = [row for row in self.rows if row.live and row.at not in allowed]
        looked = [*self._best([row for row in self.rows if row.at in allowed]), *self._best(others)]
        parts = {row.at: self.parts(row) for row in looked}

        def order(count: int | None = None) -> list[Row]:
            return sorted(looked, key=lambda row: -round(sum(parts[row.at].values()), 5))[:count]

        later: dict[int, int] = {}
        if asks_of_present(asked.text, asked.language):
            strength, later = self._overtaken(order(60), parts)
            if later and asks_of_now(asked.text, asked.language):
                for at, sure in strength.items():
                    parts[at]["overtaken"] = -weights.overtaken * sure
        again = dict.fromkeys(self._again(order(asked.count // 3)), -weights.again)
        for row in looked:
            if row.kind == "fact" and row.base in allowed and row.base in parts:
                again[row.at] = -weights.again
            if self.has(row, QUOTING):
                again[row.at] = min(again.get(row.at, 0.0), -weights.quoting)
        for at, taken in again.items():
            parts[at]["again"] = taken
        crowd = self._crowd(order(), asked.count // 3)
        if weights.crowd and crowd:
            if looks and len(crowd) >= 0.5 * len(looked):
                flood = self._flood([row for row in order() if row.at in crowd])
                return self.score({*allowed} - flood, looks - 1)
            for at in crowd:
                parts[at]["crowd"] = -weights.crowd
        return parts, later

    def _best(self, rows: Sequence[Row]) -> list[Row]:
        """Return the best rows; of equal ones, any. All of them stay in their order."""
        if len(rows) <= self.asked.count:
            return list(rows)
        return sorted(rows, key=lambda row: -self.first(row))[: self.asked.count]

    def _overtaken(self, order: Sequence[Row], parts: dict[int, Parts]) -> tuple[dict[int, float], dict[int, int]]:
        rows = [row for row in order if row.verbatim][:20]
        if len(rows) < 2:
            return {}, {}
        whole = sum(self.telling) or 1
        held = {r.at: sum(t for t, n in zip(self.telling, r.counts, strict=True) if n >= 0) / whole for r in rows}
        total = {row.at: sum(parts[row.at].values()) for row in rows}

        def after(one: Row, other: Row) -> bool:
            dated = one.time == one.time and other.time == other.time
            return one.time > other.time if dated else one.at > other.at

        strength, by = {}, {}
        for row in rows:
            rivals = {}
            for other in rows:
                alike = float(row.vector @ other.vector)
                rival = after(other, row) and other.speaker == row.speaker and alike >= 0.2
                answers = held[other.at] >= 0.5 * held[row.at] and held[other.at] > 0
                if rival and answers and total[other.at] >= 0.75 * total[row.at]:
                    rivals[other.at] = min(alike, 1.0)
            if rivals:
                strength[row.at] = max(rivals.values())
                by[row.at] = max(rivals, key=lambda at: sum(after(self.rows[at], one) for one in rows))
        return strength, by

    def _again(self, order: Sequence[Row]) -> list[int]:
        """Return the rows that repeat word for word a better one of the same speaker."""
        found = []
        for place, row in enumerate(order):
            same = [one for one in order[:place] if one.length == row.length and np.array_equal(one.vector, row.vector)]
            if same and row.similarity:
                found.append(row.at)
        return found

    def _same_source(self, one: Row, other: Row) -> bool:
        return (one.part, one.speaker, one.source) == (other.part, other.speaker, other.source)

    def _crowd(self, order: Sequence[Row], count: int) -> set[int]:
        found: set[int] = set()
        for best in (order[:count], order):
            told = [row for row in best if self.less(row) > 0]
            for place, row in enumerate(told):
                before = [
                    one for one in told[:place] if self._same_source(one, row) and one.vector @ row.vector >= 0.92
                ]
                if len(before) >= 3:
                    found.add(row.at)
            if len(found & {row.at for row in best}) < 0.5 * len(best):
                break
        return found

    def _flood(self, crowd: Sequence[Row]) -> set[int]:
        found: set[int] = set()
        for _ in range(4):
            left = [row for row in crowd if row.at not in found]
            if not left:
                break
            first = left[0]
            found |= {r.at for r in self.rows if self._same_source(r, first) and r.vector @ first.vector >= 0.92}
        return found


def rows_of(signals: Signals) -> list[Row]:
    """Return the memories of a mind."""
    mind = signals.mind
    kinds = {kind: mind.coded("kind", [kind]) for kind in ("turn", "passage", "fact", "cue", "summary", "blend")}
    held = [{int(row): float(n) for row, n in zip(m.rows, m.counts, strict=True)} for m in signals.matches]
    column: Callable[[str], Any] = mind.column
    return [
        Row(
            at=at,
            part=sum(at >= offset for offset in mind.offsets),
            place=(mind.place(at)[0].id, mind.place(at)[1]),
            speaker=int(column("speakers")[at]),
            source=int(column("sources")[at]),
            kind=next((kind for kind, mask in kinds.items() if mask[at]), ""),
            time=float(column("times")[at]),
            length=float(column("lengths")[at]),
            boost=float(column("boosts")[at]),
            previous=int(mind.neighbours("previous")[at]),
            following=int(mind.neighbours("following")[at]),
            base=int(mind.neighbours("bases")[at]),
            live=bool(column("live")[at]),
            forgotten=bool(column("forgotten")[at]),
            superseded=bool(column("superseded")[at]),
            similarity=float(signals.similarity[at]),
            retention=float(signals.retention[at]),
            vector=mind.vector(at),
            counts=[one.get(at, -1.0) for one in held],
        )
        for at in range(mind.size)
    ]
