"""The page of memories: found, filtered, corrected, forgotten, restored and deleted in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx2
import pytest
from inspector_support import COOKIE, browser, make_key, paged, running, session_of
from memory_support import Site, happened, no_sideways, opened, row_of, site_in
from playwright.sync_api import Browser, expect

import soulkeep
from soulkeep.errors import UnknownMemory
from soulkeep.inspector.pages.memories.catalogue import Dials, Filter, dials_of, left_of, load, outline
from soulkeep.server.access import Access, Forbidden, Grant, everything
from soulkeep.server.workspaces import server_file

__all__ = ["browser"]


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with site_in(tmp_path) as site:
        yield site


# -- the catalogue


def test_a_catalogue_holds_what_the_character_sees_and_nobody_elses(
    keep: soulkeep.Keep, holmes: soulkeep.Character
) -> None:
    holmes.observe("I have a cat.", person="anna", id="a")
    holmes.observe("It rains.", id="b")
    holmes.observe("I buried a casket.", person="bertram", id="c")
    found = load(Access(keep, everything("default")), "holmes", "anna")
    assert {one.id for one in found.outlines if one.kind == "turn"} == {"a", "b"}
    only_bertram = Grant(id="k", rights=frozenset({"read"}), people=frozenset({"bertram"}))
    with pytest.raises(Forbidden):
        load(Access(keep, only_bertram), "holmes", "anna")


def test_a_catalogue_follows_every_change(keep: soulkeep.Keep, holmes: soulkeep.Character) -> None:
    access = Access(keep, everything("default"))
    holmes.observe("I have a cat.", person="anna", id="a")
    before = load(access, "holmes", "anna")
    assert load(access, "holmes", "anna") is before  # nothing changed
    holmes.forget("a", person="anna")
    assert load(access, "holmes", "anna").by_id["a"].held_back == "forgotten"
    holmes.restore("a", person="anna")
    holmes.amend("a", "I have a dog.", person="anna")
    assert load(access, "holmes", "anna").by_id["a"].begins == "I have a dog."
    holmes.delete("a", person="anna")
    assert "a" not in load(access, "holmes", "anna").by_id


def test_what_is_left_is_what_the_library_reckons(holmes: soulkeep.Character, clock: soulkeep.ManualClock) -> None:
    for at, importance in enumerate((1.0, 5.0, 9.0)):
        holmes.observe(f"Something {at}.", id=str(at), importance=importance)
    holmes.amend("0", pinned=True)
    memories = list(holmes.memories(kinds={"turn"}))
    dials, now = dials_of(holmes), clock.now()
    ahead = [0.0, 86_400.0 * 90]
    left = left_of([outline(one) for one in memories], dials, now.timestamp(), ahead)
    for row, memory in zip(left, memories, strict=True):
        for value, seconds in zip(row, ahead, strict=True):
            assert value == pytest.approx(holmes.retention(memory, time=now + timedelta(seconds=seconds)), abs=1e-6)


def test_filters_count_and_order(keep: soulkeep.Keep, holmes: soulkeep.Character, clock: soulkeep.ManualClock) -> None:
    now = clock.now()
    for days, id, importance in ((3, "old", 2.0), (1, "new", 1.0), (2, "grave", 9.0)):
        holmes.observe(f"Text {id}.", person="anna", id=id, importance=importance, time=now - timedelta(days=days))
    holmes.observe("Undated.", person="anna", id="shared", time=now)
    holmes.forget("old", person="anna")
    found = load(Access(keep, everything("default")), "holmes", "anna")
    dials = Dials(forgetfulness=0.005, learning=1.5, importance_floor=0.95, fade_below=0.0)

    def ids(wanted: Filter, order: str = "newest") -> list[str]:
        chosen = found.found(wanted, order, now=now.timestamp(), dials=dials)  # type: ignore[arg-type]
        return [one.id for one in chosen if one.kind == "turn"]

    assert ids(Filter()) == ["shared", "new", "grave"]
    assert ids(Filter(), "oldest") == ["grave", "new", "shared"]
    assert ids(Filter(), "important")[0] == "grave"
    assert ids(Filter(state="forgotten")) == ["old"]
    assert ids(Filter(state="all", until=(now - timedelta(days=2)).timestamp())) == ["grave", "old"]
    assert ids(Filter(shared="all")) == []
    counts = found.states(Filter(kind="turn"))
    assert (counts["remembered"], counts["forgotten"], counts["all"]) == (3, 1, 4)


# -- in the browser


def told_by_request(site: Site, id: str, text: str) -> None:
    """Have the server answer a request with a memory, and keep the answer: to give it again to who asks again."""
    address = f"{site.base}/v1/characters/holmes/memories/{id}/pin"
    answer = httpx2.post(address, params={"person": "anna"}, headers={"Idempotency-Key": "1"}, timeout=30)
    assert answer.json()["text"] == text
    assert text.encode() in kept_answers(site)


def kept_answers(site: Site) -> bytes:
    """Return the server's own files, as they are on the disk."""
    path = Path(server_file(site.config.location))
    return b"".join(one.read_bytes() for one in path.parent.glob(f"{path.name}*"))


def test_an_edit_is_shown_with_what_it_was(browser: Browser, site: Site) -> None:
    with paged(browser) as page:
        told_by_request(site, "told-2", "I'm fond of jasmine tea.")
        page.goto(site.address("memories"))
        row_of(page, "I'm fond of jasmine tea.").click()
        dialog = opened(page)
        dialog.get_by_role("button", name="Edit").click()
        dialog.get_by_role("textbox", name="Text").fill("I like green tea.")
        dialog.get_by_role("button", name="Save").click()
        expect(dialog.locator("p").get_by_text("I like green tea.")).to_be_visible()
        history = dialog.locator(".sk-memory-history")
        expect(history.get_by_text("edited")).to_be_visible()
        expect(history.locator("del").get_by_text("I'm fond of jasmine tea.")).to_be_visible()
        expect(history.locator("ins").get_by_text("I like green tea.")).to_be_visible()
        page.keyboard.press("Escape")
        expect(row_of(page, "I like green tea.")).to_be_visible()
        expect(row_of(page, "I'm fond of jasmine tea.")).to_have_count(0)
    with site.holmes() as holmes:
        assert holmes.memory("told-2", person="anna").text == "I like green tea."
    assert b"jasmine" not in kept_answers(site)


def test_what_is_forgotten_is_shown_as_forgotten_and_comes_back(browser: Browser, site: Site) -> None:
    with paged(browser) as page:
        page.goto(site.address("memories"))
        row_of(page, "I'm fond of jasmine tea.").click()
        dialog = opened(page)
        dialog.get_by_role("button", name="Forget").click()
        expect(dialog.get_by_role("button", name="Restore")).to_be_visible()
        page.keyboard.press("Escape")
        expect(row_of(page, "I'm fond of jasmine tea.")).to_have_count(0)
        page.locator("[data-state=forgotten]").click()
        forgotten = row_of(page, "I'm fond of jasmine tea.")
        expect(forgotten.get_by_text("forgotten")).to_be_visible()
        forgotten.click()
        opened(page).get_by_role("button", name="Restore").click()
        expect(opened(page).get_by_role("button", name="Forget")).to_be_visible()
        page.keyboard.press("Escape")
        page.locator("[data-state=remembered]").click()
        expect(row_of(page, "I'm fond of jasmine tea.")).to_be_visible()


def test_deleting_asks_twice_and_leaves_nothing(browser: Browser, site: Site) -> None:
    with paged(browser) as page:
        told_by_request(site, "told-2", "I'm fond of jasmine tea.")
        page.goto(site.address("memories"))
        row_of(page, "I'm fond of jasmine tea.").click()
        dialog = opened(page)
        dialog.get_by_role("button", name="Delete for good").click()
        sure = dialog.locator(".sk-memory-danger").get_by_role("button", name="Delete for good")
        expect(sure).to_be_disabled()
        dialog.get_by_text("I know that it can't be restored").click()
        sure.click()
        expect(dialog).to_be_hidden()
        page.locator("[data-state=all]").click()
        expect(row_of(page, "I moved to York last week.")).to_be_visible()
        expect(row_of(page, "I'm fond of jasmine tea.")).to_have_count(0)
    with site.holmes() as holmes, pytest.raises(UnknownMemory):
        holmes.memory("told-2", person="anna")
    assert b"jasmine" not in kept_answers(site)


def test_a_search_shows_why_each_came_to_mind_and_what_was_held_back(browser: Browser, site: Site) -> None:
    with site.holmes() as holmes:
        holmes.forget("told-2", person="anna")
    with paged(browser) as page:
        page.goto(site.address("memories"))
        page.get_by_role("searchbox").or_(page.get_by_label("Ask, or search")).first.fill("What tea do I like?")
        page.keyboard.press("Enter")
        expect(page.get_by_text("came to mind")).to_be_visible()
        expect(page.locator(".sk-bars").first).to_have_attribute("aria-label", re.compile("= "))
        expect(row_of(page, "I'm fond of jasmine tea.").get_by_text("forgotten")).to_be_visible()


def test_filters_narrow_the_list_and_an_address_opens_a_memory(browser: Browser, site: Site) -> None:
    with paged(browser) as page:
        page.goto(site.address("memories", id="told-4"))
        dialog = opened(page)
        expect(dialog.locator("p").get_by_text("I adopted a cat called Miso.")).to_be_visible()
        dialog.locator(".sk-memory-links").get_by_text("fact").first.click()  # what rests on it, and back
        dialog.get_by_role("button", name="Back").click()
        expect(dialog.locator("p").get_by_text("I adopted a cat called Miso.")).to_be_visible()
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Filters").click()
        page.locator(".sk-filter-source").click()
        page.get_by_role("option", name="canon").click()
        expect(page.locator(".sk-mem")).to_have_count(1)
        expect(page.locator(".sk-mem")).to_contain_text("Mycroft")
        page.get_by_role("button", name="Reset the filters").click()
        expect(row_of(page, "I live in London now.")).to_be_visible()


def test_a_turn_of_another_program_appears_by_itself(browser: Browser, site: Site) -> None:
    with paged(browser) as page:
        page.goto(site.address("memories"))
        expect(row_of(page, "I live in London now.")).to_be_visible()
        with site.holmes() as holmes:
            holmes.observe("나는 고양이를 키워요.", person="anna")
        expect(row_of(page, "나는 고양이를 키워요.")).to_be_visible()


def test_what_has_faded_says_so(browser: Browser, tmp_path: Path) -> None:
    config = replace(happened(tmp_path), settings=soulkeep.Settings(fade_below=0.9, importance_floor=0.0))
    with running(config) as base, paged(browser) as page:
        page.goto(Site(base, config).address("memories"))
        expect(row_of(page, "I'm fond of jasmine tea.").get_by_text("faded")).to_be_visible()
        expect(row_of(page, "I adopted a cat called Miso.").get_by_text("faded")).to_have_count(0)


def test_many_memories_come_page_by_page(browser: Browser, tmp_path: Path) -> None:
    config = happened(tmp_path)
    start = datetime(2024, 1, 1, tzinfo=UTC)
    with soulkeep.open(config.location, settings=soulkeep.Settings(background=False)) as keep:
        turns = [soulkeep.Turn(f"Note number {at}.", time=start + timedelta(hours=at)) for at in range(120)]
        keep.character("yuna").observe_many(turns, person="지민")
    with running(config) as base, paged(browser) as page:
        page.goto(f"{base}/memories?character=yuna&person=지민")
        expect(page.locator(".sk-mem")).to_have_count(40)
        page.get_by_role("button", name="Next page").click()
        expect(page.get_by_text("Note number 79.", exact=True)).to_be_visible()
        expect(page.get_by_text("Note number 119.", exact=True)).to_have_count(0)


def test_it_is_used_in_korean_on_a_phone_by_keyboard(browser: Browser, site: Site) -> None:
    with paged(browser, width=360, height=740, language="ko-KR", dark=True) as page:
        page.goto(site.address("memories"))
        expect(page.get_by_role("heading", name="기억")).to_be_visible()
        row = row_of(page, "I live in London now.", "말")
        row.focus()
        page.keyboard.press("Enter")
        dialog = opened(page)
        expect(dialog.get_by_role("button", name="잊기")).to_be_visible()
        no_sideways(page)
        page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()


def test_a_key_that_may_only_read_can_change_nothing(browser: Browser, tmp_path: Path) -> None:
    config = happened(tmp_path)
    key = make_key(config, rights={"read"}, people={"anna"})
    with running(config) as base, paged(browser) as page:
        page.context.add_cookies([{"name": COOKIE, "value": session_of(base, key), "url": base}])
        page.goto(Site(base, config).address("memories"))
        row_of(page, "I'm fond of jasmine tea.").click()
        dialog = opened(page)
        expect(dialog.get_by_role("heading", name="History")).to_be_visible()
        for name in ("Edit", "Forget", "Pin", "Delete for good"):
            expect(dialog.get_by_role("button", name=name)).to_have_count(0)


def test_what_all_share_is_changed_by_nobody_who_reaches_only_some(browser: Browser, tmp_path: Path) -> None:
    config = happened(tmp_path)
    key = make_key(config, rights={"read", "write"}, people={"anna"})
    with running(config) as base, paged(browser) as page:
        site = Site(base, config)
        page.context.add_cookies([{"name": COOKIE, "value": session_of(base, key), "url": base}])
        page.goto(site.address("memories"))
        row_of(page, "I'm fond of jasmine tea.").click()
        dialog = opened(page)
        expect(dialog.get_by_role("button", name="Delete for good").first).to_be_visible()
        page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()
        page.locator(".sk-mem", has_text="My brother Mycroft").first.click()
        expect(opened(page).get_by_role("heading", name="History")).to_be_visible()
        for name in ("Edit", "Forget", "Pin", "Delete for good"):
            expect(opened(page).get_by_role("button", name=name)).to_have_count(0)
