"""Lines of a front end's messages, in comparable form."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Literal, NamedTuple

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


class LinePlace(NamedTuple):
    """The place of a line: its message's index, and where it begins in the message's text."""

    at: int
    begins: int = 0


@dataclass(frozen=True, slots=True)
class Line:
    """An utterance as a front end shows it.

    Attributes:
        role: the speaker's role.
        text: the text to store.
        key: the text to compare: without differences in spaces, a name put before it, or reasoning.
        at: the message's index.
        speaker: the name in the message, if any.
        begins: where the line begins in the message's text, if several stand there.
    """

    role: Role
    text: str
    key: str
    at: int
    speaker: str | None = None
    begins: int = 0

    @property
    def spot(self) -> LinePlace:
        """Return its place."""
        return LinePlace(self.at, self.begins)


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


def with_block(message: Mapping[str, Any], block: str, *, kind: str = "text", begins: int = 0) -> dict[str, Any]:
    """Return a message with a text before its own.

    Args:
        message: a request's message; not changed.
        block: the text to insert.
        kind: the type of text parts: "text", or "input_text".
        begins: where in the message's text to insert it, spaces before that not counted.
    """
    content = message.get("content")
    if isinstance(content, list):
        return {**message, "content": [{"type": kind, "text": f"{block}\n\n"}, *content]}
    if not begins or not isinstance(content, str):
        return {**message, "content": f"{block}\n\n{content}"}
    at = len(content) - len(content.lstrip()) + begins
    return {**message, "content": f"{content[:at]}{block}\n\n{content[at:]}"}


def with_blocks(messages: Sequence[Any], blocks: Mapping[LinePlace, str], *, kind: str = "text") -> list[Any]:
    """Return messages with texts before some of their lines.

    A text for a line in a message of the character's role, which is another character's, stands in the user's message
    after that, or else in a message of its own.

    Args:
        messages: a request's; not changed.
        blocks: the texts, by the places of the lines.
        kind: as in `with_block`.
    """
    found, ahead = list[Any](), list[str]()
    for at, message in enumerate(messages):
        here = sorted((spot for spot in blocks if spot.at == at), reverse=True)
        if isinstance(message, Mapping) and message.get("role") == "assistant" and here:
            after = messages[at + 1] if at + 1 < len(messages) else None
            texts = [blocks[spot] for spot in reversed(here)]
            if isinstance(after, Mapping) and after.get("role") == "user":
                ahead += texts
            else:
                found += [{"role": "system", "content": text} for text in texts]
            found.append(message)
            continue
        for spot in here:
            message = with_block(message, blocks[spot], kind=kind, begins=spot.begins)
        for text in reversed(ahead):
            message = with_block(message, text, kind=kind)
        ahead.clear()
        found.append(message)
    return found
