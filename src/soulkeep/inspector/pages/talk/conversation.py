"""The stored talk between a character and a person, to be read in a thread."""

from __future__ import annotations

from dataclasses import dataclass

from soulkeep.character.character import Character
from soulkeep.errors import UnknownMemory
from soulkeep.inspector.pages.talk.thoughts import Feelings
from soulkeep.types.records import TURN, Memory, Reference


@dataclass(frozen=True, slots=True)
class SpokenTurn:
    """A stored turn.

    Attributes:
        memory: the turn.
        own: whether the character said it.
        references: for the character's answers, the memories that it rests on, without those deleted since.
    """

    memory: Memory
    own: bool
    references: tuple[Reference, ...] = ()


def latest(character: Character, person: str | None, count: int) -> list[SpokenTurn]:
    """Return the last turns of a character with a person, oldest first."""
    newest = character.memories(person=person, kinds={TURN}, limit=count, newest=True)
    own = {character.id, character.name}
    return [SpokenTurn(memory, memory.speaker in own, rested_on(character, memory)) for memory in reversed([*newest])]


def rested_on(character: Character, memory: Memory) -> tuple[Reference, ...]:
    """Return the memories that an answer names, with labels in its order."""
    references = []
    for id in memory.references:
        try:
            references.append(character.memory(id, person=memory.person))
        except UnknownMemory:
            continue
    return tuple(Reference(label=f"m{place}", memory=one) for place, one in enumerate(references, start=1))


def feelings(character: Character, person: str | None) -> Feelings:
    """Return a character's present feelings, facing a person."""
    return Feelings(character.mood(person=person), None if person is None else character.bond(person))
