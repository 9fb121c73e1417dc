"""Segments: approximate nearest-neighbour indexes (HNSW, by usearch) over ranges of rows of a working set.

A segment never changes, so any thread may search it while others are built. Rows after the last segment are compared
one by one; the caller leaves out deleted rows. The index holds its own copy of the vectors, one byte for each number:
it only proposes rows, whose scores are then computed from the vectors themselves.
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
"""Rows added to an index at once; before each such batch, the builder asks whether the index is still wanted."""

_CONNECTIVITY = 16
_EXPANSION = 128
"""HNSW parameters: links of a vector to others, and how many others are compared to choose them. More of either finds
more, and takes longer to build."""


@cache
def available() -> bool:
    """Return whether usearch is installed (`soulkeep[large]`)."""
    return find_spec("usearch") is not None


class Segment:
    """An index over the rows from `first` up to, but without, `last`; `nbytes` is its size in memory."""

    def __init__(self, index: Index, first: int, last: int) -> None:
        self.first = first
        self.last = last
        self._index = index
        self._lock = Lock()  # concurrent searches would share the index's scratch memory
        self.nbytes = int(index.memory_usage)  # computing it takes milliseconds

    def near(self, vector: NDArray[np.float32], count: int) -> NDArray[np.intp]:
        """Return about `count` of the rows with the greatest dot product with a vector, in no order."""
        with self._lock:
            keys: NDArray[Any] = self._index.search(vector, min(count, self.last - self.first), threads=1).keys
        return keys.astype(np.intp)


def build(
    first: int, last: int, dimensions: int, *, read: Callable[[int, int], NDArray[Any] | None], threads: int
) -> Segment | None:
    """Build an index over the rows from `first` up to, but without, `last`.

    Args:
        first, last: the range of rows.
        dimensions: numbers of each vector.
        read: returns the vectors of a range of rows (start, end); None once the index isn't wanted any more.
        threads: number of threads that build it.

    Returns:
        The index; None if `read` returned None.
    """
    from usearch.index import Index

    index = Index(
        ndim=dimensions, metric="ip", dtype="i8", connectivity=_CONNECTIVITY, expansion_add=_EXPANSION,
        expansion_search=1,  # usearch raises it to the number of rows asked for
    )  # fmt: skip
    for start in range(first, last, _PIECE):
        end = min(start + _PIECE, last)
        vectors = read(start, end)
        if vectors is None:
            return None
        index.add(np.arange(start, end, dtype=np.uint64), vectors, copy=True, threads=threads)
    return Segment(index, first, last)
