"""Train the small model that tells whether something said later ends what was said before, from `data/changes`.

python scripts/train_changes.py              # train on all, write the weights
python scripts/train_changes.py --hold-out   # five-fold by what was said first, write nothing

Each statement is also paired with a message of another pair, which says nothing about it.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from soulkeep.judgement.analysed import analysed
from soulkeep.judgement.changes import WEIGHTS, ChangeModel, crossed, news, signs
from soulkeep.judgement.features import BUCKETS, features

DATA = Path(__file__).parent.parent / "data" / "changes"
FOLDS = 5
STEPS = 400
RATE = 0.05
DECAY_SIGNS, DECAY_WORDS = 5e-3, 1e-4
PARTS = 4
"""Parts of the pairs, each of which is told by words learnt on the others, as new texts will be."""
OTHERS = 37
"""Distance between a pair and the other pair whose message it gets."""

Floats = NDArray[np.float32]


class Pairs(NamedTuple):
    """Pairs: their signs (n, signs), the features of the later text, whether it ends the earlier, fold, language,
    whether it was written for the earlier."""

    signs: Floats
    words: list[NDArray[np.int32]]
    over: Floats
    fold: NDArray[np.intp]
    language: NDArray[np.str_]
    own: NDArray[np.bool_]


def read() -> Pairs:
    """Return all pairs, and as many with somebody else's message."""
    rows: list[tuple[str, str, str, float, bool]] = []
    for path in sorted(DATA.glob("*.tsv")):
        found = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()[1:]]
        for number, (over, earlier, later, _) in enumerate(found):
            rows.append((path.stem, earlier, later, float(over), True))
            other = found[(number + OTHERS) % len(found)]
            if other[1] != earlier:
                rows.append((path.stem, earlier, other[2], 0.0, False))
    return Pairs(
        np.stack(
            [signs(analysed(earlier, language), analysed(later, language)) for language, earlier, later, _, _ in rows]
        ),
        [features(later) for _, _, later, _, _ in rows],
        np.array([over for *_, over, _ in rows], np.float32),
        np.array([crc32(earlier.encode()) % FOLDS for _, earlier, *_ in rows]),
        np.array([row[0] for row in rows]),
        np.array([row[4] for row in rows]),
    )


def train(pairs: Pairs, among: NDArray[np.intp]) -> ChangeModel:
    """Learn first which words tell news of oneself, by the pairs that were written for one another; then what of it
    means that something is over, with the signs."""
    own = among[pairs.own[among]]
    part = np.arange(len(own)) % PARTS
    told: dict[bytes, float] = {}
    for one in range(PARTS):
        weights, bias = _of_words(pairs, own[part != one])
        left = own[part == one]
        told |= {pairs.words[i].tobytes(): news(weights, bias, pairs.words[i]) for i in left}
    sounds = np.array([told.get(pairs.words[i].tobytes(), 0.0) for i in among], np.float32)
    words, words_bias = _of_words(pairs, own)
    seen = crossed(pairs.signs[among], sounds)
    means, scales = seen.mean(0), np.maximum(seen.std(0), 1e-3)
    seen = (seen - means) / scales
    of_signs, bias = _fitted(
        lambda weights: seen @ weights, lambda slope: slope @ seen, seen.shape[1], pairs.over[among], DECAY_SIGNS
    )
    return ChangeModel(words, words_bias, means, scales, of_signs, bias)


def _of_words(pairs: Pairs, among: NDArray[np.intp]) -> tuple[Floats, float]:
    """Return the weights of the hashed words of later texts."""
    spelt = [pairs.words[i] for i in among]
    ids = np.concatenate(spelt)
    owner = np.repeat(np.arange(len(spelt)), [len(one) for one in spelt])
    share = np.repeat([1 / np.sqrt(max(1, len(one))) for one in spelt], [len(one) for one in spelt])
    return _fitted(
        lambda weights: np.bincount(owner, weights[ids] * share, len(spelt)),
        lambda slope: np.bincount(ids, slope[owner] * share, BUCKETS),
        BUCKETS,
        pairs.over[among],
        DECAY_WORDS,
    )


def _fitted(
    given: Callable[[NDArray[Any]], NDArray[Any]],
    back: Callable[[NDArray[Any]], NDArray[Any]],
    count: int,
    wanted: Floats,
    decay: float,
) -> tuple[Floats, float]:
    """Fit a logistic regression by Adam on everything at once; return its weights (count,) and the bias."""
    values, first, second = np.zeros(count + 1), np.zeros(count + 1), np.zeros(count + 1)
    for step in range(1, STEPS + 1):
        slope = (1 / (1 + np.exp(-given(values[:-1]) - values[-1])) - wanted) / len(wanted)
        gradient = np.append(back(slope) + decay * values[:-1], slope.sum())
        first += 0.1 * (gradient - first)
        second += 0.001 * (gradient * gradient - second)
        rate = RATE * (1 - step / (STEPS + 1))
        values -= rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
    return values[:-1].astype(np.float32), float(values[-1])


def likely(model: ChangeModel, pairs: Pairs, rows: NDArray[np.intp]) -> Floats:
    """Return how likely each message ends the other."""
    return model.likely(pairs.signs[rows], (pairs.words[i] for i in rows))


def report(pairs: Pairs, said: Floats) -> None:
    """Print how well the model does on unseen pairs."""
    over, own = pairs.over > 0, pairs.own
    for name in ("all", *sorted(set(pairs.language))):
        there = (pairs.language == name) | (name == "all")
        pairwise = (said[there & own & over][:, None] > said[there & own & ~over][None]).mean()
        print(name, f"an end above what is none: {pairwise:.2f}")
    for least in (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8):
        sure = said >= least
        close, far = sure[own & ~over].mean(), sure[~own].mean()
        print(f"from {least}: ends {sure[over].mean():.2f}, what is close and none {close:.2f}, others {far:.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hold-out", action="store_true", help="measure on what was left out")
    pairs = read()
    everything = np.arange(len(pairs.over))
    if parser.parse_args().hold_out:
        said = np.zeros(len(everything), np.float32)
        for fold in range(FOLDS):
            left = everything[pairs.fold == fold]
            said[left] = likely(train(pairs, everything[pairs.fold != fold]), pairs, left)
        report(pairs, said)
        return
    model = train(pairs, everything)
    scale = float(np.abs(model.words).max()) / 127
    np.savez_compressed(
        WEIGHTS,
        words_bias=np.float32(model.words_bias),
        means=model.means,
        scales=model.scales,
        signs=model.signs,
        words=np.round(model.words / scale).astype(np.int8),
        scale=np.float32(scale),
        bias=np.float32(model.bias),
    )


if __name__ == "__main__":
    main()
