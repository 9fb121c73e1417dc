"""Choose the weights of the score, and say how they do on data sets that had no part in the choice.

    python scripts/train_weights.py locomo prefeval …          # folders as `soulkeep eval retrieval` takes them
    python scripts/train_weights.py --rounds 2 locomo …

Every weight is moved alone, by a few factors, and asked through `recall` as a user would. A change gains the mean
over the data sets of recall@10 and, a third as much, recall@30, each set counting alike however large. Changes
that gain are taken together. Weights can't become negative, so that no part can turn into its opposite to fit a set.

For each data set the same is done without it, and the set is then asked with those weights: the figures to believe.
LoCoMo is added twice more, with its turns cut into sentences, as people send them, and with its questions in the first
person, so that nothing rests on its habits.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path

import soulkeep
from soulkeep.evals.datasets import Dataset, LabelledQuestion, read_dataset
from soulkeep.evals.metrics import mean, recall_at
from soulkeep.evals.run import afterwards
from soulkeep.importers.conversations import ImportedConversation
from soulkeep.lang.sentences import sentences
from soulkeep.search.weights import weights

FACTORS = (0.5, 0.8, 1.25, 2.0)
LEAST_GAIN = 0.0005
UNANSWERABLE = {"adversarial", "abstention"}
Values = dict[str, float]


class Asked:
    """A data set, imported, and its questions."""

    def __init__(self, dataset: Dataset) -> None:
        self.name = dataset.name
        self.family = dataset.name.split("+")[0]
        self._found: dict[tuple[float, ...], float] = {}
        self._keep = soulkeep.open(":memory:")
        self._questions: list[tuple[soulkeep.Character, str, LabelledQuestion, ImportedConversation]] = []
        for conversation in dataset.conversations:
            character = self._keep.character(conversation.id, language=conversation.language)
            asker = conversation.speakers[0] if conversation.speakers else "user"
            character.observe_many(conversation.turns, person=asker, undated=True)
            for question in dataset.questions[conversation.id]:
                if question.evidence and question.category not in UNANSWERABLE:
                    self._questions.append((character, asker, question, conversation))

    def gain(self, values: Values) -> float:
        """Return recall@10 plus a third of recall@30, scaled to 0…1."""
        key = tuple(values.values())
        if key not in self._found:
            ten, thirty = self.recall(values)
            self._found[key] = (ten + thirty / 3) / (4 / 3)
        return self._found[key]

    def recall(self, values: Values) -> tuple[float, float]:
        """Recall at 10 and at 30."""
        self._keep._runtime.settings = soulkeep.Settings(weights=values)
        rankings: list[tuple[list[str], LabelledQuestion]] = []
        for character, asker, question, conversation in self._questions:
            time = question.time or afterwards(conversation)
            hits = character.recall(question.text, person=asker, k=30, time=time).hits
            ids = [turn.split("#")[0] for hit in hits for turn in hit.memory.turns]
            rankings.append((ids, question))
        return mean([recall_at(10, ids, q.evidence) for ids, q in rankings]), mean(
            [recall_at(30, ids, q.evidence) for ids, q in rankings]
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--rounds", type=int, default=1)
    options = parser.parse_args()
    sets = [Asked(dataset) for folder in options.folders for dataset in with_variants(read_dataset(folder))]
    start: Values = asdict(weights({}))
    show("as shipped", sets, start)
    chosen = choose(sets, start, options.rounds)
    show("chosen on all", sets, chosen)
    for name, value in chosen.items():
        print(f"{name} = {value:.3g}" + ("" if value == start[name] else f"    # was {start[name]:.3g}"))
    left_out: dict[str, tuple[float, float]] = {}
    for family in dict.fromkeys(asked.family for asked in sets):
        others = [asked for asked in sets if asked.family != family]
        if others:
            values = choose(others, start, options.rounds)
            left_out |= {asked.name: asked.recall(values) for asked in sets if asked.family == family}
    print("left out when chosen:", line(left_out))


def choose(sets: Sequence[Asked], start: Values, rounds: int) -> Values:
    """Return the weights that find most, on the mean of some data sets."""
    values = dict(start)
    for _ in range(rounds):
        best = dict(values)
        before = mean([asked.gain(values) for asked in sets])
        for name, value in values.items():
            found = {
                factor: mean([asked.gain(values | {name: value * factor}) for asked in sets]) for factor in FACTORS
            }
            factor = max(found, key=lambda each: found[each])
            if found[factor] > before + LEAST_GAIN:
                best[name] = value * factor
        # Each change was tried alone: keep them together only if they also gain together.
        if mean([asked.gain(best) for asked in sets]) <= before:
            break
        values = best
    return values


def with_variants(dataset: Dataset) -> Iterator[Dataset]:
    """Yield a data set, and two others made of it if its questions name the speakers."""
    yield dataset
    if dataset.name != "locomo":
        return
    yield replace(
        dataset,
        name=f"{dataset.name}+short",
        conversations=tuple(
            replace(
                conversation,
                turns=tuple(
                    replace(turn, text=part, id=f"{turn.id}#{i}")
                    for turn in conversation.turns
                    for i, part in enumerate(sentences(turn.text) or [turn.text])
                ),
            )
            for conversation in dataset.conversations
        ),
    )
    speakers = {conversation.id: conversation.speakers for conversation in dataset.conversations}
    yield replace(
        dataset,
        name=f"{dataset.name}+I",
        questions={
            id: tuple(
                replace(question, text=in_first_person(question.text, *speakers[id][:2])) for question in questions
            )
            for id, questions in dataset.questions.items()
        },
    )


def in_first_person(text: str, asker: str, other: str) -> str:
    """Return a question as the asker would put it."""
    pairs = ((asker, "I", "my"),) if asker in text else ((other, "you", "your"),)
    for name, subject, possessive in pairs:
        text = re.sub(rf"\b{name}'s\b", possessive, text)
        text = re.sub(rf"\b{name}\b", subject, text)
    return text


def show(title: str, sets: Sequence[Asked], values: Values) -> None:
    print(f"{title}:", line({asked.name: asked.recall(values) for asked in sets}), flush=True)


def line(found: Mapping[str, tuple[float, float]]) -> str:
    return "  ".join(f"{name} {ten:.3f}/{thirty:.3f}" for name, (ten, thirty) in found.items())


if __name__ == "__main__":
    main()
