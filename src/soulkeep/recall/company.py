"""Recalling in company: what others have not heard is held back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from soulkeep.recall.recollect import Question
from soulkeep.records import HeldBack, Hit, Memory, Recall

PRIVATE = "private"
"""Why it is."""

_MORE, _AND_MORE = 4, 20
"""How many more hits are looked at, as some may be private: so many times k, and so many beyond."""


def widened(question: Question) -> Question:
    """The question that finds enough, whatever is held back of it."""
    return replace(question, k=question.k * _MORE + _AND_MORE, budget=None)


def discreet(recall: Recall, question: Question, may_tell: Callable[[Memory], bool]) -> Recall:
    """The answer to a question out of that to the widened one, without what may not be told."""
    hits: list[Hit] = []
    held: list[HeldBack] = []
    left = question.budget
    for hit in recall.hits:
        if len(hits) == question.k:
            break
        if not may_tell(hit.memory):
            held.append(HeldBack(memory=hit.memory, score=hit.score, reason=PRIVATE))
        elif left is not None and hit.tokens > left:
            held.append(HeldBack(memory=hit.memory, score=hit.score, reason="over budget"))
        else:
            hits.append(hit)
            left = None if left is None else left - hit.tokens
    tokens = sum(hit.tokens for hit in hits)
    return replace(recall, hits=tuple(hits), held_back=(*held, *recall.held_back), tokens=tokens)
