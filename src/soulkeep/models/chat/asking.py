"""What a language model is asked to do with material: the task in the system message, the material fenced below it."""

from __future__ import annotations

from soulkeep.lang.prompt_safety import fenced, line, unfenced
from soulkeep.models.chat.base import Message
from soulkeep.prompts import prompt


def asking(task: str, material: str, **names: str) -> list[Message]:
    """The messages of a task.

    Args:
        task: the file's name among the prompts.
        material: what it is about, made of what the door has let through (`lang.door`).
        names: what stands in the prompt's gaps, as it is called; each becomes one line.
    """
    system = prompt(task, **{gap: line(name) for gap, name in names.items()})
    return [Message("system", f"{system}\n\n{prompt('material')}"), Message("user", fenced(material))]


def unguarded(content: str) -> str:
    """A message without its fences, and without what is said of them: what was asked, however it was guarded."""
    return unfenced(content.replace(f"\n\n{prompt('material')}", ""))
