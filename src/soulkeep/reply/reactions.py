"""How the offline voice takes what asks for no memory: "how are you", "sorry", "remember this", "which do you prefer".

What is done by saying something is judged (`judgement.talk.act`); the wordings are data: `reactions` in `data/en.toml`
and so on. `well`, `fair` and `low` tell how it is, by its mood; `opinion` that it has none; `about_me` that its
description doesn't tell; `nearest` leads over from "I don't remember" to what comes nearest; `unclear` asks back.
"""

from __future__ import annotations

from soulkeep.reply.persona import Persona
from soulkeep.reply.phrases import is_polite, reactions
from soulkeep.types.records import Mood

_GOOD, _LOW = 0.15, -0.15
"""Valence of a mood (-1…1) above which one is well, and below which one is low."""

REACTED = {
    "opinion": "opinion",
    "about_you": "about_me",
    "apology": "apology",
    "remember": "remember",
    "correction": "corrected",
}
"""What is said to an act, by the act."""
NEAREST, UNCLEAR = "nearest", "unclear"

QUESTIONS = ("how_are_you", "opinion", "about_you")
"""Acts that ask, so that something remembered may answer."""


def reaction(act: str, mood: Mood) -> str | None:
    """The name of the wordings that answer an act; None where none is set."""
    if act == "how_are_you":
        return "well" if mood.valence > _GOOD else "low" if mood.valence < _LOW else "fair"
    return REACTED.get(act)


def wordings(name: str, persona: Persona | None, language: str) -> tuple[str, ...]:
    """The ways to say something, as polite as the character is; in English where we have none."""
    return reactions(name, language, polite=is_polite(persona, language))
