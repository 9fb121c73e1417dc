"""English nouns for people, generated from WordNet by `scripts/people_words.py`."""

from __future__ import annotations

import gzip
from functools import lru_cache
from pathlib import Path


@lru_cache(maxsize=1)
def people() -> frozenset[str]:
    """Return all nouns, in lower case."""
    words = gzip.decompress((Path(__file__).parent / "people.txt.gz").read_bytes()).decode()
    return frozenset((*words.split(), "people", "human", "queen"))
