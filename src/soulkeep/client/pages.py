"""Lists that a server returns in pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from soulkeep.client.records import Page
from soulkeep.memory.arguments import limit_of
from soulkeep.types.records import Memory

MOST = 500
"""Number of memories per page."""


def paged(read: Callable[[Mapping[str, Any]], Page], after: str | None, limit: int | None) -> Iterator[Memory]:
    """Yield a list's memories, reading pages as needed; the first is read at once, so that errors show.

    Args:
        read: a function that returns the page `after` an id, with at most `limit` memories.
        after: the id of the last memory already seen.
        limit: most memories; all by default.
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
