"""Choosing the memories for a prompt: turns and passages, and apart from them facts and insights.

Facts compete with facts, not with the turns they rest on, whose words always fit better. Facts that only repeat a turn
in the prompt are left out; those that say more (who "she" is, which day "tomorrow" was) stay.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import zip_longest

from soulkeep.character.relationship import ROLE, Relationship
from soulkeep.lang.function_words import telling_terms
from soulkeep.search.ask import search_each, search_memories
from soulkeep.search.filters import Filters
from soulkeep.search.question import Question
from soulkeep.types.records import FACT, INSIGHT, Hit, Memory, Recall

KINDS = (FACT, INSIGHT)

_ALIKE, _COVERED = 0.2, 0.12
"""Similarity (cosine) and share of the question's words, one of which a fact or an insight must reach to fit."""

_BEST = 3
"""Number of facts that are taken however badly they fit: there may be no better ones."""

_PAST = 3
"""Number of superseded facts among them, at most: the question may be about the past, and they are told as past."""

_AGAIN = 2
"""Number of people and things, which the best facts are about, that are looked up once more."""

_FAR_ALIKE, _FAR_COVERED, _FAR_BELOW = 0.12, 0.05, 0.65
"""Similarity, share of words, and share of the best score: a turn below all three is left out."""

_KEPT = 4
"""Number of hits that are kept however badly they fit: there may be no better ones."""

_FEWEST, _PLACES = 8, 12
"""Number of turns that are told at least, if there are so many; and number of facts that replace one."""

_NEW = 0.3
"""Share of a fact's telling words that must be missing in the turns it rests on, for it to be told as well."""


def recall_with_facts(
    relationship: Relationship, asked: Question, *, count: int, audience: Collection[str] = ()
) -> tuple[Recall, list[Hit]]:
    """Return what comes to mind with a message, and facts and insights that fit it.

    Args:
        relationship: the character, and the person it faces.
        asked: the message; what it leaves in view stays out.
        count: how many facts at most.
        audience: who else hears of it.
    """
    if count < 1:
        return search_memories(relationship, asked, audience), []
    recall, told = search_each(relationship, [asked, _of_facts(asked, count)], audience)
    return recall, facts_for(relationship, [asked], count=count, audience=audience, first=told)


def facts_for(
    relationship: Relationship,
    asked: Sequence[Question],
    *,
    count: int,
    audience: Collection[str],
    first: Recall | None = None,
) -> list[Hit]:
    """Return facts and insights that fit a message, best first.

    Args:
        relationship: the character, and the person it faces.
        asked: the message, and other queries for it; what they leave in view stays out.
        count: how many at most.
        audience: who else hears of it.
        first: the facts of the first question, if they were searched for already.
    """
    if count < 1:
        return []

    def recalled(one: Question, recall: Recall | None = None) -> Sequence[Hit]:
        recall = recall or search_memories(relationship, _of_facts(one, count), audience)
        return [hit for at, hit in enumerate(recall.hits) if at < _BEST or _fits(hit)]

    several = [recalled(asked[0], first), *[recalled(one) for one in asked[1:]]]
    # One fact tells who "my sister" is, another where she lives (5: query again with what was found).
    names = _subjects(several[0], apart={relationship.person or ROLE, *relationship.own_names})
    several += [recalled(replace(asked[0], text=f"{asked[0].text} {name}", history=())) for name in names]
    facts: dict[str, Hit] = {}
    for row in zip_longest(*several):
        for hit in row:
            if hit is not None:
                facts.setdefault(hit.memory.id, hit)
    past = [hit for hit in facts.values() if hit.memory.superseded is not None][_PAST:]
    return [hit for hit in facts.values() if hit not in past]


def _of_facts(asked: Question, count: int) -> Question:
    return replace(asked, k=count, budget=None, filters=Filters(kinds=KINDS), outdated=True, withheld=False)


def _subjects(hits: Sequence[Hit], apart: Collection[str]) -> list[str]:
    """Return whom or what the best facts are about, except the two who talk."""
    names = {name.casefold() for name in apart}
    subjects = [
        hit.memory.about for hit in hits[:_BEST] if hit.memory.about and hit.memory.about.casefold() not in names
    ]
    return list(dict.fromkeys(subjects))[:_AGAIN]


def told_beside(hits: Sequence[Hit], facts: Sequence[Hit], view: Sequence[Memory], *, count: int) -> list[Hit]:
    """Return the facts that say more than the turns that are in view or told anyway.

    Args:
        hits: what else came to mind.
        facts: the facts, best first.
        view: the turns in view.
        count: how many at most.
    """
    standing = {memory.id: memory for memory in (*view, *(hit.memory for hit in hits))}
    others: list[Hit] = []
    for hit in facts:
        memory = hit.memory
        there = [standing[id] for id in memory.turns if id in standing]
        if memory.kind == FACT and there and not _says_more(memory, there):
            continue
        others.append(hit)
    return others[:count]


def relevant(recall: Recall, facts: int = 0) -> Recall:
    """Return a recall without hits that fit much worse than the best, and without the worst if facts take their places.

    Args:
        recall: turns and passages that came to mind.
        facts: number of facts that are told in any case or beside them.
    """
    most = max(_FEWEST, len(recall.hits) - facts // _PLACES)
    least = _FAR_BELOW * recall.hits[0].score if recall.hits else 0.0
    fitting = [hit for at, hit in enumerate(recall.hits[:most]) if at < _KEPT or hit.score >= least or _near(hit)]
    if len(fitting) == len(recall.hits):
        return recall
    return replace(recall, hits=tuple(fitting), tokens=sum(hit.tokens for hit in fitting))


def with_facts(recall: Recall, facts: Sequence[Hit]) -> Recall:
    """Return a recall with facts and insights before the turns: they are short, and say who and when."""
    hits = (*facts, *(hit for hit in recall.hits if hit.memory.kind not in KINDS))
    return replace(recall, hits=hits, tokens=sum(hit.tokens for hit in hits))


def _fits(hit: Hit) -> bool:
    return hit.similarity >= _ALIKE or hit.coverage >= _COVERED or hit.parts.get("stated", 0.0) > 0


def _near(hit: Hit) -> bool:
    """Return whether a turn's own words fit, or something else brought it up: a time, a cue, a fact that it states."""
    by_words = hit.similarity >= _FAR_ALIKE or hit.coverage >= _FAR_COVERED
    return by_words or any(hit.parts.get(name, 0.0) > 0 for name in ("time", "stated", "cued", "kinds", "tangent"))


def _says_more(fact: Memory, turns: Sequence[Memory]) -> bool:
    """Return whether a fact holds enough words that the turns it rests on don't."""
    words = telling_terms(fact.text, fact.language)
    said: set[str] = set()
    for turn in turns:
        said |= telling_terms(f"{turn.speaker or ''} {turn.text}", turn.language)
    return len(words - said) >= _NEW * len(words)
