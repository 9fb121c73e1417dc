"""The page that imports files, in a real browser: what each is, for whom, how far it is, and what became of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from inspector_support import browser, make_key, paged, running, seeded, url
from playwright.sync_api import Browser, Locator, Page, expect

import soulkeep
from soulkeep.server import ServerConfig

__all__ = ["browser"]

CARD: dict[str, Any] = {
    "spec": "chara_card_v2",
    "data": {
        "name": "Mara",
        "description": "{{char}} is a harbour pilot.",
        "first_mes": "Mind the ropes, {{user}}.",
        "character_book": {"entries": [{"keys": ["lighthouse"], "content": "The lighthouse is dark."}]},
        "tags": ["harbour"],
    },
}
CHAT = [
    {"user_name": "Anna", "character_name": "Mara", "create_date": "2026-05-01@10h00m00s"},
    {"name": "Anna", "is_user": True, "send_date": "May 1, 2026 10:01am", "mes": "My parrot is called Polly."},
    {"name": "Mara", "is_user": False, "send_date": "May 1, 2026 10:02am", "mes": "A fine name."},
]


@pytest.fixture
def config(tmp_path: Path) -> ServerConfig:
    return seeded(tmp_path)


@pytest.fixture
def base(config: ServerConfig) -> Iterator[str]:
    with running(config) as base:
        yield base


def choose(page: Page, *files: Path | dict[str, Any]) -> None:
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose files").click()
    chooser.value.set_files(files)  # type: ignore[arg-type]


def file(name: str, text: str) -> dict[str, Any]:
    return {"name": name, "mimeType": "application/octet-stream", "buffer": text.encode()}


def of(page: Page, name: str) -> Locator:
    return page.get_by_role("group", name=name, exact=True)


def test_a_card_and_a_chat_become_a_character_with_memories(browser: Browser, base: str) -> None:
    with paged(browser) as page:
        page.goto(url(base, "importing", character="holmes", person="anna"))
        choose(page, file("mara.json", json.dumps(CARD)), file("chat.jsonl", "\n".join(map(json.dumps, CHAT))))
        expect(of(page, "mara.json")).to_contain_text("Character card")
        expect(of(page, "mara.json")).to_contain_text("Mind the ropes")
        expect(of(page, "chat.jsonl")).to_contain_text("2 turns")
        page.get_by_role("button", name="Import all").click()
        expect(of(page, "mara.json")).to_contain_text("Mara was made")
        expect(of(page, "mara.json")).to_contain_text("Left out: 1")
        expect(of(page, "chat.jsonl")).to_contain_text("2 turns of Mara with Anna")
        of(page, "chat.jsonl").get_by_role("link", name="See the memories").click()
        expect(page.get_by_text("My parrot is called Polly.")).to_be_visible()
        page.go_back()
        choose(page, file("chat.jsonl", "\n".join(map(json.dumps, CHAT))))
        of(page, "chat.jsonl").get_by_role("button", name="Import", exact=True).click()
        expect(of(page, "chat.jsonl")).to_contain_text("nothing was added")


def test_a_novel_is_for_whom_one_says_and_shows_how_far_it_is(browser: Browser, base: str, tmp_path: Path) -> None:
    novel = tmp_path / "novel.txt"
    novel.write_text("\n\n".join(f"Chapter {n}. The ship {n} left Danzig with its dog." * 9 for n in range(3000)))
    with paged(browser) as page:
        page.goto(url(base, "importing", character="holmes", person="anna"))
        choose(page, novel)
        card = of(page, "novel.txt")
        card.get_by_label("Called").fill("The ships")
        card.get_by_role("button", name="Import", exact=True).click()
        expect(card.get_by_role("progressbar")).to_have_attribute("aria-valuenow", re.compile(r"\d+"))
        expect(card).to_contain_text("passages of “The ships” for holmes", timeout=60_000)
        found = page.request.post(f"{base}/v1/characters/holmes/recall", data={"question": "the ship of Danzig"}).json()
        assert found["hits"][0]["memory"]["source"] == "The ships"


def test_what_is_damaged_says_so_and_stores_nothing(browser: Browser, base: str) -> None:
    with paged(browser) as page:
        page.goto(url(base, "importing", character="holmes", person="anna"))
        choose(page, file("bad.ttl", "@prefix ex: <http://e/> .\nex:a ex:b \n"), file("empty.txt", ""))
        alert = of(page, "bad.ttl").get_by_role("alert")
        expect(alert).to_contain_text("bad.ttl, line 3 is no Turtle")
        assert "/" not in alert.inner_text()
        expect(of(page, "empty.txt").get_by_role("alert")).to_be_visible()
        of(page, "bad.ttl").get_by_role("button", name="Remove bad.ttl").click()
        expect(of(page, "bad.ttl")).to_have_count(0)
        assert page.request.get(f"{base}/v1/characters/holmes/knowledge").json() == []


def test_files_are_dropped_on_the_page(browser: Browser, base: str) -> None:
    turtle = '@prefix ex: <http://e/> . ex:Rex a ex:Dog ; ex:name "Rex" .'
    drop = """(zone, text) => {
      const files = new DataTransfer();
      files.items.add(new File([text], "개.ttl"));
      const at = (kind) => new DragEvent(kind, {dataTransfer: files, bubbles: true, cancelable: true});
      zone.dispatchEvent(at("dragover"));
      setTimeout(() => zone.querySelector(".q-uploader__dnd").dispatchEvent(at("drop")), 300);
    }"""
    with paged(browser, language="ko-KR") as page:
        page.goto(url(base, "importing", character="yuna", person="지민"))
        zone = page.locator(".sk-drop .q-uploader")
        expect(zone).to_be_attached()
        zone.evaluate(drop, turtle)
        card = of(page, "개.ttl")
        expect(card).to_contain_text("트리플 2개")
        card.get_by_role("button", name="가져오기", exact=True).click()
        expect(card).to_contain_text("“개”의 트리플 2개")
        card.get_by_role("link", name="일화와 지식").click()
        expect(page.get_by_text("트리플 2개")).to_be_visible()


def test_an_export_comes_back_to_a_keep_without_characters(
    browser: Browser, config: ServerConfig, tmp_path: Path
) -> None:
    quiet = soulkeep.Settings(background=False)
    with soulkeep.open(config.location, settings=quiet) as keep:
        rows = "\n".join(json.dumps(row) for row in keep.export())
    with running(ServerConfig(location=str(tmp_path / "other.db"), settings=quiet)) as base, paged(browser) as page:
        page.goto(f"{base}/importing")
        choose(page, file("keep.jsonl", rows))
        card = of(page, "keep.jsonl")
        card.get_by_role("button", name="Import", exact=True).click()
        expect(card).to_contain_text("2 characters that weren't there")
        page.goto(url(base, "memories", character="holmes", person="anna"))
        expect(page.get_by_text("I love rain.")).to_be_visible()


def test_a_key_that_does_not_reach_all_imports_nothing(browser: Browser, config: ServerConfig) -> None:
    key = make_key(config, rights=("read", "write"), characters=["holmes"], people=["anna"])
    with running(config) as base, paged(browser) as page:
        page.goto(f"{base}/importing?character=holmes&person=anna")
        page.get_by_label("Key").fill(key)
        page.get_by_role("button", name="Sign in").click()
        expect(page.get_by_text("a key that reaches all characters and people")).to_be_visible()
        expect(page.get_by_role("button", name="Choose files")).to_have_count(0)
