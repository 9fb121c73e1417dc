"""The page on forgetting: its curves are the library's, and its dials are dragged in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from inspector_support import COOKIE, browser, make_key, paged, running, session_of
from memory_support import Site, happened, no_sideways, opened, site_in
from playwright.sync_api import Browser, Page, expect

import soulkeep
from soulkeep.inspector.pages.forgetting import data as data
from soulkeep.inspector.pages.forgetting.page import forgetfulness_at, place_of
from soulkeep.inspector.pages.memories.catalogue import Dials, dials_of, left_of, outline

__all__ = ["browser"]

DIALS = Dials(forgetfulness=0.01, learning=2.0, importance_floor=0.95, fade_below=0.3)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with site_in(tmp_path) as site:
        yield site


# -- the numbers


def test_a_use_starts_the_time_anew_and_slows_what_follows(
    holmes: soulkeep.Character, clock: soulkeep.ManualClock
) -> None:
    holmes.observe("It rains.", id="a", importance=1.0)
    one, now = outline(holmes.memory("a")), clock.now().timestamp()
    unused = data.curves([one], DIALS, now, 180)[0]
    used = data.used_again(one, [60.0, 90.0], DIALS, now, 180)
    days = np.linspace(0, 180, data.POINTS)
    assert used[days < 60] == pytest.approx(unused[days < 60])
    assert used[days >= 60][0] == pytest.approx(1.0, abs=0.02)
    # stability is 4 after two uses: after 40 more days, as much is left as after 10 at first
    assert np.interp(130, days, used) == pytest.approx(np.interp(10, days, unused), abs=0.005)


def test_the_bands_hold_every_memory_and_what_is_lost_falls_below_the_threshold(
    holmes: soulkeep.Character, clock: soulkeep.ManualClock
) -> None:
    for at in range(40):
        holmes.observe(f"Something {at}.", id=str(at), importance=1.0 + at % 10)
    outlines, now = [outline(one) for one in holmes.memories(kinds={"turn"})], clock.now().timestamp()
    whole = data.left_of_mind(outlines, DIALS, now, 150, 180)
    assert whole.bands.sum(axis=0) == pytest.approx(1.0)
    assert whole.above[0] == 1.0
    assert whole.histogram.sum() == 40
    then = dict(zip((one.id for one in outlines), left_of(outlines, DIALS, now, [150 * 86_400.0])[:, 0], strict=True))
    assert {one.id for one in whole.lost} == {id for id, left in then.items() if left < 0.3}
    assert 0 < len(whole.lost) < 40  # what is important stays
    assert not data.left_of_mind(outlines, replace(DIALS, forgetfulness=0.0), now, 150, 180).lost


def test_the_formula_shown_gives_what_the_library_gives(
    holmes: soulkeep.Character, clock: soulkeep.ManualClock
) -> None:
    holmes.observe("My sister died.", id="a", importance=7.0)
    one, now = outline(holmes.memory("a")), clock.now().timestamp()
    for day in (0.0, 30.0, 700.0):
        found = data.terms(one, DIALS, now, day)
        assert found.left == pytest.approx(max(found.floor, found.worn), abs=1e-5)


def test_the_spread_goes_from_the_most_to_the_least_fading(
    holmes: soulkeep.Character, clock: soulkeep.ManualClock
) -> None:
    for at in range(30):
        holmes.observe(f"Something {at}.", id=str(at), importance=1.0 + at % 10)
    outlines, now = [outline(one) for one in holmes.memories(kinds={"turn"})], clock.now().timestamp()
    left = left_of(data.spread(outlines, DIALS, now, 180, 12), DIALS, now, [180 * 86_400.0])[:, 0]
    assert len(left) == 12
    assert list(left) == sorted(left)
    every = left_of(outlines, DIALS, now, [180 * 86_400.0])
    assert (left[0], left[-1]) == (every.min(), every.max())


def test_the_dial_of_forgetfulness_is_logarithmic_and_ends_in_never() -> None:
    assert forgetfulness_at(0) == 0
    assert forgetfulness_at(100) == pytest.approx(0.1)
    for value in (0.0002, 0.005, 0.02):
        assert forgetfulness_at(place_of(value)) == pytest.approx(value, rel=0.01)


# -- in the browser


def drag(page: Page, dial: str, key: str, times: int) -> None:
    """Move a dial by its keys, as dragging does: PageUp is ten steps."""
    page.locator(f"{dial} .q-slider__track-container").focus()
    for _ in range(times):
        page.keyboard.press(key)


def curve(page: Page) -> str:
    """Return the first curve as it is drawn."""
    path = page.locator(".sk-fade-each svg path[fill=none][stroke-width='3']").first
    return path.get_attribute("d") or ""


def test_dragging_a_dial_changes_the_curves_the_formula_and_the_list(browser: Browser, site: Site) -> None:
    with paged(browser, width=1400) as page:
        page.goto(site.address("forgetting"))
        expect(page.locator(".sk-fade-item").first).to_be_visible()
        expect(page.locator(".sk-value-forgetfulness")).to_have_text("0.005")
        before, formula = curve(page), page.locator(".sk-fade-formula code").inner_text()
        drag(page, ".sk-dial-forgetfulness", "PageUp", 20)
        expect(page.locator(".sk-value-forgetfulness")).not_to_have_text("0.005")
        expect(page.locator(".sk-fade-formula code")).not_to_have_text(formula)
        page.wait_for_function(
            """before => document.querySelector(".sk-fade-each svg path[fill=none][stroke-width='3']")
                ?.getAttribute("d") !== before""",
            arg=before,
        )
        page.get_by_role("button", name="Back to how it is").click()
        expect(page.locator(".sk-value-forgetfulness")).to_have_text("0.005")
        expect(page.locator(".sk-fade-formula code")).to_have_text(formula)


def test_time_and_threshold_show_what_would_be_lost_and_pinning_saves_it(browser: Browser, site: Site) -> None:
    with paged(browser, width=1400) as page:
        page.goto(site.address("forgetting"))
        expect(page.get_by_text("The threshold is 0")).to_be_visible()
        drag(page, ".sk-dial-fade_below", "PageUp", 4)
        drag(page, ".sk-fade-time", "PageUp", 18)
        expect(page.locator(".sk-fade-moment")).to_have_text("in 6 months")
        lost = page.locator(".sk-fade-gone-item")
        expect(lost.first).to_be_visible()
        name = lost.first.locator(".sk-memory-link-text").inner_text()
        item = lost.filter(has=page.get_by_text(name, exact=True))  # a fact may quote it
        item.get_by_role("button", name="Pin").click()  # of that one, wherever it stands by now
        expect(item).to_have_count(0)


def test_using_a_memory_again_adds_a_dashed_curve(browser: Browser, site: Site) -> None:
    with paged(browser, width=1400) as page:
        page.goto(site.address("forgetting"))
        page.locator(".sk-fade-item").nth(1).click()
        expect(page.locator(".sk-fade-item").nth(1)).to_have_attribute("aria-pressed", "true")
        drag(page, ".sk-fade-time", "PageUp", 6)
        page.locator(".sk-fade-use").click()
        expect(page.get_by_text("Used 1: stability 1 → 1.5")).to_be_visible()
        expect(page.locator(".sk-fade-each svg path[stroke-dasharray]").first).to_be_attached()
        page.get_by_role("button", name="Details").click()
        expect(opened(page).get_by_role("heading", name="History")).to_be_visible()


def test_memories_are_chosen_by_asking(browser: Browser, site: Site) -> None:
    with paged(browser, width=1400) as page:
        page.goto(site.address("forgetting"))
        expect(page.locator(".sk-fade-item")).to_have_count(12)
        page.locator(".sk-fade-pick input").first.fill("What is my cat called?")
        page.keyboard.press("Enter")
        expect(page.locator(".sk-fade-item").first).to_contain_text("Miso")


def test_applying_changes_how_the_character_forgets(browser: Browser, site: Site) -> None:
    with paged(browser, width=1400) as page:
        page.goto(site.address("forgetting"))
        expect(page.locator(".sk-value-learning")).to_have_text("1.5")
        drag(page, ".sk-dial-learning", "ArrowRight", 2)
        expect(page.locator(".sk-value-learning")).to_have_text("1.6")
        page.get_by_role("button", name="Apply to Sherlock Holmes").click()
        expect(page.get_by_text("forgets by these dials from now on")).to_be_visible()
    with site.holmes() as holmes:
        assert dials_of(holmes).learning == 1.6


def test_a_reader_may_look_ahead_but_not_apply(browser: Browser, tmp_path: Path) -> None:
    config = happened(tmp_path)
    key = make_key(config, rights={"read"}, people={"anna"})
    with running(config) as base, paged(browser, width=1400) as page:
        page.context.add_cookies([{"name": COOKIE, "value": session_of(base, key), "url": base}])
        page.goto(Site(base, config).address("forgetting"))
        expect(page.locator(".sk-fade-item").first).to_be_visible()
        expect(page.get_by_role("button", name=re.compile("Apply"))).to_have_count(0)


def test_it_is_shown_in_korean_on_a_phone(browser: Browser, site: Site) -> None:
    with paged(browser, width=360, height=740, language="ko-KR", dark=True) as page:
        page.goto(site.address("forgetting"))
        expect(page.locator(".sk-fade-item").first).to_be_visible()
        expect(page.get_by_role("heading", name="조절 손잡이")).to_be_visible()
        no_sideways(page)
