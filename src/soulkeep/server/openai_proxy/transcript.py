"""Lines of a front end's messages, in comparable form."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Literal

from soulkeep.errors import InputError
from soulkeep.lang.forms import normalized
from soulkeep.lang.validity import NAME_CHARACTERS, is_fit
from soulkeep.server.openai_proxy.retrieval import own_words

Role = Literal["user", "assistant"]

_REASONING = re.compile(r"<(?:(think)>|(details) type=\"reasoning\")")
"""The beginning of a model's reasoning."""

_TEXTS = ("text", "input_text", "output_text")

_MARKS = {
    "image_url": "image",
    "input_image": "image",
    "input_audio": "audio",
    "video_url": "video",
    "file": "file",
    "input_file": "file",
}
"""Bracketed marks for message parts that aren't text."""


@dataclass(frozen=True, slots=True)
class Line:
    """An utterance as a front end shows it.

    Attributes:
        role: the speaker's role.
        text: the text to store.
        key: the text to compare: without differences in spaces, a name put before it, or reasoning.
        at: the message's index.
        speaker: the name in the message, if any.
    """

    role: Role
    text: str
    key: str
    at: int
    speaker: str | None = None


def lines_of(messages: Sequence[Any], names: Collection[str]) -> list[Line]:
    """Return the lines of messages, in order, leaving out those of neither person nor character.

    Args:
        messages: a request's messages.
        names: names that may precede either's words.

    Raises:
        InputError: the messages are invalid.
    """
    lines: list[Line] = []
    before = name_before(names)
    for at, message in enumerate(messages):
        if not isinstance(message, Mapping):
            raise InputError(f"Message {at} is not an object.", hint='Write {"role": "user", "content": "…"}.')
        role = message.get("role")
        if role != "user" and role != "assistant":
            continue
        text = text_of(message.get("content"))
        text = said_aloud(text) if role == "assistant" else own_words(text).strip()
        if not text:
            continue
        name = message.get("name")
        sound = isinstance(name, str) and len(name.strip()) > 0 and len(name) <= NAME_CHARACTERS and is_fit(name)
        lines.append(Line(role, text, key_of(text, before), at, name if sound and role == "user" else None))
    return lines


def text_of(content: object) -> str:
    """Return the text of a message's content; parts that aren't text become marks such as `[image]`."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    parts: list[str] = []
    for part in content:
        if not isinstance(part, Mapping):
            continue
        kind = part.get("type")
        if isinstance(part.get("text"), str) and kind in _TEXTS:
            parts.append(part["text"])
        elif isinstance(part.get("refusal"), str):
            parts.append(part["refusal"])
        elif isinstance(kind, str) and kind in _MARKS:
            parts.append(f"[{_MARKS[kind]}]")
    return "\n".join(filter(None, parts))


def said_aloud(text: str) -> str:
    """Return an answer without the model's reasoning before it. Reasoning without an end extends to the end of the
    text."""
    said, at = list[str](), 0
    while begun := _REASONING.search(text, at):
        said.append(text[at : begun.start()])
        ending = f"</{begun[1] or begun[2]}>"
        end = text.find(ending, begun.end())
        if end < 0:
            break
        at = end + len(ending)
    else:
        said.append(text[at:])
    return "".join(said).strip()


def name_before(names: Collection[str]) -> re.Pattern[str]:
    """Return a pattern of a name and a colon before somebody's words."""
    listed = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.compile(rf"(?:{listed})\s*[:：]\s*(?=\S)", re.IGNORECASE)


def key_of(text: str, before: re.Pattern[str]) -> str:
    """Return the digest of a text's comparable part, so that no texts are held in memory."""
    plain = " ".join(normalized("NFC", said_aloud(text)).split())
    match = before.match(plain)
    return blake2b(plain[match.end() if match else 0 :].encode("utf-8", "replace"), digest_size=16).hexdigest()


def with_block(message: Mapping[str, Any], block: str, *, kind: str = "text") -> dict[str, Any]:
    """Return a message with a text before its own.

    Args:
        message: a request's message; not changed.
        block: the text to insert.
        kind: the type of text parts: "text", or "input_text".
    """
    content = message.get("content")
    if isinstance(content, list):
        return {**message, "content": [{"type": kind, "text": f"{block}\n\n"}, *content]}
    return {**message, "content": f"{block}\n\n{content}"}
