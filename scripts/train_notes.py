"""Train the small model that tells notes in the third person, and which of them last.

    python scripts/train_notes.py                        # train on all lines, write the weights
    python scripts/train_notes.py --hold-out             # measure on authors and on each language left out, write nothing
    python scripts/train_notes.py --hold-out n m         # … on these alone

Learns from `data/notes`, against what people say themselves (`data/judgement`, `data/answering`, `data/changes`). It reads
what the general model sees, so it is trained after `train_judgement.py`. numpy alone; the same data gives the same weights.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from functools import cache
from math import log
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from soulkeep.judgement import notes
from soulkeep.judgement.features import BUCKETS, features
from soulkeep.judgement.notes import WEIGHTS, NoteWeights
from soulkeep.lang.sentences import sentences
from soulkeep.memory.stated import stated_in

DATA = Path(__file__).parents[1] / "data"
HELD_OUT = ("en-e", "en-f", "de-b", "fr-b", "es-b", "ko-b", "ja-b", "zh-b")
"""Authors of people's own words who are left out with the notes of others, as in `train_judgement.py`."""
LASTING = ("lasting", "plan", "promise")
STEPS, RATE, DROP = 100, 0.05, 0.3
WORDS_DECAY, SIGNS_DECAY = 1e-5, 1e-4
NOTES = 20.0
"""How much a note counts beside a line of people's own."""
OWN, DECAY = 0.05, 0.05
"""How much people's own lines count in what lasts, and the decay of that part."""
LASTS = 0.65
"""Probability from which a note is right often enough to be kept; `memory.stated` asks for `KEPT` of anything."""
KEPT = 0.75

Floats = NDArray[np.float32]


class Line(NamedTuple):
    """A sentence, who wrote it, and its kind, "" if unknown."""

    text: str
    author: str
    kind: str
    note: bool

    @property
    def language(self) -> str:
        return self.author[:2]


def rows_of(path: Path) -> Iterator[dict[str, str]]:
    head, *rows = path.read_text(encoding="utf-8").splitlines()
    for row in rows:
        yield dict(zip(head.split("\t"), row.split("\t"), strict=True))


def read() -> list[Line]:
    """Return all sentences: of notes and of what people say."""
    lines: list[Line] = []
    for folder in ("notes", "judgement"):
        for path in sorted((DATA / folder).glob("??-*.tsv")):
            for row in rows_of(path):
                lines += [
                    Line(" ".join(text.split()), path.stem, row["kind"], folder == "notes")
                    for text in sentences(row["text"])
                ]
    said = [
        (path.stem, text)
        for path in sorted((DATA / "answering").glob("*.jsonl"))
        for row in path.read_text(encoding="utf-8").splitlines()
        for case in [json.loads(row)]
        for text in [*case["say"], case["ask"]]
    ]
    for path in sorted((DATA / "changes").glob("*.tsv")):
        said += [(path.stem, row[name]) for row in rows_of(path) for name in ("earlier", "later")]
    lines += [Line(" ".join(one.split()), author, "", False) for author, text in said for one in sentences(text)]
    return lines


@cache
def seen(text: str) -> tuple[NDArray[np.int32], Floats]:
    """Return the features of a sentence: its words, and the signs beside them."""
    ids = features(text)
    return ids if len(ids) else np.zeros(1, np.int32), notes.signs(text)


def train(lines: Sequence[Line]) -> NoteWeights:
    """Return the weights; those of the signs are scaled back, so that raw signs are read."""
    told = [line for line in lines if line.note or line.kind in (*LASTING, "statement")]
    words, sign, bias = _is_note(lines)
    lasting, level = _lasts(told)
    level += log(KEPT / (1 - KEPT)) - log(LASTS / (1 - LASTS))
    return NoteWeights(words, np.stack([sign, lasting], 1), np.array([bias, level], np.float32))


def _scaled(lines: Sequence[Line]) -> tuple[Floats, Floats, Floats]:
    dense = np.stack([seen(line.text)[1] for line in lines])
    means, scales = dense.mean(0), dense.std(0) + 1e-3
    return (dense - means) / scales, means, scales


def _is_note(lines: Sequence[Line], seed: int = 0) -> tuple[Floats, Floats, float]:
    """Return the weights of words and signs for being a note, trained in full batches, with some words left out."""
    dense, means, scales = _scaled(lines)
    size = np.sqrt(dense.shape[1])
    dense /= size
    target = np.array([line.note for line in lines], np.float32)
    weight = np.where(target > 0, NOTES, 1.0)
    weight /= weight.sum()
    lengths = np.array([len(seen(line.text)[0]) for line in lines])
    ids = np.concatenate([seen(line.text)[0] for line in lines])
    starts, owner = np.cumsum(lengths) - lengths, np.repeat(np.arange(len(lines)), lengths)
    share = 1 / np.sqrt(lengths)
    rng = np.random.default_rng(seed)
    parts = [np.zeros(BUCKETS), np.zeros(dense.shape[1]), np.zeros(1)]
    first, second = [np.zeros_like(one) for one in parts], [np.zeros_like(one) for one in parts]
    for step in range(1, STEPS + 1):
        kept = (rng.random(BUCKETS) >= DROP) / (1 - DROP)
        value = np.add.reduceat((parts[0] * kept)[ids], starts) * share + dense @ parts[1] + parts[2]
        off = (1 / (1 + np.exp(-value)) - target) * weight
        spelt = np.bincount(ids, (off * share)[owner], BUCKETS)
        slopes = spelt * kept + WORDS_DECAY * parts[0], off @ dense + SIGNS_DECAY * parts[1], off.sum(keepdims=True)
        for number, slope in enumerate(slopes):
            first[number] = 0.9 * first[number] + 0.1 * slope
            second[number] = 0.99 * second[number] + 0.01 * slope**2
            moved = first[number] / (1 - 0.9**step) / (np.sqrt(second[number] / (1 - 0.99**step)) + 1e-8)
            parts[number] -= RATE * (1 - 0.9 * step / STEPS) * moved
    inner = parts[1] / scales / size
    return parts[0].astype(np.float32), inner.astype(np.float32), float(parts[2][0] - means @ inner)


def _lasts(lines: Sequence[Line]) -> tuple[Floats, float]:
    """Return the weights of signs for telling something lasting, by Newton's method."""
    dense, means, scales = _scaled(lines)
    dense = np.concatenate([dense, np.ones((len(dense), 1), np.float32)], 1)
    target = np.array([line.kind in LASTING for line in lines], float)
    weight = np.where([line.note for line in lines], 1.0, OWN)
    weight /= weight.sum()
    decay = np.full(dense.shape[1], DECAY)
    decay[-1] = 0
    inner = np.zeros(dense.shape[1])
    for _ in range(8):
        share = 1 / (1 + np.exp(-dense @ inner))
        bend = (dense * (weight * share * (1 - share)).astype(np.float32)[:, None]).T @ dense
        inner -= np.linalg.solve(bend + np.diag(decay), dense.T @ (weight * (share - target)) + decay * inner)
    signs = inner[:-1] / scales
    return signs.astype(np.float32), float(inner[-1] - means @ signs)


def write(model: NoteWeights) -> None:
    """Write the weights; those of words as bytes with a scale."""
    scale = np.abs(model.words).max() / 127
    words = np.round(model.words / scale).astype(np.int8)
    np.savez_compressed(
        WEIGHTS, allow_pickle=False, words=words, scale=np.float32(scale), signs=model.signs, bias=model.bias
    )
    print(f"{WEIGHTS}: {WEIGHTS.stat().st_size:,} bytes")


def facts(lines: Sequence[Line], model: NoteWeights) -> list[list[str]]:
    """Return what is stated by each line, if notes are judged by a model."""
    notes.weights = cache(lambda: model)
    return [sorted(f"{one.relation}: {one.value}" for one in stated_in(line.text, line.language)) for line in lines]


def unknowing() -> NoteWeights:
    """Return a model to which nothing is a note."""
    return NoteWeights(
        np.zeros(BUCKETS, np.float32), np.zeros((len(seen("")[1]), 2), np.float32), np.array([-9, 0], np.float32)
    )


def told(name: str, held: Sequence[Line], model: NoteWeights) -> None:
    """Print how many of some notes that last become facts, and how many of the facts made are right."""
    made = [bool(one) for one in facts(held, model)]
    there = [line.kind in LASTING for line in held]
    right = sum(one and so for one, so in zip(made, there, strict=True))
    print(
        f"{name:12} found {right / sum(there):.2f} of {sum(there)}, right {right / max(1, sum(made)):.3f}", flush=True
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hold-out", nargs="*", metavar="AUTHOR")
    options = parser.parse_args()
    lines = read()
    if options.hold_out is None:
        return write(train(lines))
    every = [line for line in lines if line.note]
    own = [line for line in lines if line.author in HELD_OUT and not line.note and line.kind]
    before = facts(own, unknowing())
    for name in options.hold_out or ["n", "m", *dict.fromkeys(line.language for line in every)]:
        held = [line for line in every if name in (line.author[3:], line.language)]
        out = {*held, *own}
        model = train([line for line in lines if line not in out])
        told(f"{name} before", held, unknowing())
        told(name, held, model)
        changed = sum(one != other for one, other in zip(before, facts(own, model), strict=True))
        print(f"{name:12} changed {changed} of {len(own)} lines of people's own", flush=True)
    return None


if __name__ == "__main__":
    main()
