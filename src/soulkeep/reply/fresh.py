"""The choice among wordings, so that the same words never come twice in a row."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache


def fresh(wordings: Sequence[str], lately: Sequence[str], variant: int) -> str:
    """The wording that fits best after what was said lately: one that wasn't used, or else that used longest ago.

    Args:
        wordings: those there are, at least one.
        lately: the last texts, oldest first. A wording counts as used where it is a part of one, too.
        variant: any number; decides between those that are as fresh.
    """
    before = [_plain(text) for text in lately]

    def staleness(wording: str) -> tuple[bool, int, bool]:
        plain = _plain(wording)
        used = next((i for i in range(len(before) - 1, -1, -1) if plain in before[i]), -1)
        return plain in before[-1:], used, bool(before) and _begin_alike(plain, before[-1])

    return min(turned(wordings, variant), key=staleness)


def was_said_lately(text: str, lately: Sequence[str]) -> bool:
    """Whether a text was said lately, alone or within another."""
    plain = _plain(text)
    return any(plain in _plain(before) for before in lately)


def turned(wordings: Sequence[str], variant: int) -> list[str]:
    """The wordings in their order, beginning with another one."""
    start = variant % len(wordings)
    return [*wordings[start:], *wordings[:start]]


@lru_cache(maxsize=1024)
def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


def _begin_alike(first: str, second: str) -> bool:
    """Whether two texts begin with the same two words, or the same few characters."""
    words = first.split()[:2]
    return second.split()[:2] == words if len(words) == 2 else second[:4] == first[:4]
