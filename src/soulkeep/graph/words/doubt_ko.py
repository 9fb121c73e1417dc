"""Korean sentences told as guesses, by their endings: "남원이야." as "남원일 거야." or "남원인 것 같아."."""

from __future__ import annotations

import re

from soulkeep.graph.words.politeness_ko import ends_in_i
from soulkeep.lang.particles import final_consonant

_OTHER_ENDS = ("거야", "아니야", "뭐야")
"""Ends that are no noun with "is"."""
_VERBS = {
    "있어": ("있을", "있는"),
    "계셔": ("계실", "계신"),
    "걸렸어": ("걸렸을", "걸린"),
    "걸려": ("걸릴", "걸리는"),
    "이었어": ("이었을", "이었던"),
    "였어": ("였을", "였던"),
}
"""Ends of verbs, with those of a guess and of an impression."""


def guessed(text: str) -> str | None:
    """Return a familiar sentence as a guess, "…일 거야."; None if its ending isn't known."""
    said = text.strip().removesuffix(".")
    if (noun := _noun_of(said)) is not None:
        return f"{noun}일 거야."
    for end, (likely, _) in _VERBS.items():
        if said.endswith(end):
            return f"{said.removesuffix(end)}{likely} 거야."
    happened = said.endswith("어") and final_consonant(said[:-1]) == "ㅆ"  # 태어났어, 있어
    return f"{said[:-1]}을 거야." if happened else None


def seeming(text: str) -> str | None:
    """Return a familiar sentence as an impression, "…인 것 같아."; None if its ending isn't known."""
    said = text.strip().removesuffix(".")
    noun = _noun_of(said)
    for end, (_, seems) in _VERBS.items():
        if noun is None and said.endswith(end):
            return f"{said.removesuffix(end)}{seems} 것 같아."
    return None if noun is None else f"{noun}인 것 같아."


def _noun_of(said: str) -> str | None:
    """Return a sentence without the "is" at its end; None if it ends otherwise, or is several sentences."""
    if not said.endswith("야") or said.endswith(_OTHER_ENDS) or re.search(r"[.!?] ", said):
        return None
    noun = said.removesuffix("이야")
    if noun == said or ends_in_i(noun):
        noun = said.removesuffix("야")
    if not noun or noun[-1].isdigit():
        return None  # "21일 거야" would be read as a day
    return noun
