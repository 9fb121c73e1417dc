"""What comes to mind for a prompt: turns and passages, and beside them facts and insights with room of their own.

Facts compete with facts, not with the turns they rest on, whose words always fit better. What only repeats a turn that
is told anyway is left out; what says more (who "she" is, which day "tomorrow" was) stays.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import zip_longest

from soulkeep.character.relationship import ROLE, Relationship
from soulkeep.lang.function_words import telling_terms
from soulkeep.search.ask import search_memories
from soulkeep.search.filters import Filters
from soulkeep.search.recall import Question
from soulkeep.types.records import FACT, INSIGHT, Hit, Memory, Recall

KINDS = (FACT, INSIGHT)

_ALIKE, _COVERED = 0.2, 0.12
"""Similarity (cosine) and share of the question's words, of which a fact or an insight needs one to fit …"""

_BEST = 3
"""Facts that come however they fit: nothing may be better."""

_PAST = 3
"""Facts among them that others stand in place of, at most: what was may be what is asked, and it is told as that."""

_AGAIN = 2
"""Whom and what the best facts are about, that is looked up once more."""

_FAR_ALIKE, _FAR_COVERED, _FAR_BELOW = 0.12, 0.05, 0.65
"""… and below both of which a turn is left out, too, if it has a smaller share than this of the best one's score."""

_KEPT = 4
"""Hits that are kept however they fit: nothing may be better."""

_FEWEST, _PLACES = 8, 12
"""Turns that are told at least, if there are as many; and facts that take the place of one."""

_NEW = 0.3
"""Share of a fact's telling words that must be new beside the turns it rests on, for it to be told as well."""


def facts_for(
    relationship: Relationship,
    asked: Sequence[Question],
    *,
    count: int,
    audience: Collection[str],
    apart_from: Collection[str] = (),
) -> list[Hit]:
    """Facts and insights that fit a message, best first.

    Args:
        relationship: who faces whom.
        asked: the message, and what else is looked up for it; what they leave in view stays out.
        count: how many at most.
        audience: who else hears of it.
        apart_from: texts that are told in any case.
    """
    if count < 1:
        return []

    def recalled(one: Question) -> Sequence[Hit]:
        narrowed = replace(one, k=count, budget=None, filters=Filters(kinds=KINDS), outdated=True)
        hits = search_memories(relationship, narrowed, audience).hits
        return [hit for at, hit in enumerate(hits) if at < _BEST or _fits(hit)]

    several = [recalled(one) for one in asked]
    # Who "my sister" is stands in one fact, and where she lives in another (5: query again with what was found).
    names = _subjects(several[0], apart={relationship.person or ROLE, *relationship.own_names})
    several += [recalled(replace(asked[0], text=f"{asked[0].text} {name}", history=())) for name in names]
    facts: dict[str, Hit] = {}
    for row in zip_longest(*several):
        for hit in row:
            if hit is not None and hit.memory.text not in apart_from:
                facts.setdefault(hit.memory.id, hit)
    past = [hit for hit in facts.values() if hit.memory.superseded is not None][_PAST:]
    return [hit for hit in facts.values() if hit not in past]


def _subjects(hits: Sequence[Hit], apart: Collection[str]) -> list[str]:
    """Whom or what the best facts are about, but for the two who talk."""
    names = {name.casefold() for name in apart}
    subjects = [
        hit.memory.about for hit in hits[:_BEST] if hit.memory.about and hit.memory.about.casefold() not in names
    ]
    return list(dict.fromkeys(subjects))[:_AGAIN]


def told_beside(hits: Sequence[Hit], facts: Sequence[Hit], view: Sequence[Memory], *, count: int) -> list[Hit]:
    """The facts that say more than the turns that are told, or in view, anyway.

    Args:
        hits: what else came to mind.
        facts: best first.
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
    """A recall without what fits so much worse than the rest that it only takes room, or what facts say as well.

    Args:
        recall: of turns and passages.
        facts: how many are told in any case or beside them: they take the places of the worst.
    """
    most = max(_FEWEST, len(recall.hits) - facts // _PLACES)
    least = _FAR_BELOW * recall.hits[0].score if recall.hits else 0.0
    fitting = [hit for at, hit in enumerate(recall.hits[:most]) if at < _KEPT or hit.score >= least or _near(hit)]
    if len(fitting) == len(recall.hits):
        return recall
    return replace(recall, hits=tuple(fitting), tokens=sum(hit.tokens for hit in fitting))


def with_facts(recall: Recall, facts: Sequence[Hit]) -> Recall:
    """A recall with facts and insights before the turns: they are short, and say who and when."""
    hits = (*facts, *(hit for hit in recall.hits if hit.memory.kind not in KINDS))
    return replace(recall, hits=hits, tokens=sum(hit.tokens for hit in hits))


def _fits(hit: Hit) -> bool:
    return hit.similarity >= _ALIKE or hit.coverage >= _COVERED or hit.parts.get("stated", 0.0) > 0


def _near(hit: Hit) -> bool:
    """Whether a turn's own words fit, or something else brought it up: a time, a cue, what it states."""
    by_words = hit.similarity >= _FAR_ALIKE or hit.coverage >= _FAR_COVERED
    return by_words or any(hit.parts.get(name, 0.0) > 0 for name in ("time", "stated", "cued", "kinds", "tangent"))


def _says_more(fact: Memory, turns: Sequence[Memory]) -> bool:
    """Whether a fact holds words that the turns it rests on don't."""
    words = telling_terms(fact.text, fact.language)
    said: set[str] = set()
    for turn in turns:
        said |= telling_terms(f"{turn.speaker or ''} {turn.text}", turn.language)
    return len(words - said) >= _NEW * len(words)
