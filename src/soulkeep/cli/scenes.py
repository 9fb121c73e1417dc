"""What the demos that play scenes share: showing them, unless JSON is asked for, and going on to a talk."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from datetime import datetime
from typing import Any

import typer
from rich.text import Text

from soulkeep.cli.console import out, say_json
from soulkeep.cli.typed import QUIT, ends


def now() -> datetime:
    """Return the time by this computer's clock and time zone."""
    return datetime.now().astimezone()


class SceneDemo(ABC):
    """A demo that plays scenes; at a terminal it waits between them, and continues as a talk."""

    def __init__(self, *, json: bool) -> None:
        self._quiet = json
        self._waits = sys.stdin.isatty() and out.is_terminal and not json

    def play(self, file: str | None) -> None:
        """Play the demo.

        Args:
            file: the keep's file, if it is kept.
        """
        happened = self.run()
        if self._quiet:
            say_json(happened)
            return
        self.say_where_to_go(file)
        if sys.stdin.isatty():
            self.talk()

    @abstractmethod
    def run(self) -> dict[str, Any]:
        """Play all scenes; return what happened."""

    @abstractmethod
    def say_where_to_go(self, file: str | None) -> None:
        """Print what to do next."""

    @abstractmethod
    def talk(self) -> None:
        """Talk with the user at the terminal."""

    def _print(self, what: str | Text = "") -> None:
        if not self._quiet:
            out.print(what)

    def _rule(self, title: str, *, minor: bool = False) -> None:
        if not self._quiet:
            out.rule(title, align="left" if minor else "center", style="dim" if minor else "rule.line")

    def _pause(self) -> None:
        """At a terminal, wait for the user, who may end the demo there, too."""
        if self._waits:
            try:
                said = out.input(f"[dim]Enter goes on, {QUIT} ends it …[/dim]").strip()
            except EOFError:
                self._waits = False
                return
            if ends(said):
                raise typer.Exit
