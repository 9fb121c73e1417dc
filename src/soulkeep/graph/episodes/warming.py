"""What the first questions about much knowledge would wait for, made before they are asked: a language's rules, what is
around the things of a class, the values of a property in their order."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from soulkeep.graph.episodes.answers import answers
from soulkeep.graph.episodes.understand import understand
from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.questions.asked import reader_of
from soulkeep.graph.questions.forms import step
from soulkeep.threads.pace import Pace

_VALUES = 80_000
"""Most values that are put in order: some 300 bytes each."""


@cache
def _questions() -> dict[str, str]:
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


def warm(knowledge: Knowledge, pace: Pace) -> None:
    """Make what the first questions about a graph would wait for, the commonest first.

    Args:
        knowledge: the graph with its indexes.
        pace: pauses between the pieces; what was made is kept if it raises.
    """
    schema, lexicon = knowledge.schema, knowledge.lexicon
    spoken = {language.split("-")[0] for name in schema.classes for _, language in lexicon.labels(name)} | {"en"}
    for language, question in _questions().items():
        if language in spoken:
            answers(understand(question, language, knowledge), knowledge)
            pace()
    reader = reader_of(knowledge)
    around, columns = reader.surroundings, reader.known.solver.columns
    for name in sorted(schema.classes, key=lambda name: -len(schema.things.get(name, ()))):
        around.of_class(name)
        pace()
    left = _VALUES
    for name in sorted(filter(around.is_spoken, schema.properties), key=lambda name: -schema.uses.get(name, 0)):
        pace()
        number = schema.uses.get(name, 0)
        if number <= left and around.measured(name) is not None:
            columns.of(step(name)).put_in_order()
            left -= number
