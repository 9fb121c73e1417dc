"""Episodes on a server."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, TypeVar

from soulkeep.client.operations import OPERATIONS
from soulkeep.client.remote import Remote
from soulkeep.client.transport import Transport
from soulkeep.types.episodes import Answers, Episode, Interest, Pattern, Similar, Understanding

T = TypeVar("T")


class RemoteEpisodes(Remote):
    """The past of a character on a server with a person, created by `RemoteCharacter.episodes`.

    Args:
        transport: the connection.
        character: the character's id.
        person: the person faced.
        time: the present time, in the person's time zone.
    """

    def __init__(self, transport: Transport, character: str, person: str | None, time: datetime | None) -> None:
        super().__init__(transport, character=character)
        self._facing = {"person": person, "time": time}

    def __iter__(self) -> Iterator[Episode]:
        """Yield all episodes, in order."""
        return iter(self._get(list[Episode], "episodes"))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def during(self, when: str) -> list[Episode]:
        """As `Episodes.during`."""
        return self._get(list[Episode], "episodes", during=when)

    def trace(self, id: str, *, back: bool = False) -> list[Episode]:
        """As `Episodes.trace`."""
        return self._get(list[Episode], "trace", id=id, back=back)

    def similar(self, text: str) -> tuple[Similar, ...]:
        """As `Episodes.similar`."""
        return self._get(tuple[Similar, ...], "similar", text=text)

    def patterns(self, text: str) -> list[Pattern]:
        """As `Episodes.patterns`."""
        return self._get(list[Pattern], "patterns", text=text)

    def interests(self, kind: str | None = None) -> list[Interest]:
        """As `Episodes.interests`."""
        return self._get(list[Interest], "interests", kind=kind)

    def trig(self) -> str:
        """As `Episodes.trig`."""
        return self._transport.text(self._path(OPERATIONS["trig"], {}), **self._facing)

    def understand(self, text: str) -> Understanding:
        """As `Episodes.understand`."""
        understanding: Understanding = self._ask("understand", {"text": text, "person": self._facing["person"]})
        return understanding

    def sparql(
        self,
        query: str,
        *,
        seconds: float | None = None,
        rows: int | None = None,
        prefixes: Mapping[str, str] | None = None,
    ) -> Answers:
        """As `Episodes.sparql`."""
        asked = {"query": query, "person": self._facing["person"], "seconds": seconds, "rows": rows}
        answers: Answers = self._ask("sparql", {**asked, "prefixes": prefixes})
        return answers

    def _get(self, kind: type[T], name: str, /, **given: Any) -> T:
        """Return the result of an operation, facing the person."""
        result: T = self._ask(name, {**self._facing, **given})
        return result
