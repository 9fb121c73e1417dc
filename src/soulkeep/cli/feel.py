"""`soulkeep feel`: a character's mood, and what is between it and a person."""

from __future__ import annotations

from typing import Annotated

import typer

from soulkeep.cli.console import out, say_json
from soulkeep.cli.opening import open_character
from soulkeep.cli.options import KEEP, PERSON, AsJson, Embedder, KeepFile, Person, Who

Value = Annotated[float | None, typer.Option(min=-1, max=1, help="Set it, -1 … 1.")]


def feel(
    keep: KeepFile = KEEP,
    character: Who = None,
    person: Person = PERSON,
    valence: Value = None,
    arousal: Value = None,
    closeness: Value = None,
    trust: Value = None,
    json: AsJson = False,
    embedder: Embedder = None,
) -> None:
    """Show mood (valence, arousal) and bond (closeness, trust), or set them."""
    with open_character(keep, character, embedder) as who:
        who.feel(person=person, valence=valence, arousal=arousal, closeness=closeness, trust=trust)
        mood, bond = who.mood(person=person), who.bond(person)
    values = {"valence": mood.valence, "arousal": mood.arousal, "closeness": bond.closeness, "trust": bond.trust}
    if json:
        say_json(values)
        return
    for name, value in values.items():
        out.print(f"{name:10}{value:+.2f}  {_gauge(value)}", highlight=False)


def _gauge(value: float, width: int = 12) -> str:
    """Return a bar from the middle to the left or right."""
    filled = round(abs(value) * width)
    left = "█" * filled if value < 0 else ""
    right = "█" * filled if value > 0 else ""
    return f"{left:>{width}}│{right:<{width}}"
