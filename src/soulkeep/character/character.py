"""`Character`: perceives, remembers, feels, knows and answers."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any, Unpack

from soulkeep.character.knowledge import KnowledgeSources, know
from soulkeep.character.relationship import Relationship
from soulkeep.character.stories import Stories, stage
from soulkeep.clock import require_aware
from soulkeep.errors import InputError
from soulkeep.extras import GRAPH, require
from soulkeep.importers.learn import learn
from soulkeep.memory import listing, mood_and_bond
from soulkeep.memory.amend import delete, edit, release
from soulkeep.memory.arguments import ids_of
from soulkeep.memory.entries import memory_of
from soulkeep.memory.forget import forget, restore
from soulkeep.memory.observe import observe
from soulkeep.memory.people import introduce, names_of_people
from soulkeep.memory.worker import work_on
from soulkeep.recipes import recipe
from soulkeep.reply.grounding import grounding
from soulkeep.reply.narrator import Narrative, tell
from soulkeep.reply.speak import stream_reply, stream_turn, whole_reply
from soulkeep.reply.stream import ReplyStream, run
from soulkeep.runtime import Runtime
from soulkeep.search.ask import filters_of, recall, talk_of
from soulkeep.search.due import due
from soulkeep.search.index import Progress
from soulkeep.settings import Settings
from soulkeep.stores.rows import CharacterRow, Entry
from soulkeep.telemetry import DELETE, REFLECT, SEARCH, UPDATE, Telemetry, Value, attributes_of, traced
from soulkeep.types.claims import Grounding
from soulkeep.types.episodes import Known
from soulkeep.types.lists import Change, Profile, Session
from soulkeep.types.receipts import Learned, Observed
from soulkeep.types.records import Bond, Due, Fact, Felt, Memory, Mood, Person, Recall, Scene, Turn
from soulkeep.types.replies import Context, Reply, ReplyOptions

if TYPE_CHECKING:  # imported where it is used
    from soulkeep.character.episodes import Episodes
    from soulkeep.memory.enrichment import Enrichment
    from soulkeep.routing_rules import Rules


def _count(memories: Sequence[Memory | Observed]) -> Mapping[str, Value]:
    return {"gen_ai.memory.record.count": len(memories)}


class Character:
    """One character of a keep; `Keep.character` returns it. Safe to use from any thread.

    `person` is the id of whom the character faces, None for nobody in particular: memories stay between the two. An
    `id` that none of their memories has raises `UnknownMemory`. Times are timezone-aware. docs/guide.md has examples.
    """

    def __init__(self, row: CharacterRow, runtime: Runtime) -> None:
        self._row = row
        self._runtime = runtime

    def __repr__(self) -> str:
        return f"Character({self.id!r}, name={self.name!r})"

    @property
    def id(self) -> str:
        """The character's id."""
        return self._row.id

    @property
    def name(self) -> str:
        """The name that the character is called by; its id unless another was given."""
        return self._row.name

    @property
    def profile(self) -> Profile:
        """The character's description, language, temperament and worlds. `Keep.character` changes them."""
        row = self._row
        return Profile(
            id=row.id,
            name=row.name,
            description=row.description,
            language=row.language or None,
            temperament=Mood(valence=row.valence, arousal=row.arousal),
            worlds=row.worlds,
        )

    def under(self, settings: Settings | str) -> Character:
        """Return the same character and memories under other settings or a recipe's. Nothing is loaded anew.

        Its own forgetfulness and learning stay, and so do settings of the keep as a whole (`background`,
        `mind_bytes`, `busy_seconds`).
        """
        if isinstance(settings, str):
            settings = recipe(settings)
        elif not isinstance(settings, Settings):
            raise InputError("These are no settings.", hint='Give soulkeep.Settings(…), or a recipe such as "mimir".')
        return Character(self._row, self._runtime.under(settings))

    # -- perceiving and learning

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
        """Remember one turn. When this returns, the turn is on disk and can be found.

        Args:
            text: what was said, kept verbatim.
            speaker: who said it; the person by default, or the character itself where there is none.
            time: when; now by default.
            session: the conversation it belongs to.
            id: an id of the caller's choice; repeating a call with the same id stores nothing twice.
            scene: the surroundings: place, people, things, events.
            heard_by: ids of others who heard it, with whom it is shared, too. By default it stays between the two.
            importance: 1…10; estimated from the words by default.

        Raises:
            BadText, NaiveTime, IdConflict, InputError: the turn is invalid; nothing was stored.
        """
        turn = Turn(text, speaker, time, session, id, scene, heard_by, importance)  # type: ignore[arg-type]
        return self.observe_many([turn], person=person)[0]

    @traced(UPDATE, _count)
    def observe_many(
        self,
        turns: Iterable[Turn | Mapping[str, Any]],
        *,
        person: str | None = None,
        undated: bool = False,
        progress: Progress | None = None,
    ) -> list[Observed]:
        """Remember many turns in one transaction, all or none. `undated`: no time means unknown, not now."""
        return observe(self._facing(person, once=True), turns, undated=undated, progress=progress)

    def introduce(self, person: str, *, name: str | None = None, zone: str | None = None) -> Person:
        """Set what a person is called and their time zone, for prompts. Arguments left out stay as they are."""
        return introduce(self._facing(person), name=name, zone=zone)

    @traced(UPDATE, lambda learned: {"gen_ai.memory.record.count": learned.passages})
    def learn(self, text: str, *, source: str, progress: Progress | None = None) -> Learned:
        """Read a text, such as a novel, and store it as passages. Reading it again adds only what is missing."""
        return learn(self._facing(None), text, source=source, progress=progress)

    @traced(UPDATE, lambda known: {"gen_ai.memory.record.count": known.triples})
    def know(
        self,
        data: str | os.PathLike[str] | bytes,
        *,
        source: str | None = None,
        format: str | None = None,
        base: str | None = None,
    ) -> Known:
        """Learn RDF: an ontology, data, or both. Earlier talk is then interpreted anew with it."""
        return know(self._row, self._runtime, data, source=source, format=format, base=base)

    @property
    def knowledge(self) -> KnowledgeSources:
        """The RDF data that the character knows: iterate over it, or `remove` a data set by its name."""
        return KnowledgeSources(self._row, self._runtime)

    def stage(self, story: str | os.PathLike[str]) -> str:
        """Give the character a story of scripted events (3), replacing one of the same id. Returns the story's id."""
        return stage(self._row, self._runtime, story)

    @property
    def stories(self) -> Stories:
        """The character's stories: iterate over ids, `remove` one, or list the `events` opened with a person."""
        return Stories(self._row, self._runtime)

    # -- recalling

    @traced(SEARCH, lambda recalled: {"gen_ai.memory.search.result.count": len(recalled.hits)})
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
        """Find the memories that a question brings to mind.

        Args:
            question: a question, or any text that memories should match.
            person: whom the character faces; what it shares with others stays out.
            k: the number of hits at most. `Settings.k` by default.
            kinds: `{"turn", "passage", "fact", "summary", "blend", "insight"}`; all by default. Of a turn of more than
                8,000 characters, `"excerpt"`s come up.
            sources: `"lived"` and names of knowledge sources; all by default.
            since, until: only memories of what happened between these times, both included.
            budget: the estimated tokens of all hits together, at most.
            time: the moment of asking; now by default.
            history: the talk before the question, oldest first, where it leans on it ("Where are they located?").
            preset: the scoring formula: `"soulkeep"`, or a paper's, as `Settings.preset` lists them.
            heard_by: ids of others who will hear the answer; what one of them hasn't heard is held back as private.
        """
        return recall(
            self._facing(person, once=True),
            question,
            k=k,
            filters=filters_of(kinds, sources, since, until),
            budget=budget,
            time=time,
            history=talk_of(history, person),
            preset=preset,
            heard_by=heard_by,
        )

    def narrate(self, recall: Recall) -> Narrative:
        """Tell a recall as one account (5): by the language model if there is one, else by `recall.narrative()`."""
        names = names_of_people(self._runtime.store, self.id, recall)
        return run(tell(recall, self._runtime.chat, names))

    def due(
        self, *, person: str | None = None, within: timedelta = timedelta(days=1), time: datetime | None = None
    ) -> list[Due]:
        """Return plans, promises and dates of a person that are due ("the interview on Tuesday")."""
        runtime = self._runtime
        return due(runtime.store, runtime.embeddings.cache, self._facing(person).own, self._time(time), within)

    def facts(
        self,
        *,
        person: str | None = None,
        subject: str | None = None,
        relation: str | None = None,
        as_of: datetime | None = None,
        past: bool = False,
    ) -> list[Fact]:
        """Return what people stated about themselves and their world, oldest first; arguments as in `listing.facts`."""
        return listing.facts(self._facing(person), subject=subject, relation=relation, as_of=as_of, past=past)

    # -- memories one by one

    def memory(self, id: str, *, person: str | None = None) -> Memory:
        """Return one memory by its id; it may be lore of a world that the character has read."""
        key, place = self._facing(person).find(id)
        return memory_of(key, place.entry)

    def memories(
        self,
        *,
        person: str | None = None,
        kinds: Collection[str] | None = None,
        session: str | None = None,
        forgotten: bool | None = None,
        after: str | None = None,
        limit: int | None = None,
        newest: bool = False,
    ) -> Iterator[Memory]:
        """Yield the memories shared with a person, in stored order; page by page with `after` and `limit`.

        Args:
            kinds: as in `recall`; all by default.
            session: only memories of this conversation.
            forgotten: True for only those that were forgotten, False for only the others; both by default.
            after: the id of the last memory seen, even if it was deleted since.
            limit: how many at most, 1 or more; all by default.
            newest: True to begin with the latest.
        """
        return listing.memories(
            self._facing(person),
            kinds=kinds,
            session=session,
            forgotten=forgotten,
            after=after,
            limit=limit,
            newest=newest,
        )

    def sessions(self, *, person: str | None = None) -> list[Session]:
        """Return the conversations with a person, the most recent first. Turns without a session belong to none."""
        return listing.sessions(self._facing(person))

    def history(self, id: str, *, person: str | None = None) -> list[Change]:
        """Return what happened to a memory since it was stored, oldest change first."""
        return listing.history(self._facing(person), id)

    def retention(self, memory: Memory, *, time: datetime | None = None) -> float:
        """Return how much of a memory is left, 0…1, by the forgetting curve that recalls use (1)."""
        return listing.retention_of(self._facing(listing.require_memory(memory).person), memory, time)

    @traced(UPDATE)
    def amend(
        self,
        id: str,
        text: str | None = None,
        *,
        importance: float | None = None,
        metadata: Mapping[str, Any] | None = None,
        pinned: bool | None = None,
        person: str | None = None,
    ) -> Memory:
        """Change the given attributes of a memory. It keeps its id; earlier values stay in its `history`.

        Facts, summaries and insights derived from the old text are removed at once and derived anew in the background;
        copies that others heard are changed, too. Answers that the character gave from it stay.

        Args:
            id: the memory's.
            text: its new text. The text of a fact can't be changed: amend the turns that state it.
            importance: 1…10.
            metadata: notes that replace the caller's earlier ones: a JSON object (16,384 characters, 64 levels).
            pinned: True to keep it from fading, and to restore it if it was forgotten; False to let it fade.
        """
        return memory_of(
            *edit(self._facing(person), id, text=text, importance=importance, metadata=metadata, pinned=pinned)
        )

    @traced(DELETE, lambda count: {"gen_ai.memory.record.count": count})
    def delete(self, id: str | Iterable[str], *, person: str | None = None, scrub: bool = False) -> int:
        """Erase memories for good, all or none, with others' copies and what was derived. Returns how many.

        The bytes are overwritten in the file, and the ids can't be used again. To hide a memory for now, `forget` it.
        """
        return delete(self._facing(person), ids_of(id), scrub=scrub)

    @traced(UPDATE, _count)
    def forget(
        self,
        id: str | None = None,
        *,
        person: str | None = None,
        way: str = "decay",
        count: int | None = None,
        below: float | None = None,
    ) -> list[Memory]:
        """Forget one memory by its id, or those that are first to go by some order. Pinned ones stay, unless named.

        Recalls hold them back until they are restored; nothing is deleted. What rests on them alone is forgotten, too.

        Args:
            id: the memory's. Without it, `count` or `below` says how many to forget.
            way: `"decay"` (least retention), `"oldest"`, `"unused"` (for the longest time), `"least activated"` (used
                in the fewest replies), `"redundant"` (said again later).
            count: how many at most.
            below: with `"decay"`, those whose retention is below this, 0…1; with `"redundant"`, those that are less
                than this apart from a later one (1 - cosine).
        """
        return [memory_of(key, entry) for key, entry in forget(self._facing(person), id, way, count, below)]

    @traced(UPDATE)
    def restore(self, id: str, *, person: str | None = None) -> Memory:
        """Restore a forgotten memory; or let a fact that was superseded hold again beside its successor."""
        return memory_of(*restore(self._facing(person), id))

    def quarantine(self, *, person: str | None = None) -> list[Memory]:
        """Return the suspect memories (see `Memory.suspect`). Passages aren't recalled, turns told as doubtful."""
        return listing.suspects(self._facing(person))

    @traced(UPDATE)
    def release(self, id: str, *, person: str | None = None) -> Memory:
        """Clear the suspicion on a memory, so that it is recalled like any other, and return it."""
        return memory_of(*release(self._facing(person), id))

    @traced(REFLECT, _count)
    def reflect(self, *, person: str | None = None) -> list[Memory]:
        """Draw conclusions from what was said lately (3) and return the new insights. It also happens by itself."""
        return self._work(person, lambda work: work.reflect())

    @traced(REFLECT, _count)
    def consolidate(self, *, person: str | None = None) -> list[Memory]:
        """Treat a person's conversations as over: condense and merge them. Returns new summaries and blends."""
        return self._work(person, lambda work: work.consolidate())

    # -- feelings

    def mood(self, *, person: str | None = None, time: datetime | None = None) -> Mood:
        """Return how the character feels facing a person: moved by what was said, drifting back to its temperament."""
        return mood_and_bond.mood(self._facing(person), self._time(time).timestamp())

    def bond(self, person: str, *, time: datetime | None = None) -> Bond:
        """Return how close the character is to a person, and how much it trusts them."""
        return mood_and_bond.bond(self._facing(person), self._time(time).timestamp())

    def feel(
        self,
        *,
        person: str | None = None,
        valence: float | None = None,
        arousal: float | None = None,
        closeness: float | None = None,
        trust: float | None = None,
    ) -> None:
        """Set parts of the mood (valence, arousal) or the bond (closeness, trust), each -1…1. They fade from there."""
        values = {"valence": valence, "arousal": arousal, "closeness": closeness, "trust": trust}
        mood_and_bond.feel(self._facing(person), values)

    def course(
        self,
        *,
        person: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        points: int = 200,
    ) -> list[Felt]:
        """Return mood and bond over time, at evenly spaced moments; the last is `until`."""
        return mood_and_bond.feelings_over_time(self._facing(person), since=since, until=until, points=points)

    # -- episodes

    def episodes(self, *, person: str | None = None, time: datetime | None = None) -> Episodes:
        """Return what happened between the character and a person, as RDF (2): to list, interpret, search and query."""
        require(GRAPH)
        from soulkeep.character.episodes import Episodes

        return Episodes(self._facing(person), self._time(time))

    # -- speaking

    def reply(
        self,
        text: str,
        *,
        person: str | None = None,
        session: str | None = None,
        scene: Scene | None = None,
        time: datetime | None = None,
        id: str | None = None,
        heard_by: Sequence[str] | None = None,
        rules: Rules | None = None,
        remember: bool = True,
    ) -> Reply:
        """Answer a person by the responder that bids highest. Both turns are remembered; `[m1]` names a memory.

        Args:
            text: what the person says.
            session: the conversation it belongs to.
            scene: the surroundings: place, people, things, events.
            time: when it is said; now by default.
            id: an id for the person's turn. A repeated call with it resumes where the last one failed, and returns the
                same answer if there was one.
            heard_by: ids of others who hear both turns: the turns become memories shared with them, too, and the answer
                uses nothing that one of them hasn't heard.
            rules: who may answer, in place of `Settings.rules`.
            remember: False to rehearse: nothing is stored. With the `id` of a stored turn, it is answered anew.

        Raises:
            ChatError: the language model failed. The person's turn is stored.
        """
        turn = Turn(text, None, time, session, id, scene, heard_by)  # type: ignore[arg-type]
        stream = stream_turn(self._facing(person, once=True), turn, rules, remember=remember)
        return run(whole_reply(stream), alone=self._runtime.alone)

    async def areply(self, text: str, **options: Unpack[ReplyOptions]) -> Reply:
        """Answer as `reply` does, asynchronously."""
        return await whole_reply(self.stream(text, **options))

    def stream(self, text: str, **options: Unpack[ReplyOptions]) -> ReplyStream:
        """Answer as `reply` does, piece by piece: iterate over the stream, then read its `reply`."""
        return stream_reply(partial(self._facing, once=True), text, **options)

    def begin(
        self,
        *,
        person: str | None = None,
        session: str | None = None,
        time: datetime | None = None,
        language: str | None = None,
        heard_by: Sequence[str] | None = None,
    ) -> Reply | None:
        """Let the character speak first, if a story has something to say now; return None if it hasn't. `language`: ISO
        639-1."""
        from soulkeep.reply.pipeline import begin

        return begin(
            self._facing(person),
            session=session,
            now=self._time(time),
            given=time,
            language=language,
            heard_by=heard_by,
        )

    def context(
        self,
        text: str,
        *,
        person: str | None = None,
        tokens: int | None = None,
        session: str | None = None,
        scene: Scene | None = None,
        time: datetime | None = None,
        id: str | None = None,
        heard_by: Sequence[str] | None = None,
    ) -> Context:
        """Return what a language model needs for an answer, as messages for a call of your own of at most `tokens`.
        Nothing is stored."""
        from soulkeep.reply.context import context

        turn = Turn(text, None, time, session, id, scene, heard_by)  # type: ignore[arg-type]
        return run(context(self._facing(person, once=True), turn, tokens))

    def grounding(self, *, person: str | None = None, session: str | None = None) -> Grounding:
        """Return how well the replies to a person rest on the character's memories, added up (1: evaluation)."""
        return grounding(self._facing(person), session)

    # -- inside

    def _facing(self, person: str | None, *, once: bool = False) -> Relationship:
        return Relationship(self._row, person, self._runtime, once=once)

    def _time(self, time: datetime | None) -> datetime:
        return self._runtime.clock.now() if time is None else require_aware(time)

    def _work(self, person: str | None, do: Callable[[Enrichment], list[Entry]]) -> list[Memory]:
        key = self._facing(person).key
        return [memory_of(key, entry) for entry in work_on(self._runtime, key, do)]

    @property
    def _telemetry(self) -> Telemetry | None:
        return self._runtime.telemetry

    @property
    def _attributes(self) -> Mapping[str, Value]:
        return attributes_of(self._row.id, self._row.name)
