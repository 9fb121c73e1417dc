"""Input at a terminal, line by line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.text import Text

from soulkeep.cli.console import out

HELP, QUIT = "/help", "/quit"
_ENDS = frozenset({QUIT, "/exit", "/q", "quit", "exit"})


def lines(prompt: str, style: str = "bold", *, commands: Mapping[str, str] | None = None) -> Iterator[str]:
    """Yield the lines typed to a character, until /quit or the end (Ctrl-D).

    Empty lines are ignored, since Enter pressed during output isn't meant to end the talk.

    Args:
        prompt: the text before each line.
        style: the prompt's style, in rich's notation.
        commands: further commands with descriptions; they are yielded like other lines.
    """
    all_commands = {**(commands or {}), QUIT: "ends the talk"}
    while True:
        try:
            said = out.input(Text(f"{prompt}: ", style)).strip()
        except EOFError:
            return
        if said.casefold() in _ENDS:
            return
        if said and said not in all_commands and (said == HELP or (said.startswith("/") and " " not in said)):
            _help(all_commands)
        elif said:
            yield said


def how_to_end() -> str:
    """Return a short text about how to leave."""
    return f"{QUIT} ends it."


def _help(all_commands: Mapping[str, str]) -> None:
    for command, does in all_commands.items():
        out.print(Text(f"  {command:8} {does}", "dim"))
