"""The page on knowledge, in a real browser: how much is understood, the table of properties, what is suggested."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from inspector_support import COOKIE, browser, make_key, paged, running, seeded, session_of, url
from playwright.sync_api import Browser, Locator, Page, TimeoutError, expect

from server_support import quietly
from soulkeep.graph.checkup import REMARKS, Checkup, checked, checkup_of
from soulkeep.graph.files import read_bytes
from soulkeep.inspector.pages.knowledge import data as data
from soulkeep.inspector.pages.knowledge.page import TEXTS
from soulkeep.inspector.pages.knowledge.table import ROWS
from soulkeep.server import ServerConfig
from soulkeep.server.keys import ApiKeys
from soulkeep.server.workspaces import server_file

__all__ = ["browser"]

PHONE = 360
TOWERS = """@prefix ex: <http://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix sk: <urn:soulkeep:vocabulary#> .
ex:ash a ex:Tower ; rdfs:label "Ash Tower"@en ; ex:girthCm 1200 ; ex:P4021 17 ; ex:spriteFile "ash.png" ;
    ex:builtBy ex:mary ; ex:keeper ex:mary ; ex:birthPlace ex:fen .
ex:mary rdfs:label "Mary Crow"@en . ex:fen rdfs:label "the fen"@en .
ex:keeper sk:sentence "{subject} is kept by {object}"@en .
"""


def many(count: int) -> str:
    """Return data on towers with as many properties, each with words of its own."""
    names = [f"{first}{second}" for first in "bdfghklmnprst" for second in ("ando", "elvi", "irum", "ophe", "uska")]
    names = [f"{one}{other.capitalize()}" for one in names for other in names][:count]
    said = " ; ".join(f'ex:{name} "x"' for name in names)
    return f'@prefix ex: <http://example.org/> . ex:a a ex:Tower ; <{LABEL}> "Ash"@en ; {said} .'


LABEL = "http://www.w3.org/2000/01/rdf-schema#label"


def triples(turtle: str) -> bytes:
    return read_bytes(turtle.encode(), "towers.ttl", format="turtle").data


def knowing(folder: Path, turtle: str = TOWERS) -> ServerConfig:
    """Return a keep in which Ella knows the towers, and nobody else does."""
    config = seeded(folder)
    with quietly(config.location) as keep:
        ella = keep.character("ella", name="Ella")
        ella.know(turtle.encode(), source="towers", format="turtle")
        ella.observe("Good evening.", person="anna")
    return config


@pytest.fixture
def base(tmp_path: Path) -> Iterator[str]:
    with running(knowing(tmp_path)) as base:
        yield base


@contextmanager
def opened(browser: Browser, base: str, *, key: str | None = None, **look: Any) -> Iterator[Page]:
    """Yield the page on what Ella knows, filled."""
    with paged(browser, **look) as page:
        if key is not None:
            page.context.add_cookies([{"name": COOKIE, "value": session_of(base, key), "url": base}])
        page.goto(url(base, "knowledge", character="ella", person="anna"))
        expect(page.locator(".sk-known")).to_be_visible()
        yield page


def row(page: Page, name: str) -> Locator:
    return page.get_by_role("row").filter(has=page.get_by_role("rowheader").get_by_text(name, exact=True))


def test_it_shows_the_counts_and_how_each_property_is_said(browser: Browser, base: str) -> None:
    found = checked(triples(TOWERS))
    with opened(browser, base) as page:
        summary = page.get_by_role("region", name="How much is understood")
        expect(summary).to_contain_text("4 of 5 statements can be asked for and told.")
        assert (found.understood, found.statements) == (4, 5)
        figures = [str(found.triples), "0", str(found.named), str(len(found.classes)), "5", "1"]
        expect(summary.locator(".sk-who-figure b")).to_have_text(["80%", *figures])
        expect(summary).to_contain_text("towers: 11 triples")
        expect(page.locator(".sk-known tbody th b")).to_have_text([one.name for one in found.properties])
        wordings = {
            "P4021": "without words",
            "girth cm": "guessed, from its name",
            "built by": "guessed, from its verb",
            "birth place": "of common use",
            "keeper": "its own",
        }
        for one in found.properties:
            line = row(page, one.name)
            expect(line).to_contain_text(one.sample)
            expect(line.locator(".sk-tag")).to_have_text(wordings[one.name])
            expect(line).to_contain_text(one.suggestion or "needs none")
        expect(row(page, "P4021")).to_contain_text("It has no words")
        expect(row(page, "girth cm")).to_contain_text("Statements: 1, in cm")
        page.get_by_text("Properties for programs: 1").click()
        expect(page.get_by_text("spriteFile", exact=True)).to_be_visible()


def test_a_suggestion_is_copied(browser: Browser, base: str) -> None:
    with opened(browser, base) as page:
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.get_by_role("button", name="Copy the suggestion for girth cm").click()
        expect(page.get_by_text("Copied.")).to_be_visible()
        [height] = [one for one in checked(triples(TOWERS)).properties if one.name == "girth cm"]
        assert page.evaluate("navigator.clipboard.readText()") == height.suggestion


def test_where_nothing_may_be_copied_it_is_selected(browser: Browser, base: str) -> None:
    with opened(browser, base) as page:
        page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")  # as by plain HTTP
        page.get_by_role("button", name="Copy the suggestion for girth cm").click()
        expect(page.get_by_text("press Ctrl+C")).to_be_visible()
        assert page.evaluate("String(getSelection())").startswith("<http://example.org/girthCm> sk:sentence ")


def test_all_suggestions_are_downloaded_and_can_be_learnt(browser: Browser, base: str) -> None:
    with opened(browser, base) as page:
        with page.expect_download() as waited:
            page.get_by_role("button", name="Download all suggestions").click()
        assert waited.value.suggested_filename == "ella-annotations.ttl"
        turtle = waited.value.path().read_text(encoding="utf-8")
    assert turtle == checked(triples(TOWERS)).annotations()
    after = checked([triples(TOWERS), triples(turtle)])
    assert "girthCm" not in after.annotations()


def test_what_is_imported_is_told_by_its_own_words(browser: Browser, base: str) -> None:
    with paged(browser) as page:
        page.goto(url(base, "importing", character="ella", person="anna"))
        turtle = checked(triples(TOWERS)).annotations().encode()
        with page.expect_file_chooser() as chooser:
            page.get_by_role("button", name="Choose files").click()
        chooser.value.set_files({"name": "edited.ttl", "mimeType": "text/turtle", "buffer": turtle})
        page.get_by_role("button", name="Import", exact=True).click()
        page.get_by_role("link", name="How much is understood").click()
        expect(row(page, "girth cm").locator(".sk-tag")).to_have_text("its own")
        expect(row(page, "girth cm")).to_contain_text("The girth of the Ash Tower is 1,200 cm.")
        expect(page.get_by_role("region", name="How much is understood")).to_contain_text("edited: ")


def test_markup_in_names_is_only_text(browser: Browser, tmp_path: Path) -> None:
    evil = "<img src=x onerror='window.hit=1'><b>bold</b>"
    turtle = f"""@prefix ex: <http://example.org/> . @prefix rdfs: <{LABEL.removesuffix("label")}> .
        ex:a a ex:Kind ; rdfs:label "{evil} thing"@en ; ex:p "{evil} value" ; ex:createdBy "{evil}" .
        ex:Kind rdfs:label "{evil} kind"@en . ex:p rdfs:label "{evil} name"@en ."""
    with running(knowing(tmp_path, turtle)) as base, opened(browser, base) as page:
        table = page.locator(".sk-known")
        expect(table.get_by_role("rowheader")).to_contain_text(f"{evil} name")
        expect(table).to_contain_text(f"{evil} thing")
        expect(table.locator("code")).to_contain_text("bold</b>")
        page.get_by_text("Classes: 1").click()
        expect(page.get_by_text(f"{evil} kind: 1")).to_be_visible()
        page.get_by_role("button", name="Copy the suggestion").hover()
        assert page.locator("#sk-main img").count() == 0
        assert page.locator("#sk-main b").filter(has_text="bold").count() == 1  # the name's own, with all in it
        assert page.evaluate("window.hit") is None


# -- who may see it


@pytest.mark.parametrize(
    ("scope", "status"),
    [
        ({"rights": ("read",)}, 200),
        ({"rights": ("read",), "characters": ["holmes"]}, 403),
        ({"rights": ("read",), "people": ["bertram"]}, 403),
        ({"rights": ("write", "admin")}, 403),
    ],
)
def test_it_is_for_those_who_may_read_the_character(
    browser: Browser, tmp_path: Path, scope: dict[str, Any], status: int
) -> None:
    config = knowing(tmp_path)
    key = make_key(config, **scope)
    with running(config) as base, paged(browser, expected="403") as page:
        page.context.add_cookies([{"name": COOKIE, "value": session_of(base, key), "url": base}])
        answer = page.goto(url(base, "knowledge", character="ella", person="anna"))
        assert answer is not None
        assert answer.status == status
        if status == 200:
            expect(page.get_by_role("row").filter(has_text="P4021")).to_be_visible()
        else:
            expect(page.locator("body")).not_to_be_empty()
            assert "P4021" not in page.content()


def test_a_revoked_key_downloads_nothing(browser: Browser, tmp_path: Path) -> None:
    config = knowing(tmp_path)
    make_key(config, "other")
    key = make_key(config, "mine", rights=("read",))
    with running(config) as base, opened(browser, base, key=key) as page:
        expect(page.get_by_role("rowheader").first).to_be_visible()
        keys = ApiKeys(server_file(config.location))
        [mine] = [one for one in keys.list() if one.grant.name == "mine"]
        keys.revoke(mine.id)
        keys.close()
        saved: list[object] = []
        page.on("download", lambda download: saved.append(download))
        with suppress(TimeoutError):  # the page may ask for a key before it is clicked
            page.get_by_role("button", name="Download all suggestions").click(timeout=1000)
        expect(page.get_by_label("Key", exact=True)).to_be_visible()
        assert not saved


# -- much, nothing, and meanwhile


def test_of_many_properties_the_first_are_shown_and_the_others_found(browser: Browser, tmp_path: Path) -> None:
    with running(knowing(tmp_path, many(ROWS + 50))) as base, opened(browser, base) as page:
        rows = page.get_by_role("rowheader")
        expect(rows).to_have_count(ROWS)
        expect(page.get_by_text(f"{ROWS} of {ROWS + 50} properties; the others are left out here")).to_be_visible()
        last = checked(triples(many(ROWS + 50))).properties[-1]
        expect(page.get_by_text(last.iri[1:-1])).to_have_count(0)
        page.get_by_label("Search the properties").fill(last.name.upper())
        expect(rows).to_have_count(1)
        expect(rows).to_contain_text(last.iri[1:-1])
        expect(page.get_by_text("Properties: 1", exact=True)).to_be_visible()
        page.get_by_label("Search the properties").fill("nowhere")
        expect(page.get_by_text("No property fits.")).to_be_visible()
        with page.expect_download() as waited:
            page.get_by_role("button", name="Download all suggestions").click()
        assert waited.value.path().read_text(encoding="utf-8").count("sk:sentence") == ROWS + 50


def test_while_much_is_looked_through_the_page_says_so_and_the_server_answers(
    browser: Browser, base: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = Event()

    def slow(*args: Any, **values: Any) -> Checkup:
        with pytest.raises(RuntimeError):
            asyncio.get_running_loop()
        assert go_on.wait(60)
        return checkup_of(*args, **values)

    monkeypatch.setattr(data, "checkup_of", slow)
    with paged(browser) as page:
        try:
            page.goto(url(base, "knowledge", character="ella", person="anna"))
            expect(page.get_by_role("status").get_by_text("Looking through what it knows")).to_be_visible()
            assert page.request.get(f"{base}/v1/characters").ok
        finally:
            go_on.set()
        expect(row(page, "P4021")).to_be_visible()
        expect(page.get_by_text("Looking through what it knows")).to_be_hidden()


def test_what_is_learnt_meanwhile_appears_with_the_next_word(browser: Browser, base: str, tmp_path: Path) -> None:
    with opened(browser, base) as page:
        with quietly(str(tmp_path / "keep.db")) as keep:
            more = '<http://example.org/ash> <http://example.org/motto> "Ever upright" .'
            keep.character("ella").know(more.encode(), source="more", format="turtle")
            keep.character("ella").observe("Hello!", person="anna")
        expect(row(page, "motto")).to_be_visible()
        expect(page.get_by_text("more: 1 triples")).to_be_visible()


def test_a_character_without_rdf_is_told_how_to_learn(browser: Browser, base: str) -> None:
    with paged(browser, language="ko-KR", width=PHONE, height=740) as page:
        page.goto(url(base, "knowledge", character="yuna", person="지민"))
        expect(page.get_by_text("유나: RDF 지식이 없습니다.")).to_be_visible()
        expect(page.get_by_role("link", name="RDF 가져오기")).to_be_visible()


def test_it_is_in_korean_and_fits_on_a_phone(browser: Browser, base: str) -> None:
    with opened(browser, base, language="ko-KR", width=PHONE, height=740) as page:
        expect(page.get_by_text("낱말이 없어서")).to_be_visible()
        expect(page.get_by_role("button", name="제안 모두 내려받기")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE


def test_it_is_reached_from_the_episodes_and_by_the_keyboard(browser: Browser, base: str) -> None:
    with paged(browser) as page:
        page.goto(url(base, "episodes", character="ella", person="anna"))
        page.get_by_role("link", name="How much of it is understood").click()
        expect(row(page, "P4021")).to_be_visible()
        expect(page.get_by_role("navigation").get_by_role("link", name="Knowledge")).to_have_attribute(
            "aria-current", "page"
        )
        page.keyboard.press("0")  # the tenth
        page.wait_for_url("**/compare?*")
        page.keyboard.press("7")
        page.wait_for_url("**/knowledge?*")


# -- what it is made of


def test_it_is_looked_through_once_until_something_else_is_known() -> None:
    with quietly(":memory:") as keep:
        ella = keep.character("ella")
        assert data.checkup_shown(ella, None, "en").checkup is None
        ella.know(TOWERS.encode(), source="towers", format="turtle")
        first = data.checkup_shown(ella, "anna", "en")
        assert first.checkup == checked(triples(TOWERS))
        assert data.checkup_shown(ella, "bertram", "en").checkup is first.checkup
        korean = data.checkup_shown(ella, "anna", "ko").checkup
        assert korean is not None
        assert korean != first.checkup
        ella.know(b"<urn:a> <urn:b> <urn:c> .", source="more", format="turtle")
        after = data.checkup_shown(ella, "anna", "en")
        assert [known.source for known in after.sources] == ["more", "towers"]
        assert after.checkup is not None
        assert after.checkup.triples == 12


def test_what_is_sought_may_be_a_name_a_word_or_a_part_of_the_address() -> None:
    properties = checked(triples(TOWERS)).properties
    assert [one.name for one in data.matching(properties, "GIRTH cm")] == ["girth cm"]
    assert [one.name for one in data.matching(properties, "p4021>")] == ["P4021"]
    assert data.matching(properties, " ") == list(properties)


def test_all_that_can_be_wrong_is_said_in_korean() -> None:
    assert set(REMARKS) <= set(TEXTS["ko"])
