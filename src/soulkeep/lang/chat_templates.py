"""What chat templates are made of (`chat_templates.toml`), and a text in which it can't hide behind letters that look
alike."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

TEMPLATES: Mapping[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
_TWINS = str.maketrans(TEMPLATES["twins"])


def untwinned(text: str) -> str:
    """A text with the signs that templates use in place of those that look like them; each stays in its place."""
    return text.translate(_TWINS)
