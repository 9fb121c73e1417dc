"""The language model boundary: messages in, a stream of text out.

Knows nothing of characters or memories. Everything that writes text implements `ChatModel`, with one essential method.
"""

from __future__ import annotations

import re
import sys
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Mapping, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, TypeVar

from soulkeep.errors import ChatError, ChatRefused, ChatUnavailable, MissingExtra
from soulkeep.lang.tokens import count_tokens
from soulkeep.models.chat.thoughts import ThoughtFilter
from soulkeep.models.chat.tokenizer import Tokenizer, token_counter
from soulkeep.types.records import Usage

T = TypeVar("T")

_STORED = "What was said to the character is stored. Repeat the call with the same id to try again."

_LONGEST_CONNECT = 10.0
"""Most seconds to wait for a connection: a server that is up accepts it at once, though writing may take long."""

_PASSING = ("408", "409", "425", "429")
"""Statuses below 500 after which the same request may succeed."""

_QUOTED = 200
"""Characters of an answer that an error quotes."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a prompt."""

    role: Literal["system", "user", "assistant"]
    content: str


class Truncated(str):
    """An empty piece at the end of an answer that is incomplete: it reached a limit of tokens, or ended without the
    server saying that it was done. Callers that don't check for it can ignore it."""

    __slots__ = ()


class ChatModel(ABC):
    """A language model. A piece of its stream is a `str`; the last one may be a `Usage`, if the server counted.

    A model's thoughts before its answer aren't part of the stream.
    """

    name: str

    counts_exactly: bool = False
    """Whether `count_tokens` counts as the model does, instead of estimating."""

    @abstractmethod
    def stream(self, messages: Sequence[Message]) -> AsyncIterator[str | Usage]:
        """Stream an answer, piece by piece.

        Raises:
            ChatUnavailable: the model can't be reached, or took too long. Retryable.
            ChatRefused: the model refused to answer.
            ChatError: the model can't be used as configured.
        """

    def stream_json(self, messages: Sequence[Message], schema: Mapping[str, Any]) -> AsyncIterator[str | Usage]:
        """Stream an answer in JSON, piece by piece.

        The messages ask for JSON in words, too, so a model that can't enforce a schema need not override this.

        Args:
            messages: the prompt.
            schema: a JSON schema of the answer.

        Raises:
            ChatError: as `stream`.
        """
        return self.stream(messages)

    def count_tokens(self, text: str) -> int:
        """Return the number of tokens in a text, without the chat template's; an estimate, unless `counts_exactly`."""
        return count_tokens(text)


@asynccontextmanager
async def listening(stream: AsyncIterator[str | Usage]) -> AsyncIterator[AsyncIterator[str | Usage]]:
    """Return a context manager for a stream that is closed at once when the block is left. Otherwise closing waits for
    the garbage collector while the server keeps writing."""
    try:
        yield stream
    finally:
        close = getattr(stream, "aclose", None)  # an iterator of the caller's own may have none
        if close is not None:
            await close()


async def complete(chat: ChatModel, messages: Sequence[Message]) -> str:
    """Return an answer as a whole.

    Raises:
        ChatError: as `ChatModel.stream`; `ChatRefused` also if the answer is empty.
    """
    async with listening(chat.stream(messages)) as pieces:
        text = "".join([piece async for piece in pieces if isinstance(piece, str)]).strip()
    if not text:
        raise ChatRefused(f"The language model {chat.name} answered with nothing.", hint="Try again, or another model.")
    return text


class OpenAIChat(ChatModel):
    """Any server with OpenAI's chat completions: OpenAI, Ollama, llama.cpp, vLLM, LM Studio, OpenRouter.

    Safe to share between threads and event loops. A stream that is abandoned, or whose task is cancelled, closes its
    connection, which stops the server.

    Args:
        url: the base URL, up to and including `/v1`.
        model: the model's name on the server.
        key: the API key; local servers take any.
        timeout: seconds to wait for the server to begin, and between two pieces; for a connection, 10 at most.
        deadline: seconds that the server may take for a whole answer, including retries but not the caller's time
            between pieces. None for no limit.
        retries: how often to retry before the first piece, after the time that the server asks for (Retry-After, up to
            a minute), else after 0.5 to 8 seconds. An answer that breaks off later isn't retried.
        tokenizer: how the model counts: a function from a text to its number of tokens, or a Hugging Face
            `tokenizer.json`, or the folder that holds one (needs the extra `transformer`). Estimated by default.
        options: further fields of the request, such as `temperature`.

    Raises:
        BadFile: the tokenizer can't be read.
        MissingExtra: the extra `openai` is not installed, or the tokenizer's.
    """

    def __init__(
        self,
        url: str,
        model: str,
        *,
        key: str | None = None,
        timeout: float = 60.0,
        deadline: float | None = None,
        retries: int = 2,
        tokenizer: Tokenizer | None = None,
        **options: Any,
    ) -> None:
        try:
            import openai
        except ImportError:
            raise MissingExtra("A language model behind a URL", "openai") from None
        self.name = model
        self.url = url
        self.counts_exactly = tokenizer is not None
        self._count = count_tokens if tokenizer is None else token_counter(tokenizer)
        self._openai = openai
        self._key = key or "none"
        self._timeout, self._deadline, self._retries, self._options = timeout, deadline, retries, options
        # The place in `_forms` of what this server takes; who gave a response_format knows better.
        self._form = 2 if "response_format" in options else 0

    def count_tokens(self, text: str) -> int:
        return self._count(text)

    def stream(self, messages: Sequence[Message]) -> AsyncIterator[str | Usage]:
        return self._ask(messages, {})

    async def stream_json(self, messages: Sequence[Message], schema: Mapping[str, Any]) -> AsyncIterator[str | Usage]:
        """Stream as `ChatModel.stream_json` says; the server enforces the schema, JSON, or nothing, as it can."""
        forms = _forms(schema)
        for place in range(self._form, len(forms)):
            try:
                async with aclosing(self._ask(messages, forms[place])) as pieces:
                    async for piece in pieces:
                        yield piece
            except ChatRefused:
                raise
            except ChatError as error:
                # The reason for a 400 can't be told from its text. If it is another one, the last form meets it too.
                if getattr(error.__cause__, "status_code", None) not in (400, 422) or place == len(forms) - 1:
                    raise
            else:
                self._form = place
                return

    async def _ask(self, messages: Sequence[Message], options: Mapping[str, Any]) -> AsyncGenerator[str | Usage, None]:
        openai = self._openai
        prompt: Any = [{"role": message.role, "content": message.content} for message in messages]
        patience, answer = _Patience(self._deadline), _Heard()
        # A client belongs to one event loop, so each call has its own.
        async with openai.AsyncOpenAI(
            base_url=self.url,
            api_key=self._key,
            timeout=openai.Timeout(self._timeout, connect=min(self._timeout, _LONGEST_CONNECT)),
            max_retries=self._retries,
            http_client=openai.DefaultAsyncHttpxClient(verify=self._certificates),
        ) as client:
            try:
                asked = client.chat.completions.create(
                    model=self.name,
                    messages=prompt,
                    stream=True,
                    stream_options={"include_usage": True},
                    **{**options, **self._options},
                )
                async with await patience.wait(asked) as stream:
                    answer.begun = True
                    chunks = aiter(stream)
                    while (chunk := await patience.wait(anext(chunks, None))) is not None:
                        if said := answer.hear(chunk):
                            yield said
                if said := answer.finish():
                    yield said
                answer.require_willing(self.name)
                if answer.cut_off:
                    yield Truncated()
                if answer.usage is not None:
                    yield answer.usage
            except ChatError:
                raise
            except Exception as error:  # a connection lost amid an answer comes as an error of the transport's
                raise self._named(error, begun=answer.begun) from error

    def _named(self, error: Exception, *, begun: bool) -> ChatError:
        """Return the `ChatError` for an error of the SDK or of a library under it."""
        server = f"The language model at {self.url}"
        if isinstance(error, TimeoutError):
            return ChatUnavailable(f"{server} took longer than {self._deadline:g} seconds.", hint=_STORED)
        code = getattr(error, "code", None)
        if code == "content_filter":
            return ChatRefused(f"{server} refused: {error}", hint=_OTHER_WORDS)
        # Amid a stream there is no status any more, but the code may be one, as a number or as text.
        status = str(getattr(error, "status_code", code))
        if re.fullmatch(r"4\d\d", status) and status not in _PASSING:
            return ChatError(f"{server} turned the request down: {error}", hint=_CHECK_REQUEST.get(status, _CHECK))
        trouble = "broke off" if begun else "did not answer"
        return ChatUnavailable(f"{server} {trouble}: {str(error) or type(error).__name__}", hint=_STORED)

    @cached_property
    def _certificates(self) -> Any:
        """Certificates that SDK clients trust, loaded once: each client would take 20 ms for it."""
        transport = self._openai.DefaultAsyncHttpxClient.__base__.__module__.partition(".")[0]
        return sys.modules[transport].create_ssl_context()


_OTHER_WORDS = "Ask in other words, or another model."
_CHECK = "Check the URL, the model's name and the key."
_CHECK_REQUEST = dict.fromkeys(
    ("400", "413", "422"), "Check the model's name and the options. The prompt may be longer than the model can read."
)


class _Patience:
    """Waits for a server, for a total number of seconds. The time between two waits isn't counted."""

    def __init__(self, seconds: float | None) -> None:
        self._left = seconds

    async def wait(self, answer: Awaitable[T]) -> T:
        """Return the awaited result.

        Raises:
            TimeoutError: waiting took too long in total.
        """
        import asyncio

        loop = asyncio.get_running_loop()
        began = loop.time()
        try:
            async with asyncio.timeout(self._left):
                return await answer
        finally:
            if self._left is not None:
                self._left -= loop.time() - began


class _Heard:
    """The part of an answer received so far, chunk by chunk."""

    def __init__(self) -> None:
        self.begun = False
        self.usage: Usage | None = None
        self._thoughts = ThoughtFilter()
        self._said = ""
        self._refusal = ""
        self._finish: str | None = None

    def hear(self, chunk: Any) -> str:
        """Return the text of a chunk, without thoughts."""
        if chunk.usage:  # some servers count anew with each chunk
            self.usage = _usage(chunk.usage)
        if not chunk.choices:
            return ""
        choice = chunk.choices[0]
        self._finish = choice.finish_reason or self._finish
        if choice.delta is None:
            return ""
        self._refusal += getattr(choice.delta, "refusal", None) or ""
        return self._passed(self._thoughts.feed(_delta_text(choice.delta.content)))

    def finish(self) -> str:
        """Return the remaining text when the stream has ended."""
        return self._passed(self._thoughts.finish())

    def require_willing(self, name: str) -> None:
        """Raise `ChatRefused` if the model refused, or was stopped by a filter."""
        if self._refusal:
            raise ChatRefused(f"The language model {name} refused: {_quote(self._refusal)}", hint=_OTHER_WORDS)
        if self._finish == "content_filter":
            after = f" after {_quote(self._said)}" if self._said.strip() else ""
            raise ChatRefused(f"The language model {name} was stopped by a filter{after}.", hint=_OTHER_WORDS)

    @property
    def cut_off(self) -> bool:
        """Whether the answer, now that it has ended, is incomplete."""
        return self._finish == "length" or (self._finish is None and self.usage is None)

    def _passed(self, said: str) -> str:
        if len(self._said) < _QUOTED:
            self._said += said
        return said


def _delta_text(content: Any) -> str:
    """Return the text of a delta, which some servers send in parts, some of them thoughts."""
    if isinstance(content, list):
        texts = [part.get("text") for part in content if isinstance(part, Mapping) and part.get("type") == "text"]
        return "".join(text for text in texts if isinstance(text, str))
    return content or ""


def _quote(text: str) -> str:
    text = " ".join(text.split())
    return f"“{text[:_QUOTED]}{'…' if len(text) > _QUOTED else ''}”"


def _usage(counted: Any) -> Usage:
    """Return what a server counted; some report which part of the prompt was cached."""
    cached = getattr(getattr(counted, "prompt_tokens_details", None), "cached_tokens", None) or 0
    return Usage(prompt=counted.prompt_tokens, completion=counted.completion_tokens, cached=cached, exact=True)


def _forms(schema: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the additions to a request that ask for JSON, strictest first."""
    name = re.sub(r"[^a-zA-Z0-9_-]", "_", str(schema.get("title") or "answer"))[:64]
    # Not strict: that takes a few kinds of schemas only, and turns the others down.
    json_schema = {"type": "json_schema", "json_schema": {"name": name, "schema": dict(schema), "strict": False}}
    return [{"response_format": json_schema}, {"response_format": {"type": "json_object"}}, {}]
