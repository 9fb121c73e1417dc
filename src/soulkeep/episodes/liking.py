"""What a person says to like, among the things that an utterance names."""

from __future__ import annotations

import re
from collections.abc import Mapping

from soulkeep.semantics.gazetteer import Mention
from soulkeep.text.statements import statements

_LIKING = re.compile(
    r"\b(?:like|love|adore|enjoy|prefer|hate|favou?rite|mag|mögen|magst|liebe|aimes?|gusta[ns]?|encantan?)\b"
    r"|좋아|사랑|싫|好き|喜欢",
    re.IGNORECASE,
)
_DISLIKES = re.compile(
    r"\bI (?:really |just )?(?:don['’]?t|do not|can['’]?t|never) (?:really |much )?(?:like|care for|stand|enjoy)\b"
    r"|싫어|안 좋아",
    re.IGNORECASE,
)


def is_liking(text: str) -> bool:
    """Whether a text speaks of what somebody likes."""
    return _LIKING.search(text) is not None


def without_liking(text: str) -> str:
    """A text with blanks where it speaks of that."""
    return _LIKING.sub(lambda word: " " * len(word[0]), text)


def liked(text: str, language: str, meant: Mapping[Mention, str]) -> dict[str, float]:
    """The things that a person says to like (1) or not (-1)."""
    found: dict[str, float] = {}
    for said in statements(text, language):
        likes = said.relation == "likes" or said.relation.startswith("favourite")
        if likes or said.relation == "dislikes":
            found |= dict.fromkeys(_between(said.start, said.end, meant), 1.0 if likes == said.holds else -1.0)
    if not found and (dislike := _DISLIKES.search(text)):
        found = dict.fromkeys(_between(dislike.start() if language != "ko" else 0, len(text), meant), -1.0)
    return found


def _between(start: int, end: int, meant: Mapping[Mention, str]) -> list[str]:
    return [term for mention, term in meant.items() if mention.start < end and start < mention.end]
