"""A character: what it perceives, learns, recalls and says."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Collection, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b
from itertools import islice

from soulkeep.clock import Clock, require_aware
from soulkeep.dialogue.references import label
from soulkeep.dialogue.respond import Answer, ReplyStream, Situation, in_event_loop, respond
from soulkeep.errors import IdConflict, InputError, UnknownMemory
from soulkeep.knowledge.learn import require_source, study
from soulkeep.memory.perceive import perceive
from soulkeep.mind.cache import PartitionCache
from soulkeep.mind.entries import memory_of
from soulkeep.mind.index import Progress, index
from soulkeep.mind.view import visible
from soulkeep.models.chat import ChatModel
from soulkeep.models.embed import Embedder
from soulkeep.recall.filters import Filters
from soulkeep.recall.recollect import Question, Recollection
from soulkeep.records import TURN, Learned, Memory, Observed, Recall, Reference, Reply, Scene, Turn
from soulkeep.settings import Settings
from soulkeep.stores.base import CharacterRow, Entry, Found, PartitionKey, Store
from soulkeep.text.language import detect
from soulkeep.text.selfhood import speaks_of_self
from soulkeep.text.validity import NAME_CHARACTERS, require_name, require_text

SOMEONE = "someone"
"""The speaker of a question that nobody in particular asked."""

_LEARN_BATCH = 2000
_LABELS = re.compile(r" ?\[m\d+(?:, m\d+)*\]")


@dataclass(slots=True)
class Workings:
    """What all characters of a keep share."""

    store: Store
    cache: PartitionCache
    embedder: Embedder
    chat: ChatModel | None
    settings: Settings
    clock: Clock


class Character:
    """One character of a keep; `Keep.character` makes it. Safe to use from any thread."""

    def __init__(self, row: CharacterRow, workings: Workings) -> None:
        self._row = row
        self._workings = workings

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

    def __repr__(self) -> str:
        return f"Character({self.id!r}, name={self.name!r})"

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
        """Remember one turn. When this returns it is on disk, and can be found.

        Args:
            text: verbatim.
            person: the person the character faces, with whom the memory stays; None for nobody in particular.
            speaker: who said it; the person by default, or the character itself where there is none.
            time: when, timezone-aware; now by default.
            session: the conversation it belongs to.
            id: the caller's own id; repeating a call with the same id stores nothing twice.
            scene: what was around.
            heard_by: who else heard it.
            importance: 1…10.

        Raises:
            BadText, NaiveTime, IdConflict, InputError: nothing was stored.
        """
        heard = tuple(heard_by) if heard_by is not None and not isinstance(heard_by, str) else heard_by
        turn = Turn(text, speaker, time, session, id, scene, heard, importance)  # type: ignore[arg-type]
        return self.observe_many([turn], person=person)[0]

    def observe_many(
        self,
        turns: Iterable[Turn],
        *,
        person: str | None = None,
        undated: bool = False,
        progress: Progress | None = None,
    ) -> list[Observed]:
        """Remember many turns in one transaction, all or none.

        Args:
            turns: in the order they were said.
            person: as in `observe`.
            undated: turns without a time happened at an unknown one, not now: for old chats that carry no dates.
            progress: called with the turns prepared and the total.
        """
        found = self._store_turns(list(turns), person=person, undated=undated, progress=progress)
        return [Observed(id=entry.id, new=new) for entry, new in found]

    def learn(self, text: str, *, source: str, progress: Progress | None = None) -> Learned:
        """Read a raw text: a novel, a biography, a log. It becomes passages of a knowledge source, cut at natural
        boundaries and kept verbatim. Learning a text again adds nothing.

        Args:
            text: of any length.
            source: the knowledge source's name.
            progress: called with the characters read and the total.
        """
        parts = self._workings
        require_source(source)
        entries = study(
            text,
            source=source,
            now=parts.clock.now().timestamp(),
            language=self.language,
            words=parts.settings.passage_words,
        )
        added = known = read = 0
        while batch := list(islice(entries, _LEARN_BATCH)):
            index(batch, parts.embedder)
            stored = parts.store.append(self._key(None), batch, parts.cache.space)
            added += sum(place.new for place in stored)
            known += sum(not place.new for place in stored)
            read += sum(len(entry.text) for entry in batch)
            if progress:
                progress(min(read, len(text)), len(text))
        if progress:
            progress(len(text), len(text))
        return Learned(source=source, passages=added, known=known)

    # -- recalling

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
    ) -> Recall:
        """What comes to mind.

        Args:
            question: a question, or whatever memories should fit to.
            person: the person the character faces; what it shares with others stays out.
            k: hits; as many as there are, if fewer pass the filters. `Settings.k` by default.
            kinds: `{"turn", "passage"}`; all by default.
            sources: `"lived"` and names of knowledge sources; all by default.
            since, until: when it happened, timezone-aware, ends included.
            budget: estimated tokens of all hits at most.
            time: the moment of asking, timezone-aware; now by default.
        """
        require_text(question, limit=self._workings.settings.turn_characters, what="question")
        filters = Filters(
            kinds=_names(kinds, "kinds"),
            sources=_names(sources, "sources"),
            since=None if since is None else require_aware(since),
            until=None if until is None else require_aware(until),
        )
        asked = self._question(question, person, k=k, time=time, budget=budget, filters=filters)
        return self._recollect(asked, person)

    def memory(self, id: str, *, person: str | None = None) -> Memory:
        """One memory by its id.

        Raises:
            UnknownMemory: there is none of that id between the character and this person.
        """
        for key in visible(self.id, _person(person)):
            found = self._workings.store.find(key, id)
            if found is not None:
                return memory_of(key, found.entry)
        raise UnknownMemory(id)

    def memories(self, *, person: str | None = None) -> Iterator[Memory]:
        """All memories shared with a person (or with nobody in particular), in the order they were stored."""
        key = self._key(person)
        return (memory_of(key, entry) for entry in self._workings.store.walk(key))

    # -- replying

    def reply(
        self,
        text: str,
        *,
        person: str | None = None,
        session: str | None = None,
        scene: Scene | None = None,
        time: datetime | None = None,
        id: str | None = None,
    ) -> Reply:
        """Answer. Both turns are remembered: the person's before anything else, the character's once it is said.

        With a language model it writes from what comes to mind; without one, the offline voice quotes it. Either way
        `[m1]` in the text names what it rests on.

        Args:
            text: what the person says.
            person: whom the character faces.
            session: the conversation.
            scene: what is around; it is kept with the turn.
            time: now by default.
            id: the caller's own id of the person's turn. Repeating a call with it goes on where the last one failed,
                and gives the same answer again if there was one.

        Raises:
            ChatUnavailable, ChatRefused, ChatError: the model failed. The person's turn is stored.
        """
        import asyncio

        coroutine = self.areply(text, person=person, session=session, scene=scene, time=time, id=id)
        if not in_event_loop():
            return asyncio.run(coroutine)
        with ThreadPoolExecutor(max_workers=1) as pool:  # a loop can't be run inside another: run beside it
            return pool.submit(asyncio.run, coroutine).result()

    async def areply(
        self,
        text: str,
        *,
        person: str | None = None,
        session: str | None = None,
        scene: Scene | None = None,
        time: datetime | None = None,
        id: str | None = None,
    ) -> Reply:
        """`reply`, async."""
        stream = self.stream(text, person=person, session=session, scene=scene, time=time, id=id)
        async for _ in stream:
            pass
        return stream.reply

    def stream(
        self,
        text: str,
        *,
        person: str | None = None,
        session: str | None = None,
        scene: Scene | None = None,
        time: datetime | None = None,
        id: str | None = None,
    ) -> ReplyStream:
        """`reply`, piece by piece: iterate over the stream, `async for` or plainly, then read its `reply`."""
        turn = Turn(text, None, time, session, id, scene)
        return ReplyStream(self._reply(turn, person))

    async def _reply(self, turn: Turn, person: str | None) -> AsyncGenerator[str | Reply, None]:
        import asyncio

        parts, settings = self._workings, self._workings.settings
        key = self._key(person)
        (entry, _), before = await asyncio.to_thread(self._hear, turn, person)
        heard = await asyncio.to_thread(parts.store.find, key, entry.id)
        in_view = frozenset((place.partition, place.seq) for place in [heard, *(before if parts.chat else [])] if place)
        asked = self._question(turn.text, person, k=settings.reply_memories, time=turn.time, in_view=in_view)
        recall = await asyncio.to_thread(self._recollect, asked, person)
        if turn.id is not None and (answered := parts.store.find(key, _answer_id(turn.id))):
            reply = self._answered(answered, recall, entry.id, person)
            yield reply.text
            yield reply
            return
        situation = Situation(
            said=turn.text,
            person=person or SOMEONE,
            name=self.name,
            description=self.description,
            own_names=frozenset({self.id, self.name}),
            recall=recall,
            history=[place.entry for place in before],
            scene=turn.scene,
            language=asked.language,
            now=asked.now,
        )
        said: list[str] = []
        answer: Answer | None = None
        try:
            async for item in respond(situation, parts.chat, settings):
                if isinstance(item, Answer):
                    answer = item
                else:
                    said.append(item)
                    yield item
        except (GeneratorExit, asyncio.CancelledError):  # the listener left: what was heard was said
            if text := "".join(said).strip():
                self._say(text, (), turn, person)
            raise
        assert answer is not None
        try:
            own = await asyncio.to_thread(self._say, answer.text, answer.references, turn, person)
        except IdConflict:  # the same call ran beside this one, and was answered first
            first = parts.store.find(key, _answer_id(turn.id or ""))
            if first is None:
                raise
            yield self._answered(first, recall, entry.id, person)
            return
        yield Reply(
            text=answer.text,
            references=answer.references,
            responder=answer.responder,
            recall=recall,
            unknown_references=answer.unknown_references,
            usage=answer.usage,
            heard=entry.id,
            said=own.id,
        )

    def _hear(self, turn: Turn, person: str | None) -> tuple[tuple[Entry, bool], list[Found]]:
        """Store the person's turn; also the turns before it."""
        stored = self._store_turns([turn], person=person, speaker=person or SOMEONE)[0]
        count = self._workings.settings.history_turns + 1
        last = self._workings.store.last(self._key(person), count, kind=TURN, session=turn.session)
        return stored, [place for place in last if place.entry.id != stored[0].id]

    def _say(self, text: str, references: Sequence[Reference], turn: Turn, person: str | None) -> Entry:
        """Store the character's turn, and strengthen the memories it rests on (1)."""
        parts = self._workings
        used = tuple(reference.memory for reference in references)
        own = Turn(
            text=_LABELS.sub("", text).strip() or text,
            speaker=self.name,
            time=turn.time,
            session=turn.session,
            id=None if turn.id is None else _answer_id(turn.id),
        )
        entry, _ = self._store_turns([own], person=person, references=tuple(memory.id for memory in used))[0]
        uses: dict[int, list[int]] = {}
        for memory in used:
            place = parts.store.find(PartitionKey(memory.owner, memory.person), memory.id)
            if place is not None:
                uses.setdefault(place.partition, []).append(place.seq)
        if uses:
            now = (turn.time or parts.clock.now()).timestamp()
            parts.store.touch(uses, boost=parts.settings.learning, at=now)
        return entry

    def _answered(self, place: Found, recall: Recall, heard: str, person: str | None) -> Reply:
        """The reply that this turn had before."""
        memories: list[Memory] = []
        for id in place.entry.details.get("references", ()):
            with suppress(UnknownMemory):  # it was deleted since
                memories.append(self.memory(id, person=person))
        references = tuple(Reference(label=label(i), memory=memory) for i, memory in enumerate(memories))
        text = place.entry.text + "".join(f" [{reference.label}]" for reference in references)
        return Reply(
            text=text,
            references=references,
            responder="stored",
            recall=recall,
            heard=heard,
            said=place.entry.id,
        )

    # -- shared steps

    def _key(self, person: str | None) -> PartitionKey:
        return PartitionKey(self.id, _person(person))

    def _store_turns(
        self,
        turns: Sequence[Turn],
        *,
        person: str | None,
        speaker: str | None = None,
        undated: bool = False,
        references: tuple[str, ...] = (),
        progress: Progress | None = None,
    ) -> list[tuple[Entry, bool]]:
        parts = self._workings
        key = self._key(person)
        now = parts.clock.now()
        entries = [
            perceive(
                turn,
                speaker=speaker or person or self.name,
                now=now,
                language=self.language,
                limit=parts.settings.turn_characters,
                undated=undated,
                references=references,
            )
            for turn in turns
        ]
        if not entries:
            return []
        index(entries, parts.embedder, progress)
        stored = parts.store.append(key, entries, parts.cache.space)
        return [(entry, place.new) for entry, place in zip(entries, stored, strict=True)]

    def _question(
        self,
        text: str,
        person: str | None,
        *,
        k: int | None,
        time: datetime | None,
        budget: int | None = None,
        filters: Filters = Filters(),  # noqa: B008 - frozen
        in_view: frozenset[tuple[int, int]] = frozenset(),
    ) -> Question:
        parts = self._workings
        count = parts.settings.k if k is None else k
        if not isinstance(count, int) or count < 1:
            raise InputError(
                f"k must be a whole number, 1 or more, not {count!r}.", hint="Leave it out for Settings.k."
            )
        if budget is not None and budget < 1:
            raise InputError(f"The budget must be 1 token or more, not {budget}.", hint="Leave it out for no limit.")
        language = self.language or detect(text)
        return Question(
            text=text,
            language=language,
            asker=person if speaks_of_self(text, language) else None,
            now=parts.clock.now() if time is None else require_aware(time),
            k=count,
            budget=budget,
            filters=filters,
            in_view=in_view,
        )

    def _recollect(self, question: Question, person: str | None) -> Recall:
        parts = self._workings
        recollection = Recollection(parts.store, parts.cache, parts.embedder, parts.settings)
        return recollection.recall(visible(self.id, _person(person)), question)


def _answer_id(id: str) -> str:
    """The id of the answer to a turn: its own, marked; a digest of it where that would be too long."""
    whole = f"{id}/answer"
    return whole if len(whole) <= NAME_CHARACTERS else f"{blake2b(id.encode(), digest_size=16).hexdigest()}/answer"


def _person(person: str | None) -> str | None:
    return None if person is None else require_name(person, "person")


def _names(names: Collection[str] | None, what: str) -> Collection[str] | None:
    if isinstance(names, str):
        raise InputError(f"{what} must be a set of names, not one string.", hint=f"Write {what}={{{names!r}}}.")
    return names
