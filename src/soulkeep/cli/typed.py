"""Input at a terminal, line by line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.text import Text

from soulkeep.cli.console import err, out

HELP, QUIT = "/help", "/quit"
_ENDS = frozenset({QUIT, "/exit", "/bye", "/q", "quit", "exit"})


def lines(prompt: str | None, style: str = "bold", *, commands: Mapping[str, str] | None = None) -> Iterator[str]:
    """Yield the lines typed to a character, until /quit or the end (Ctrl-D).

    Empty lines are ignored, since Enter pressed during output isn't meant to end the talk.

    Args:
        prompt: the text before each line; None where nobody sees it. Help then goes to standard error.
        style: the prompt's style, in rich's notation.
        commands: further commands with descriptions; they are yielded like other lines.
    """
    all_commands = {**(commands or {}), QUIT: "ends the talk; so do quit, exit and Ctrl-D"}
    while True:
        try:
            said = (input() if prompt is None else out.input(Text(f"{prompt}: ", style))).strip()
        except EOFError:
            if prompt is not None:
                out.print()  # what follows begins on a line of its own
            return
        if ends(said):
            return
        if said and said not in all_commands and asks_for_help(said):
            for command, does in all_commands.items():
                (out if prompt is not None else err).print(Text(f"  {command:8} {does}", "dim"))
        elif said:
            yield said


def ends(said: str) -> bool:
    """Return whether a typed line means the end, and isn't said to the character."""
    return said.casefold() in _ENDS


def asks_for_help(said: str) -> bool:
    """Return whether a typed line is /help, or a command that there isn't."""
    return said.startswith("/") and " " not in said


def how_to_end() -> str:
    """Return a short text about how to leave, and how to learn more."""
    return f"{QUIT} ends it, {HELP} tells what else may be typed."
