"""A scripted day of a keep, during which something fails, and what must be there afterwards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import soulkeep
from soulkeep.testing.models import HashEmbedder


def opened(location: str, *, later: timedelta = timedelta()) -> soulkeep.Keep:
    """Return a keep without background work; it soon gives up waiting for a lock that it couldn't release.

    Args:
        later: how far its clock is ahead.
    """
    settings = soulkeep.Settings(background=False, busy_seconds=1)
    clock = soulkeep.ManualClock(datetime.now(UTC) + later) if later else None
    return soulkeep.open(location, clock=clock, embedder=HashEmbedder(), settings=settings)


@dataclass
class Day:
    """The calls of a day, as far as they were acknowledged."""

    location: str
    copy: Path | None = None
    """The path of a backup, if there is one."""
    kept: dict[str, set[str]] = field(default_factory=lambda: {"anna": set(), "boris": set()})
    perhaps: set[str] = field(default_factory=set)
    """Ids of the memories whose removal was tried."""
    gone: set[str] = field(default_factory=set)
    erased: set[str] = field(default_factory=set)
    errors: list[str] = field(default_factory=list)

    def run(self) -> None:
        """Do everything of the day; ignore what fails, as an application does that logs it."""
        try:
            with opened(self.location) as keep:
                self._live(keep)
        except soulkeep.SoulkeepError as error:
            self.errors.append(type(error).__name__)

    def _live(self, keep: soulkeep.Keep) -> None:
        holmes = keep.character("holmes")

        def say(person: str, text: str) -> None:
            self.kept[person].add(holmes.observe(text, person=person).id)

        def forget() -> None:
            first = min(self.kept["anna"], default=None)
            if first is not None:
                self.perhaps.add(first)
                holmes.forget(first, person="anna")
                self.gone.add(first)

        def erase() -> None:
            self.perhaps |= self.kept["boris"]
            keep.erase(person="boris")
            self.erased.add("boris")

        steps: list[Callable[[], object]] = [
            lambda: say("anna", "My boat is called Skua."),
            lambda: say("boris", "I keep three swans."),
            lambda: holmes.recall("boat", person="anna"),
            lambda: say("anna", "I'm moving to Porto in May."),
            lambda: keep.settle(),
            forget,
            lambda: holmes.recall("swans", person="boris"),
            erase,
            lambda: say("anna", "My sister Ida plays the cello."),
        ]
        if self.copy is not None:
            copy = self.copy
            steps.append(lambda: keep.backup(copy))
        for step in steps:
            try:
                step()
            except soulkeep.SoulkeepError as error:
                self.errors.append(type(error).__name__)

    def compare(self) -> None:
        """Assert that what is stored is what was acknowledged: an hour later, when work that was left amid it is
        free."""
        with opened(self.location, later=timedelta(hours=1)) as keep:
            assert keep.check() == []
            holmes = keep.character("holmes")
            there = {one.id for one in holmes.memories(person="anna") if one.forgotten is None}
            assert self.kept["anna"] - self.perhaps <= there
            assert not self.gone & there
            theirs = {one.id for one in holmes.memories(person="boris")}
            assert self.kept["boris"] - self.perhaps <= theirs
            if "boris" in self.erased:
                assert theirs == set()
            assert holmes.observe("It rains.", person="anna").id  # and all goes on
            keep.settle()
