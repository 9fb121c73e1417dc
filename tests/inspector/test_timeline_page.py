"""The timeline: what is gathered, what is drawn, and how it is zoomed in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime

import pytest
from inspector_support import browser, paged
from memory_support import Site, no_sideways, opened, site_in
from playwright.sync_api import Browser, FloatRect, Locator, Page, TimeoutError, expect

from soulkeep.inspector.pages.memories.catalogue import MemoryOutline
from soulkeep.inspector.pages.timeline.data import BARS, DOTS, Window, dated, days, draw, whole_time

__all__ = ["browser"]

START = datetime(2026, 1, 1, tzinfo=UTC).timestamp()
DAY = 86_400.0


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with site_in(tmp_path_factory.mktemp("site")) as site:
        yield site


def one(id: str, day: float | None, **values: object) -> MemoryOutline:
    given = {
        "kind": "turn", "source": "lived", "session": None, "speaker": "anna", "importance": 1.0, "stability": 1.0,
        "accessed": START, "pinned": False, "forgotten": False, "superseded": False, "ended": None, "begins": id,
        **values,
    }  # fmt: skip
    return MemoryOutline(id=id, person="anna", time=None if day is None else START + day * DAY, **given)  # type: ignore[arg-type]


def test_few_turns_are_drawn_one_by_one_with_their_conversations() -> None:
    turns = [one(str(at), at / 100, session=f"s{at // 10}") for at in range(40)]
    drawing = draw(dated([*turns, one("?", None)]), whole_time(turns, START + DAY))
    assert [dot.one.id for dot in drawing.dots if dot.one] == [str(at) for at in range(40)]
    assert len(drawing.sessions) == 4


def test_many_turns_are_gathered_and_none_is_lost() -> None:
    turns = [one(str(at), at / 10, speaker="anna" if at % 3 else "Holmes") for at in range(DOTS * 3)]
    drawing = draw(turns, whole_time(turns, START))
    assert len(drawing.dots) < DOTS
    assert sum(dot.count for dot in drawing.dots) == len(turns)
    assert drawing.lanes == ("anna", "Holmes")
    near = draw(turns, Window(first=START, last=START + DAY))
    assert all(dot.one is not None for dot in near.dots)
    assert len(near.dots) == 11


def test_many_speakers_share_a_lane() -> None:
    turns = [one(str(at), at, speaker=f"p{at % 7}") for at in range(70)]
    drawing = draw(turns, whole_time(turns, START))
    assert len(drawing.lanes) == 5
    assert drawing.lanes[-1] == ""
    assert {dot.lane for dot in drawing.dots} == set(drawing.lanes)


def test_facts_are_drawn_where_they_held() -> None:
    past = one("past", 1, kind="fact", ended=START + 5 * DAY)
    lasting = one("lasting", 2, kind="fact")
    window = Window(first=START + 10 * DAY, last=START + 20 * DAY)
    assert draw([past, lasting], window).bars == (lasting,)
    many = [one(str(at), at / 10, kind="fact") for at in range(BARS + 7)]
    assert draw(many, window).more == 7


def test_days_are_the_latest_first() -> None:
    outlines = [one("a", 1.5), one("b", 1.6), one("c", 3.5)]
    found = days(outlines, Window(first=START, last=START + 9 * DAY))
    assert [[each.id for each in day] for day in found.values()] == [["c"], ["a", "b"]]


def at_rest(page: Page, dot: Locator) -> FloatRect:
    """Return the position of a dot of the chart once it has stopped moving."""
    before: FloatRect | None = None
    for _ in range(50):
        box = dot.bounding_box()
        if box is not None and box == before:
            return box
        before = box
        page.wait_for_timeout(200)
    raise AssertionError("the chart doesn't come to rest")


def test_a_dot_and_a_day_open_their_memory(browser: Browser, site: Site) -> None:
    with paged(browser) as page:
        page.goto(site.address("timeline"))
        entry = page.locator(".sk-day-item").first
        expect(entry).to_be_visible()
        entry.focus()
        page.keyboard.press("Enter")
        expect(opened(page).get_by_role("heading", name="History")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator(".q-dialog__backdrop")).to_have_count(0)
        page.evaluate("window.scrollTo(0, 0)")
        dots = page.locator(".sk-time-chart svg path[fill='#4f7cc9']")
        for _ in range(10):  # a click while the dialog is still on its way out hits nothing
            at_rest(page, dots.first)
            boxes = (dots.nth(at).bounding_box() for at in range(dots.count()))
            box = min((one for one in boxes if one is not None), key=lambda one: one["x"])  # drawn anew, in any order
            page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            with suppress(TimeoutError):
                page.locator(".sk-memory-box").wait_for(timeout=3000)
                break
        expect(opened(page).get_by_text("I live in Leeds, and I work as a nurse.").first).to_be_visible()


def test_a_closer_look_shows_only_those_days(browser: Browser, site: Site) -> None:
    with paged(browser) as page:
        page.goto(site.address("timeline"))
        expect(page.locator(".sk-time-day").nth(4)).to_be_visible()
        before = page.locator(".sk-time-day").count()
        page.get_by_role("button", name="A week").click()
        expect(page.locator(".sk-time-day")).not_to_have_count(before)
        expect(page.get_by_text("I love rain.").first).to_be_visible()
        page.get_by_role("button", name="All").click()
        expect(page.locator(".sk-time-day")).to_have_count(before)


def test_what_is_said_is_no_markup_in_a_tooltip(browser: Browser, site: Site) -> None:
    with site.holmes() as holmes:
        holmes.observe("<img src=x onerror=alert(1)> <b>bold</b>", person="anna")
    with paged(browser) as page:
        page.goto(site.address("timeline"))
        expect(page.locator(".sk-day-item").first).to_be_visible()
        box = at_rest(page, page.locator(".sk-time-chart svg path[fill='#4f7cc9']").last)
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        tip = page.locator(".sk-time-chart").get_by_text("<b>bold</b>")
        expect(tip).to_be_visible()
        assert page.locator(".sk-time-chart img").count() == 0


def test_a_new_turn_appears_by_itself(browser: Browser, site: Site) -> None:
    with paged(browser) as page:
        page.goto(site.address("timeline"))
        expect(page.locator(".sk-day-item").first).to_be_visible()
        with site.holmes() as holmes:
            holmes.observe("오늘 비가 와요.", person="anna")
        expect(page.locator(".sk-day-item").get_by_text("오늘 비가 와요.")).to_be_visible()


def test_it_is_shown_in_korean_on_a_phone(browser: Browser, site: Site) -> None:
    with paged(browser, width=360, height=740, language="ko-KR", dark=True) as page:
        page.goto(site.address("timeline"))
        expect(page.get_by_role("heading", name="날마다")).to_be_visible()
        expect(page.locator(".sk-day-item").first).to_be_visible()
        no_sideways(page)
