"""Filters: what each excludes, on either side of its edges."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from drawn_mind import Drawn, mind_of

from soulkeep.search.filters import Filters

NOON = datetime(2026, 5, 10, 12, tzinfo=UTC)
AT = NOON.timestamp()
MEMORIES = [
    Drawn(time=AT),
    Drawn(time=AT - 0.5),
    Drawn(time=AT + 0.5),
    Drawn(time=None),
    Drawn(time=AT, kind="passage", source="almanac"),
    Drawn(time=AT, kind="excerpt", base=0),
    Drawn(time=AT, kind="fact", base=0),
]


@pytest.mark.parametrize(
    ("limits", "reasons"),
    [
        ({}, {}),
        ({"kinds": ["turn"]}, {"other kind": [4, 6]}),
        ({"kinds": ["passage", "fact"]}, {"other kind": [0, 1, 2, 3, 5]}),
        ({"kinds": []}, {"other kind": [0, 1, 2, 3, 4, 5, 6]}),
        ({"sources": ["almanac"]}, {"other source": [0, 1, 2, 3, 5, 6]}),
        ({"sources": ["lived", "nowhere"]}, {"other source": [4]}),
        ({"sources": []}, {"other source": [0, 1, 2, 3, 4, 5, 6]}),
        ({"since": NOON}, {"outside the time range": [1, 3]}),
        ({"until": NOON}, {"outside the time range": [2, 3]}),
        ({"since": NOON, "until": NOON}, {"outside the time range": [1, 2, 3]}),
        ({"since": NOON + timedelta(seconds=1)}, {"outside the time range": [0, 1, 2, 3, 4, 5, 6]}),
        ({"until": NOON - timedelta(seconds=0.5)}, {"outside the time range": [0, 2, 3, 4, 5, 6]}),
        (
            {"kinds": ["turn"], "sources": ["lived"], "until": NOON},
            {"other kind": [4, 6], "other source": [4], "outside the time range": [2, 3]},
        ),
    ],
)
def test_each_filter_excludes_what_its_name_says(limits: dict[str, Any], reasons: dict[str, list[int]]) -> None:
    found = Filters(**limits).exclusions(mind_of(MEMORIES))
    assert {reason: excluded.nonzero()[0].tolist() for reason, excluded in found} == reasons


@pytest.mark.parametrize(
    ("kinds", "shown"), [(None, set()), ([], set()), (["fact"], {"fact"}), (["turn"], {"turn", "excerpt"})]
)
def test_turns_are_shown_by_their_excerpts_too(kinds: list[str] | None, shown: set[str]) -> None:
    assert {*Filters(kinds=kinds).shown} == shown
