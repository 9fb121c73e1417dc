"""OpenAI's Responses: passed on to an upstream that has them, made from chat completions or by the character."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import httpx2
import openai
import pytest
from proxy_support import Talk, talking

import soulkeep
from server_support import quietly
from upstream_support import Upstream

FACT = "I adopted a cat called Miso in Lisbon."
MODEL = "holmes@anna~m"
WAYS = ["passed on", "made from chat", "alone"]


@pytest.fixture(params=WAYS)
def talk(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Talk]:
    upstream = None if request.param == "alone" else Upstream(responses=request.param == "passed on")
    with talking(tmp_path, upstream) as talk:
        yield talk


def streamed(talk: Talk, **given: Any) -> tuple[str, Any]:
    """Return the text that the events tell piece by piece, and the response at the end."""
    events = list(talk.client.responses.create(model=given.pop("model", MODEL), stream=True, **given))
    assert events[0].type == "response.created"
    assert [event.sequence_number for event in events] == list(range(len(events)))
    text = "".join(event.delta for event in events if event.type == "response.output_text.delta")
    return text, events[-1]


def test_a_response_is_remembered(talk: Talk) -> None:
    answer = talk.client.responses.create(model=MODEL, input=FACT)
    assert answer.status == "completed"
    assert talk.said() == [FACT, answer.output_text]
    text, last = streamed(talk, input="What is my cat called?")
    assert last.type == "response.completed"
    assert last.response.output_text == text
    assert talk.said()[2:] == ["What is my cat called?", text.strip()]


def test_responses_follow_one_another(talk: Talk) -> None:
    first = talk.client.responses.create(model=MODEL, input=FACT)
    second = talk.client.responses.create(model=MODEL, input="And a dog.", previous_response_id=first.id)
    _, last = streamed(talk, input="And a horse.", previous_response_id=second.id)
    again = talk.client.responses.create(model=MODEL, input="And a horse.", previous_response_id=second.id)
    turns = talk.turns()
    assert len({turn.session for turn in turns}) == 1
    assert [turn.text for turn in turns][::2] == [FACT, "And a dog.", "And a horse."]
    assert turns[-1].text == again.output_text
    assert last.response.id != again.id


def test_a_response_that_is_not_stored_is_remembered_all_the_same(talk: Talk) -> None:
    answer = talk.client.responses.create(model=MODEL, input=FACT, store=False)
    assert talk.said()[0] == FACT
    if talk._upstream is None or not talk.upstream.responses:  # else the upstream may know it
        with pytest.raises(openai.UnprocessableEntityError, match="no response"):
            talk.client.responses.create(model=MODEL, input="And?", previous_response_id=answer.id)


@pytest.mark.parametrize("responses", [True, False])
def test_memories_come_beside_what_is_said(tmp_path: Path, responses: bool) -> None:
    with talking(tmp_path, Upstream(responses=responses)) as talk:
        talk.client.responses.create(model=MODEL, input=FACT)
        items: Any = [
            {"role": "user", "content": [{"type": "input_text", "text": "What is my cat called?"}]},
        ]
        talk.client.responses.create(model=MODEL, input=items, instructions="Be brief.", temperature=0.5)
        sent = talk.upstream.requests[-1]
        assert FACT in str(sent)
        assert sent["temperature"] == 0.5
        assert "consulting detective" not in str(sent)
        assert "consulting detective" in str(talk.upstream.requests[0])
        if responses:
            assert sent["instructions"] == "Be brief."
            assert sent["input"][0]["content"][1] == items[0]["content"][0]
        else:
            assert sent["messages"][0] == {"role": "system", "content": "Be brief."}


def test_an_upstream_response_passes_unchanged(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream(responses=True)) as talk:
        raw = talk.client.responses.with_raw_response.create(model=MODEL, input=FACT)
        assert raw.http_response.json()["theirs"] == "한"
        assert raw.parse().id == "resp_up_1"
        assert talk.turns()[-1].id == "resp_up_1"


def test_a_chain_goes_on_after_the_server_was_started_again(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream()) as talk:
        first = talk.client.responses.create(model=MODEL, input=FACT)
    with talking(tmp_path, Upstream()) as talk:
        talk.client.responses.create(model=MODEL, input="And a dog.", previous_response_id=first.id)
        roles = [(one["role"], one["content"]) for one in talk.upstream.messages[1:]]
        assert roles == [("user", FACT), ("assistant", first.output_text), ("user", "And a dog.")]
        assert len({turn.session for turn in talk.turns()}) == 1


def test_a_tool_is_called_by_chat_completions(tmp_path: Path) -> None:
    tools: Any = [{"type": "function", "name": "clock", "parameters": {"type": "object"}, "strict": False}]
    with talking(tmp_path, Upstream()) as talk:
        model = "holmes@anna~calls"
        first = talk.client.responses.create(model=model, input="What time is it?", tools=tools)
        assert talk.upstream.requests[-1]["tools"][0]["function"]["name"] == "clock"
        call = first.output[0]
        assert call.type == "function_call"
        assert (call.name, call.arguments) == ("clock", '{"zone": "UTC"}')
        result: Any = [{"type": "function_call_output", "call_id": call.call_id, "output": "noon"}]
        second = talk.client.responses.create(model=model, input=result, previous_response_id=first.id, tools=tools)
        roles = [one["role"] for one in talk.upstream.messages]
        assert roles == ["system", "user", "assistant", "tool"]
        assert talk.said() == ["What time is it?", second.output_text]


def test_an_answer_that_breaks_off_fails_and_is_stored_so_far(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream()) as talk:
        text, last = streamed(talk, input=FACT, model="holmes@anna~breaks")
        assert last.type == "response.failed"
        assert talk.said() == [FACT, text.strip()]


def test_errors_pass_through(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream()) as talk:
        with pytest.raises(openai.RateLimitError) as caught:
            talk.client.responses.create(model="holmes@anna~status-429", input=FACT)
        assert caught.value.code == "their_code"
        with pytest.raises(openai.UnprocessableEntityError, match="input"):
            talk.client.responses.create(model=MODEL, input=cast(Any, 7))
        assert talk.said() == [FACT]


def test_the_character_names_what_its_response_rests_on(tmp_path: Path) -> None:
    with talking(tmp_path, None) as talk:
        talk.client.responses.create(model=MODEL, input=FACT)
        answer = talk.client.responses.create(model=MODEL, input="What is my cat called?")
        assert "Miso" in answer.output_text
        about: Any = answer.to_dict()["soulkeep"]
        assert about["references"][0]["memory"]["text"] == FACT
        with quietly(talk.location) as keep:
            keep.erase(person="anna")
        with pytest.raises(openai.UnprocessableEntityError, match="no response"):
            talk.client.responses.create(model="holmes@bob", input="And?", previous_response_id=answer.id)


ALONE = {"answer": "character"}
CHANGES: dict[str, Callable[[soulkeep.Keep, soulkeep.Character, str], object]] = {
    "erased": lambda keep, holmes, id: keep.erase(person="anna"),
    "deleted": lambda keep, holmes, id: holmes.delete(id, person="anna"),
    "forgotten": lambda keep, holmes, id: holmes.forget(id, person="anna"),
    "amended": lambda keep, holmes, id: holmes.amend(id, "I have a secret.", person="anna"),
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("meanwhile", [True, False])
def test_what_is_gone_does_not_come_back_by_an_earlier_response(tmp_path: Path, change: str, meanwhile: bool) -> None:
    def says(model: Upstream, body: Any) -> str:
        if meanwhile and len(model.requests) == 1:
            let_go()
        return "Noted."

    def let_go() -> None:
        with quietly(talk.location) as keep:
            holmes = keep.character("holmes")
            id = next(one.id for one in talk.turns() if "SWORDFISH" in one.text)
            CHANGES[change](keep, holmes, id)

    with talking(tmp_path, Upstream(says=says)) as talk:
        first = talk.client.responses.create(model=MODEL, input="My secret is SWORDFISH.")
        if not meanwhile:
            let_go()
        with suppress(openai.UnprocessableEntityError):
            talk.client.responses.create(model=MODEL, input="And?", previous_response_id=first.id)
        assert "SWORDFISH" in str(talk.upstream.requests[0])
        assert "SWORDFISH" not in str(talk.upstream.requests[1:])


def test_a_chain_may_branch_and_be_taken_up_again(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream()) as talk:
        first = talk.client.responses.create(model=MODEL, input=FACT)
        dog = talk.client.responses.create(model=MODEL, input="And a dog.", previous_response_id=first.id)
        talk.client.responses.create(model=MODEL, input="And a horse.", previous_response_id=first.id)
        talk.client.responses.create(model=MODEL, input="It barks.", previous_response_id=dog.id)
        sent = [one["content"] for one in talk.upstream.messages if one["role"] == "user"]
        assert sent == [FACT, "And a dog.", "It barks."]
        assert talk.said()[::2] == [FACT, "And a dog.", "It barks."]


@pytest.mark.parametrize("stream", [True, False])
def test_an_output_that_makes_no_sense_passes_through(tmp_path: Path, stream: bool) -> None:
    with talking(tmp_path, Upstream(responses=True)) as talk:
        body = {"model": "holmes@anna~odd", "input": FACT, "stream": stream}
        answer = httpx2.post(f"{talk.url}/v1/responses", json=body)
        assert '"output": [5]' in answer.text or not stream
        assert talk.said()[0] == FACT


@pytest.mark.parametrize(
    "given", [{"tools": 5}, {"tools": {"a": 1}}, {"input": [], "soulkeep": {"answer": "character"}}]
)
def test_what_is_no_request_is_refused(tmp_path: Path, given: dict[str, Any]) -> None:
    with talking(tmp_path, Upstream()) as talk:
        answer = httpx2.post(f"{talk.url}/v1/responses", json={"model": MODEL, "input": FACT, **given})
        assert answer.status_code == 422
        assert answer.json()["error"]["type"] == "invalid_request_error"


@pytest.mark.parametrize(("seconds", "asked"), [(0.0, "input"), (600.0, "messages")])
def test_an_upstream_that_had_no_responses_is_asked_again_after_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seconds: float, asked: str
) -> None:
    monkeypatch.setattr("soulkeep.server.openai_proxy.service.PLAIN_SECONDS", seconds)
    with talking(tmp_path, Upstream()) as talk:
        first = talk.client.responses.create(model=MODEL, input=FACT)
        talk.upstream.responses = True
        talk.client.responses.create(model=MODEL, input="And a horse.")
        assert asked in talk.upstream.requests[-1]
        talk.client.responses.create(model=MODEL, input="And a dog.", previous_response_id=first.id)
        assert FACT in str(talk.upstream.messages)  # that one was made here: the upstream doesn't know it
