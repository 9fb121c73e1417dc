"""Requests that a front end makes for itself: titles, tags, suggestions, searches, tools. They are answered, and never
stored."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from soulkeep.server.openai_proxy.retrieval import is_retrieval, wordings
from soulkeep.server.openai_proxy.transcript import text_of

_OPEN_WEBUI = "x-openwebui-"
"""The beginning of headers by which Open WebUI says who asks, and in which chat."""

_SHOWN = re.compile(r"^(?:USER|ASSISTANT): ", re.MULTILINE)
"""The beginning of a message where Open WebUI shows a chat to a model."""

_QUERY = re.compile(r"(?:Query: )?(?:History:\n(?:USER|ASSISTANT|SYSTEM|TOOL): \"\"\"|Query: )")
"""The beginning of what Open WebUI sends where a model is to choose a tool."""

_BESIDE = 60
"""Least number of letters beside a person's words in a request about them; fewer may be a correction of them."""

_HEAD = 100
"""Letters of a turn's beginning that are looked for: a template may cut what is long."""

_LABEL = re.compile(
    r"[^\S\n]*+(?:[^\s:：<\[][^\n:：]{0,60}[:：]|<[^<>\n]{1,40}>|\[[^\[\]\n]{1,60}\][:：]?)?[^\S\n]*+[\"'`“«「]*+"
)
"""What may stand before a turn in its line: a name and a colon, a tag, something in brackets; quotation marks."""

_INSIDE = re.compile(r"(?:\"[^\S\n]*:[^\S\n]*\"|<[\w-]{1,30}>[^\S\n]*)\Z")
"""What stands before a turn within a line: a member of JSON begins, or an element."""

_INSIDE_CHARACTERS = 40

_ESCAPED = re.compile(r"\\(?:([\"\\/])|n|u([0-9a-fA-F]{4}))")
"""A character as JSON writes it."""


class TalkTurn(NamedTuple):
    """A stored turn: its role, and its text."""

    role: str
    text: str


def is_task(messages: Sequence[Any], headers: Mapping[str, str], *, streamed: bool) -> bool:
    """Return whether a request is a front end's own, by its form alone.

    Args:
        messages: the request's messages.
        headers: the request's, by names in lower case.
        streamed: whether the answer is to come in pieces, as for somebody who reads it.
    """
    if messages and _is_known(messages):
        return True
    text = _single(messages)
    if text is None or streamed or not is_open_webui(headers):
        return False
    return _SHOWN.search(text) is not None or (_QUERY.match(text) is not None and len(messages) > 1)


def is_open_webui(headers: Mapping[str, str]) -> bool:
    """Return whether a request's headers are Open WebUI's."""
    return any(name.startswith(_OPEN_WEBUI) for name in headers)


def tells_of(messages: Sequence[Any], talks: Iterable[Sequence[TalkTurn]], *, whole: bool) -> bool:
    """Return whether a request is about a stored conversation instead of a part of it: its only message shows what was
    said there, each turn in lines of its own.

    Args:
        messages: the request's messages.
        talks: the last turns of conversations that it may be about.
        whole: whether the front end would show the whole of the conversation in a request that goes on with it. Then
            the person's last words are enough.
    """
    text = _single(messages)
    if text is None:
        return False
    text = _spaced(_ESCAPED.sub(_plain, text))
    for talk in talks:
        turns = [TalkTurn(turn.role, _spaced(turn.text)) for turn in talk]
        for said, answer in pairwise(turns):
            if said.role == "user" and answer.role == "assistant" and _shows(text, said.text, answer.text):
                return True
        last = next((turn.text for turn in reversed(turns) if turn.role == "user"), None)
        if whole and last and last in text and len(text) - len(last) >= _BESIDE:
            return True
    return False


def _single(messages: Sequence[Any]) -> str | None:
    """Return the text of the only message, the system's left out where there are others; None if there are more, or it
    isn't the user's. LibreChat once asked for titles in the system's name."""
    said = [one for one in messages if not (isinstance(one, Mapping) and one.get("role") in ("system", "developer"))]
    if len(messages) == 1 and not said:
        said = [*messages]
    elif len(said) != 1 or not isinstance(said[0], Mapping) or said[0].get("role") != "user":
        return None
    return text_of(said[0].get("content")).lstrip()


def _is_known(messages: Sequence[Any]) -> bool:
    """Return whether the last message is a prompt in a front end's usual wording."""
    first, last = messages[0], messages[-1]
    if not isinstance(first, Mapping) or not isinstance(last, Mapping) or last.get("role") != "user":
        return False
    text = text_of(last.get("content")).lstrip()
    system = text_of(first.get("content")) if first.get("role") == "system" else ""
    return not is_retrieval(text) and any(
        text.startswith(task["begins"]) and task.get("holds", "") in text and system.startswith(task.get("system", ""))
        for task in wordings()["task"]
    )


def _shows(text: str, said: str, answer: str) -> bool:
    """Return whether a text shows a turn and then its answer, each at the beginning of a line."""
    first = _line_with(text, said, 0)
    return first is not None and _line_with(text, answer, first) is not None


def _line_with(text: str, said: str, start: int) -> int | None:
    """Return where a turn ends that stands at the beginning of a line; None if it isn't there."""
    head = said[:_HEAD]
    at = text.find(head, start)
    while at >= 0:
        line = text.rfind("\n", 0, at) + 1
        before = text[max(line, at - _INSIDE_CHARACTERS) : at]
        if _LABEL.fullmatch(text, line, at) is not None or _INSIDE.search(before) is not None:
            return at + len(head)
        at = text.find(head, at + 1)
    return None


def _plain(escaped: re.Match[str]) -> str:
    """Return a character as it is."""
    return escaped[1] or (chr(int(escaped[2], 16)) if escaped[2] else "\n")


def _spaced(text: str) -> str:
    """Return a text with single spaces in its lines, and no empty lines."""
    return "\n".join(line for line in (" ".join(line.split()) for line in text.splitlines()) if line)
