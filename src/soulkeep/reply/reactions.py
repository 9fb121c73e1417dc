"""The offline voice's answers to what asks for no memory: "how are you", "sorry", "which do you prefer".

A small model judges which act a message is (`judgement.talk.act`); the wordings are data (`voice` in a language's
pack). `well`, `fair` and `low` tell its mood; `opinion` that it has none; `about_me` that its description doesn't tell;
`nearest` leads over from "I don't remember" to what comes nearest; `unclear` asks back.
"""

from __future__ import annotations

from soulkeep.reply.persona import Persona
from soulkeep.reply.phrases import is_polite, reactions
from soulkeep.types.records import Mood

_GOOD, _LOW = 0.15, -0.15
"""Valence of a mood (-1…1) above which the character is well, and below which it is low."""

REACTED = {
    "opinion": "opinion",
    "about_you": "about_me",
    "apology": "apology",
    "remember": "remember",
    "correction": "corrected",
}
"""The name of the wordings that answer an act, by the act."""
NEAREST, UNCLEAR = "nearest", "unclear"

QUESTIONS = ("how_are_you", "opinion", "about_you")
"""Acts that ask, so that a memory may answer them."""


def reaction(act: str, mood: Mood) -> str | None:
    """Return the name of the wordings that answer an act; None if there are none."""
    if act == "how_are_you":
        return "well" if mood.valence > _GOOD else "low" if mood.valence < _LOW else "fair"
    return REACTED.get(act)


def wordings(name: str, persona: Persona | None, language: str) -> tuple[str, ...]:
    """Return the wordings of a name, as polite as the character is; English where a language has none."""
    return reactions(name, language, polite=is_polite(persona, language))
