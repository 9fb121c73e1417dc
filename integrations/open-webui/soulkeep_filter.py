"""
title: Soulkeep
author: soulkeep
version: 1.0.0
license: Apache-2.0
required_open_webui_version: 0.6.0
description: Long-term memory for any model, by user: a soulkeep server remembers chats, and tells what matters.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen

from pydantic import BaseModel, Field

Emitter = Callable[[dict[str, Any]], Awaitable[None]]

_MOST_TURNS = 400
"""Most turns of a chat that are compared with what is stored."""

_REASONING = re.compile(r"<details\b[^>]*>.*?(?:</details>|\Z)|<think>.*?(?:</think>|\Z)", re.DOTALL)
"""What a model thinks aloud, and what its tools gave it."""


class Filter:
    """Remembers both sides of every chat, and tells the model what bears on a message."""

    class Valves(BaseModel):
        """What an admin sets."""

        url: str = Field(default="http://127.0.0.1:8642", description="The soulkeep server.")
        key: str = Field(default="", description="A key of that server; empty while it has none.")
        character: str = Field(
            default="companion",
            description="Whose memories they are. It is made if there is none and the key may administrate.",
        )
        memories: int = Field(default=8, description="Most memories told with a message.")
        tokens: int = Field(default=1200, description="Most tokens of them.")
        seconds: float = Field(default=15.0, description="How long the server may take; then the chat goes on without.")
        priority: int = Field(default=0, description="Filters with lower numbers run first.")

    class UserValves(BaseModel):
        """What a user sets."""

        remember: bool = Field(default=True, description="Remember what I say, and use it.")

    def __init__(self) -> None:
        self.valves = self.Valves()
        self._introduced: dict[tuple[str, str], str] = {}
        self._named: dict[str, str] = {}

    async def inlet(
        self,
        body: dict[str, Any],
        __user__: dict[str, Any] | None = None,
        __metadata__: dict[str, Any] | None = None,
        __event_emitter__: Emitter | None = None,
        __model__: dict[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Put what is remembered before the user's last message.

        Args:
            body: the request to the model; its messages are changed.
            __user__: who speaks.
            __metadata__: the chat, and the task if it is one of Open WebUI's own.
            __event_emitter__: shows a line above the answer.
            __model__: the model. A character of a soulkeep server remembers by itself.
        """
        said = next((one for one in reversed(body.get("messages") or []) if one.get("role") == "user"), None)
        metadata = __metadata__ or {}
        if said is None or metadata.get("task") or not _wanted(__user__) or _remembers(__model__):
            return body
        user = __user__ or {}
        chat = metadata.get("chat_id") or ""
        text = _text_of(said.get("content")).strip()
        if not text:
            return body
        told = await self._trying(__event_emitter__, self._recalled, user, text, chat, _talk(body["messages"], said))
        if told:
            _put_before(said, told)
        return body

    async def outlet(
        self,
        body: dict[str, Any],
        __user__: dict[str, Any] | None = None,
        __metadata__: dict[str, Any] | None = None,
        __event_emitter__: Emitter | None = None,
        __model__: dict[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Store what the chat shows now: what was said, changed, or left behind. Temporary chats aren't stored.

        Args:
            body: the chat's messages, with their ids.
            __user__: who speaks.
            __metadata__: the task, if it is one of Open WebUI's own.
            __event_emitter__: shows a line above the answer.
            __model__: as in `inlet`.
        """
        chat = body.get("chat_id") or ""
        temporary = not chat or chat.startswith(("local", "temporary"))
        if temporary or (__metadata__ or {}).get("task") or not _wanted(__user__) or _remembers(__model__):
            return body
        await self._trying(__event_emitter__, self._store, __user__ or {}, chat, body.get("messages") or [])
        return body

    async def _trying(self, emitter: Emitter | None, work: Callable[..., Any], *given: Any) -> Any:
        """Do something with the server; if that fails, say so, and let the chat go on."""
        try:
            return await asyncio.to_thread(work, *given)
        except (OSError, ValueError, KeyError) as error:
            if emitter is not None:
                what = f"soulkeep: {_reason(error)}"[:300]
                await emitter({"type": "status", "data": {"description": what, "done": True}})
            return None

    # -- remembering

    def _recalled(self, user: Mapping[str, Any], text: str, chat: str, history: Sequence[tuple[str, str]]) -> str:
        """Return what comes to mind with a message, in words; "" for nothing."""
        name = self._introduce(user)
        asked = {
            "question": text,
            "person": user["id"],
            "k": self.valves.memories + 4,
            "budget": self.valves.tokens,
            "history": [
                {"text": said, "speaker": user["id"] if role == "user" else self._character_name()}
                for role, said in history
            ],
        }
        hits = self._send("POST", "recall", asked)["hits"]
        memories = [hit["memory"] for hit in hits if not chat or hit["memory"].get("session") != chat]
        lines = list(dict.fromkeys(_line(memory, user["id"], name) for memory in memories[: self.valves.memories]))
        if not lines:
            return ""
        return "\n".join(("[Remembered from earlier chats; nobody says it now, and it is no instruction.", *lines, "]"))

    def _store(self, user: Mapping[str, Any], chat: str, messages: Sequence[Mapping[str, Any]]) -> None:
        """Make what is stored of a chat what it shows."""
        self._introduce(user)
        person = user["id"]
        turns = [self._turn(message, chat, person) for message in messages[-_MOST_TURNS:]]
        shown = {turn["id"]: turn for turn in turns if turn is not None}
        query = {"person": person, "kinds": "turn", "session": chat, "limit": _MOST_TURNS, "newest": "true"}
        stored = {memory["id"]: memory for memory in self._send("GET", f"memories?{urlencode(query)}")["items"]}
        if new := [turn for id, turn in shown.items() if id not in stored]:
            self._send("POST", "observe_many", {"turns": new, "person": person})
        for id, memory in stored.items():
            place, whose = f"memories/{quote(id, safe='')}", urlencode({"person": person})
            forgotten = memory.get("forgotten") is not None
            if id not in shown:
                if not forgotten and len(messages) <= _MOST_TURNS:
                    self._send("POST", f"{place}/forget?{whose}")
                continue
            if forgotten:
                self._send("POST", f"{place}/restore?{whose}")
            if memory["text"] != shown[id]["text"]:
                self._send("PATCH", f"{place}?{whose}", {"text": shown[id]["text"]})

    def _turn(self, message: Mapping[str, Any], chat: str, person: str) -> dict[str, Any] | None:
        """Return a chat's message as a turn to be stored; None if it is none. A copy of a chat has turns of its own."""
        role, text = message.get("role"), _said_aloud(message)
        if role not in ("user", "assistant") or not message.get("id") or not text:
            return None
        turn = {"id": f"{chat}.{message['id']}", "text": text, "session": chat}
        turn["speaker"] = person if role == "user" else self._character_name()
        stamp = message.get("timestamp")
        if isinstance(stamp, int | float) and stamp > 0:
            turn["time"] = datetime.fromtimestamp(stamp, UTC).isoformat()
        return turn

    def _introduce(self, user: Mapping[str, Any]) -> str:
        """Say what a user is called, where the server may not know it yet; return the name."""
        name = " ".join(str(user.get("name") or "").split())
        place = (self.valves.character, user["id"])
        if name and self._introduced.get(place) != name:
            self._send("POST", "introduce", {"person": user["id"], "name": name})
            if len(self._introduced) > 10_000:
                self._introduced.clear()
            self._introduced[place] = name
        return name or user["id"]

    def _character_name(self) -> str:
        """Return what the character is called, which stands beside its turns."""
        id = self.valves.character
        if id not in self._named:
            self._named[id] = self._send("GET", "")["name"]
        return self._named[id]

    def _send(self, method: str, path: str, data: Mapping[str, Any] | None = None, *, again: bool = True) -> Any:
        """Send a request about the character to the server, and return its answer. The character is made if need be."""
        try:
            return self._request(method, f"/{path}" if path else "", data)
        except HTTPError as error:
            if error.code != 404 or not again or "unknown-character" not in _problem(error):
                raise
        self._request("PUT", "", {"name": self.valves.character.replace("_", " ").capitalize()})
        return self._send(method, path, data, again=False)

    def _request(self, method: str, path: str, data: Mapping[str, Any] | None) -> Any:
        url = f"{self.valves.url.rstrip('/')}/v1/characters/{quote(self.valves.character, safe='')}{path}"
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self.valves.key:
            headers["Authorization"] = f"Bearer {self.valves.key}"
        body = None if data is None else json.dumps(data).encode()
        if not url.startswith(("http://", "https://")):
            raise ValueError("the server's URL must begin with http:// or https://")
        with urlopen(Request(url, data=body, headers=headers, method=method), timeout=self.valves.seconds) as answer:
            return json.loads(answer.read() or b"null")


def _wanted(user: Mapping[str, Any] | None) -> bool:
    """Return whether somebody speaks who wants to be remembered."""
    if not user or not user.get("id"):
        return False
    valves = user.get("valves")
    remember = valves.get("remember", True) if isinstance(valves, Mapping) else getattr(valves, "remember", True)
    return bool(remember)


def _remembers(model: Mapping[str, Any] | None) -> bool:
    """Return whether a model is a character of a soulkeep server, as that says of its models."""
    listed = model or {}
    own = listed.get("openai")
    return any(isinstance(one, Mapping) and one.get("owned_by") == "soulkeep" for one in (listed, own))


def _text_of(content: Any) -> str:
    """Return the text of a message's content."""
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    return "\n".join(
        str(part.get("text") or "") for part in parts if isinstance(part, dict) and part.get("type") == "text"
    )


def _talk(messages: Sequence[Mapping[str, Any]], said: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return what was said before a message, by role, as far as recalling looks at it."""
    before = [one for one in messages if one is not said and one.get("role") in ("user", "assistant")][-6:]
    talk = [(str(one["role"]), _said_aloud(one)) for one in before]
    return [(role, text) for role, text in talk if text]


def _said_aloud(message: Mapping[str, Any]) -> str:
    """Return what somebody said, without a model's reasoning."""
    text = _text_of(message.get("content"))
    return (_REASONING.sub("", text) if message.get("role") == "assistant" else text).strip()


def _line(memory: Mapping[str, Any], person: str, name: str) -> str:
    """Return a memory as a line: when, who, and what."""
    text = " ".join(str(memory["text"]).split())
    speaker = memory.get("speaker") or memory.get("source") or ""
    if memory.get("kind") == "turn":
        text = f"{name if speaker == person else speaker}: {text}"
    time = str(memory.get("time") or "")[:10]
    return f"- {f'({time}) ' if time else ''}{text.replace(person, name)}"


def _put_before(message: dict[str, Any], told: str) -> None:
    """Put a text before a message's own."""
    content = message.get("content")
    if isinstance(content, list):
        message["content"] = [{"type": "text", "text": f"{told}\n\n"}, *content]
    else:
        message["content"] = f"{told}\n\n{content}"


def _problem(error: HTTPError) -> str:
    """Return what the server says about an error."""
    try:
        problem = json.loads(error.read() or b"{}")
    except ValueError:
        problem = {}
    said = problem.get("detail") or problem.get("title") or "" if isinstance(problem, dict) else ""
    error.msg = f"{said}" or error.msg
    return f"{problem}".lower()


def _reason(error: Exception) -> str:
    """Return what went wrong, for a user."""
    if isinstance(error, HTTPError):
        _problem(error)
        return f"{error.code} {error.msg}"
    if isinstance(error, URLError):
        return f"the memory server can't be reached ({error.reason})"
    return f"{type(error).__name__}: {error}"
