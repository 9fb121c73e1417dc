"""The tables of words as one sorted file, in which a word is looked up where it lies: as dictionaries they would take ten
times the memory, and a quarter of a second of the first question.

`scripts/word_index.py` makes it from `dictionary.tsv` and `other_words.toml`.
"""

from __future__ import annotations

import gzip
from functools import lru_cache
from pathlib import Path

FILE = Path(__file__).parent / "data" / "word_index.txt.gz"

ENTRY, STEMS, OTHERWISE = "entry", "stems", "other"
"""The tables: entries of the dictionary, their stems, and what is said in other words."""


@lru_cache(maxsize=1)
def _lines() -> bytes:
    return gzip.decompress(FILE.read_bytes())


@lru_cache(maxsize=8192)
def looked_up(table: str, language: str, words: str) -> str | None:
    """Return what a table has for some words; None if it has nothing.

    Args:
        table: `ENTRY`, `STEMS` or `OTHERWISE`.
        language: ISO 639-1.
        words: in lower case, with a blank between them.
    """
    lines, wanted = _lines(), key(table, language, words)
    low, high = 0, len(lines)
    while low < high:
        middle = (low + high) // 2
        start = lines.rfind(b"\n", low, middle) + 1 or low
        end = lines.index(b"\n", middle)
        found, _, told = lines[start:end].partition(b"\t")
        if found == wanted:
            return told.decode()
        low, high = (end + 1, high) if found < wanted else (low, start)
    return None


def key(table: str, language: str, words: str) -> bytes:
    """Return what a line begins with; lines are sorted by it."""
    return f"{table} {language} {words}".encode("utf-8", "surrogatepass")
