"""The tokens of chat templates (`chat_templates.toml`), recognised also when written with look-alike letters."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

TEMPLATES: Mapping[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
_TWINS = str.maketrans(TEMPLATES["twins"])


def untwinned(text: str) -> str:
    """Return a text with look-alikes replaced by the signs that templates use; every character keeps its place."""
    return text.translate(_TWINS)
