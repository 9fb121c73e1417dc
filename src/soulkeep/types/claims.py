"""Records of fact checks: which claims of a reply its sources support (1: fact-checking pipeline, Fig. 4 and 5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

SUPPORTED = "supported"
"""A source says so."""

CONTRADICTED = "contradicted"
"""A source says otherwise."""

NOT_FOUND = "not found"
"""No source mentions it."""

NOT_CHECKED = "not checked"
"""The checker wasn't sure."""

RULES = "rules"
"""The checker without a language model."""

VERDICTS = (SUPPORTED, CONTRADICTED, NOT_FOUND, NOT_CHECKED)


def aggregate(verdicts: Iterable[str]) -> str:
    """Combine verdicts into one: supported if any source supports, else contradicted if any contradicts."""
    distinct = set(verdicts)
    return next(filter(distinct.__contains__, VERDICTS), NOT_FOUND)


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One claim of a reply, and the verdict on it against each source of truth.

    Attributes:
        text: the claim, in the reply's words.
        sentence: number of its sentence in the reply, from 0.
        recalled: verdict by all recalled memories.
        referenced: verdict by the memories that its sentence references; if there are none, by those that the reply
            references; "not found" if there are none either.
        description: verdict by the character's description.
        verdict: the three combined.
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
    """The checked claims of one reply.

    Attributes:
        claims: the claims, in the order of the reply.
        author: who checked: "rules", or the name of a language model.
        notes: what went wrong, if anything.
    """

    claims: tuple[Claim, ...]
    author: str = RULES
    notes: tuple[str, ...] = ()

    @property
    def supported(self) -> int:
        """Number of claims that are supported."""
        return self._count(SUPPORTED)

    @property
    def contradicted(self) -> int:
        """Number of claims that are contradicted."""
        return self._count(CONTRADICTED)

    @property
    def not_found(self) -> int:
        """Number of claims that no source mentions."""
        return self._count(NOT_FOUND)

    @property
    def not_checked(self) -> int:
        """Number of claims that the checker wasn't sure of."""
        return self._count(NOT_CHECKED)

    @property
    def cited(self) -> int:
        """Number of checked claims in sentences that reference memories."""
        return len(self._cited())

    @property
    def cited_supported(self) -> int:
        """Number of cited claims that the referenced memories alone support."""
        return sum(claim.referenced == SUPPORTED for claim in self._cited())

    @property
    def grounded(self) -> float | None:
        """Share of the checked claims that are supported, 0…1; None if none was checked (1: how grounded the reply
        is)."""
        return _share(self.supported, len(self.claims) - self.not_checked)

    @property
    def reference_accuracy(self) -> float | None:
        """Share of the cited claims that the referenced memories alone support, 0…1; None if there are none (1: how
        accurate the references are)."""
        return _share(self.cited_supported, self.cited)

    @property
    def holds(self) -> bool:
        """Whether no claim is contradicted or not found."""
        return not self.contradicted and not self.not_found

    def data(self) -> dict[str, Any]:
        """Return the counts as JSON to be stored with a turn; `Grounding.of_data` adds them up."""
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
    """The checks of many replies, added up, for a conversation or a benchmark.

    Attributes:
        replies: how many were checked.
        claims: how many claims they made.
        supported, contradicted, not_found: how many claims have this verdict.
        cited: how many claims are in sentences that reference memories.
        cited_supported: how many of these the referenced memories alone support.
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
        """Add up checks."""
        return cls.of_data(check.data() for check in checks)

    @classmethod
    def of_data(cls, stored: Iterable[Mapping[str, Any]]) -> Grounding:
        """Add up what `Check.data` returned. Missing or invalid counts are taken as 0."""
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
        """Share of the cited claims that the referenced memories alone support, 0…1; None if there are none."""
        return _share(self.cited_supported, self.cited)


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
