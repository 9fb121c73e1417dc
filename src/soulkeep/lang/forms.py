"""Unicode normalisation in time linear in the length of the text."""

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
