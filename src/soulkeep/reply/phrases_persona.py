"""Words by which a character's description shows its personality, its way of speaking and its example lines.

A description may mix languages, so one pattern holds the words of all packs that have the subject `descriptions`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from soulkeep.lang.pack import having, subject, words

STYLES = ("terse", "formal", "archaic", "warm", "playful", "casual")
"""Registers that a description can show; of equally frequent ones, the first here counts more."""


def _any(*keys: str, inside: bool) -> str:
    """Return a pattern of what packs say under a key, or under keys of tables.

    Args:
        inside: of packs whose words are found inside others, as in scripts without blanks; otherwise of all others.
    """
    patterns: list[str] = []
    for language in having("descriptions"):
        said: Any = subject("descriptions", language)
        if said.get("inside", False) is inside:
            for key in keys:
                said = said.get(key, ())
            patterns += [said] if isinstance(said, str) else said
    return "|".join(patterns) or "(?!)"


def _both(key: str) -> str:
    return f"{_any(key, inside=False)}|{_any(key, inside=True)}"


def _whole_words(*keys: str) -> str:
    """Return a pattern of whole words, and of words `inside` others in a group of that name."""
    return rf"(?<!\w)(?:{_any(*keys, inside=False)})(?!\w)|(?P<inside>{_any(*keys, inside=True)})"


@lru_cache(maxsize=1)
def speech() -> re.Pattern[str]:
    """Return a pattern of words for speaking."""
    return re.compile(_whole_words("speech"), re.IGNORECASE)


@lru_cache(maxsize=16)
def style(register: str, *, spoken: bool) -> re.Pattern[str]:
    """Return a pattern of words that show a register; `spoken`: in a sentence about speech."""
    more = rf"|(?<!\w)(?:{_any('styles_of_speech', register, inside=False)})(?!\w)" if spoken else ""
    return re.compile(_whole_words("styles", register) + more, re.IGNORECASE)


@lru_cache(maxsize=1)
def traits() -> re.Pattern[str]:
    """Return a pattern of words of personality."""
    return re.compile(_whole_words("traits"), re.IGNORECASE)


def traits_in(sentence: str) -> list[re.Match[str]]:
    """Return the words of personality that a sentence says of its character: not of others or of what it likes."""
    if _of_others().match(sentence):
        return []
    return [match for match in traits().finditer(sentence) if not _is_felt_for(sentence, match)]


@lru_cache(maxsize=1)
def _of_others() -> re.Pattern[str]:
    return re.compile(_both("of_others"), re.IGNORECASE)


def _is_felt_for(sentence: str, match: re.Match[str]) -> bool:
    """Return whether a word is part of what somebody likes or hates, as "cold" is in "can't stand cold weather"."""
    if match["inside"]:
        clause = _new_clause().split(sentence[match.end() :])[0]
        return _somebody().match(clause) is not None and _felt_for(inside=True).search(clause) is not None
    clause = _new_clause().split(sentence[: match.start()])[-1]
    return _felt_for(inside=False).search(clause) is not None


@lru_cache(maxsize=1)
def _new_clause() -> re.Pattern[str]:
    return re.compile(f"[;:—]|{_both('new_clause')}", re.IGNORECASE)


@lru_cache(maxsize=1)
def _somebody() -> re.Pattern[str]:
    """Return a pattern of what a word describes, if that is somebody."""
    return re.compile(rf"[^\s、，,]{{0,4}} ?(?:{_any('somebody', inside=True)})")


@lru_cache(maxsize=2)
def _felt_for(*, inside: bool) -> re.Pattern[str]:
    """Return a pattern of what says that somebody likes or hates what follows, or what precedes if `inside`."""
    feels = _any("feels_for", inside=inside)
    return re.compile(feels if inside else rf"\b(?:{feels})\b", re.IGNORECASE)


@lru_cache(maxsize=2)
def address(form: str) -> re.Pattern[str]:
    """Return a pattern of words that say how somebody addresses others: "polite" or "familiar"."""
    quoted = _any(f"quoted_{form}", inside=False)
    return re.compile(rf"(?i:{_whole_words(form)})|[\"“„«‚'‘]\s?(?:{quoted})\s?[\"”“»‘'’]")


@lru_cache(maxsize=1)
def heading() -> re.Pattern[str]:
    """Return a pattern of lines that announce example lines; what follows on the same line is the group `rest`."""
    marked = r"[:：]\s*+[*_\])】]*+\s*+(?P<rest>.*)"
    headings = f"mes_example|example_dialogue|{_both('headings')}"
    return re.compile(rf"[\s#*_\[(<【■●・\-]*(?:{headings})\s*+[*_\])】>]*+\s*+(?:{marked}|$)", re.IGNORECASE)


def denied(text: str, start: int, end: int) -> bool:
    """Return whether the description denies the words from `start` to `end`."""
    before = text[max(0, start - 40) : start]
    return _denied_before().search(before) is not None or _denied_after().match(text, end) is not None


@lru_cache(maxsize=1)
def _denied_before() -> re.Pattern[str]:
    whole = rf"\b(?:{_any('denied_before', inside=False)})\s+(?:[^\W\d_]+\s+){{0,2}}"
    return re.compile(rf"(?:{whole}|{_any('denied_before', inside=True)})$", re.IGNORECASE)


@lru_cache(maxsize=1)
def _denied_after() -> re.Pattern[str]:
    whole = rf"\s++(?:{_any('denied_after', inside=False)})\b"
    return re.compile(rf"{_any('denied_after', inside=True)}|{whole}", re.IGNORECASE)


@lru_cache(maxsize=1)
def titles() -> frozenset[str]:
    """Return the parts of names by which nobody is called."""
    return frozenset(word for code in having("descriptions") for word in words("descriptions", "titles", code))


@lru_cache(maxsize=1)
def instructs() -> re.Pattern[str]:
    """Return a pattern of sentences in a description that tell a language model what to do."""
    return re.compile(rf"\{{\{{user\}}\}}|<USER>|{_both('instructs')}", re.IGNORECASE)
