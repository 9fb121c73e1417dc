"""Fit the weights of `search/confidence.py`, and say how well it tells answered questions from others.

    python scripts/train_confidence.py locomo prefeval …       # folders as `soulkeep eval retrieval` takes them

Answered: questions with evidence. Unanswered: the data sets' own (adversarial, abstention, not mentioned), and every
answered question asked of another conversation's memories. Each data set counts alike, and in it each kind.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import soulkeep
from soulkeep.evals.datasets import read_dataset
from soulkeep.evals.run import afterwards
from soulkeep.search.confidence import Measured, measure

UNANSWERABLE = {"adversarial", "abstention"}
Array = NDArray[np.float64]


class Example(NamedTuple):
    dataset: str
    kind: str
    measured: Measured


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    folders = parser.parse_args().folders
    examples = [example for folder in folders for example in ask(folder)]
    weights = fit(examples)
    print("weights:", ", ".join(f"{value:.3f}" for value in weights[:-1]), "bias:", f"{weights[-1]:.3f}")
    for name in dict.fromkeys(example.dataset for example in examples):
        left_out = fit([example for example in examples if example.dataset != name])
        for kind in ("elsewhere", "unanswered"):
            own = [example for example in examples if example.dataset == name and example.kind in ("answered", kind)]
            if any(example.kind == kind for example in own):
                print(f"{name}, {kind}, fitted without it:", report(own, left_out))


def ask(folder: Path) -> Iterator[Example]:
    """Ask every question of a data set about its own conversation and about another one."""
    dataset = read_dataset(folder)
    chance = random.Random(1)
    with soulkeep.open(":memory:") as keep:
        for conversation in dataset.conversations:
            character = keep.character(conversation.id, language=conversation.language)
            character.observe_many(conversation.turns, person=asker(conversation.speakers), undated=True)
        for conversation in dataset.conversations:
            others = [
                c for c in dataset.conversations if c.id != conversation.id and c.language == conversation.language
            ]
            for question in dataset.questions[conversation.id]:
                answered = bool(question.evidence) and question.category not in UNANSWERABLE
                places = [("answered" if answered else "unanswered", conversation)]
                if answered and others:
                    places.append(("elsewhere", chance.choice(others)))
                for kind, place in places:
                    recall = keep.character(place.id).recall(
                        question.text, person=asker(place.speakers), time=question.time or afterwards(place)
                    )
                    foreign = not any(hit.similarity for hit in recall.hits)
                    yield Example(dataset.name, kind, measure(recall.hits, foreign=foreign))


def asker(speakers: tuple[str, ...]) -> str:
    return speakers[0] if speakers else "user"


def fit(examples: list[Example]) -> Array:
    """Fit a logistic regression by Newton's method, slightly regularised; return the weights, the bias last."""
    x = np.array([[*example.measured, 1.0] for example in examples])
    y = np.array([example.kind == "answered" for example in examples], dtype=float)
    counts: dict[tuple[str, str], int] = {}
    for example in examples:
        counts[example.dataset, example.kind] = counts.get((example.dataset, example.kind), 0) + 1
    share = np.array([1 / counts[example.dataset, example.kind] for example in examples])
    for answered in (0.0, 1.0):
        share[y == answered] /= share[y == answered].sum()
    weights = np.zeros(x.shape[1])
    for _ in range(50):
        p = 1 / (1 + np.exp(-x @ weights))
        slope = x.T @ (share * (p - y)) + 1e-3 * weights
        bend = (x * (share * p * (1 - p))[:, None]).T @ x + 1e-3 * np.eye(len(weights))
        weights -= np.linalg.solve(bend, slope)
    return weights


def report(examples: list[Example], weights: Array) -> str:
    """Return how well "I don't remember" is said where the confidence is below a half."""
    sure = 1 / (1 + np.exp(-np.array([[*example.measured, 1.0] for example in examples]) @ weights))
    answered = np.array([example.kind == "answered" for example in examples])
    refused = sure < 0.5
    right = int((refused & ~answered).sum())
    better = (sure[answered][:, None] > sure[~answered]).mean() + 0.5 * (
        sure[answered][:, None] == sure[~answered]
    ).mean()
    return (
        f"AUC {better:.3f}, precision {right / max(refused.sum(), 1):.2f}, recall {right / (~answered).sum():.2f}, "
        f"answered ones refused {(refused & answered).sum() / answered.sum():.2f} "
        f"({answered.sum()} answered, {(~answered).sum()} not)"
    )


if __name__ == "__main__":
    main()
