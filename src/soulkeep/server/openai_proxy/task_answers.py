"""Answers to a front end's own requests where no language model is behind the server."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from soulkeep.server.openai_proxy.transcript import text_of

_TITLE_CHARACTERS = 40

_SAID = "USER: "
"""What stands before a person's words where Open WebUI shows a chat."""


def answer_to_task(messages: Sequence[Any]) -> str | None:
    """Return an answer in the form that a request shows by an example in JSON, with nothing in it but a title; None if
    it shows none."""
    texts = {one["role"]: text_of(one.get("content")) for one in messages if isinstance(one, Mapping) and "role" in one}
    asked = texts.get("user", "")
    forms = list(_objects(texts.get("system", "")))[-1:] or list(_objects(asked))[:1]
    if not forms:
        return None
    empty = {name: [] if isinstance(value, list) else "" for name, value in forms[0].items()}
    if "title" in empty:
        empty["title"] = _title(asked)
    return json.dumps(empty, ensure_ascii=False)


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """Yield the JSON objects in a text that stand in no other."""
    decoder, at = json.JSONDecoder(), text.find("{")
    while at >= 0:
        try:
            value, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            at += 1
        else:
            if isinstance(value, dict) and value:
                yield value
        at = text.find("{", at)


def _title(asked: str) -> str:
    """Return the beginning of what a person said last in the chat that a request shows."""
    _, found, said = asked.rpartition(f"\n{_SAID}")
    words = " ".join(said.partition("\n")[0].split()) if found else ""
    if len(words) <= _TITLE_CHARACTERS:
        return words
    cut = words[:_TITLE_CHARACTERS]
    return (cut.rpartition(" ")[0] or cut) + "…"
