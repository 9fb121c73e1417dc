"""Learn what tells which of the forms that a question may mean it does mean.

    PYTHONPATH=. python scripts/train_questions.py [--hold-out [--each]]

Learns from `data/questions`: data sets of thirty-three domains, each with questions and what their answers must hold, our
own (CC0). A form is right if its answer, put in words by the public functions, holds what it must and nothing more.
The weights of a linear model are learnt so that right forms come before others, and before understanding nothing; where
nothing is right, understanding nothing comes first. Written to `src/soulkeep/graph/questions/data/weights.json`.

`--hold-out` learns from all domains but some, for each sixth of them, and puts the questions of those to the public `reply`.
It tells why questions may not be answered rightly; `--each` prints each of them.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np
from benchmarks.knowledge import RIGHT, Asked, asked, says
from numpy.typing import NDArray

from soulkeep.graph.episodes.answers import answers
from soulkeep.graph.episodes.asking import considered, reads
from soulkeep.graph.episodes.naming import spans_of
from soulkeep.graph.episodes.understand import understand
from soulkeep.graph.files import read_file
from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.questions import features
from soulkeep.graph.questions.features import FEATURES, NEVER
from soulkeep.graph.questions.forms import THINGS
from soulkeep.graph.questions.weighing import Weighed
from soulkeep.types.episodes import Understanding

ROOT = Path(__file__).parents[1]
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
    "little": -2.0, "class besides": -2.0, "way round": -1.0, "about in part": -2.0, "free besides": -0.5,
}  # fmt: skip
"""The weights that learning starts from and is held to, since there are few questions. The weights of features that a
form may not leave out aren't learnt."""

PULL = 0.003
"""Strength with which the weights are held to their start."""

LEAST = 1.0

STEPS, RATE = 250, 0.05

FOLDS = 6

MOST = 40
"""Forms of a question that are learnt from, at most: the likeliest, and those that are right."""

TAKEN = (0.45, 0.9)
"""Least probability of an answer to be given, and to be given as certain (see `asked`)."""


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
    text = case["ask"]
    plain = understand(text, language, knowledge, context=context)
    spans = spans_of(text, plain.language, plain.asks, knowledge)
    if not reads(text, plain.language, plain.asks, spans, knowledge):
        return None
    found = considered(text, plain.language, plain.asks, spans, knowledge, context, every=True)
    if found is None:
        return None
    forms = [one for one in found[1] if not any(one.features.get(name, 0.0) >= least for name, least in NEVER.items())]
    features = np.array([[one.features.get(name, 0.0) for name in FEATURES] for one in forms], dtype=np.float32)
    features = features.reshape(-1, len(FEATURES))
    judged = [judge(one, case, plain, knowledge) for one in forms]
    answers_of: dict[str, int] = {}
    told = [answers_of.setdefault(repr((one.form.wants, one.found, one.form.thing)), len(answers_of)) for one in forms]
    likely = np.argsort(-(features @ np.array([START.get(name, 0.0) for name in FEATURES], dtype=np.float32)))[:MOST]
    kept = sorted({*likely.tolist(), *[at for at, (right, _) in enumerate(judged) if right][:10]})
    return Example(
        domain,
        words_of(case),
        bool(case["right"]),
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


def learn(chosen: Sequence[Example]) -> tuple[NDArray[np.float64], float]:
    """Return the weights, and the score of understanding nothing, by gradient descent on the likelihood of right
    answers."""
    first = np.array([START.get(name, 0.0) for name in FEATURES])
    weights, least = first.copy(), LEAST
    momentum, spread = np.zeros_like(weights), np.zeros_like(weights)
    used = [one for one in chosen if len(one.right) and (one.right.any() or not one.asks)]
    features = np.concatenate([one.features for one in used])
    starts = np.cumsum([0, *(len(one.right) for one in used)])[:-1]
    question = np.repeat(np.arange(len(used)), [len(one.right) for one in used])
    good = np.concatenate([one.right if one.asks else ~one.known for one in used])
    silent = np.array([not one.asks for one in used], dtype=float)
    for step in range(1, STEPS + 1):
        scores = features @ weights
        top = np.maximum(np.maximum.reduceat(scores, starts), least)
        chance, nothing = np.exp(scores - top[question]), np.exp(least - top)
        total = np.add.reduceat(chance, starts) + nothing
        chance, nothing = chance / total[question], nothing / total
        wanted, wanted_nothing = chance * good, nothing * silent
        likely = np.add.reduceat(wanted, starts) + wanted_nothing + 1e-12
        slope = (chance - wanted / likely[question]) @ features / len(used) + PULL * (weights - first)
        momentum = 0.9 * momentum + 0.1 * slope
        spread = 0.99 * spread + 0.01 * slope * slope
        weights -= RATE * (momentum / (1 - 0.9**step)) / (np.sqrt(spread / (1 - 0.99**step)) + 1e-8)
        least -= 2 * RATE * float((nothing - wanted_nothing / likely).mean())
    return weights, least


def measured(chosen: Sequence[Example], weights: NDArray[np.float64], least: float) -> Counter[str]:
    """Return the shares of questions answered right, wrong for sure, guessed wrong, or not at all."""
    count: Counter[str] = Counter()
    for one in chosen:
        likely, best = 0.0, -1
        if len(one.right):
            scores = np.append(one.features @ weights, least)
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


def write(target: Path, weights: NDArray[np.float64], least: float) -> None:
    told = {name: round(float(weight), 3) for name, weight in zip(FEATURES, weights, strict=True)}
    target.write_text(json.dumps({"least": round(least, 3), "weights": told}, indent=1) + "\n", encoding="utf-8")


def answered(weights: NDArray[np.float64], least: float, domains: Sequence[str]) -> list[tuple[str, Asked]]:
    """How questions of some domains are answered by the public `reply`, with weights in place of those that ship."""
    found: list[tuple[str, Asked]] = []
    with TemporaryDirectory() as folder, patch.object(features, "TRAINED", Path(folder) / "weights.json"):
        write(features.TRAINED, weights, least)
        features.weights.cache_clear()
        for domain in domains:
            lines = (DATA / f"{domain}.jsonl").read_text(encoding="utf-8").splitlines()
            cases = [json.loads(line) for line in lines if line.strip()]
            found += [(domain, one) for one in asked(DATA / f"{domain}.ttl", cases)]
    features.weights.cache_clear()
    return found


def cause(one: Example | None, weights: NDArray[np.float64], least: float) -> str:
    """Why a question may not have been answered rightly."""
    if one is None:
        return "not read by forms"
    if not one.asks:
        return "the data doesn't tell"
    if not one.right.any():
        return "no right form that isn't ruled out"
    scores = one.features @ weights
    if scores[one.right].max() < scores.max():
        return "another form is ahead"
    return "the right form is ahead, but not of nothing" if scores.max() < least else "the right form is ahead"


def hold_out(found: Sequence[Example], *, each: bool) -> None:
    """Print how the questions of each part of the domains are answered by what was learnt from the others."""
    domains = sorted({one.domain for one in found})
    of = {(one.domain, one.asked): one for one in found}
    total: Counter[str] = Counter()
    causes: Counter[tuple[str, str]] = Counter()
    for fold in range(FOLDS):
        left = domains[fold::FOLDS]
        weights, least = learn([one for one in found if one.domain not in left])
        count: Counter[str] = Counter()
        for domain, one in answered(weights, least, left):
            count[one.verdict] += 1
            if one.verdict == RIGHT:
                continue
            why = cause(of.get((domain, words_of(one.case))), weights, least)
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
    if options.hold_out:
        hold_out(found, each=options.each)
        return
    weights, least = learn(found)
    print(dict(measured(found, weights, least)))
    write(TARGET, weights, least)


if __name__ == "__main__":
    main()
