"""Grouping of statements for telling: by topic and predicate, with topics in an order that leads on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from soulkeep.graph.terms import is_literal
from soulkeep.graph.vocabulary import RDF

TYPE = f"<{RDF}type>"


class GraphStatement(NamedTuple):
    """Subject, predicate and object as terms, and whether the statement holds or is denied."""

    subject: str
    predicate: str
    object: str
    holds: bool = True


class Group(NamedTuple):
    """Statements with a common topic and predicate.

    Attributes:
        topic: the term that the statements are about.
        predicate: their predicate.
        values: the terms at the other end, each once.
        holds: False if the statements are denied.
        inverse: whether the topic is their object, and the values are their subjects.
    """

    topic: str
    predicate: str
    values: tuple[str, ...]
    holds: bool
    inverse: bool


def grouped(statements: Sequence[GraphStatement], about: str | None) -> dict[str, list[Group]]:
    """Return groups by topic: `about` first, then topics that nothing leads to, each before those it leads to."""
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
