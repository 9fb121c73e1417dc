"""Signs that a text imitates something else to mislead a language model; they are formal, never about its content.

Each sign is something that `lang.prompt_safety` defuses anyway, limited to what nobody writes by chance. Words aren't
judged: an order in plain words is a text like others.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from soulkeep.lang.chat_templates import TEMPLATES, untwinned
from soulkeep.lang.prompt_safety import FENCE
from soulkeep.lang.unseen import visible_text

_SIGNS: Mapping[str, re.Pattern[str]] = {
    "template": re.compile("|".join(TEMPLATES["suspect"])),
    "fence": re.compile(rf"<\s*+/?\s*+{FENCE}\s++[a-z]{{10}}\s*+>|<\s*+/\s*+{FENCE}\b", re.IGNORECASE),
}
_HIDDEN = re.compile("[\u202d\u202e\U000e0000-\U000e007f]")
"""Characters that override text direction, and invisible letters, which have a meaning in flags only."""

SUSPECT = "suspect"
"""Key in a memory's details: the signs in its text, until somebody releases it."""

RELEASED = "released"
"""… and once somebody has."""


SIGNS = (*_SIGNS, "hidden")
"""All signs of suspicion."""


def signs(*texts: str) -> list[str]:
    """Return the signs in texts: `"template"` (tokens of chat templates), `"fence"` (a forged beginning or end of a
    fence), `"hidden"` (letters that are invisible or shown in another order)."""
    text = "\n".join(texts)
    shown = visible_text(text)
    plain = untwinned(shown)
    names = [name for name, pattern in _SIGNS.items() if pattern.search(plain)]
    hidden = len(_HIDDEN.findall(text)) > len(_HIDDEN.findall(shown))
    return [*names, "hidden"] if hidden else names


def marked_suspect(details: Mapping[str, Any], *texts: str) -> dict[str, Any]:
    """Return a memory's details with the signs of suspicion in its texts, if any."""
    suspicious = signs(*texts)
    return {**details, SUSPECT: suspicious} if suspicious else dict(details)
