"""Recalling in company: memories that the listeners haven't heard are held back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from soulkeep.search.question import Question
from soulkeep.types.records import HeldBack, Hit, Memory, Recall

PRIVATE = "private"
"""Reason given for a memory that is held back because the audience may not hear it."""

_MORE, _AND_MORE = 4, 20
"""Factor and summand by which the number of hits is raised, as some may turn out to be private."""


def widened(question: Question, times: int = 1) -> Question:
    """Return the question with a larger k and no budget, as some of the hits may be held back."""
    return replace(question, k=(question.k * _MORE + _AND_MORE) * times, budget=None)


def discreet(recall: Recall, question: Question, may_tell: Callable[[Memory], bool]) -> Recall:
    """Return the answer to a question from the recall of the widened one, without what may not be told."""
    hits: list[Hit] = []
    held_back: list[HeldBack] = []
    left = question.budget
    for hit in recall.hits:
        if len(hits) == question.k:
            break
        if not may_tell(hit.memory):
            held_back.append(HeldBack(memory=hit.memory, score=hit.score, reason=PRIVATE))
        elif left is not None and hit.tokens > left:
            held_back.append(HeldBack(memory=hit.memory, score=hit.score, reason="over budget"))
        else:
            hits.append(replace(hit, outdated=(), later=None))  # what came later may be private
            left = None if left is None else left - hit.tokens
    tokens = sum(hit.tokens for hit in hits)
    best = bool(held_back) and (not hits or held_back[0].score > hits[0].score)
    return replace(
        recall,
        hits=tuple(hits),
        held_back=(*held_back, *recall.held_back),
        tokens=tokens,
        confidence=0.0 if best and recall.confidence is not None else recall.confidence,  # it was for a withheld hit
    )
