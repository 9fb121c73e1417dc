"""Lists in pages."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Annotated

from fastapi import Query, Request

from soulkeep.client.records import Page
from soulkeep.types.records import Memory

MOST = 1000
"""Most items of a page."""

Limit = Annotated[int, Query(ge=1, le=MOST, description="Items of the page.")]


def page_of(memories: Iterable[Memory], limit: int) -> Page:
    """Return the first page of memories; if there are more than `limit`, at least one more must be given."""
    items = tuple(islice(memories, limit + 1))
    return Page(items=items[:limit], next=items[limit - 1].id if len(items) > limit else None)


def links(request: Request, page: Page) -> dict[str, str]:
    """Return the headers that link to the next page."""
    if page.next is None:
        return {}
    path = request.scope["raw_path"].decode("latin-1").partition("?")[0]
    query = request.url.include_query_params(after=page.next).query
    return {"Link": f'<{path}?{query}>; rel="next"'}
