"""Ids derived from several strings: equal for equal strings, and different for any others."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

_BETWEEN = "\0"


def digest(*parts: str, size: int = 12) -> str:
    """Return a digest of strings, in hexadecimal. ("a", "bc") and ("ab", "c") have different ones.

    Args:
        parts: always the same number of strings, or one that includes their number.
        size: its length in bytes.
    """
    return blake2b(joined(parts), digest_size=size).hexdigest()


def joined(parts: Iterable[str]) -> bytes:
    """Join strings by NULs, so that they could be separated again; if one holds a NUL, each is given with its
    length."""
    some = list(parts)
    # Strings with a leading NUL always carry lengths, so the two forms can't be confused.
    measured = (len(some) > 1 and not some[0]) or any(_BETWEEN in part for part in some)
    text = _BETWEEN + "".join(f"{len(part)}:{part}" for part in some) if measured else _BETWEEN.join(some)
    return text.encode("utf-8", "surrogatepass")
