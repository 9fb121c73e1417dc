"""Alignment of two recalls of the same question, without user interface."""

from __future__ import annotations

from dataclasses import dataclass

from soulkeep.types.records import Hit, Memory, Recall


@dataclass(frozen=True, slots=True)
class HitPair:
    """A memory in two recalls.

    Attributes:
        memory: the memory.
        left, right: its hit in each, with the rank from 1; None if it is no hit.
    """

    memory: Memory
    left: tuple[int, Hit] | None
    right: tuple[int, Hit] | None

    @property
    def change(self) -> int | None:
        """Return by how many ranks it is higher on the right; None if only one has it."""
        return None if self.left is None or self.right is None else self.left[0] - self.right[0]


def aligned(left: Recall, right: Recall) -> list[HitPair]:
    """Return the memories of both recalls, by their better rank; at equal ranks, the left's first."""
    first, second = _ranked(left), _ranked(right)
    memories = {key: hit.memory for ranked in (second, first) for key, (_, hit) in ranked.items()}
    pairs = [HitPair(memory, first.get(key), second.get(key)) for key, memory in memories.items()]
    return sorted(pairs, key=_place)


def _place(pair: HitPair) -> tuple[int, int]:
    ranks = [hit[0] if hit else 10**9 for hit in (pair.left, pair.right)]
    return min(ranks), ranks[0]


def _ranked(recall: Recall) -> dict[tuple[str | None, str], tuple[int, Hit]]:
    return {(hit.memory.person, hit.memory.id): (rank, hit) for rank, hit in enumerate(recall.hits, start=1)}
