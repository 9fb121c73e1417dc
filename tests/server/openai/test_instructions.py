"""What is taken for a program's instruction isn't stored, and what was wrongly taken for one isn't lost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from proxy_support import Talk, talking

from soulkeep.server.openai_proxy.instructions import LEAST, LEAST_STREAMED, instruction
from upstream_support import Upstream

TITLE = "Generate a concise title of at most five words for the conversation above. Output only the title."

TALK = [
    {"role": "user", "content": "I adopted a cat called Miso."},
    {"role": "assistant", "content": "Number 1 it is."},
]


@pytest.fixture
def talk(tmp_path: Path) -> Iterator[Talk]:
    with talking(tmp_path, Upstream()) as talk:
        yield talk


def asked(text: str, system: str | None = None) -> list[dict[str, Any]]:
    return [*([{"role": "system", "content": system}] if system else []), {"role": "user", "content": text}]


@pytest.mark.parametrize(
    ("text", "own"),
    [
        (TITLE, True),
        ("Extrahiere neue Fakten über den Nutzer als JSON-Liste.", True),
        ("지금까지의 대화를 요약하고 JSON으로만 출력해.", True),
        ("I adopted a cat called Miso.", False),
        ("Continue.", False),
        ("Was hast du heute gemacht?", False),
        ("The message is clear.", False),
    ],
)
def test_instructions_are_told_from_talk(text: str, own: bool) -> None:
    assert (instruction(text) >= LEAST) is own
    assert own or instruction(text) < LEAST_STREAMED


def test_an_instruction_after_the_talk_is_answered_and_not_stored(talk: Talk) -> None:
    first = talk.say("I adopted a cat called Miso.")
    assert talk.send([*talk.messages, *asked(TITLE)], stream=False)
    assert talk.said() == ["I adopted a cat called Miso.", first]
    second = talk.say("She is black.")
    assert talk.said() == ["I adopted a cat called Miso.", first, "She is black.", second]


def test_what_was_taken_for_an_instruction_is_stored_once_it_is_shown_as_said(talk: Talk) -> None:
    title = talk.say(TITLE, stream=False)  # a person who asks for it
    assert talk.said() == []
    other = talk.say("The second word is wrong.")
    assert talk.said() == [TITLE, title, "The second word is wrong.", other]
    again = talk.say(TITLE.replace("five", "six"), stream=False)
    last = talk.say("Better.")
    assert talk.said()[-4:] == [TITLE.replace("five", "six"), again, "Better.", last]


def test_a_header_says_that_somebody_talks(talk: Talk) -> None:
    title = talk.send(asked(TITLE), stream=False, headers={"X-Soulkeep-Generation": "normal"})
    assert talk.said() == [TITLE, title]


def test_the_characters_own_words_under_another_instruction_are_a_task(talk: Talk) -> None:
    answer = talk.say("I adopted a cat called Miso.")
    for shown in (answer, f"<p>{answer}</p>"):
        talk.send(asked(shown, "You read faces."), stream=False)
    assert talk.said() == ["I adopted a cat called Miso.", answer]


def test_messages_of_the_system_alone_are_a_task_until_they_are_shown_as_said(talk: Talk) -> None:
    greeting = talk.send([{"role": "system", "content": "Greet the player, who has just come in."}], stream=False)
    assert talk.said() == []
    talk.messages = [{"role": "assistant", "content": greeting}]
    answer = talk.say("Good evening!")
    assert talk.said() == [greeting, "Good evening!", answer]


@pytest.mark.parametrize(
    "shown",
    [
        '[{"role": "user", "mainText": "I adopted a cat\\ncalled “Miso”."}, {"role": "assistant", "mainText": "%s"}]',
        "<chat>\n<user>I adopted a cat\ncalled “Miso”.</user>\n<assistant>%s</assistant>\n</chat>\nHm.",
        "- user: I adopted a cat\ncalled “Miso”.\n- assistant: %s\nHm.",
        "[Anna] I adopted a cat\ncalled “Miso”.\n[Holmes] %s\nHm.",
    ],
)
def test_the_talk_is_found_in_json_and_tags(talk: Talk, shown: str) -> None:
    answer = talk.say("I adopted a cat\ncalled “Miso”.")
    talk.send(asked(shown % answer), stream=False)
    assert len(talk.said()) == 2


def test_a_connection_is_tried_by_nobody(talk: Talk) -> None:
    talk.send(asked("Hi"), stream=False)
    assert talk.said() == []
    talk.say("Hi")
    assert talk.said()[:1] == ["Hi"], "whose answer comes in pieces is somebody's"
