"""A character at a server: the methods of `soulkeep.Character`, with the same parameters and records."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Collection, Iterable, Mapping, Sequence
from contextlib import aclosing
from datetime import datetime, timedelta
from typing import Any

from soulkeep.client.episodes import RemoteEpisodes
from soulkeep.client.errors import error_of
from soulkeep.client.memories import RemoteMemories
from soulkeep.client.records import Profile
from soulkeep.client.transport import Transport, understanding
from soulkeep.errors import InputError
from soulkeep.memory.messages import turns_of
from soulkeep.reply.narrator import Narrative
from soulkeep.reply.stream import ReplyStream
from soulkeep.rules import Rules
from soulkeep.settings import Settings
from soulkeep.types.claims import Grounding
from soulkeep.types.episodes import Answers, Understanding
from soulkeep.types.receipts import Learned, Observed
from soulkeep.types.records import Due, Fact, Mood, Person, Recall, Scene, StoryEvent, Turn
from soulkeep.types.replies import Context, Reply
from soulkeep.types.wire import of_json


class RemoteCharacter(RemoteMemories):
    """One character of a server's; `RemoteKeep.character` makes it. Safe to use from any thread."""

    def __init__(self, transport: Transport, profile: Profile, recipe: str | None = None) -> None:
        super().__init__(transport, profile.id)
        self._profile = profile
        self._recipe = recipe

    @property
    def id(self) -> str:
        """The character's id."""
        return self._profile.id

    @property
    def name(self) -> str:
        """What it is called."""
        return self._profile.name

    @property
    def description(self) -> str:
        """Who it is, for the prompt."""
        return self._profile.description

    @property
    def language(self) -> str | None:
        """The language of its memories, ISO 639-1; None if each text's is detected."""
        return self._profile.language

    @property
    def worlds(self) -> tuple[str, ...]:
        """The worlds whose lore it has read (`RemoteKeep.world`)."""
        return self._profile.worlds

    @property
    def temperament(self) -> Mood:
        """The mood that it drifts back to."""
        return self._profile.temperament

    def __repr__(self) -> str:
        return f"RemoteCharacter({self.id!r}, name={self.name!r})"

    def under(self, settings: Settings | str) -> RemoteCharacter:
        """As `Character.under`, for recipes: it recalls, narrates and replies by that one."""
        if not isinstance(settings, str):
            raise InputError("A server takes recipes, not settings.", hint='Write under("mimir").')
        return RemoteCharacter(self._transport, self._profile, settings)

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
        """As `Character.observe`."""
        body = {
            "text": text, "person": person, "speaker": speaker, "time": time, "session": session, "id": id,
            "scene": scene, "heard_by": heard_by, "importance": importance,
        }  # fmt: skip
        return self._post(Observed, "observe", body)

    def observe_many(
        self, turns: Iterable[Turn | Mapping[str, Any]], *, person: str | None = None, undated: bool = False
    ) -> list[Observed]:
        """As `Character.observe_many`; 10,000 turns at most."""
        if not isinstance(turns, Iterable):
            raise InputError("The turns must be a list.", hint="Write observe_many([soulkeep.Turn(text), …]).")
        said = turns_of(turns, self.name, person)
        return self._post(list[Observed], "observe_many", {"turns": said, "person": person, "undated": undated})

    def introduce(self, person: str, *, name: str | None = None, zone: str | None = None) -> Person:
        """As `Character.introduce`."""
        return self._post(Person, "introduce", {"person": person, "name": name, "zone": zone}, once=False)

    def learn(self, text: str, *, source: str) -> Learned:
        """As `Character.learn`."""
        return self._post(Learned, "learn", {"text": text, "source": source})

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
        history: Sequence[Turn] = (),
        preset: str | None = None,
        heard_by: Sequence[str] = (),
    ) -> Recall:
        """As `Character.recall`."""
        body = {
            "question": question, "person": person, "k": k, "kinds": kinds, "sources": sources, "since": since,
            "until": until, "budget": budget, "time": time, "history": history, "preset": preset,
            "heard_by": heard_by, "recipe": self._recipe,
        }  # fmt: skip
        return self._post(Recall, "recall", body, once=False)

    def narrate(self, recall: Recall) -> Narrative:
        """As `Character.narrate`."""
        return self._post(Narrative, "narrate", {"recall": recall, "recipe": self._recipe}, once=False)

    async def anarrate(self, recall: Recall) -> Narrative:
        """`narrate`, async."""
        return await asyncio.to_thread(self.narrate, recall)

    def due(
        self, *, person: str | None = None, within: timedelta = timedelta(days=1), time: datetime | None = None
    ) -> list[Due]:
        """As `Character.due`."""
        return self._get(list[Due], "due", person=person, within=within, time=time)

    def facts(
        self,
        *,
        person: str | None = None,
        subject: str | None = None,
        relation: str | None = None,
        as_of: datetime | None = None,
        past: bool = False,
    ) -> list[Fact]:
        """As `Character.facts`."""
        return self._get(list[Fact], "facts", person=person, subject=subject, relation=relation, as_of=as_of, past=past)

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
        """As `Character.reply`."""
        body = self._asked(text, person, session, scene, time, id, heard_by, rules, remember)
        return self._post(Reply, "reply", body)

    async def areply(
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
        """`reply`, async."""
        body = self._asked(text, person, session, scene, time, id, heard_by, rules, remember)
        stream = ReplyStream(self._spoken(body))
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
        heard_by: Sequence[str] | None = None,
        rules: Rules | None = None,
        remember: bool = True,
    ) -> ReplyStream:
        """As `Character.stream`: `reply`, piece by piece."""
        return ReplyStream(self._spoken(self._asked(text, person, session, scene, time, id, heard_by, rules, remember)))

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
        """As `Character.context`."""
        body = {
            "text": text, "person": person, "tokens": tokens, "session": session, "scene": scene, "time": time,
            "id": id, "heard_by": heard_by,
        }  # fmt: skip
        return self._post(Context, "context", body, once=False)

    async def acontext(
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
        """`context`, async."""
        return await asyncio.to_thread(
            self.context,
            text,
            person=person,
            tokens=tokens,
            session=session,
            scene=scene,
            time=time,
            id=id,
            heard_by=heard_by,
        )

    def begin(
        self,
        *,
        person: str | None = None,
        session: str | None = None,
        time: datetime | None = None,
        language: str | None = None,
        heard_by: Sequence[str] | None = None,
    ) -> Reply | None:
        """As `Character.begin`."""
        body = {"person": person, "session": session, "time": time, "language": language, "heard_by": heard_by}
        spoken: type[Reply] = Reply | None  # type: ignore[assignment]  # no type in the eyes of mypy
        return self._post(spoken, "begin", body)

    def grounding(self, *, person: str | None = None, session: str | None = None) -> Grounding:
        """As `Character.grounding`."""
        return self._get(Grounding, "grounding", person=person, session=session)

    def story(self, *, person: str | None = None) -> list[StoryEvent]:
        """As `Character.story`."""
        return self._get(list[StoryEvent], "story", person=person)

    # -- episodes

    def understand(self, text: str, *, person: str | None = None) -> Understanding:
        """As `Character.understand`."""
        return self._post(Understanding, "understand", {"text": text, "person": person}, once=False)

    def episodes(self, *, person: str | None = None, time: datetime | None = None) -> RemoteEpisodes:
        """As `Character.episodes`."""
        return RemoteEpisodes(self._transport, self.id, person, time)

    def sparql(
        self,
        query: str,
        *,
        person: str | None = None,
        seconds: float | None = None,
        rows: int | None = None,
        prefixes: Mapping[str, str] | None = None,
    ) -> Answers:
        """As `Character.sparql`."""
        return self.episodes(person=person).sparql(query, seconds=seconds, rows=rows, prefixes=prefixes)

    def _asked(
        self,
        text: str,
        person: str | None,
        session: str | None,
        scene: Scene | None,
        time: datetime | None,
        id: str | None,
        heard_by: Sequence[str] | None,
        rules: Rules | None,
        remember: bool,
    ) -> dict[str, Any]:
        return {
            "text": text, "person": person, "session": session, "scene": scene, "time": time, "id": id,
            "heard_by": heard_by, "rules": rules, "remember": remember, "recipe": self._recipe,
        }  # fmt: skip

    async def _spoken(self, body: Mapping[str, Any]) -> AsyncGenerator[str | Reply, None]:
        """The pieces of a reply, and last the reply."""
        async with aclosing(self._transport.events(self._path("reply"), {**body, "stream": True})) as events:
            async for name, data in events:
                with understanding():
                    told: Any = of_json(Reply, data) if name == "reply" else json.loads(data)
                if name == "reply":
                    yield told
                elif name == "delta":
                    yield told["text"]
                elif name == "error":
                    raise error_of(told, told.get("status", 0))
