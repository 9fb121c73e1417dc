"""What a person says to like, among the things that an utterance names."""

from __future__ import annotations

import re
from collections.abc import Mapping

from soulkeep.semantics.gazetteer import Mention
from soulkeep.text.questions import is_question

_LIKING = re.compile(
    r"\b(?:like|love|adore|enjoy|prefer|hate|favou?rite|mag|mögen|magst|liebe|aimes?|gusta[ns]?|encantan?)\b"
    r"|좋아|사랑|싫|好き|喜欢",
    re.IGNORECASE,
)
_LIKES = re.compile(
    r"\bI (?:really |just |also |absolutely )?(?:like|love|adore|enjoy)\b|\bmy favou?rite\b"
    r"|\bich (?:mag|liebe)\b|\bj['’](?:aime|adore)\b"
    r"|\bme (?:gusta|encanta)n?\b|좋아해|좋아하|사랑해|好き|我喜欢",
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
    first_to_last = language in ("ko", "ja")  # what is liked stands before the verb
    for pattern, liking in ((_DISLIKES, -1.0), (_LIKES, 1.0)):
        if (verb := pattern.search(text)) and not is_question(text):
            return dict.fromkeys(_between(0 if first_to_last else verb.start(), len(text), meant), liking)
    return {}


def _between(start: int, end: int, meant: Mapping[Mention, str]) -> list[str]:
    return [term for mention, term in meant.items() if mention.start < end and start < mention.end]
