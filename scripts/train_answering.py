"""Train the small model that tells which memory answers a question, from the cases in `data/answering`.

python scripts/train_answering.py              # train on all, write the weights
python scripts/train_answering.py --hold-out   # five-fold, write nothing
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

import soulkeep
from soulkeep.judgement.analysed import analysed
from soulkeep.models.embed.choose import choose_embedder
from soulkeep.reply.answering import CONSIDERED, WEIGHTS, signs

DATA = Path(__file__).parent.parent / "data" / "answering"
DECAY = 0.02
STEPS = 3000
FOLDS = 5


class Asked(NamedTuple):
    """A question: the signs of its first hits, and which of them answer; whether it was meant for this talk; and its
    fold, the same with each embedder."""

    language: str
    signs: NDArray[np.float32]
    right: NDArray[np.float32]
    own: bool
    fold: int


def read() -> list[Asked]:
    """Return all cases, with the questions asked through the public functions."""
    found: list[Asked] = []
    for path in sorted(DATA.glob("*.jsonl")):
        language = path.stem[:2]
        cases: list[dict[str, Any]] = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        # Most keeps have the default embedder, whatever is spoken there.
        embedders = [
            choose_embedder(name) for name in (("static",) if language == "en" else ("static", "multilingual"))
        ]
        rounds = zip(cases, [*cases[1:], cases[0]], strict=True)
        for (case, other), embedder in product(rounds, embedders):
            clock = soulkeep.ManualClock(datetime(2026, 3, 2, 9, tzinfo=UTC))
            with soulkeep.open(":memory:", clock=clock, embedder=embedder) as keep:
                ada = keep.character("ada", name="Ada")
                for text in case["say"]:
                    ada.observe(text, person="anna", speaker="anna", session="before")
                    clock.advance(timedelta(minutes=20))
                clock.advance(timedelta(days=3))
                # The next question of somebody else's talk is asked, too: usually, nothing here answers it.
                for asked, right in ((case["ask"], case["right"]), (other["ask"], [])):
                    recall = ada.recall(asked, person="anna", kinds={"turn"})
                    hits = recall.hits[:CONSIDERED]
                    texts = [hit.memory.text.casefold() for hit in hits]
                    if not hits or (
                        not right and any(word.casefold() in text for word in other["right"] for text in texts)
                    ):
                        continue
                    holds = [any(word.casefold() in text for word in right) for text in texts]
                    seen = signs(analysed(asked, language), hits, recall.confidence)
                    found.append(
                        Asked(
                            language,
                            seen,
                            np.array(holds, np.float32),
                            asked is case["ask"],
                            crc32(asked.encode()) % FOLDS,
                        )
                    )
    return found


def train(cases: Sequence[Asked]) -> dict[str, Any]:
    """Fit a logistic regression with weight decay over all hits, by gradient descent."""
    rows = np.concatenate([case.signs for case in cases])
    right = np.concatenate([case.right for case in cases])
    means, scales = rows.mean(0), rows.std(0) + 1e-3
    seen = (rows - means) / scales
    weights, bias = np.zeros(seen.shape[1]), 0.0
    for _ in range(STEPS):
        miss = 1 / (1 + np.exp(-(seen @ weights + bias))) - right
        weights -= 0.1 * (seen.T @ miss / len(seen) + DECAY * weights)
        bias -= 0.1 * miss.mean()
    return {"means": means.tolist(), "scales": scales.tolist(), "weights": weights.tolist(), "bias": float(bias)}


def likely(model: dict[str, Any], case: Asked) -> NDArray[np.float64]:
    """Return how likely it is that each hit answers its question."""
    value = (case.signs - np.array(model["means"])) / np.array(model["scales"]) @ np.array(model["weights"])
    return np.asarray(1 / (1 + np.exp(-(value + model["bias"]))), dtype=np.float64)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hold-out", action="store_true")
    cases = read()
    if not parser.parse_args().hold_out:
        WEIGHTS.write_text(
            json.dumps({name: np.round(value, 4).tolist() for name, value in train(cases).items()}) + "\n"
        )
        return
    told: list[tuple[Asked, NDArray[np.float64]]] = []
    for one in range(FOLDS):
        model = train([case for case in cases if case.fold != one])
        told += [(case, likely(model, case)) for case in cases if case.fold == one]
    found = [one for one in told if one[0].right.any()]
    print(f"{len(told)} questions, {len(found)} with the answer among the first {CONSIDERED}")
    for group in ("en", "others"):
        some = [one for one in told if (one[0].language == "en") == (group == "en") and one[0].own]
        else_ = [one for one in told if (one[0].language == "en") == (group == "en") and not one[0].own]
        there = [one for one in some if one[0].right[:3].any()]
        for sure in (0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7):
            right = sum(p.max() >= sure and case.right[p.argmax()] > 0 for case, p in there) / max(1, len(there))
            wrong = sum(p.max() >= sure and not case.right[p.argmax()] for case, p in some) / max(1, len(some))
            off = sum(p.max() >= sure for _, p in else_) / max(1, len(else_))
            print(
                f"{group} from {sure}: right {right:.2f} of {len(there)}, wrong {wrong:.3f} of {len(some)}, of others' {off:.3f}"
            )


if __name__ == "__main__":
    main()
