"""Conversion of requests for responses to requests for chat completions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from soulkeep.errors import InputError

_OWN = frozenset(
    {
        "background",
        "conversation",
        "include",
        "input",
        "instructions",
        "max_output_tokens",
        "max_tool_calls",
        "metadata",
        "model",
        "previous_response_id",
        "prompt",
        "reasoning",
        "store",
        "stream",
        "stream_options",
        "text",
        "tool_choice",
        "tools",
        "truncation",
    }
)
"""Members of a request for a response that chat completions lack, or have in another form."""


def items_of(given: object) -> list[Any]:
    """Return the items of a request's input.

    Raises:
        InputError: the input isn't valid.
    """
    if isinstance(given, str):
        return [{"role": "user", "content": given}]
    if not isinstance(given, list) or not all(isinstance(item, Mapping) for item in given):
        raise InputError("The input must be a text or a list of items.", hint='Write "input": "Hello!".')
    return list(given)


def message_of(item: Mapping[str, Any]) -> dict[str, Any]:
    """Return an item as a message; with the role "none" if no message corresponds to it."""
    kind = item.get("type", "message")
    if kind == "message":
        role = item.get("role")
        content = item.get("content")
        if isinstance(content, list):
            content = [_part(part) for part in content]
            if role != "user":  # for other roles, many servers accept only text
                texts = [part.get("text") for part in content if isinstance(part, Mapping)]
                content = "\n".join(text for text in texts if isinstance(text, str))
        return {"role": role, "content": content}
    if kind == "function_call":
        call = {"name": item.get("name"), "arguments": item.get("arguments")}
        calls = [{"id": item.get("call_id"), "type": "function", "function": call}]
        return {"role": "assistant", "content": None, "tool_calls": calls}
    if kind == "function_call_output":
        return {"role": "tool", "tool_call_id": item.get("call_id"), "content": item.get("output")}
    return {"role": "none"}


def _part(part: object) -> object:
    if not isinstance(part, Mapping):
        return part
    kind = part.get("type")
    if kind in ("input_text", "output_text"):
        return {"type": "text", "text": part.get("text")}
    if kind == "input_image":
        image = {"url": part.get("image_url"), "detail": part.get("detail")}
        return {"type": "image_url", "image_url": {name: value for name, value in image.items() if value is not None}}
    if kind == "input_file":
        return {"type": "file", "file": {name: value for name, value in part.items() if name != "type"}}
    return part


def chat_request(body: Mapping[str, Any], messages: Sequence[Mapping[str, Any]], model: str) -> dict[str, Any]:
    """Return the request for a streamed chat completion that corresponds to a request for a response."""
    request: dict[str, Any] = {name: value for name, value in body.items() if name not in _OWN}
    sent = _merged(messages)
    if body.get("instructions"):
        sent.insert(0, {"role": "system", "content": body["instructions"]})
    request |= {"model": model, "messages": sent, "stream": True, "stream_options": {"include_usage": True}}
    request_tools = body.get("tools") or ()
    if not isinstance(request_tools, list | tuple):
        raise InputError("The tools must be a list.", hint='Write "tools": [{"type": "function", …}], or leave it out.')
    tools = [_tool(tool) for tool in request_tools if isinstance(tool, Mapping)]
    if tools := [tool for tool in tools if tool]:
        request["tools"] = tools
        if body.get("tool_choice") is not None:
            request["tool_choice"] = _choice(body["tool_choice"])
    if body.get("max_output_tokens") is not None:
        request["max_tokens"] = body["max_output_tokens"]
    reasoning, text = body.get("reasoning"), body.get("text")
    if isinstance(reasoning, Mapping) and reasoning.get("effort"):
        request["reasoning_effort"] = reasoning["effort"]
    form = text.get("format") if isinstance(text, Mapping) else None
    if isinstance(form, Mapping) and form.get("type") == "json_schema":
        schema = {name: value for name, value in form.items() if name != "type"}
        request["response_format"] = {"type": "json_schema", "json_schema": schema}
    elif isinstance(form, Mapping) and form.get("type") == "json_object":
        request["response_format"] = {"type": "json_object"}
    return request


def _merged(messages: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return messages with consecutive tool calls merged into one, as chat completions require."""
    merged: list[dict[str, Any]] = []
    for message in messages:
        if message.get("role") == "none":
            continue
        calls = message.get("tool_calls")
        if calls and merged and merged[-1].get("role") == "assistant":
            merged[-1] = {**merged[-1], "tool_calls": [*merged[-1].get("tool_calls", ()), *calls]}
        else:
            merged.append(dict(message))
    return merged


def _tool(tool: Mapping[str, Any]) -> dict[str, Any]:
    """Return a function in the form of chat completions; None for tools that only responses have."""
    if tool.get("type") != "function":
        return {}
    return {"type": "function", "function": {name: value for name, value in tool.items() if name != "type"}}


def _choice(choice: object) -> object:
    if isinstance(choice, Mapping) and choice.get("type") == "function":
        return {"type": "function", "function": {"name": choice.get("name")}}
    return choice
