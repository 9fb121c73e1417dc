"""Splitting text into sentences, in many scripts."""

from __future__ import annotations

import re

_END = re.compile(
    r"(?<![.!?…])[.!?…]++(?:[\"'”“’‘)\]]|[ \u00a0\u202f]?»)*+(?=\s|$)"  # a blank must follow: 3.5, example.com
    r"|[。！？｡]+[」』”’）\"]*"  # none need follow here
    r"|[।؟۔]+"
    r"|\n\s*\n"
)
_ABBREVIATION = re.compile(
    r"(?:^|[\s(\"“'])(?:[A-Z]|Mr|Mrs|Ms|Dr|Prof|St|Sr|Jr|Rev|Ven|Col|Capt|Lt|Gen|Hon|Messrs|Esq|vs|etc|e\.g|i\.e|cf|No|Vol|"
    r"pp|Fig|approx|bzw|z\.B|d\.h|usw|Nr|Str|M|Mme|Mlle|Sra|Srta|(?:[A-Za-z]\.)+[A-Za-z]|\d{1,2})\.$"
)


def sentences(text: str) -> list[str]:
    """Return the sentences of a text, verbatim, without surrounding blanks."""
    cut: list[str] = []
    start = 0
    for match in _END.finditer(text):
        end = match.end()
        if match[0].startswith(".") and _ABBREVIATION.search(text, max(start, end - 12), end):
            continue
        if part := text[start:end].strip():
            cut.append(part)
        start = end
    if rest := text[start:].strip():
        cut.append(rest)
    return cut
