"""Talking beside thinking, in a real browser against a real server."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path

import pytest
from inspector_support import browser, make_key, paged, running, seeded, url
from playwright.sync_api import Browser, Page, expect

import soulkeep
from server_support import quietly
from soulkeep.inspector.pages.talk.answer import Piece, pieces
from soulkeep.inspector.pages.talk.page import TEXTS
from soulkeep.models.chat.base import Message
from soulkeep.testing.models import ScriptedChat
from soulkeep.types.claims import NOT_FOUND, SUPPORTED, VERDICTS, Check, Claim
from soulkeep.types.records import Usage

__all__ = ["browser"]


@pytest.fixture
def base(tmp_path: Path) -> Iterator[str]:
    with running(seeded(tmp_path)) as base:
        yield base


def say(page: Page, text: str) -> None:
    message = page.get_by_placeholder("Say something")
    message.fill(text)
    message.press("Enter")


def claim(text: str, verdict: str) -> Claim:
    return Claim(
        text=text, sentence=0, recalled=verdict, referenced=verdict, description=NOT_FOUND, verdict=verdict, sources=()
    )


# -- the pieces of an answer


def test_the_pieces_of_an_answer_are_the_whole_of_it() -> None:
    text = "You said: “Clara lives in Leeds.” [m1, m2] Nothing [else] is certain. [m3]"
    found = pieces(text)
    assert [piece.label for piece in found if piece.label] == ["m1", "m2", "m3"]
    assert "".join(piece.text for piece in found) == "You said: “Clara lives in Leeds.” Nothing [else] is certain."


def test_a_claim_is_marked_where_it_stands_also_around_a_reference() -> None:
    said = claim("Clara lives in Leeds", SUPPORTED)
    found = pieces("I know: Clara lives [m1] in Leeds. Yes.", Check(claims=(said,)))
    assert [piece.text for piece in found if piece.claim] == ["Clara lives", " in Leeds"]
    assert found[0] == Piece("I know: ")


def test_of_claims_that_overlap_the_first_is_marked_and_one_in_other_words_nowhere() -> None:
    first, second, third = claim("in Leeds", SUPPORTED), claim("lives in Leeds", NOT_FOUND), claim("Ann", NOT_FOUND)
    found = pieces("She lives in Leeds.", Check(claims=(first, second, third)))
    assert [(piece.text, piece.claim) for piece in found] == [("She lives ", None), ("in Leeds", first), (".", None)]


@pytest.mark.parametrize("language", sorted(TEXTS))
def test_every_verdict_has_words_and_a_hint(language: str) -> None:
    for verdict in VERDICTS:
        assert TEXTS[language].get(verdict), f"{verdict} has no word in {language}"
        assert TEXTS[language].get(f"{verdict}_hint"), f"{verdict} has no hint in {language}"


# -- the page


def test_an_answer_appears_with_what_it_rests_on_and_all_of_its_thoughts(browser: Browser, base: str) -> None:
    with paged(browser) as page:
        page.goto(url(base, "talk", character="holmes", person="anna"))
        say(page, "What am I allergic to?")
        answer = page.locator(".sk-turn.sk-chosen")
        expect(answer).to_contain_text("allergic to peanuts")
        expect(page.get_by_placeholder("Say something")).to_have_value("")
        thoughts = page.get_by_role("complementary", name="What it is thinking")
        expect(thoughts.get_by_text("What came to mind")).to_be_visible()
        bars = thoughts.get_by_role("img", name="meaning")
        expect(bars.first).to_be_visible()
        expect(thoughts.get_by_text("Who offered to answer")).to_be_visible()
        expect(thoughts.locator(".sk-offer-chosen")).to_contain_text("voice")
        expect(thoughts.get_by_text("Fact check")).to_be_visible()
        expect(thoughts.get_by_text("No language model was asked")).to_be_visible()
        expect(thoughts.get_by_text("How long it took")).to_be_visible()
        bars.first.hover()
        expect(page.get_by_role("tooltip")).to_contain_text("meaning: similar in sense +")


def test_a_reference_and_its_memory_light_up_together(browser: Browser, base: str) -> None:
    with paged(browser) as page:
        page.goto(url(base, "talk", character="holmes", person="anna"))
        say(page, "What am I allergic to?")
        chip = page.locator(".sk-turn.sk-chosen .sk-ref").first
        row = page.locator(".sk-recalled .sk-hit", has_text="allergic to peanuts").first
        expect(row).to_be_visible()
        expect(row).not_to_have_class("sk-hit sk-lit")
        chip.hover()
        expect(row).to_have_class("sk-hit sk-lit")
        page.get_by_placeholder("Say something").hover()
        expect(row).to_have_class("sk-hit")
        row.focus()
        expect(chip).to_have_class("sk-ref sk-lit")
        chip.click()
        expect(row).to_be_focused()


def test_an_earlier_answer_shows_its_thoughts_again_when_it_is_chosen(browser: Browser, base: str) -> None:
    with paged(browser) as page:
        page.goto(url(base, "talk", character="holmes", person="anna"))
        thoughts = page.get_by_role("complementary", name="What it is thinking")
        for question in ("What am I allergic to?", "Where does my sister live?"):
            say(page, question)
            expect(thoughts.get_by_text(f"to “{question}”")).to_be_visible()
        page.locator(".sk-turn", has_text="peanuts").locator(".sk-think").first.click()
        expect(thoughts.get_by_text("to “What am I allergic to?”")).to_be_visible()


def test_what_it_answered_before_is_thought_over_again_without_storing_anything(browser: Browser, base: str) -> None:
    with paged(browser) as page:
        page.goto(url(base, "talk", character="holmes", person="anna"))
        say(page, "What am I allergic to?")
        expect(page.locator(".sk-turn.sk-chosen .sk-think")).to_be_visible()
        turns = page.locator(".sk-turn").count()
        page.reload()
        thoughts = page.get_by_role("complementary", name="What it is thinking")
        expect(thoughts.get_by_role("heading", name="What it rested on")).to_be_visible()
        expect(thoughts.get_by_text("I am allergic to peanuts.", exact=True)).to_be_visible()
        thoughts.get_by_role("button", name="Answer again, as a rehearsal").click()
        expect(thoughts.get_by_text("What came to mind")).to_be_visible()
        page.reload()
        expect(page.locator(".sk-turn").last).to_be_visible()
        assert page.locator(".sk-turn").count() == turns


def test_a_rehearsal_leaves_no_trace(browser: Browser, base: str) -> None:
    with paged(browser) as page:
        page.goto(url(base, "talk", character="holmes", person="anna"))
        page.get_by_text("Options").click()
        page.get_by_role("switch", name="Only rehearse").click()
        say(page, "I have sold the red lighthouse.")
        expect(page.locator(".sk-rehearsed.sk-own .sk-think")).to_be_visible()
        page.reload()
        expect(page.get_by_text("I love rain.")).to_be_visible()
        assert "lighthouse" not in page.content()


def test_a_turn_that_arrives_from_elsewhere_appears_and_one_that_is_deleted_goes(
    browser: Browser, base: str, tmp_path: Path
) -> None:
    with paged(browser) as page, quietly(tmp_path / "keep.db") as other:
        page.goto(url(base, "talk", character="holmes", person="anna"))
        expect(page.get_by_text("I love rain.")).to_be_visible()
        holmes = other.character("holmes", create=False)
        holmes.observe("The violin is out of tune.", person="anna", id="violin")
        expect(page.get_by_text("The violin is out of tune.")).to_be_visible()
        holmes.observe("This is between us.", person="bertram")
        holmes.delete("violin", person="anna")
        expect(page.get_by_text("The violin is out of tune.")).to_be_hidden()
        assert "between us" not in page.content()


def test_what_is_said_is_text_and_never_markup(browser: Browser, base: str) -> None:
    nasty = "<img src=x onerror=alert(1)> {{7*7}} <script>alert(2)</script> & [m1]"
    with paged(browser) as page:
        page.goto(url(base, "talk", character="holmes", person="anna"))
        say(page, nasty)
        expect(page.locator(".sk-theirs", has_text="<img src=x onerror=alert(1)> {{7*7}}")).to_be_visible()
        expect(page.locator(".sk-turn.sk-chosen .sk-think")).to_be_visible()
        assert page.locator("img[src=x]").count() == 0


def test_a_very_long_turn_is_folded(browser: Browser, base: str, tmp_path: Path) -> None:
    with quietly(tmp_path / "keep.db") as other:
        other.character("holmes", create=False).observe("말이 길다. " * 2000 + "끝.", person="anna")
    with paged(browser) as page:
        page.goto(url(base, "talk", character="holmes", person="anna"))
        body = page.locator(".sk-theirs .sk-turn-body").last
        more = body.get_by_role("button", name="Show all of it")
        expect(more).to_be_visible()
        folded = body.bounding_box()
        more.click()
        expect(more).to_be_hidden()
        whole = body.bounding_box()
        assert folded is not None
        assert whole is not None
        assert folded["height"] < 400 < whole["height"]


def test_shift_and_enter_begin_a_new_line(browser: Browser, base: str) -> None:
    with paged(browser) as page:
        page.goto(url(base, "talk", character="holmes", person="anna"))
        message = page.get_by_placeholder("Say something")
        message.fill("I have two cats.")
        message.press("Shift+Enter")
        message.press_sequentially("Both are black.")
        assert message.input_value() == "I have two cats.\nBoth are black."
        message.press("Enter")
        expect(page.locator(".sk-theirs").last).to_contain_text("I have two cats.")
        expect(page.locator(".sk-theirs").last).to_contain_text("Both are black.")


def test_somebody_else_hears_it_too_and_nobody_who_does_not(browser: Browser, base: str) -> None:
    with paged(browser) as page:
        page.goto(url(base, "talk", character="holmes", person="anna"))
        page.get_by_text("Options").click()
        audience = page.get_by_label("Also hears it")
        audience.fill("Mrs Hudson")
        audience.press("Enter")
        audience.press("Escape")
        say(page, "Tea is ready in the garden.")
        expect(page.locator(".sk-turn.sk-chosen .sk-think")).to_be_visible()
        expect(page.locator(".sk-theirs").last).to_contain_text("Mrs Hudson")
        page.goto(url(base, "talk", character="holmes", person="Mrs Hudson"))
        expect(page.get_by_text("Tea is ready in the garden.")).to_be_visible()
        assert "peanuts" not in page.content()
        page.goto(url(base, "talk", character="holmes", person="bertram"))
        expect(page.get_by_text("My secret is a buried casket.")).to_be_visible()
        assert "Tea is ready" not in page.content()


def test_one_talks_in_korean(browser: Browser, base: str, tmp_path: Path) -> None:
    with quietly(tmp_path / "keep.db") as other:
        other.character("yuna", create=False).observe("우리 고양이 이름은 미소야.", person="지민")
    with paged(browser, language="ko-KR") as page:
        page.goto(url(base, "talk", character="yuna", person="지민"))
        message = page.get_by_placeholder("말을 건네 보세요")
        message.fill("내 고양이 이름이 뭐야?")
        message.press("Enter")
        expect(page.locator(".sk-turn.sk-chosen")).to_contain_text("우리 고양이 이름은 미소야.")
        expect(page.get_by_text("떠오른 기억")).to_be_visible()


def test_on_a_phone_the_talk_and_the_thoughts_take_turns(browser: Browser, base: str) -> None:
    with paged(browser, width=360, height=740) as page:
        page.goto(url(base, "talk", character="holmes", person="anna"))
        say(page, "What am I allergic to?")
        think = page.locator(".sk-turn.sk-chosen .sk-think")
        expect(think).to_be_visible()
        think.click()
        expect(page.get_by_text("What came to mind")).to_be_visible()
        expect(think).to_be_hidden()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        page.get_by_role("tab", name="Talk").click()
        expect(think).to_be_visible()


def test_a_key_that_only_reads_can_rehearse_and_nothing_else(browser: Browser, tmp_path: Path) -> None:
    config = seeded(tmp_path)
    key = make_key(config, rights=("read",))
    with running(config) as base, paged(browser) as page:
        page.goto(url(base, "talk", character="holmes", person="anna"))
        page.get_by_label("Key", exact=True).fill(key)
        page.get_by_role("button", name="Sign in").click()
        say(page, "What am I allergic to?")
        expect(page.locator(".sk-rehearsed.sk-own")).to_contain_text("peanuts")
        page.reload()
        expect(page.get_by_text("I love rain.")).to_be_visible()
        assert "What am I allergic to?" not in page.content()


class Slow(ScriptedChat):
    """Says half of it, and the rest when it may."""

    def __init__(self) -> None:
        super().__init__("")
        self.go_on = threading.Event()

    async def stream(self, messages: Sequence[Message]) -> AsyncIterator[str | Usage]:
        yield "You mustn't eat "
        await asyncio.to_thread(self.go_on.wait, 30)
        yield "peanuts [m9]. You have three horses."


def test_a_model_is_heard_as_it_speaks_and_what_it_read_is_shown(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat = Slow()
    config = seeded(tmp_path, settings=soulkeep.Settings(background=False, model_queries="never"))
    monkeypatch.setattr("soulkeep.keep.models_from_environment", lambda: chat)
    with running(config) as base, paged(browser) as page:
        page.goto(url(base, "talk", character="holmes", person="anna"))
        say(page, "What am I allergic to?")
        expect(page.locator(".sk-own").last).to_contain_text("You mustn't eat")
        expect(page.locator(".sk-thoughts .sk-prompt")).to_be_hidden()
        chat.go_on.set()
        prompt = page.locator(".sk-prompt")
        expect(prompt).to_contain_text("tokens read")
        expect(prompt.get_by_text("I am allergic to peanuts.")).to_be_hidden()
        prompt.get_by_text("talk", exact=True).click()
        expect(prompt.get_by_text("I am allergic to peanuts.")).to_be_visible()
        expect(page.get_by_text("Labels of no memory, cut from the answer: m9")).to_be_visible()
        answer = page.locator(".sk-turn.sk-chosen")
        expect(answer.locator(".sk-claimed.sk-verdict-not-checked").last).to_contain_text("three horses")
        expect(page.locator(".sk-offer-chosen")).to_contain_text("model")


def test_a_model_that_fails_leaves_what_was_said_and_can_be_asked_again(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat = Slow()
    failing = [soulkeep.ChatUnavailable("It is down.", hint="Start it.")]
    config = seeded(tmp_path, settings=soulkeep.Settings(background=False))

    async def stream(self: Slow, messages: Sequence[Message]) -> AsyncIterator[str | Usage]:
        if failing:
            raise failing[0]
        yield "Here I am again."

    monkeypatch.setattr(Slow, "stream", stream)
    monkeypatch.setattr("soulkeep.keep.models_from_environment", lambda: chat)
    with running(config) as base, paged(browser) as page:
        page.goto(url(base, "talk", character="holmes", person="anna"))
        say(page, "Are you there?")
        expect(page.get_by_text("It is down. Start it.")).to_be_visible()
        failing.clear()
        page.get_by_role("button", name="Try again").click()
        expect(page.locator(".sk-turn.sk-chosen")).to_contain_text("Here I am again.")
        page.reload()
        expect(page.locator(".sk-turn", has_text="Here I am again.")).to_be_visible()
        expect(page.locator(".sk-turn", has_text="Are you there?")).to_have_count(1)


def test_an_answer_is_stopped_and_what_was_heard_of_it_was_said(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat = Slow()
    config = seeded(tmp_path, settings=soulkeep.Settings(background=False, model_queries="never"))
    monkeypatch.setattr("soulkeep.keep.models_from_environment", lambda: chat)
    with running(config) as base, paged(browser) as page:
        page.goto(url(base, "talk", character="holmes", person="anna"))
        say(page, "What am I allergic to?")
        expect(page.locator(".sk-own").last).to_contain_text("You mustn't eat")
        page.get_by_role("button", name="Stop").click()
        expect(page.get_by_role("button", name="Send")).to_be_visible()
        chat.go_on.set()
        page.reload()
        expect(page.locator(".sk-own").last).to_contain_text("You mustn't eat")
        assert "horses" not in page.content()


def test_a_page_that_is_left_hears_the_answer_to_its_end(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat = Slow()
    config = seeded(tmp_path, settings=soulkeep.Settings(background=False, model_queries="never"))
    monkeypatch.setattr("soulkeep.keep.models_from_environment", lambda: chat)
    with running(config) as base, paged(browser) as page:
        page.goto(url(base, "talk", character="holmes", person="anna"))
        say(page, "What am I allergic to?")
        expect(page.locator(".sk-own").last).to_contain_text("You mustn't eat")
        page.goto(url(base, "talk", character="yuna", person="지민"))
        chat.go_on.set()
        page.goto(url(base, "talk", character="holmes", person="anna"))
        expect(page.locator(".sk-own").last).to_contain_text("three horses")
