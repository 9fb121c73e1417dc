"""Korean words without what is written behind them."""

from __future__ import annotations

import re

_PARTICLE = re.compile(
    r"(?:에서는|에서도|에게서|한테서|에서|에게|한테|으로|이랑|하고|까지|부터|보다|처럼|이나|은|는|이|가|을|를|의|에|로|와|과|도|만|랑|야|요)$"
)
_NO_PLURALS = ("아들", "버들", "산들", "흔들")
"""Words that end like a plural."""


def without_particle(form: str, language: str) -> str:
    """Return a Korean word without its particle and plural; other words unchanged."""
    if language != "ko" or len(form) < 2:
        return form
    word = _PARTICLE.sub("", form) or form
    return word[:-1] if len(word) > 1 and word[-1] == "들" and not word.endswith(_NO_PLURALS) else word
