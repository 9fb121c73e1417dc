"""Train the small models that tell a program's instruction from a person's words, from `data/instructions`.

python scripts/train_instructions.py              # train on all, write the weights
python scripts/train_instructions.py --hold-out   # five-fold, write nothing

What people say in `data/judgement` and `data/acts` is no instruction, either.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from soulkeep.judgement.features import BUCKETS, features
from soulkeep.server.openai_proxy.instructions import LEAST, LEAST_STREAMED, WEIGHTS, Model, of_words, signs

DATA = Path(__file__).parent.parent / "data"
PLACES = ("said", "system")
FOLDS = 5
STEPS, RATE, DECAY = 400, 0.1, 0.02
NETWORKS, UNITS, NETWORK_STEPS, NETWORK_RATE, NETWORK_DECAY, BATCH = 3, 32, 1500, 0.003, 3e-3, 512
EVERY = 6
"""Of so many plain texts, one is taken."""
PLAIN_WEIGHT = 0.3

Floats = NDArray[np.float64]


class Texts(NamedTuple):
    """Labelled texts: their hashed features, signs (n, signs), whether they are instructions, weight, fold, language;
    "" for plain ones."""

    words: list[NDArray[np.int32]]
    signs: NDArray[np.float32]
    own: Floats
    weight: Floats
    fold: NDArray[np.intp]
    language: NDArray[np.str_]


class Adam:
    """Adam's steps for several arrays."""

    def __init__(self, rate: float, *arrays: Floats) -> None:
        self._rate = rate
        self._kept = [(array, np.zeros_like(array), np.zeros_like(array)) for array in arrays]
        self._step = 0

    def go(self, *slopes: Any) -> None:
        """Change the arrays against their slopes."""
        self._step += 1
        for (array, mean, square), slope in zip(self._kept, slopes, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            size = np.sqrt(square / (1 - 0.999**self._step)) + 1e-8
            array -= self._rate * mean / (1 - 0.9**self._step) / size


def read(place: str) -> Texts:
    """Return the texts of a place; what people say stands only in "said"."""
    rows = list[tuple[str, bool, float, str]]()
    for path in sorted((DATA / "instructions").glob(f"{place}-*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            one = json.loads(line)
            rows.append((one["text"], one["own"], 1.0, one["lang"]))
    plain = [path for folder in ("judgement", "acts") for path in sorted((DATA / folder).glob("*.tsv"))]
    lines = [line for path in plain for line in path.read_text(encoding="utf-8").splitlines()[1:]]
    if place == "said":
        rows += [(line.split("\t")[-1], False, PLAIN_WEIGHT, "") for line in lines[::EVERY]]
    return Texts(
        [features(text) for text, *_ in rows],
        np.array([signs(text) for text, *_ in rows]),
        np.array([own for _, own, _, _ in rows], float),
        np.array([weight for _, _, weight, _ in rows]),
        np.array([crc32(text.encode()) % FOLDS for text, *_ in rows]),
        np.array([language for *_, language in rows]),
    )


def wrong(score: Floats, own: Floats, weight: Floats) -> Floats:
    """Return the slope of the loss by the score."""
    return np.asarray(weight * (1 / (1 + np.exp(-np.clip(score, -30, 30))) - own))


def of_spelling(texts: Texts, among: NDArray[np.intp]) -> Floats:
    """Return the weights (BUCKETS,) of a logistic regression of the hashed features."""
    words = [texts.words[n] for n in among]
    row = np.repeat(np.arange(len(words)), [len(one) for one in words])
    at, value = np.concatenate(words), np.repeat([max(1, len(one)) ** -0.5 for one in words], [*map(len, words)])
    own, weight = texts.own[among], texts.weight[among]
    weights, bias = np.zeros(BUCKETS), np.zeros(1)
    adam = Adam(RATE, weights, bias)
    for _ in range(STEPS):
        slope = wrong(np.bincount(row, weights[at] * value, len(words)) + bias, own, weight)
        adam.go(np.bincount(at, value * slope[row], BUCKETS) + DECAY * weights, slope.sum())
    return weights


def of_meaning(texts: Texts, among: NDArray[np.intp]) -> Model:
    """Return the networks, each from another beginning, in a model that sees nothing else."""
    seen, own, weight = texts.signs[among].astype(float), texts.own[among], texts.weight[among]
    mean, scale = seen.mean(0), seen.std(0) + 1e-6
    seen = (seen - mean) / scale
    networks = list[tuple[Floats, Floats, Floats]]()
    for seed in range(NETWORKS):
        chance = np.random.default_rng(seed)
        inner, inner_bias = chance.normal(0, seen.shape[1] ** -0.5, (seen.shape[1], UNITS)), np.zeros(UNITS)
        outer, bias = chance.normal(0, UNITS**-0.5, UNITS), np.zeros(1)
        adam = Adam(NETWORK_RATE, inner, inner_bias, outer, bias)
        for _ in range(NETWORK_STEPS):
            batch = chance.choice(len(seen), min(BATCH, len(seen)))
            units = np.maximum(seen[batch] @ inner + inner_bias, 0)
            slope = wrong(units @ outer + bias, own[batch], weight[batch]) / len(batch)
            back = np.outer(slope, outer) * (units > 0)
            decayed = seen[batch].T @ back + NETWORK_DECAY * inner
            adam.go(decayed, back.sum(0), units.T @ slope, slope.sum())
        networks.append((inner, inner_bias, outer))
    first, first_bias, second = (np.array(one, np.float32) for one in zip(*networks, strict=True))
    nothing, weights = np.zeros(BUCKETS, np.float32), np.zeros(3, np.float32)
    return Model(nothing, mean.astype(np.float32), scale.astype(np.float32), first, first_bias, second, weights)


def scores(texts: Texts, among: NDArray[np.intp], on: NDArray[np.intp]) -> tuple[Model, Floats]:
    """Return a model learnt on some texts, and both of its scores and a 1 for others, (n, 3)."""
    model = of_meaning(texts, among)._replace(words=of_spelling(texts, among).astype(np.float32))
    spelt = [of_words(model.words, texts.words[n]) for n in on]
    return model, np.column_stack([spelt, model.of_signs(texts.signs[on]), np.ones(len(on))])


def train(texts: Texts, among: NDArray[np.intp]) -> Model:
    """Return a model; how much each score counts is learnt where neither has seen the text."""
    both = np.zeros((len(texts.own), 3))
    for fold in range(FOLDS):
        other, on = among[texts.fold[among] != fold], among[texts.fold[among] == fold]
        both[on] = scores(texts, other, on)[1]
    together = np.zeros(3)
    adam = Adam(0.03, together)
    for _ in range(1500):
        adam.go(both[among].T @ wrong(both[among] @ together, texts.own[among], texts.weight[among]) / len(among))
    return scores(texts, among, among[:0])[0]._replace(together=together.astype(np.float32))


def hold_out(place: str) -> None:
    """Print how well the texts of each fold are told by what the others teach."""
    texts = read(place)
    found = np.zeros(len(texts.own))
    for fold in range(FOLDS):
        model = train(texts, np.flatnonzero(texts.fold != fold))
        for n in np.flatnonzero(texts.fold == fold):
            found[n] = model.likely(texts.words[n], texts.signs[n])
    written, own = texts.language != "", texts.own > 0
    for least in (0.5, LEAST, 0.75, LEAST_STREAMED):
        told = found >= least
        plain = told[~written].mean() if place == "said" else 0.0
        print(
            f"{place} from {least}: found {told[own].mean():.3f}, right {own[told & written].mean():.3f},",
            f"of others' {told[written & ~own].mean():.3f}, of plain ones {plain:.5f}",
        )
    right = (found >= LEAST) == own
    print(
        {str(one): round(float(right[texts.language == one].mean()), 3) for one in sorted({*texts.language[written]})}
    )


def main() -> None:
    """Train, or try."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hold-out", action="store_true")
    if parser.parse_args().hold_out:
        for place in PLACES:
            hold_out(place)
        return
    arrays = dict[str, Any]()
    for place, texts in ((place, read(place)) for place in PLACES):
        learnt = train(texts, np.arange(len(texts.own)))._asdict()
        step = float(np.abs(learnt["words"]).max()) / 127
        kept = {name: array.astype(np.float16) for name, array in learnt.items() if name != "words"}
        words = np.round(learnt["words"] / step).astype(np.int8)
        arrays |= {f"{place}_{name}": array for name, array in {**kept, "words": words, "step": step}.items()}
    np.savez_compressed(WEIGHTS, **arrays)


if __name__ == "__main__":
    main()
