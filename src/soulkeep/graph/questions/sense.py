"""Nearness of a whole question to each property of a graph, in the embedder's space.

`wordbook` compares single words. Here, a property is represented by its wording and what it leads to (classes, texts, a
date, a number), so that "what loot does the captain carry" is nearer to the captain's drops than to his level, though
no word of it means "drops".
"""

from __future__ import annotations

from collections import Counter
from functools import cache, cached_property
from itertools import islice
from pathlib import Path

import numpy as np

from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.questions.forms import PathStep
from soulkeep.graph.questions.near import vectors
from soulkeep.graph.remembered import remembered
from soulkeep.graph.terms import is_iri, is_literal, parsed
from soulkeep.graph.words.measures import DURATION, MOMENT, NUMBER, TIME, measure
from soulkeep.models.embed.base import Vectors

_SAMPLE = 12
"""Number of statements of a property that are sampled for what it leads to."""

_WORDINGS = 3
"""Number of wordings of a property that are used."""

_END = 0.5
"""Weight of the words for what a step leads to, relative to its property's."""

_SHORT = 24
"""Most letters of a value that represents a property."""

_MOST = 3.0
"""Largest nearness, in standard deviations from the mean of all steps."""

SHARP = 10.0
"""Scale of cosines where one of several steps is meant (softmax)."""

_ASKED = {MOMENT: "when date", TIME: "when time", DURATION: "how long", NUMBER: "how many number"}


TURNS = Path(__file__).parent / "data" / "sense.npz"
"""What a question's vector is turned by, learnt by `scripts/train_sense.py` from questions in other words than the
property's: to be asked for is more than to be called alike."""


@cache
def _turns() -> dict[str, Vectors]:
    """Return the matrices, (dimensions, dimensions), for the spaces of English and of all languages."""
    with np.load(TURNS) as turns:
        return {name: turns[name].astype(np.float32) for name in turns.files}


def stepped(wordings: Vectors, ends: Vectors) -> Vectors:
    """Return steps as unit vectors, from the vectors of their wordings and of words for what they lead to."""
    rows = wordings / np.maximum(np.linalg.norm(wordings, axis=1, keepdims=True), 1e-6)
    rows = rows + _END * ends
    spaced: Vectors = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6)
    return spaced


class Sense:
    """The steps of a graph as vectors.

    Args:
        knowledge: the graph with its indexes.
        properties: the properties that people ask for.
    """

    def __init__(self, knowledge: Knowledge, properties: tuple[str, ...]) -> None:
        self._knowledge = knowledge
        self._steps = [PathStep(name, inverse) for name in properties for inverse in (False, True)]

    @cached_property
    def _is_foreign(self) -> bool:
        """Whether most properties have names, but none in English."""
        named = [
            {language.split("-")[0] for _, language in self._knowledge.lexicon.labels(one)}
            for one in {step.property for step in self._steps}
        ]
        return sum(bool(one) and not one & {"en", ""} for one in named) * 2 > len(named)

    @remembered(2)
    def _space(self, several: bool) -> Vectors:
        language = "de" if several else "en"
        texts, owners = list[str](), list[int]()
        for at, step in enumerate(self._steps):
            wordings = self._wordings(step, language)
            texts += wordings
            owners += [at] * len(wordings)
        ends = vectors([self._end(step) for step in self._steps], language)
        rows = np.zeros_like(ends)
        if texts:
            np.add.at(rows, owners, vectors(texts, language))
        return stepped(rows, ends)

    def _wordings(self, step: PathStep, language: str) -> list[str]:
        lexicon = self._knowledge.lexicon
        told = lexicon.wordings(step.property)
        own = [text for text, spoken in told if language != "en" or spoken in ("en", "")]
        inverse = [text for text, _ in lexicon.inverse_wordings(step.property)] if step.inverse else []
        return [*inverse, *own][:_WORDINGS]

    def _end(self, step: PathStep) -> str:
        """Return words for what a step leads to: a class, a kind of value, or some of the texts themselves."""
        knowledge = self._knowledge
        pairs = islice(knowledge.graph.pairs(step.property), _SAMPLE)
        ends = [pair[0] if step.inverse else pair[1] for pair in pairs]
        classes = Counter(type for one in ends if is_iri(one) for type in knowledge.lexicon.types(one))
        if classes:
            (common, _), schema = classes.most_common(1)[0], knowledge.schema
            word = "who " if schema.is_person([common]) else "where " if schema.is_place([common]) else ""
            return word + knowledge.lexicon.label(common, "en")
        for one in ends:
            measured = measure(one) if is_literal(one) else None
            if measured is not None:
                return _ASKED.get(measured.kind, "")
        texts = [parsed(one).value for one in ends if is_literal(one)]
        return " ".join(dict.fromkeys(text for text in texts[:3] if len(text) <= _SHORT))

    @remembered(64)
    def _cosines(self, text: str, language: str) -> Vectors | None:
        """Return the cosine of a text without names with each step; None if nothing is known of the text."""
        if not self._steps or not text.strip():
            return None
        several = language != "en" or self._is_foreign
        (row,) = vectors([text], "de" if several else "en")
        cosines: Vectors = self._space(several) @ (row @ _turns()["all" if several else "english"])
        return cosines if row.any() and float(cosines.std()) > 1e-6 else None

    @remembered(64)
    def near(self, text: str, language: str) -> dict[PathStep, float]:
        """Return how near a text without names is to each step, in standard deviations from the mean of all steps.

        Args:
            text: the text, in lower case.
            language: ISO 639-1.
        """
        cosines = self._cosines(text, language)
        if cosines is None:
            return {}
        far = np.clip((cosines - cosines.mean()) / cosines.std(), -_MOST, _MOST)
        return dict(zip(self._steps, far.tolist(), strict=True))

    @remembered(256)
    def among(self, text: str, language: str, steps: tuple[PathStep, ...]) -> dict[PathStep, float]:
        """Return how likely a text without names asks for each of some steps, if for one of them; those of a thing, say."""
        cosines = self._cosines(text, language)
        places = [self._places[step] for step in steps if step in self._places]
        if cosines is None or not places:
            return {}
        shares = np.exp(SHARP * (cosines[places] - cosines[places].max()))
        return dict(zip([self._steps[at] for at in places], (shares / shares.sum()).tolist(), strict=True))

    @cached_property
    def _places(self) -> dict[PathStep, int]:
        return {step: at for at, step in enumerate(self._steps)}
