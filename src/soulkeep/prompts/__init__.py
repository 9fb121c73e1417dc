"""The prompts: one file for each task, in plain English."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

_FOLDER = Path(__file__).parent
_GAP = re.compile(r"\{(\w+)\}")


def prompt(task: str, **values: str) -> str:
    """Return the prompt of a task, with its gaps filled in.

    Args:
        task: the file's name.
        values: what stands in the gaps; nothing in them is read as a gap.
    """
    return _GAP.sub(lambda match: values[match[1]], _text(task))


@lru_cache(maxsize=32)
def _text(task: str) -> str:
    return (_FOLDER / f"{task}.md").read_text(encoding="utf-8").strip()


def tasks() -> list[str]:
    """Return the tasks that have prompts."""
    return sorted(path.stem for path in _FOLDER.glob("*.md"))
