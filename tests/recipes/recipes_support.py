"""Helpers that the tests of recipes share: a scripted language model that tells its tasks apart."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

import soulkeep
from soulkeep.models.chat.base import Message
from soulkeep.testing.models import Script, ScriptedChat, Told

SMALL_TALK = tuple(
    f"{who} {what} {when}."
    for who, what, when in product(
        ("The bus", "My neighbour", "The teacher", "Our dog", "The old clock", "My cousin", "A seagull"),
        ("was late", "lost a shoe", "painted the fence", "slept all day", "won a prize", "made a noise"),
        ("on Monday", "near the bridge", "before lunch", "in the rain", "without a word"),
    )
)
"""Two hundred and ten turns of no importance."""

PROMPTS = Path(soulkeep.__file__).parent / "prompts"


class Model(ScriptedChat):
    """Answers each task by its prompt: `Model(reply="Good day.", query="Name of his father")`.

    Args:
        answers: what it says to a task, by the name of the prompt's file; or a function of the prompt. A task that it
            isn't given an answer to is an `AssertionError`.
    """

    def __init__(self, **answers: Script) -> None:
        super().__init__(default=self._by_task)
        self._answers = answers

    def asked(self, task: str) -> list[list[Message]]:
        """Return the prompts of a task that it was given, in order."""
        return [prompt for prompt in self.prompts if task_of(prompt) == task]

    def _by_task(self, messages: Sequence[Message]) -> Told:
        task = task_of(messages)
        assert task in self._answers, f"The model was not to be asked for {task}: {messages[0].content[:60]}"
        told: Any = self._answers[task]
        answer: Told = told(messages) if callable(told) else told
        return answer


def task_of(messages: Sequence[Message]) -> str:
    """Return the task of a prompt: the prompt file whose beginning it shares most of."""
    begins = {path.stem: path.read_text(encoding="utf-8").strip().split("{")[0] for path in PROMPTS.glob("*.md")}
    fits = [task for task, begin in begins.items() if messages[0].content.startswith(begin)]
    return max(fits, key=lambda task: len(begins[task]))


def section(reply: soulkeep.Reply, name: str) -> str:
    """Return the content of a section of the prompt; "" if it wasn't there."""
    return next((one.text for one in reply.trace.prompt if one.name == name), "")


def last(prompt: Sequence[Message]) -> str:
    """Return the last message of a prompt."""
    return prompt[-1].content
