"""The input of the small models: hashed words, pairs of words and pieces of words.

There are no word lists and no rules of any language: all languages go through the same few lines.
"""

from __future__ import annotations

import re
from functools import lru_cache
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from soulkeep.lang.forms import both_ends, normalized

BUCKETS = 1 << 14
"""Number of hash buckets: features are told apart only by their hash modulo this."""

LONGEST = 600
"""Characters of a text that are read: half of them from its beginning, half from its end."""

_PIECES = (3, 4)
"""Lengths, in characters, of pieces of alphabetic words."""
_RUNS = (1, 2, 3)
"""Lengths of runs of characters where words aren't separated by blanks, or carry grammar at their end."""

_WIDE = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u30ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff"
_TOKEN = rf"[{_WIDE}]+|(?:(?![{_WIDE}])[^\W_])+(?:['’](?:(?![{_WIDE}])[^\W_])+)*|[^\w\s]"
_PLAIN = re.compile(r"[^\W_]+(?:'[^\W_]+)*|[^\w\s]")
"""Patterns of the tokens of any text, and of one in ASCII: the former takes milliseconds to compile."""


def features(text: str) -> NDArray[np.int32]:
    """Return the hashed features of a text, each once, shape (n,), each from 0 to BUCKETS - 1."""
    read = normalized("NFKC", both_ends(text, LONGEST)).replace("’", "'")
    tokens = _PLAIN.findall(read) if read.isascii() else re.findall(_TOKEN, read)
    lower = ["^", *map(str.casefold, tokens), "$"]
    names: list[str] = []
    pieces: list[int] = []
    for at, token in enumerate(lower[1:], 1):
        pieces += _of_token(token)
        names.append(f"{lower[at - 1]} {token}")
        if at > 1:
            names.append(f"{lower[at - 2]} {lower[at - 1]} {token}")
    names += [
        "#shouted" if len(token) > 1 and token.isupper() else "#named"
        for token in tokens[1:]
        if token.isalpha() and token[:1].isupper()
    ]
    names.append(f"#length {len(tokens).bit_length()}")
    places = {*pieces, *_hashed(names)}
    return np.fromiter(places, dtype=np.int32, count=len(places))


def _hashed(names: list[str]) -> list[int]:
    """Return the hash buckets of features by their names, which must not hold a newline."""
    return [crc32(name) % BUCKETS for name in "\n".join(names).encode("utf-8", "surrogatepass").split(b"\n")]


@lru_cache(maxsize=20_000)
def _of_token(token: str) -> tuple[int, ...]:
    """Return the hash buckets of a token and its pieces, cached because the same words come again and again."""
    lengths = _RUNS if not token.isascii() and re.match(f"[{_WIDE}]", token) else _PIECES if len(token) > 2 else ()
    padded = f"<{token}>"
    pieces = [f"~{padded[at : at + length]}" for length in lengths for at in range(len(padded) - length + 1)]
    return tuple(_hashed([token, *pieces]))
