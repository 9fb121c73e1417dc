"""What a character at a server keeps, knows and feels."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

from soulkeep.character.memories import kinds_of
from soulkeep.client.pages import paged
from soulkeep.client.records import Page
from soulkeep.client.transport import Transport, path_of
from soulkeep.errors import BadFile, InputError
from soulkeep.types.episodes import Known
from soulkeep.types.lists import Change, Session
from soulkeep.types.records import Bond, Felt, Memory, Mood

T = TypeVar("T")


class RemoteMemories:
    """The parts of `Character` that concern its memories, knowledge, stories and feelings.

    Args:
        transport: the connection.
        id: the character's.
    """

    def __init__(self, transport: Transport, id: str) -> None:
        self._transport = transport
        self._id = id

    # -- memories one by one

    def memory(self, id: str, *, person: str | None = None) -> Memory:
        """As `Character.memory`."""
        return self._get(Memory, "memories", id, person=person)

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
        """As `Character.memories`; read page by page, as they are needed."""
        asked: dict[str, Any] = {
            "person": person,
            "kinds": kinds_of(kinds),
            "session": session,
            "forgotten": forgotten,
            "newest": newest,
        }

        def page(after: str | None, limit: int) -> Page:
            return self._get(Page, "memories", **asked, after=after, limit=limit)

        return paged(page, after, limit)

    def sessions(self, *, person: str | None = None) -> list[Session]:
        """As `Character.sessions`."""
        return self._get(list[Session], "sessions", person=person)

    def amend(self, id: str, text: str, *, person: str | None = None) -> Memory:
        """As `Character.amend`."""
        return self._change(id, person, {"text": text})

    def rate(self, id: str, importance: float, *, person: str | None = None) -> Memory:
        """As `Character.rate`."""
        return self._change(id, person, {"importance": importance})

    def annotate(self, id: str, metadata: Mapping[str, Any], *, person: str | None = None) -> Memory:
        """As `Character.annotate`."""
        return self._change(id, person, {"metadata": metadata})

    def delete(self, id: str, *, person: str | None = None, scrub: bool = False) -> int:
        """As `Character.delete`."""
        params = {"person": person, "scrub": scrub}
        gone = self._transport.call(dict[str, int], "DELETE", self._path("memories", id), params=params)
        return gone["deleted"]

    def history(self, id: str, *, person: str | None = None) -> list[Change]:
        """As `Character.history`."""
        return self._get(list[Change], "memories", id, "history", person=person)

    def retention(self, memory: Memory, *, time: datetime | None = None) -> float:
        """As `Character.retention`."""
        left = self._get(dict[str, float], "memories", memory.id, "retention", person=memory.person, time=time)
        return left["retention"]

    def forget(
        self,
        id: str | None = None,
        *,
        person: str | None = None,
        way: str = "decay",
        count: int | None = None,
        below: float | None = None,
    ) -> list[Memory]:
        """As `Character.forget`."""
        if id is None:
            body = {"person": person, "way": way, "count": count, "below": below}
            return self._post(list[Memory], "forget", body)
        return self._do(list[Memory], id, "forget", person)

    def restore(self, id: str, *, person: str | None = None) -> Memory:
        """As `Character.restore`."""
        return self._do(Memory, id, "restore", person)

    def forgotten(self, *, person: str | None = None) -> Iterator[Memory]:
        """As `Character.forgotten`."""
        return self.memories(person=person, forgotten=True)

    def quarantine(self, *, person: str | None = None) -> list[Memory]:
        """As `Character.quarantine`."""
        return self._get(list[Memory], "quarantine", person=person)

    def release(self, id: str, *, person: str | None = None) -> Memory:
        """As `Character.release`."""
        return self._do(Memory, id, "release", person)

    def pin(self, id: str, *, person: str | None = None) -> Memory:
        """As `Character.pin`."""
        return self._do(Memory, id, "pin", person)

    def unpin(self, id: str, *, person: str | None = None) -> Memory:
        """As `Character.unpin`."""
        return self._do(Memory, id, "unpin", person)

    def reflect(self, *, person: str | None = None) -> list[Memory]:
        """As `Character.reflect`."""
        return self._post(list[Memory], "reflect", {"person": person})

    async def areflect(self, *, person: str | None = None) -> list[Memory]:
        """`reflect`, async."""
        return await asyncio.to_thread(self.reflect, person=person)

    def consolidate(self, *, person: str | None = None) -> list[Memory]:
        """As `Character.consolidate`."""
        return self._post(list[Memory], "consolidate", {"person": person})

    # -- feelings

    def mood(self, *, person: str | None = None, time: datetime | None = None) -> Mood:
        """As `Character.mood`."""
        return self._get(Mood, "mood", person=person, time=time)

    def bond(self, person: str, *, time: datetime | None = None) -> Bond:
        """As `Character.bond`."""
        return self._get(Bond, "bond", person=person, time=time)

    def feel(
        self,
        *,
        person: str | None = None,
        valence: float | None = None,
        arousal: float | None = None,
        closeness: float | None = None,
        trust: float | None = None,
    ) -> None:
        """As `Character.feel`."""
        body = {"person": person, "valence": valence, "arousal": arousal, "closeness": closeness, "trust": trust}
        self._transport.call(type(None), "PUT", self._path("feelings"), body=body)

    def course(
        self,
        *,
        person: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        points: int = 200,
    ) -> list[Felt]:
        """As `Character.course`."""
        return self._get(list[Felt], "course", person=person, since=since, until=until, points=points)

    # -- knowledge and stories

    def know(
        self,
        data: str | os.PathLike[str] | bytes,
        *,
        source: str | None = None,
        format: str | None = None,
        base: str | None = None,
    ) -> Known:
        """As `Character.know`; a file is read here, and sent."""
        if not isinstance(data, bytes | str | os.PathLike):
            raise InputError(f"{data!r:.80} is no file and no bytes.", hint="Give a path, or the data as bytes.")
        content = data if isinstance(data, bytes) else read(data)
        if source is None:
            if isinstance(data, bytes):
                raise InputError("What is the name of this data?", hint='Write know(data, source="music").')
            source = Path(data).name.removesuffix(".gz").rpartition(".")[0] or Path(data).name
        params = {"source": source, "format": format, "base": base}
        return self._transport.call(Known, "POST", self._path("know"), params=params, content=content, once=True)

    def knows(self) -> list[Known]:
        """As `Character.knows`."""
        return self._get(list[Known], "knowledge")

    def unknow(self, source: str) -> None:
        """As `Character.unknow`."""
        self._transport.call(type(None), "DELETE", self._path("knowledge", source))

    def stage(self, story: str | os.PathLike[str]) -> str:
        """As `Character.stage`; a file is read here, and sent."""
        if not isinstance(story, str | os.PathLike):
            raise InputError(f"{story!r:.60} is no story.", hint="Give a YAML file's path, or the YAML itself.")
        given = isinstance(story, str) and ("\n" in story or story.lstrip().startswith("{"))
        content = str(story).encode() if given else read(story)
        return self._transport.call(dict[str, str], "PUT", self._path("stories"), content=content)["id"]

    def unstage(self, story: str) -> bool:
        """As `Character.unstage`."""
        return self._transport.call(bool, "DELETE", self._path("stories", story))

    def stories(self) -> list[str]:
        """As `Character.stories`."""
        return self._get(list[str], "stories")

    # -- asking

    def _path(self, *parts: str) -> str:
        return path_of("characters", self._id, *parts)

    def _get(self, kind: type[T], *parts: str, **params: Any) -> T:
        return self._transport.get(kind, self._path(*parts), **params)

    def _post(self, kind: type[T], part: str, body: Mapping[str, Any], *, once: bool = True) -> T:
        return self._transport.post(kind, self._path(part), body, once=once)

    def _do(self, kind: type[T], id: str, what: str, person: str | None) -> T:
        params = {"person": person}
        return self._transport.call(kind, "POST", self._path("memories", id, what), params=params, once=True)

    def _change(self, id: str, person: str | None, body: Mapping[str, Any]) -> Memory:
        path = self._path("memories", id)
        return self._transport.call(Memory, "PATCH", path, params={"person": person}, body=body)


def read(path: str | os.PathLike[str]) -> bytes:
    """What a file of this machine holds."""
    try:
        return Path(path).read_bytes()
    except (OSError, ValueError) as error:
        raise BadFile(f"{os.fspath(path)!s:.200} can't be read: {error!s:.200}", hint="Check the path.") from None
