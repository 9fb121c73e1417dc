"""Assessment of derived memories (facts, summaries, blends, insights) against expected ones.

Texts are compared by words, without understanding, so everything counted as wrong is listed for inspection.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

import soulkeep
from soulkeep.evals.datasets import ExpectedMemory
from soulkeep.evals.metrics import mean
from soulkeep.lang.function_words import telling_terms
from soulkeep.lang.sentences import sentences
from soulkeep.memory.consolidate import mergeable
from soulkeep.models.embed.base import Embedder
from soulkeep.settings import Settings
from soulkeep.stores.rows import Entry
from soulkeep.types.records import BLEND, DERIVED, FACT, INFERRED, SUMMARY, TURN, Fact, Memory

PERSONAL = ("identity", "profession", "location", "tool", "preference")
"""Types of expected memories that are facts about a person."""

_NEARLY_THE_SAME = 0.97
_SHARED = 0.5
"""Least share of significant words with which a text counts as containing another."""

_SHORTEST_INSTRUCTION = 5
"""Least words of a prompt's sentence that is recognisable."""

_SAYS_THE_SAME = 0.8
_PROMPTS = Path(soulkeep.__file__).parent / "prompts"
_WORD = re.compile(r"\w+")


@dataclass(slots=True)
class Facts:
    """Counts of facts against expected memories.

    Attributes:
        expected, matched: numbers of personal memories by type, and of those that a fact contains.
        held: for each personal memory, the share of its words in all facts together.
        pairs: number of memories that replace another one.
        old_known, old_over: numbers of these whose replaced memory is a fact, and whose fact is over.
        superseded: number of superseded facts.
        unlisted: superseded facts without such a pair, with what replaced them.
        missed: personal memories without a fact, and pairs whose old fact is still valid.
    """

    expected: dict[str, int] = field(default_factory=dict)
    matched: dict[str, int] = field(default_factory=dict)
    held: list[float] = field(default_factory=list)
    pairs: int = 0
    old_known: int = 0
    old_over: int = 0
    superseded: int = 0
    unlisted: list[dict[str, str]] = field(default_factory=list)
    missed: list[dict[str, str]] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """Return the counts for JSON."""
        total = sum(self.expected.values())
        return {
            "expected": total,
            "matched": sum(self.matched.values()) / total if total else 0.0,
            "by_type": {
                name: {"expected": count, "matched": self.matched.get(name, 0) / count}
                for name, count in self.expected.items()
            },
            "words_held": mean(self.held),
            "replaced": self.pairs,
            "old_known": self.old_known,
            "old_over": self.old_over / self.old_known if self.old_known else 0.0,
            "superseded": self.superseded,
            "unlisted_supersessions": self.unlisted,
            "missed": self.missed,
        }


@dataclass(slots=True)
class Junk:
    """Counts of undesirable memories over conversations.

    Attributes:
        turns: number of verbatim turns.
        kinds: numbers of valid memories, by kind.
        duplicates, near: numbers of those that repeat an earlier one of the kind, word for word or nearly.
        leaks: derived texts that repeat a prompt.
        told, condensed: numbers of words of the summaries' turns, and of the summaries.
        merges: blends of summaries, each with its parts.
        wrong_merges: blends whose parts differ in content.
        repetitions: blends of repeated statements.
        near_pairs: the near duplicates, for inspection.
    """

    turns: int = 0
    kinds: dict[str, int] = field(default_factory=dict)
    duplicates: dict[str, int] = field(default_factory=dict)
    near: dict[str, int] = field(default_factory=dict)
    leaks: list[str] = field(default_factory=list)
    told: int = 0
    condensed: int = 0
    merges: int = 0
    wrong_merges: list[list[str]] = field(default_factory=list)
    repetitions: int = 0
    near_pairs: list[list[str]] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """Return the counts for JSON."""
        return {
            "turns": self.turns,
            "kinds": {
                kind: {
                    "memories": count,
                    "duplicates": self.duplicates.get(kind, 0) / count,
                    "near_duplicates": self.near.get(kind, 0) / count,
                }
                for kind, count in self.kinds.items()
            },
            "facts_per_100_turns": 100 * self.kinds.get(FACT, 0) / max(1, self.turns),
            "summary_words": self.condensed / max(1, self.told),
            "restated_prompts": self.leaks,
            "repetitions": self.repetitions,
            "merges": self.merges,
            "wrong_merges": self.wrong_merges,
            "near_pairs": self.near_pairs,
        }


def shared_words(wanted: set[str], held: set[str]) -> float:
    """Return the share of some words that a text contains; 0 if there are none."""
    return len(wanted & held) / len(wanted) if wanted else 0.0


def judge_facts(counts: Facts, conversation: str, facts: Sequence[Fact], expected: Sequence[ExpectedMemory]) -> None:
    """Add a conversation's facts to the counts.

    Args:
        counts: the counts, changed in place.
        conversation: the conversation's id.
        facts: all facts, including past ones.
        expected: the expected memories.
    """
    words = {fact.id: telling_terms(f"{fact.text} {fact.relation} {fact.value}", "en") for fact in facts}
    everything = set().union(*words.values())
    texts = {fact.id: fact.text for fact in facts}
    for memory in expected:
        if memory.type in PERSONAL:
            wanted = telling_terms(memory.text, "en")
            counts.expected[memory.type] = counts.expected.get(memory.type, 0) + 1
            counts.held.append(shared_words(wanted, everything))
            best = max(facts, key=lambda fact: shared_words(wanted, words[fact.id]), default=None)
            if best is not None and shared_words(wanted, words[best.id]) >= _SHARED:
                counts.matched[memory.type] = counts.matched.get(memory.type, 0) + 1
            else:
                near = best.text if best else ""
                counts.missed.append(_case(conversation, f"no fact: {memory.text}", near))
    values = {fact.id: telling_terms(fact.value, "en") for fact in facts}
    olds = [(memory, telling_terms(memory.contradicts, "en")) for memory in expected if memory.contradicts]
    counts.pairs += len(olds)
    for memory, old in olds:
        still_held = [fact for fact in facts if fact.holds and shared_words(values[fact.id], old) >= _SHARED]
        if still_held:
            counts.old_known += 1
            standing = [fact for fact in still_held if fact.superseded is None and fact.until is None]
            if standing:
                counts.missed.append(_case(conversation, f"still stands: {standing[0].text}", memory.text))
            else:
                counts.old_over += 1
    for fact in facts:
        if fact.superseded is not None:
            counts.superseded += 1
            if not any(shared_words(values[fact.id], old) >= _SHARED for _, old in olds):
                counts.unlisted.append(_case(conversation, fact.text, texts.get(fact.superseded, fact.superseded)))


def judge_junk(counts: Junk, memories: Sequence[Memory], embedder: Embedder) -> None:
    """Add the undesirable memories of a conversation to the counts.

    Args:
        counts: the counts, changed in place.
        memories: all memories, in the order in which they were stored.
        embedder: the embedder for similarities.
    """
    by_id = {memory.id: memory for memory in memories}
    counts.turns += sum(memory.kind == TURN for memory in memories)
    derived = [memory for memory in memories if memory.kind in DERIVED]
    counts.leaks += [memory.text for memory in derived if restates_prompt(memory.text)]
    for kind in DERIVED:
        standing = [m for m in derived if m.kind == kind and m.superseded is None and m.forgotten is None]
        if not standing:
            continue
        counts.kinds[kind] = counts.kinds.get(kind, 0) + len(standing)
        texts = [normal(memory.text) for memory in standing]
        counts.duplicates[kind] = counts.duplicates.get(kind, 0) + len(texts) - len(set(texts))
        vectors = embedder.embed([memory.text for memory in standing])
        alike = np.tril(vectors @ vectors.T, -1)
        counts.near[kind] = counts.near.get(kind, 0) + int((alike.max(axis=1) >= _NEARLY_THE_SAME).sum())
        counts.near_pairs += [
            [kind, standing[j].text, standing[i].text]
            for i, j in np.argwhere(alike >= _NEARLY_THE_SAME).tolist()
            if texts[i] != texts[j]
        ]
    for memory in derived:
        if memory.kind == SUMMARY:
            counts.told += sum(len(_WORD.findall(by_id[id].text)) for id in memory.turns if id in by_id)
            counts.condensed += len(_WORD.findall(memory.text))
        elif memory.kind == BLEND and memory.summary is not None:
            counts.merges += 1
            parts = [by_id[id].text for id in memory.references if id in by_id]
            if not all(_same(parts[0], part) for part in parts[1:]):
                counts.wrong_merges.append(parts)
        elif memory.kind == BLEND:
            counts.repetitions += 1


def would_merge(texts: Sequence[str], embedder: Embedder, settings: Settings) -> list[tuple[str, str, float]]:
    """Return pairs of different texts that would be merged if they were summaries, with their similarities.

    Args:
        texts: texts of different content.
        embedder: the embedder for similarities.
        settings: the settings with the thresholds.
    """
    details = {"summary": {"participants": ["user"]}}
    entries = [
        Entry(id=str(i), kind=SUMMARY, text=text, source=INFERRED, stored=0.0, details=details)
        for i, text in enumerate(dict.fromkeys(texts))
    ]
    vectors = embedder.embed([entry.text for entry in entries])
    alike = vectors @ vectors.T
    return [
        (entries[i].text, entries[j].text, float(alike[i, j]))
        for i, j in np.argwhere(np.triu(alike, 1) >= settings.merge_above).tolist()
        if mergeable(entries[i], entries[j], min(1.0, float(alike[i, j])), settings)
        and normal(entries[i].text) != normal(entries[j].text)
    ]


def noise_held(question: str, wrong: str, derived: Sequence[Memory]) -> Memory | None:
    """Return the derived memory that contains what a noise question is about; None if none does.

    Args:
        question: a question about something not worth remembering.
        wrong: the answer of somebody who remembers it.
        derived: the valid derived memories.
    """
    wanted = [words for words in (telling_terms(question, "en"), telling_terms(wrong, "en")) if words]
    for memory in derived:
        for sentence in sentences(memory.text):
            held_terms = telling_terms(sentence, memory.language)
            if any(shared_words(words, held_terms) >= _SHARED for words in wanted):
                return memory
    return None


def restates_prompt(text: str) -> bool:
    """Return whether a text contains a sentence of one of the prompts."""
    said = f" {normal(text)} "
    return any(f" {sentence} " in said for sentence in _instructions())


def normal(text: str) -> str:
    """Return a text's words, in lower case."""
    return " ".join(_WORD.findall(text.casefold()))


@lru_cache(maxsize=1)
def _instructions() -> frozenset[str]:
    instructions: set[str] = set()
    for path in sorted(_PROMPTS.glob("*.md")):
        for line in path.read_text(encoding="utf-8").splitlines():
            instructions |= {normal(sentence) for sentence in sentences(line)}
    return frozenset(sentence for sentence in instructions if len(sentence.split()) >= _SHORTEST_INSTRUCTION)


def _same(one: str, other: str) -> bool:
    """Return whether two texts have the same content, by their words."""
    words = telling_terms(one, "en"), telling_terms(other, "en")
    union = words[0] | words[1]
    return not union or len(words[0] & words[1]) / len(union) >= _SAYS_THE_SAME


def _case(conversation: str, found: str, against: str) -> dict[str, str]:
    return {"conversation": conversation, "found": found, "against": against}
