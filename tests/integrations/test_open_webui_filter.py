"""The filter for Open WebUI, against a real server and without Open WebUI."""

from __future__ import annotations

import asyncio
import importlib.util
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import soulkeep
from server_support import config_in, make_key, running
from soulkeep.server import ServerConfig
from soulkeep.server.openai_proxy.retrieval import own_words

FILE = Path(__file__).parents[2] / "integrations" / "open-webui" / "soulkeep_filter.py"

USER = {"id": "7d1f0a52-user", "name": "Zoë Ångström", "role": "user"}
OTHER = {"id": "93c0-other", "name": "Minsu", "role": "user"}

Message = dict[str, Any]


def filter_of(**valves: Any) -> Any:
    """Return the filter, as Open WebUI makes it."""
    spec = importlib.util.spec_from_file_location("soulkeep_filter", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    made = module.Filter()
    made.valves = made.Valves(**valves)
    return made


@dataclass
class Chat:
    """A chat in Open WebUI, as its filters see it."""

    filter: Any
    id: str = "c-1"
    user: dict[str, Any] = field(default_factory=lambda: dict(USER))
    messages: list[Message] = field(default_factory=list)
    status: list[Any] = field(default_factory=list)
    count: int = 0
    model: dict[str, Any] | None = None

    def _message(self, role: str, text: Any) -> Message:
        self.count += 1
        return {"id": f"m-{self.count}", "role": role, "content": text, "timestamp": 1_780_000_000 + self.count}

    async def _emit(self, event: dict[str, Any]) -> None:
        self.status.append(event["data"]["description"])

    def ask(self, **metadata: Any) -> list[Message]:
        """Run the inlet over the chat, and return the messages that the model gets."""
        body = {"messages": [{"role": one["role"], "content": one["content"]} for one in self.messages]}
        more = {
            "__metadata__": {"chat_id": self.id, **metadata},
            "__event_emitter__": self._emit,
            "__model__": self.model,
        }
        sent: list[Message] = asyncio.run(self.filter.inlet(body, __user__=self.user, **more))["messages"]
        return sent

    def store(self, **metadata: Any) -> None:
        """Run the outlet over the chat."""
        body = {"messages": [dict(one) for one in self.messages], "chat_id": self.id, "id": "m"}
        more = {
            "__metadata__": {"chat_id": self.id, **metadata},
            "__event_emitter__": self._emit,
            "__model__": self.model,
        }
        assert asyncio.run(self.filter.outlet(body, __user__=self.user, **more)) == body

    def say(self, text: Any, answer: str = "I see.") -> list[Message]:
        """Say something, have it answered, and return what the model got."""
        self.messages.append(self._message("user", text))
        sent = self.ask()
        self.messages.append(self._message("assistant", answer))
        self.store()
        return sent


@dataclass
class Server:
    """A server, and its keep."""

    url: str
    config: ServerConfig

    def said(self, user: dict[str, Any] = USER, character: str = "companion") -> list[tuple[str, str | None, str]]:
        """Return what is stored: speaker, conversation and text."""
        with soulkeep.open(self.config.location, settings=soulkeep.Settings(background=False)) as keep:
            turns = keep.character(character).memories(person=user["id"], kinds={"turn"}, forgotten=False)
            return [(turn.speaker or "", turn.session, turn.text) for turn in turns]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    config = config_in(tmp_path, settings=soulkeep.Settings(background=False))
    with running(config) as url:
        yield Server(url, config)


def test_what_was_said_is_told_in_the_next_chat(server: Server) -> None:
    made = filter_of(url=server.url)
    first = Chat(made)
    assert first.say("I adopted a cat called Miso.", "A cat!") == [
        {"role": "user", "content": "I adopted a cat called Miso."}
    ]
    first.say("She is black.")
    companion = "Companion"
    assert server.said() == [
        (USER["id"], "c-1", "I adopted a cat called Miso."),
        (companion, "c-1", "A cat!"),
        (USER["id"], "c-1", "She is black."),
        (companion, "c-1", "I see."),
    ]
    [asked] = Chat(made, id="c-2").say("What is my cat called?")
    told, _, words = asked["content"].rpartition("\n\n")
    assert words == "What is my cat called?"
    assert "Zoë Ångström: I adopted a cat called Miso." in told
    assert USER["id"] not in told
    with soulkeep.open(server.config.location) as keep:
        assert keep.character("companion").introduce(USER["id"]).name == USER["name"]


def test_the_chat_at_hand_is_not_told_again(server: Server) -> None:
    chat = Chat(filter_of(url=server.url))
    chat.say("I adopted a cat called Miso.")
    assert chat.say("What is my cat called?")[-1]["content"] == "What is my cat called?"


def test_a_character_of_the_server_remembers_by_itself(server: Server) -> None:
    made = filter_of(url=server.url)
    Chat(made).say("I adopted a cat called Miso.")
    of_ours = {"id": "holmes", "owned_by": "openai", "openai": {"id": "holmes", "owned_by": "soulkeep"}}
    [asked] = Chat(made, id="c-2", model=of_ours).say("What is my cat called?")
    assert asked["content"] == "What is my cat called?"
    assert "What is my cat called?" not in [text for _, _, text in server.said()]
    [asked] = Chat(made, id="c-3", model={"id": "gpt", "owned_by": "openai", "openai": {}}).say("What is my cat?")
    assert own_words(asked["content"]).strip() == "What is my cat?", "and the proxy knows the filter's note"


def test_users_and_their_wishes_are_kept_apart(server: Server) -> None:
    made = filter_of(url=server.url)
    Chat(made).say("I adopted a cat called Miso.")
    [asked] = Chat(made, id="c-2", user=OTHER).say("What is my cat called?")
    assert "Miso" not in asked["content"]
    silent = Chat(made, id="c-3", user={**USER, "valves": {"remember": False}})
    assert silent.say("What is my cat called?") == [{"role": "user", "content": "What is my cat called?"}]
    assert [text for _, _, text in server.said()] == ["I adopted a cat called Miso.", "I see."]
    nobody = Chat(made, id="c-4", user={})
    assert nobody.say("Hello.") == [{"role": "user", "content": "Hello."}]


def test_what_is_changed_in_the_chat_is_changed_here(server: Server) -> None:
    chat = Chat(filter_of(url=server.url))
    chat.say("I adopted a cat called Miso.", "A cat!")
    chat.say("She is black.", "Black!")

    again = chat.messages.pop()
    chat.messages.append(chat._message("assistant", "Black as night!"))
    chat.store()
    texts = [text for _, _, text in server.said()]
    assert texts == ["I adopted a cat called Miso.", "A cat!", "She is black.", "Black as night!"]

    chat.messages[-1] = again
    chat.messages[0]["content"] = "I adopted a cat called Momo."
    chat.store()
    texts = [text for _, _, text in server.said()]
    assert texts == ["I adopted a cat called Momo.", "A cat!", "She is black.", "Black!"]

    del chat.messages[2:]
    chat.say("She is white.", "White!")
    chat.store()
    texts = [text for _, _, text in server.said()]
    assert texts == ["I adopted a cat called Momo.", "A cat!", "She is white.", "White!"]

    copy = Chat(chat.filter, id="c-copy", messages=list(chat.messages))
    copy.store()
    assert len(server.said()) == 8
    assert not chat.status


def test_tasks_and_temporary_chats_are_not_stored(server: Server) -> None:
    chat = Chat(filter_of(url=server.url))
    chat.say("I adopted a cat called Miso.")
    task = Chat(chat.filter, id="c-2", messages=[chat._message("user", "### Task: a title for my cat")])
    assert task.ask(task="title_generation") == [{"role": "user", "content": "### Task: a title for my cat"}]
    task.store(task="title_generation")
    Chat(chat.filter, id="local:abc").say("A secret.")
    Chat(chat.filter, id="").say("Another.")
    assert [text for _, _, text in server.said()] == ["I adopted a cat called Miso.", "I see."]


def test_parts_and_reasoning(server: Server) -> None:
    chat = Chat(filter_of(url=server.url))
    image = {"type": "image_url", "image_url": {"url": "data:image/png;base64,"}}
    chat.say([{"type": "text", "text": "This is my cat Miso."}, image], "<think>Hm.</think>A cat!")
    other = Chat(chat.filter, id="c-2")
    question = [{"type": "text", "text": "What is my cat called?"}, image]
    [asked] = other.say(question, '<details type="reasoning" done="true">\nHm.\n</details>\nMiso.')
    assert asked["content"][1:] == question
    assert "Miso" in asked["content"][0]["text"]
    texts = [text for _, _, text in server.said()]
    assert texts == ["This is my cat Miso.", "A cat!", "What is my cat called?", "Miso."]


def test_without_the_server_the_chat_goes_on_and_says_why(server: Server, tmp_path: Path) -> None:
    chat = Chat(filter_of(url="http://127.0.0.1:9"))
    assert chat.say("Hello.") == [{"role": "user", "content": "Hello."}]
    assert len(chat.status) == 2
    assert "can't be reached" in chat.status[0]
    chat = Chat(filter_of(url="file:///etc/hostname"))
    assert chat.say("Hello.") == [{"role": "user", "content": "Hello."}]
    assert "http://" in chat.status[0]
    config = config_in(tmp_path / "locked")
    Path(config.location).parent.mkdir()
    key = make_key(config)
    with soulkeep.open(config.location, settings=soulkeep.Settings(background=False)) as keep:
        keep.character("holmes", name="Sherlock Holmes")
    with running(config) as url:
        locked = Chat(filter_of(url=url, character="holmes"))
        locked.say("Hello.")
        assert "401" in locked.status[0]
        opened = Chat(filter_of(url=url, character="holmes", key=key))
        opened.say("Hello.")
        assert not opened.status
    said = Server("", config).said(character="holmes")
    assert said == [(USER["id"], "c-1", "Hello."), ("Sherlock Holmes", "c-1", "I see.")]
    chat.filter.valves = chat.filter.Valves(url=server.url)
    chat.store()
    assert [text for _, _, text in server.said()] == ["Hello.", "I see."]
