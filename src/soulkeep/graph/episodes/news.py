"""A person's statements about known things, which are told beside the data, never in place of it."""

from __future__ import annotations

from collections.abc import Sequence

from soulkeep.graph.episodes.answers import COUNT, GraphAnswer
from soulkeep.graph.episodes.log import Input, Log
from soulkeep.graph.knowledge import ANYTHING, Knowledge
from soulkeep.graph.terms import is_variable
from soulkeep.graph.verbalise.sentences import GraphStatement, verbalise
from soulkeep.types.episodes import Understanding


def news_of(found: Sequence[GraphAnswer], log: Log, before: int, knowledge: Knowledge) -> Input | None:
    """Return the person's last statement about what is asked; None if it agrees with the data.

    Args:
        found: the answers from the knowledge, possibly that nothing is known.
        log: the log of the past.
        before: the present input's sequence number.
        knowledge: the character's knowledge.
    """
    for one in found:
        if one.entity is None or one.kind == COUNT:
            continue
        for earlier in log.stated(one.entity, before):
            stated = [
                triple
                for triple in earlier.understanding.news
                if triple.subject == one.entity and one.predicate in (triple.predicate, ANYTHING)
            ]
            if stated and all(not is_variable(triple.object) and knowledge.holds(*triple) for triple in stated):
                break  # the person corrected themselves to what the data says
            if stated:
                return earlier
    return None


def known_of(said: Understanding, knowledge: Knowledge) -> str:
    """Return what is known about a statement's subject and property, in words; "" if nothing is."""
    facts = [
        GraphStatement(triple.subject, triple.predicate, value)
        for triple in said.news
        for value in knowledge.objects(triple.subject, triple.predicate)
    ]
    return verbalise(facts, knowledge.lexicon, said.language, about=said.news[0].subject) if facts else ""
