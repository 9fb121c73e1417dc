"""A character: what it perceives, learns, recalls and says."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from soulkeep.character.feelings import Feeling
from soulkeep.character.introduce import introduce
from soulkeep.character.knowledge import Knowing
from soulkeep.character.memories import Remembering, kinds_of, names_of
from soulkeep.character.reading import Learning
from soulkeep.character.relationship import ROLE
from soulkeep.character.speech import Speaking
from soulkeep.clock import require_aware
from soulkeep.errors import InputError
from soulkeep.lang.validity import require_new_name, require_text
from soulkeep.memory.audience import audience_of
from soulkeep.memory.entries import fact_of, memory_of
from soulkeep.memory.facts import stands
from soulkeep.memory.messages import turns_of
from soulkeep.memory.people import require_zone
from soulkeep.memory.worker import work_on
from soulkeep.recipes import recipe
from soulkeep.reply.narrator import Narrative, tell
from soulkeep.reply.stream import run
from soulkeep.runtime import Runtime
from soulkeep.search.due import due
from soulkeep.search.filters import Filters
from soulkeep.search.index import Progress
from soulkeep.search.query import Said
from soulkeep.settings import Settings
from soulkeep.stores.base import CharacterRow, Entry
from soulkeep.telemetry import REFLECT, SEARCH, UPDATE, traced
from soulkeep.types.receipts import Observed
from soulkeep.types.records import (
    FACT,
    Due,
    Fact,
    Memory,
    Mood,
    Person,
    Recall,
    Scene,
    Turn,
)

if TYPE_CHECKING:
    from soulkeep.memory.enrichment import Enrichment


class Character(Learning, Remembering, Feeling, Knowing, Speaking):
    """One character of a keep; `Keep.character` makes it. Safe to use from any thread."""

    def __init__(self, row: CharacterRow, runtime: Runtime) -> None:
        self._row = row
        self._runtime = runtime

    @property
    def id(self) -> str:
        """The character's id."""
        return self._row.id

    @property
    def name(self) -> str:
        """What it is called."""
        return self._row.name

    @property
    def description(self) -> str:
        """Who it is, for the prompt."""
        return self._row.description

    @property
    def language(self) -> str | None:
        """The language of its memories, ISO 639-1; None if each text's is detected."""
        return self._row.language or None

    @property
    def worlds(self) -> tuple[str, ...]:
        """The worlds whose lore it has read (`Keep.world`)."""
        return self._row.worlds

    @property
    def temperament(self) -> Mood:
        """The mood that it drifts back to."""
        return Mood(valence=self._row.valence, arousal=self._row.arousal)

    def under(self, settings: Settings | str) -> Character:
        """The same character, with the same memories, in the hands of other settings: two recipes can answer side by
        side. Nothing is loaded anew.

            holmes.under("mimir").reply("Where is my cat?", person="anna", remember=False)

        What it stores is there for both. Its own dials go before the settings', as ever; what concerns the keep as a
        whole (`background`, `mind_bytes`, `busy_seconds`) stays as the keep was opened.

        Args:
            settings: a recipe's name (`soulkeep.recipe`), or settings.
        """
        if isinstance(settings, str):
            settings = recipe(settings)
        elif not isinstance(settings, Settings):
            raise InputError("These are no settings.", hint='Give soulkeep.Settings(…), or a recipe such as "mimir".')
        return Character(self._row, self._runtime.under(settings))

    @property
    def settings(self) -> Settings:
        """The settings it lives by: the keep's, with its own dials."""
        return self._facing(None).settings

    def __repr__(self) -> str:
        return f"Character({self.id!r}, name={self.name!r})"

    # -- perceiving

    def observe(
        self,
        text: str,
        *,
        person: str | None = None,
        speaker: str | None = None,
        time: datetime | None = None,
        session: str | None = None,
        id: str | None = None,
        scene: Scene | None = None,
        heard_by: Sequence[str] | None = None,
        importance: float | None = None,
    ) -> Observed:
        """Remember one turn. When this returns it is on disk, and can be found.

        Args:
            text: verbatim.
            person: the person the character faces, with whom the memory stays; None for nobody in particular.
            speaker: who said it; the person by default, or the character itself where there is none.
            time: when, timezone-aware; now by default.
            session: the conversation it belongs to.
            id: the caller's own id; repeating a call with the same id stores nothing twice.
            scene: what was around.
            heard_by: who else heard it: it becomes theirs, too, facing them. Left out, it stays between the two.
            importance: 1…10.

        Raises:
            BadText, NaiveTime, IdConflict, InputError: nothing was stored.
        """
        turn = Turn(text, speaker, time, session, id, scene, heard_by, importance)  # type: ignore[arg-type]
        return self.observe_many([turn], person=person)[0]

    def introduce(self, person: str, *, name: str | None = None, zone: str | None = None) -> Person:
        """Say what a person is called, where their id is no name, and where their clock stands. Prompts then say the
        name, and tell the time of their zone; what is given is changed, what is not stays.

        Args:
            person: their id.
            name: what they are called.
            zone: their time zone, such as "Europe/Berlin".

        Returns:
            What is known then; call it with the id alone to ask.
        """
        if name is not None:
            require_new_name(name, "name")
        return introduce(self._facing(person), name=name, zone=None if zone is None else require_zone(zone))

    @traced(UPDATE, lambda stored: {"gen_ai.memory.record.count": len(stored)})
    def observe_many(
        self,
        turns: Iterable[Turn | Mapping[str, Any]],
        *,
        person: str | None = None,
        undated: bool = False,
        progress: Progress | None = None,
    ) -> list[Observed]:
        """Remember many turns in one transaction, all or none.

        Args:
            turns: in the order they were said. Also messages as chat completions have them, `{"role": "user",
                "content": "…"}`: `user` is the person and `assistant` the character; what others (`system`, `tool`)
                hold nobody said, so it is left out. `name`, `time`, `session` and `id` may stand beside.
            person: as in `observe`.
            undated: turns without a time happened at an unknown one, not now: for old chats that carry no dates.
            progress: called with the turns prepared and the total.
        """
        if not isinstance(turns, Iterable):
            raise InputError("The turns must be a list.", hint="Write observe_many([soulkeep.Turn(text), …]).")
        relationship = self._facing(person, once=True)
        said = turns_of(turns, relationship.row.name, relationship.person or ROLE)
        found = relationship.store_turns(said, undated=undated, progress=progress)
        return [Observed(id=entry.id, new=new) for entry, new in found]

    # -- recalling

    @traced(SEARCH, lambda recall: {"gen_ai.memory.search.result.count": len(recall.hits)})
    def recall(
        self,
        question: str,
        *,
        person: str | None = None,
        k: int | None = None,
        kinds: Collection[str] | None = None,
        sources: Collection[str] | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        budget: int | None = None,
        time: datetime | None = None,
        history: Sequence[Turn] = (),
        preset: str | None = None,
        heard_by: Sequence[str] = (),
    ) -> Recall:
        """What comes to mind.

        Args:
            question: a question, or whatever memories should fit to.
            person: the person the character faces; what it shares with others stays out.
            k: hits; as many as there are, if fewer pass the filters. `Settings.k` by default.
            kinds: `{"turn", "passage", "fact", "summary", "blend", "insight"}`; all by default.
            sources: `"lived"` and names of knowledge sources; all by default.
            since, until: when it happened, timezone-aware, ends included.
            budget: estimated tokens of all hits at most.
            time: the moment of asking, timezone-aware; now by default.
            history: the talk before the question, oldest first, where it leans on it ("Where are they located?").
            preset: how memories are scored: `"soulkeep"`, or by a paper's formula, as `Settings.preset` says.
            heard_by: who else will hear what is made of it: what one of them hasn't heard is held back as private.
        """
        require_text(question, limit=self._runtime.settings.turn_characters, what="question")
        filters = Filters(
            kinds=kinds_of(kinds),
            sources=names_of(sources, "sources"),
            since=None if since is None else require_aware(since),
            until=None if until is None else require_aware(until),
        )
        relationship = self._facing(person, once=True)
        asked = relationship.question(
            question,
            k=k,
            time=time,
            budget=budget,
            filters=filters,
            preset=preset,
            history=_talk(history, person),
        )
        return relationship.recollect(asked, audience_of(relationship.person, relationship.own_names, heard_by))

    def narrate(self, recall: Recall) -> Narrative:
        """Tell a recall as one account (5): by the language model if there is one, each of its sentences with the
        memories that it tells; else, or if it fails, by `recall.narrative()`."""
        return run(self.anarrate(recall))

    async def anarrate(self, recall: Recall) -> Narrative:
        """`narrate`, async."""
        people = {hit.memory.person for hit in recall.hits if hit.memory.person is not None}
        names = {one: name for one in people if (name := self.introduce(one).name)}
        return await tell(recall, self._runtime.chat, names)

    def due(
        self, *, person: str | None = None, within: timedelta = timedelta(days=1), time: datetime | None = None
    ) -> list[Due]:
        """Plans, promises and dates of a person whose time has come ("the interview on Tuesday"), so that the character
        can speak of them by itself.

        Args:
            person: whose; what belongs to nobody in particular comes, too.
            within: how far ahead.
            time: the present, in the person's time zone; now by default.
        """
        relationship = self._facing(person)
        parts = self._runtime
        now = parts.clock.now() if time is None else require_aware(time)
        return due(parts.store, parts.embeddings.cache, relationship.own, now, within)

    # -- what was made of them

    def facts(
        self,
        *,
        person: str | None = None,
        subject: str | None = None,
        relation: str | None = None,
        as_of: datetime | None = None,
        past: bool = False,
    ) -> list[Fact]:
        """What people stated about themselves and their world, the older first.

        Args:
            person: whom the character faces; what it heard from nobody in particular comes, too.
            subject: only of that one: `"anna"`, `"anna's sister"`.
            relation: only that: `"home"`, `"likes"`, `"snack budget"` …
            as_of: what held at that time, as far as was known; timezone-aware. Now by default.
            past: also what no longer holds, and what was said not to be so.
        """
        moment = None if as_of is None else require_aware(as_of).timestamp()
        now = self._runtime.clock.now().timestamp() if moment is None else moment
        found = [
            fact_of(entry)
            for _, entry in self._facing(person).derived(FACT)
            if entry.forgotten is None and (past or stands(entry, now, known_now=moment is None))
        ]
        return [
            fact
            for fact in found
            if (subject is None or fact.subject.casefold() == subject.casefold())
            and (relation is None or fact.relation == relation)
        ]

    @traced(REFLECT, lambda made: {"gen_ai.memory.record.count": len(made)})
    def reflect(self, *, person: str | None = None) -> list[Memory]:
        """Look back on what was said lately (3): insights that are new, each naming what it rests on.

        It also happens by itself, when enough of importance was said (`Settings.reflect_above`).

        Raises:
            ChatError: the language model failed. Nothing is lost; try again.
        """
        return self._work(person, lambda work: work.reflect())

    async def areflect(self, *, person: str | None = None) -> list[Memory]:
        """`reflect`, async."""
        import asyncio

        return await asyncio.to_thread(self.reflect, person=person)

    @traced(REFLECT, lambda made: {"gen_ai.memory.record.count": len(made)})
    def consolidate(self, *, person: str | None = None) -> list[Memory]:
        """Take the conversations with a person as over: condense what is left of them, and merge what says the same.

        Returns:
            The summaries and blends that are new.
        """
        return self._work(person, lambda work: work.consolidate())

    def _work(self, person: str | None, do: Callable[[Enrichment], list[Entry]]) -> list[Memory]:
        key = self._facing(person).key
        return [memory_of(key, entry) for entry in work_on(self._runtime, key, do)]


def _talk(history: Sequence[Turn], person: str | None) -> list[Said]:
    if not isinstance(history, Sequence) or not all(isinstance(turn, Turn) for turn in history):
        raise InputError("The history must be a list of turns.", hint="Write history=[soulkeep.Turn(text, speaker)].")
    return [Said(require_text(turn.text, what="turn of the history"), turn.speaker or person) for turn in history]
