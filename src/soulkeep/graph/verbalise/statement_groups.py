"""Statements as they are told: those of one topic and one predicate together, topics in an order that leads on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from soulkeep.graph.terms import is_literal
from soulkeep.graph.vocabulary import RDF

TYPE = f"<{RDF}type>"


class GraphStatement(NamedTuple):
    """Subject, predicate and object as terms, and whether that is so or is denied."""

    subject: str
    predicate: str
    object: str
    holds: bool = True


class Group(NamedTuple):
    """Statements that are told together.

    Attributes:
        topic: what they are told of.
        predicate: of all of them.
        values: the other ends of the statements, each once.
        holds: whether they are so.
        inverse: the topic is their object, the values are their subjects.
    """

    topic: str
    predicate: str
    values: tuple[str, ...]
    holds: bool
    inverse: bool


def grouped(statements: Sequence[GraphStatement], about: str | None) -> dict[str, list[Group]]:
    """Groups by topic: `about` first, then topics that nothing leads to, each followed by those that it leads to."""
    values: dict[tuple[str, str, bool, bool], dict[str, None]] = {}
    for subject, predicate, object_, holds in statements:
        inverse = about is not None and subject != about and object_ == about
        topic, value = (object_, subject) if inverse else (subject, object_)
        values.setdefault((topic, predicate, holds, inverse), {})[value] = None
    groups: dict[str, list[Group]] = {}
    for (topic, predicate, holds, inverse), values_of in values.items():
        groups.setdefault(topic, []).append(Group(topic, predicate, tuple(values_of), holds, inverse))
    return {topic: groups[topic] for topic in _order(groups, about)}


def _order(groups: Mapping[str, Sequence[Group]], about: str | None) -> list[str]:
    reached = {
        value
        for topic, topic_groups in groups.items()
        for group in topic_groups
        for value in group.values
        if value != topic
    }
    roots = [topic for topic in groups if topic == about] + [topic for topic in groups if topic not in reached]
    order: dict[str, None] = {}
    for root in [*roots, *groups]:
        waiting = [root]
        while waiting:
            topic = waiting.pop()
            if topic in order or topic not in groups or is_literal(topic):
                continue
            order[topic] = None
            waiting += [value for group in reversed(groups[topic]) for value in reversed(group.values)]
    order.update(dict.fromkeys(groups))
    return list(order)
