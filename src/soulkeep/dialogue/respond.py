"""A reply, from what was said to what was answered. Written once, async; `ReplyStream` also runs it plainly."""

from __future__ import annotations

import re
import sys
from collections.abc import AsyncGenerator, AsyncIterator, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

from soulkeep.dialogue.prompt import reply_prompt
from soulkeep.dialogue.references import ReferenceReader, label, without_labels
from soulkeep.dialogue.situation import Situation
from soulkeep.dialogue.voice import Spoken, speak
from soulkeep.errors import ChatRefused, InputError
from soulkeep.models.chat import ChatModel
from soulkeep.records import Reference, Reply, Usage
from soulkeep.settings import Settings
from soulkeep.text.tokens import count_tokens

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What was said, complete: with the labels of its references, and without."""

    text: str
    plain: str
    references: tuple[Reference, ...]
    unknown_references: tuple[str, ...]
    responder: str
    usage: Usage


async def respond(
    situation: Situation, chat: ChatModel | None, settings: Settings
) -> AsyncGenerator[str | Answer, None]:
    """Answer, piece by piece; the last item is the complete answer.

    With a model, it writes from the prompt. Without one, what is known and the shared past speak first, where they are
    sure; else the offline voice quotes from memory.
    """
    if chat is None:
        spoken = speak(
            situation.said,
            situation.recall,
            language=situation.language,
            person=situation.person,
            own_names=situation.own_names,
            now=situation.now,
        )
        considered = situation.considered
        if (
            considered is not None
            and considered.responder is not None
            and (considered.sure or spoken.responder != "voice")
        ):
            spoken = Spoken(considered.text, considered.text, (), considered.responder)
        for word in re.findall(r"\S+\s*", spoken.text):
            yield word
        yield Answer(
            text=spoken.text,
            plain=spoken.plain,
            references=tuple(Reference(label=label(i), memory=memory) for i, memory in enumerate(spoken.memories)),
            unknown_references=(),
            responder=spoken.responder,
            usage=Usage(),
        )
        return
    memories = tuple(hit.memory for hit in situation.recall.hits)
    messages = reply_prompt(situation, description_words=settings.description_words)
    usage = Usage(prompt=sum(count_tokens(message.content) for message in messages))
    reader = ReferenceReader(memories)
    text = ""
    async for piece in chat.stream(messages):
        if isinstance(piece, Usage):
            usage = piece
        elif passed := reader.feed(piece):
            text += passed
            yield passed
    if rest := reader.finish():
        text += rest
        yield rest
    text = text.strip()
    if not text:
        raise ChatRefused(f"The language model {chat.name} answered with nothing.", hint="Try again, or another model.")
    yield Answer(
        text=text,
        plain=without_labels(text) or text,
        references=reader.references,
        unknown_references=reader.unknown,
        responder="model",
        usage=usage if usage.exact else Usage(prompt=usage.prompt, completion=count_tokens(text)),
    )


class ReplyStream:
    """A reply as it is spoken: iterate over its pieces, `async for` or plainly, then read `reply`.

    What was said of a reply that is left early is stored as far as it was heard.
    """

    def __init__(self, items: AsyncGenerator[str | Reply, None]) -> None:
        self._items = items
        self._reply: Reply | None = None

    @property
    def reply(self) -> Reply:
        """The complete reply, once all pieces were read."""
        if self._reply is None:
            raise InputError("The reply is not complete yet.", hint="Read all its pieces first.")
        return self._reply

    async def __aiter__(self) -> AsyncIterator[str]:
        try:
            async for item in self._items:
                if isinstance(item, Reply):
                    self._reply = item
                else:
                    yield item
        finally:
            await self._items.aclose()

    def __iter__(self) -> Iterator[str]:
        if in_event_loop():
            raise InputError("This runs inside an event loop.", hint="Iterate with `async for`.")
        import asyncio  # a fifth of the time that importing soulkeep takes, and only replies need it

        with asyncio.Runner() as runner:
            pieces = aiter(self)

            async def step() -> str | None:
                return await anext(pieces, None)

            try:
                while (piece := runner.run(step())) is not None:
                    yield piece
            finally:
                runner.run(self._items.aclose())


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run what is async plainly, inside an event loop or outside."""
    import asyncio

    if not in_event_loop():
        return asyncio.run(coroutine)
    with ThreadPoolExecutor(max_workers=1) as pool:  # a loop can't be run inside another: run beside it
        return pool.submit(asyncio.run, coroutine).result()


def in_event_loop() -> bool:
    """Whether this is called from a coroutine."""
    asyncio = sys.modules.get("asyncio")  # whoever runs a loop has imported it
    try:
        return asyncio is not None and asyncio.get_running_loop() is not None
    except RuntimeError:
        return False
