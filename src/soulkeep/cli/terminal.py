"""The door by which text enters a terminal: escape sequences that people, cards or files hold are shown, never obeyed.

`Console` is ours to print with, in colours; whatever else is printed, by whomever, passes `guard`: what a logger says,
tracebacks, complaints about options.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import IO, Any, TextIO, cast

import rich.console
from rich.segment import Segment

from soulkeep.lang.unseen import visible


class Guarded:
    """A stream that shows control characters instead of passing them on.

    It is no terminal to others, so that they don't colour what they write; their colours would be shown, too.

    Args:
        behind: where it goes.
        helps: whether the help is written to it, which holds words of ours alone and may be coloured.
    """

    def __init__(self, behind: TextIO, *, helps: bool) -> None:
        self.behind = behind
        if helps:
            self.rich_proxied_file = behind

    def write(self, text: str) -> int:
        """Write a text, visibly."""
        self.behind.write(visible(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write texts, visibly."""
        for line in lines:
            self.write(line)

    def isatty(self) -> bool:
        """False."""
        return False

    def __getattr__(self, name: str) -> Any:
        return getattr(self.behind, name)


class Console(rich.console.Console):
    """Prints for people. Its own colours and movements are control characters, too; those in a text are shown."""

    @property
    def file(self) -> IO[str]:
        """Where it prints: colours pass by the guard."""
        file = super().file
        return cast(IO[str], file.behind) if isinstance(file, Guarded) else file

    @file.setter
    def file(self, new: IO[str]) -> None:
        self._file = new

    def render(
        self, renderable: rich.console.RenderableType, options: rich.console.ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """As rich's, with what is not seen made visible."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=visible(segment.text))


def guard() -> None:
    """Let standard output and standard error of this process show what isn't ours."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is not None and not isinstance(stream, Guarded):
            setattr(sys, name, Guarded(stream, helps=name == "stdout"))
