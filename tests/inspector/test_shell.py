"""The inspector's frame in a real browser: whom it shows, to whom, in which language, and how it is moved about in."""

from __future__ import annotations

import asyncio
import os
import re
import traceback
from datetime import datetime, timedelta
from pathlib import Path
from string import Formatter

import pytest
from inspector_support import COOKIE, browser, make_key, paged, running, seeded, url
from playwright.sync_api import Browser, Page, expect

import soulkeep
from server_support import quietly
from soulkeep import errors
from soulkeep.inspector.errors import error_words
from soulkeep.inspector.shell import PAGES
from soulkeep.inspector.texts import SHELL, Texts, language_of, text
from soulkeep.inspector.times import exact, time_in_words
from soulkeep.server.access import Forbidden, Unauthenticated
from soulkeep.server.keys import ApiKeys
from soulkeep.server.service import Service
from soulkeep.server.workspaces import file_of, server_file

__all__ = ["browser"]

PHONE = 360


@pytest.fixture
def base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> object:
    monkeypatch.chdir(tmp_path)
    with running(seeded(tmp_path)) as base:
        yield base


def sign_in(page: Page, base: str, key: str, address: str = "/talk") -> None:
    page.goto(f"{base}{address}")
    page.get_by_label("Key", exact=True).fill(key)
    page.get_by_role("button", name="Sign in").click()


def test_the_first_page_shows_a_character_and_where_one_can_go(browser: Browser, base: str) -> None:
    with paged(browser) as page:
        page.goto(base)
        expect(page.get_by_role("button", name="Character: Sherlock Holmes")).to_be_visible()
        expect(page.get_by_role("button", name="Facing: anna")).to_be_visible()
        navigation = page.get_by_role("navigation")
        expect(navigation.get_by_role("link", name="Talk")).to_have_attribute("aria-current", "page")
        expect(navigation.get_by_role("link", name="Compare")).to_be_visible()


def test_an_address_shows_whom_it_names_and_back_works(browser: Browser, base: str) -> None:
    with paged(browser) as page:
        page.goto(url(base, "talk", character="holmes", person="bertram"))
        expect(page.get_by_text("My secret is a buried casket.")).to_be_visible()
        page.get_by_role("button", name="Facing: bertram").click()
        page.get_by_role("menuitemradio", name="anna").click()
        expect(page.get_by_text("I love rain.")).to_be_visible()
        assert "person=anna" in page.url
        page.go_back()
        expect(page.get_by_text("My secret is a buried casket.")).to_be_visible()


def test_it_remembers_whom_it_showed(browser: Browser, base: str) -> None:
    with paged(browser) as page:
        page.goto(url(base, "talk", character="yuna", person="지민"))
        expect(page.get_by_role("button", name="Facing: 지민")).to_be_visible()
        page.goto(base)
        expect(page.get_by_role("button", name="Facing: 지민")).to_be_visible()


def test_a_character_and_a_person_are_made(browser: Browser, base: str) -> None:
    with paged(browser) as page:
        page.goto(url(base, "talk", character="holmes", person="anna"))
        page.get_by_role("button", name="Character: Sherlock Holmes").click()
        page.get_by_text("New character").click()
        page.get_by_label("Name").fill("Sherlock Holmes")  # a namesake gets an id of its own
        page.get_by_label("Who it is").fill("A dog.")
        page.get_by_role("button", name="Create").click()
        page.wait_for_url("**character=sherlock-holmes*")
        page.get_by_role("button", name="Facing: anna").click()  # it faces whom the one before did
        page.get_by_text("Someone new").click()
        page.get_by_label("Their name").fill("Ömer & Söhne")
        page.get_by_role("button", name="Create").click()
        expect(page.get_by_role("button", name="Facing: Ömer & Söhne")).to_be_visible()


def test_it_speaks_korean_where_the_browser_does_and_where_it_is_chosen(browser: Browser, base: str) -> None:
    with paged(browser, language="ko-KR") as page:
        page.goto(url(base, "talk", character="yuna", person="지민"))
        expect(page.get_by_role("link", name="기억")).to_be_visible()
        expect(page.locator("html")).to_have_attribute("lang", "ko-KR")
    with paged(browser) as page:
        page.goto(url(base, "talk", character="holmes", person="anna"))
        page.get_by_role("button", name="Language: English").click()
        page.get_by_role("menuitem", name="한국어").click()
        expect(page.get_by_role("link", name="비교")).to_be_visible()
        page.reload()
        expect(page.get_by_role("link", name="비교")).to_be_visible()


def test_dark_is_dark_stays_so_and_follows_the_device_by_default(browser: Browser, base: str) -> None:
    def darkness(page: Page) -> bool:
        colour: list[int] = page.evaluate("getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)")
        return sum(colour[:3]) < 200

    with paged(browser, dark=True) as page:
        page.goto(base)
        expect(page.locator("body.body--dark")).to_be_visible()
        assert darkness(page)
    with paged(browser) as page:
        page.goto(base)
        expect(page.locator("body.body--light")).to_be_visible()
        assert not darkness(page)
        page.get_by_role("button", name="Appearance").click()
        page.get_by_role("menuitem", name="Dark").click()
        expect(page.locator("body.body--dark")).to_be_visible()
        page.reload()
        expect(page.locator("body.body--dark")).to_be_visible()
        assert darkness(page)


def test_no_page_scrolls_sideways_on_a_phone_or_reads_the_database_on_the_event_loop(
    browser: Browser, base: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    def off_the_loop(kind: type, name: str) -> None:
        original = getattr(kind, name)

        def called(*args: object, **values: object) -> object:
            try:
                asyncio.get_running_loop()
            except RuntimeError:
                return original(*args, **values)
            read.append("".join(traceback.format_stack(limit=6)))
            return original(*args, **values)

        monkeypatch.setattr(kind, name, called)

    for name in ("character", "characters", "people"):
        off_the_loop(soulkeep.Keep, name)
    off_the_loop(Service, "access")
    with paged(browser, width=PHONE, height=740) as page:
        page.goto(url(base, "talk", character="holmes", person="anna"))
        links = page.locator("nav a")
        expect(links.first).to_be_visible()
        for address in links.evaluate_all("links => links.map(link => link.href)"):
            page.goto(address)
            expect(page.locator("main h1")).to_be_attached()
            expect(page.locator("main h1 ~ *").first).to_be_attached()
            assert page.evaluate("document.documentElement.scrollWidth") <= PHONE, address
        page.get_by_role("button", name="More").click()
        expect(page.get_by_role("dialog").get_by_role("link", name="Compare")).to_be_visible()
    assert not read, read[0]


def test_of_many_names_the_first_are_shown_and_the_others_found(browser: Browser, tmp_path: Path) -> None:
    config = seeded(tmp_path)
    with soulkeep.open(config.location, settings=soulkeep.Settings(background=False)) as keep:
        for number in range(120):
            keep.character(f"npc-{number:03}", name=f"시민 {number:03}")
    with running(config) as base, paged(browser, width=PHONE, height=740) as page:
        page.goto(url(base, "talk", character="holmes", person="anna"))
        page.get_by_role("button", name="Character: Sherlock Holmes").click()
        names = page.get_by_role("menuitemradio")
        expect(names).to_have_count(100)
        expect(page.get_by_text("22 more")).to_be_visible()
        page.get_by_label("Find a character").fill("시민 117")
        expect(names).to_have_count(1)
        names.click()
        expect(page.get_by_role("button", name="Character: 시민 117")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE


def test_the_keyboard_alone_goes_everywhere(browser: Browser, base: str) -> None:
    with paged(browser) as page:
        page.goto(url(base, "talk", character="holmes", person="anna"))
        message = page.get_by_placeholder("Say something")
        expect(message).to_be_visible()
        page.keyboard.press("?")
        expect(page.get_by_role("dialog").get_by_text("Keyboard")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_be_hidden()
        page.keyboard.press("/")
        expect(message).to_be_focused()
        page.keyboard.type("2 / ?")  # keys are letters there
        expect(message).to_have_value("2 / ?")
        page.keyboard.press("Escape")
        expect(message).not_to_be_focused()
        page.keyboard.press("2")
        page.wait_for_url("**/memories?*")
        page.keyboard.press("Tab")
        expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
        page.keyboard.press("Tab")
        expect(page.get_by_role("button", name="Character: Sherlock Holmes")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.get_by_role("menuitemradio", name="유나")).to_be_visible()


def test_a_key_is_asked_for_and_opens_the_page_that_was_wanted(browser: Browser, tmp_path: Path) -> None:
    config = seeded(tmp_path)
    key = make_key(config, rights=("read", "write", "admin"))
    with running(config) as base, paged(browser) as page:
        sign_in(page, base, key, "/talk?character=holmes&person=bertram")
        expect(page.get_by_text("My secret is a buried casket.")).to_be_visible()
        [cookie] = [one for one in page.context.cookies() if one["name"] == COOKIE]
        assert cookie["httpOnly"]
        assert cookie["sameSite"] == "Strict"
        assert key not in cookie["value"]
        page.get_by_role("button", name="Appearance").click()
        page.get_by_role("menuitem", name="Sign out").click()
        expect(page.get_by_label("Key", exact=True)).to_be_visible()
        page.context.add_cookies([{"name": COOKIE, "value": cookie["value"], "url": base}])  # it opens nothing now
        page.goto(f"{base}/talk")
        expect(page.get_by_label("Key", exact=True)).to_be_visible()


def test_a_wrong_key_opens_nothing_and_sends_nobody_elsewhere(browser: Browser, tmp_path: Path) -> None:
    config = seeded(tmp_path)
    key = make_key(config)
    with running(config) as base:
        with paged(browser) as page:
            page.goto(f"{base}/sign-in?next=//elsewhere.example/")
            sign_in(page, base, key, "/sign-in?next=//elsewhere.example/")
            expect(page.get_by_role("navigation")).to_be_visible()
        with paged(browser, expected="401") as page:  # the browser tells of the refusal
            sign_in(page, base, "sk-soul-wrong")
            expect(page.get_by_role("alert")).to_contain_text("unknown")
        with paged(browser, language="ko-KR", expected="401") as page:
            page.goto(f"{base}/talk")
            page.get_by_label("키", exact=True).fill("sk-soul-wrong")
            page.get_by_role("button", name="로그인").click()
            expect(page.get_by_role("alert")).to_contain_text("모르는 키")


def test_a_key_for_one_person_shows_nobody_else(browser: Browser, tmp_path: Path) -> None:
    config = seeded(tmp_path)
    key = make_key(config, rights=("read",), characters=["holmes"], people=["anna"])
    with running(config) as base, paged(browser) as page:
        sign_in(page, base, key)
        expect(page.get_by_text("I love rain.")).to_be_visible()
        page.get_by_role("button", name="Facing: anna").click()
        expect(page.get_by_role("menuitemradio", name="anna")).to_be_visible()
        for secret in ("bertram", "casket", "유나", "New character", "Someone new"):
            assert secret not in page.content(), secret
        page.keyboard.press("Escape")
        addresses = page.locator("nav a").evaluate_all("links => links.map(link => link.href)")
        for address in addresses:
            page.goto(address)
            expect(page.locator("main h1 ~ *").first).to_be_attached()
            assert "casket" not in page.content(), address
            assert "bertram" not in page.content(), address
        response = page.request.get(addresses[0].replace("person=anna", "person=bertram"))
        assert response.status == 403
        assert "casket" not in response.text()
        korean = page.request.get(response.url, headers={"Accept-Language": "ko"})
        assert "이 키로는 할 수 없는 일입니다." in korean.text()
        assert page.request.get(addresses[0].replace("character=holmes", "character=yuna")).status == 403


def test_a_revoked_key_does_nothing_on_a_page_that_is_open(browser: Browser, tmp_path: Path) -> None:
    config = seeded(tmp_path)
    make_key(config, "other")
    key = make_key(config, "mine", rights=("read", "write"))
    with running(config) as base, paged(browser) as page:
        sign_in(page, base, key, "/talk?character=holmes&person=anna")
        expect(page.get_by_text("I love rain.")).to_be_visible()
        page.wait_for_function("window.did_handshake")
        keys = ApiKeys(server_file(config.location))
        [mine] = [one for one in keys.list() if one.grant.name == "mine"]
        keys.revoke(mine.id)
        keys.close()
        message = page.get_by_placeholder("Say something")
        message.fill("Do you still hear me?")
        message.press("Enter")
        expect(page.get_by_label("Key", exact=True)).to_be_visible()


def test_nothing_is_written_where_the_server_was_started(browser: Browser, base: str, tmp_path: Path) -> None:
    with paged(browser) as page:
        page.goto(base)
        expect(page.get_by_role("navigation")).to_be_visible()
    assert {name.split(".")[0] for name in os.listdir(tmp_path)} == {"keep"}


def test_what_no_page_answers_is_a_problem(browser: Browser, base: str) -> None:
    with paged(browser) as page:
        response = page.request.get(f"{base}/v1/nowhere")
        assert response.status == 404
        assert response.headers["content-type"] == "application/problem+json"


def test_a_name_is_changed(browser: Browser, base: str) -> None:
    with paged(browser) as page:
        page.goto(url(base, "talk", character="holmes", person="anna"))
        page.get_by_role("button", name="Character: Sherlock Holmes").click()
        page.get_by_text("Change name or description").click()
        expect(page.get_by_label("Who it is")).to_have_value("A consulting detective.")
        page.get_by_label("Name", exact=True).fill("Mr Holmes")
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_role("button", name="Character: Mr Holmes")).to_be_visible()
        assert "character=holmes" in page.url


def test_a_workspace_is_another_world(browser: Browser, tmp_path: Path) -> None:
    config = seeded(tmp_path)
    with quietly(file_of(config.location, "acme")) as keep:
        keep.character("clerk").observe("The safe is behind the picture.", person="boss")
    with running(config) as base, paged(browser) as page:
        page.goto(url(base, "talk", workspace="acme"))
        expect(page.get_by_text("The safe is behind the picture.")).to_be_visible()
        page.keyboard.press("2")
        page.wait_for_url("**/memories?*workspace=acme*")
        page.get_by_role("button", name="Appearance").click()
        page.get_by_role("menuitem", name="Workspace: default").click()
        expect(page.get_by_role("button", name="Character: Sherlock Holmes")).to_be_visible()
        assert "clerk" not in page.content()


def test_a_key_opens_no_other_workspace(tmp_path: Path, browser: Browser) -> None:
    config = seeded(tmp_path)
    with quietly(file_of(config.location, "acme")) as keep:
        keep.character("clerk")
    key = make_key(config, workspace="acme", rights=("read", "write", "admin"))
    with running(config) as base, paged(browser) as page:
        sign_in(page, base, key)
        expect(page.get_by_role("button", name="Character: clerk")).to_be_visible()
        assert "Sherlock" not in page.content()
        refused = page.request.get(url(base, "talk", workspace="default", character="holmes"))
        assert refused.status == 403
        assert "Sherlock" not in refused.text()


# -- words and times


@pytest.mark.parametrize("table", [SHELL, *(module.TEXTS for module in PAGES)])
def test_every_word_is_there_in_every_language_with_the_same_values(table: Texts) -> None:
    def values(words: str) -> set[str]:
        return {name for _, name, _, _ in Formatter().parse(words) if name is not None}

    assert set(table["en"]) <= set(table["ko"])
    for key, english in table["en"].items():
        assert values(english) == values(table["ko"][key]), key


def test_every_error_is_said_in_korean_and_in_english_as_it_is() -> None:
    kinds = {one for one in vars(errors).values() if isinstance(one, type) and issubclass(one, errors.SoulkeepError)}
    for kind in kinds | {Forbidden, Unauthenticated}:
        error = kind.__new__(kind)
        error.message, error.hint = "It can't be.", "Try this."
        message, hint = error_words(error, "ko")
        assert re.search("[가-힣]", message), kind
        assert re.search("[가-힣]", hint) or "It can't be. Try this." in hint, kind
        assert error_words(error, "en") == ("It can't be.", "Try this.")


def test_words_that_are_missing_are_english_and_then_the_key() -> None:
    table = {"en": {"told": "told by {name}", "page": "own"}, "ko": {"page": "내"}}
    assert text("told", "ko", table, name="Anna") == "told by Anna"
    assert text("page", "ko", table) == "내"
    assert text("close", "ko", table, SHELL) == "닫기"
    assert text("nowhere", "ko", table) == "nowhere"


@pytest.mark.parametrize(
    ("wanted", "accepted", "language"),
    [("ko", "en", "ko"), (None, "fr-FR,ko;q=0.8,en;q=0.5", "ko"), ("tlh", "", "en"), (None, "de", "en")],
)
def test_the_language_is_the_chosen_one_or_the_first_that_the_browser_accepts(
    wanted: str | None, accepted: str, language: str
) -> None:
    assert language_of(wanted, accepted) == language


def test_times_are_said_as_people_say_them() -> None:
    now = datetime(2026, 5, 8, 18, 30).astimezone()
    assert time_in_words(now - timedelta(hours=2), now, "en") == "16:30"
    assert time_in_words(now - timedelta(days=1), now, "en") == "yesterday 18:30"
    assert time_in_words(now - timedelta(days=1), now, "ko") == "어제 18:30"
    assert time_in_words(now - timedelta(days=4), now, "en") == "4 days ago"
    assert time_in_words(now - timedelta(days=40), now, "en") == "29 March 2026"
    assert time_in_words(now + timedelta(days=3), now, "ko") == "2026년 5월 11일"
    assert exact(now, "en") == "8 May 2026, 18:30:00"
