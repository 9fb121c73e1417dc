"""The background work on stored turns: extracting facts, condensing windows, consolidating, reflecting.

It works on one partition at a time, in steps. The outcome of a step and the progress are stored in one transaction, so
after a crash only that step is repeated. What a language model fails at is tried again later, and visible meanwhile;
the turns themselves are safe whatever happens here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from soulkeep.errors import BudgetSpent, ChatError, ChatUnavailable
from soulkeep.extras import GRAPH, has
from soulkeep.lang.owners import world_of
from soulkeep.memory import reflect
from soulkeep.memory.by_model import reflection_messages
from soulkeep.memory.cascade import Todo, undo
from soulkeep.memory.checkpoint import BATCH, CONDENSED, HEARD, RESTATED, STATED, unread_of
from soulkeep.memory.consolidate import repeated, said_before, twin, worth_counting
from soulkeep.memory.entries import LEFT_OUT, UNDERSTOOD, is_copy
from soulkeep.memory.excerpts import excerpts
from soulkeep.memory.facts import MOST_CLAIMS, KnownFacts, claims, read_claims, take_in
from soulkeep.memory.feelings import felt_at, impulses
from soulkeep.memory.windows import Condensing
from soulkeep.models.chat.structured import answer
from soulkeep.search.index import index, unpacked
from soulkeep.stores.rows import Again, Entry, Impulse, Members, PlacedEntry, Unread
from soulkeep.telemetry import log
from soulkeep.threads.pace import Stopped
from soulkeep.types.records import BLEND, DERIVED, FACT, INSIGHT, SUMMARY, TURN

if TYPE_CHECKING:  # imported where used, so that characters without RDF needn't wait for it
    from soulkeep.graph.episodes.listener import Listeners
    from soulkeep.graph.knowledge import Knowledge

_TOLD, _CONCLUDED = 40, 20
"""Most summaries (and turns without one), and most earlier insights, that a language model reflects on."""

_LONGEST_REST = 86_400.0
"""Most seconds until something that failed through a fault of ours is retried."""

_SAME_INSIGHT = 0.93
"""Similarity (cosine) from which a new insight replaces an old one."""


@dataclass(slots=True)
class _Repetitions:
    """Memories made of what somebody says repeatedly, by what they repeat.

    Attributes:
        stored: sequence numbers of those in force; None until they are read, once for many turns.
        made: the latest one that isn't stored yet.
    """

    stored: dict[Any, list[int]] | None = None
    made: dict[Any, Entry] = field(default_factory=dict)


class Enrichment(Condensing):
    """The work on one partition, while this process holds it."""

    _listeners: tuple[Knowledge, Listeners] | None = None

    def run(self) -> float | None:
        """Do all the work that is due.

        Returns:
            When there is more to do, in seconds since the epoch; None if nothing is left.

        Raises:
            Lost: another process holds the partition now. Nothing was stored twice.
        """
        if world_of(self._work.key.owner) is not None:
            # What was amended there is done with; of lore, which nobody lived, nothing is made.
            self._go_again(self._store.again(self._work.partition))
            return None
        self._try_skipped_again()
        waiting = self._catch_up()
        if self._marks.weight >= self._settings.reflect_above > 0 and self._may_ask():
            self._try_to_reflect()
        self._put_off_skipped()
        times = (self._marks.after, self._marks.reflect_after, self._marks.retry_after)
        again = [time for time in (waiting, *(time for time in times if time > self._now())) if time]
        return min(again, default=None)

    def _try_skipped_again(self) -> None:
        """Retry what failed through a fault of soulkeep's once that is due, or once every conversation is over: it may
        be fixed."""
        marks = self._marks
        if not marks.skipped or (marks.retry_after > self._now() and not self._over):
            return
        skipped, marks.skipped, marks.retry_after = marks.skipped, {}, 0.0
        heard = [seq for seqs in skipped.get(HEARD, ()) for seq in seqs]
        marks.heard = min([marks.heard, *(seq - 1 for seq in heard)])
        marks.windows = sorted([*marks.windows, *skipped.get(CONDENSED, ())], key=min)
        marks.unfelt = [*marks.unfelt, *(min(seqs) for seqs in skipped.get(CONDENSED, ()))]
        for stage in (STATED, RESTATED):
            turns = self._fetched([seq for seqs in skipped.get(stage, ()) for seq in seqs])
            self._state(turns, pace=self._hold_on, stage=stage)

    def _put_off_skipped(self) -> None:
        """Note when to retry what failed through a fault of soulkeep's, or that nothing failed."""
        marks = self._marks
        if marks.skipped and marks.retry_after <= self._now():
            marks.tries += 1
            marks.retry_after = self._now() + min(_LONGEST_REST, 15.0 * 2.0 ** min(marks.tries, 20))
            self._advance([], {})
        elif marks.tries and not marks.skipped:
            marks.tries, marks.retry_after, marks.error = (
                0,
                0.0,
                marks.error if marks.attempts or marks.unreflected else "",
            )
            self._advance([], {})

    def _try_to_reflect(self) -> None:
        """Reflect, or note when to try again; windows are condensed meanwhile."""
        marks = self._marks
        if marks.reflect_after > self._now():
            return
        try:
            self._reflect()
        except BudgetSpent as error:
            self._failed(error)
        except ChatError as error:
            marks.error = error.message
            marks.unreflected += 1
            marks.reflect_after = self._later(marks.unreflected)
            self._advance([], {})

    def look_through(self, unread: Unread | None = None) -> None:
        """Extract the facts of what was said last. If `unread` is given, nothing else is to be done, and the work is
        released with the last step."""
        turns, noted = unread or unread_of(self._store, self._work)
        self._go_again(noted)
        while turns:
            more = len(turns) == BATCH
            self._state(turns, pace=self._pace, last=unread is not None and not more)
            turns = unread_of(self._store, self._work, after=self._marks.facts).memories if more else []

    def _catch_up(self) -> float | None:
        """Do all work except reflection; return when to look again, None if nothing is left."""
        self.look_through()
        while self._understand():
            pass
        again = [self._condense_again(), self._condense()]
        return min((time for time in again if time), default=None)

    # -- understanding

    def _understand(self) -> bool:
        """Understand turns stored before the character knew what they speak of; return whether there were any."""
        knowing = ",".join(graph.digest for graph in self._store.graphs(self._work.key.owner))
        if not knowing or not has(GRAPH):
            return False
        if knowing != self._marks.knowing:
            self._marks.knowing, self._marks.heard = knowing, 0
            _, [head] = self._store.heads([self._work.key])
            self._marks.until = head.seq if head else 0
        turns = self._store.select(self._work.partition, [TURN], after=self._marks.heard, limit=BATCH)
        listeners = self._listening() if turns else None
        if listeners is None:
            return False
        from soulkeep.graph.episodes.hearing import understanding_stored

        changed: dict[int, dict[str, Any]] = {}
        heard = self._marks.heard
        broken_off: Exception | None = None
        for place in turns:
            listener, before = listeners.of(place.entry), understanding_stored(place.entry)
            if before is not None and (before.entities or place.seq > self._marks.until):
                listener.follow([place.entry])
            else:
                try:
                    self._pace()
                except Exception as error:  # work done so far is kept
                    broken_off = error
                    break
                with self._passing_over(HEARD, [place.seq]):
                    if listener.hear(place.entry) not in (None, before):
                        changed[place.seq] = {"details": Members({UNDERSTOOD: place.entry.details[UNDERSTOOD]})}
            heard = place.seq
        if heard > self._marks.heard:
            self._marks.heard = heard
            self._advance([], changed)
        if broken_off is not None:
            raise broken_off
        return True

    def _listening(self) -> Listeners | None:
        """Return the listener that interprets turns in the light of those before; None if the character knows no
        RDF."""
        from soulkeep.graph.episodes.listener import CONTEXT, Listeners

        knowledge = self._runtime.graph_cache.library.of(self._work.key.owner)
        if knowledge is None:
            return None
        if self._listeners is None or self._listeners[0] is not knowledge:
            first = max(0, self._marks.heard - 8 * CONTEXT)
            last = self._store.select(self._work.partition, [TURN], after=first, limit=8 * CONTEXT)
            entries = [place.entry for place in last if place.seq <= self._marks.heard]
            own = Listeners(knowledge, self._own, lambda session: [e for e in entries if e.session == session])
            self._listeners = (knowledge, own)
        return self._listeners[1]

    # -- facts and repetitions

    def _state(
        self, turns: Sequence[PlacedEntry], *, pace: Callable[[], None], stage: str = STATED, last: bool = False
    ) -> None:
        """Store what turns state and repeat, and, the first time, the feelings they move; if this is the `last` step,
        release the work with it."""
        if not turns:
            return
        now = self._now()
        known_facts = KnownFacts(lambda: self._store.select(self._work.partition, [FACT]))
        added: list[Entry] = []
        changed: dict[int, dict[str, Any]] = {}
        moved: list[Impulse] = []
        before, repetitions = self._said_before(turns), _Repetitions()
        seen: int | None = None
        broken_off: Exception | None = None
        for place in turns:
            try:
                pace()
            except Exception as error:  # work done so far is kept, or short periods would achieve nothing
                broken_off = error
                break
            try:
                with self._passing_over(stage, [place.seq]):
                    self._restate(place, known_facts, before, now, repetitions, added, changed)
                    # Overheard turns move no feelings here, and no turn moves them twice.
                    if stage == STATED and not self._by_model and not self._of_others(place.entry):
                        moved += self._impulses(place.entry)
                        if place.entry.forgotten is None:
                            self._marks.weight += place.entry.importance
            except Stopped as error:  # stopped within this turn: nothing was made of it yet
                broken_off = error
                break
            seen = place.seq
        if seen is not None:
            facts, corrections = known_facts.settled()
            self._marks.facts = max(self._marks.facts, seen)
            self._advance([*facts, *added], {**corrections, **changed}, moved, last=last)
        if broken_off is not None:
            raise broken_off

    def _restate(
        self,
        place: PlacedEntry,
        facts: KnownFacts,
        before: Mapping[int, Sequence[int]],
        now: float,
        repetitions: _Repetitions,
        added: list[Entry],
        changed: dict[int, dict[str, Any]],
    ) -> None:
        """Take in what a turn states and repeats; doing it again makes no difference."""
        if not self._by_model:
            stated, more = read_claims(place.entry, self._own, self._pace_within)
            for claim in stated:
                take_in(facts, claim, place, now=now)
            self._leave_out(place, more, changed)
        if not self._of_others(place.entry) and place.entry.forgotten is None:
            self._repetition(before.get(place.seq, []), now, repetitions, added, changed)
        added += excerpts(place, words=self._settings.passage_words, now=now)

    def _leave_out(self, place: PlacedEntry, claims: int, changed: dict[int, dict[str, Any]]) -> None:
        """Note at a turn how many of its claims exceed the limit, so that whoever looks at it sees that."""
        before = place.entry.details.get(LEFT_OUT, 0)
        if claims == before:
            return
        changed.setdefault(place.seq, {})["details"] = Members({LEFT_OUT: claims})
        self._marks.left_out += claims - before
        if claims:
            log().warning(
                "A turn states more than %d facts: %d are left out. Its words are kept, and found as ever.",
                MOST_CLAIMS,
                claims,
            )

    def _of_others(self, entry: Entry) -> bool:
        """Return whether somebody other than the character said a turn."""
        return entry.speaker in self._own or is_copy(entry)

    def _impulses(self, entry: Entry) -> tuple[Impulse, ...]:
        return impulses(entry.text, felt_at(entry.stored, entry.time), self._settings)

    def _said_before(self, turns: Sequence[PlacedEntry]) -> dict[int, list[int]]:
        """Return, for each turn of the others, the earlier ones that say much the same."""
        partition = self._partition()
        if partition is None:
            return {}
        with partition.lock:
            return said_before(partition, [place.seq for place in turns if place.entry.speaker not in self._own])

    def _repetition(
        self,
        seqs: Sequence[int],
        now: float,
        repetitions: _Repetitions,
        added: list[Entry],
        changed: dict[int, dict[str, Any]],
    ) -> None:
        """Make a memory of what somebody says repeatedly, replacing the one made of it before."""
        if not worth_counting(len(seqs), self._settings):
            return
        entries = self._store.fetch(self._work.partition, seqs)
        places = [PlacedEntry(self._work.partition, seq, entries[seq]) for seq in seqs if seq in entries]
        blend = repeated(places, now=now, settings=self._settings)
        if blend is None:
            return
        first = blend.details["repeated"]
        if repetitions.stored is None:
            repetitions.stored = {}
            for old in self._store.select(self._work.partition, [BLEND]):
                if old.entry.superseded is None:
                    repetitions.stored.setdefault(old.entry.details.get("repeated"), []).append(old.seq)
        for seq in repetitions.stored.get(first, ()):
            changed[seq] = {"superseded": blend.id}
        if (blend_made := repetitions.made.get(first)) is not None:
            blend_made.superseded = blend.id
        repetitions.made[first] = blend
        added.append(blend)

    # -- once more

    def _go_again(self, noted: Sequence[Again]) -> None:
        """Go again through what rests on memories that were amended or deleted."""
        if not noted:
            return
        now, todo = self._now(), Todo.of(noted)
        entries = self._store.fetch(self._work.partition, todo.gone)
        stated = {entry.id: claims(entry) for entry in entries.values() if entry.kind == TURN}
        # Other workers may meanwhile have made something from the old text.
        undone = undo(self._store.select(self._work.partition, DERIVED), todo.gone, stated)
        todo = todo.and_also(undone.todo)
        known_facts = KnownFacts(lambda: [place for place in undone.left if place.entry.kind == FACT])
        turns = [place for place in self._turns(todo.turns) if place.seq <= self._marks.facts]
        before, repetitions = self._said_before(turns), _Repetitions()
        added: list[Entry] = []
        changed = {seq: dict(values) for seq, values in undone.changed.items()}
        for place in turns:
            self._hold_on()
            with self._passing_over(RESTATED, [place.seq]):
                self._restate(place, known_facts, before, now, repetitions, added, changed)
        facts, corrections = known_facts.settled()
        for seq, values in corrections.items():
            changed.setdefault(seq, {}).update(values)
        windows = [[place.seq for place in self._turns(window)] for window in todo.windows]
        waiting = {seq for seqs in self._marks.windows for seq in seqs}
        fresh = [seqs for seqs in windows if seqs and waiting.isdisjoint(seqs)]
        self._marks.windows = sorted([*self._marks.windows, *fresh], key=min)
        if todo.reflect:
            self._marks.weight = max(self._marks.weight, self._settings.reflect_above)
        self._advance([*facts, *added], changed, removed=undone.removed, again=noted[-1].number)

    def _turns(self, ids: Collection[str]) -> list[PlacedEntry]:
        """Return turns by their ids, in order, leaving out those that are gone."""
        places = [self._store.find(self._work.key, id) for id in ids]
        return sorted(
            (place for place in places if place is not None and place.entry.kind == TURN), key=attrgetter("seq")
        )

    # -- on demand

    def consolidate(self) -> list[Entry]:
        """Condense all that is left, treating every conversation as over; return the new summaries and blends.

        Raises:
            ChatError: the language model failed; it will be asked again.
        """
        before = {place.entry.id for place in self._store.select(self._work.partition, [SUMMARY, BLEND])}
        self._over = True
        self.run()
        if self._marks.attempts:
            raise ChatUnavailable(self._marks.error, hint="Nothing is lost: it is asked again.")
        after = self._store.select(self._work.partition, [SUMMARY, BLEND])
        return [place.entry for place in after if place.entry.id not in before]

    # -- reflection

    def reflect(self) -> list[Entry]:
        """Look through what was said, and reflect on it; return the new insights.

        Raises:
            ChatError: the language model failed.
        """
        self._catch_up()
        return self._reflect()

    def _reflect(self) -> list[Entry]:
        """Reflect on what was said lately; return the new insights.

        Raises:
            ChatError: the language model failed.
        """
        now = self._now()
        turns = [
            place
            for place in self._store.last(self._work.key, reflect.RECENT, kind=TURN)
            if place.entry.forgotten is None
        ]
        before = self._in_force(INSIGHT)[-_CONCLUDED:]
        superseded: dict[int, dict[str, Any]] = {}
        added: list[Entry] = []
        with self._passing_over():
            if self._by_model:
                from soulkeep.memory.schemas import Reflected

                material_before = self._in_force(SUMMARY, BLEND)[-_TOLD:]
                covered = {id for place in material_before for id in place.entry.details["turns"]}
                untold = [place for place in turns if place.entry.id not in covered][-_TOLD:]
                material = sorted([*material_before, *untold], key=lambda place: place.entry.time or 0.0)
                messages = reflection_messages(
                    self._row.name,
                    self._called,
                    [place.entry for place in material],
                    [place.entry for place in before],
                    self._runtime.clock.now(),
                    {self._person: self._called, self._row.id: self._row.name},
                )
                seen, author = self._asked(lambda chat: answer(chat, messages, Reflected))
                self._lost(seen.malformed)
                added, superseded = reflect.by_model(seen, material, before, now=now, author=author)
            else:
                insights = reflect.by_rules(
                    turns, self._in_force(FACT), person=self._person, now=now, pause=self._pace_within
                )
                added = [reflect.insight_entry(text, evidence, now=now, author="rules") for text, evidence in insights]
                self._marks.attempts = 0
        index(added, self._runtime.embeddings.embedder)
        new, changed = self._new_insights(added)
        self._marks.weight = self._marks.reflect_after = 0.0
        self._marks.unreflected = 0
        self._advance(new, {**changed, **superseded})
        return new

    def _new_insights(self, added: Sequence[Entry]) -> tuple[list[Entry], dict[int, dict[str, Any]]]:
        """Return the insights not known word for word, and the changes that replace very similar older ones."""
        before = self._store.select(self._work.partition, [INSIGHT, BLEND])
        texts = {place.entry.text for place in before if place.entry.superseded is None}
        new = [entry for entry in {entry.text: entry for entry in added}.values() if entry.text not in texts]
        changed: dict[int, dict[str, Any]] = {}
        partition = self._partition()
        if partition is None:
            return new, changed
        with partition.lock:
            alike = replace(self._settings, merge_above=_SAME_INSIGHT, merge_below=1.0)
            for entry in new:
                if (vector := unpacked(entry)) is not None:
                    for seq, _ in twin(partition, (INSIGHT,), vector, alike):
                        changed[seq] = {"superseded": entry.id}
        return new, changed
