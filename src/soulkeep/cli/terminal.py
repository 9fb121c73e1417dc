"""Filters of text for the terminal: escape sequences from people, cards or files are shown, never executed.

`Console` prints our own output, with colours; all other output passes `guard`: logs, tracebacks, and error messages
about options.
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

    It claims to be no terminal, so that writers don't add colours, which would be shown as well.

    Args:
        behind: the stream to write to.
        helps: whether help is written to it, which has only our own text and may be coloured.
    """

    def __init__(self, behind: TextIO, *, helps: bool) -> None:
        self.behind = behind
        if helps:
            self.rich_proxied_file = behind

    def write(self, text: str) -> int:
        """Write a text with control characters shown."""
        self.behind.write(visible(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write texts with control characters shown."""
        for line in lines:
            self.write(line)

    def isatty(self) -> bool:
        """Return False."""
        return False

    def __getattr__(self, name: str) -> Any:
        return getattr(self.behind, name)


class Console(rich.console.Console):
    """Prints for people. Its own colours and cursor movements pass; control characters in texts are shown."""

    @property
    def file(self) -> IO[str]:
        """Return the file to which it prints, bypassing the guard for colours."""
        file = super().file
        return cast(IO[str], file.behind) if isinstance(file, Guarded) else file

    @file.setter
    def file(self, new: IO[str]) -> None:
        self._file = new

    def render(
        self, renderable: rich.console.RenderableType, options: rich.console.ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """Do what rich's method does, with control characters in texts shown."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=visible(segment.text))


def guard() -> None:
    """Make standard output and standard error of this process show control characters."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is not None and not isinstance(stream, Guarded):
            setattr(sys, name, Guarded(stream, helps=name == "stdout"))
