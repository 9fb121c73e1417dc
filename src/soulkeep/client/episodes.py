"""Episodes at a server."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, TypeVar

from soulkeep.client.transport import Transport, path_of
from soulkeep.types.episodes import Answers, Episode, Interest, Pattern, Similar, Understanding

T = TypeVar("T")


class RemoteEpisodes:
    """What happened between a character of a server's and a person. `RemoteCharacter.episodes` makes it.

    Args:
        transport: the connection.
        character: the character's id.
        person: whom it faced.
        time: the present, in the person's time zone.
    """

    def __init__(self, transport: Transport, character: str, person: str | None, time: datetime | None) -> None:
        self._transport = transport
        self._character = character
        self._facing = {"person": person, "time": time}

    def __iter__(self) -> Iterator[Episode]:
        """All episodes, in their order."""
        return iter(self._get(list[Episode], "episodes"))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def during(self, when: str) -> list[Episode]:
        """As `Episodes.during`."""
        return self._get(list[Episode], "episodes", during=when)

    def trace(self, id: str, *, back: bool = False) -> list[Episode]:
        """As `Episodes.trace`."""
        return self._get(list[Episode], "episodes", id, "trace", back=back)

    def understand(self, text: str) -> Understanding:
        """As `Episodes.understand`."""
        body = {"text": text, "person": self._facing["person"]}
        return self._transport.post(
            Understanding, path_of("characters", self._character, "understand"), body, once=False
        )

    def similar(self, text: str) -> tuple[Similar, ...]:
        """As `Episodes.similar`."""
        return tuple(self._get(list[Similar], "similar", text=text))

    def patterns(self, text: str) -> list[Pattern]:
        """As `Episodes.patterns`."""
        return self._get(list[Pattern], "patterns", text=text)

    def interests(self, kind: str | None = None) -> list[Interest]:
        """As `Episodes.interests`."""
        return self._get(list[Interest], "interests", kind=kind)

    def trig(self) -> str:
        """As `Episodes.trig`."""
        return self._transport.text(path_of("characters", self._character, "graph"), **self._facing)

    def sparql(
        self,
        query: str,
        *,
        seconds: float | None = None,
        rows: int | None = None,
        prefixes: Mapping[str, str] | None = None,
    ) -> Answers:
        """As `Episodes.sparql`."""
        body = {"query": query, "person": self._facing["person"], "seconds": seconds, "rows": rows}
        path = path_of("characters", self._character, "sparql")
        return self._transport.post(Answers, path, {**body, "prefixes": prefixes}, once=False)

    def _get(self, shape: type[T], /, *parts: str, **params: Any) -> T:
        return self._transport.get(shape, path_of("characters", self._character, *parts), **self._facing, **params)
