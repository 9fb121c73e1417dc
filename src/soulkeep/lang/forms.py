"""Forms of a text that bound what reading it costs: normalised in linear time, or its two ends."""

from __future__ import annotations

import re
import unicodedata
from typing import Literal

_PILED_UP = re.compile(r"([^\w\s\x00-\x7f]{32,})")
"""More combining marks in a row than a letter has in any language."""


def normalized(form: Literal["NFC", "NFD", "NFKC", "NFKD"], text: str) -> str:
    """Normalise a text, except for long runs of combining marks: ordering those takes quadratic time, and one such
    message would block everybody."""
    if text.isascii():
        return text
    parts = _PILED_UP.split(text)
    if len(parts) == 1:
        return unicodedata.normalize(form, text)
    return "".join(part if at % 2 else unicodedata.normalize(form, part) for at, part in enumerate(parts))


def both_ends(text: str, most: int, between: str = " ") -> str:
    """Return a text of at most `most` characters as it is; of a longer one, its beginning and its end."""
    return text if len(text) <= most else f"{text[: most // 2]}{between}{text[len(text) - most // 2 :]}"
