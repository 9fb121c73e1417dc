"""Segments: indexes (HNSW, by usearch) over runs of rows, which find the vectors near a question.

A segment never changes, so that any thread may search it while others are built. What came after the last one is
looked at row by row; deleted rows are left out by whoever asks. The index holds its own copy of the vectors, a byte for
each number: it only proposes rows, whose scores are then computed from the vectors themselves.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from usearch.index import Index

_PIECE = 1024
"""Rows that are added at once; in between is seen whether they are still wanted."""

_CONNECTIVITY = 16
_EXPANSION = 128
"""Links of a vector to others, and how many others are compared to choose them: more of either finds more, and takes
longer to build."""


@cache
def available() -> bool:
    """Whether usearch is installed (`soulkeep[large]`)."""
    return find_spec("usearch") is not None


class Segment:
    """An index over the rows from `first` until `last`, without the latter; of so many bytes."""

    def __init__(self, index: Index, first: int, last: int) -> None:
        self.first = first
        self.last = last
        self._index = index
        self._lock = Lock()  # searches from several threads would share their scratch memory
        self.nbytes = int(index.memory_usage)  # it takes milliseconds to reckon

    def near(self, vector: NDArray[np.float32], count: int) -> NDArray[np.intp]:
        """About `count` rows of those whose product with a vector is greatest, in no order."""
        with self._lock:
            keys: NDArray[Any] = self._index.search(vector, min(count, self.last - self.first), threads=1).keys
        return keys.astype(np.intp)


def build(
    first: int,
    last: int,
    dimensions: int,
    *,
    read: Callable[[int, int], NDArray[Any] | None],
    threads: int,
) -> Segment | None:
    """Index the rows from `first` until `last`.

    Args:
        first, last: which.
        dimensions: of their vectors.
        read: gives the vectors from a row until another; None once nobody wants the index any more.
        threads: that build it.

    Returns:
        None if it isn't wanted any more.
    """
    from usearch.index import Index

    index = Index(
        ndim=dimensions, metric="ip", dtype="i8", connectivity=_CONNECTIVITY, expansion_add=_EXPANSION,
        expansion_search=1,  # as many as are asked for
    )  # fmt: skip
    for start in range(first, last, _PIECE):
        end = min(start + _PIECE, last)
        vectors = read(start, end)
        if vectors is None:
            return None
        index.add(np.arange(start, end, dtype=np.uint64), vectors, copy=True, threads=threads)
    return Segment(index, first, last)
