"""Whether somebody speaks of themselves, or asks what they were told."""

from __future__ import annotations

import re

from soulkeep.lang.pack import holds, pattern, words

_NOT_ONESELF = re.compile(r"\bUS\b|\bU\.S\.|\bi\. ?e\.", re.ASCII)
_WORD = re.compile(r"[^\W\d_]+")


def speaks_of_self(text: str, language: str) -> bool:
    """Whether a text says "I", "my" or the like; False in languages that aren't known here."""
    if (unspaced := pattern("signs", "self", language)) is not None:
        return unspaced.search(text) is not None
    self_words = frozenset(words("words", "self", language))
    return bool(self_words) and not self_words.isdisjoint(_WORD.findall(_NOT_ONESELF.sub(" ", text).lower()))


def asks_what_was_told(text: str, language: str) -> bool:
    """Whether a question is about what the other one said: "What did you recommend?"; not "What do you recommend?"."""
    return holds("questions", "what_was_told", language, text.casefold())


def asks_about_oneself(text: str, language: str) -> bool:
    """Whether somebody asks what is known of them: "What do you know about me?"."""
    return holds("questions", "about_me", language, text.lower().replace("’", "'").rstrip(" ?？!.。"))
