"""Train the small model that judges texts where no language model does, from the labelled lines in `data/judgement`.

    python scripts/train_judgement.py                    # train on all authors, write the weights
    python scripts/train_judgement.py --hold-out         # measure on authors that were left out, write nothing

numpy alone; a minute on one core. The same data gives the same weights.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from soulkeep.judgement.features import BUCKETS, features
from soulkeep.judgement.model import ACTS, EMOTIONS, KINDS, MATTERS, OUTPUTS, TONGUES, WEIGHTS, WHO, output_slices
from soulkeep.models.embed.static import MULTILINGUAL, StaticEmbedder

DATA = Path(__file__).parent.parent / "data" / "judgement"
ACTED, ASKED = DATA.parent / "acts", DATA.parent / "answering"
HIDDEN, DOING = 64, 32
"""Units that judge what a text is, and what it does."""
EPOCHS = 20
BATCH = 64
RATE = 6e-3
DECAY = 2e-2
DROP = 0.4
DROP_FEATURES = 0.15
COARSE = 8
MEANING = 6.0
"""How much the meaning of a text counts beside its words."""
HELD_OUT = ("en-e", "en-f", "de-b", "fr-b", "es-b", "ko-b", "ja-b", "zh-b")

_COARSE = {name: name for name in MATTERS} | {"drink": "food", "body": "health"}
"""The matters that the model tells apart, by those of the labels."""

_TELLING = {"lasting": 0.05, "plan": 0.05, "promise": 0.05, "statement": 0.025}
"""Kinds of lines that do nothing but tell, and how much that counts: a statement may be praise, too."""
_KIND_OF = {
    "greeting": "courtesy", "farewell": "courtesy", "thanks": "courtesy", "apology": "courtesy", "how_are_you": "courtesy",
    "agreement": "small_talk", "rejection": "small_talk", "filler": "small_talk", "opinion": "question",
    "about_you": "question", "question": "question", "request": "request", "remember": "request",
}  # fmt: skip
"""Kinds of what does something."""

FILLINGS = 6
"""Sentences that are made of a frame at most."""
PLAIN = 0.3
"""Weight of each of them."""
_SLOT = re.compile(r"\{(\w+)\}")
_STOP = {"ja": "。", "zh": "。"}

_DONE = ("acts", "acts-held", "asked", "asked-held")
"""Ends of the names of authors of lines of which only is known what they do."""

_NAMES = {"act": ACTS, "kind": KINDS, "tongue": TONGUES}

SHARES = ("kind", "emotion", "who", "matter", "act", "tongue")
"""Judgements that are one of several values."""

Floats = NDArray[np.float32]


@dataclass
class Lines:
    """Labelled lines: texts, who wrote them, targets (n, OUTPUTS), and how much each target counts (n, OUTPUTS)."""

    texts: list[str]
    authors: list[str]
    targets: Floats
    weights: Floats


def read() -> Lines:
    """Return all labelled lines. A line that two people labelled gets the mean of both."""
    texts: list[str] = []
    authors: list[str] = []
    targets: list[Floats] = []
    weights: list[Floats] = []
    where = output_slices()
    for path in sorted(DATA.glob("??-*.tsv")):
        head, *rows = path.read_text(encoding="utf-8").splitlines()
        for row in rows:
            said = dict(zip(head.split("\t"), row.split("\t"), strict=True))
            target, weight = np.zeros(OUTPUTS, np.float32), np.zeros(OUTPUTS, np.float32)
            for number in ("", "2"):
                if said[f"kind{number}"]:
                    target[where["kind"].start + KINDS.index(said[f"kind{number}"])] += 0.5
            target[where["kind"]] /= max(0.5, target[where["kind"]].sum())
            weight[where["kind"]] = 1
            for name, centre, scale in (("importance", 4.0, 3.0), ("valence", 0.0, 1.0), ("arousal", 0.0, 1.0)):
                values = [float(said[f"{name}{number}"]) for number in ("", "2") if said[f"{name}{number}"]]
                target[where[name]] = (np.mean(values) - centre) / scale
                weight[where[name]] = 1
            ends = [float(said[f"ends{number}"]) for number in ("", "2", "3") if said[f"ends{number}"]]
            target[where["ends"]] = np.mean(ends)
            weight[where["ends"]] = 1
            if said["towards"]:
                target[where["towards"]] = float(said["towards"])
                weight[where["towards"]] = 1
            said["matter"] = _COARSE.get(said["matter"], "other" if said["matter"] else "")
            for name, names in (("emotion", EMOTIONS), ("who", WHO), ("matter", MATTERS)):
                if said[name] in names:
                    target[where[name].start + names.index(said[name])] = 1
                    weight[where[name]] = 1
            for kind in {said["kind"], said["kind2"]} & _TELLING.keys():
                target[where["act"].start + ACTS.index("tell")] = 1
                weight[where["act"]] = _TELLING[kind]
            target[where["tongue"].start + TONGUES.index(path.stem[:2])] = 1
            weight[where["tongue"]] = 1
            texts.append(said["text"])
            authors.append(path.stem)
            targets.append(target)
            weights.append(weight)
    for text, author, target in _plain():
        weight = np.zeros(OUTPUTS, np.float32)
        for name in ("kind", "importance", "valence", "arousal", "ends", "tongue"):
            weight[where[name]] = PLAIN
        texts.append(text)
        authors.append(author)
        targets.append(target)
        weights.append(weight)
    for text, author, labels in _acted():
        target, weight = np.zeros(OUTPUTS, np.float32), np.zeros(OUTPUTS, np.float32)
        for name, label in labels.items():
            target[where[name].start + _NAMES[name].index(label)] = 1
            weight[where[name]] = 1
        texts.append(text)
        authors.append(author)
        targets.append(target)
        weights.append(weight)
    return Lines(texts, authors, np.stack(targets), np.stack(weights))


def _plain() -> Iterator[tuple[str, str, Floats]]:
    """Yield the plainest sentences, composed of frames and fillers of their slots: text, author, target."""
    where = output_slices()
    for path in sorted((DATA / "plain").glob("*-frames.tsv")):
        language = path.name[:2]
        slots: dict[str, list[str]] = {}
        for row in path.with_name(f"{language}-slots.tsv").read_text(encoding="utf-8").splitlines()[1:]:
            slot, form = row.split("\t")
            slots.setdefault(slot, []).append(form)
        rng = np.random.default_rng(sum(language.encode()))
        head, *rows = path.read_text(encoding="utf-8").splitlines()
        for row in rows:
            said = dict(zip(head.split("\t"), row.split("\t"), strict=True))
            target = np.zeros(OUTPUTS, np.float32)
            target[where["kind"].start + KINDS.index(said["kind"])] = 1
            target[where["importance"]] = (float(said["importance"]) - 4) / 3
            for name in ("valence", "arousal", "ends"):
                target[where[name]] = float(said[name])
            target[where["tongue"].start + TONGUES.index(language)] = 1
            for text in sorted({_filled(said["frame"], slots, language, rng) for _ in range(FILLINGS)}):
                yield text, f"{language}-plain", target


def _filled(frame: str, slots: dict[str, list[str]], language: str, rng: np.random.Generator) -> str:
    """Return a frame with its slots filled, as people write: half of them with a capital and a full stop."""
    text = _SLOT.sub(lambda slot: str(rng.choice(slots[slot[1]])), frame).strip()
    if rng.random() < 0.5 or text[-1] in "?!.。？！…":
        return text
    return f"{text[:1].upper()}{text[1:]}{_STOP.get(language, '.')}"


def _acted() -> Iterator[tuple[str, str, dict[str, str]]]:
    """Yield lines of which only the language and what they do is known: text, author, labels. Every fifth is held out.
    A question about earlier talks counts as a question."""
    for path in sorted(ACTED.glob("*.tsv")):
        head, *rows = path.read_text(encoding="utf-8").splitlines()
        language = path.stem.split("-")[0]
        for number, row in enumerate(rows):
            said = dict(zip(head.split("\t"), row.split("\t"), strict=True))
            labels = {"tongue": language if language in TONGUES else ""}
            if "act" in said:
                labels["act"] = said["act"]
                if said["act"] in _KIND_OF:
                    labels["kind"] = _KIND_OF[said["act"]]
            yield said["text"], f"{path.stem}-{'acts' if number % 5 else 'acts-held'}", labels
    for path in sorted(ASKED.glob("*.jsonl")):
        labels = {"act": "question", "kind": "question", "tongue": path.stem[:2]}
        for number, row in enumerate(path.read_text(encoding="utf-8").splitlines()):
            yield json.loads(row)["ask"], f"{path.stem}-{'asked' if number % 5 else 'asked-held'}", labels


class Adam:
    """AdamW over some arrays."""

    def __init__(self, arrays: Sequence[Floats], decay: Sequence[float]) -> None:
        self.arrays, self.decay = arrays, decay
        self.first = [np.zeros_like(array) for array in arrays]
        self.second = [np.zeros_like(array) for array in arrays]
        self.steps = 0

    def step(self, gradients: Sequence[Floats], rate: float) -> None:
        self.steps += 1
        for array, gradient, first, second, decay in zip(
            self.arrays, gradients, self.first, self.second, self.decay, strict=True
        ):
            first += 0.1 * (gradient - first)
            second += 0.001 * (gradient * gradient - second)
            step = first / (1 - 0.9**self.steps) / (np.sqrt(second / (1 - 0.999**self.steps)) + 1e-8)
            array -= rate * (step + decay * array)


def train(lines: Lines, among: NDArray[np.intp], seed: int = 0) -> dict[str, Floats]:
    """Return the weights, unrounded, as `judgement.model` reads them: two models side by side, since what is known of
    the lines of either kind has little to do with the other's."""
    where = output_slices()
    doing = np.zeros(OUTPUTS, bool)
    doing[where["act"]] = doing[where["tongue"]] = True
    labelled = np.array([not author.endswith(_DONE) for author in lines.authors])
    one = _trained(lines, among[labelled[among]], ~doing, HIDDEN, seed)
    other = _trained(lines, among, doing, DOING, seed)
    joined = {name: np.concatenate([one[name], other[name]], -1) for name in ("pieces", "meaning", "bias")}
    out = np.concatenate([one["out"] * ~doing, other["out"] * doing])
    return {**joined, "out": out, "out_bias": np.where(doing, other["out_bias"], one["out_bias"])}


def _trained(
    lines: Lines, among: NDArray[np.intp], heads: NDArray[np.bool_], hidden: int, seed: int
) -> dict[str, Floats]:
    rng = np.random.default_rng(seed)
    found = [features(text) for text in lines.texts]
    meaning = StaticEmbedder(MULTILINGUAL).embed(lines.texts)
    pieces = rng.normal(0, 0.05, (BUCKETS, hidden)).astype(np.float32)
    dense = rng.normal(0, 0.05, (meaning.shape[1], hidden)).astype(np.float32)
    bias = np.zeros(hidden, np.float32)
    out = rng.normal(0, 0.1, (hidden, OUTPUTS)).astype(np.float32)
    out_bias = np.zeros(OUTPUTS, np.float32)
    adam = Adam([pieces, dense, bias, out, out_bias], [DECAY, DECAY, 0, DECAY, 0])
    where = output_slices()
    loud = {
        "kind": 1.0, "importance": 1.0, "valence": 1.5, "arousal": 0.6, "towards": 2.0, "ends": 1.0,
        "emotion": 1.0, "who": 1.0, "matter": 1.0,
        "act": 1.0, "tongue": 0.5,
    }  # fmt: skip
    steps, total = 0, EPOCHS * -(-len(among) // BATCH)
    for _ in range(EPOCHS):
        order = rng.permutation(among)
        for start in range(0, len(order), BATCH):
            batch = order[start : start + BATCH]
            kept = [found[i][rng.random(len(found[i])) >= DROP_FEATURES] for i in batch]
            ids = np.concatenate(kept)
            owner = np.repeat(np.arange(len(batch)), [len(one) for one in kept])
            share = (1 / np.sqrt(np.maximum(1, np.array([len(one) for one in kept]))))[owner].astype(np.float32)
            inner = MEANING * meaning[batch] @ dense + bias
            np.add.at(inner, owner, pieces[ids] * share[:, None])
            drop = (rng.random(inner.shape) >= DROP) / (1 - DROP)
            active = (np.maximum(inner, 0) * drop).astype(np.float32)
            given = active @ out + out_bias
            target, weight = lines.targets[batch], lines.weights[batch] * heads
            slope = np.zeros_like(given)
            for name, place in where.items():
                if name in SHARES:
                    slope[:, place] = (
                        softmax(given[:, place]) - 0.95 * target[:, place] - 0.05 / (place.stop - place.start)
                    )
                elif name == "ends":
                    slope[:, place] = 1 / (1 + np.exp(-given[:, place])) - target[:, place]
                else:
                    slope[:, place] = 2 * (given[:, place] - target[:, place])
                slope[:, place] *= loud[name]
            slope *= weight / len(batch)
            back = (slope @ out.T) * drop * (inner > 0)
            of_pieces = np.zeros_like(pieces)
            np.add.at(of_pieces, ids, back[owner].astype(np.float32) * share[:, None])
            gradients = [of_pieces, MEANING * meaning[batch].T @ back, back.sum(0), active.T @ slope, slope.sum(0)]
            adam.step([one.astype(np.float32) for one in gradients], RATE * (1 - steps / total))
            steps += 1
    return {"pieces": pieces, "meaning": MEANING * dense, "bias": bias, "out": out, "out_bias": out_bias}


def softmax(values: Floats) -> Floats:
    powers: Floats = np.exp(values - values.max(1, keepdims=True))
    shares: Floats = powers / powers.sum(1, keepdims=True)
    return shares


def given(weights: dict[str, Floats], texts: Sequence[str]) -> Floats:
    """Return the model's outputs for texts, shape (n, OUTPUTS)."""
    inner = StaticEmbedder(MULTILINGUAL).embed(list(texts)) @ weights["meaning"] + weights["bias"]
    for row, text in enumerate(texts):
        ids = features(text)
        inner[row] += weights["pieces"][ids].sum(0) / np.sqrt(max(1, len(ids)))
    said: Floats = np.maximum(inner, 0) @ weights["out"] + weights["out_bias"]
    return said


def report(lines: Lines, rows: NDArray[np.intp], said: Floats) -> dict[str, float]:
    """Return how well the model does on some lines."""
    where = output_slices()
    target, weight = lines.targets[rows], lines.weights[rows]
    kind = target[:, where["kind"]].argmax(1)
    judged = said[:, where["kind"]].argmax(1)
    importance, true = said[:, where["importance"]][:, 0], target[:, where["importance"]][:, 0] * 3 + 4
    grave, small = importance[true >= 7.5], importance[true <= 3]
    pairs = grave[:, None] - small[None]
    sure = softmax(said[:, where["kind"]])[:, KINDS.index("lasting")]
    lasting = kind == KINDS.index("lasting")
    order = np.argsort(-sure)
    precision = np.cumsum(lasting[order]) / np.arange(1, len(order) + 1)
    reach = np.cumsum(lasting[order]) / max(1, lasting.sum())
    ends = target[:, where["ends"]][:, 0] >= 0.5
    ending = said[:, where["ends"]][:, 0] > 0
    figures = {
        "lines": float(len(rows)),
        "kind": float((kind == judged).mean()),
        "question": f1(kind == 0, judged == 0),
        "lasting": f1(lasting, judged == KINDS.index("lasting")),
        "lasting at 0.9": float(max([*reach[precision >= 0.9], 0.0])),
        "plan": f1(kind == KINDS.index("plan"), judged == KINDS.index("plan")),
        "joke": f1(kind == KINDS.index("joke"), judged == KINDS.index("joke")),
        "grave": float((pairs > 0).mean()) if pairs.size else 0.0,
        "importance": ranks(importance, true),
        "valence": correlation(said[:, where["valence"]][:, 0], target[:, where["valence"]][:, 0]),
        "arousal": correlation(said[:, where["arousal"]][:, 0], target[:, where["arousal"]][:, 0]),
        "ends": f1(ends, ending),
    }
    for name in ("act", "tongue", "towards", "emotion", "who", "matter"):
        there = weight[:, where[name]][:, 0] > 0
        if there.sum() < 30:
            continue
        one, other = said[there][:, where[name]], target[there][:, where[name]]
        figures[name] = (
            correlation(one[:, 0], other[:, 0])
            if name == "towards"
            else float((one.argmax(1) == other.argmax(1)).mean())
        )
    return figures


def f1(true: NDArray[Any], said: NDArray[Any]) -> float:
    return float(2 * (true & said).sum() / max(1, true.sum() + said.sum()))


def correlation(one: Floats, other: Floats) -> float:
    return float(np.corrcoef(one, other)[0, 1])


def ranks(one: Floats, other: Floats) -> float:
    """Return Spearman's rank correlation, with mean ranks for ties."""
    return correlation(
        *(
            np.array([(values < value).sum() + (values == value).sum() / 2 for value in values], np.float32)
            for values in (one, other)
        )
    )


def write(weights: dict[str, Floats]) -> None:
    """Round the weights and write them, with a hash. Those of the pieces have 8 bits, of which the last three are left
    empty: they tell nothing, and hardly compress."""
    scale = np.abs(weights["pieces"]).max(0) / 124
    rounded = (np.round(weights["pieces"] / scale / COARSE) * COARSE).astype(np.int8)
    WEIGHTS.mkdir(exist_ok=True)
    with gzip.GzipFile(WEIGHTS / "pieces.npy.gz", "wb", mtime=0) as file:
        np.save(file, rounded)
    rest: dict[str, Any] = {name: weights[name].astype(np.float16) for name in ("meaning", "bias", "out", "out_bias")}
    np.savez(WEIGHTS / "rest.npz", scale=scale.astype(np.float32), **rest)
    sums = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(WEIGHTS.glob("*.np*"))}
    (WEIGHTS / "model.json").write_text(json.dumps({"sha256": sums}, indent=1) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hold-out", action="store_true", help="measure on authors left out")
    arguments = parser.parse_args()
    lines = read()
    authors = np.array(lines.authors)
    if not arguments.hold_out:
        write(train(lines, np.arange(len(authors))))
        return
    held = np.isin(authors, HELD_OUT) | np.char.endswith(authors, "held")
    weights = train(lines, np.flatnonzero(~held))
    for name in ("all", *HELD_OUT, *sorted({name for name in lines.authors if name.endswith("held")})):
        rows = np.flatnonzero(held & ~np.char.endswith(authors, "held") if name == "all" else authors == name)
        figures = report(lines, rows, given(weights, [lines.texts[row] for row in rows]))
        print(name, " ".join(f"{what} {value:.3g}" for what, value in figures.items()), flush=True)


if __name__ == "__main__":
    main()
