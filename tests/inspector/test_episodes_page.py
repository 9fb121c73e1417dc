"""The page on episodes, in a real browser: the graph, one episode beside it, what is known, and SPARQL."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from pathlib import Path

import pytest
from inspector_support import browser, paged, running, seeded, url
from playwright.sync_api import Browser, Page, expect

import soulkeep
from server_support import quietly
from soulkeep.inspector.pages.episodes import data as data
from soulkeep.inspector.pages.episodes.data import Sieve
from soulkeep.server import ServerConfig

__all__ = ["browser"]

SAID = ("When was Charlie Parker born?", "And Miles Davis?", "Thanks, great!", "Where was Joe Satriani married?")


def music() -> bytes:
    return files("soulkeep.demo").joinpath("music.ttl").read_bytes()


def talk(ella: soulkeep.Character, person: str = "anna", said: tuple[str, ...] = SAID) -> None:
    began = datetime.now(UTC) - timedelta(days=1)
    for hour, text in enumerate(said):
        ella.reply(text, person=person, time=began + timedelta(hours=hour))


@pytest.fixture
def config(tmp_path: Path) -> ServerConfig:
    config = seeded(tmp_path)
    with quietly(config.location) as keep:
        ella = keep.character("ella", name="Ella")
        ella.know(music(), source="music")
        talk(ella)
    return config


@pytest.fixture
def base(config: ServerConfig) -> Iterator[str]:
    with running(config) as base:
        yield base


def opened(page: Page, base: str, character: str = "ella", person: str = "anna") -> None:
    page.goto(url(base, "episodes", character=character, person=person))
    expect(page.locator(".sk-ep-list li").first).to_be_visible()


def test_a_node_of_the_graph_opens_what_it_meant_and_what_followed(browser: Browser, base: str) -> None:
    with paged(browser) as page:
        opened(page, base)
        expect(page.get_by_role("img", name="Graph of")).to_be_visible()
        node = page.locator(".sk-ep-chart svg text", has_text="And Miles").first
        box = node.bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] - 10)  # the node stands above its words
        beside = page.get_by_role("region", name="Episode", exact=True)
        expect(beside).to_contain_text("And Miles Davis?")
        expect(beside).to_contain_text("birth date")
        expect(beside).to_contain_text("Taken from the talk before: what is asked")
        expect(beside).to_contain_text("When was Charlie Parker born?")  # similar
        beside.get_by_role("button", name="answered: On 26 May 1926").click()
        expect(beside).to_contain_text("What led to it")


def test_the_list_tells_the_same_by_keyboard(browser: Browser, base: str) -> None:
    with paged(browser) as page:
        opened(page, base)
        line = page.get_by_role("button", name="said: When was Charlie Parker born?")
        line.focus()
        page.keyboard.press("Enter")
        beside = page.get_by_role("region", name="Episode", exact=True)
        expect(beside).to_contain_text("Charlie Parker was born on")
        beside.get_by_role("button", name="Charlie Parker", exact=True).click()  # what else was said of him
        expect(page.get_by_role("status").filter(has_text="of 1")).to_be_visible()


def test_filters_leave_out_what_does_not_pass(browser: Browser, base: str) -> None:
    with paged(browser) as page:
        opened(page, base)
        said = page.locator(".sk-ep-list").get_by_role("button", name="said: ")
        expect(said).to_have_count(len(SAID))
        page.get_by_role("group", name="Kinds of episodes").get_by_role("button", name="said", exact=True).click()
        expect(said).to_have_count(0)
        expect(page.locator(".sk-ep-list").get_by_role("button", name="answered: ").first).to_be_visible()
        page.get_by_role("combobox", name="When").click()
        page.get_by_role("option", name="last year").click()
        expect(page.get_by_text("Nothing passes the filters.")).to_be_visible()


def test_what_is_said_meanwhile_appears(browser: Browser, base: str) -> None:
    with paged(browser) as page:
        opened(page, base)
        said = {"text": "When was Prince born?", "person": "anna"}
        answer = page.request.post(f"{base}/v1/characters/ella/observe", data=said)
        assert answer.ok, answer.text()
        expect(page.get_by_role("button", name="said: When was Prince born?")).to_be_visible()


def test_sparql_answers_in_a_table_and_says_what_is_wrong(browser: Browser, base: str) -> None:
    with paged(browser) as page:
        opened(page, base)
        ask = page.get_by_role("button", name="Ask", exact=True)
        ask.click()
        expect(page.get_by_role("cell", name="And Miles Davis?")).to_be_visible()
        page.get_by_label("SPARQL query").fill("SELECT nothing")
        ask.click()
        expect(page.get_by_role("alert")).to_contain_text("SPARQL")


def test_knowledge_is_let_go_of_and_the_page_says_how_to_teach(browser: Browser, base: str) -> None:
    with paged(browser, language="ko-KR") as page:
        opened(page, base)
        expect(page.get_by_text("anna의 관심사")).to_be_visible()
        page.get_by_role("button", name="music 버리기").click()
        page.get_by_role("button", name="버리기", exact=True).click()
        expect(page.get_by_text("RDF 지식이 없어서")).to_be_visible()
        expect(page.get_by_role("link", name="RDF 가져오기")).to_be_visible()


def test_a_character_without_rdf_shows_what_was_said(browser: Browser, base: str) -> None:
    with paged(browser, width=360, height=740) as page:
        opened(page, base, "yuna", "지민")
        page.get_by_role("button", name="내 여동생은 부산에 살아.").click()
        expect(page.get_by_role("region", name="Episode", exact=True)).to_contain_text("내 여동생은 부산에 살아.")
        expect(page.get_by_text("knows no RDF")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_what_led_to_an_episode_and_what_followed_is_its_trace() -> None:
    with quietly(":memory:") as keep:
        ella = keep.character("ella")
        ella.know(music(), source="music")
        talk(ella)
        now = datetime.now(UTC)
        past = ella.episodes(person="anna", time=now)
        for episode in iter(past):
            found = data.insight(ella, "anna", episode.id, now, language="en")
            assert found.episode == episode
            assert list(found.before) == past.trace(episode.id, back=True)
            assert list(found.after) == past.trace(episode.id)
        with pytest.raises(soulkeep.UnknownMemory):
            data.insight(ella, "anna", "urn:soulkeep:turn:gone#input", now, language="en")


def test_a_long_past_is_shown_a_stretch_at_a_time() -> None:
    with quietly(":memory:") as keep:
        ella = keep.character("ella")
        began = datetime(2026, 5, 1, tzinfo=UTC)
        turns = [soulkeep.Turn(f"Number {n}.", "anna", began + timedelta(minutes=n)) for n in range(450)]
        ella.observe_many(turns, person="anna")
        seen: list[str] = []
        end: int | None = None
        while end is None or end > 0:
            found = data.stretch(ella, "anna", Sieve(), datetime.now(UTC), end=end, language="en")
            texts = [episode.text for episode in found.episodes]
            assert 0 < len(texts) <= data.MOST
            assert found.total == 450
            seen = texts + seen
            end = found.first
        assert seen == [turn.text for turn in turns]
