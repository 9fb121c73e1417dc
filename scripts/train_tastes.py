"""Train the small model that tells what a message says of its speaker's taste, and what it asks of taste.

    python scripts/train_tastes.py                       # train on all lines, write the weights
    python scripts/train_tastes.py --hold-out            # measure on a language left out, and on every fifth line
    python scripts/train_tastes.py --test asks.jsonl     # measure the written weights on other lines

Learns from `data/tastes`, our own (CC0). numpy alone; the same data gives the same weights.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from soulkeep.judgement.features import BUCKETS, features
from soulkeep.judgement.taste import HEADS, NAME, SURE, WEIGHTS, TasteModel, taste_features
from soulkeep.lang.names import proper_names

DATA = Path(__file__).parents[1] / "data" / "tastes"
STEPS, RATE, DROP = 200, 0.05, 0.3
WORDS_DECAY, SIGNS_DECAY = 1e-5, 1e-4

Floats = NDArray[np.float32]


def read(path: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def masked(text: str, language: str) -> str:
    """Return a text with its names masked as in use, so that nothing is learnt of what is named."""
    for name in proper_names(text) if language in ("en", "fr", "es") else ():
        text = text.replace(name, NAME)
    return text


def train(lines: Sequence[dict[str, str]], labels: Sequence[str], seed: int = 0) -> TasteModel:
    """Return the weights of one head, trained in full batches with some of the words left out at each step."""
    lines = [
        *lines,
        *({**line, "text": said} for line in lines if (said := masked(line["text"], line["lang"])) != line["text"]),
    ]
    texts = [line["text"] for line in lines]
    dense = np.stack([taste_features(text) for text in texts])
    means, scales = dense.mean(0), dense.std(0) + 1e-3
    dense = (dense - means) / scales / np.sqrt(dense.shape[1])
    spelt = np.zeros((len(lines), BUCKETS), np.float32)
    for row, text in enumerate(texts):
        ids = features(text)
        spelt[row, ids] = 1 / np.sqrt(max(1, len(ids)))
    spelt = spelt[:, (used := np.flatnonzero(spelt.any(0)))]
    target = np.zeros((len(lines), len(labels)), np.float32)
    target[np.arange(len(lines)), [labels.index(line["label"]) for line in lines]] = 1
    weight = 1 / np.sqrt(target.sum(0) / len(lines))  # rare labels count for somewhat more
    each = (target * weight).sum(1, keepdims=True)
    rng = np.random.default_rng(seed)
    parts = [np.zeros((count, len(labels)), np.float32) for count in (len(used), dense.shape[1])]
    parts.append(np.zeros((1, len(labels)), np.float32))
    first, second = [np.zeros_like(one) for one in parts], [np.zeros_like(one) for one in parts]
    for step in range(1, STEPS + 1):
        kept = (rng.random(len(used)) >= DROP)[:, None] / (1 - DROP)
        value = spelt @ (parts[0] * kept) + dense @ parts[1] + parts[2]
        powers = np.exp(value - value.max(1, keepdims=True))
        off = (powers / powers.sum(1, keepdims=True) - target) * each / each.sum()
        slopes = (
            (spelt.T @ off) * kept + WORDS_DECAY * parts[0], dense.T @ off + SIGNS_DECAY * parts[1], off.sum(0)[None],
        )  # fmt: skip
        for number, slope in enumerate(slopes):
            first[number] = 0.9 * first[number] + 0.1 * slope
            second[number] = 0.99 * second[number] + 0.01 * slope**2
            moved = first[number] / (1 - 0.9**step) / (np.sqrt(second[number] / (1 - 0.99**step)) + 1e-8)
            parts[number] -= RATE * (1 - 0.9 * step / STEPS) * moved
    inner = parts[1] / scales[:, None] / np.sqrt(dense.shape[1])
    words = np.zeros((BUCKETS, len(labels)), np.float32)
    words[used] = parts[0]
    return TasteModel(words=words, signs=inner, bias=parts[2][0] - means @ inner)


def told(model: TasteModel, name: str, lines: Sequence[dict[str, str]], what: str) -> None:
    """Print how often each label is right where the model is sure, and how many of its lines are found."""
    labels = HEADS[name]
    shares = np.stack([model.shares(masked(line["text"], line["lang"])) for line in lines])
    best = [
        labels[at] if share[at] >= SURE[name] else "none" for share, at in zip(shares, shares.argmax(1), strict=True)
    ]
    for label in labels:
        said = [line["label"] == label for line, one in zip(lines, best, strict=True) if one == label]
        there = [one == label for line, one in zip(lines, best, strict=True) if line["label"] == label]
        if there and label != "none":
            right = sum(said) / max(len(said), 1)
            print(
                f"{what:10} {label:10} right {right:.3f} of {len(said):4}, found {sum(there) / len(there):.2f} of {len(there)}"
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hold-out", action="store_true")
    parser.add_argument("--test", type=Path, nargs="*", default=())
    options = parser.parse_args()
    trained: dict[str, TasteModel] = {}
    for name, labels in HEADS.items():
        lines = [line for path in sorted(DATA.glob(f"{name}-*.jsonl")) for line in read(path)]
        for path in options.test:
            if name in path.stem:
                told(TasteModel.read(name), name, read(path), path.stem)
        if options.test:
            continue
        if options.hold_out:
            for language in dict.fromkeys(line["lang"] for line in lines):
                held = [line for line in lines if line["lang"] == language]
                others = [line for line in lines if line["lang"] != language]
                told(train(others, labels), name, held, f"{name} {language}")
            fifth = set(range(0, len(lines), 5))
            kept = [one for at, one in enumerate(lines) if at not in fifth]
            told(train(kept, labels), name, [lines[at] for at in sorted(fifth)], name)
        else:
            trained[name] = train(lines, labels)
            told(trained[name], name, lines, name)
    if trained:
        TasteModel.write(trained)
        print(f"{WEIGHTS}: {WEIGHTS.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
