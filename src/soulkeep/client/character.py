"""A character on a server: the methods of `soulkeep.Character`, with the same parameters and records."""

from __future__ import annotations

import json
import os
from collections.abc import AsyncGenerator, Iterable, Iterator, Mapping
from contextlib import aclosing
from datetime import datetime
from pathlib import Path
from typing import Any

from soulkeep.character.character import Character
from soulkeep.client.episodes import RemoteEpisodes
from soulkeep.client.errors import error_of
from soulkeep.client.files import read_file
from soulkeep.client.knowledge import RemoteKnowledge
from soulkeep.client.operations import OPERATIONS
from soulkeep.client.pages import paged
from soulkeep.client.remote import Remote, remote, taking
from soulkeep.client.stories import RemoteStories
from soulkeep.client.transport import Transport, understanding
from soulkeep.errors import InputError
from soulkeep.memory.arguments import kinds_of
from soulkeep.memory.messages import turns_of
from soulkeep.reply.stream import ReplyStream
from soulkeep.settings import Settings
from soulkeep.types.lists import Profile
from soulkeep.types.receipts import Learned, Observed
from soulkeep.types.records import Memory, Turn
from soulkeep.types.replies import Reply
from soulkeep.types.wire import of_json

_BY_RECIPE = ("recall", "narrate", "reply")
"""Operations that depend on the recipe."""


class RemoteCharacter(Remote):
    """A character on a server, created by `RemoteKeep.character`. Safe to use from any thread.

    Args:
        transport: the connection.
        profile: the character's profile.
        recipe: the recipe for recalling, narrating and replying; the server's settings by default.
    """

    def __init__(self, transport: Transport, profile: Profile, recipe: str | None = None) -> None:
        super().__init__(transport, character=profile.id)
        self._profile = profile
        self._recipe = recipe

    def __repr__(self) -> str:
        return f"RemoteCharacter({self.id!r}, name={self.name!r})"

    @property
    def id(self) -> str:
        """Return the character's id."""
        return self._profile.id

    @property
    def name(self) -> str:
        """Return the character's name."""
        return self._profile.name

    @property
    def profile(self) -> Profile:
        """As `Character.profile`."""
        return self._profile

    def under(self, settings: Settings | str) -> RemoteCharacter:
        """As `Character.under`, for recipes: the result recalls, narrates and replies by that recipe."""
        if not isinstance(settings, str):
            raise InputError("A server takes recipes, not settings.", hint='Write under("mimir").')
        return RemoteCharacter(self._transport, self._profile, settings)

    # -- perceiving and learning

    observe = remote(Character.observe)
    introduce = remote(Character.introduce)

    def observe_many(
        self, turns: Iterable[Turn | Mapping[str, Any]], *, person: str | None = None, undated: bool = False
    ) -> list[Observed]:
        """As `Character.observe_many`, for at most 10,000 turns."""
        if not isinstance(turns, Iterable):
            raise InputError("The turns must be a list.", hint="Write observe_many([soulkeep.Turn(text), …]).")
        said = turns_of(turns, self.name, person)
        observed: list[Observed] = self._ask("observe_many", {"turns": said, "person": person, "undated": undated})
        return observed

    def learn(self, text: str, *, source: str) -> Learned:
        """As `Character.learn`."""
        learned: Learned = self._ask("learn", {"text": text, "source": source})
        return learned

    @taking(Character.know)
    def know(self, given: dict[str, Any]) -> Any:
        """Read a file here, and send it."""
        data, source = given.pop("data"), given.pop("source")
        if not isinstance(data, bytes | str | os.PathLike):
            raise InputError(f"{data!r:.80} is no file and no bytes.", hint="Give a path, or the data as bytes.")
        content = data if isinstance(data, bytes) else read_file(data)
        if source is None:
            if isinstance(data, bytes):
                raise InputError("What is the name of this data?", hint='Write know(data, source="music").')
            source = Path(data).name.removesuffix(".gz").rpartition(".")[0] or Path(data).name
        return self._ask("know", {"source": source, **given}, content=content)

    @property
    def knowledge(self) -> RemoteKnowledge:
        """As `Character.knowledge`."""
        return RemoteKnowledge(self._transport, character=self.id)

    def stage(self, story: str | os.PathLike[str]) -> str:
        """As `Character.stage`; a file is read here, and sent."""
        if not isinstance(story, str | os.PathLike):
            raise InputError(f"{story!r:.60} is no story.", hint="Give a YAML file's path, or the YAML itself.")
        is_yaml = isinstance(story, str) and ("\n" in story or story.lstrip().startswith("{"))
        content = str(story).encode() if is_yaml else read_file(story)
        return str(self._ask("stage", {}, content=content)["id"])

    @property
    def stories(self) -> RemoteStories:
        """As `Character.stories`."""
        return RemoteStories(self._transport, character=self.id)

    # -- recalling

    recall = remote(Character.recall)
    narrate = remote(Character.narrate)
    due = remote(Character.due)
    facts = remote(Character.facts)

    # -- memories one by one

    memory = remote(Character.memory)
    sessions = remote(Character.sessions)
    history = remote(Character.history)
    restore = remote(Character.restore)
    quarantine = remote(Character.quarantine)
    release = remote(Character.release)
    reflect = remote(Character.reflect)
    consolidate = remote(Character.consolidate)

    @taking(Character.memories)
    def memories(self, given: dict[str, Any]) -> Iterator[Memory]:
        """Yield memories, reading further pages as needed."""
        after, limit, kinds = given.pop("after"), given.pop("limit"), kinds_of(given.pop("kinds"))
        return paged(lambda place: self._ask("memories", {**given, "kinds": kinds, **place}), after, limit)

    @taking(Character.retention)
    def retention(self, given: dict[str, Any]) -> float:
        """Return a memory's retention, by its id and person."""
        memory: Memory = given["memory"]
        asked = {"id": memory.id, "person": memory.person, "time": given["time"]}
        return float(self._ask("retention", asked)["retention"])

    amend = remote(Character.amend)

    def delete(self, id: str, *, person: str | None = None, scrub: bool = False) -> int:
        """As `Character.delete`, for one memory."""
        return int(self._ask("delete", {"id": id, "person": person, "scrub": scrub})["deleted"])

    @taking(Character.forget)
    def forget(self, given: dict[str, Any]) -> Any:
        """Forget one memory, or the first ones in an order."""
        if given["id"] is None:
            return self._ask("forget", given)
        return self._ask("forget_memory", {"id": given["id"], "person": given["person"]})

    # -- feelings

    mood = remote(Character.mood)
    bond = remote(Character.bond)
    feel = remote(Character.feel)
    course = remote(Character.course)

    # -- episodes

    def episodes(self, *, person: str | None = None, time: datetime | None = None) -> RemoteEpisodes:
        """As `Character.episodes`."""
        return RemoteEpisodes(self._transport, self.id, person, time)

    # -- speaking

    reply = remote(Character.reply)
    begin = remote(Character.begin)
    context = remote(Character.context)
    grounding = remote(Character.grounding)

    @taking(Character.areply)
    async def areply(self, given: dict[str, Any]) -> Reply:
        """Reply, asynchronously."""
        stream = ReplyStream(self._spoken(given))
        async for _ in stream:
            pass
        return stream.reply

    @taking(Character.stream)
    def stream(self, given: dict[str, Any]) -> ReplyStream:
        """Reply, piece by piece."""
        return ReplyStream(self._spoken(given))

    # -- asking

    def _ask(self, name: str, given: Mapping[str, Any], *, content: bytes | None = None) -> Any:
        return super()._ask(name, self._with_recipe(name, given), content=content)

    def _with_recipe(self, name: str, given: Mapping[str, Any]) -> Mapping[str, Any]:
        return {**given, "recipe": self._recipe} if name in _BY_RECIPE else given

    async def _spoken(self, given: Mapping[str, Any]) -> AsyncGenerator[str | Reply, None]:
        """Yield the pieces of a reply, and last the reply."""
        path, body = self._path(OPERATIONS["reply"], {}), {**self._with_recipe("reply", given), "stream": True}
        async with aclosing(self._transport.events(path, body)) as events:
            async for name, data in events:
                with understanding():
                    content: Any = of_json(Reply, data) if name == "reply" else json.loads(data)
                if name == "reply":
                    yield content
                elif name == "delta":
                    yield content["text"]
                elif name == "error":
                    raise error_of(content, content.get("status", 0))
