"""Retrieval runs: a data set is imported as a user would, its questions asked by `recall`, and the results measured."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from typing import Any

import soulkeep
from soulkeep.evals.datasets import Dataset, LabelledQuestion
from soulkeep.evals.metrics import all_evidence_at, mean, ndcg_at, recall_at, standard_error
from soulkeep.importers.conversations import ImportedConversation
from soulkeep.models.embed.base import Embedder
from soulkeep.settings import Settings
from soulkeep.types.records import PASSAGE, TURN

CUTS = (5, 10, 20, 30)
VERBATIM = (TURN, PASSAGE)
"""Kinds of memories that count, since data sets' evidence are turns."""


@dataclass(frozen=True, slots=True)
class RunOutcome:
    """The result of a question: ids, best first; tokens of the first ten; and milliseconds."""

    question: LabelledQuestion
    ranking: tuple[str, ...]
    tokens: int
    milliseconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """Figures over several questions; `stderr` is the standard error of recall@10."""

    questions: int
    recall: dict[str, float] = field(default_factory=dict)
    all_evidence: dict[str, float] = field(default_factory=dict)
    ndcg10: float = 0.0
    stderr: float = 0.0
    tokens: float = 0.0
    milliseconds: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class RunReport:
    """Figures of a data set: by category, over all questions with evidence, and over some categories."""

    dataset: str
    embedder: str
    memories: int
    unanswerable: int
    categories: dict[str, Row]
    overall: Row

    def as_dict(self) -> dict[str, Any]:
        """Return the figures for JSON."""
        return asdict(self)


def evaluate(
    dataset: Dataset,
    *,
    embedder: Embedder | str | None = None,
    settings: Settings | None = None,
    leave_out: Sequence[str] = (),
    progress: Callable[[int, int], None] | None = None,
) -> RunReport:
    """Return the figures of recall on a data set. Each conversation is one character's memory; its first speaker asks.

    Args:
        dataset: a data set with gold evidence.
        embedder: as in `soulkeep.open`.
        settings: as in `soulkeep.open`; background work is done before questions are asked.
        leave_out: categories that don't count for `overall`.
        progress: a function called with the number of questions asked and the total.
    """
    outcomes: list[RunOutcome] = []
    total = sum(len(questions) for questions in dataset.questions.values())
    with (
        tempfile.TemporaryDirectory() as folder,
        soulkeep.open(
            Path(folder) / "eval.db",
            embedder=embedder,
            settings=replace(settings or soulkeep.Settings(), background=False),
        ) as keep,
    ):
        name = keep.embedder_name
        for conversation in dataset.conversations:
            character = keep.character(conversation.id, language=conversation.language)
            asker = conversation.speakers[0] if conversation.speakers else "user"
            character.observe_many(conversation.turns, person=asker, undated=True)
            character.consolidate(person=asker)  # as in a keep after a while; the evidence are turns
            for question in dataset.questions[conversation.id]:
                outcomes.append(_ask(character, asker, question, question.time or afterwards(conversation)))
                if progress:
                    progress(len(outcomes), total)
    answerable = [outcome for outcome in outcomes if outcome.question.evidence]
    names = sorted({outcome.question.category for outcome in answerable})
    return RunReport(
        dataset=dataset.name,
        embedder=name,
        memories=sum(len(conversation.turns) for conversation in dataset.conversations),
        unanswerable=len(outcomes) - len(answerable),
        categories={name: _row([o for o in answerable if o.question.category == name]) for name in names},
        overall=_row([o for o in answerable if o.question.category not in leave_out]),
    )


def _ask(character: soulkeep.Character, asker: str, question: LabelledQuestion, time: datetime) -> RunOutcome:
    recall = character.recall(question.text, person=asker, k=max(CUTS), kinds=VERBATIM, time=time)
    ranking = list(dict.fromkeys(turn for hit in recall.hits for turn in hit.memory.turns))
    tokens = sum(hit.tokens for hit in recall.hits[:10])
    return RunOutcome(question, tuple(ranking), tokens, recall.timings.get("total", 0.0))


def afterwards(conversation: ImportedConversation) -> datetime:
    """Return the time a day after the last session."""
    times = [turn.time for turn in conversation.turns if turn.time is not None]
    return max(times) + timedelta(days=1) if times else datetime.now(UTC)


def _row(outcomes: Sequence[RunOutcome]) -> Row:
    pairs = [(outcome.ranking, outcome.question.evidence) for outcome in outcomes]
    if not pairs:
        return Row(questions=0)
    tens = [recall_at(10, ranking, evidence) for ranking, evidence in pairs]
    return Row(
        questions=len(pairs),
        recall={str(k): mean([recall_at(k, ranking, evidence) for ranking, evidence in pairs]) for k in CUTS},
        all_evidence={
            str(k): mean([all_evidence_at(k, ranking, evidence) for ranking, evidence in pairs]) for k in CUTS
        },
        ndcg10=mean([ndcg_at(10, ranking, evidence) for ranking, evidence in pairs]),
        stderr=standard_error(tens),
        tokens=mean([float(outcome.tokens) for outcome in outcomes]),
        milliseconds=median(outcome.milliseconds for outcome in outcomes),
    )
