"""SillyTavern's own prompts, where its user hasn't changed them: recognised by their wording."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

_FILE = Path(__file__).with_name("sillytavern.toml")

_VARIABLE = re.compile(r"\{\{([^{}]*)\}\}")

_GOES_ON = "…"


class KnownPrompt(NamedTuple):
    """A prompt in a text.

    Attributes:
        kind: "begins", "asks", "main", "continues" or "tasks", as in the file.
        names: what stands for its variables.
    """

    kind: str
    names: Mapping[str, str]


class _Template(NamedTuple):
    """A prompt's wording: literal pieces, and the variables between them."""

    kind: str
    pieces: Sequence[str]
    variables: Sequence[str]
    goes_on: bool


def known_prompt(text: str) -> KnownPrompt | None:
    """Return the prompt that a text is; None if it is none."""
    for template in _templates():
        names = _matched(template, text.strip())
        if names is not None:
            return KnownPrompt(template.kind, names)
    return None


def _matched(template: _Template, text: str) -> dict[str, str] | None:
    """Return what stands for a template's variables, each as short as possible; None if the text is another."""
    first, *rest = template.pieces
    if not text.startswith(first):
        return None
    at, found = len(first), dict[str, str]()
    for n, (piece, variable) in enumerate(zip(rest, template.variables, strict=True)):
        last = n == len(rest) - 1 and not template.goes_on
        end = len(text) - len(piece) if last else text.find(piece, at + 1)
        if end <= at or (last and not text.endswith(piece, at)):
            return None
        found.setdefault(variable, text[at:end])
        at = end + len(piece)
    return found if template.goes_on or at == len(text) else None


@cache
def _templates() -> list[_Template]:
    data = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    found: list[_Template] = []
    for kind, texts in data.items():
        for text in texts if isinstance(texts, list) else ():
            goes_on = text.endswith(_GOES_ON)
            parts = _VARIABLE.split(text.removesuffix(_GOES_ON).rstrip() if goes_on else text)
            found.append(_Template(kind, parts[::2], parts[1::2], goes_on))
    return found
