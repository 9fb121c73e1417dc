"""Ids that follow from several strings: the same for the same ones, and for no others."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

_BETWEEN = "\0"


def digest(*parts: str, size: int = 12) -> str:
    """A digest of strings, in hexadecimal. ("a", "bc") and ("ab", "c") have different ones.

    Args:
        parts: as many each time, or with what tells how many.
        size: its bytes.
    """
    return blake2b(joined(parts), digest_size=size).hexdigest()


def joined(parts: Iterable[str]) -> bytes:
    """Strings as one, from which they could be read again: a NUL between them, and where one of them holds a NUL
    itself, a NUL before them all and each with its length."""
    some = list(parts)
    # What begins with a NUL is measured, always: so neither form is ever taken for the other.
    measured = (len(some) > 1 and not some[0]) or any(_BETWEEN in part for part in some)
    text = _BETWEEN + "".join(f"{len(part)}:{part}" for part in some) if measured else _BETWEEN.join(some)
    return text.encode("utf-8", "surrogatepass")
