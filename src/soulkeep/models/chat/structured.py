"""Answers in JSON, parsed into pydantic models.

Small models fence their JSON, think aloud before it, add commas or stop too early. All that is repaired. An answer that
still doesn't fit the schema is sent back once, with the errors.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

from soulkeep.errors import BadAnswer, ChatRefused
from soulkeep.lang.prompt_safety import line, passage
from soulkeep.models.chat.base import ChatModel, Message

if TYPE_CHECKING:  # importing soulkeep must stay light
    from pydantic import BaseModel, ValidationError

T = TypeVar("T", bound="BaseModel")

_TRIES = 32
"""About how many times the characters of an answer are read to repair JSON."""

_SHOWN = 8000
"""Characters of a bad answer that are shown to the model again; more would come from a loop."""

_HINT = "Try again, or another model."


async def answer(chat: ChatModel, messages: Sequence[Message], schema: type[T]) -> T:
    """Ask for JSON and parse it. An answer that can't be used is sent back once.

    Args:
        chat: the model.
        messages: the prompt; the schema is added to its system message.
        schema: what the answer must be: a model whose JSON is an object.

    Raises:
        BadAnswer: the second answer doesn't fit the schema either. Retryable.
        ChatRefused: the second answer is empty, or refused.
        ChatError: as `ChatModel.stream`, at once.
    """
    wanted = schema.model_json_schema()
    asked = _with_schema(messages, wanted)
    said = ""
    try:
        said = await _without_thoughts(chat, asked, wanted)
        return read_json(said, schema)
    except BadAnswer as error:
        trouble = error.message
    except ChatRefused:
        trouble = "It is empty."
    # Many chat templates insist on user and assistant taking turns, so an empty answer is shown as an empty object.
    again = Message("user", f"That can't be used. {line(trouble)}\n\nAnswer again with JSON only.")
    said = await _without_thoughts(chat, [*asked, Message("assistant", passage(said[:_SHOWN]) or "{}"), again], wanted)
    try:
        return read_json(said, schema)
    except BadAnswer as error:
        raise BadAnswer(
            f"The language model {chat.name} did not answer as asked. {error.message}", hint=_HINT
        ) from None


def read_json(text: str, schema: type[T]) -> T:
    """Parse the last JSON object in a text that fits a schema, tolerantly; earlier ones are drafts.

    Raises:
        BadAnswer: no object fits; the message says what is wrong with the first, without quoting it.
    """
    from pydantic import ValidationError

    trouble = ""
    answer: T | None = None
    read_at = -1
    for place, value in _objects(text):
        if place == read_at:
            continue  # the best reading of what stands there
        try:
            answer, read_at = schema.model_validate(value), place
        except ValidationError as error:
            trouble = trouble or _in_short(error)
    if answer is not None:
        return answer
    raise BadAnswer(trouble or "There is no single JSON object in it.", hint=_HINT)


async def _without_thoughts(chat: ChatModel, messages: Sequence[Message], schema: Mapping[str, Any]) -> str:
    """Return the model's answer without its thoughts."""
    pieces = [piece async for piece in chat.stream_json(messages, schema) if isinstance(piece, str)]
    text = "".join(pieces).strip().removeprefix("\ufeff").strip()
    if not text.startswith("{"):
        # Some templates open the thinking themselves, so that only its end is seen.
        *_, text = re.split(r"</think(?:ing)?>", text)
        text = re.sub(r"^\s*<think(?:ing)?>.*", "", text, flags=re.DOTALL).strip()
    if not text:
        raise ChatRefused(f"The language model {chat.name} answered with nothing.", hint=_HINT)
    return text


def _with_schema(messages: Sequence[Message], schema: Mapping[str, Any]) -> list[Message]:
    """Return the messages with the schema in words, as many servers accept a schema and ignore it."""
    compact = json.dumps(_untitled(schema), ensure_ascii=False, separators=(",", ":"))
    ask = f"Answer with one JSON object and nothing else. It must fit this JSON schema:\n{compact}"
    if messages and messages[0].role == "system":
        return [Message("system", f"{messages[0].content}\n\n{ask}"), *messages[1:]]
    return [Message("system", ask), *messages]


def _untitled(schema: Any) -> Any:
    """Return a schema without titles, which only repeat names. A property called title is no text, so it stays."""
    if isinstance(schema, Mapping):
        return {
            key: value if key in ("default", "examples", "enum", "const") else _untitled(value)
            for key, value in schema.items()
            if not (key == "title" and isinstance(value, str))
        }
    return [_untitled(item) for item in schema] if isinstance(schema, list) else schema


def _in_short(error: ValidationError) -> str:
    wrong = error.errors(include_url=False, include_context=False, include_input=False)
    lines = [f"{'.'.join(map(str, one['loc'])) or 'answer'}: {one['msg']}" for one in wrong[:5]]
    return "; ".join(lines)[:500] + ("; …" if len(wrong) > 5 else "")


# The tolerant reading.

_DEEPEST = 50
"""Deepest nesting of brackets. More comes from a model caught in a loop, and takes time to close."""

_OPENING = re.compile(r"\{|\[(?=\s*\{)")  # [1] refers to something

_DECODER = json.JSONDecoder(strict=False, parse_constant=lambda name: None)

_LITERALS = {"True": "true", "False": "false", "None": "null", "undefined": "null"}

_TOKEN = re.compile(
    r"""
    [{}\[\]:,]
    | (?<!\\)"[^"\\]*+(?:\\.[^"\\]*+)*+"
    | (?<!\\)'[^'\\]*+(?:\\.[^'\\]*+)*+'
    | [“”„][^“”„]*[“”]
    | ‘[^‘’]*’
    | ["'“”„‘]              # one that is never closed
    | [^\s{}\[\]:,"'“”„‘]+
    """,
    re.VERBOSE | re.DOTALL,
)

_IN_STRING = re.compile(r"""\\(["\\/bfnrt]|u[0-9a-fA-F]{4})|\\'|\\|\"""")


def _objects(text: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the outermost JSON objects of a text with their positions; of invalid ones, repaired readings, likeliest
    first."""
    place, left = 0, _TRIES * len(text)
    while left > 0 and (opening := _OPENING.search(text, place)) is not None:
        place = begins = opening.start()
        try:
            value, end = _DECODER.raw_decode(text, place)
            values = [value]
        except (ValueError, RecursionError):
            mended, end = _mend(text, place)
            left -= (end - place) * (1 + len(mended))
            values = []
            for candidate in mended:
                with suppress(ValueError, RecursionError):
                    values.append(_DECODER.decode(candidate))
        for value in values:
            yield from ((begins, one) for one in _unwrapped(_storable(value)))
        # What is inside an object that was read is no answer of its own.
        place = end if values else place + 1


def _storable(value: Any) -> Any:
    """Return a value without lone surrogates, which a truncated escape may leave."""
    try:
        return _DECODER.decode(json.dumps(value, ensure_ascii=False).encode(errors="ignore").decode())
    except (ValueError, RecursionError):
        return None


def _unwrapped(value: Any) -> Iterator[dict[str, Any]]:
    """Yield an object, and the one that is its only value, as in {"answer": {…}}; of a list, its only object."""
    if isinstance(value, list) and len(value) == 1:
        [value] = value
    if isinstance(value, dict):
        yield value
        if len(value) == 1:
            [inner] = value.values()
            if isinstance(inner, dict):
                yield inner


def _mend(text: str, start: int) -> tuple[list[str], int]:
    """Return repaired readings of invalid JSON, best first, and the position in the text where it ends.

    It accepts quotes, literals and commas of other languages. Truncated JSON is closed there, or before the item that
    is cut off, since half of one could say the opposite.
    """
    written: list[str] = []
    closers: list[str] = []
    cuts: deque[tuple[int, str]] = deque(maxlen=_TRIES // 2)
    amid_string = False
    end = len(text)
    for token in _TOKEN.finditer(text, start):
        piece = token.group()
        if piece in "{[":
            closers.append("}" if piece == "{" else "]")
            if len(closers) > _DEEPEST:
                return [], len(text)
        elif piece in "}]":
            if written[-1] == ",":
                written.pop()
            closers.pop()
        elif piece == ",":
            if len(closers) == 1 or written[-1] == "}":
                cuts.append((len(written), "".join(reversed(closers))))
        elif piece.startswith("```"):
            end = token.start()
            break
        elif piece[0] in "\"'“”„‘":
            if len(piece) == 1:
                amid_string = True
                break
            piece = f'"{_IN_STRING.sub(_escaped, piece[1:-1])}"'
        else:
            piece = _LITERALS.get(piece, piece)
        written.append(piece)
        if not closers:
            return [" ".join(written)], token.end()
    if written[-1] == ",":
        written.pop()
    closed_here = (len(written), "".join(reversed(closers)))
    # An item may lack the field that turns its meaning, and a number its last digit.
    doubtful = closers.count("}") > 1 or written[-1][-1].isdigit()
    best_first = [*reversed(cuts), closed_here] if doubtful else [closed_here, *reversed(cuts)]
    if amid_string:
        best_first.remove(closed_here)
    return [" ".join(written[:length]) + closing for length, closing in best_first], end


def _escaped(match: re.Match[str]) -> str:
    if match[1]:
        return match[0]
    return "'" if match[0] == "\\'" else f"\\{match[0]}"
