"""Words by which a character's description shows its personality, its way of speaking and its example lines.

A description may mix languages, so one pattern holds the words of all packs that have the subject `descriptions`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from soulkeep.lang.pack import having, subject

STYLES = ("terse", "formal", "archaic", "warm", "playful", "casual")
"""Registers that a description can show; of equally frequent ones, the first here counts more."""

_NOTHING = r"(?!)"
_DESCRIPTIONS = "descriptions"


def _sayings(*keys: str, inside: bool) -> Iterator[str]:
    """Yield what packs say under a key, or under keys of tables.

    Args:
        inside: packs whose words are found inside others, as those of scripts without blanks; otherwise all others.
    """
    for language in having(_DESCRIPTIONS):
        said: Any = subject(_DESCRIPTIONS, language)
        if said.get("inside", False) is inside:
            for key in keys:
                said = said.get(key, {})
            if said:
                yield said if isinstance(said, str) else "|".join(said)


def _of_both(*keys: str) -> str:
    return "|".join([*_sayings(*keys, inside=False), *_sayings(*keys, inside=True)])


def _whole_words(*keys: tuple[str, ...]) -> str:
    """Return a pattern of whole words, and of words `inside` others in a group of that name."""
    whole = "|".join(pattern for key in keys for pattern in _sayings(*key, inside=False))
    inside = "|".join(pattern for key in keys for pattern in _sayings(*key, inside=True))
    return rf"(?<!\w)(?:{whole})(?!\w)|(?P<inside>{inside or _NOTHING})"


@lru_cache(maxsize=1)
def speech() -> re.Pattern[str]:
    """Return a pattern of words for speaking."""
    return re.compile(_whole_words(("speech",)), re.IGNORECASE)


@lru_cache(maxsize=16)
def style(register: str, *, spoken: bool) -> re.Pattern[str]:
    """Return a pattern of words that show a register; `spoken`: in a sentence about speech."""
    tables = ("styles", "styles_of_speech") if spoken else ("styles",)
    return re.compile(_whole_words(*((table, register) for table in tables)), re.IGNORECASE)


@lru_cache(maxsize=1)
def traits() -> re.Pattern[str]:
    """Return a pattern of words of personality."""
    return re.compile(_whole_words(("traits",)), re.IGNORECASE)


def traits_in(sentence: str) -> list[re.Match[str]]:
    """Return the words of personality that a sentence says of its character: not of others or of what it likes."""
    if _of_others().match(sentence):
        return []
    return [match for match in traits().finditer(sentence) if not _is_felt_for(sentence, match)]


@lru_cache(maxsize=1)
def _of_others() -> re.Pattern[str]:
    return re.compile(_of_both("of_others"), re.IGNORECASE)


def _is_felt_for(sentence: str, match: re.Match[str]) -> bool:
    """Return whether a word is part of what somebody likes or hates, as "cold" is in "can't stand cold weather"."""
    if match["inside"]:
        clause = _new_clause().split(sentence[match.end() :])[0]
        return _somebody().match(clause) is not None and _felt_for(inside=True).search(clause) is not None
    clause = _new_clause().split(sentence[: match.start()])[-1]
    return _felt_for(inside=False).search(clause) is not None


@lru_cache(maxsize=1)
def _new_clause() -> re.Pattern[str]:
    return re.compile(f"[;:—]|{_of_both('new_clause')}", re.IGNORECASE)


@lru_cache(maxsize=1)
def _somebody() -> re.Pattern[str]:
    """Return a pattern of what a word describes, if that is somebody."""
    somebody = "|".join(_sayings("somebody", inside=True))
    return re.compile(rf"[^\s、，,]{{0,4}} ?(?:{somebody or _NOTHING})")


@lru_cache(maxsize=2)
def _felt_for(*, inside: bool) -> re.Pattern[str]:
    """Return a pattern of what says that somebody likes or hates what follows, or what precedes if `inside`."""
    feels = "|".join(_sayings("feels_for", inside=inside)) or _NOTHING
    return re.compile(feels if inside else rf"\b(?:{feels})\b", re.IGNORECASE)


@lru_cache(maxsize=2)
def address(form: str) -> re.Pattern[str]:
    """Return a pattern of words that say how somebody addresses others: "polite" or "familiar"."""
    quoted = "|".join(_sayings(f"quoted_{form}", inside=False))
    return re.compile(rf"(?i:{_whole_words((form,))})|[\"“„«‚'‘]\s?(?:{quoted or _NOTHING})\s?[\"”“»‘'’]")


@lru_cache(maxsize=1)
def heading() -> re.Pattern[str]:
    """Return a pattern of lines that announce example lines; what follows on the same line is the group `rest`."""
    marked = r"[:：]\s*+[*_\])】]*+\s*+(?P<rest>.*)"
    headings = f"mes_example|example_dialogue|{_of_both('headings')}"
    return re.compile(rf"[\s#*_\[(<【■●・\-]*(?:{headings})\s*+[*_\])】>]*+\s*+(?:{marked}|$)", re.IGNORECASE)


def denied(text: str, start: int, end: int) -> bool:
    """Return whether the description denies the words from `start` to `end`."""
    before = text[max(0, start - 40) : start]
    return _denied_before().search(before) is not None or _denied_after().match(text, end) is not None


@lru_cache(maxsize=1)
def _denied_before() -> re.Pattern[str]:
    words = "|".join(_sayings("denied_before", inside=False)) or _NOTHING
    inside = "|".join(_sayings("denied_before", inside=True)) or _NOTHING
    return re.compile(rf"(?:\b(?:{words})\s+(?:[^\W\d_]+\s+){{0,2}}|{inside})$", re.IGNORECASE)


@lru_cache(maxsize=1)
def _denied_after() -> re.Pattern[str]:
    words = "|".join(_sayings("denied_after", inside=False)) or _NOTHING
    inside = "|".join(_sayings("denied_after", inside=True)) or _NOTHING
    return re.compile(rf"{inside}|\s++(?:{words})\b", re.IGNORECASE)


@lru_cache(maxsize=1)
def instructs() -> re.Pattern[str]:
    """Return a pattern of sentences in a description that tell a language model what to do."""
    return re.compile(rf"\{{\{{user\}}\}}|<USER>|{_of_both('instructs')}", re.IGNORECASE)
