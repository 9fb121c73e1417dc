"""Division of an answer into text, references and checked claims, without user interface."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from soulkeep.reply.citations import labels_named
from soulkeep.types.claims import Check, Claim

_BRACKET = re.compile(r"( ?\[[^\[\]]*\])")
_BETWEEN = r"(?:\s|\[[^\[\]]*\])+"


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of an answer.

    Attributes:
        text: its text; "" for a reference.
        label: the label of the memory that a reference names, such as `"m1"`.
        claim: the claim in the text, if it was checked.
    """

    text: str
    label: str | None = None
    claim: Claim | None = None


def pieces(text: str, check: Check | None = None) -> list[Piece]:
    """Return the pieces of an answer, in order; joined with the references, they are the whole answer.

    A claim that isn't in the answer word for word is left unmarked.
    """
    cut: list[Piece] = []
    start = 0
    for begin, end, claim in _spans(text, check.claims if check else ()):
        cut += _split(text[start:begin], None)
        cut += _split(text[begin:end], claim)
        start = end
    return cut + _split(text[start:], None)


def _spans(text: str, claims: Sequence[Claim]) -> list[tuple[int, int, Claim]]:
    """Return the place of each claim; of overlapping ones the first found."""
    spans: list[tuple[int, int, Claim]] = []
    for claim in claims:
        parts = [re.escape(word) for word in claim.text.strip(" .!?…。").split()]
        if not parts:
            continue
        for match in re.finditer(_BETWEEN.join(parts), text):
            if all(match.end() <= begin or match.start() >= end for begin, end, _ in spans):
                spans.append((match.start(), match.end(), claim))
                break
    return sorted(spans, key=lambda span: span[0])


def _split(text: str, claim: Claim | None) -> list[Piece]:
    cut: list[Piece] = []
    for part in _BRACKET.split(text):
        labels = labels_named(part) if part.lstrip().startswith("[") else []
        if labels:
            cut += [Piece("", label=label) for label in labels]
        elif part:
            cut.append(Piece(part, claim=claim))
    return cut
