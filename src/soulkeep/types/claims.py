"""Whether what a reply claims rests on what there is to rest on (1: fact-checking pipeline, Fig. 4 and 5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

SUPPORTED = "supported"
"""A source says so."""

CONTRADICTED = "contradicted"
"""A source says otherwise."""

NOT_FOUND = "not found"
"""No source tells."""

NOT_CHECKED = "not checked"
"""Whoever checked isn't sure."""

RULES = "rules"
"""Who checks without a language model."""

VERDICTS = (SUPPORTED, CONTRADICTED, NOT_FOUND, NOT_CHECKED)


def aggregate(verdicts: Iterable[str]) -> str:
    """One verdict out of several: supported if any source supports, else contradicted if any contradicts."""
    distinct = set(verdicts)
    return next((verdict for verdict in VERDICTS if verdict in distinct), NOT_FOUND)


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One thing that a reply claims, and how it stands against each source of truth.

    Attributes:
        text: the claim, in the reply's words.
        sentence: number of its sentence in the reply, from 0.
        recalled: verdict against all recalled memories.
        referenced: verdict against those that its sentence references; if it references none, against all that the
            reply does; "not found" if that references none either.
        description: verdict against the character's description.
        verdict: of the three together.
        sources: ids of the memories that decided it; empty if the description did, or nothing.
        cited: whether its sentence references a memory.
    """

    text: str
    sentence: int
    recalled: str
    referenced: str
    description: str
    verdict: str
    sources: tuple[str, ...]
    cited: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """The claims of one reply, checked.

    Attributes:
        claims: in the order of the reply.
        author: who checked: "rules", or the name of a language model.
        notes: what went wrong, if anything.
    """

    claims: tuple[Claim, ...]
    author: str = RULES
    notes: tuple[str, ...] = ()

    @property
    def supported(self) -> int:
        """How many claims are supported."""
        return self._count(SUPPORTED)

    @property
    def contradicted(self) -> int:
        """How many claims are contradicted."""
        return self._count(CONTRADICTED)

    @property
    def not_found(self) -> int:
        """How many claims nothing tells of."""
        return self._count(NOT_FOUND)

    @property
    def not_checked(self) -> int:
        """How many claims whoever checked isn't sure of."""
        return self._count(NOT_CHECKED)

    @property
    def cited(self) -> int:
        """How many of the claims that were checked stand in sentences that reference memories."""
        return len(self._cited())

    @property
    def cited_supported(self) -> int:
        """How many of those the referenced memories alone support."""
        return sum(claim.referenced == SUPPORTED for claim in self._cited())

    @property
    def grounded(self) -> float | None:
        """Share of the claims that were checked which are supported, 0…1; None if none was (1: how grounded the
        response is)."""
        return _share(self.supported, len(self.claims) - self.not_checked)

    @property
    def reference_accuracy(self) -> float | None:
        """Share of the claims in sentences that reference memories which those alone support, 0…1; None if no sentence
        with a claim does (1: how accurate the references are)."""
        return _share(self.cited_supported, self.cited)

    @property
    def holds(self) -> bool:
        """Whether no claim is contradicted or not found."""
        return not self.contradicted and not self.not_found

    def data(self) -> dict[str, Any]:
        """The counts, as JSON, to be stored with a turn; `Grounding.of_data` adds them up."""
        return {
            "author": self.author,
            "supported": self.supported,
            "contradicted": self.contradicted,
            "not_found": self.not_found,
            "cited": self.cited,
            "cited_supported": self.cited_supported,
        }

    def _count(self, verdict: str) -> int:
        return sum(claim.verdict == verdict for claim in self.claims)

    def _cited(self) -> list[Claim]:
        return [claim for claim in self.claims if claim.cited and claim.referenced != NOT_CHECKED]


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounding:
    """The checks of many replies, added up: of a conversation, of a benchmark.

    Attributes:
        replies: how many were checked.
        claims: how many claims they made.
        supported, contradicted, not_found: how many of these are so.
        cited: how many stand in sentences that reference memories.
        cited_supported: how many of those the referenced memories alone support.
    """

    replies: int = 0
    claims: int = 0
    supported: int = 0
    contradicted: int = 0
    not_found: int = 0
    cited: int = 0
    cited_supported: int = 0

    @classmethod
    def of(cls, checks: Iterable[Check]) -> Grounding:
        """The sum of checks."""
        return cls.of_data(check.data() for check in checks)

    @classmethod
    def of_data(cls, stored: Iterable[Mapping[str, Any]]) -> Grounding:
        """The sum of what `Check.data` gave. What is missing, or no count, counts as 0."""
        replies = 0
        sums = dict.fromkeys(("supported", "contradicted", "not_found", "cited", "cited_supported"), 0)
        for data in stored:
            replies += 1
            for key in sums:
                value = data.get(key)
                sums[key] += value if isinstance(value, int) and value > 0 else 0
        claims = sums["supported"] + sums["contradicted"] + sums["not_found"]
        return cls(replies=replies, claims=claims, **sums)

    @property
    def grounded(self) -> float | None:
        """Share of all claims that are supported, 0…1; None without claims."""
        return _share(self.supported, self.claims)

    @property
    def reference_accuracy(self) -> float | None:
        """Share of the cited claims which the referenced memories alone support, 0…1; None if there are none."""
        return _share(self.cited_supported, self.cited)


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
