"""Learn what tells which of the forms that a question may mean it does mean.

    PYTHONPATH=. python scripts/train_questions.py [--hold-out [--each]]

Learns from `data/questions`: data sets of thirty-three domains, each with questions and what their answers must hold, our
own (CC0). A form is right if its answer, put in words by the public functions, holds what it must and nothing more.
The weights of a linear model are learnt so that right forms come before others, and before understanding nothing; where
nothing is right, understanding nothing comes first. Then units are learnt that see several features together, for the
forms that the linear model has in front. Ways of asking in other words than the property's (`data/ways`) are learnt from, too:
one for three in ten properties, put to data that has them, and some to data that lacks them. Written to `src/soulkeep/graph/questions/data/weights.json`.

`--hold-out` learns from all domains but some, for each sixth of them, and puts the questions of those to the public `reply`.
It tells why questions may not be answered rightly; `--each` prints each of them.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np
from benchmarks.knowledge import RIGHT, Asked, asked, says
from benchmarks.ways import DATA as WAYS
from benchmarks.ways import THING, VALUE, asks_for, graph_of, put
from numpy.typing import NDArray

from soulkeep.graph.episodes.answers import answers
from soulkeep.graph.episodes.asking import considered, reads
from soulkeep.graph.episodes.naming import spans_of
from soulkeep.graph.episodes.understand import understand
from soulkeep.graph.files import read_file
from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.questions import features
from soulkeep.graph.questions.features import FEATURES, LATER, NEVER, Units
from soulkeep.graph.questions.forms import THINGS
from soulkeep.graph.questions.weighing import Weighed
from soulkeep.types.episodes import Understanding

ROOT = Path(__file__).parents[1]
SEED = 20261129
DATA = ROOT / "data" / "questions"
TARGET = ROOT / "src" / "soulkeep" / "graph" / "questions" / "data" / "weights.json"
START = {
    "covered": 2.0, "uncovered": -1.0, "support": 0.8, "free": -1.8, "expected": 0.2, "steps": -0.6, "asks": 1.0,
    "asks not": -1.5, "empty": -1.4, "names": 0.6, "names unused": -1.4, "class": 1.5, "extreme fit": 1.0, "role": 0.6,
    "many": -0.3, "bounds": -0.1, "redundant": -0.6, "unit": 0.7, "carried unused": -1.0, "extreme far": -1.0,
    "leans": 1.0, "plain about": 1.2, "joins": -0.4, "target": 1.0, "target not": -1.0, "holds": 0.4, "reach": 0.3,
    "role one way": 0.3, "part": 0.2, "phrase": 0.8, "personal": -0.5,
    "value unused": -2.0, "asked unused": -2.0, "stranger": -2.0, "about besides": -2.0, "whether": -2.0,
    "long unused": -2.0, "expected besides": -2.0, "count of nothing": -2.0, "class twice": -2.0, "everything": -2.0,
    "little": -2.0, "class besides": -2.0, "about in part": -2.0, "free besides": -0.5,
}  # fmt: skip
"""The weights that learning starts from and is held to, since there are few questions. The weights of features that a
form may not leave out aren't learnt."""

PULL = 0.003
"""Strength with which the weights are held to their start."""

LEAST = 1.0

STEPS, RATE = 250, 0.05

UNITS, TIMES = 16, 4
"""Units that are learnt at a time, and how many times, from other beginnings: the scores are averaged."""

UNIT_STEPS, UNIT_RATE = 120, 0.02

UNIT_PULL = 0.003
"""Strength with which the weights of units are held to nothing."""

LEFT_OUT = 0.2
"""Share of the units that are left out of a step."""

HELD = 0.5
"""Share of the first score in the second, which would be too sure without."""

FRONT = 16
"""Forms of a question that units are learnt from, at most."""

FOLDS = 6

MOST = 40
"""Forms of a question that are learnt from, at most: the likeliest, and those that are right."""

TAKEN = (0.45, 0.9)
"""Least probability of an answer to be given, and to be given as certain (see `asked`)."""


WAYS_TAKEN, LACKING = 0.3, 0.5
"""Share of the properties for which a way of asking is learnt from: with more, questions of other kinds suffer. And the
share of those that a class's data then lacks, for questions to find nothing."""


class Example(NamedTuple):
    """The forms of one question: their features, which are right, and which give an answer."""

    domain: str
    asked: tuple[str, ...]
    """The question, after those before it."""
    asks: bool
    features: NDArray[np.float32]
    right: NDArray[np.bool_]
    known: NDArray[np.bool_]
    told: NDArray[np.int_]
    """Numbers that are equal for forms with the same answer."""


def examples() -> Iterator[Example]:
    for path in sorted(DATA.glob("*.jsonl")):
        knowledge = Knowledge([read_file(path.with_suffix(".ttl")).data])
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.strip() and (found := example(path.stem, json.loads(line), knowledge)) is not None:
                yield found


def example(domain: str, case: dict[str, Any], knowledge: Knowledge) -> Example | None:
    language, context = case.get("lang", "en"), list[Understanding]()
    for text in case.get("before", ()):
        context.append(understand(text, language, knowledge, context=context))
    plain = understand(case["ask"], language, knowledge, context=context)
    forms = forms_of(plain, case["ask"], knowledge, context)
    if forms is None:
        return None
    judged = [judge(one, case, plain, knowledge) for one in forms]
    return put_together(domain, words_of(case), forms, judged, asks=bool(case["right"]))


def ways_of_asking() -> Iterator[Example]:
    """Yield questions in other words than the property's, to data that has it, and to data that lacks it."""
    chance = random.Random(SEED)
    with TemporaryDirectory() as folder:
        for path in sorted(WAYS.glob("*.jsonl")):
            for line in path.read_text(encoding="utf-8").splitlines():
                told = json.loads(line)
                knowledge, properties = graph_of(told, Path(folder))
                for number, (one, property) in enumerate(zip(told["properties"], properties, strict=True)):
                    name = f"{VALUE}{number}" if one.get("inverse") else THING
                    text = put(chance.choice(one["ask"]), name)
                    if chance.random() < WAYS_TAKEN:
                        yield from way_of_asking(told, text, knowledge, property, inverse=bool(one.get("inverse")))
                names = sorted({one["label"] for one in told["properties"]})
                lacking = {name for name in names if chance.random() < LACKING}
                rest = [one for one in told["properties"] if one["label"] not in lacking]
                knowledge, _ = graph_of({**told, "properties": rest}, Path(folder))
                for one in told["properties"]:
                    text = put(chance.choice(one["ask"]), THING)
                    if one["label"] in lacking and not one.get("inverse") and chance.random() < WAYS_TAKEN:
                        yield from way_of_asking(told, text, knowledge, None, inverse=False)


def way_of_asking(
    told: dict[str, Any], text: str, knowledge: Knowledge, property: str | None, *, inverse: bool
) -> Iterator[Example]:
    """Yield a question for a property of a class's data, None for one that is lacking, if it is read at all."""
    plain = understand(text, told["lang"], knowledge)
    forms = forms_of(plain, text, knowledge, [])
    if forms is not None:
        asked = [property is not None and asks_for(one.form.data(), property, inverse=inverse) for one in forms]
        right = [yes and len(one.form.links) <= 1 for yes, one in zip(asked, forms, strict=True)]
        judged = [(yes, not one.features.get("empty")) for yes, one in zip(right, forms, strict=True)]
        yield put_together(told["class"], (text,), forms, judged, asks=property is not None)


def forms_of(
    plain: Understanding, text: str, knowledge: Knowledge, context: Sequence[Understanding]
) -> list[Weighed] | None:
    """Return the forms that a question may have and that aren't ruled out; None if it isn't read by forms."""
    spans = spans_of(text, plain.language, plain.asks, knowledge)
    if not reads(text, plain.language, plain.asks, spans, knowledge):
        return None
    found = considered(text, plain.language, plain.asks, spans, knowledge, context, every=True)
    if found is None:
        return None
    return [one for one in found[1] if not any(one.features.get(name, 0.0) >= least for name, least in NEVER.items())]


def put_together(
    domain: str, said: tuple[str, ...], forms: Sequence[Weighed], judged: Sequence[tuple[bool, bool]], *, asks: bool
) -> Example:
    """Return a question with its likeliest forms; `judged`: whether each is right, and gives an answer."""
    features = np.array([[one.features.get(name, 0.0) for name in FEATURES] for one in forms], dtype=np.float32)
    features = features.reshape(-1, len(FEATURES))
    answers_of: dict[str, int] = {}
    told = [answers_of.setdefault(repr((one.form.wants, one.found, one.form.thing)), len(answers_of)) for one in forms]
    likely = np.argsort(-(features @ np.array([START.get(name, 0.0) for name in FEATURES], dtype=np.float32)))[:MOST]
    kept = sorted({*likely.tolist(), *[at for at, (right, _) in enumerate(judged) if right][:10]})
    return Example(
        domain,
        said,
        asks,
        features[kept],
        np.array([judged[at][0] for at in kept], dtype=bool),
        np.array([judged[at][1] for at in kept], dtype=bool),
        np.array([told[at] for at in kept], dtype=int),
    )


def words_of(case: dict[str, Any]) -> tuple[str, ...]:
    return (*case.get("before", ()), case["ask"])


def judge(one: Weighed, case: dict[str, Any], said: Understanding, knowledge: Knowledge) -> tuple[bool, bool]:
    """Return whether a form gives the right answer, and whether it gives an answer at all.

    Args:
        one: the form.
        case: the question with the right answer.
        said: the analysed question.
        knowledge: the data that is asked.
    """
    asked = Understanding(utterance=said.utterance, asks=said.asks, language=said.language, query=one.form.data())
    (answer,) = answers(asked, knowledge)
    if not answer.found:
        return False, False
    text = {"yes": "yes ja 응 네, ", "no": "no nein 아니 "}.get(answer.kind, "") + answer.text
    if answer.kind == "count":
        text += f" {len(answer.values)}"
    wanted = case["right"]
    held = [says(text, variants) for variants in wanted]
    right = bool(wanted) and (all(held) if case.get("all") else any(held))
    exact = case.get("all") or len(wanted) == 1
    if right and exact and one.form.wants == THINGS and len(answer.values) > len(wanted):
        right = False  # it holds more than was asked for
    return right, True


class Learnt(NamedTuple):
    """What was learnt: the weights of the first score, the score of understanding nothing, and the units."""

    weights: NDArray[np.float64]
    least: float
    units: Units


class Rows(NamedTuple):
    """The forms of questions, one below the other."""

    features: NDArray[np.float64]
    starts: NDArray[np.int_]
    """Where each question's forms begin."""
    question: NDArray[np.int_]
    good: NDArray[np.bool_]
    silent: NDArray[np.float64]

    def slopes(self, scores: NDArray[np.float64], least: float) -> tuple[NDArray[np.float64], float]:
        """Return the slopes of the questions' mean loss by the scores, and by the score of understanding nothing."""
        top = np.maximum(np.maximum.reduceat(scores, self.starts), least)
        chance, nothing = np.exp(scores - top[self.question]), np.exp(least - top)
        total = np.add.reduceat(chance, self.starts) + nothing
        chance, nothing = chance / total[self.question], nothing / total
        wanted, wanted_nothing = chance * self.good, nothing * self.silent
        likely = np.add.reduceat(wanted, self.starts) + wanted_nothing + 1e-12
        count = len(self.starts)
        slope = (chance - wanted / likely[self.question]) / count
        return slope, float((nothing - wanted_nothing / likely).sum()) / count


def rows_of(chosen: Sequence[Example]) -> Rows:
    used = [one for one in chosen if len(one.right) and (one.right.any() or not one.asks)]
    return Rows(
        np.concatenate([one.features for one in used]).astype(np.float64),
        np.cumsum([0, *(len(one.right) for one in used)])[:-1],
        np.repeat(np.arange(len(used)), [len(one.right) for one in used]),
        np.concatenate([one.right if one.asks else ~one.known for one in used]),
        np.array([not one.asks for one in used], dtype=float),
    )


def learn(chosen: Sequence[Example]) -> Learnt:
    """Return the weights, by gradient descent on the likelihood of right answers."""
    rows = rows_of(chosen)
    first = np.array([START.get(name, 0.0) for name in FEATURES])
    weights, least = first.copy(), LEAST
    later = np.isin(FEATURES, LATER)
    momentum, spread = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, STEPS + 1):
        slope, down = rows.slopes(rows.features @ weights, least)
        slope = slope @ rows.features + PULL * (weights - first)
        momentum = 0.9 * momentum + 0.1 * slope
        spread = 0.99 * spread + 0.01 * slope * slope
        weights -= RATE * (momentum / (1 - 0.9**step)) / (np.sqrt(spread / (1 - 0.99**step)) + 1e-8)
        weights *= ~later
        least -= 2 * RATE * down
    rows = rows_of([in_front(one, weights) for one in chosen])
    several = joined([units(rows, weights, least, seed) for seed in range(TIMES)])
    return Learnt(weights, least, held(several, weights))


def held(own: Units, weights: NDArray[np.float64]) -> Units:
    """Return units whose scores are nearer to those that some weights give."""
    return Units(
        (1.0 - HELD) * own.direct + HELD * weights,
        own.inward,
        own.bias,
        (1.0 - HELD) * own.outward,
        (1.0 - HELD) * own.constant,
    )


def in_front(one: Example, weights: NDArray[np.float64]) -> Example:
    """Return a question with the likeliest of its forms, and some of those that are right."""
    first = np.argsort(-(one.features @ weights))[:FRONT].tolist() if len(one.right) else []
    kept = sorted({*first, *np.flatnonzero(one.right)[:6].tolist()})
    return one._replace(features=one.features[kept], right=one.right[kept], known=one.known[kept], told=one.told[kept])


def units(rows: Rows, weights: NDArray[np.float64], least: float, seed: int) -> Units:
    """Return units that add to the scores that some weights give."""
    random = np.random.default_rng(seed)
    scale = rows.features.std(axis=0) + 0.1
    seen, scores = rows.features / scale, rows.features @ weights
    count = len(weights)
    learnt = {
        "direct": np.zeros(count),
        "inward": random.normal(0.0, count**-0.5, (count, UNITS)),
        "bias": np.zeros(UNITS),
        "outward": random.normal(0.0, 0.05, UNITS),
        "least": np.zeros(1),
    }
    pulls = {"direct": 3.0, "inward": 0.3, "bias": 0.0, "outward": 1.0, "least": 0.0}
    momentum = {name: np.zeros_like(value) for name, value in learnt.items()}
    spread = {name: np.zeros_like(value) for name, value in learnt.items()}
    for step in range(1, UNIT_STEPS + 1):
        used = (random.random(UNITS) > LEFT_OUT) / (1.0 - LEFT_OUT)
        told = np.tanh(seen @ learnt["inward"] + learnt["bias"])
        added = seen @ learnt["direct"] + told @ (used * learnt["outward"])
        slope, down = rows.slopes(scores + added, least + float(learnt["least"][0]))
        inner = np.outer(slope, used * learnt["outward"]) * (1.0 - told * told)
        slopes = {
            "direct": slope @ seen,
            "inward": seen.T @ inner,
            "bias": inner.sum(axis=0),
            "outward": slope @ told * used,
            "least": np.array([down]),
        }
        for name, value in learnt.items():
            slope = slopes[name] + UNIT_PULL * pulls[name] * value
            momentum[name] = 0.9 * momentum[name] + 0.1 * slope
            spread[name] = 0.99 * spread[name] + 0.01 * slope * slope
            value -= UNIT_RATE * (momentum[name] / (1 - 0.9**step)) / (np.sqrt(spread[name] / (1 - 0.99**step)) + 1e-8)
    return Units(
        weights + learnt["direct"] / scale,
        learnt["inward"] / scale[:, None],
        learnt["bias"],
        learnt["outward"],
        -float(learnt["least"][0]),
    )


def joined(several: Sequence[Units]) -> Units:
    """Return the units by which a form's score is the mean of its scores by each of some."""
    return Units(
        np.mean([one.direct for one in several], axis=0),
        np.concatenate([one.inward for one in several], axis=1),
        np.concatenate([one.bias for one in several]),
        np.concatenate([one.outward for one in several]) / len(several),
        float(np.mean([one.constant for one in several])),
    )


def measured(chosen: Sequence[Example], learnt: Learnt) -> Counter[str]:
    """Return the shares of questions answered right, wrong for sure, guessed wrong, or not at all."""
    count: Counter[str] = Counter()
    for one in chosen:
        likely, best = 0.0, -1
        if len(one.right):
            scores = np.append(learnt.units.scores(one.features.astype(np.float64)), learnt.least)
            chance = np.exp(scores - scores.max())
            chance = (chance / chance.sum())[:-1]
            by_answer = np.bincount(one.told, chance)
            best = int(np.where(one.told == by_answer.argmax(), chance, -1.0).argmax())
            likely = float(by_answer.max())
        answered = best >= 0 and bool(one.known[best]) and likely >= TAKEN[0]
        wrong = "wrong" if likely >= TAKEN[1] else "guessed wrong"
        if not one.asks:
            count[wrong if answered else "right"] += 1
        else:
            count["silent" if not answered else "right" if one.right[best] else wrong] += 1
    return count


def write(target: Path, learnt: Learnt) -> None:
    def named(values: NDArray[np.float64]) -> dict[str, Any]:
        return {name: np.round(value, 3).tolist() for name, value in zip(FEATURES, values, strict=True)}

    told = {
        "least": round(learnt.least, 3),
        "weights": named(learnt.weights),
        "units": {
            "direct": named(learnt.units.direct),
            "inward": named(learnt.units.inward),
            "bias": np.round(learnt.units.bias, 3).tolist(),
            "outward": np.round(learnt.units.outward, 4).tolist(),
            "constant": round(learnt.units.constant, 3),
        },
    }
    text = json.dumps(told, indent=1)
    text = re.sub(r"\[[^\[\]]*\]", lambda found: " ".join(found[0].split()), text)
    target.write_text(text + "\n", encoding="utf-8")


def answered(learnt: Learnt, domains: Sequence[str]) -> list[tuple[str, Asked]]:
    """How questions of some domains are answered by the public `reply`, with weights in place of those that ship."""
    found: list[tuple[str, Asked]] = []
    with TemporaryDirectory() as folder, patch.object(features, "TRAINED", Path(folder) / "weights.json"):
        write(features.TRAINED, learnt)
        features.weights.cache_clear()
        for domain in domains:
            lines = (DATA / f"{domain}.jsonl").read_text(encoding="utf-8").splitlines()
            cases = [json.loads(line) for line in lines if line.strip()]
            found += [(domain, one) for one in asked(DATA / f"{domain}.ttl", cases)]
    features.weights.cache_clear()
    return found


def cause(one: Example | None, learnt: Learnt) -> str:
    """Why a question may not have been answered rightly."""
    if one is None:
        return "not read by forms"
    if not one.asks:
        return "the data doesn't tell"
    if not one.right.any():
        return "no right form that isn't ruled out"
    scores = learnt.units.scores(one.features.astype(np.float64))
    if scores[one.right].max() < scores.max():
        return "another form is ahead"
    return "the right form is ahead, but not of nothing" if scores.max() < learnt.least else "the right form is ahead"


def hold_out(found: Sequence[Example], ways: Sequence[Example], *, each: bool) -> None:
    """Print how the questions of each part of the domains are answered by what was learnt from the others."""
    domains = sorted({one.domain for one in found})
    of = {(one.domain, one.asked): one for one in found}
    total: Counter[str] = Counter()
    causes: Counter[tuple[str, str]] = Counter()
    for fold in range(FOLDS):
        left = domains[fold::FOLDS]
        learnt = learn([*(one for one in found if one.domain not in left), *ways])
        count: Counter[str] = Counter()
        for domain, one in answered(learnt, left):
            count[one.verdict] += 1
            if one.verdict == RIGHT:
                continue
            why = cause(of.get((domain, words_of(one.case))), learnt)
            causes[one.verdict, why] += 1
            if each:
                print(f"[{one.verdict}: {why}] {domain}: {' >> '.join(words_of(one.case))}\n    -> {one.text}")
        total += count
        print(f"{' '.join(left)}: {dict(count)}")
    for (verdict, why), number in causes.most_common():
        print(f"  {verdict:8} {why}: {number}")
    print(f"all: { {name: round(number / total.total(), 3) for name, number in total.items()} }")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hold-out", action="store_true", help="learn from all domains but a sixth, six times")
    parser.add_argument(
        "--each", action="store_true", help="with --hold-out: print what isn't answered rightly, and why"
    )
    options = parser.parse_args()
    found = list(examples())
    answerable = [one for one in found if one.asks]
    print(
        f"{len(found)} questions; a right form is among those made for {sum(one.right.any() for one in answerable)} of {len(answerable)}"
    )
    ways = list(ways_of_asking())
    if options.hold_out:
        hold_out(found, ways, each=options.each)
        return
    learnt = learn([*found, *ways])
    print(dict(measured(found, learnt)), dict(measured(ways, learnt)))
    write(TARGET, learnt)


if __name__ == "__main__":
    main()
