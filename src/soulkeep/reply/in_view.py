"""Finding whose words were in view of an answer: if others' words are erased, the answer is erased with them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from soulkeep.character.relationship import Relationship
from soulkeep.reply.heard import Heard
from soulkeep.reply.respond import Answer
from soulkeep.reply.situation import Situation
from soulkeep.types.records import Memory


def others_in_view(relationship: Relationship, heard: Heard, situation: Situation) -> tuple[str, ...]:
    """Return the people, except the one faced, whose words were in view of an answer, or in what that shows.

    Args:
        relationship: the character, and the person it faces.
        heard: what is answered.
        situation: what the answer is made from.

    Raises:
        Erased: something of it was erased since it was gathered.
    """
    ids = _ids_in_view(situation) | {place.entry.id for place in heard.view}
    return people_in(
        relationship, ids | _own(hit.memory for hit in situation.recall.hits) | _own(_given_ids(situation))
    )


def others_told(relationship: Relationship, situation: Situation, answer: Answer) -> tuple[str, ...]:
    """Return the same for an answer made only of the memories it was given and what is known of the person."""
    return people_in(relationship, _ids_in_view(situation) | _own(answer.labels.values()))


def people_in(relationship: Relationship, ids: Collection[str], seqs: Collection[int] = ()) -> tuple[str, ...]:
    """Return the people, except the one faced, whose words some memories that are shared with that person may tell.

    Raises:
        Erased: one of these ids was erased.
    """
    store, partition = relationship.runtime.store, relationship.partition
    return () if partition is None else tuple(sorted(store.heard_from(partition, ids, seqs)))


def _ids_in_view(situation: Situation) -> set[str]:
    """Return ids of the memories in a situation that tell of the talk before and of the person."""
    retrieved = situation.considered.retrieved if situation.considered is not None else ()
    return {*situation.told, *retrieved}


def _given_ids(situation: Situation) -> Iterator[Memory]:
    return (one.memory for one in situation.given if one.memory is not None)


def _own(memories: Iterable[Memory]) -> set[str]:
    """Return the ids of those memories that are shared with a person."""
    return {memory.id for memory in memories if memory.person is not None}
