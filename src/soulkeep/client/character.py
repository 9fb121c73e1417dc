"""A character at a server: the methods of `soulkeep.Character`, with the same parameters and records."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Iterable, Mapping
from contextlib import aclosing
from datetime import datetime
from typing import Any

from soulkeep.character.character import Character
from soulkeep.client.episodes import RemoteEpisodes
from soulkeep.client.errors import error_of
from soulkeep.client.memories import RemoteMemories
from soulkeep.client.operations import OPERATIONS
from soulkeep.client.records import Profile
from soulkeep.client.remote import remote, taking
from soulkeep.client.transport import Transport, understanding
from soulkeep.errors import InputError
from soulkeep.memory.messages import turns_of
from soulkeep.reply.stream import ReplyStream
from soulkeep.settings import Settings
from soulkeep.types.receipts import Learned, Observed
from soulkeep.types.records import Mood, Turn
from soulkeep.types.replies import Reply
from soulkeep.types.wire import of_json

_BY_RECIPE = ("recall", "narrate", "reply")
"""Operations that a recipe has a say in."""


class RemoteCharacter(RemoteMemories):
    """One character of a server's; `RemoteKeep.character` makes it. Safe to use from any thread."""

    def __init__(self, transport: Transport, profile: Profile, recipe: str | None = None) -> None:
        super().__init__(transport, character=profile.id)
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

    observe = remote(Character.observe)
    introduce = remote(Character.introduce)

    def observe_many(
        self, turns: Iterable[Turn | Mapping[str, Any]], *, person: str | None = None, undated: bool = False
    ) -> list[Observed]:
        """As `Character.observe_many`; 10,000 turns at most."""
        if not isinstance(turns, Iterable):
            raise InputError("The turns must be a list.", hint="Write observe_many([soulkeep.Turn(text), …]).")
        said = turns_of(turns, self.name, person)
        found: list[Observed] = self._ask("observe_many", {"turns": said, "person": person, "undated": undated})
        return found

    def learn(self, text: str, *, source: str) -> Learned:
        """As `Character.learn`."""
        found: Learned = self._ask("learn", {"text": text, "source": source})
        return found

    # -- recalling

    recall = remote(Character.recall)
    narrate = remote(Character.narrate)
    due = remote(Character.due)
    facts = remote(Character.facts)

    @taking(Character.anarrate)
    async def anarrate(self, given: dict[str, Any]) -> Any:
        """`narrate`, async."""
        return await asyncio.to_thread(self._ask, "narrate", given)

    # -- speaking

    reply = remote(Character.reply)
    context = remote(Character.context)
    begin = remote(Character.begin)
    grounding = remote(Character.grounding)
    story = remote(Character.story)

    @taking(Character.areply)
    async def areply(self, given: dict[str, Any]) -> Reply:
        """`reply`, async."""
        stream = ReplyStream(self._spoken(given))
        async for _ in stream:
            pass
        return stream.reply

    @taking(Character.stream)
    def stream(self, given: dict[str, Any]) -> ReplyStream:
        """`reply`, piece by piece."""
        return ReplyStream(self._spoken(given))

    @taking(Character.acontext)
    async def acontext(self, given: dict[str, Any]) -> Any:
        """`context`, async."""
        return await asyncio.to_thread(self._ask, "context", given)

    # -- episodes

    understand = remote(Character.understand)
    sparql = remote(Character.sparql)

    def episodes(self, *, person: str | None = None, time: datetime | None = None) -> RemoteEpisodes:
        """As `Character.episodes`."""
        return RemoteEpisodes(self._transport, self.id, person, time)

    def _ask(self, name: str, given: Mapping[str, Any], *, content: bytes | None = None) -> Any:
        return super()._ask(name, self._with_recipe(name, given), content=content)

    def _with_recipe(self, name: str, given: Mapping[str, Any]) -> Mapping[str, Any]:
        return {**given, "recipe": self._recipe} if name in _BY_RECIPE else given

    async def _spoken(self, given: Mapping[str, Any]) -> AsyncGenerator[str | Reply, None]:
        """The pieces of a reply, and last the reply."""
        path, body = self._path(OPERATIONS["reply"], {}), {**self._with_recipe("reply", given), "stream": True}
        async with aclosing(self._transport.events(path, body)) as events:
            async for name, data in events:
                with understanding():
                    told: Any = of_json(Reply, data) if name == "reply" else json.loads(data)
                if name == "reply":
                    yield told
                elif name == "delta":
                    yield told["text"]
                elif name == "error":
                    raise error_of(told, told.get("status", 0))
