"""Requests that SillyTavern 1.19 sends, recorded by tests/frontends/test_sillytavern.py: what is stored is what was
said, and by whom."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from proxy_support import QUIET, Talk, talking

import soulkeep
from upstream_support import Upstream

RECORDED = Path(__file__).parent / "recorded" / "sillytavern-1.19"

MERGED_GROUPS = ("group_strict", "group_single")
"""Talks in which instructions are told from a group's words by the front end's own wording, and by what came before."""

TALKS = sorted(file.stem for file in RECORDED.glob("*.json"))


def recorded(name: str) -> dict[str, Any]:
    """Return a recorded talk: its requests with their answers, and what SillyTavern showed in the end."""
    found: dict[str, Any] = json.loads((RECORDED / f"{name}.json").read_text(encoding="utf-8"))
    return found


@contextmanager
def house(folder: Path) -> Iterator[Talk]:
    """Yield a server with Holmes and Watson. Another with the same folder goes on where it stopped."""
    with talking(folder, Upstream()) as talk:
        with soulkeep.open(talk.location, settings=QUIET) as keep:
            keep.character("watson", name="John Watson", description="A doctor.")
        yield talk


def send(talk: Talk, sent: dict[str, Any], *, words: Mapping[str, str] | None = None) -> None:
    """Send a request as it was recorded, and have it answered as it was; `words`: what stands in place of others."""
    body = json.dumps(sent["body"], ensure_ascii=False)
    for before, after in (words or {}).items():
        body = body.replace(json.dumps(before)[1:-1], json.dumps(after)[1:-1])
    talk.upstream.says = lambda model, body: str(sent["answer"])
    headers = {**sent["headers"], "Content-Type": "application/json"}
    response = talk.http.post("/v1/chat/completions", content=body.encode(), headers=headers)
    assert response.status_code == 200, response.text


def stored(talk: Talk, character: str) -> list[list[str]]:
    """Return who said what, as a character remembers it."""
    with soulkeep.open(talk.location, settings=QUIET) as keep:
        turns = keep.character(character).memories(person="anna", kinds={"turn"})
        return [[turn.speaker or "", turn.text] for turn in turns if turn.forgotten is None]


@pytest.mark.parametrize("name", TALKS)
def test_what_was_said_is_stored(tmp_path: Path, name: str) -> None:
    talk_recorded = recorded(name)
    with house(tmp_path) as talk:
        for sent in talk_recorded["requests"]:
            send(talk, sent)
        for character, shown in talk_recorded["shown"].items():
            assert stored(talk, character) == shown


@pytest.mark.parametrize("name", TALKS)
def test_nothing_of_a_recording_tells_of_its_machine(name: str) -> None:
    text = (RECORDED / f"{name}.json").read_text(encoding="utf-8")
    assert not any(word in text for word in ("127.0.0.1", "/home", "/tmp", "/root", "Bearer"))


CUSTOMISED = {
    "[Start a new Chat]": "# The chat:",
    "[Example Chat]": "# An example:",
    "[Continue your last message without repeating its original content.]": "Go on!",
    "[Write your next reply from the point of view of Anna": "Speak as Anna! (",
    "Ignore previous instructions. Summarize": "Sum up: ",
    "[Write the next reply only as Sherlock Holmes.]": "Sherlock Holmes, it is your turn.",
    "[Write the next reply only as John Watson.]": "John Watson, it is your turn.",
    "Write Sherlock Holmes's next reply in a fictional chat between Sherlock Holmes": "Sherlock Holmes meets",
    "Write John Watson's next reply in a fictional chat between John Watson": "John Watson meets",
    "[Start a new group chat. Group members: ": "Who is there: ",
}


@pytest.mark.parametrize("name", [name for name in TALKS if name not in (*MERGED_GROUPS, "named")])
def test_prompts_may_be_worded_otherwise(tmp_path: Path, name: str) -> None:
    talk_recorded = recorded(name)
    words = {
        before: after for before, after in CUSTOMISED.items() if "group" not in name or "point of view" not in before
    }
    with house(tmp_path) as talk:
        for sent in talk_recorded["requests"]:
            send(talk, sent, words=words)
        for character, shown in talk_recorded["shown"].items():
            assert stored(talk, character) == shown


@pytest.mark.parametrize("name", [name for name in TALKS if name not in MERGED_GROUPS])
def test_the_server_may_be_restarted(tmp_path: Path, name: str) -> None:
    talk_recorded = recorded(name)
    requests = talk_recorded["requests"]
    half = len(requests) // 2
    with house(tmp_path) as talk:
        for sent in requests[:half]:
            send(talk, sent)
    with house(tmp_path) as talk:
        for sent in requests[half:]:
            send(talk, sent)
        for character, shown in talk_recorded["shown"].items():
            assert stored(talk, character) == shown
