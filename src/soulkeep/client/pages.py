"""Lists that a server gives page by page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from soulkeep.client.records import Page
from soulkeep.memory.arguments import limit_of
from soulkeep.types.records import Memory

MOST = 500
"""Memories that are read at a time."""


def paged(read: Callable[[Mapping[str, Any]], Page], after: str | None, limit: int | None) -> Iterator[Memory]:
    """The memories of a list, read as they are needed; the first page at once, so that what is wrong shows.

    Args:
        read: reads the page `after` an id, of a `limit` of memories at most.
        after: the id of the last memory seen.
        limit: how many memories at most; all by default.
    """
    left = limit_of(limit)

    def page_after(id: str | None, left: int | None) -> Page:
        return read({"after": id, "limit": MOST if left is None else min(MOST, left)})

    first = page_after(after, left)

    def rest(page: Page, left: int | None) -> Iterator[Memory]:
        while True:
            yield from page.items
            left = None if left is None else left - len(page.items)
            if page.next is None or left == 0:
                return
            page = page_after(page.next, left)

    return rest(first, left)
