"""The extension in the real SillyTavern, with a stand-in for the language model: what the chat shows is what the store
holds, and what comes to mind stands in the prompt and in the panel."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect
from sillytavern import card
from sillytavern_extension import Visitor, tavern

import soulkeep
from server_support import make_key, quiet_in, quietly, running
from soulkeep.server import ServerConfig
from upstream_support import Upstream, serving

sys.path.insert(0, str(Path(__file__).parents[1] / "inspector"))
from inspector_support import browser

__all__ = ["browser"]

expect.set_options(timeout=60_000)

pytestmark = [pytest.mark.frontends, pytest.mark.timeout(900)]

SOON = 60.0
"""Seconds within which something is stored."""

DESCRIPTION = "A consulting detective. {{char}} is polite to {{user}}."
GREETING = "Come in, come in! The kettle is on."


class Here:
    """A visit: SillyTavern, the language model behind it, and the memory beside it."""

    def __init__(self, visitor: Visitor, upstream: Upstream, config: ServerConfig) -> None:
        self.visitor = visitor
        self.upstream = upstream
        self.config = config

    def stored(self, character: str = "Sherlock Holmes", person: str = "Anna") -> list[str]:
        """Return the turns in the store, in the order of their times."""
        with quietly(self.config.location) as keep:
            try:
                holmes = keep.character(character, create=False)
            except soulkeep.UnknownCharacter:
                return []
            turns = list(holmes.memories(person=person, kinds=["turn"], forgotten=False))
        return [one.text for one in sorted(turns, key=lambda one: one.time)]  # type: ignore[arg-type, return-value]

    def holds(self, *said: str, character: str = "Sherlock Holmes") -> None:
        """Wait until the store holds exactly these turns."""
        until(lambda: self.stored(character) == list(said), lambda: f"{self.stored(character)} isn't {list(said)}")


def until(true: Callable[[], bool], otherwise: Callable[[], str]) -> None:
    late = time.monotonic() + SOON
    while not true():
        assert time.monotonic() < late, otherwise()
        time.sleep(0.1)


@contextmanager
def page_of(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1480, "height": 900}, locale="en-GB", reduced_motion="reduce")
    wrong: list[str] = []

    def complained(said: ConsoleMessage) -> None:
        if said.type == "error" and said.text.startswith("soulkeep"):
            wrong.append(said.text)

    page = context.new_page()
    page.on("pageerror", lambda error: wrong.append(error.stack or "") if "soulkeep" in (error.stack or "") else None)
    page.on("console", complained)
    try:
        yield page
    finally:
        context.close()
    assert not wrong, wrong


class Place(NamedTuple):
    """SillyTavern, where somebody has been before, and the language model that it is connected with."""

    url: str
    upstream: Upstream


@pytest.fixture(scope="module")
def place(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    folder = tmp_path_factory.mktemp("tavern")
    with tavern(folder) as url, serving(Upstream()) as upstream:
        with page_of(browser) as page:
            visitor = Visitor(page, url, folder)
            visitor.enter("Anna")
            visitor.connect(upstream.url, "stand-in")
            visitor.bring(card("Sherlock Holmes", DESCRIPTION, greeting=GREETING))
            visitor.bring(card("Dr. Watson", "A doctor."))
            page.wait_for_timeout(3000)  # SillyTavern saves its settings by and by
        yield Place(url, upstream)


@pytest.fixture
def here(browser: Browser, place: Place, tmp_path: Path) -> Iterator[Here]:
    """Yield a visit in a new chat, with a new memory."""
    config = quiet_in(tmp_path, origins=(place.url,))
    with running(config) as server, page_of(browser) as page:
        visitor = Visitor(page, place.url, tmp_path)
        visitor.enter()
        visitor.connect(place.upstream.url, "stand-in")
        visitor.set("url", server)
        visitor.meet("Sherlock Holmes")
        if len(visitor.chat) > 1:
            visitor.new_chat()
        yield Here(visitor, place.upstream, config)
        page.wait_for_timeout(1500)  # nor does it like to be left while it saves a chat


def test_the_store_holds_what_the_chat_shows(here: Here) -> None:
    visitor = here.visitor
    cat = "I adopted a cat called Miso."
    assert here.stored() == []  # a greeting that nobody has answered isn't a talk
    first = visitor.say(cat)
    here.holds(GREETING, cat, first)
    with quietly(here.config.location) as keep:
        about = keep.character("Sherlock Holmes").profile.description
    assert about == "A consulting detective. Sherlock Holmes is polite to Anna."

    second = visitor.swipe()
    assert second != first
    here.holds(GREETING, cat, second)
    assert visitor.swipe_back() == first
    here.holds(GREETING, cat, first)

    edited = "I adopted a grey cat called Miso."
    visitor.edit(1, edited)
    here.holds(GREETING, edited, first)

    third = visitor.option("regenerate")
    here.holds(GREETING, edited, third)
    longer = visitor.option("continue")
    assert longer.startswith(third)
    here.holds(GREETING, edited, longer)

    visitor.option("impersonate")
    assert visitor.run("/gen Say something aside.")
    assert visitor.run("/genraw Say something else.")
    visitor.page.fill("#send_textarea", "")
    here.holds(GREETING, edited, longer)

    fourth = visitor.say("I have a dog, too.")
    here.holds(GREETING, edited, longer, "I have a dog, too.", fourth)
    visitor.delete(-1)
    visitor.delete(-1)
    here.holds(GREETING, edited, longer)
    assert visitor.shown == [GREETING, edited, longer]


def test_what_comes_to_mind_stands_in_the_prompt_and_in_the_panel(here: Here) -> None:
    visitor = here.visitor
    cat, sister = "I adopted a cat called Miso.", "My sister lives in Leeds."
    visitor.say(cat)
    visitor.say(sister)
    visitor.new_chat()
    visitor.say("What is my cat called?")
    prompt = str(here.upstream.messages)
    assert "Anna: “I adopted a cat called Miso.”" in prompt
    assert prompt.count("What is my cat called?") == 1, "what the chat shows isn't remembered beside it"

    card = visitor.card(cat)
    expect(card).to_be_visible()
    expect(visitor.panel.locator("q")).to_have_text("What is my cat called?")
    card.locator("summary").click()
    expect(card.locator("li", has_text="shares words")).to_be_visible()
    card.locator(".soulkeep-pin").click()
    until(lambda: memory(here, cat).pinned, lambda: "it isn't pinned")
    card.locator(".soulkeep-correct").click()
    visitor.panel.locator("textarea").fill("I adopted a cat called Momo.")
    visitor.panel.locator(".soulkeep-save").click()
    expect(visitor.card("called Momo.")).to_be_visible()
    until(lambda: memory(here, "I adopted a cat called Momo.").pinned, lambda: "it isn't corrected")
    visitor.card("called Momo.").locator(".soulkeep-forget").click()
    until(lambda: memory(here, "I adopted a cat called Momo.").forgotten is not None, lambda: "it isn't forgotten")
    visitor.panel.locator(".soulkeep-undo").click()
    until(lambda: memory(here, "I adopted a cat called Momo.").forgotten is None, lambda: "it isn't restored")
    visitor.say("Tell me again what my cat is called.")
    assert "Momo" in str(here.upstream.messages)

    visitor.panel.get_by_role("tab", name="Everything").click()
    expect(visitor.card(sister)).to_be_visible()
    visitor.panel.locator("#soulkeep_search").fill("Leeds")
    expect(visitor.panel.locator(".soulkeep-card").first).to_contain_text(sister)

    visitor.run("/gen Say something aside.")
    assert "Momo" not in str(here.upstream.messages), "no memory comes to what nobody says"


def memory(here: Here, text: str) -> soulkeep.Memory:
    with quietly(here.config.location) as keep:
        listed = keep.character("Sherlock Holmes").memories(person="Anna", kinds=["turn"])
        return next(one for one in listed if one.text == text)


def test_nothing_is_lost_while_the_server_is_away(here: Here, tmp_path: Path) -> None:
    visitor = here.visitor
    kept = visitor.page.evaluate("() => SillyTavern.getContext().extensionSettings.soulkeep.url")
    answer = visitor.say("I adopted a cat called Miso.")
    here.holds(GREETING, "I adopted a cat called Miso.", answer)

    visitor.set("url", "http://127.0.0.1:9")
    visitor.page.fill("#send_textarea", "I love rain.")
    visitor.page.click("#send_but")
    expect(visitor.page.locator("#toast-container")).to_contain_text("There is no soulkeep server")
    visitor.page.wait_for_function("() => SillyTavern.getContext().chat.length === 5")
    second = visitor.shown[-1]
    visitor.edit(1, "I adopted a cat called Momo.")
    expect(visitor.panel.locator("[role=alert]")).to_contain_text("There is no soulkeep server at http://127.0.0.1:9")
    expect(visitor.panel.locator("[role=alert]")).to_contain_text("3 turns wait")
    expect(visitor.panel).to_contain_text("The server couldn't be asked")
    visitor.page.wait_for_timeout(2500)  # SillyTavern saves the chat and the settings by and by
    visitor.page.reload()
    visitor.enter()
    visitor.meet("Sherlock Holmes")
    expect(visitor.panel.locator("[role=alert]")).to_contain_text("3 turns wait")
    visitor.set("url", kept)
    here.holds(GREETING, "I adopted a cat called Momo.", answer, "I love rain.", second)
    expect(visitor.panel.locator("[role=alert]")).to_have_count(0)


def test_who_may_not_come_in_is_told_why(here: Here, tmp_path: Path) -> None:
    visitor = here.visitor
    (tmp_path / "other").mkdir()
    elsewhere = quiet_in(tmp_path / "other")
    with running(elsewhere) as closed:
        visitor.set("url", closed)
        visitor.say("I love rain.")
        expect(visitor.panel.locator("[role=alert]")).to_contain_text(f"--origin {visitor.url}")
    visitor.page.wait_for_timeout(200)
    locked = quiet_in(tmp_path / "other", origins=(visitor.url,))
    key = make_key(locked, rights=frozenset({"read", "write", "admin"}))
    with running(locked) as opened:
        visitor.set("url", opened)
        expect(visitor.panel.locator("[role=alert]")).to_contain_text("key", ignore_case=True)
        visitor.set("key", key)
        expect(visitor.panel.locator("[role=alert]")).to_have_count(0)
        there = Here(visitor, here.upstream, replace(locked))
        there.holds(GREETING, "I love rain.", visitor.shown[-1])
    assert here.stored() == []


def test_in_a_group_each_member_has_a_memory_of_their_own(here: Here) -> None:
    visitor = here.visitor
    visitor.say("My secret is a buried casket.")
    visitor.open_group("Sherlock Holmes", "Dr. Watson")
    visitor.say("I adopted a cat called Miso.", answers=2)
    said = [one["mes"] for one in visitor.chat if not one.get("is_system")]
    assert len(said) >= 3
    here.holds(*said, character="Dr. Watson")
    until(lambda: here.stored()[-3:] == said[-3:], lambda: str(here.stored()))
    prompts = [str(one["messages"]) for one in here.upstream.requests[-2:]]
    assert "casket" in prompts[0], "Holmes was told"
    assert "casket" not in prompts[1], "Watson wasn't"


def test_a_branch_changes_nothing_in_its_chat(here: Here) -> None:
    visitor = here.visitor
    answer = visitor.say("I adopted a cat called Miso.")
    here.holds(GREETING, "I adopted a cat called Miso.", answer)
    visitor.run("/branch-create 2")
    visitor.page.wait_for_function("() => SillyTavern.getContext().chatMetadata.main_chat")
    visitor.page.wait_for_function("() => SillyTavern.getContext().chat.length === 3")
    visitor.delete(-1)
    visitor.delete(-1)
    answered = visitor.say("I adopted a dog.")
    here.holds(GREETING, "I adopted a cat called Miso.", answer, "I adopted a dog.", answered)


def test_what_was_said_before_the_extension_is_remembered_on_request(here: Here) -> None:
    visitor = here.visitor
    visitor.set("enabled", "false")
    first = visitor.say("I adopted a cat called Miso.")
    assert here.stored() == []
    visitor.set("enabled", "true")
    second = visitor.say("I love rain.")
    here.holds("I love rain.", second)
    expect(visitor.panel.locator(".soulkeep-notes")).to_contain_text("3 messages of this chat aren't remembered.")
    visitor.panel.get_by_role("button", name="Remember", exact=True).click()
    here.holds(GREETING, "I adopted a cat called Miso.", first, "I love rain.", second)
