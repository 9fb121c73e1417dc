"""Readers of an upstream's answer as it passes: chat completions and responses, streamed or whole."""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from collections.abc import Iterator
from typing import Any

from soulkeep.server.openai_proxy.transcript import said_aloud, text_of

_DONE = b"[DONE]"


class Events:
    """Parser of server-sent events with JSON, in pieces of any size. Unreadable events are skipped.

    Lines end with a line feed, a carriage return, or both. An event ends with an empty line; or, if an upstream omits
    that, with the next line of data, if its JSON is complete by then.
    """

    def __init__(self) -> None:
        self._line = list[bytes]()
        self._data = list[bytes]()
        self._returned = False

    def feed(self, piece: bytes) -> Iterator[dict[str, Any] | None]:
        """Yield the events that a piece completes; None for the end, `[DONE]`."""
        if not piece:
            return
        if self._returned and piece.startswith(b"\n"):  # the second half of a line's end
            piece = piece[1:]
        self._returned = piece.endswith(b"\r")
        for line in piece.splitlines(keepends=True):
            self._line.append(line)
            if line.endswith((b"\n", b"\r")):
                yield from self._take(b"".join(self._line).rstrip(b"\r\n"))
                self._line.clear()

    def finish(self) -> Iterator[dict[str, Any] | None]:
        """Yield the remaining event at the end of the stream."""
        yield from self._take(b"".join(self._line))
        self._line.clear()
        yield from self._told()

    def _take(self, line: bytes) -> Iterator[dict[str, Any] | None]:
        """Process a line; yield the event that it ends."""
        if not line:
            yield from self._told()
        elif line.removeprefix(BOM_UTF8).startswith(b"data:"):
            if len(self._data) == 1 and (self._data[0] == _DONE or _object(self._data[0]) is not None):
                yield from self._told()
            self._data.append(line.partition(b":")[2].strip())

    def _told(self) -> Iterator[dict[str, Any] | None]:
        """Yield the event collected so far."""
        data = b"\n".join(self._data)
        self._data.clear()
        if data == _DONE:
            yield None
        elif (event := _object(data)) is not None:
            yield event


def _object(data: bytes) -> dict[str, Any] | None:
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


class AnswerReader:
    """Assembles an answer: `done` once it is complete, `failed` if the upstream reports a failure; for a response also
    its `id` and `output`."""

    def __init__(self, *, streamed: bool) -> None:
        self.done = False
        self.failed = False
        self.id: str | None = None
        self.output: list[dict[str, Any]] = []
        self._events = Events() if streamed else None
        self._whole = bytearray()
        self._said: list[str] = []

    @property
    def text(self) -> str:
        """Return the text received so far."""
        if self._events is None and not self.done:
            self._read_whole()
        return said_aloud("".join(self._said))

    def feed(self, piece: bytes) -> None:
        """Process the next piece."""
        if self._events is None:
            self._whole += piece
            return
        self._take_all(self._events.feed(piece))

    def finish(self) -> None:
        """Process the end of the answer."""
        if self._events is not None:
            self._take_all(self._events.finish())

    def _take_all(self, events: Iterator[dict[str, Any] | None]) -> None:
        for event in events:
            if event is None:
                self.done = True
            else:
                self.take(event)

    def take(self, event: dict[str, Any]) -> None:
        """Process an event."""
        raise NotImplementedError

    def take_whole(self, answer: dict[str, Any]) -> None:
        """Process a whole answer."""
        raise NotImplementedError

    def say(self, text: object) -> None:
        """Append to the text."""
        if isinstance(text, str):
            self._said.append(text)

    def say_instead(self, text: str) -> None:
        """Replace the text."""
        self._said = [text]

    def _read_whole(self) -> None:
        self.done = True
        if (answer := _object(bytes(self._whole))) is not None:
            self.take_whole(answer)


class ChatReader(AnswerReader):
    """Reader of chat completions, for the first choice."""

    def take(self, event: dict[str, Any]) -> None:
        """Process a chunk."""
        choice = _first(event)
        if choice is None:
            self.failed = self.failed or "error" in event
            return
        delta = choice.get("delta")
        if isinstance(delta, dict):
            self.say(delta.get("content"))
            self.say(delta.get("refusal"))
        if choice.get("finish_reason") is not None:
            self.done = True

    def take_whole(self, answer: dict[str, Any]) -> None:
        """Process a completion."""
        choice = _first(answer)
        message = choice.get("message") if choice else None
        if isinstance(message, dict):
            self.say(text_of(message.get("content")))
            self.say(message.get("refusal"))


def _first(answer: dict[str, Any]) -> dict[str, Any] | None:
    choices = answer.get("choices")
    if not isinstance(choices, list):
        return None
    return next((one for one in choices if isinstance(one, dict) and one.get("index", 0) == 0), None)


_OVER = ("response.completed", "response.incomplete", "response.failed")


class ResponseReader(AnswerReader):
    """Reader of responses."""

    def take(self, event: dict[str, Any]) -> None:
        """Process an event of a stream."""
        kind, response = event.get("type"), event.get("response")
        if kind == "response.output_text.delta":
            self.say(event.get("delta"))
        elif isinstance(response, dict):
            self._named(response)
            if kind in _OVER:
                self.done = True
                self.failed = kind == "response.failed"
                if text := _output_text(response):
                    self.say_instead(text)

    def take_whole(self, answer: dict[str, Any]) -> None:
        """Process a response."""
        self._named(answer)
        self.say(_output_text(answer))

    def _named(self, response: dict[str, Any]) -> None:
        if isinstance(response.get("id"), str):
            self.id = response["id"]
        if isinstance(response.get("output"), list):
            self.output = [item for item in response["output"] if isinstance(item, dict)]


def _output_text(response: dict[str, Any]) -> str:
    output = response.get("output")
    items = output if isinstance(output, list) else []
    return "\n".join(
        text_of(item.get("content")) for item in items if isinstance(item, dict) and item.get("type") == "message"
    )
