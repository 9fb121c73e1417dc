"""One character facing one person: what observing, recalling and replying have in common."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from soulkeep.clock import require_aware
from soulkeep.errors import InputError, UnknownMemory
from soulkeep.extras import GRAPH, has
from soulkeep.judgement.talk import tongue
from soulkeep.lang.owners import world_of
from soulkeep.lang.questions import asking_part
from soulkeep.lang.selfhood import asks_what_was_told, speaks_of_self
from soulkeep.lang.validity import is_fit, require_name, require_new_name
from soulkeep.memory.audience import handed_out, heard_by_all, may_tell
from soulkeep.memory.entries import HEARD_BY, Answered
from soulkeep.memory.feelings import DAY, HOUR, bond_of, mood_of, of_impulse, set_to
from soulkeep.memory.perceive import perceive
from soulkeep.runtime import Runtime
from soulkeep.search.audience import discreet, widened
from soulkeep.search.cache import PartitionCache
from soulkeep.search.filters import Filters
from soulkeep.search.index import Progress, index
from soulkeep.search.overlay import Overlay
from soulkeep.search.presets import HITS, PRESETS
from soulkeep.search.query import Said
from soulkeep.search.recall import DEFAULT_PRESET, Place, Question, Recollection
from soulkeep.search.view import visible
from soulkeep.settings import Settings
from soulkeep.stores.base import CharacterRow, Entry, Found, Impulse, PartitionKey, Wake
from soulkeep.telemetry import Telemetry, Value
from soulkeep.types.records import TURN, Bond, Memory, Mood, Recall, Turn

if TYPE_CHECKING:  # imported where it is used: who knows no RDF needn't wait for it
    from soulkeep.graph.episodes.companion import Consideration
    from soulkeep.graph.episodes.past import Past
    from soulkeep.graph.knowledge import Knowledge
    from soulkeep.types.episodes import Understanding

QUIET, MOST = 0.5, 10.0
"""Seconds of quiet before what was stored is worked on, and the longest that this is put off."""

_RECENT = 50
"""Turns that are looked at for a greeting."""

_SHORT = 60
"""Characters up to which a turn may not tell its language."""

ROLE = "user"
"""Who asks where the character faces nobody in particular: so chats call the person."""


class Inner(NamedTuple):
    """What moves a character: how it feels, what is between the two, and its scripts by name."""

    mood: Mood
    bond: Bond
    scripts: Mapping[str, str]


class Relationship:
    """One character facing one person, or nobody in particular.

    Args:
        row: the character.
        person: None for nobody in particular.
        runtime: what all share.
        once: it is for one call, in which the character knows what it knew at its beginning.
    """

    def __init__(self, row: CharacterRow, person: str | None, runtime: Runtime, *, once: bool = False) -> None:
        self.row = row
        self.person = None if person is None else require_name(person, "person")
        self.runtime = runtime
        self.key = PartitionKey(row.id, self.person)
        if person is not None and not is_fit(person) and runtime.store.heads([self.key])[1] == [None]:
            require_new_name(person, "person")  # the two have nothing in common yet
        self.own_names = frozenset({row.id, row.name})
        if person in self.own_names:
            raise InputError(f"{row.name} can't face itself.", hint="Give the person an id of their own.")
        self.settings = _dialled(runtime.settings, row)
        self._overlay: PartitionCache | None = None
        self._once = once
        self._known: tuple[Knowledge | None] | None = None
        self._places: dict[tuple[PartitionKey, str], Place] = {}

    def imagine(self, entry: Entry) -> Found:
        """Let recalls find a turn beside what is stored, as if it were the latest; where it would stand."""
        store, embeddings = self.runtime.store, self.runtime.embeddings
        index([entry], embeddings.embedder)
        _, [head] = store.heads([self.key])
        place = Found(head.partition, head.seq + 1, entry) if head else Found(0, 1, entry)
        self._overlay = Overlay(embeddings.cache, self.key, place)
        return place

    @property
    def own(self) -> list[PartitionKey]:
        """The partitions that are the character's here: what it lived, and what it read by itself."""
        return visible(self.row.id, self.person)

    @property
    def visible(self) -> list[PartitionKey]:
        """The partitions that the character sees here: its own, and the worlds that it has read."""
        return visible(self.row.id, self.person, self.row.worlds)

    @property
    def linked(self) -> dict[int | str, PartitionKey]:
        """The partitions as answers name them: 0 for nobody in particular, 1 for the person, a world by its name."""
        *_, shared = self.own
        lore = zip(self.row.worlds, self.visible[len(self.own) :], strict=True)
        return {0: shared, **({1: self.key} if self.person is not None else {}), **dict(lore)}

    def store_turns(
        self,
        turns: Sequence[Turn],
        *,
        speaker: str | None = None,
        undated: bool = False,
        answer: Answered | None = None,
        into: int | None = None,
        beside: Sequence[Entry] = (),
        progress: Progress | None = None,
    ) -> list[tuple[Entry, bool]]:
        """Make turns findable and durable, and other memories `beside` them; each turn as it was stored, and whether it
        is new."""
        parts = self.runtime
        entries = self.perceived(turns, speaker=speaker, undated=undated, answer=answer)
        if not entries:
            return []
        embeddings = parts.embeddings
        index([*entries, *beside], embeddings.embedder, progress)
        wake = Wake(parts.clock.now().timestamp(), QUIET, MOST)
        copies = handed_out(self.key, self.own_names, entries)
        entries += beside
        stored = parts.store.append(self.key, entries, embeddings.cache.space, into=into, wake=wake, copies=copies)
        parts.woken()
        return [(entry, place.new) for entry, place in zip(entries[: len(turns)], stored, strict=False)]

    def perceived(
        self,
        turns: Sequence[Turn],
        *,
        speaker: str | None = None,
        undated: bool = False,
        answer: Answered | None = None,
        before: int | None = None,
    ) -> list[Entry]:
        """Turns as rows, checked and understood, in the light of those `before` a number. Nothing is stored."""
        now, settings = self.runtime.clock.now(), self.runtime.settings
        entries: list[Entry] = []
        spoken = self._spoken(turns, before)
        for turn in turns:
            entry = perceive(
                turn,
                speaker=speaker or self.person or self.row.name,
                own=self.own_names,
                now=now,
                language=self.row.language or None,
                spoken_before=spoken,
                limit=settings.turn_characters,
                undated=undated,
                answer=answer,
                redacted=settings.redact,
            )
            entries.append(entry)
            spoken = entry.language
        if entries:
            self._understand(entries, before)
        return entries

    def _spoken(self, turns: Sequence[Turn], before: int | None) -> str | None:
        """The language that the talk went on in, for a turn that is too short to tell ("ok", "Ja")."""
        text = getattr(turns[0], "text", None) if turns else None
        if self.row.language or not isinstance(text, str) or len(text) >= _SHORT:
            return None
        last = self.runtime.store.last(self.key, 1, kind=TURN, before=before)
        return last[0].entry.language if last else None

    def _understand(self, entries: Sequence[Entry], before: int | None) -> None:
        """Note what is understood of turns, in terms of what the character knows, as it knows it now (2)."""
        knowledge = self.knowledge
        if knowledge is not None:
            from soulkeep.graph.episodes.listener import CONTEXT, Listeners

            def context(audience: Collection[str], session: str | None) -> list[Entry]:
                last = self.runtime.store.last(self.key, CONTEXT, kind=TURN, session=session, before=before)
                return [place.entry for place in last if heard_by_all(place.entry, audience)]

            listeners: dict[frozenset[str], Listeners] = {}  # what was whispered tells others nothing
            for entry in entries:
                audience = frozenset(entry.details.get(HEARD_BY, ()))
                if audience not in listeners:
                    listeners[audience] = Listeners(knowledge, self.own_names, partial(context, audience))
                listeners[audience].of(entry).hear(entry)

    @property
    def knowledge(self) -> Knowledge | None:
        """What the character knows as RDF; None if that is nothing, or the extra `graph` isn't installed."""
        if self._known is None:
            known = self._what_it_knows()
            if not self._once:
                return known
            self._known = (known,)
        return self._known[0]

    def _what_it_knows(self) -> Knowledge | None:
        parts = self.runtime
        if not has(GRAPH) or (parts.held is None and not parts.store.graphs(self.row.id)):
            return None  # nothing has to be imported to know that
        return parts.graph_cache.library.of(self.row.id)

    def past(self) -> Past | None:
        """What happened between the two, as episodes; None if nothing did."""
        return self._past(self.knowledge)

    def _past(self, knowledge: Knowledge | None) -> Past | None:
        return self.runtime.graph_cache.pasts.get(self.key, self.own_names, knowledge)

    def past_in_terms(self) -> Past | None:
        """The past in terms of what the character knows; None if it knows no RDF, or nothing happened."""
        knowledge = self.knowledge
        return None if knowledge is None else self._past(knowledge)

    def _recent(self) -> Past | None:
        """The latest of the past: enough to greet by, where nothing is known to look for in all of it."""
        from soulkeep.graph.episodes.past import Past

        last = self.runtime.store.last(self.key, _RECENT, kind=TURN)
        if not last:
            return None
        past = Past(last[0].partition, self.own_names, None, self.settings, person=self.person)
        past.log.take_in(place for place in last if place.entry.forgotten is None)
        return past

    def consider(
        self, said: Understanding, text: str, *, before: int, now: datetime, discreet: bool = False
    ) -> Consideration:
        """What there is to say to an input from knowledge and the shared past.

        Args:
            said: what was understood of it.
            text: the input.
            before: its sequence number.
            now: the present, in the person's time zone.
            discreet: others hear the answer: nothing is told of the past.
        """
        from soulkeep.graph.episodes.companion import Companion
        from soulkeep.graph.episodes.past import Past

        knowledge = self.knowledge
        past = self._recent() if knowledge is None and said.past is None else self._past(knowledge)
        if past is None:  # the two have never spoken: it is a rehearsal
            past = Past(0, self.own_names, knowledge, self.settings, person=self.person)
        with past.lock:
            companion = Companion(
                past,
                self.runtime.graph_cache.templates,
                self.settings,
                person=self.person,
                name=self.row.name,
                before=before,
                now=now,
                discreet=discreet,
            )
            return companion.consider(said, text)

    def question(
        self,
        text: str,
        *,
        k: int | None,
        time: datetime | None,
        budget: int | None = None,
        filters: Filters = Filters(),  # noqa: B008 - frozen
        preset: str | None = None,
        history: Sequence[Said] = (),
        in_view: frozenset[tuple[int, int]] = frozenset(),
        language: str | None = None,
    ) -> Question:
        """What is asked of the mind, checked; in its own language, if that isn't known."""
        parts = self.runtime
        preset = parts.settings.preset if preset is None else preset
        if preset not in (DEFAULT_PRESET, *PRESETS):
            known = ", ".join((DEFAULT_PRESET, *PRESETS))
            raise InputError(f"There is no preset {preset!r}.", hint=f"There are: {known}.")
        count = HITS.get(preset, parts.settings.k) if k is None else k
        if not isinstance(count, int) or count < 1:
            raise InputError(
                f"k must be a whole number, 1 or more, not {count!r}.", hint="Leave it out for Settings.k."
            )
        if budget is not None and (not isinstance(budget, int) or budget < 1):
            raise InputError(
                f"The budget must be a whole number of tokens, 1 or more, not {budget!r}.",
                hint="Leave it out for no limit.",
            )
        language = language or self.row.language or tongue(text)
        told = asks_what_was_told(asking_part(text), language)
        asker = self.person or ROLE
        return Question(
            text=text,
            language=language,
            asker=asker if not told and speaks_of_self(text, language) else None,
            told=asker if told else None,
            trusted=(asker, *self.own_names),
            now=parts.clock.now() if time is None else require_aware(time),
            k=count,
            budget=budget,
            filters=filters,
            preset=preset,
            history=history,
            in_view=in_view,
            of_class=self._of_class(text, language),
        )

    def _of_class(self, text: str, language: str) -> frozenset[tuple[int, int]]:
        """The memories that speak of things of a class that a question names, by what the character knows of them."""
        past = self.past_in_terms()
        if past is None:
            return frozenset()
        from soulkeep.graph.episodes.generalise import spoken_of

        with past.lock:
            return frozenset((past.partition, seq) for seq in spoken_of(past, text, language))

    def change(self, id: str, values: Mapping[str, Any]) -> tuple[PartitionKey, Entry]:
        """Change columns of a memory, journalling what they were; the memory as it is then."""
        key, place = self.place(id)
        store = self.runtime.store
        store.update(place.partition, [place.seq], values, at=self.now())
        found = store.find(key, id)
        if found is None:
            raise UnknownMemory(id)
        return key, found.entry

    def find(self, id: str) -> tuple[PartitionKey, Found]:
        """Where a memory is that the character sees here."""
        require_name(id, "id")
        for key in self.visible:
            place = self.runtime.store.find(key, id)
            if place is not None:
                return key, place
        raise UnknownMemory(id)

    def place(self, id: str) -> tuple[PartitionKey, Found]:
        """Where a memory of the character's own is, to be changed."""
        key, place = self.find(id)
        if key not in self.own:
            world = world_of(key.owner)
            raise InputError(
                f"The memory {id!r:.80} is lore of {world!r:.80}, which others have read, too.",
                hint=f"Change it for all of them: keep.world({world!r:.80}).",
            )
        return key, place

    def now(self) -> float:
        """The present, in seconds since the epoch."""
        return self.runtime.clock.now().timestamp()

    def derived(self, kind: str) -> list[tuple[PartitionKey, Entry]]:
        """What was derived from the character's memories here, of a kind, the older first."""
        store = self.runtime.store
        _, heads = store.heads(self.own)
        return [
            (key, place.entry)
            for key, head in zip(self.own, heads, strict=True)
            if head is not None
            for place in store.select(head.partition, [kind])
        ]

    def mood(self, now: float, more: Sequence[Impulse] = ()) -> Mood:
        """How the character feels here, `more` included; what happens with nobody in particular is felt, too."""
        felt = [self.runtime.store.feelings(key) for key in self.own]
        return mood_of(self.row, [*felt, *map(of_impulse, more)], now)

    def bond(self, now: float, more: Sequence[Impulse] = ()) -> Bond:
        """What is between the two, `more` included."""
        return bond_of([self.runtime.store.feelings(self.key), *map(of_impulse, more)], now)

    def inner(self, now: float, more: Sequence[Impulse] = ()) -> Inner:
        """All that moves the character here, looked up at once; `more` included."""
        scripts, felt = self.runtime.store.moved(self.row.id, self.own)
        also = [*map(of_impulse, more)]
        return Inner(mood_of(self.row, [*felt, *also], now), bond_of([felt[0], *also], now), scripts)  # own key first

    def feel(self, values: Mapping[str, float | None], now: float) -> None:
        """Set mood or bond."""
        given = {name: value for name, value in values.items() if value is not None}
        if not given:
            return
        for name, value in given.items():
            if not isinstance(value, int | float) or not -1 <= value <= 1:
                raise InputError(f"{name} must be between -1 and 1, not {value!r}.", hint="0 is neutral.")
        store, settings = self.runtime.store, self.settings
        shared = store.feelings(PartitionKey(self.row.id, None)) if self.person is not None else {}
        half_lives = dict.fromkeys(("valence", "arousal"), settings.mood_hours * HOUR)
        rests = {"valence": self.row.valence, "arousal": self.row.arousal}
        set_now = {
            name: set_to(
                value,
                rests.get(name, 0.0),
                shared[name].at(now) if name in shared and name in rests else 0.0,
                now,
                half_lives.get(name, settings.bond_days * DAY),
            )
            for name, value in given.items()
        }
        store.set_feelings(self.key, set_now)

    def recollect(self, question: Question, audience: Collection[str] = ()) -> Recall:
        """What comes to mind, and may be told in the company of others."""
        parts = self.runtime
        embeddings = parts.embeddings
        cache = embeddings.cache if self._overlay is None else self._overlay
        recollection = Recollection(parts.store, cache, embeddings.embedder, self.settings, self._places)
        if not audience:
            return recollection.recall(self.visible, question)
        times = 1
        while True:
            wide = widened(question, times)
            recall = recollection.recall(self.visible, wide)
            found = discreet(recall, question, lambda memory: self.may_tell(memory, audience))
            if len(found.hits) >= question.k or len(recall.hits) < wide.k or question.budget is not None:
                return found
            times *= 4

    @property
    def partition(self) -> int | None:
        """The id of what is between the two, in one call that of what came to mind; None if there is nothing."""
        if self._once and (known := next((at for (key, _), at in self._places.items() if key == self.key), None)):
            return known.partition
        _, [head] = self.runtime.store.heads([self.key])
        return head.partition if head else None

    def place_of(self, memory: Memory) -> Place | None:
        """Where a memory is; what came to mind here is known to be where it was then."""
        key = PartitionKey(memory.owner, memory.person)
        known = self._places.get((key, memory.id))
        if known is None:
            found = self.runtime.store.find(key, memory.id)
            known = Place(found.partition, found.seq) if found else None
        return known

    def may_tell(self, memory: Memory, audience: Collection[str]) -> bool:
        """Whether all of a company know a memory: they heard it, or it was shared with nobody in particular."""
        return may_tell(self.runtime.store, self.key, memory, audience)


class Facing:
    """What a character is made of: its row, and what all share."""

    _row: CharacterRow
    _runtime: Runtime

    @property
    def telemetry(self) -> Telemetry | None:
        """Who is told what the character does; None for nobody."""
        return self._runtime.telemetry

    @property
    def attributes(self) -> Mapping[str, Value]:
        """What is told of the character."""
        return {"gen_ai.agent.id": self._row.id, "gen_ai.agent.name": self._row.name}

    def _facing(self, person: str | None, *, once: bool = False) -> Relationship:
        return Relationship(self._row, person, self._runtime, once=once)


def relationship_of(character: Facing, person: str | None) -> Relationship:
    """The relationship beneath a character facing somebody: for tools that look inside, such as the inspector."""
    return character._facing(person)


def _dialled(settings: Settings, row: CharacterRow) -> Settings:
    """The keep's settings with the character's own dials."""
    dials = {name: value for name in ("forgetfulness", "learning") if (value := getattr(row, name)) is not None}
    return replace(settings, **dials) if dials else settings
