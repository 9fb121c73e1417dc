"""The background thread that builds the segments of large working sets: one for a process, while there is work.

Nobody waits for it. Until a set has a segment, all its rows are compared with a question; later, only the newer ones.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Condition, Thread
from typing import TYPE_CHECKING, Any, NamedTuple

from numpy.typing import NDArray

from soulkeep.search.ann import Segment, available, build
from soulkeep.search.working_set import Partition
from soulkeep.threads.exit import EndOrder, at_exit

if TYPE_CHECKING:
    from logging import Logger

_UNKNOWN = 2048
_UNKNOWN_SHARE = 0.005
"""Number of rows outside all segments, and their share of all rows; up to the greater, no new index is built."""

_GONE_SHARE = 0.2
"""Share of deleted and changed rows among the indexed ones, from which the whole set is indexed anew."""

_MERGED = 2
"""Factor of size: the last segment is merged with the rows after it if it is at most this many times as large."""


class IndexPlan(NamedTuple):
    """A plan of an index: the segments that stay, the range of rows (without `last`), and the partition's version."""

    kept: tuple[Segment, ...]
    first: int
    last: int
    version: int


def plan(partition: Partition) -> IndexPlan | None:
    """Return what to index of a partition; None if the partition is small, or few of its rows aren't indexed."""
    with partition.lock:
        size, segments = partition.size, partition.segments
        covered = segments[-1].last if segments else 0
        unknown = size - covered
        if not partition.large:
            return None
        gone = len(partition.strays) + int((~partition.live[:covered]).sum())
        anew = gone > _GONE_SHARE * covered
        if segments and not anew and unknown + len(partition.strays) <= max(_UNKNOWN, _UNKNOWN_SHARE * size):
            return None
        unchanged = () if anew or len(partition.strays) > unknown else segments
        while unchanged and unchanged[-1].last - unchanged[-1].first <= _MERGED * (size - unchanged[-1].last):
            unchanged = unchanged[:-1]
        return IndexPlan(unchanged, unchanged[-1].last if unchanged else 0, size, partition.version)


class Indexer:
    """Builder of indexes, one after the other. Its thread starts when there is something to do, and ends after it.

    Args:
        threads: number of threads that build one index.
    """

    def __init__(self, threads: int = 1) -> None:
        self._threads = threads
        self._changed = Condition()
        self._wanted: OrderedDict[int, Partition] = OrderedDict()
        self._building: Partition | None = None
        self._thread: Thread | None = None
        self._failed = False
        self._ending = False

    def want(self, partition: Partition) -> None:
        """Queue a partition for indexing, if it needs it and isn't being indexed."""
        if not partition.large or partition.planned == partition.version or partition is self._building:
            return
        partition.planned = partition.version
        if plan(partition) is None or self._failed or not available():
            return
        with self._changed:
            if self._ending:
                return
            self._wanted[partition.id] = partition
            if self._thread is None:
                self._thread = Thread(target=self._run, name="soulkeep-indexer", daemon=True)
                self._thread.start()
                at_exit(self, EndOrder.INDEXING)

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until nothing is queued any more; return False if that took longer than `seconds` (None: no limit)."""
        with self._changed:
            return self._changed.wait_for(lambda: self._thread is None, seconds)

    def stop(self, seconds: float = 5.0) -> None:
        """Clear the queue, and wait up to `seconds` for the index that is being built."""
        with self._changed:
            self._wanted.clear()
        self.wait(seconds)

    def end(self) -> None:
        """Stop building for good, and wait for the batch of rows that is being added."""
        with self._changed:
            self._ending = True
            self._wanted.clear()
            thread = self._thread
        if thread is not None:
            thread.join()

    def _run(self) -> None:
        while True:
            with self._changed:
                self._building = None
                if not self._wanted:
                    self._thread = None
                    self._changed.notify_all()
                    return
                _, self._building = self._wanted.popitem(last=False)
            try:
                index(self._building, self._threads, wanted=lambda: not self._ending)
            except Exception:  # out of memory, for example: each row is compared instead
                self._failed = True
                _log().exception("A large source can't be indexed; all of it is looked at, which takes longer")


def index(partition: Partition, threads: int = 1, *, wanted: Callable[[], bool] = lambda: True) -> None:
    """Index now what needs it of a partition; stop, without a result, once it is retired or not wanted any more."""
    todo = plan(partition)
    if todo is None:
        return
    epoch = partition.epoch

    def read(start: int, end: int) -> NDArray[Any] | None:
        if not wanted():
            return None
        with partition.lock:
            if partition.retired.is_set() or partition.epoch is not epoch:
                return None
            return partition.vectors[start:end].copy()

    segment = build(todo.first, todo.last, partition.space.dimensions, read=read, threads=threads)
    if segment is None:
        return
    with partition.lock:
        if not partition.retired.is_set() and partition.epoch is epoch:
            partition.segments = (*todo.kept, segment)
            for row in [row for row, at in partition.strays.items() if row >= todo.first and at <= todo.version]:
                del partition.strays[row]


def _log() -> Logger:
    import logging  # imported only when there is something to log

    log = logging.getLogger("soulkeep")
    if not log.handlers:
        log.addHandler(logging.NullHandler())
    return log
