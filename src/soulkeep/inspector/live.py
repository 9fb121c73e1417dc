"""Notification of pages about new data: one check a second for each relationship that is watched."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass, field

from soulkeep.character.character import Character
from soulkeep.character.relationship import relationship_of
from soulkeep.inspector.threads import in_watch

Callback = Callable[[], Awaitable[None]]

SECONDS = 1.0
"""Seconds between two checks."""

_log = logging.getLogger("soulkeep.inspector")


def state_of(character: Character, person: str | None) -> Hashable:
    """Return a value that changes whenever anything that a character remembers or feels, facing a person, does.

    It takes two small reads, and covers changes by other processes.
    """
    relationship = relationship_of(character, person)
    store, keys = relationship.runtime.store, relationship.visible
    _, heads = store.heads(keys)
    feelings = tuple(tuple(sorted(store.feelings(key).items())) for key in keys)
    return tuple(heads), feelings


@dataclass(slots=True)
class _Watch:
    """A watched relationship, with the callbacks."""

    look: Callable[[], Hashable]
    told: list[Callback] = field(default_factory=list)
    task: asyncio.Task[None] | None = None


class Watches:
    """The watches of a server, one for each relationship, however many pages show it."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._watches: dict[Hashable, _Watch] = {}

    def watch(self, key: Hashable, look: Callable[[], Hashable], callback: Callback) -> Callable[[], None]:
        """Have a callback called after each change.

        Args:
            key: the object watched; watchers of the same key share one check a second.
            look: a function called in a thread; a change is any change of its result.
            callback: the function to call; its errors are logged and don't affect others.

        Returns:
            A function that ends the notifications.
        """
        watch = self._watches.setdefault(key, _Watch(look))
        watch.told.append(callback)
        if watch.task is None:
            watch.task = asyncio.create_task(self._run(watch))

        def stop() -> None:
            if callback not in watch.told:
                return
            watch.told.remove(callback)
            if not watch.told and watch.task is not None:
                watch.task.cancel()
                watch.task = None
                self._watches.pop(key, None)

        return stop

    async def _run(self, watch: _Watch) -> None:
        seen: Hashable = None
        first = True
        while True:
            try:
                now = await in_watch(watch.look)
            except Exception as error:  # the store is busy or closing; try again
                _log.debug("the inspector could not look: %s", error)
                now = seen
            if not first and now != seen:
                for callback in list(watch.told):
                    try:
                        await callback()
                    except Exception:
                        _log.exception("a page could not show what is new")
            seen, first = now, False
            await asyncio.sleep(self._seconds)
