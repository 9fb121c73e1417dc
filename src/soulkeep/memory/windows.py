"""Condensing windows as they leave the short-term memory: by a language model, or by rules.

While the model fails, rules stand in: their results are provisional, and the window is condensed anew once the model is
back, after however many tries. Nothing is lost meanwhile, and nobody waits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from soulkeep.errors import BudgetSpent, ChatError, ChatUnavailable
from soulkeep.memory import condense
from soulkeep.memory.by_model import Stretch, memory_messages
from soulkeep.memory.cascade import undo
from soulkeep.memory.checkpoint import CONDENSED
from soulkeep.memory.consolidate import mergeable, merged, twin
from soulkeep.memory.entries import PROVISIONAL
from soulkeep.memory.facts import KnownFacts, read_claims, stands, stated_of, take_in
from soulkeep.memory.people import called
from soulkeep.memory.short_term import so_far
from soulkeep.memory.statuses import PLANNED
from soulkeep.memory.steps import Steps
from soulkeep.models.chat.structured import answer
from soulkeep.search.index import index, unpacked
from soulkeep.stores.rows import Entry, Impulse, PlacedEntry
from soulkeep.types.records import BLEND, DERIVED, FACT, SUMMARY, TURN

_BATCH = 64

_SETTLED = 60 * 86_400.0
"""Seconds for which a plan whose day is past is still shown to a model, which says what became of it."""

_STANDING = 0.3
"""Bonus in similarity (cosine) of facts that still hold, when a model is shown some of many."""


class Made(NamedTuple):
    """The memories and changes that a window becomes."""

    added: list[Entry]
    changed: dict[int, dict[str, Any]]
    impulses: tuple[Impulse, ...] = ()
    removed: tuple[int, ...] = ()


def _unsettled(entry: Entry, then: float) -> bool:
    """Return whether a fact holds at a moment, or was a plan whose outcome nobody has told yet."""
    if entry.ended is None or entry.ended > then:
        return True
    data = stated_of(entry)
    return data.status == PLANNED and not data.over and entry.ended > then - _SETTLED


class Condensing(Steps):
    """The part of the work that condenses windows."""

    _refused = False
    """Whether the language model was reachable when it failed last."""

    @property
    def _called(self) -> str:
        """The person's name."""
        return called(self._store, self._work.key) or self._person

    def _lost(self, items: int) -> None:
        """Count the items of a model's answer that could not be used."""
        if items and self._runtime.models is not None:
            self._runtime.models.ledger.lost("memory", items)

    def _window_size(self) -> int:
        """Return the approximate number of turns in a window. A model can summarise more at once than rules."""
        size = self._settings.window_turns
        return size + size // 2 if self._by_model else size

    def _condense(self) -> float | None:
        """Condense the windows that are ready; return when to look again."""
        while True:
            turns = self._store.select(self._work.partition, [TURN], after=self._marks.mark)
            now = self._now()
            windows = condense.windows(
                turns, self._marks.done, now, self._settings, own=self._own, size=self._window_size(), over=self._over
            )
            if not windows.ripe:
                if (windows.mark, windows.done) != (self._marks.mark, self._marks.done) and turns:
                    self._marks.mark, self._marks.done = windows.mark, dict(windows.done)
                    self._advance([], {})
                return None if windows.wait is None else now + windows.wait
            for session, window in windows.ripe[:_BATCH]:  # so that a long chat isn't read again for each window
                if not self._may_ask() and not self._away:
                    return self._marks.after
                self._pace()
                summary = self._window(window)
                if summary is None:
                    return self._marks.after
                self._marks.condensed(session, window[-1].seq, before=min(windows.mark, window[0].seq - 1))
                self._store_made(summary)

    def _condense_again(self) -> float | None:
        """Condense windows again that rules stood in for, or whose summaries were deleted; return when to look again,
        None if nothing is left."""
        while self._marks.windows:
            self._pace()
            window = self._fetched(self._marks.windows[0])
            if not self._may_ask():
                if self._away:
                    self._stand_in()
                return self._marks.after
            summary = self._window(window, again=True)
            first, *rest = self._marks.windows
            if summary is None:
                if self._refused:  # the model may refuse just this window
                    self._marks.windows = [*rest, first]
                    self._advance([], {})
                continue  # the time to ask again is noted
            self._marks.windows = sorted(rest, key=min)  # each is given what those before it said
            self._marks.unfelt = [seq for seq in self._marks.unfelt if seq != first[0]]
            self._store_made(summary)
        return None

    def _stand_in(self) -> None:
        """Let rules condense what waits and wasn't condensed yet."""
        for seqs in self._marks.windows:
            window = self._fetched(seqs)
            if window and not self._summaries_of(window):
                self._store_made(self._provisional(window))

    def _fetched(self, seqs: Sequence[int]) -> list[PlacedEntry]:
        """Return the turns of a window that still exist."""
        entries = self._store.fetch(self._work.partition, seqs)
        return [PlacedEntry(self._work.partition, seq, entries[seq]) for seq in sorted(entries)]

    def _store_made(self, summary: Made) -> None:
        self._advance(summary.added, summary.changed, summary.impulses, removed=summary.removed)

    def _window(self, window: Sequence[PlacedEntry], *, again: bool = False) -> Made | None:
        """Condense a window; return None if the language model is to be asked again later."""
        window = [place for place in window if place.entry.forgotten is None]
        summaries: list[Made | None] = []
        with self._passing_over(CONDENSED, [place.seq for place in window]):
            summaries.append(self._made(window, again=again))
        return summaries[0] if summaries else Made([], {})

    def _made(self, window: Sequence[PlacedEntry], *, again: bool) -> Made | None:
        if not condense.worth_it(window, anything=self._by_model):
            return Made([], {})
        if not self._by_model:
            return self._by_rules(window)
        if self._may_ask():
            try:
                return self._remembered(window, again=again)
            except ChatError as error:
                self._refused = not isinstance(error, ChatUnavailable | BudgetSpent)
                self._failed(error)
        if not self._away or again:
            return None
        self._marks.windows = [*self._marks.windows, [place.seq for place in window]]
        self._marks.unfelt = [*self._marks.unfelt, window[0].seq]
        return self._provisional(window)

    # -- by a language model

    def _remembered(self, window: Sequence[PlacedEntry], *, again: bool) -> Made:
        """Condense a window by a language model, in one call.

        Raises:
            ChatError: the language model failed.
        """
        from soulkeep.memory.outcome import outcome
        from soulkeep.memory.schemas import Remembered

        removed, changed = self._undone(window) if again else ({}, {})
        stretch = self._stretch(window, {*removed})
        seen, author = self._asked(lambda chat: answer(chat, memory_messages(stretch), Remembered))
        now = self._now()
        remembered = outcome(
            seen, stretch, own=self._own, person=self._person, author=author, now=now, settings=self._settings
        )
        self._lost(remembered.malformed)
        self._marks.weight += remembered.importance * len(window) / 2
        for seq, values in remembered.changed.items():
            changed.setdefault(seq, {}).update(values)
        added = [remembered.summary, *remembered.added]
        added += self._blended(remembered.summary, now, changed)
        felt = again and window[0].seq not in self._marks.unfelt  # feelings are counted once
        moved = () if felt else remembered.impulses
        return Made(added, changed, moved, tuple(removed))

    def _stretch(self, window: Sequence[PlacedEntry], gone: set[int]) -> Stretch:
        key, settings = self._work.key, self._settings
        first, session = window[0], window[0].entry.session
        before = self._store.last(key, settings.model_context, kind=TURN, session=session, before=first.seq)
        names = {place.entry.speaker for place in (*window, *before) if place.entry.speaker in self._own}
        person = self._called
        shown = {self._person: person} | {name: self._row.name for name in names if name}
        earlier = so_far(self._store, key, session, before=first.seq, language=first.entry.language, settings=settings)
        return Stretch(
            name=self._row.name,
            person=person,
            called=shown,
            window=window,
            before=[place.entry for place in before if place.entry.forgotten is None],
            earlier=earlier.text,
            told=earlier.by,
            known=self._known(window, gone),
            words=settings.running_words,
        )

    def _known(self, window: Sequence[PlacedEntry], gone: set[int]) -> list[PlacedEntry]:
        """Return the facts that held when a window was said, oldest first; of many, those most similar to it."""
        first = window[0]
        then = first.entry.time if first.entry.time is not None else first.entry.stored
        last = window[-1].entry.time
        places = [
            place
            for place in self._in_force(FACT)
            if place.seq not in gone
            and not place.entry.details.get(PROVISIONAL)  # provisional memories aren't evidence
            and (place.entry.base is None or place.entry.base < first.seq)
            and stated_of(place.entry).holds
            and (last is None or place.entry.time is None or place.entry.time <= last)  # the window may be older
            and _unsettled(place.entry, then)
        ]
        most = self._settings.model_known
        if len(places) <= most:
            return places
        near = self._nearness(window, [place.seq for place in places])
        lasting = [near[at] + (_STANDING if stands(place.entry, then) else 0.0) for at, place in enumerate(places)]
        order = sorted(range(len(places)), key=lambda at: (-lasting[at], -places[at].seq))[:most]
        return [places[at] for at in sorted(order)]

    def _nearness(self, window: Sequence[PlacedEntry], facts: Sequence[int]) -> Sequence[float]:
        """Return each fact's similarity to the most similar turn of a window."""
        partition = self._partition()
        if partition is None:
            return [0.0] * len(facts)
        with partition.lock:
            seqs = partition.seqs[: partition.size]
            rows = np.searchsorted(seqs, facts).clip(max=max(partition.size - 1, 0))
            turns = np.searchsorted(seqs, [place.seq for place in window]).clip(max=max(partition.size - 1, 0))
            if not partition.size:
                return [0.0] * len(facts)
            alike = partition.singles(turns) @ partition.singles(rows).T
            near: list[float] = alike.max(axis=0).tolist()
        return near

    # -- by rules

    def _by_rules(self, window: Sequence[PlacedEntry]) -> Made:
        """Condense a window by rules: a summary only."""
        now = self._now()
        summary = condense.by_rules(window, own=self._own, now=now, settings=self._settings)
        changed: dict[int, dict[str, Any]] = {}
        if summary is None:
            return Made([], changed)
        return Made([summary, *self._blended(summary, now, changed)], changed)

    def _provisional(self, window: Sequence[PlacedEntry]) -> Made:
        """Condense a window by rules while the language model is away: a summary and facts, until it is back."""
        now = self._now()
        # What a model judged, no rule overrules.
        known_facts = KnownFacts(
            lambda: [
                place
                for place in self._store.select(self._work.partition, [FACT])
                if not stated_of(place.entry).by_model
            ]
        )
        summary: Entry | None = None
        with self._passing_over():  # it will be condensed anew anyway
            for place in window:
                for claim in read_claims(place.entry, self._own, self._pace_within)[0]:
                    take_in(known_facts, claim, place, now=now)
            summary = condense.by_rules(window, own=self._own, now=now, settings=self._settings)
        facts, changed = known_facts.settled()
        added = [*facts, *([summary] if summary else [])]
        for entry in added:
            entry.details = {**entry.details, PROVISIONAL: True}
        return Made(added, changed)

    def _undone(self, window: Sequence[PlacedEntry]) -> tuple[dict[int, Entry], dict[int, dict[str, Any]]]:
        """Return what is removed because a window is condensed anew, and what changes with that."""
        ids = {place.entry.id for place in window}
        derived = self._store.select(self._work.partition, DERIVED)
        provisional = [place for place in derived if place.entry.details.get(PROVISIONAL)]
        left = {
            place.seq: [id for id in place.entry.details.get("turns", ()) if id not in ids] for place in provisional
        }
        entries = {place.seq: place.entry for place in provisional if not left[place.seq]}
        undone = undo(derived, {seq: entry.id for seq, entry in entries.items()}, {})
        removed = {**entries, **undone.removed}
        changed = {seq: dict(values) for seq, values in undone.changed.items() if seq not in removed}
        for place in provisional:
            if place.seq not in removed and len(left[place.seq]) < len(place.entry.details["turns"]):
                changed.setdefault(place.seq, {})["details"] = {**place.entry.details, "turns": left[place.seq]}
        return removed, changed

    def _summaries_of(self, window: Sequence[PlacedEntry]) -> list[PlacedEntry]:
        ids = {place.entry.id for place in window}
        places = self._store.select(self._work.partition, [SUMMARY])
        return [place for place in places if not ids.isdisjoint(place.entry.details["turns"])]

    # -- long-term memory

    def _blended(self, summary: Entry, now: float, changed: dict[int, dict[str, Any]]) -> list[Entry]:
        """Merge a summary with an older one that says the same, if there is one; return the blend."""
        index([summary], self._runtime.embeddings.embedder)
        with self._passing_over():
            blend = self._consolidated(summary, now, changed)
            if blend is not None:
                summary.superseded = blend.id
                return [blend]
        return []

    def _consolidated(self, summary: Entry, now: float, changed: dict[int, dict[str, Any]]) -> Entry | None:
        partition, vector = self._partition(), unpacked(summary)
        if partition is None or vector is None:
            return None
        with partition.lock:
            alike = twin(partition, (SUMMARY, BLEND), vector, self._settings)
        entries = self._store.fetch(self._work.partition, [seq for seq, _ in alike])
        for seq, similarity in alike:
            old = entries.get(seq)
            if old is None or "summary" not in old.details or not mergeable(old, summary, similarity, self._settings):
                continue
            place = PlacedEntry(self._work.partition, seq, old)
            blend = merged(
                place, PlacedEntry(self._work.partition, 0, summary), own=self._own, now=now, settings=self._settings
            )
            changed.setdefault(seq, {})["superseded"] = blend.id
            return blend
        return None
