"""The language model boundary: messages in, a stream of text out.

Knows nothing of characters or memories. Whatever writes text hides behind `ChatModel`, which has one method
that matters.
"""

from __future__ import annotations

import os
import re
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any, Literal

from soulkeep.errors import ChatError, ChatRefused, ChatUnavailable, MissingExtra
from soulkeep.records import Usage

_STORED = "What was said to the character is stored. Repeat the call with the same id to try again."


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a prompt."""

    role: Literal["system", "user", "assistant"]
    content: str


class ChatModel(ABC):
    """Writes text. A piece of a stream is a `str`; the last one may be a `Usage`, if the server counted."""

    name: str

    @abstractmethod
    def stream(self, messages: Sequence[Message]) -> AsyncIterator[str | Usage]:
        """Write an answer, piece by piece.

        Raises:
            ChatUnavailable: the model can't be reached, or took too long. Retryable.
            ChatRefused: it has nothing to say.
            ChatError: it can't be used as configured.
        """

    def stream_json(self, messages: Sequence[Message], schema: Mapping[str, Any]) -> AsyncIterator[str | Usage]:
        """Write an answer in JSON, piece by piece.

        The messages ask for it in words too, so a model that can't be held to a schema need not override this.

        Args:
            messages: the prompt.
            schema: a JSON schema of the answer.

        Raises:
            ChatError: as `stream`.
        """
        return self.stream(messages)


async def complete(chat: ChatModel, messages: Sequence[Message]) -> str:
    """An answer as a whole.

    Raises:
        ChatError: as `ChatModel.stream`; `ChatRefused` also if the answer is empty.
    """
    text = "".join([piece async for piece in chat.stream(messages) if isinstance(piece, str)]).strip()
    if not text:
        raise ChatRefused(f"The language model {chat.name} answered with nothing.", hint="Try again, or another model.")
    return text


class OpenAIChat(ChatModel):
    """Any server that speaks OpenAI's chat completions: OpenAI, Ollama, llama.cpp, vLLM, LM Studio, OpenRouter.

    Args:
        url: up to and including `/v1`.
        model: the model's name there.
        key: the API key; local servers take any.
        timeout: seconds to wait for the server, and between two pieces.
        retries: how often to try again before the first piece.
        options: what else goes into the request, such as `temperature`.
    """

    def __init__(
        self,
        url: str,
        model: str,
        *,
        key: str | None = None,
        timeout: float = 60.0,
        retries: int = 2,
        **options: Any,
    ) -> None:
        try:
            import openai
        except ImportError:
            raise MissingExtra("A language model behind a URL", "openai") from None
        self.name = model
        self.url = url
        self._openai = openai
        self._key = key or "none"
        self._timeout, self._retries, self._options = timeout, retries, options
        # The place in `_forms` of what this server takes; who gave a response_format knows better.
        self._form = 2 if "response_format" in options else 0

    def stream(self, messages: Sequence[Message]) -> AsyncIterator[str | Usage]:
        return self._ask(messages, {})

    async def stream_json(self, messages: Sequence[Message], schema: Mapping[str, Any]) -> AsyncIterator[str | Usage]:
        """As `ChatModel.stream_json`; held to the schema, to JSON or to nothing, whichever the server takes first."""
        forms = _forms(schema)
        for place in range(self._form, len(forms)):
            try:
                async with aclosing(self._ask(messages, forms[place])) as pieces:
                    async for piece in pieces:
                        yield piece
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
        # A client belongs to one event loop, so each call has its own.
        async with openai.AsyncOpenAI(
            base_url=self.url, api_key=self._key, timeout=self._timeout, max_retries=self._retries
        ) as client:
            try:
                stream = await client.chat.completions.create(
                    model=self.name,
                    messages=prompt,
                    stream=True,
                    stream_options={"include_usage": True},
                    **{**options, **self._options},
                )
                async for chunk in stream:
                    if chunk.choices and chunk.choices[0].delta.content:
                        yield chunk.choices[0].delta.content
                    if chunk.usage:
                        yield Usage(
                            prompt=chunk.usage.prompt_tokens,
                            completion=chunk.usage.completion_tokens,
                            exact=True,
                        )
            except (openai.APIConnectionError, openai.RateLimitError, openai.InternalServerError) as error:
                raise ChatUnavailable(
                    f"The language model at {self.url} did not answer: {error}",
                    hint=_STORED,
                ) from error
            except openai.APIError as error:
                raise ChatError(
                    f"The language model at {self.url} turned the request down: {error}",
                    hint="Check the URL, the model's name and the key.",
                ) from error
            except Exception as error:  # a connection lost amid an answer comes as an error of the transport's
                raise ChatUnavailable(f"The language model at {self.url} broke off: {error}", hint=_STORED) from error


def _forms(schema: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What to add to a request that wants JSON, the most binding first."""
    name = re.sub(r"[^a-zA-Z0-9_-]", "_", str(schema.get("title") or "answer"))[:64]
    # Not strict: that takes a few kinds of schemas only, and turns the others down.
    held = {"type": "json_schema", "json_schema": {"name": name, "schema": dict(schema), "strict": False}}
    return [{"response_format": held}, {"response_format": {"type": "json_object"}}, {}]


def chat_from_environment() -> ChatModel | None:
    """The model that SOULKEEP_CHAT_URL, _MODEL and _KEY name; None if the first is not set."""
    url = os.environ.get("SOULKEEP_CHAT_URL")
    if not url:
        return None
    model = os.environ.get("SOULKEEP_CHAT_MODEL")
    if not model:
        raise ChatError("SOULKEEP_CHAT_URL is set but SOULKEEP_CHAT_MODEL is not.", hint="Set it to the model's name.")
    return OpenAIChat(url, model, key=os.environ.get("SOULKEEP_CHAT_KEY"))
