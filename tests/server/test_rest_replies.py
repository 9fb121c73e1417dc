"""Replies over REST: whole, streamed, rehearsed, and left early."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

import soulkeep
from server_support import quiet_in, running
from soulkeep.testing.models import ScriptedChat
from soulkeep.types.lists import Profile

WORDS = "Of course I remember Miso, your cat, and the rain on the day you found her."


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    with running(quiet_in(tmp_path)) as url:
        yield url


@pytest.fixture
def holmes(url: str) -> Iterator[soulkeep.RemoteCharacter]:
    with soulkeep.connect(url) as keep:
        holmes = keep.character("holmes", name="Sherlock Holmes")
        holmes.observe("I adopted a cat called Miso.", person="anna", session="s1")
        yield holmes


@pytest.fixture
def slow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Yield a server whose language model takes its time over each word."""
    chat = ScriptedChat(default=WORDS, delay=0.15)
    plain = soulkeep.open
    monkeypatch.setattr(soulkeep, "open", lambda *args, **kw: plain(*args, **{**kw, "chat": chat}))
    with running(quiet_in(tmp_path)) as url:
        yield url


def events(text: str) -> list[tuple[str, Any]]:
    """Return the server-sent events of a response."""
    found = []
    for block in text.strip().split("\n\n"):
        name, data = block.split("\n")
        found.append((name.removeprefix("event: "), json.loads(data.removeprefix("data: "))))
    return found


def test_a_reply_rests_on_what_was_said_and_is_stored(holmes: soulkeep.RemoteCharacter) -> None:
    reply = holmes.reply("What is my cat called?", person="anna", session="s1")
    assert "Miso" in reply.text
    assert reply.references[0].memory.text == "I adopted a cat called Miso."
    assert reply.trace.offers[0].outcome == "chosen"
    assert reply.said is not None
    assert holmes.memory(reply.said, person="anna").speaker == "Sherlock Holmes"


def test_the_same_id_gives_the_same_answer_again(holmes: soulkeep.RemoteCharacter) -> None:
    first = holmes.reply("What is my cat called?", person="anna", id="q1")
    again = holmes.reply("What is my cat called?", person="anna", id="q1")
    assert again.responder == "stored"
    assert again.said == first.said
    assert len(list(holmes.memories(person="anna", kinds={"turn"}))) == 3


def test_a_rehearsal_leaves_no_trace(holmes: soulkeep.RemoteCharacter) -> None:
    before = list(holmes.memories(person="anna"))
    reply = holmes.reply("What is my cat called?", person="anna", remember=False)
    assert (reply.heard, reply.said) == (None, None)
    assert "Miso" in reply.text
    assert list(holmes.memories(person="anna")) == before


def test_rules_and_recipes_reach_the_library(holmes: soulkeep.RemoteCharacter) -> None:
    forbidden = holmes.reply("What is my cat called?", person="anna", rules=soulkeep.Rules(allow={"admission"}))
    assert forbidden.responder == "admission"
    other = holmes.under("mimir").recall("What is my cat called?", person="anna")
    assert other.hits[0].parts.keys() != holmes.recall("What is my cat called?", person="anna").hits[0].parts.keys()
    with pytest.raises(soulkeep.InputError):
        holmes.under("nobody").recall("What?", person="anna")


def test_a_stream_is_deltas_and_then_the_reply(url: str, holmes: soulkeep.RemoteCharacter) -> None:
    body = {"text": "What is my cat called?", "person": "anna", "stream": True}
    answer = httpx2.post(f"{url}/v1/characters/holmes/reply", json=body)
    assert answer.headers["content-type"].startswith("text/event-stream")
    told = events(answer.text)
    assert {name for name, _ in told[:-1]} == {"delta"}
    assert told[-1][0] == "reply"
    assert "".join(data["text"] for _, data in told[:-1]) == told[-1][1]["text"]


def test_the_client_streams_plainly_and_async(holmes: soulkeep.RemoteCharacter) -> None:
    stream = holmes.stream("What is my cat called?", person="anna")
    pieces = list(stream)
    assert len(pieces) > 1
    assert "".join(pieces) == stream.reply.text

    async def both() -> tuple[list[str], soulkeep.Reply]:
        spoken = holmes.stream("And again?", person="anna")
        heard = [piece async for piece in spoken]
        return heard, await holmes.areply("What is my cat called?", person="anna", remember=False)

    heard, reply = asyncio.run(both())
    assert heard
    assert "Miso" in reply.text


def test_a_request_that_cannot_be_answered_is_a_problem_before_the_stream(holmes: soulkeep.RemoteCharacter) -> None:
    with pytest.raises(soulkeep.BadText):
        list(holmes.stream(" ", person="anna"))
    with pytest.raises(soulkeep.UnknownCharacter):
        list(soulkeep.RemoteCharacter(holmes._transport, Profile(id="nobody", name="Nobody")).stream("Hello?"))


def test_who_leaves_early_has_heard_what_was_said(slow: str) -> None:
    with soulkeep.connect(slow) as keep:
        holmes = keep.character("holmes")
        holmes.observe("I adopted a cat called Miso.", person="anna")

        async def leave() -> str:
            heard = ""
            stream = holmes.stream("Do you remember my cat?", person="anna")
            pieces = aiter(stream)
            async for piece in pieces:
                heard += piece
                if len(heard.split()) >= 3:
                    break
            await pieces.aclose()  # type: ignore[attr-defined]
            return heard

        heard = asyncio.run(leave())
        said = stored_answer(holmes)
        assert WORDS.startswith(said)
        assert said.startswith(heard.strip())
        assert len(said) < len(WORDS)


def stored_answer(holmes: soulkeep.RemoteCharacter) -> str:
    """Return the character's answer once it is stored."""
    late = time.monotonic() + 20
    while time.monotonic() < late:
        texts = [one.text for one in holmes.memories(person="anna") if one.speaker == "holmes"]
        if texts:
            return texts[-1]
        time.sleep(0.05)
    raise AssertionError("nothing was stored")


def test_a_model_that_fails_midway_ends_the_stream_with_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = ScriptedChat(default=["I remember ", "that ", soulkeep.ChatUnavailable("The model left.")])
    plain = soulkeep.open
    monkeypatch.setattr(soulkeep, "open", lambda *args, **kw: plain(*args, **{**kw, "chat": broken}))
    with running(quiet_in(tmp_path)) as url, soulkeep.connect(url, retries=0) as keep:
        holmes = keep.character("holmes")
        holmes.observe("I adopted a cat called Miso.", person="anna")
        body = {"text": "Do you remember my cat?", "person": "anna", "stream": True, "id": "q"}
        told = events(httpx2.post(f"{url}/v1/characters/holmes/reply", json=body, timeout=30).text)
        assert told[-1][0] == "error"
        assert told[-1][1]["type"].endswith(":chat-unavailable")
        assert told[-1][1]["retryable"] is True
        with pytest.raises(soulkeep.ChatUnavailable):
            list(holmes.stream("And now?", person="anna"))
        with pytest.raises(soulkeep.ChatUnavailable):
            holmes.reply("And then?", person="anna")
        assert "Do you remember my cat?" in [one.text for one in holmes.memories(person="anna")]


def test_what_was_checked_and_what_was_not_comes_over_the_wire(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chat = ScriptedChat(default="You adopted a cat called Miso [m1]. You live in Lisbon.")
    plain = soulkeep.open
    monkeypatch.setattr(soulkeep, "open", lambda *args, **kw: plain(*args, **{**kw, "chat": chat}))
    with running(quiet_in(tmp_path)) as url, soulkeep.connect(url) as keep:
        holmes = keep.character("holmes")
        holmes.observe("I adopted a cat called Miso.", person="anna", session="s1")
        check = holmes.reply("What is my cat called?", person="anna", session="s2").check
    assert check is not None
    assert [(claim.text, claim.verdict) for claim in check.claims] == [
        ("You adopted a cat called Miso.", "supported"),
        ("You live in Lisbon.", "not checked"),
    ]
    assert (check.grounded, check.holds, check.author) == (1.0, True, "rules")


def test_a_story_lets_the_character_speak_first(holmes: soulkeep.RemoteCharacter, tmp_path: Path) -> None:
    story = "story: visit\nevents:\n  - id: hello\n    title: how we met\n    open: 어서 오세요, {person}!\n"
    file = tmp_path / "visit.yaml"
    file.write_text(story, encoding="utf-8")
    assert holmes.stage(story) == holmes.stage(file) == "visit"
    assert list(holmes.stories) == ["visit"]
    opening = holmes.begin(person="ben", language="ko")
    assert opening is not None
    assert opening.text == "어서 오세요, ben!"
    assert [one.event for one in holmes.stories.events(person="ben")] == ["hello"]
    assert holmes.stories.remove("visit") is True
    assert holmes.stories.remove("visit") is False


@pytest.mark.parametrize("story", ["/etc/hostname", "events: [", "\n", "a: b"])
def test_what_is_no_story_is_refused_and_no_file_of_the_server_is_read(
    url: str, holmes: soulkeep.RemoteCharacter, story: str
) -> None:
    answer = httpx2.put(f"{url}/v1/characters/holmes/stories", content=story.encode())
    assert answer.status_code == 422
    assert answer.json()["type"].endswith(":bad-file")
    assert Path("/etc/hostname").read_text().strip() not in answer.text
