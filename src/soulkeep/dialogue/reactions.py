"""How the offline voice takes what asks for no memory: "how are you", "sorry", "remember this", "which do you prefer".

What is done by saying something is judged (`judgement.talk.act`); the wordings are data: `data/reactions.toml`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files

from soulkeep.dialogue.persona import Persona
from soulkeep.dialogue.phrases import is_polite
from soulkeep.records import Mood

_EITHER = re.compile(r"\[([^\[\]|]*)\|([^\[\]|]*)\]")

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
NEAREST = "nearest"

QUESTIONS = ("how_are_you", "opinion", "about_you")
"""Acts that ask, so that something remembered may answer."""


def reaction(act: str, mood: Mood) -> str | None:
    """The name of the wordings that answer an act; None where none is set."""
    if act == "how_are_you":
        return "well" if mood.valence > _GOOD else "low" if mood.valence < _LOW else "fair"
    return REACTED.get(act)


def wordings(name: str, persona: Persona | None, language: str) -> tuple[str, ...]:
    """The ways to say something, as polite as the character is; in English where we have none."""
    tables = _tables()
    return _chosen(name, language if language in tables else "en", is_polite(persona, language))


@lru_cache(maxsize=512)
def _chosen(name: str, language: str, polite: bool) -> tuple[str, ...]:
    group = 2 if polite else 1
    return tuple(_EITHER.sub(lambda match: match[group], one) for one in _tables()[language][name])


@lru_cache(maxsize=1)
def _tables() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    text = (files("soulkeep.dialogue") / "data" / "reactions.toml").read_text(encoding="utf-8")
    tables: Mapping[str, Mapping[str, tuple[str, ...]]] = tomllib.loads(text)
    return tables
