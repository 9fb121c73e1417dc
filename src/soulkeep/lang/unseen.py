"""Invisible characters that models read: controls, marks of text direction, characters without width.

Those that a language needs are told from the rest: joiners in Persian, Hindi and emoji, variation selectors.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

_RANGES = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


def ranges(*names: str) -> str:
    """Return the ranges of some kinds of characters, as in a regex character class: `controls`, `bidi`, `unseen`."""
    pairs = (one.partition("-") for name in names for one in _RANGES[name].split())
    return "".join(f"\\U{int(low, 16):08x}-\\U{int(high or low, 16):08x}" for low, _, high in pairs)


BREAKS = re.compile("\r\n?|[\v\f\x1c-\x1e\x85\u2028\u2029]")
"""Line breaks other than the line feed."""

_NEEDED = "|".join(
    [
        f"(?<=[{ranges('joining')}])[\u200c\u200d]",
        f"(?:(?<=[{ranges('emoji')}])|(?<=[{ranges('emoji')}]\ufe0f)|(?<=\U000e007f))\u200d(?=[{ranges('emoji')}])",
        "\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f",  # the flags of England, Scotland, Wales
        f"(?<=[{ranges('signed')}])[\ufe0e\ufe0f]",
        f"(?<=[{ranges('variants')}])[\ufe00-\ufe0f]",
        f"(?<=[{ranges('ideographs')}])[\U000e0100-\U000e01ef]",
        f"(?<=[{ranges('mongolian')}])[\u180b-\u180f]",
    ]
)
# Compiled at their first use, which for most texts is none.
_ANY = f"[{ranges('controls', 'bidi', 'unseen')}]"
_STEERING = f"[{ranges('controls', 'turning')}\u2028\u2029\ud800-\udfff]"


def visible(text: str) -> str:
    """Return a text in which terminal control characters are escaped: ESC as `\u001b`. Tabs and line feeds stay.

    The escapes are those of JSON, Turtle and SPARQL, where they mean the same in a string. Lone surrogates, which can't
    be printed, are escaped, too.
    """
    return re.sub(_STEERING, lambda match: f"\\u{ord(match[0]):04x}", text)


def visible_text(text: str) -> str:
    """Return a text without invisible characters, except those its language needs; lines end with line feeds."""
    if text.isascii() and text.isprintable():
        return text
    text = BREAKS.sub("\n", text)
    return re.sub(f"({_NEEDED})|{_ANY}", lambda match: match[1] or "", text) if re.search(_ANY, text) else text
