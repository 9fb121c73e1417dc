"""Prompts for tasks on some material: the task in the system message, the material fenced below it."""

from __future__ import annotations

from soulkeep.lang.prompt_safety import fenced, line, unfenced
from soulkeep.models.chat.base import Message
from soulkeep.prompts import prompt


def asking(task: str, material: str, **names: str) -> list[Message]:
    """Return the messages that ask for a task.

    Args:
        task: the name of the task's prompt file.
        material: the text to work on, already sanitised (`lang.prompt_safety`).
        names: values for the prompt's placeholders, by name; each becomes one line.
    """
    system = prompt(task, **{gap: line(name) for gap, name in names.items()})
    return [Message("system", f"{system}\n\n{prompt('material')}"), Message("user", fenced(material))]


def unguarded(content: str) -> str:
    """Return a message without its fences and what is said about them: the question itself, however it was guarded."""
    return unfenced(content.replace(f"\n\n{prompt('material')}", ""))
