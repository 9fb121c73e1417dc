"""Two recalls of one question laid beside each other. No page is made here."""

from __future__ import annotations

from dataclasses import dataclass

from soulkeep.types.records import Hit, Memory, Recall


@dataclass(frozen=True, slots=True)
class HitPair:
    """One memory, as two recalls brought it.

    Attributes:
        memory: the memory.
        left, right: the hit of either, and its rank from 1; None where it isn't among the hits.
    """

    memory: Memory
    left: tuple[int, Hit] | None
    right: tuple[int, Hit] | None

    @property
    def change(self) -> int | None:
        """How many ranks it is higher on the right; None where only one has it."""
        return None if self.left is None or self.right is None else self.left[0] - self.right[0]


def aligned(left: Recall, right: Recall) -> list[HitPair]:
    """The memories of both, by their better rank; at the same one, the left's first."""
    first, second = _ranked(left), _ranked(right)
    memories = {key: hit.memory for ranked in (second, first) for key, (_, hit) in ranked.items()}
    pairs = [HitPair(memory, first.get(key), second.get(key)) for key, memory in memories.items()]
    return sorted(pairs, key=_place)


def _place(pair: HitPair) -> tuple[int, int]:
    ranks = [hit[0] if hit else 10**9 for hit in (pair.left, pair.right)]
    return min(ranks), ranks[0]


def _ranked(recall: Recall) -> dict[tuple[str | None, str], tuple[int, Hit]]:
    return {(hit.memory.person, hit.memory.id): (rank, hit) for rank, hit in enumerate(recall.hits, start=1)}
