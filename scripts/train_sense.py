"""Learn what makes a question near to the property that it asks for, beside the words that both have.

    PYTHONPATH=. python scripts/train_sense.py [--hold-out]

Learns from `data/ways`: 96 classes of things, each with a dozen properties and five ways of asking for each, our own (CC0).
A question's vector is turned by a matrix, so that it comes nearest to that of its property among the class's (softmax);
the matrix stays near to one that turns nothing. One is learnt for the space of English and one for that of all
languages, and written to `src/soulkeep/graph/questions/data/sense.npz`.

`--hold-out` learns from all classes but some, for each sixth of them, and tells how often the nearest property is the one
that was asked for, without and with the matrix.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from benchmarks.ways import DATA, spaced
from numpy.typing import NDArray

from soulkeep.graph.questions.near import vectors
from soulkeep.graph.questions.sense import SHARP, TURNS, stepped

ENDS = {
    "person": "who person", "place": "where place", "date": "when date", "time": "when time", "duration": "how long",
    "number": "how many number", "money": "how many number", "text": "", "yes/no": "",
}  # fmt: skip
"""What a step that leads to such values is represented by beside its wording, as in `Sense`."""

_ROUNDS, _RATE, _NEAR = 20, 3e-3, 1e-2
"""Rounds over all classes, the learning rate, how strongly a matrix is held near to one that turns nothing."""

Floats = NDArray[np.float64]


class Asked(NamedTuple):
    """A class: its file, the vectors of its properties and of questions, and which property each question asks for."""

    file: str
    properties: Floats
    questions: Floats
    asks: NDArray[np.intp]


def classes(space: str) -> list[Asked]:
    """Return the classes of all languages, or the English ones for the space of English."""
    found: list[Asked] = []
    for path in sorted(DATA.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            told: dict[str, Any] = json.loads(line)
            if space == "en" and told["lang"] != "en":
                continue
            listed = told["properties"]
            ends = [ENDS.get(one["leads"], one["leads"]) for one in listed]
            rows = stepped(vectors([spaced(one["label"]) for one in listed], space), vectors(ends, space))
            ways = [(way.replace("X", "").lower(), at) for at, one in enumerate(listed) for way in one["ask"]]
            asked = vectors([text for text, _ in ways], space)
            found.append(Asked(path.stem, rows.astype(float), asked.astype(float), np.array([at for _, at in ways])))
    return found


def learnt(told: Sequence[Asked]) -> Floats:
    """Return the matrix for a question's vector (from the right), by Adam."""
    chance = np.random.default_rng(20261129)
    size = told[0].questions.shape[1]
    turn, mean, square = np.eye(size), np.zeros((size, size)), np.zeros((size, size))
    steps = 0
    for _ in range(_ROUNDS):
        for place in chance.permutation(len(told)):
            one, steps = told[place], steps + 1
            scores = SHARP * one.questions @ turn @ one.properties.T
            shares = np.exp(scores - scores.max(axis=1, keepdims=True))
            shares /= shares.sum(axis=1, keepdims=True)
            shares[np.arange(len(one.asks)), one.asks] -= 1
            slope = SHARP * one.questions.T @ (shares / len(one.asks)) @ one.properties + _NEAR * (turn - np.eye(size))
            mean, square = 0.9 * mean + 0.1 * slope, 0.999 * square + 0.001 * slope**2
            turn -= _RATE * (mean / (1 - 0.9**steps)) / (np.sqrt(square / (1 - 0.999**steps)) + 1e-8)
    return turn


def held_out(told: Sequence[Asked]) -> dict[str, tuple[float, float]]:
    """Return, by file, how often the nearest property is the right one without and with what other classes taught."""
    order = np.random.default_rng(1).permutation(len(told))
    right: dict[str, list[tuple[bool, bool]]] = defaultdict(list)
    for part in range(6):
        mine = {*order[part::6].tolist()}
        turn = learnt([one for at, one in enumerate(told) if at not in mine])
        for one in (told[at] for at in mine):
            plain = (one.questions @ one.properties.T).argmax(axis=1) == one.asks
            turned = (one.questions @ turn @ one.properties.T).argmax(axis=1) == one.asks
            right[one.file] += zip(plain.tolist(), turned.tolist(), strict=True)
    return {name: tuple(np.mean(both, axis=0).round(3).tolist()) for name, both in right.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hold-out", action="store_true")
    options = parser.parse_args()
    told = {name: classes(space) for name, space in (("english", "en"), ("all", "de"))}
    if options.hold_out:
        for name, some in told.items():
            print(name, held_out(some))
        return
    english, every = (learnt(told[name]).astype(np.float16) for name in ("english", "all"))
    np.savez_compressed(TURNS, english=english, all=every)
    print(f"{TURNS} ({TURNS.stat().st_size:,} bytes)")


if __name__ == "__main__":
    main()
