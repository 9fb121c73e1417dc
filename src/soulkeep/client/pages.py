"""Lists that a server gives page by page."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from soulkeep.character.memories import limit_of
from soulkeep.client.records import Page
from soulkeep.types.records import Memory

MOST = 500
"""Memories that are read at a time."""


def paged(read: Callable[[str | None, int], Page], after: str | None, limit: int | None) -> Iterator[Memory]:
    """The memories of a list, read as they are needed; the first page at once, so that what is wrong shows.

    Args:
        read: reads the page after an id, of so many memories at most.
        after: the id of the last memory seen.
        limit: how many memories at most; all by default.
    """
    left = limit_of(limit)
    first = read(after, MOST if left is None else min(MOST, left))

    def rest(page: Page, left: int | None) -> Iterator[Memory]:
        while True:
            yield from page.items
            left = None if left is None else left - len(page.items)
            if page.next is None or left == 0:
                return
            page = read(page.next, MOST if left is None else min(MOST, left))

    return rest(first, left)
