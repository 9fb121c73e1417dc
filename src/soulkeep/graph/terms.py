"""RDF terms as strings, in the syntax of N-Triples, so that they can be stored, compared and sent anywhere.

`<http://…>` is an IRI, `"text"@en` or `"1920-08-29"^^<http://…#date>` a literal, `_:b0` a blank node, `?value` a
variable.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from soulkeep.graph.vocabulary import XSD
from soulkeep.types.episodes import Triple

__all__ = [
    "Literal", "Triple", "bare", "iri", "is_iri", "is_literal", "is_variable", "literal", "local_name", "numbered",
    "parsed",
]  # fmt: skip

_LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"(?:@([A-Za-z0-9-]+)|\^\^<([^>]*)>)?', re.DOTALL)
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))", re.DOTALL)
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f"}
_SPECIAL = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r"})


class Literal(NamedTuple):
    """The parts of a literal: text, language ("" for none) and the datatype's IRI."""

    value: str
    language: str
    datatype: str


def iri(text: str) -> str:
    """Return an IRI as a term."""
    return f"<{text}>"


def bare(term: str) -> str:
    """Return the IRI of a term, without angle brackets."""
    return term[1:-1]


def is_iri(term: str) -> bool:
    """Return whether a term is an IRI."""
    return term.startswith("<")


def is_variable(term: str) -> bool:
    """Return whether a term is a variable."""
    return term.startswith("?")


def is_literal(term: str) -> bool:
    """Return whether a term is a literal."""
    return term.startswith('"')


def literal(value: str, *, language: str = "", datatype: str = "") -> str:
    """Return a literal as a term; `datatype` is a full IRI."""
    text = value.translate(_SPECIAL)
    return f'"{text}"' + (f"@{language}" if language else f"^^<{datatype}>" if datatype else "")


def parsed(term: str) -> Literal:
    """Return the parts of a literal."""
    match = _LITERAL.fullmatch(term)
    if match is None:
        raise ValueError(f"no literal: {term!r}")
    text, language, datatype = match.groups()
    value = _ESCAPE.sub(_unescaped, text) if "\\" in text else text
    return Literal(value, language or "", datatype or f"{XSD}string")


def numbered(variable: str, triples: Sequence[Triple]) -> list[Triple]:
    """Return triples with their object variables renumbered, so that each question has its own answers."""
    triples_numbered: list[Triple] = []
    open_ones = 0
    for triple in dict.fromkeys(triples):
        if triple.object == variable:
            open_ones += 1
            triple = triple._replace(object=f"{variable}{open_ones}" if open_ones > 1 else variable)
        triples_numbered.append(triple)
    return triples_numbered


def _unescaped(match: re.Match[str]) -> str:
    code = match[1] or match[2]
    return chr(int(code, 16)) if code else _ESCAPES.get(match[3], match[3])


def local_name(term: str) -> str:
    """Return the last part of an IRI: `birthDate` of `<http://dbpedia.org/ontology/birthDate>`."""
    return re.split(r"[/#:]", bare(term).rstrip("/#"))[-1]
