"""Likes and dislikes that a person states, of the things that an utterance names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from soulkeep.graph.episodes.connectives import asking
from soulkeep.graph.words.gazetteer import Mention
from soulkeep.judgement import taste
from soulkeep.lang.sentences import sentences

_WAYS = {"likes": 1.0, "dislikes": -1.0}


def is_liking(text: str) -> bool:
    """Return whether a text speaks of liking."""
    return asking("likes").search(text) is not None


def without_liking(text: str) -> str:
    """Return a text with blanks in place of words of liking."""
    return asking("likes").sub(lambda word: " " * len(word[0]), text)


def liked(text: str, meant: Mapping[Mention, str]) -> dict[str, float]:
    """Return the things that a person says to like (1) or dislike (-1), by sentence; other people's likes, and imagined
    or asked ones, are left out.

    Args:
        text: the utterance.
        meant: the names in the text with their meanings.
    """
    likes: dict[str, float] = {}
    start = 0
    for sentence in sentences(text):
        start = text.index(sentence, start)
        end = start + len(sentence)
        inside = {mention: term for mention, term in meant.items() if start <= mention.start < end}
        if inside and (way := _WAYS.get(taste.likes(masked(text, start, end, inside)))):
            likes |= dict.fromkeys(inside.values(), way)
        start = end
    return likes


def masked(text: str, start: int, end: int, mentions: Iterable[Mention]) -> str:
    """Return a part of a text with its names masked, to judge what is said of them.

    Args:
        text: the text.
        start, end: the part.
        mentions: the names in the text.
    """
    parts: list[str] = []
    for mention in sorted(mentions):
        parts += [text[start : mention.start], taste.NAME]
        start = mention.start + len(text[mention.start : mention.end].removesuffix("'s").removesuffix("’s"))
    return "".join([*parts, text[start:end]])
