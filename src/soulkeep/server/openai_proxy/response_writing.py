"""Creation of a response: its object, and its events."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from soulkeep.errors import InputError, SoulkeepError
from soulkeep.memory.entries import new_id
from soulkeep.server.openai_proxy.speaking import event

_ECHOED: Mapping[str, Any] = {
    "instructions": None,
    "max_output_tokens": None,
    "metadata": {},
    "parallel_tool_calls": True,
    "previous_response_id": None,
    "reasoning": None,
    "store": True,
    "temperature": None,
    "text": {"format": {"type": "text"}},
    "tool_choice": "auto",
    "tools": [],
    "top_p": None,
    "truncation": "disabled",
    "user": None,
}
"""Members of the request that a response repeats, with their defaults."""

_INCOMPLETE = {"length": "max_output_tokens", "content_filter": "content_filter"}


_OWN = "resp_soul_"


def is_own(id: object) -> bool:
    """Return whether a response was created here, and so is unknown to the upstream."""
    return isinstance(id, str) and id.startswith(_OWN)


class ResponseWriting:
    """Writes a response; each method returns the events for what it adds.

    Args:
        model: the model's name in the request.
        body: the request.
    """

    def __init__(self, model: str, body: Mapping[str, Any]) -> None:
        echoed = {name: value if body.get(name) is None else body[name] for name, value in _ECHOED.items()}
        self.response: dict[str, Any] = {
            "id": f"{_OWN}{new_id()}",
            "object": "response",
            "created_at": int(time.time()),
            "status": "in_progress",
            "error": None,
            "incomplete_details": None,
            "model": model,
            "output": [],
            "usage": None,
            **echoed,
        }
        self.failed: SoulkeepError | None = None
        self._number = 0
        self._message: dict[str, Any] | None = None
        self._calls: dict[int, dict[str, Any]] = {}

    @property
    def id(self) -> str:
        """Return the response's id."""
        id: str = self.response["id"]
        return id

    @property
    def text(self) -> str:
        """Return the text so far."""
        return "" if self._message is None else self._message["content"][0]["text"]

    @property
    def message(self) -> dict[str, Any]:
        """Return the answer as a chat message."""
        calls = [
            {
                "id": item["call_id"],
                "type": "function",
                "function": {"name": item["name"], "arguments": item["arguments"]},
            }
            for item in self._calls.values()
        ]
        return {"role": "assistant", "content": self.text or None, **({"tool_calls": calls} if calls else {})}

    def begin(self) -> bytes:
        """Begin the response."""
        return self._tell("created", response=self.response) + self._tell("in_progress", response=self.response)

    def say(self, text: str) -> bytes:
        """Add words."""
        events = b""
        if self._message is None:
            part = {"type": "output_text", "text": "", "annotations": [], "logprobs": []}
            self._message = self._item({"type": "message", "id": f"msg_{new_id()}", "role": "assistant", "content": []})
            events = self._tell("output_item.added", output_index=self._at(self._message), item=self._message)
            self._message["content"].append(part)
            events += self._tell("content_part.added", **self._place(self._message), part=part)
        self._message["content"][0]["text"] += text
        return events + self._tell("output_text.delta", **self._place(self._message), delta=text, logprobs=[])

    def call(self, delta: Mapping[str, Any]) -> bytes:
        """Add a part of a tool call, as in chunks of chat completions."""
        index = delta.get("index", len(self._calls))
        function = delta.get("function")
        function = function if isinstance(function, Mapping) else {}
        events, item = b"", self._calls.get(index)
        if item is None:
            call = delta.get("id") or f"call_{new_id()}"
            item = self._item({"type": "function_call", "id": f"fc_{new_id()}", "call_id": call, "arguments": ""})
            item["name"] = function.get("name") or ""
            self._calls[index] = item
            events = self._tell("output_item.added", output_index=self._at(item), item=item)
        arguments = function.get("arguments")
        if isinstance(arguments, str) and arguments:
            item["arguments"] += arguments
            events += self._tell("function_call_arguments.delta", **self._place(item, index=None), delta=arguments)
        return events

    def end(self, usage: Mapping[str, Any] | None = None, finish: object = "stop", **more: object) -> bytes:
        """End the response, complete or at its greatest length.

        Args:
            usage: token counts, as in chat completions.
            finish: the reason for the end, as in chat completions.
            more: further members.
        """
        reason = _INCOMPLETE.get(finish) if isinstance(finish, str) else None
        status = "incomplete" if reason else "completed"
        events = b"".join(self._finish(item, status) for item in self.response["output"])
        self.response |= {"status": status, "usage": _usage(usage), **more}
        if reason:
            self.response["incomplete_details"] = {"reason": reason}
        return events + self._tell(status, response=self.response)

    def fail(self, error: SoulkeepError) -> bytes:
        """End the response with an error; its text so far stays."""
        self.failed = error
        code = "invalid_prompt" if isinstance(error, InputError) else "server_error"
        self.response |= {"status": "failed", "error": {"code": code, "message": str(error)}}
        return self._tell("failed", response=self.response)

    def _finish(self, item: dict[str, Any], status: str) -> bytes:
        events = b""
        if item["type"] == "message":
            part = item["content"][0]
            events += self._tell("output_text.done", **self._place(item), text=part["text"], logprobs=[])
            events += self._tell("content_part.done", **self._place(item), part=part)
        else:
            events += self._tell(
                "function_call_arguments.done",
                **self._place(item, index=None),
                name=item["name"],
                arguments=item["arguments"],
            )
        item["status"] = status
        return events + self._tell("output_item.done", output_index=self._at(item), item=item)

    def _item(self, item: dict[str, Any]) -> dict[str, Any]:
        item["status"] = "in_progress"
        self.response["output"].append(item)
        return item

    def _at(self, item: Mapping[str, Any]) -> int:
        return next(at for at, one in enumerate(self.response["output"]) if one is item)

    def _place(self, item: Mapping[str, Any], index: int | None = 0) -> dict[str, Any]:
        place = {"item_id": item["id"], "output_index": self._at(item)}
        return place if index is None else {**place, "content_index": index}

    def _tell(self, kind: str, **members: object) -> bytes:
        number, self._number = self._number, self._number + 1
        return event({"type": f"response.{kind}", "sequence_number": number, **members}, f"response.{kind}")


def _usage(usage: Mapping[str, Any] | None) -> dict[str, Any] | None:
    if not isinstance(usage, Mapping):
        return None
    read, written = _count(usage.get("prompt_tokens")), _count(usage.get("completion_tokens"))
    details = usage.get("prompt_tokens_details")
    cached = _count(details.get("cached_tokens")) if isinstance(details, Mapping) else 0
    return {
        "input_tokens": read,
        "input_tokens_details": {"cached_tokens": cached},
        "output_tokens": written,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": read + written,
    }


def _count(value: object) -> int:
    return value if isinstance(value, int) else 0
