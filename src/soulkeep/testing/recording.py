"""Recording a language model's answers to a file, and replaying them where there is no model.

A recording is a file of JSON lines, one for each exchange: `model`, `messages`, `schema` (null if none was asked for),
`pieces` (texts; `{"usage": …}`; `{"truncated": true}`) and `end`: `"whole"`, `"left"` (by the listener), or
`{"error": …, "message": …, "hint": …}`.
"""

from __future__ import annotations

import json
import os
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from threading import Lock
from typing import Any, Literal

from soulkeep.errors import BadAnswer, BadFile, ChatError, ChatRefused, ChatUnavailable
from soulkeep.lang.tokens import count_tokens
from soulkeep.models.chat.asking import unguarded
from soulkeep.models.chat.base import ChatModel, Message, Truncated, listening
from soulkeep.models.chat.tokenizer import Tokenizer, token_counter
from soulkeep.types.records import Usage

_ERRORS: dict[str, type[ChatError]] = {
    kind.__name__: kind for kind in (ChatError, ChatUnavailable, ChatRefused, BadAnswer)
}
_USAGE = {field.name for field in fields(Usage)}
_AGAIN = "Record again, with soulkeep.testing.recording.RecordingChat around the model."
_SHOWN = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """One call of a language model.

    Attributes:
        model: the model's name.
        messages: the prompt.
        schema: the JSON schema it was given; None if none was.
        pieces: the pieces of the answer, in order.
        end: `"whole"`; `"left"`, if the caller abandoned it; or the error it ended with.
    """

    model: str
    messages: tuple[Message, ...]
    schema: Mapping[str, Any] | None = None
    pieces: tuple[str | Usage, ...] = ()
    end: Literal["whole", "left"] | ChatError = "whole"

    @property
    def key(self) -> str:
        """A key that is equal for the same prompt and schema."""
        return _key(self.messages, self.schema)


class RecordingChat(ChatModel):
    """Wraps a language model and writes each exchange to a file as it ends. Safe with concurrent streams.

    Args:
        inner: the model that answers.
        path: the file; an existing one is replaced.
        append: append to an existing file instead.

    Raises:
        BadFile: the file can't be written.
    """

    def __init__(self, inner: ChatModel, path: str | os.PathLike[str], *, append: bool = False) -> None:
        self.name = inner.name
        self.counts_exactly = inner.counts_exactly
        self._inner = inner
        self._path = Path(path)
        self._lock = Lock()
        self._write(b"", "ab" if append else "wb")

    def count_tokens(self, text: str) -> int:
        return self._inner.count_tokens(text)

    def stream(self, messages: Sequence[Message]) -> AsyncIterator[str | Usage]:
        return self._record(messages, None)

    def stream_json(self, messages: Sequence[Message], schema: Mapping[str, Any]) -> AsyncIterator[str | Usage]:
        return self._record(messages, schema)

    async def _record(
        self, messages: Sequence[Message], schema: Mapping[str, Any] | None
    ) -> AsyncIterator[str | Usage]:
        inner, messages = self._inner, tuple(messages)
        pieces: list[str | Usage] = []
        end: Literal["whole", "left"] | ChatError = "left"
        try:
            asked = inner.stream(messages) if schema is None else inner.stream_json(messages, schema)
            async with listening(asked) as said:
                async for piece in said:
                    pieces.append(piece)
                    yield piece
            end = "whole"
        except ChatError as error:
            end = error
            raise
        except Exception as error:  # a model of the caller's own may raise anything
            end = ChatError(f"{type(error).__name__}: {error}")
            raise
        finally:
            exchange = Exchange(model=self.name, messages=messages, schema=schema, pieces=tuple(pieces), end=end)
            self._write(_line(exchange), "ab")

    def _write(self, data: bytes, mode: Literal["ab", "wb"]) -> None:
        try:
            with self._lock, self._path.open(mode) as file:
                file.write(data)
        except OSError as error:
            raise BadFile(
                f"{self._path} can't be written: {error}", hint="Give a file in a folder that exists."
            ) from error


class ReplayChat(ChatModel):
    """Answers from a recording, without the model: the same prompt gets the same pieces in order, and the same error at
    the end. Safe with concurrent streams.

    A prompt that was asked several times gets its answers in turn, and then the last one repeatedly.

    Args:
        path: the file that `RecordingChat` wrote.
        tokenizer: as `OpenAIChat` takes it. Callers that shorten prompts by `count_tokens` need the one of the
            recording.

    Raises:
        BadFile: the file holds no recording.
    """

    def __init__(self, path: str | os.PathLike[str], *, tokenizer: Tokenizer | None = None) -> None:
        self._path = Path(path)
        self._answers: dict[str, list[Exchange]] = {}
        exchanges = read_recording(self._path)
        for exchange in exchanges:
            self._answers.setdefault(exchange.key, []).append(exchange)
        self.name = exchanges[0].model if exchanges else "replay"
        self.counts_exactly = tokenizer is not None
        self._count = count_tokens if tokenizer is None else token_counter(tokenizer)
        self._lock = Lock()

    def count_tokens(self, text: str) -> int:
        return self._count(text)

    def stream(self, messages: Sequence[Message]) -> AsyncIterator[str | Usage]:
        """Stream an answer as `ChatModel.stream` does.

        Raises:
            ChatError: the recording lacks the prompt, or its answer was abandoned.
        """
        return self._play(messages, None)

    def stream_json(self, messages: Sequence[Message], schema: Mapping[str, Any]) -> AsyncIterator[str | Usage]:
        """Stream an answer as `stream` does; the schema must match, too."""
        return self._play(messages, schema)

    async def _play(self, messages: Sequence[Message], schema: Mapping[str, Any] | None) -> AsyncIterator[str | Usage]:
        import asyncio

        exchange = self._next(messages, schema)
        for piece in exchange.pieces:
            yield piece
            await asyncio.sleep(0)  # others have their turn, as they would if it came from a server
        if isinstance(exchange.end, ChatError):
            raise type(exchange.end)(exchange.end.message, hint=exchange.end.hint)
        if exchange.end == "left":
            raise ChatError(f"The recording {self._path} ends here, as its listener left.", hint=_AGAIN)

    def _next(self, messages: Sequence[Message], schema: Mapping[str, Any] | None) -> Exchange:
        with self._lock:
            answers = self._answers.get(_key(messages, schema))
            if answers:
                return answers.pop(0) if len(answers) > 1 else answers[0]
        last = " ".join(messages[-1].content.split()) if messages else ""
        shown = f"…{last[-_SHOWN:]}" if len(last) > _SHOWN else last
        raise ChatError(
            f"The recording {self._path} has no answer to this prompt, which ends with “{shown}”.",
            hint=f"Did the prompt, the schema or the clock change? {_AGAIN}",
        )


def read_recording(path: str | os.PathLike[str]) -> list[Exchange]:
    """Return the exchanges of a recording, in the order in which they ended.

    Raises:
        BadFile: the file is missing, or a line of it can't be read.
    """
    path = Path(path)
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError as error:
        raise BadFile(f"The recording {path} can't be read: {error}", hint=_AGAIN) from error
    exchanges = []
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                exchanges.append(_exchange(json.loads(line)))
            except (ValueError, TypeError, KeyError, AttributeError) as error:
                raise BadFile(f"Line {number} of {path} is no recorded exchange: {error!r}", hint=_AGAIN) from error
    return exchanges


def _key(messages: Sequence[Message], schema: Mapping[str, Any] | None) -> str:
    """Return a key that is equal for equal questions, however their material is fenced."""
    asked = [[message.role, unguarded(message.content)] for message in messages]
    return json.dumps([asked, schema], sort_keys=True)


def _line(exchange: Exchange) -> bytes:
    end = exchange.end
    if isinstance(end, ChatError):
        kind = next(cls.__name__ for cls in type(end).__mro__ if cls.__name__ in _ERRORS)
        end_data: Any = {"error": kind, "message": end.message, "hint": end.hint}
    else:
        end_data = end
    data = {
        "model": exchange.model,
        "messages": [asdict(message) for message in exchange.messages],
        "schema": exchange.schema,
        "pieces": [_piece_data(piece) for piece in exchange.pieces],
        "end": end_data,
    }
    try:
        return f"{json.dumps(data, ensure_ascii=False)}\n".encode()
    except UnicodeEncodeError:  # half of a character, which only an escape can hold
        return f"{json.dumps(data)}\n".encode()


def _piece_data(piece: str | Usage) -> Any:
    if isinstance(piece, Usage):
        return {"usage": asdict(piece)}
    return {"truncated": True} if isinstance(piece, Truncated) else piece


def _exchange(data: Mapping[str, Any]) -> Exchange:
    end = data["end"]
    if isinstance(end, Mapping):
        end = _ERRORS.get(end["error"], ChatError)(end["message"], hint=end["hint"])
    elif end not in ("whole", "left"):
        raise ValueError(f"its end is {end!r}")
    return Exchange(
        model=data["model"],
        messages=tuple(Message(**message) for message in data["messages"]),
        schema=data["schema"],
        pieces=tuple(map(_piece, data["pieces"])),
        end=end,
    )


def _piece(data: Any) -> str | Usage:
    if isinstance(data, str):
        return data
    if "usage" in data:  # without what a later version may have counted besides
        return Usage(**{name: value for name, value in data["usage"].items() if name in _USAGE})
    return Truncated()
