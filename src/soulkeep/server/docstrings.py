"""Parser of docstrings, so that the OpenAPI describes parameters as the Python API does."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from itertools import pairwise
from typing import NamedTuple

_SECTION = re.compile(r"^(Args|Attributes|Returns|Raises):$")
_ENTRY = re.compile(r"^    (\w+(?:, \w+)*): (.*)$")


class Described(NamedTuple):
    """The parts of a docstring: its text, and the description of each argument or attribute."""

    text: str
    names: dict[str, str]


def described(thing: object) -> Described:
    """Return the parsed docstring of a class or a function."""
    text: list[str] = []
    names: dict[str, str] = {}
    section = ""
    current: list[str] = []
    for line in (inspect.getdoc(thing) or "").splitlines():
        section_match = _SECTION.match(line)
        if section_match:
            section, current = section_match[1], []
        elif not section:
            text.append(line)
        elif section in ("Args", "Attributes"):
            entry = _ENTRY.match(line)
            if entry:
                current = entry[1].split(", ")
                names |= dict.fromkeys(current, entry[2])
            elif line.strip():
                names |= {name: f"{names[name]} {line.strip()}" for name in current}
    if isinstance(thing, type) and not names:
        names = _attributes(thing)
    return Described("\n".join(text).strip(), {name: _sentence(said) for name, said in names.items()})


def _attributes(thing: type) -> dict[str, str]:
    """Return the docstrings below a class's attributes."""
    texts: dict[str, str] = {}
    body = getattr(ast.parse(textwrap.dedent(inspect.getsource(thing))).body[0], "body", [])
    for attribute, below in pairwise(body):
        if isinstance(attribute, ast.AnnAssign) and isinstance(attribute.target, ast.Name):
            text = ast.get_docstring(ast.Module([below], []))
            if text:
                texts[attribute.target.id] = " ".join(text.split())
    return texts


def _sentence(said: str) -> str:
    return said[:1].upper() + said[1:]
