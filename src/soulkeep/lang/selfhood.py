"""Whether somebody speaks about themselves, or asks what they were told."""

from __future__ import annotations

import re

from soulkeep.lang.pack import holds, pattern, words

_NOT_ONESELF = re.compile(r"\bUS\b|\bU\.S\.|\bi\. ?e\.", re.ASCII)
_WORD = re.compile(r"[^\W\d_]+")


def speaks_of_self(text: str, language: str) -> bool:
    """Return whether a text says "I", "my" or the like; False in languages that aren't covered."""
    if (unspaced := pattern("signs", "self", language)) is not None:
        return unspaced.search(text) is not None
    self_words = frozenset(words("words", "self", language))
    return bool(self_words) and not self_words.isdisjoint(_WORD.findall(_NOT_ONESELF.sub(" ", text).lower()))


def asks_what_was_told(text: str, language: str) -> bool:
    """Return whether a question is about what the other said: "What did you recommend?", not "… do you …?"."""
    return holds("questions", "what_was_told", language, text.casefold())


def asks_about_oneself(text: str, language: str) -> bool:
    """Return whether somebody asks what is known about them: "What do you know about me?"."""
    return holds("questions", "about_me", language, text.lower().replace("’", "'").rstrip(" ?？!.。"))
