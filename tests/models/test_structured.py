"""JSON out of a language model: what small models write is read as meant, and sent back once if it can't be."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field

import soulkeep
from soulkeep.errors import BadAnswer
from soulkeep.models.chat.base import ChatModel, Message, OpenAIChat
from soulkeep.models.chat.structured import answer, read_json
from soulkeep.testing.models import ScriptedChat
from soulkeep.types.records import Usage


class Pet(BaseModel):
    name: str
    living: bool = True


class Talk(BaseModel):
    title: str
    weight: int = Field(ge=1, le=10)
    pets: list[Pet] = []
    note: str | None = None


GOOD = '{"title": "Miso", "weight": 7}'
ASKED = [Message("system", "Condense."), Message("user", "[1] Anna: I adopted Miso.")]


def ask(chat: ChatModel, messages: Sequence[Message] = ASKED) -> Talk:
    return asyncio.run(answer(chat, messages, Talk))


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        f"\ufeff{GOOD}",
        f"```json\n{GOOD}\n```",
        f"```\n{GOOD}",
        f"Sure! Here is Anna's {{JSON}} [1]:\n{GOOD}\nI hope it's {{useful}}.",
        f"[{GOOD}]",
        "As [1] and [m2] say, " * 40 + GOOD,
        f'{{"talk": {GOOD}}}',
        '{"title": "Miso", "weight": 7,}',
        '{"title": "Miso", "pets": [], "note": null, "weight": 7, }',
        "{'title': 'Miso', 'note': None, 'weight': 7}",
        "“Yes”: {“title”: “Miso”, “weight”: 7}",
        "{‘title’: ‘Miso’, ‘weight’: 7}",
        '{"title": "Miso", "weight": 7',
        '{"title": "Miso", "weight": 7, "pets": [',
        '{"title": "Miso", "weight": 7, "note": "She sa',
        '{"title": "Miso", "weight": 7, "note": tr',
        '{"title": "Miso", "weight": 7, "note":',
        '{"title": "Miso", "weight": 7, "no',
        '```json\n{"title": "Miso", "weight": 7, "pets": [\n```\nIt was cut off.',
        '{"title": "", "weight": 0} No, that is wrong: ' + GOOD,
    ],
)
def test_reads_what_was_meant(text: str) -> None:
    assert read_json(text, Talk) == Talk(title="Miso", weight=7)


DRAFT = '{"title": "Rex", "weight": 1}'


@pytest.mark.parametrize(
    "text",
    [
        f"{DRAFT}\n{GOOD}",
        f"First I thought {DRAFT}. But no:\n```json\n{GOOD}\n```",
        f'{DRAFT} {{"title": "Rex", "weight": 2, }} {GOOD} {{"title": "Rex"}} {{"weight": 3}} {{}}',
        f'{{"answer": {DRAFT}}} {{"answer": {GOOD}}}',
        f'{DRAFT} {{"title": "Miso", "weight": 7, "note": "She sa',
        pytest.param(" ".join([DRAFT] * 40 + [GOOD]), id="forty drafts"),
        pytest.param("f{x} " * 40 + GOOD, id="forty braces"),
    ],
)
def test_of_several_that_fit_the_last_counts(text: str) -> None:
    assert read_json(text, Talk) == Talk(title="Miso", weight=7)


def test_what_is_wrong_is_said_of_the_first() -> None:
    with pytest.raises(BadAnswer, match="weight: Input should be less than or equal to 10"):
        read_json('{"title": "Miso", "weight": 70} {"title": 5, "weight": 7}', Talk)


@pytest.mark.parametrize(
    ("written", "title"),
    [
        ('{"title": "She said “hi, True”", "weight": 7,}', "She said “hi, True”"),
        ('{"title": "a {b} [c], d: \\"e\\"", "weight": 7,}', 'a {b} [c], d: "e"'),
        ("{'title': 'Anna\\'s \"cat\"', 'weight': 7}", 'Anna\'s "cat"'),
        ('{“title”: “the "cat"”, “weight”: 7}', 'the "cat"'),
        ('{"title": "100\\% of C:\\\\x\\_y", "weight": 7}', "100\\% of C:\\x\\_y"),
        ('{"title": "two\nlines", "weight": 7}', "two\nlines"),
        ('{"title": "caf\\u00e9 \\ud83d\\ude38", "weight": 7,}', "café 😸"),
        ('{"title": "half a cat \\ud83d", "weight": 7}', "half a cat "),
    ],
)
def test_mending_leaves_texts_alone(written: str, title: str) -> None:
    assert read_json(written, Talk).title == title


def test_of_what_breaks_off_whole_items_are_left_out() -> None:
    pets = '"pets": [{"name": "Miso", "living": true}, {"name": "Rex", "living": false}]'
    whole = f'{{"weight": 7, "title": "Pets, cats", {pets}, "note": "x"}}'
    meant = read_json(whole, Talk)
    most = 0
    for end in range(whole.index('"pets"'), len(whole)):
        found = read_json(whole[:end], Talk)
        assert (found.title, found.weight) == (meant.title, 7)
        assert found.pets == meant.pets[: len(found.pets)]  # never a Rex that lives
        assert found.note in (None, "x")
        assert len(found.pets) >= most
        most = len(found.pets)
    assert most == 2


@pytest.mark.parametrize(
    ("text", "trouble"),
    [
        ("I am sorry, I can't.", "no single JSON object"),
        ("[1, 2]", "no single JSON object"),
        (f"[{GOOD}, {GOOD}]", "no single JSON object"),
        ('{"title": "Miso", "weight": 11}', "weight: Input should be less than or equal to 10"),
        ('{"weight": NaN}', "title: Field required; weight: Input should be a valid integer"),
        ('{"pets": [{"title": "Miso", "weight": 7}]}', "pets.0.name: Field required"),
    ],
)
def test_says_what_is_wrong(text: str, trouble: str) -> None:
    with pytest.raises(BadAnswer, match=trouble.replace(".", r"\.")) as caught:
        read_json(text, Talk)
    assert caught.value.hint
    assert "Miso" not in str(caught.value)


FRAGMENTS = ["{", "}", "[", "]", ":", ",", '"', "'", "“", "”", "\\", "\\u", "```", "True", "1e999", "9" * 5000, " "]
FRAGMENTS += ['"title"', '"weight"', '"pets"', '{"name": ', "7", GOOD, "<think>", "\ufeff", "\ud83d", "\x00"]


@given(st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=5)).map("".join))
def test_reading_never_fails_otherwise(text: str) -> None:
    with suppress(BadAnswer):
        read_json(text, Talk).model_dump_json().encode()


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 50_000, '{"pets":[{},' * 20_000, "{'" * 100_000])
def test_a_loop_of_the_models_is_survived(text: str) -> None:
    with pytest.raises(BadAnswer):
        read_json(text, Talk)


def test_asks_with_the_schema_and_in_words() -> None:
    chat = ScriptedChat([GOOD, Usage(prompt=1, completion=1, exact=True)])
    assert ask(chat) == Talk(title="Miso", weight=7)
    assert chat.schemas == [Talk.model_json_schema()]
    [[system, user]] = chat.prompts
    assert system.content.startswith("Condense.\n\nAnswer with one JSON object")
    told = json.loads(system.content.splitlines()[-1])
    assert list(told["properties"]) == ["title", "weight", "pets", "note"]
    assert "title" not in told
    assert user == ASKED[1]


def test_a_prompt_without_a_system_message_gets_one() -> None:
    chat = ScriptedChat(GOOD)
    ask(chat, ASKED[1:])
    assert [message.role for message in chat.prompts[0]] == ["system", "user"]


@pytest.mark.parametrize(
    "thinking",
    [
        '<think>Maybe {"title": "Rex", "weight": 1}?</think>',
        'It opened by itself. {"title": "Rex", "weight": 1}\n</think>\n',
        '<thinking>{"title": "Rex", "weight": 1}</thinking>',
        '<thought>{"title": "Rex", "weight": 1}</thought>',
        '[THINK]{"title": "Rex", "weight": 1}[/THINK]',
        '<|channel|>analysis<|message|>{"title": "Rex", "weight": 1}<|end|><|channel|>final<|message|>',
        'It needs no tag: {"title": "Rex", "weight": 1}. On second thought:\n',
    ],
)
def test_what_it_thinks_is_no_answer(thinking: str) -> None:
    assert ask(ScriptedChat(thinking + GOOD)).title == "Miso"


def test_a_text_may_speak_of_thinking() -> None:
    assert ask(ScriptedChat('{"title": "the </think> tag", "weight": 7}')).title == "the </think> tag"


def test_a_bad_answer_is_sent_back_once_with_what_is_wrong() -> None:
    chat = ScriptedChat('<think>Hm.</think>{"title": "Miso", "weight": 70}', GOOD)
    assert ask(chat).weight == 7
    first, second = chat.prompts
    assert second[:2] == first
    assert second[2] == Message("assistant", '{"title": "Miso", "weight": 70}')
    assert second[3].role == "user"
    assert "weight: Input should be less than or equal to 10" in second[3].content
    assert "Answer again with JSON only" in second[3].content
    assert len(chat.schemas) == 2


def test_a_second_bad_answer_is_an_error() -> None:
    chat = ScriptedChat("No.", '{"title": "secret"}', GOOD)
    with pytest.raises(BadAnswer, match=r"scripted did not answer as asked.*weight: Field required") as caught:
        ask(chat)
    assert caught.value.retryable
    assert caught.value.hint
    assert "secret" not in str(caught.value)
    assert len(chat.prompts) == 2


REFUSAL = soulkeep.ChatRefused("No.", hint="Another model.")


@pytest.mark.parametrize("nothing", ["", " \n", "<think>Hm.</think>", "<think>I never stop", REFUSAL])
def test_an_empty_answer_is_asked_for_again(nothing: str | Exception) -> None:
    chat = ScriptedChat([nothing], GOOD)
    assert ask(chat).title == "Miso"
    assert [message.role for message in chat.prompts[1]] == ["system", "user", "assistant", "user"]
    assert chat.prompts[1][2].content
    assert "empty" in chat.prompts[1][3].content
    with pytest.raises(soulkeep.ChatRefused):
        ask(ScriptedChat([nothing], [nothing]))
    with pytest.raises(soulkeep.ChatRefused):
        ask(ScriptedChat("Hello.", [nothing]))
    with pytest.raises(BadAnswer):
        ask(ScriptedChat([nothing], "Hello."))


@pytest.mark.parametrize("before", [(), ("Hello.",)])
def test_being_away_passes_through(before: tuple[str, ...]) -> None:
    chat = ScriptedChat(*before, soulkeep.ChatUnavailable("Away.", hint="Wait."), GOOD)
    with pytest.raises(soulkeep.ChatUnavailable, match="Away"):
        ask(chat)
    assert len(chat.prompts) == 1 + len(before)


def test_a_model_of_the_users_needs_nothing_but_stream() -> None:
    class Own(ChatModel):
        name = "own"

        async def stream(self, messages: Sequence[Message]) -> AsyncIterator[str | Usage]:
            for piece in GOOD:
                yield piece

    assert ask(Own()).title == "Miso"


class Server(BaseHTTPRequestHandler):
    """Speaks chat completions, but takes only some kinds of response_format."""

    takes: ClassVar[set[str | None]] = set()
    refusal: ClassVar[int] = 400
    requests: ClassVar[list[dict[str, Any]]] = []

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.requests.append(body)
        if self.form(body) not in self.takes:
            self.send_response(self.refusal)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(b'{"error": {"message": "This response_format is unavailable now"}}')
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        for piece in ("```json\n", GOOD, "\n```"):
            delta = {"choices": [{"index": 0, "delta": {"content": piece}}]}
            chunk = {"id": "x", "object": "chat.completion.chunk", "created": 1, "model": "m", **delta}
            self.wfile.write(f"data: {json.dumps(chunk)}\n\n".encode())
        self.wfile.write(b"data: [DONE]\n\n")

    @staticmethod
    def form(body: dict[str, Any]) -> str | None:
        form: str | None = body.get("response_format", {}).get("type")
        return form

    @classmethod
    def forms(cls) -> list[str | None]:
        found = [cls.form(body) for body in cls.requests]
        cls.requests.clear()
        return found

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


@pytest.fixture
def url() -> Iterator[str]:
    Server.takes, Server.refusal, Server.requests = {"json_schema", "json_object", None}, 400, []
    server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/v1"
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_server_is_given_the_schema(url: str) -> None:
    assert ask(OpenAIChat(url, "m")).title == "Miso"
    [request] = Server.requests
    assert request["response_format"] == {
        "type": "json_schema",
        "json_schema": {"name": "Talk", "schema": Talk.model_json_schema(), "strict": False},
    }
    assert request["stream"] is True


@pytest.mark.parametrize(
    ("takes", "tried"),
    [
        ({"json_object", None}, ["json_schema", "json_object"]),
        ({None}, ["json_schema", "json_object", None]),
    ],
)
@pytest.mark.parametrize("refusal", [400, 422])
def test_a_server_that_takes_less_is_given_less(
    url: str, takes: set[str | None], tried: list[str | None], refusal: int
) -> None:
    Server.takes, Server.refusal = takes, refusal
    chat = OpenAIChat(url, "m")
    assert ask(chat).title == "Miso"
    assert Server.forms() == tried
    assert ask(chat).title == "Miso"
    assert Server.forms() == tried[-1:]  # remembered


def test_what_is_wrong_otherwise_is_not_put_down_to_the_format(url: str) -> None:
    chat = OpenAIChat(url, "m", retries=0)
    Server.takes = set()
    with pytest.raises(soulkeep.ChatError, match="turned the request down"):
        ask(chat)
    assert Server.forms() == ["json_schema", "json_object", None]
    Server.refusal = 401
    with pytest.raises(soulkeep.ChatError, match="turned the request down"):
        ask(chat)
    Server.refusal = 500
    with pytest.raises(soulkeep.ChatUnavailable):
        ask(chat)
    assert Server.forms() == ["json_schema", "json_schema"]
    Server.takes = {"json_schema"}
    assert ask(chat).title == "Miso"


def test_a_format_of_the_users_is_kept(url: str) -> None:
    assert ask(OpenAIChat(url, "m", response_format={"type": "json_object"})).title == "Miso"
    assert Server.forms() == ["json_object"]


def test_plain_talk_has_no_format(url: str) -> None:
    async def listen() -> str:
        return "".join([str(piece) async for piece in OpenAIChat(url, "m").stream(ASKED)])

    assert GOOD in asyncio.run(listen())
    assert Server.forms() == [None]


def test_a_schemas_name_is_one_that_servers_take(url: str) -> None:
    class Größe(BaseModel):
        title: str

    assert asyncio.run(answer(OpenAIChat(url, "m"), ASKED, Größe)).title == "Miso"
    assert Server.requests[0]["response_format"]["json_schema"]["name"] == "Gr__e"
