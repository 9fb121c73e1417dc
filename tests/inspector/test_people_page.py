"""The page on people, in a real browser: mood and relationship over time, setting them, taking along, erasing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from inspector_support import browser, make_key, paged, running, seeded, url
from playwright.sync_api import Browser, Page, expect

from server_support import quietly
from soulkeep.server import ServerConfig

__all__ = ["browser"]


@pytest.fixture
def config(tmp_path: Path) -> ServerConfig:
    config = seeded(tmp_path)
    with quietly(config.location) as keep:
        holmes = keep.character("holmes")
        holmes.observe("I love you, you are wonderful!", person="anna", session="tea")
        keep.settle(over=True)
    return config


@pytest.fixture
def base(config: ServerConfig) -> Iterator[str]:
    with running(config) as base:
        yield base


def opened(page: Page, base: str, person: str = "anna", character: str = "holmes") -> None:
    page.goto(url(base, "people", character=character, person=person))
    expect(page.locator(".sk-who-figure").first).to_be_visible()


def test_everybody_is_there_and_one_is_opened(browser: Browser, base: str) -> None:
    with paged(browser) as page:
        opened(page, base)
        listed = page.get_by_role("region", name="Everybody it knows")
        expect(listed.get_by_role("link", name="anna")).to_have_attribute("aria-current", "true")
        expect(page.get_by_role("img", name="Chart of mood and relationship")).to_be_visible()
        expect(page.locator(".sk-course svg path").first).to_be_attached()
        expect(page.get_by_role("region", name="What is known of them")).to_contain_text("I am allergic to peanuts")
        expect(page.get_by_role("region", name="Conversations")).to_contain_text("tea")
        listed.get_by_role("link", name="bertram").click()
        expect(page.get_by_role("region", name="bertram", exact=True)).to_be_visible()
        assert "person=bertram" in page.url
        listed.get_by_role("link", name="Nobody in particular").click()
        expect(page.get_by_role("slider", name="valence")).to_be_visible()
        expect(page.get_by_role("slider", name="trust")).to_have_count(0)


def test_somebody_is_found_by_name(browser: Browser, base: str) -> None:
    with paged(browser) as page:
        opened(page, base)
        page.keyboard.press("/")
        expect(page.get_by_label("Search by name")).to_be_focused()
        page.keyboard.type("BERT")
        listed = page.get_by_role("region", name="Everybody it knows").get_by_role("link")
        expect(listed).to_have_count(1)
        expect(listed).to_contain_text("bertram")


def test_mood_and_relationship_are_set_by_keyboard(browser: Browser, base: str, config: ServerConfig) -> None:
    with paged(browser) as page:
        opened(page, base)
        trust = page.get_by_role("slider", name="trust")
        trust.locator("[tabindex]").focus()
        for _ in range(50):
            page.keyboard.press("ArrowRight")
        page.get_by_role("button", name="Set", exact=True).click()
        expect(page.locator(".sk-who-figure").filter(has_text="trust")).to_contain_text("+1.00")
        bond = page.request.get(f"{base}/v1/characters/holmes/bond?person=anna").json()
        assert bond["trust"] == pytest.approx(1.0, abs=0.01)


def test_a_person_is_taken_along_and_erased(browser: Browser, base: str) -> None:
    with paged(browser) as page:
        opened(page, base, "bertram")
        with page.expect_download() as download:
            page.get_by_role("button", name="Download").click()
        assert download.value.suggested_filename == "holmes-bertram.jsonl"
        lines = Path(download.value.path()).read_text(encoding="utf-8").splitlines()
        assert json.loads(lines[0])["person"] == "bertram"
        assert any("casket" in line for line in lines)
        page.get_by_role("button", name="Erase").click()
        sure = page.get_by_role("button", name="Erase for good")
        expect(sure).to_be_disabled()
        page.get_by_label("Type the name to confirm: bertram").fill("bertram")
        sure.click()
        expect(page.get_by_role("dialog")).to_contain_text("The file holds no trace")
        page.get_by_role("button", name="Done").click()
        expect(page.get_by_role("region", name="Everybody it knows")).to_contain_text("anna")
        expect(page.get_by_role("link", name="bertram")).to_have_count(0)
        assert page.request.get(f"{base}/v1/characters/holmes/people").json() == ["anna"]


def test_a_key_that_may_only_read_changes_nothing(browser: Browser, config: ServerConfig) -> None:
    key = make_key(config, rights=("read",), characters=["holmes"], people=["anna"])
    with running(config) as base, paged(browser) as page:
        page.goto(f"{base}/people?character=holmes&person=anna")
        page.get_by_label("Key").fill(key)
        page.get_by_role("button", name="Sign in").click()
        expect(page.locator(".sk-who-figure").first).to_be_visible()
        expect(page.get_by_role("slider")).to_have_count(0)
        expect(page.get_by_role("button", name="Erase")).to_have_count(0)
        assert "bertram" not in page.content()


def test_the_page_speaks_korean_on_a_phone_in_the_dark(browser: Browser, base: str) -> None:
    with paged(browser, width=360, height=740, language="ko-KR", dark=True) as page:
        opened(page, base, "지민", "yuna")
        expect(page.get_by_role("heading", name="기분과 관계의 흐름")).to_be_visible()
        expect(page.get_by_role("slider", name="친밀감")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
