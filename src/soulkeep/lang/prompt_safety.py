"""Sanitising text that others wrote (what people said, cards, lore, names, labels of data) before it enters a prompt.

The store keeps text as it was written. In a prompt, invisible characters are removed from it, and tokens of chat
templates (`chat_templates.toml`) are written with look-alike signs. Material that a model shall only read is put in a
*fence*, whose mark is a digest of its content: no author can know or forge it, and the same text always has the same
fence, so that a server can cache the prompt.
"""

from __future__ import annotations

import re
from hashlib import blake2b

from soulkeep.lang.chat_templates import TEMPLATES, untwinned
from soulkeep.lang.short_texts import kept_of_short
from soulkeep.lang.unseen import visible_text

_INSTEAD = str.maketrans(TEMPLATES["instead"])
_TOKENS = re.compile(f"{'|'.join(TEMPLATES['tokens'])}|(?-i:{TEMPLATES['upper']})", re.IGNORECASE)
_ROLES = re.compile(rf"^[ \t]*({TEMPLATES['roles']})", re.IGNORECASE | re.MULTILINE)

FENCE = "material"
_MARK = 10
"""Letters of a fence's mark. Tokenizers make less of letters than of digits."""

_FENCES = re.compile(rf"<\s*+/?\s*+{FENCE}\b[^<>]*+>?", re.IGNORECASE)
_FENCED = re.compile(rf"^<{FENCE} [a-z]{{{_MARK}}}>\n|\n</{FENCE} [a-z]{{{_MARK}}}>", re.MULTILINE)
_FENCE_LINE = re.compile(rf"\s*</?{FENCE} [a-z]{{{_MARK}}}>\s*")


def line(text: str) -> str:
    """Return others' text on one line, so that it can't look like several lines, or like a heading."""
    return passage(" ".join(visible_text(text).split()))


@kept_of_short(4096)
def passage(text: str) -> str:
    """Return others' text, sanitised, with its lines."""
    return _without(_ROLES, _without(_FENCES, sealed(text)))


@kept_of_short(4096)
def sealed(text: str) -> str:
    """Return a whole prompt message sanitised once more: nothing in it is invisible or a template's token."""
    return _without(_TOKENS, visible_text(text))


def fenced(text: str) -> str:
    """Return text as material for a model to read, in a fence of its own; "" for an empty text.

    Args:
        text: put together from the results of `line` and `passage`.
    """
    if not text:
        return ""
    digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_MARK, person=b"fence").digest()
    mark = bytes([ord("a") + byte % 26 for byte in digest]).decode()
    return f"<{FENCE} {mark}>\n{text}\n</{FENCE} {mark}>"


def unfenced(text: str) -> str:
    """Return a message without its fences."""
    return _FENCED.sub("", text)


def is_fence(line: str) -> bool:
    """Return whether a line that a model wrote is a fence, which some models echo."""
    return _FENCE_LINE.fullmatch(line) is not None


def may_be_fence(head: str) -> bool:
    """Return whether a line that begins so may turn out to be a fence."""
    begun, opening = head.strip().replace("</", "<", 1), f"<{FENCE} "
    return 0 < len(begun) <= len(opening) + _MARK + 1 and (opening.startswith(begun) or begun.startswith(opening))


def _without(tokens: re.Pattern[str], text: str) -> str:
    """Return a text in which these tokens are written with other signs but the same words."""
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
