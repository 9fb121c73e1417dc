"""What a person stated of known things, found again when it is asked for: beside the data, never in its place."""

from __future__ import annotations

from collections.abc import Sequence

from soulkeep.graph.episodes.answers import COUNT, GraphAnswer
from soulkeep.graph.episodes.log import Input, Log
from soulkeep.graph.knowledge import ANYTHING, Knowledge
from soulkeep.graph.terms import is_variable
from soulkeep.graph.verbalise.sentences import GraphStatement, verbalise
from soulkeep.types.episodes import Understanding


def news_of(found: Sequence[GraphAnswer], log: Log, before: int, knowledge: Knowledge) -> Input | None:
    """What the person stated last of what is asked; None where that is just what is known.

    Args:
        found: the answers from what is known, or that it isn't.
        log: what happened.
        before: number of the present input.
        knowledge: what is known.
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
                break  # they came to say what the data says
            if stated:
                return earlier
    return None


def known_of(said: Understanding, knowledge: Knowledge) -> str:
    """What is known of that which a statement is about, in words; "" if nothing is."""
    facts = [
        GraphStatement(triple.subject, triple.predicate, value)
        for triple in said.news
        for value in knowledge.objects(triple.subject, triple.predicate)
    ]
    return verbalise(facts, knowledge.lexicon, said.language, about=said.news[0].subject) if facts else ""
