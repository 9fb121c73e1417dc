"""The page of facts: chains, what held when, conflicts, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from inspector_support import browser, paged
from memory_support import Site, no_sideways, opened, site_in
from playwright.sync_api import Browser, expect

from soulkeep.inspector.pages.facts.data import axis_of, chains_of, conflicts_of, matches
from soulkeep.types.records import Fact

__all__ = ["browser"]

NOW = datetime(2026, 5, 8, tzinfo=UTC)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with site_in(tmp_path_factory.mktemp("site")) as site:
        yield site


def fact(id: str, value: str, *, relation: str = "home", days: float = 10, **others: object) -> Fact:
    values = {"told_by": "anna", "subject": "anna", "since": NOW - timedelta(days=days), **others}
    return Fact(id=id, relation=relation, value=value, **values)  # type: ignore[arg-type]


def test_what_took_the_place_of_what_is_one_chain() -> None:
    leeds = fact("1", "Leeds", days=30, superseded="2", until=NOW - timedelta(days=20))
    york = fact("2", "York", days=20, superseded="3", until=NOW - timedelta(days=10))
    london, tea = fact("3", "London", days=10), fact("4", "tea", relation="likes")
    chains = chains_of([london, leeds, tea, york], {"3", "4"})
    assert [[one.value for one in chain.facts] for chain in chains] == [["Leeds", "York", "London"], ["tea"]]
    assert matches(chains[0], "york HOME")
    assert not matches(chains[1], "york")


def test_a_chain_that_turns_in_a_circle_ends() -> None:
    one, other = fact("1", "a", superseded="2"), fact("2", "b", superseded="1")
    assert chains_of([one, other], set()) == []  # nothing is last; a store never makes this
    gone = fact("3", "c", superseded="not there any more")
    assert [chain.last for chain in chains_of([gone], set())] == [gone]


def test_only_what_cannot_be_true_together_conflicts() -> None:
    leeds, york = fact("1", "Leeds"), fact("2", "York")
    assert conflicts_of([leeds, york]) == {"1": {"2"}, "2": {"1"}}
    assert not conflicts_of([fact("1", "tea", relation="likes"), fact("2", "rain", relation="likes")])
    denied = fact("3", "Leeds", holds=False)
    assert conflicts_of([leeds, denied]) == {"1": {"3"}, "3": {"1"}}
    assert not conflicts_of([leeds, fact("4", "York", until=NOW)])
    assert not conflicts_of([leeds, fact("5", "York", subject="anna's sister")])


def test_bars_lie_within_the_time_that_is_drawn() -> None:
    facts = [fact("1", "Leeds", days=100, until=NOW - timedelta(days=50)), fact("2", "York", days=50)]
    axis = axis_of([*facts, fact("3", "?", since=None)], NOW)
    assert axis.bar(facts[0]) == pytest.approx((0.0, 50.0))
    assert axis.bar(facts[1]) == pytest.approx((50.0, 50.0))
    assert axis.bar(fact("3", "?", since=None)) == pytest.approx((0.0, 100.0))
    assert axis_of([], NOW).last - axis_of([], NOW).first == 86_400


def test_a_chain_is_shown_and_the_slider_goes_back_in_it(browser: Browser, site: Site) -> None:
    with paged(browser) as page:
        page.goto(site.address("facts"))
        home = page.get_by_role("group", name="anna: home")
        expect(home.locator(".sk-fact-open")).to_have_text(["Leeds", "York", "London"])
        holding = home.locator(".sk-fact-on")
        expect(holding).to_have_text(["London"])
        middle = page.locator(".sk-fact-slider")
        box = middle.bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + box["width"] * 0.5, box["y"] + box["height"] / 2)  # 150 days ago
        expect(holding).to_have_text(["York"])
        expect(page.locator(".sk-fact-moment")).not_to_have_text("now")
        page.get_by_text("Only what held then").click()
        expect(page.get_by_text("Miso", exact=True)).to_have_count(0)  # adopted later
        page.mouse.click(box["x"] + box["width"] - 1, box["y"] + box["height"] / 2)
        expect(holding).to_have_text(["London"])


def test_a_fact_leads_to_what_it_rests_on_and_is_forgotten_and_restored(browser: Browser, site: Site) -> None:
    with paged(browser) as page:
        page.goto(site.address("facts"))
        page.get_by_role("button", name="jasmine tea").click()
        dialog = opened(page)
        expect(dialog.get_by_role("button", name="Edit")).to_have_count(0)  # a fact says what turns state
        expect(dialog.locator(".sk-memory-link").get_by_text("I'm fond of jasmine tea.")).to_be_visible()
        dialog.get_by_role("button", name="Forget").click()
        expect(dialog.get_by_role("button", name="Restore")).to_be_visible()
        page.keyboard.press("Escape")
        tea = page.locator(".sk-fact-open").get_by_text("jasmine tea")
        expect(tea).to_have_count(0)
        page.locator(".sk-fact-forgotten .sk-mem").click()
        opened(page).get_by_role("button", name="Restore").click()
        expect(opened(page).get_by_role("button", name="Forget")).to_be_visible()
        page.keyboard.press("Escape")
        expect(tea).to_be_visible()


def test_the_facts_are_searched(browser: Browser, site: Site) -> None:
    with paged(browser) as page:
        page.goto(site.address("facts"))
        expect(page.locator(".sk-fact-row[role=group]").nth(2)).to_be_visible()
        page.get_by_label("Search the facts").first.fill("york")
        expect(page.locator(".sk-fact-row[role=group]")).to_have_count(1)
        expect(page.locator(".sk-fact-row[role=group]")).to_contain_text("London")


def test_it_is_shown_in_korean_on_a_phone(browser: Browser, site: Site) -> None:
    with paged(browser, width=360, height=740, language="ko-KR", dark=True) as page:
        page.goto(site.address("facts"))
        expect(page.get_by_role("group", name="anna: 사는 곳")).to_be_visible()
        expect(page.get_by_text(re.compile("개가 유효"))).to_be_visible()
        no_sideways(page)
