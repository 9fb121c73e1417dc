"""What a character at a server keeps, knows and feels."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from soulkeep.character.character import Character
from soulkeep.character.memories import kinds_of
from soulkeep.client.pages import paged
from soulkeep.client.remote import Remote, remote, taking
from soulkeep.errors import BadFile, InputError
from soulkeep.types.records import Memory


class RemoteMemories(Remote):
    """The parts of `Character` that concern its memories, knowledge, stories and feelings."""

    # -- memories one by one

    memory = remote(Character.memory)
    sessions = remote(Character.sessions)
    history = remote(Character.history)
    amend = remote(Character.amend)
    rate = remote(Character.rate, "amend")
    annotate = remote(Character.annotate, "amend")
    restore = remote(Character.restore)
    quarantine = remote(Character.quarantine)
    release = remote(Character.release)
    pin = remote(Character.pin)
    unpin = remote(Character.unpin)
    reflect = remote(Character.reflect)
    consolidate = remote(Character.consolidate)

    @taking(Character.memories)
    def memories(self, given: dict[str, Any]) -> Iterator[Memory]:
        """Read page by page, as they are needed."""
        after, limit, kinds = given.pop("after"), given.pop("limit"), kinds_of(given.pop("kinds"))
        return paged(lambda place: self._ask("memories", {**given, "kinds": kinds, **place}), after, limit)

    def delete(self, id: str, *, person: str | None = None, scrub: bool = False) -> int:
        """As `Character.delete`, of one memory."""
        return int(self._ask("delete", {"id": id, "person": person, "scrub": scrub})["deleted"])

    @taking(Character.retention)
    def retention(self, given: dict[str, Any]) -> float:
        """By the memory's id and person."""
        memory: Memory = given["memory"]
        asked = {"id": memory.id, "person": memory.person, "time": given["time"]}
        return float(self._ask("retention", asked)["retention"])

    @taking(Character.forget)
    def forget(self, given: dict[str, Any]) -> Any:
        """One memory, or the first of all in some way."""
        if given["id"] is None:
            return self._ask("forget", given)
        return self._ask("forget_memory", {"id": given["id"], "person": given["person"]})

    @taking(Character.forgotten)
    def forgotten(self, given: dict[str, Any]) -> Iterator[Memory]:
        """A list like that of all."""
        return self.memories(forgotten=True, **given)

    @taking(Character.areflect)
    async def areflect(self, given: dict[str, Any]) -> Any:
        """`reflect`, async."""
        return await asyncio.to_thread(self._ask, "reflect", given)

    # -- feelings

    mood = remote(Character.mood)
    bond = remote(Character.bond)
    feel = remote(Character.feel)
    course = remote(Character.course)

    # -- knowledge and stories

    knows = remote(Character.knows)
    unknow = remote(Character.unknow)
    stories = remote(Character.stories)
    unstage = remote(Character.unstage)

    @taking(Character.know)
    def know(self, given: dict[str, Any]) -> Any:
        """A file is read here, and sent."""
        data, source = given.pop("data"), given.pop("source")
        if not isinstance(data, bytes | str | os.PathLike):
            raise InputError(f"{data!r:.80} is no file and no bytes.", hint="Give a path, or the data as bytes.")
        content = data if isinstance(data, bytes) else read(data)
        if source is None:
            if isinstance(data, bytes):
                raise InputError("What is the name of this data?", hint='Write know(data, source="music").')
            source = Path(data).name.removesuffix(".gz").rpartition(".")[0] or Path(data).name
        return self._ask("know", {"source": source, **given}, content=content)

    def stage(self, story: str | os.PathLike[str]) -> str:
        """As `Character.stage`; a file is read here, and sent."""
        if not isinstance(story, str | os.PathLike):
            raise InputError(f"{story!r:.60} is no story.", hint="Give a YAML file's path, or the YAML itself.")
        given = isinstance(story, str) and ("\n" in story or story.lstrip().startswith("{"))
        content = str(story).encode() if given else read(story)
        return str(self._ask("stage", {}, content=content)["id"])


def read(path: str | os.PathLike[str]) -> bytes:
    """What a file of this machine holds."""
    try:
        return Path(path).read_bytes()
    except (OSError, ValueError) as error:
        raise BadFile(f"{os.fspath(path)!s:.200} can't be read: {error!s:.200}", hint="Check the path.") from None
