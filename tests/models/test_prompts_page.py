"""The exact messages that a model is asked, as docs/prompts.md prints them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from soulkeep.lang.prompt_safety import unfenced
from soulkeep.prompts import prompt, tasks

SCRIPTS = Path(__file__).parent.parent.parent / "scripts"


@pytest.fixture(autouse=True)
def scripts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(SCRIPTS))
    sys.modules.pop("prompts_page", None)


def test_the_page_prints_the_messages_word_for_word() -> None:
    import prompts_page

    written = prompts_page.PAGE.read_text(encoding="utf-8")
    assert written == prompts_page.page(), "run: python scripts/prompts_page.py"


def test_every_prompt_is_shown() -> None:
    import prompts_page

    shown = {task.partition("_")[0] for task in tasks()}
    assert set(prompts_page.examples()) == shown - {"material"}  # which stands in each of them


def test_every_prompt_says_what_material_is() -> None:
    import prompts_page

    for messages in prompts_page.examples().values():
        assert messages[0].content.count(prompt("material")) == 1


def test_a_reply_is_asked_like_this() -> None:
    import prompts_page

    *_, last = prompts_page.examples()["reply"]
    assert unfenced(last.content) == (
        "What you remember:\n"
        "[m2] Known, Wednesday 6 May 2026 (2 days ago): Miso sees the vet in the week of 11 May 2026.\n"
        "[m3] Your own conclusion, Thursday 7 May 2026 (yesterday): Anna worries more about Miso than about herself.\n"
        "\n"
        "And when is it now?\n"
        "\n"
        "(For this answer alone.\n"
        "It is Friday 8 May 2026, 18:30. You last talked on Wednesday 6 May 2026 (2 days ago).\n"
        "Due: Anna's flat viewing (Saturday 9 May 2026: tomorrow)\n"
        "Nothing close came to mind.)"
    )


def test_a_window_is_remembered_from_this() -> None:
    import prompts_page

    *_, asked = prompts_page.examples()["memory"]
    assert unfenced(asked.content) == (
        "What Sherlock Holmes knows:\n"
        "[F1] (2026-03-09) Anna has a cat called Miso.\n"
        "[F2] (2026-04-29, planned for 2026-05-08) Miso sees the vet on Friday 8 May 2026.\n"
        "\n"
        "What was said before, in short:\n"
        "Anna adopted a cat called Miso in March and is looking for a flat.\n"
        "\n"
        "Just before, for understanding only:\n"
        "Wednesday 6 May 2026:\n"
        "18:30 Anna: She hid from the vet under the stove again.\n"
        "18:31 Sherlock Holmes: Miso? A wise animal. Is the appointment still on Friday?\n"
        "\n"
        "Remember these turns:\n"
        "Wednesday 6 May 2026:\n"
        "[1] 18:32 Anna: Moved to next week. And I've stopped eating meat, did I say?\n"
        "[2] 18:34 Sherlock Holmes: You did not. Since when?\n"
        "[3] 18:35 Anna: Since Easter."
    )
