"""Choosing among wordings, so that the same words are never said twice in a row."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache


def fresh(wordings: Sequence[str], lately: Sequence[str], variant: int) -> str:
    """Return the wording that fits best after what was said lately: an unused one, or else the one used longest ago.

    Args:
        wordings: the wordings to choose from, at least one.
        lately: the last texts, oldest first. A wording counts as used also if it is part of one.
        variant: any number; decides between equally fresh ones.
    """
    before = [_plain(text) for text in lately]
    last = before[-1] if before else ""
    best, least = "", (True, len(before), True)
    for wording in turned(wordings, variant):
        plain = _plain(wording)
        used = len(before) - 1
        while used >= 0 and plain not in before[used]:
            used -= 1
        again = plain == last and bool(before)
        if (again, used) <= least[:2]:
            staleness = (again, used, bool(before) and _begin_alike(plain, last))
            if staleness < least:
                best, least = wording, staleness
    return best


def was_said_lately(text: str, lately: Sequence[str]) -> bool:
    """Return whether a text was said lately, alone or within another."""
    return bool(lately) and _plain(text) in "\n".join(map(_plain, lately))


def turned(wordings: Sequence[str], variant: int) -> list[str]:
    """Return the wordings in their order, beginning with another one."""
    start = variant % len(wordings)
    return [*wordings[start:], *wordings[:start]]


@lru_cache(maxsize=1024)
def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


def _begin_alike(first: str, second: str) -> bool:
    """Return whether two texts begin with the same two words, or the same few characters."""
    words = first.split()[:2]
    return second.split()[:2] == words if len(words) == 2 else second[:4] == first[:4]
