"""A character that answers by itself, though a front end repeats, swipes and gives up."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from proxy_support import Talk, talking

from upstream_support import Upstream, serving

ALONE = {"X-Soulkeep-Answer": "character"}
FACT = "My cat is called Miso."


@pytest.fixture
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Talk]:
    """Yield a front end at a server whose characters have a language model of their own."""
    with serving(Upstream()) as model:
        monkeypatch.setitem(os.environ, "SOULKEEP_CHAT_URL", model.url)
        monkeypatch.setitem(os.environ, "SOULKEEP_CHAT_MODEL", "m")
        with talking(tmp_path, model) as talk:
            yield talk


def test_a_request_sent_again_before_it_is_answered_is_one_turn(alone: Talk) -> None:
    alone.say("Good evening.", headers=ALONE)
    asked = [*alone.messages, {"role": "user", "content": FACT}]
    alone.upstream.says = lambda model, body: (model.go.wait(20), f"Answer {len(model.requests)}.")[1]
    threads = [threading.Thread(target=alone.send, args=(asked,), kwargs={"headers": ALONE}) for _ in range(3)]
    for thread in threads:
        thread.start()
    assert alone.until_said(3)[2:] == [FACT]
    alone.upstream.go.set()
    for thread in threads:
        thread.join(30)
    said = alone.said()
    assert said[:3] == ["Good evening.", "Answer 1. Indeed.", FACT]
    assert len(said) == 4


@pytest.mark.parametrize("stream", [True, False])
def test_a_retry_after_a_failure_is_answered_once(alone: Talk, stream: bool) -> None:
    def fails(model: Upstream, body: object) -> str:
        raise RuntimeError("broken, as the test wants it")

    alone.upstream.says = fails
    with pytest.raises(Exception, match="did not answer"):
        alone.say(f"  {FACT}\n", stream=stream, headers=ALONE)
    assert alone.said() == [FACT]
    alone.upstream.says = lambda model, body: "I see."
    alone.messages = [{"role": "user", "content": f"Anna: {FACT}"}]
    assert alone.send(stream=stream, headers=ALONE) == "I see."
    assert alone.said() == [FACT, "I see."]


def test_who_answers_anew_does_not_see_the_answer_that_goes(alone: Talk) -> None:
    alone.say("Good evening.", headers=ALONE)
    alone.say("What about the violin?", headers=ALONE)
    first = alone.upstream.messages
    alone.upstream.says = lambda model, body: "It is a Stradivarius."
    assert alone.send(alone.messages[:-1], headers=ALONE) == "It is a Stradivarius."
    assert alone.upstream.messages == first
    assert alone.said()[2:] == ["What about the violin?", "It is a Stradivarius."]


def test_a_failed_answer_of_the_upstream_may_be_given_by_the_character(alone: Talk) -> None:
    with pytest.raises(Exception, match="No\\."):
        alone.say(FACT, model="holmes@anna~status-503")
    assert alone.send(headers=ALONE) == "Answer 2. Indeed."
    assert alone.said() == [FACT, "Answer 2. Indeed."]


def test_an_answer_that_was_left_behind_is_not_repeated(alone: Talk) -> None:
    for text in ("I am Anna.", FACT):
        alone.say(text, headers=ALONE)
    asked = alone.messages[:3]
    alone.messages = alone.messages[:2]
    alone.say("I have a dog.", headers=ALONE)
    assert alone.send(asked, headers=ALONE) == "Answer 4. Indeed."
    assert alone.said() == ["I am Anna.", "Answer 1. Indeed.", FACT, "Answer 4. Indeed."]


def test_a_very_long_message_is_heard_as_far_as_it_can_be_stored(alone: Talk) -> None:
    assert alone.say("cat " * 600_000, headers=ALONE) == "Answer 1. Indeed."
    assert len(alone.said()[0]) == 2_000_000
