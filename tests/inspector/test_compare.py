"""Two recipes side by side, in a real browser against a real server."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from inspector_support import browser, paged, running, seeded, url
from playwright.sync_api import Browser, expect

from soulkeep.inspector.pages.compare.aligned import aligned
from soulkeep.types.records import Hit, Memory, Recall

__all__ = ["browser"]


@pytest.fixture
def base(tmp_path: Path) -> Iterator[str]:
    with running(seeded(tmp_path)) as base:
        yield base


def recall(*ids: str) -> Recall:
    now = datetime(2026, 5, 8, tzinfo=UTC)
    memories = [Memory(id=id, kind="turn", text=id, owner="holmes", accessed=now) for id in ids]
    return Recall(
        hits=tuple(
            Hit(memory=memory, score=1.0, parts={}, similarity=0.0, coverage=0.0, retention=1.0, tokens=1)
            for memory in memories
        )
    )


def test_hits_are_aligned_by_their_better_rank() -> None:
    pairs = aligned(recall("a", "b", "c"), recall("c", "d"))
    assert [(pair.memory.id, pair.change) for pair in pairs] == [("a", None), ("c", 2), ("b", None), ("d", None)]
    assert pairs[0].right is None
    assert pairs[3].left is None


def test_nothing_is_aligned_with_nothing() -> None:
    assert aligned(recall(), recall()) == []


def test_two_recipes_answer_side_by_side_and_nothing_is_stored(browser: Browser, base: str) -> None:
    with paged(browser) as page:
        page.goto(url(base, "compare", character="holmes", person="anna"))
        page.get_by_label("Question").fill("What am I allergic to?")
        page.get_by_role("button", name="Compare").click()
        for recipe in ("soulkeep", "seoul"):
            said = page.get_by_role("region", name=f"{recipe} says")
            expect(said).to_contain_text("peanuts")
            expect(said).to_contain_text("ms in all")
        hits = page.get_by_role("region", name="Hit by hit").get_by_role("listitem")
        expect(hits.filter(has_text="I am allergic to peanuts.").first).to_contain_text("#1")
        assert "question=What" in page.url
        page.reload()  # the address says it all
        expect(page.get_by_role("region", name="seoul says")).to_be_visible()
        page.goto(url(base, "talk", character="holmes", person="anna"))
        expect(page.get_by_text("I love rain.")).to_be_visible()
        assert "What am I allergic to?" not in page.content()


def test_only_the_recalls_are_compared_where_no_answers_are_wanted(browser: Browser, base: str) -> None:
    with paged(browser, language="ko-KR") as page:
        page.goto(url(base, "compare", character="yuna", person="지민", left="landwehr", right="mimir"))
        page.get_by_label("질문").fill("내 여동생은 어디에 살아?")
        page.get_by_role("switch", name="답").click()
        page.keyboard.press("/")
        page.keyboard.press("Enter")
        expect(page.get_by_role("region", name="기억별 비교")).to_contain_text("내 여동생은 부산에 살아.")
        expect(page.get_by_text("landwehr의 답")).to_be_hidden()
