"""Requests as LibreChat, Home Assistant and a plain game loop send them: what is stored is just what was said.

The requests are written from these programs' documentation; none was recorded.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from proxy_support import Talk, talking

from upstream_support import Body, Upstream

Message = dict[str, Any]

ID = "665f1c2ab04b2a0012ab34cd"
"""A user's id in LibreChat, which its placeholder {{LIBRECHAT_USER_ID}} stands for."""

TITLE = """Provide a concise, 5-word-or-less title for the conversation, using title case conventions. Only return the title itself.

Conversation:
User: {said}
AI: {answer}"""  # noqa: E501 - word for word

STRUCTURED_TITLE = """Analyze this conversation and provide:
1. The detected language of the conversation
2. A concise title in the detected language (5 words or less, no punctuation or quotation)

User: {said}
AI: {answer}"""

OLD_TITLE = """Please generate a concise, 5-word-or-less title for the conversation, using its same language, with no punctuation. \
Apply title case conventions appropriate for the language. Never directly mention the language name or the word "title"

||>User:
"{said}"
||>Response:
"{answer}"

||>Title:"""  # noqa: E501 - word for word

HOME = """I want you to act as smart home manager of Home Assistant.
I will provide information of smart home along with a question, you will truthfully make correction or answer using \
information provided in one sentence in everyday language.

Current Time: 2026-05-08 18:{minute:02}:00+02:00

Available Devices:
```csv
entity_id,name,state,aliases
{devices}
```

The current state of devices is provided in available devices.
Use execute_services function only for requested action, not for current states.
Do not execute service without user's confirmation.
Do not restate or appreciate what user says, rather make a quick inquiry."""

TOOL = {
    "type": "function",
    "function": {
        "name": "execute_services",
        "description": "Use this function to execute service of devices in Home Assistant.",
        "parameters": {"type": "object", "properties": {"list": {"type": "array", "items": {"type": "object"}}}},
    },
}


def answers(model: Upstream, body: Body) -> str:
    """Give titles titles, and other requests other answers."""
    last = str(body["messages"][-1]["content"])
    return "Adopting Miso" if "title" in last else f"Answer {len(model.requests)}, sir."


@pytest.fixture
def talk(tmp_path: Path) -> Iterator[Talk]:
    with talking(tmp_path, Upstream(says=answers)) as there:
        yield there


def posted(talk: Talk, body: Message, **headers: str) -> Message:
    """Post a request without anybody's SDK."""
    response = talk.http.post("/v1/chat/completions", json=body, headers=headers)
    assert response.status_code == 200, response.text
    found: Message = response.json()
    return found


def answer_of(whole: Message) -> str:
    text: str = whole["choices"][0]["message"]["content"]
    return text


# -- LibreChat


class LibreChat:
    """A conversation in LibreChat, at a custom endpoint."""

    def __init__(self, talk: Talk, *, headers: dict[str, str], parts: bool) -> None:
        self.messages: list[Message] = []
        self._talk, self._headers, self._parts = talk, headers, parts

    def say(self, text: str) -> str:
        content = [{"type": "text", "text": text}] if self._parts else text
        self.messages.append({"role": "user", "content": content})
        instructed = [{"role": "system", "content": "You are Sherlock Holmes."}, *self.messages]
        more = {"stream_options": {"include_usage": True}, "user": ID}
        answer = self._talk.send(instructed, model="holmes", stream=True, headers=self._headers, **more)
        self.messages.append({"role": "assistant", "content": answer})
        return answer

    def name(self, prompt: str, said: str, answer: str, role: str = "user", **more: Any) -> str:
        """Ask for a title, as it does once the first answer is there."""
        asked = [{"role": role, "content": prompt.format(said=said, answer=answer)}]
        body = {"model": "holmes", "user": ID, "messages": asked, "temperature": 0.2, **more}
        return answer_of(posted(self._talk, body, **self._headers))


@pytest.mark.parametrize("parts", [False, True], ids=["text", "parts"])
@pytest.mark.parametrize("headers", [{}, {"X-Soulkeep-Person": ID}], ids=["user", "header"])
def test_librechat_names_its_user(talk: Talk, headers: dict[str, str], parts: bool) -> None:
    chat = LibreChat(talk, headers=headers, parts=parts)
    chat.say("I adopted a cat called Miso.")
    chat.say("She is grey.")
    said = ["I adopted a cat called Miso.", "Answer 1, sir.", "She is grey.", "Answer 2, sir."]
    assert talk.said(person=ID) == said
    assert talk.said(person="user") == []
    assert talk.history == "matched=2; edited=0; new=1; unknown=0"
    other = LibreChat(talk, headers=headers, parts=parts)
    other.say("What is my cat called?")
    assert "Miso" in str(talk.upstream.messages[-1]["content"]), "it comes to mind in another conversation"


@pytest.mark.parametrize(
    ("prompt", "role", "more"),
    [
        (TITLE, "user", {}),
        (STRUCTURED_TITLE, "user", {"response_format": {"type": "json_object"}}),
        (OLD_TITLE, "system", {"max_tokens": 16}),
    ],
    ids=["completion", "structured", "old"],
)
def test_a_title_of_librechats_is_no_talk(talk: Talk, prompt: str, role: str, more: dict[str, Any]) -> None:
    chat = LibreChat(talk, headers={"X-Soulkeep-Person": ID}, parts=False)
    said = "I adopted a cat called Miso."
    answer = chat.say(said)
    assert chat.name(prompt, said, answer, role, **more)
    assert talk.upstream.messages[-1]["content"] == prompt.format(said=said, answer=answer), "it goes on as it came"
    chat.say("She is grey.")
    assert talk.said(person=ID) == [said, answer, "She is grey.", "Answer 3, sir."]


# -- Home Assistant


class Home:
    """A conversation with Home Assistant, which tells the state of all devices each time."""

    def __init__(self, talk: Talk) -> None:
        self.messages: list[Message] = []
        self._talk = talk
        self._asked = 0

    def ask(self, model: str) -> Message:
        """Send what there is, and take the answer."""
        self._asked += 1
        devices = "\n".join(f"light.room_{n},Room {n},{'on' if n < self._asked else 'off'}," for n in range(120))
        state = {"role": "system", "content": HOME.format(minute=self._asked, devices=devices)}
        body = {
            "model": model, "messages": [state, *self.messages], "tools": [TOOL], "tool_choice": "auto",
            "max_tokens": 150, "top_p": 1, "temperature": 0.5, "user": "01HXCONVERSATION",
        }  # fmt: skip
        message: Message = posted(self._talk, body)["choices"][0]["message"]
        self.messages.append(message)
        return message


def test_home_assistants_devices_and_tools_are_no_memories(talk: Talk) -> None:
    home = Home(talk)
    home.messages.append({"role": "user", "content": "Turn on the light in room 7, I am reading Dracula."})
    called = home.ask("holmes@anna~calls")
    assert called["tool_calls"]
    home.messages.append(
        {"role": "tool", "tool_call_id": "call_1", "name": "execute_services", "content": "[{'success': True}]"}
    )
    done = home.ask("holmes@anna~m")
    home.messages.append({"role": "user", "content": "And make it dim."})
    home.ask("holmes@anna~m")
    assert talk.said() == [
        "Turn on the light in room 7, I am reading Dracula.",
        done["content"],
        "And make it dim.",
        "Answer 3, sir.",
    ]
    sent = talk.upstream.requests[-1]
    assert sent["messages"][0]["content"].startswith("I want you to act as smart home manager")
    assert sent["tools"] == [TOOL]
    assert [one["role"] for one in sent["messages"]] == ["system", "user", "assistant", "tool", "assistant", "user"]
    assert talk.said(person="01HXCONVERSATION") == [], "the model's name says who asks, and goes before `user`"


def test_home_assistant_remembers_across_conversations(talk: Talk) -> None:
    first = Home(talk)
    first.messages.append({"role": "user", "content": "I am reading Dracula."})
    first.ask("holmes@anna~m")
    second = Home(talk)
    second.messages.append({"role": "user", "content": "What am I reading?"})
    second.ask("holmes@anna~m")
    assert "Dracula" in talk.upstream.messages[-1]["content"]
    assert "light.room" not in talk.upstream.messages[-1]["content"]


def test_home_assistant_by_responses(talk: Talk) -> None:
    """The integration of Home Assistant's own speaks the newer protocol, and stores nothing there."""
    state = {"type": "message", "role": "developer", "content": HOME.format(minute=1, devices="light.one,One,off,")}
    tool = {
        "type": "function",
        "name": "HassTurnOn",
        "parameters": {"type": "object", "properties": {}},
        "strict": False,
    }
    said = {"type": "message", "role": "user", "content": "I am reading Dracula. Turn on the light."}
    body = {"model": "holmes@anna~m", "input": [state, said], "tools": [tool], "store": False, "user": "01HX"}
    answer = talk.http.post("/v1/responses", json=body)
    assert answer.status_code == 200, answer.text
    call = {"type": "function_call", "call_id": "c1", "name": "HassTurnOn", "arguments": "{}"}
    result = {"type": "function_call_output", "call_id": "c1", "output": '{"success": true}'}
    shown = {"type": "message", "role": "assistant", "content": "Answer 1, sir."}
    more = {"type": "message", "role": "user", "content": "And the other one."}
    answer = talk.http.post("/v1/responses", json={**body, "input": [state, said, call, result, shown, more]})
    assert answer.status_code == 200, answer.text
    assert talk.said() == [said["content"], "Answer 1, sir.", "And the other one.", "Answer 2, sir."]


# -- a game


def test_a_game_that_sends_no_history_keeps_its_conversation(talk: Talk) -> None:
    said = ["I come from Dunmere.", "Hello.", "What do you sell?", "Hello.", "Bye."]
    for text in said:
        body = {
            "model": "holmes@player1~m", "messages": [{"role": "user", "content": text}],
            "soulkeep": {"session": "save-3"},
        }  # fmt: skip
        posted(talk, body)
    turns = talk.turns(person="player1")
    assert [turn.text for turn in turns[::2]] == said
    assert [turn.text for turn in turns[1::2]] == [f"Answer {n}, sir." for n in range(1, 6)]
    assert {turn.session for turn in turns} == {"save-3"}


def test_a_game_that_names_no_session_loses_nothing(talk: Talk) -> None:
    said = ["I come from Dunmere.", "What do you sell?", "Where do I come from?"]
    for text in said:
        posted(talk, {"model": "holmes@player1~m", "messages": [{"role": "user", "content": text}]})
    assert talk.said(person="player1")[::2] == said
    assert "Dunmere" in talk.upstream.messages[-1]["content"]


def test_a_game_with_a_system_prompt_of_its_own(talk: Talk) -> None:
    for place, text in (("the inn", "I come from Dunmere."), ("the bridge", "What river is this?")):
        scene = {"role": "system", "content": f"You are an NPC. The player is at {place} and has 3 coins."}
        body = {
            "model": "holmes@player1~m", "messages": [scene, {"role": "user", "content": text}],
            "soulkeep": {"session": "save-3"},
        }  # fmt: skip
        posted(talk, body)
    assert talk.said(person="player1") == [
        "I come from Dunmere.", "Answer 1, sir.", "What river is this?", "Answer 2, sir."
    ]  # fmt: skip


def test_a_game_without_a_model_is_answered_by_the_character(tmp_path: Path) -> None:
    with talking(tmp_path, None) as talk:
        for text in ("I come from Dunmere.", "Where do I come from?"):
            body = {"model": "holmes@player1", "messages": [{"role": "user", "content": text}]}
            answer = answer_of(posted(talk, body))
        assert "Dunmere" in answer
