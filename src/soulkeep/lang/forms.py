"""Unicode's normal forms, in time that grows with the text alone."""

from __future__ import annotations

import re
import unicodedata
from typing import Literal

_PILED_UP = re.compile(r"([^\w\s\x00-\x7f]{32,})")
"""More marks in a row than a letter has in any language."""


def normalized(form: Literal["NFC", "NFD", "NFKC", "NFKD"], text: str) -> str:
    """A text in a normal form, but for marks that are piled up: putting those in order takes time as the square of their
    number, and one message of them would hold up everybody."""
    if text.isascii():
        return text
    parts = _PILED_UP.split(text)
    return "".join(part if at % 2 else unicodedata.normalize(form, part) for at, part in enumerate(parts))
