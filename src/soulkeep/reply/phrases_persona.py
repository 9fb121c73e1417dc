"""Words by which a character's description shows its personality, its way of speaking and its example lines.

A description may mix languages, so one pattern holds the words of all seven; they are in a file beside this one.
"""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

_ALPHABETS = ("en", "de", "fr", "es")
_FILE = Path(__file__).with_suffix(".toml")


@lru_cache(maxsize=1)
def _data() -> dict[str, Any]:
    return tomllib.loads(_FILE.read_text(encoding="utf-8"))


def _joined(pattern: str | list[str]) -> str:
    return pattern if isinstance(pattern, str) else "|".join(pattern)


@lru_cache(maxsize=16)
def _pattern(key: str) -> re.Pattern[str]:
    """Return a pattern of the file that matches whole words by itself."""
    return re.compile(_joined(_data()[key]), re.IGNORECASE)


STYLES = ("terse", "formal", "archaic", "warm", "playful", "casual")
"""Registers that a description can show; of equally frequent ones, the first here counts more."""


def _in_alphabets(key: str) -> re.Pattern[str]:
    said = _data()
    return _both(*(_joined(said[f"{key}_{code}"]) for code in _ALPHABETS), wide=_joined(said[f"{key}_wide"]))


def _both(*alphabets: str, wide: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(alphabets)})(?!\w)|(?:{wide})", re.IGNORECASE)


@lru_cache(maxsize=1)
def speech() -> re.Pattern[str]:
    """Return a pattern of words for speaking."""
    return _in_alphabets("speech")


@lru_cache(maxsize=16)
def style(name: str, *, spoken: bool) -> re.Pattern[str]:
    """Return a pattern of words that show a register; `spoken`: in a sentence about speech."""
    said = {key: _joined(pattern) for key, pattern in _data()["styles"][name].items()}
    return _both(said["anywhere"], *([said["of_speech"]] if spoken else []), wide=said["wide"])


@lru_cache(maxsize=1)
def traits() -> re.Pattern[str]:
    """Return a pattern of words of personality."""
    return _in_alphabets("traits")


_WIDE = re.compile(r"[가-힣぀-ヿ一-鿿]")


def traits_in(sentence: str) -> list[re.Match[str]]:
    """Return the words of personality that a sentence says of its character: not of others or of what it likes."""
    if _pattern("of_others").match(sentence):
        return []
    return [match for match in traits().finditer(sentence) if not _is_felt_for(sentence, match)]


def _is_felt_for(sentence: str, match: re.Match[str]) -> bool:
    """Return whether a word is part of what somebody likes or hates, as "cold" is in "can't stand cold weather"."""
    if _WIDE.match(match[0]):
        clause = _pattern("new_clause").split(sentence[match.end() :])[0]
        somebody = re.match(r"[^\s、，,]{0,4} ?(?:사람|人)", clause)
        return somebody is not None and _pattern("felt").search(clause) is not None
    clause = _pattern("new_clause").split(sentence[: match.start()])[-1]
    return _pattern("feels_for").search(clause) is not None


@lru_cache(maxsize=2)
def address(kind: str) -> re.Pattern[str]:
    """Return a pattern of words that say how somebody addresses others: "polite" or "familiar"."""
    said = {key: _joined(pattern) for key, pattern in _data()["address"][kind].items()}
    return re.compile(rf"(?<!\w)(?i:{said['words']})(?!\w)|{said['quoted']}|(?:{said['wide']})")


@lru_cache(maxsize=1)
def heading() -> re.Pattern[str]:
    """Return a pattern of lines that announce example lines; what follows on the same line is the group `rest`."""
    marked = r"[:：]\s*+[*_\])】]*+\s*+(?P<rest>.*)"
    headings = _joined(_data()["headings"])
    return re.compile(rf"[\s#*_\[(<【■●・\-]*(?:{headings})\s*+[*_\])】>]*+\s*+(?:{marked}|$)", re.IGNORECASE)


def denied(text: str, start: int, end: int) -> bool:
    """Return whether the description denies the words from `start` to `end`."""
    before = text[max(0, start - 40) : start]
    return _pattern("denied_before").search(before) is not None or _pattern("denied_after").match(text, end) is not None


@lru_cache(maxsize=1)
def instructs() -> re.Pattern[str]:
    """Return a pattern of sentences in a description that tell a language model what to do."""
    return _pattern("instructs")
