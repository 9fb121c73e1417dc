"""What makes others' words safe to stand in a prompt: what people said, cards, lore, names, labels of data.

The store keeps words as they were said. In a prompt, what can't be seen is left out of them, and what a chat template
would take for its own (`chat_templates.toml`) is written with signs that look alike. What a model shall only read stands in a
*fence*, whose mark is made of what stands in it: whoever writes a text can't know the mark, or forge one, and the same
text has the same fence each time, so that what a server has read before needn't be read again.
"""

from __future__ import annotations

import re
from functools import lru_cache
from hashlib import blake2b

from soulkeep.lang.chat_templates import TEMPLATES, untwinned
from soulkeep.lang.unseen import visible_text

_INSTEAD = str.maketrans(TEMPLATES["instead"])
_TOKENS = re.compile(f"{'|'.join(TEMPLATES['tokens'])}|(?-i:{TEMPLATES['upper']})", re.IGNORECASE)
_ROLES = re.compile(rf"^[ \t]*({TEMPLATES['roles']})", re.IGNORECASE | re.MULTILINE)

FENCE = "material"
_MARK = 10
"""Letters of a fence's mark. Tokenizers make less of letters than of digits."""

_CACHED = 2000
"""Characters up to which a passage is kept: the same turns and memories stand in one prompt after the other."""

_FENCES = re.compile(rf"<\s*+/?\s*+{FENCE}\b[^<>]*+>?", re.IGNORECASE)
_FENCED = re.compile(rf"^<{FENCE} [a-z]{{{_MARK}}}>\n|\n</{FENCE} [a-z]{{{_MARK}}}>", re.MULTILINE)
_FENCE_LINE = re.compile(rf"\s*</?{FENCE} [a-z]{{{_MARK}}}>\s*")


def line(text: str) -> str:
    """Somebody's words in one line, so that they can't look like several, or like a heading."""
    return passage(" ".join(visible_text(text).split()))


def passage(text: str) -> str:
    """Somebody's words, in the lines in which they stand."""
    return _kept(text) if len(text) <= _CACHED else _passage(text)


def _passage(text: str) -> str:
    return _without(_ROLES, _without(_FENCES, sealed(text)))


_kept = lru_cache(maxsize=4096)(_passage)


def sealed(text: str) -> str:
    """A whole message of a prompt: whatever was put together there, nothing in it is unseen, or a template's."""
    return _without(_TOKENS, visible_text(text))


def fenced(text: str) -> str:
    """What a model shall read as material, in a fence of its own; nothing for nothing.

    Args:
        text: made of lines and passages.
    """
    if not text:
        return ""
    digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_MARK, person=b"fence").digest()
    mark = bytes([ord("a") + byte % 26 for byte in digest]).decode()
    return f"<{FENCE} {mark}>\n{text}\n</{FENCE} {mark}>"


def unfenced(text: str) -> str:
    """A message without its fences."""
    return _FENCED.sub("", text)


def is_fence(line: str) -> bool:
    """Whether a line that a model wrote is a fence, which some echo."""
    return _FENCE_LINE.fullmatch(line) is not None


def may_be_fence(head: str) -> bool:
    """Whether a line that begins so may turn out to be one."""
    begun, opening = head.strip().replace("</", "<", 1), f"<{FENCE} "
    return 0 < len(begun) <= len(opening) + _MARK + 1 and (opening.startswith(begun) or begun.startswith(opening))


def _without(tokens: re.Pattern[str], text: str) -> str:
    """A text in which nothing is one of these tokens: their signs are others, their words the same."""
    plain = untwinned(text)
    written, at = [], 0
    for match in tokens.finditer(plain):
        control = text[match.start() : match.end()]
        other = control.translate(_INSTEAD)
        if other == control:  # a role, which has no signs but its colon
            name = control.strip(" \t:\uff1a")
            other = control.replace(name, f"⟨{name}⟩", 1)
        written += [text[at : match.start()], other]
        at = match.end()
    return "".join([*written, text[at:]])
