"""Tests of what passes through the proxy: unchanged, except for what the character remembers; and the character by
itself."""

from __future__ import annotations

import os
from itertools import pairwise
from pathlib import Path
from typing import Any

import openai
import pytest
from proxy_support import Talk, talking

from server_support import quietly
from upstream_support import Upstream

FACT = "I adopted a cat called Miso in Lisbon."


def test_a_talk_is_remembered_by_changing_one_url(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream()) as talk:
        assert talk.say(FACT) == "Answer 1. Indeed."
        assert talk.history == "matched=0; edited=0; new=1; unknown=0"
        assert talk.say("And you?", stream=False) == "Answer 2. Indeed."
        assert talk.history == "matched=2; edited=0; new=1; unknown=0"
        turns = talk.turns()
    assert [turn.text for turn in turns] == [FACT, "Answer 1. Indeed.", "And you?", "Answer 2. Indeed."]
    assert [turn.speaker for turn in turns] == ["anna", "Sherlock Holmes", "anna", "Sherlock Holmes"]
    assert {turn.session for turn in turns} == {talk.session}


def test_memories_of_another_conversation_come_beside_the_message(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream()) as talk:
        talk.say(FACT)
        talk.messages = [{"role": "system", "content": "You are Holmes."}]
        talk.say("What is my cat called?")
        system, asked = talk.upstream.messages
        assert system == {"role": "system", "content": "You are Holmes."}
        assert asked["content"].endswith("]\n\nWhat is my cat called?")
        assert FACT in asked["content"]
        assert talk.said()[-2] == "What is my cat called?"


def test_the_description_goes_along_where_nobody_is_described(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream()) as talk:
        talk.say("Hello.")
        assert "consulting detective" in talk.upstream.messages[0]["content"]
        talk.send([{"role": "user", "content": "Hi."}], headers={"X-Soulkeep-Description": "never"})
        assert [one["role"] for one in talk.upstream.messages] == ["user"]
        messages = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hey."}]
        talk.send(messages, headers={"X-Soulkeep-Description": "always"})
        assert [one["role"] for one in talk.upstream.messages] == ["system", "system", "user"]


def test_everything_else_passes_through_unchanged(tmp_path: Path) -> None:
    image = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AA==", "detail": "low"}}
    audio = {"type": "input_audio", "input_audio": {"data": "AA==", "format": "wav"}}
    given: dict[str, Any] = {
        "temperature": 0.30000000000000004,
        "tools": [{"type": "function", "function": {"name": "clock", "parameters": {"type": "object"}}}],
        "tool_choice": "auto",
        "response_format": {"type": "json_object"},
        "n": 2,
        "extra_body": {"grammar": "root ::= 한", "metadata": {"theirs": "x", "soulkeep": '{"session": "s1"}'}},
    }
    content = [{"type": "text", "text": "Look."}, image, audio]
    with talking(tmp_path, Upstream()) as talk:
        talk.say(content, **given)
        sent = dict(talk.upstream.requests[-1])
        assert sent.pop("messages")[1:] == [{"role": "user", "content": content}]
        expected = {**given, **given["extra_body"], "model": "m", "stream": True, "metadata": {"theirs": "x"}}
        del expected["extra_body"]
        assert sent == expected
        assert talk.session == "s1"
        assert talk.said()[0] == "Look.\n[image]\n[audio]"


def test_a_tool_is_called_in_between(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream()) as talk:
        answer = talk.client.chat.completions.create(
            model="holmes@anna~calls", messages=[{"role": "user", "content": "What time is it?"}]
        )
        calls = answer.choices[0].message
        assert calls.tool_calls is not None
        assert talk.said() == ["What time is it?"]
        shown = calls.model_dump(exclude_none=True)
        tool = {"role": "tool", "tool_call_id": "call_1", "content": "noon"}
        messages = [{"role": "user", "content": "What time is it?"}, shown, tool]
        assert talk.send(messages, model="holmes@anna~calls") == "Answer 2. Indeed."
        assert talk.upstream.messages[-2:] == [shown, tool]
        assert talk.said() == ["What time is it?", "Answer 2. Indeed."]


def test_the_answer_comes_as_the_upstream_sent_it(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream()) as talk:
        raw = talk.client.chat.completions.with_raw_response.create(
            model="holmes@anna~m", messages=[{"role": "user", "content": "Hello."}]
        )
        assert raw.headers["x-upstream-request-id"] == "theirs"
        answer = raw.parse()
        assert answer.system_fingerprint == "fp_한"
        assert answer.usage is not None
        assert answer.usage.total_tokens == 10
        chunks = list(
            talk.client.chat.completions.create(
                model="holmes@anna~m",
                messages=[{"role": "user", "content": "Hello!"}],
                stream=True,
                stream_options={"include_usage": True},
            )
        )
        assert chunks[-1].usage is not None
        assert {chunk.id for chunk in chunks} == {"chatcmpl-up"}


def test_what_a_model_thinks_aloud_is_not_said(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream()) as talk:
        assert talk.say("Hello.", model="holmes@anna~thinks").startswith("<think>")
        assert talk.said() == ["Hello.", "Answer 1. Indeed."]
        talk.messages[-1]["content"] = "Answer 1. Indeed."  # front ends leave it out
        talk.say("And?")
        assert talk.history == "matched=2; edited=0; new=1; unknown=0"


def test_two_hundred_turns_recall_the_third_and_keep_the_prefix(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream()) as talk:
        for turn in range(1, 201):
            talk.say_plainly(FACT if turn == 3 else f"The weather of day {turn} was rather dull, number {turn * 37}.")
        requests = [request["messages"] for request in talk.upstream.requests]
        for before, after in pairwise(requests):
            assert after[: len(before)] == before  # the prompt's beginning stays as it was
        talk.messages = talk.messages[-20:]  # the front end truncates, as they do
        talk.say("What is my cat called?")
        assert FACT in talk.upstream.messages[-1]["content"]
        assert talk.history == "matched=20; edited=0; new=1; unknown=0"
        assert len(talk.said()) == 402


def test_a_character_answers_by_itself_after_two_hundred_turns(tmp_path: Path) -> None:
    with talking(tmp_path, None) as talk:
        for turn in range(1, 201):
            talk.say_plainly(FACT if turn == 3 else f"The weather of day {turn} was rather dull, number {turn * 37}.")
        answer = talk.say("What is my cat called?")
        assert "Miso" in answer
        assert "[m" not in answer
        assert len(talk.said()) == 402


def test_references_stand_in_a_member_of_their_own(tmp_path: Path) -> None:
    with talking(tmp_path, None) as talk:
        talk.say(FACT, model="holmes@anna")
        asked: Any = [{"role": "user", "content": "What is my cat called?"}]
        whole = talk.client.chat.completions.create(model="holmes@anna", messages=asked)
        about: Any = whole.to_dict()["soulkeep"]
        assert [one["memory"]["text"] for one in about["references"]] == [FACT]
        assert about["session"] in {turn.session for turn in talk.turns()}
        chunks = list(talk.client.chat.completions.create(model="holmes@anna", messages=asked, stream=True))
        assert any("soulkeep" in chunk.to_dict() for chunk in chunks)


def test_korean(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream(says=lambda model, body: "그렇군요. 알겠습니다.")) as talk:
        talk.say("리스본에서 미소라는 고양이를 입양했어요.", model="holmes@안나~m")
        talk.messages = []
        talk.say("제 고양이 이름이 뭐예요?", model="holmes@안나~m")
        assert "미소라는 고양이" in talk.upstream.messages[-1]["content"]
        assert talk.said(person="안나")[1] == "그렇군요. 알겠습니다."


def test_hidden_requests_of_front_ends_are_not_stored(tmp_path: Path) -> None:
    task = "### Task:\nGenerate a concise title.\n### Chat History:\n<chat_history>\nUSER: Hi\n</chat_history>"
    with talking(tmp_path, Upstream()) as talk:
        talk.say(FACT)
        talk.send([{"role": "user", "content": task}])
        assert talk.upstream.messages == [{"role": "user", "content": task}]
        talk.send([{"role": "user", "content": "My cat?"}], headers={"X-Soulkeep-Remember": "false"})
        assert FACT in talk.upstream.messages[-1]["content"]
        talk.send(
            [{"role": "user", "content": "My cat again?"}],
            extra_body={"metadata": {"soulkeep": {"remember": False}}},
        )
        assert talk.said() == [FACT, "Answer 1. Indeed."]


def test_a_character_that_answers_by_itself_stores_what_it_should(tmp_path: Path) -> None:
    task = "### Task:\nGenerate a concise title.\n<chat_history>\nUSER: Hi\n</chat_history>"
    with talking(tmp_path, None) as talk:
        talk.say(FACT)
        before = talk.said()
        for stream in (True, False):
            assert talk.send([{"role": "user", "content": task}], stream=stream)
            asked = [{"role": "user", "content": "What is my cat called?"}]
            assert "Miso" in talk.send(asked, stream=stream, headers={"X-Soulkeep-Remember": "false"})
        assert talk.said() == before
    with talking(tmp_path, Upstream()) as talk:
        answer = talk.say("What is my cat called?", headers={"X-Soulkeep-Answer": "character"})
        assert "Miso" in answer
        assert talk.upstream.requests == []


def test_who_is_who(tmp_path: Path) -> None:
    def say(talk: Talk, model: str, text: str, **more: Any) -> None:
        talk.send([{"role": "user", "content": text}], model=model, **more)

    with talking(tmp_path, Upstream()) as talk:
        say(talk, "holmes", "Nobody is named.")
        say(talk, "holmes", "The body names her.", user="anna")
        say(talk, "holmes@anna@example.org", "An address.")
        say(talk, "gpt-5", "By headers.", headers={"X-Soulkeep-Character": "holmes", "X-Soulkeep-Person": "bob"})
        assert [one["model"] for one in talk.upstream.requests] == ["m", "m", "m", "gpt-5"]
        say(talk, "holmes@anna~vendor/model:free@1~x", "The upstream's model.")
        assert talk.upstream.requests[-1]["model"] == "vendor/model:free@1~x"
        assert talk.said(person="user")[0] == "Nobody is named."
        assert talk.said(person="anna@example.org")[0] == "An address."
        assert talk.said(person="bob")[0] == "By headers."
        assert "The body names her." in talk.said()


def test_errors_say_what_to_do_as_openai_does(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream()) as talk:
        with pytest.raises(openai.NotFoundError, match=r"no character 'watson'.*Known: holmes") as caught:
            talk.send([{"role": "user", "content": "Hi."}], model="watson@anna")
        assert caught.value.code == "unknown_character"
        with pytest.raises(openai.UnprocessableEntityError, match="no messages"):
            talk.send([])
        with pytest.raises(openai.UnprocessableEntityError, match="X-Soulkeep-Character"):
            talk.send([{"role": "user", "content": "Hi."}], model="@anna")
        with pytest.raises(openai.UnprocessableEntityError, match="can't face itself"):
            talk.send([{"role": "user", "content": "Hi."}], model="holmes@holmes")
        assert talk.said() == []
        assert talk.upstream.requests == []


def test_models_are_characters(tmp_path: Path) -> None:
    with talking(tmp_path, None) as talk:
        assert [one.id for one in talk.client.models.list()] == ["holmes"]
        talk.say("Hello.", model="holmes@anna%40example.org")
        assert [one.id for one in talk.client.models.list()] == ["holmes"]
        names = [one.id for one in talk.client.models.list(extra_query={"people": "true"})]
        assert names == ["holmes", "holmes@anna%40example.org"]
        talk.say("Hello again.", model=names[1])
        assert len(talk.said(person="anna@example.org")) == 4
        assert talk.client.models.retrieve("holmes@new").id == "holmes@new"
        assert talk.client.models.retrieve("HOLMES").id == "HOLMES"
        with pytest.raises(openai.NotFoundError):
            talk.client.models.retrieve("watson")


def test_the_keeps_own_model_is_the_upstream_by_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from upstream_support import serving

    with serving(Upstream()) as upstream:
        monkeypatch.setitem(os.environ, "SOULKEEP_CHAT_URL", upstream.url)
        monkeypatch.setitem(os.environ, "SOULKEEP_CHAT_MODEL", "named-here")
        monkeypatch.setitem(os.environ, "SOULKEEP_CHAT_KEY", "their-key")
        with talking(tmp_path, None) as talk:
            talk.say("Hello.", model="holmes@anna")
        assert upstream.requests[-1]["model"] == "named-here"
        assert upstream.headers[-1]["authorization"] == "Bearer their-key"


def test_a_description_set_later_goes_along(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream()) as talk:
        with quietly(talk.location) as keep:
            keep.character("holmes", description="A beekeeper in Sussex.")
        talk.say("Hello.")
        assert "beekeeper" in talk.upstream.messages[0]["content"]


def test_a_memory_that_the_answer_takes_up_grows_stronger(tmp_path: Path) -> None:
    def says(model: Upstream, body: Any) -> str:
        return "Your cat Miso, adopted in Lisbon." if "cat" in body["messages"][-1]["content"][-20:] else "Indeed."

    with talking(tmp_path, Upstream(says=says)) as talk:
        talk.say(FACT)
        assert talk.turns()[0].stability == 1.0
        talk.messages = []
        talk.say("Who is my cat?")
        assert talk.turns()[0].stability > 1.0
