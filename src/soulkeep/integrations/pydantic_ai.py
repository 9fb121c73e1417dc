"""Pydantic AI: `SoulkeepCapability`, by which an agent remembers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from soulkeep.errors import InputError
from soulkeep.integrations.framework import finished, importing, remembered, require_character, storable
from soulkeep.integrations.messages import Kept, MessageLog, Sent, TextOf, text_at

with importing("Memory for Pydantic AI", "pydantic-ai"):
    from pydantic_ai import DeferredToolRequests, RunContext
    from pydantic_ai.capabilities import AbstractCapability, WrapModelRequestHandler, WrapRunHandler
    from pydantic_ai.framing import register_tag, wrap
    from pydantic_ai.messages import (
        ModelMessage,
        ModelMessagesTypeAdapter,
        ModelRequest,
        ModelResponse,
        TextPart,
        ToolCallPart,
        ToolReturnPart,
        UserPromptPart,
    )
    from pydantic_ai.models import ModelRequestContext
    from pydantic_ai.run import AgentRunResult
    from pydantic_ai.tools import AgentDepsT
    from pydantic_ai.toolsets import FunctionToolset

if TYPE_CHECKING:
    from soulkeep.integrations.framework import AnyCharacter

_FRAMEWORK = "pydantic_ai"

_TAG = register_tag("memories")

_TOOL = "Look up what you remember of this person and what was said before. Give a question in words."

_DONE = "A final result was already processed."
"""What a tool returns that is called beside the final result of a stream."""

_ALOUD = ("user-prompt", "text")
"""Kinds of parts that somebody says."""


@dataclass
class SoulkeepCapability(AbstractCapability[AgentDepsT]):
    """The messages of an agent's runs are remembered, and what comes to mind is told to the model.

    Memories are added to the request alone, framed as material: they aren't part of the messages that are stored.

    Attributes:
        character: who remembers; the agent's answers become its words.
        person: whom the agent talks with, or a function of a run's context that tells: `lambda ctx: ctx.deps.user`.
            None for nobody in particular; a function must name somebody.
        session: the conversation, or a function that tells; by default the run's `conversation_id`.
        tell: whether the model is told what comes to mind.
        tool: whether it may look up memories itself, by a tool `recall_memories`.
    """

    character: AnyCharacter
    _: KW_ONLY
    person: str | Callable[[RunContext[AgentDepsT]], str] | None
    session: str | Callable[[RunContext[AgentDepsT]], str] | None = None
    tell: bool = True
    tool: bool = False
    _told: str | None = field(default=None, init=False, repr=False)
    _new: list[ModelMessage] = field(default_factory=list, init=False, repr=False)
    _broken_off: bool = field(default=False, init=False, repr=False)

    def __post_init__(self) -> None:
        require_character(self.character)

    @classmethod
    def get_serialization_name(cls) -> str | None:
        """Return None: it holds a character, and can't be written in a specification."""
        return None

    async def for_run(self, ctx: RunContext[AgentDepsT]) -> SoulkeepCapability[AgentDepsT]:
        """Return the capability of one run, which looks up once what comes to mind."""
        return replace(self)

    def get_toolset(self) -> FunctionToolset[AgentDepsT] | None:
        """Return the tool that looks up memories, if there is to be one."""
        if not self.tool:
            return None
        toolset: FunctionToolset[AgentDepsT] = FunctionToolset()
        toolset.add_function(self._recall, takes_ctx=True, name="recall_memories", description=_TOOL)
        return toolset

    async def before_model_request(
        self, ctx: RunContext[AgentDepsT], request_context: ModelRequestContext
    ) -> ModelRequestContext:
        """Tell the model what comes to mind, before the user's latest words."""
        self._new = [message for message in request_context.messages if message.run_id == ctx.run_id]
        if not self.tell:
            return request_context
        messages = list(request_context.messages)
        at = next((at for at in range(len(messages) - 1, -1, -1) if _words(messages[at])), None)
        if at is None:
            return request_context
        request = messages[at]
        assert isinstance(request, ModelRequest)
        if self._told is None:
            log, said = self._log(ctx), _words(request)
            sent = [text for message in messages for text in _said(message)]
            self._told = await finished(
                lambda: remembered(log.character, said, person=log.person, session=log.session, sent=sent)
            )
        if self._told:
            first = next(i for i, part in enumerate(request.parts) if isinstance(part, UserPromptPart))
            told = UserPromptPart(wrap(_TAG, self._told))
            messages[at] = replace(request, parts=[*request.parts[:first], told, *request.parts[first:]])
            request_context.messages = messages
        return request_context

    async def wrap_model_request(
        self, ctx: RunContext[AgentDepsT], *, request_context: ModelRequestContext, handler: WrapModelRequestHandler
    ) -> ModelResponse:
        """Note what the model says, in case that the run is broken off."""
        try:
            response = await handler(request_context)
        except asyncio.CancelledError:
            self._broken_off = True
            raise
        self._new = [*self._new, response]
        return response

    async def wrap_run(self, ctx: RunContext[AgentDepsT], *, handler: WrapRunHandler) -> AgentRunResult[Any]:
        """Store what was said in a run that is broken off: by a `break` out of its stream, by an error of whoever reads
        it, or as it is cancelled."""
        log = self._log(ctx)  # so that a run of nobody's doesn't begin
        try:
            return await handler()
        except BaseException as error:
            if self._broken_off or isinstance(error, asyncio.CancelledError):
                await finished(lambda: self._append(log, _begun(self._new)))
            raise

    async def after_run(self, ctx: RunContext[AgentDepsT], *, result: AgentRunResult[Any]) -> AgentRunResult[Any]:
        """Store the messages of the run."""
        log, new = self._log(ctx), result.new_messages()
        if not isinstance(result.output, DeferredToolRequests):
            new = [*new, *_answers(new)]
        await finished(lambda: self._append(log, new))
        return result

    def history(self, session: str, *, person: str | None, limit: int | None = None) -> list[ModelMessage]:
        """Return the messages of a conversation, for a run's `message_history`: all, or some `limit` of the latest,
        which begin with something that the user says."""
        kept = self._open(session, person).read_from(limit, lambda one: bool(_words(self._message(one))))
        return [self._message(one) for one in kept]

    async def ahistory(self, session: str, *, person: str | None, limit: int | None = None) -> list[ModelMessage]:
        """Return what `history` returns, without blocking."""
        return await finished(lambda: self.history(session, person=person, limit=limit))

    def append(self, session: str, messages: Sequence[ModelMessage], *, person: str | None) -> None:
        """Store messages of earlier conversations, all or none."""
        self._append(self._open(session, person), messages)

    # -- inside

    def _open(self, session: str, person: str | None) -> MessageLog:
        return MessageLog(self.character, person=person, session=session, framework=_FRAMEWORK)

    def _log(self, ctx: RunContext[AgentDepsT]) -> MessageLog:
        person = self.person(ctx) if callable(self.person) else self.person
        if callable(self.person) and person is None:
            raise InputError(
                "The function given as person= returned None, which would share with everybody what is said.",
                hint="Are the run's deps missing? For memories of nobody in particular, write person=None.",
            )
        session = self.session(ctx) if callable(self.session) else self.session or ctx.conversation_id
        if session is None:
            raise InputError("This run has no conversation.", hint="Give session=, or a conversation_id to the run.")
        return self._open(session, person)

    async def _recall(self, ctx: RunContext[AgentDepsT], question: str) -> str:
        person, asked = self._log(ctx).person, storable(question)
        if not asked.strip():
            return "Give a question in words."
        recall = await finished(lambda: self.character.recall(asked, person=person))
        return recall.narrative() or "Nothing comes to mind."

    def _append(self, log: MessageLog, messages: Sequence[ModelMessage]) -> None:
        dumped = ModelMessagesTypeAdapter.dump_python(list(messages), mode="json")
        log.append([self._sent(log, one, content) for one, content in zip(messages, dumped, strict=True)])

    def _sent(self, log: MessageLog, message: ModelMessage, content: dict[str, Any]) -> Sent:
        own = isinstance(message, ModelResponse)
        speaker = self.character.name if own else log.speaker
        texts = [text for at, part in enumerate(content["parts"]) for text in _texts(at, part)]
        calls = [f"{part['tool_name']}({part.get('args')})" for part in content["parts"] if "args" in part]
        shown = ", ".join(calls)[:1000] or "…"
        return Sent(content, speaker, texts, shown=shown, time=_time(message))

    def _message(self, kept: Kept) -> ModelMessage:
        if kept.content is not None:
            return ModelMessagesTypeAdapter.validate_python([kept.content])[0]
        if kept.first.speaker == self.character.name:
            return ModelResponse(parts=[TextPart(kept.first.text)])
        return ModelRequest(parts=[UserPromptPart(kept.first.text)])


def _begun(messages: Sequence[ModelMessage]) -> list[ModelMessage]:
    """Return the messages of a run that was broken off, of the last answer only what it says: its thoughts may not be
    whole, and the tools that it calls haven't answered."""
    *before, last = messages or [ModelRequest(parts=[])]
    if isinstance(last, ModelResponse):
        last = replace(last, parts=[part for part in last.parts if isinstance(part, TextPart)])
    return [*before, last] if last.parts else list(before)


def _answers(messages: Sequence[ModelMessage]) -> list[ModelMessage]:
    """Return what answers the tools that the last message of a run calls: a stream adds it only when its run is over,
    and without it no further run takes these messages."""
    calls = [part for part in messages[-1].parts if isinstance(part, ToolCallPart)] if messages else []
    returned = [ToolReturnPart(call.tool_name, _DONE, tool_call_id=call.tool_call_id) for call in calls]
    return [ModelRequest(parts=returned)] if returned else []


def _time(message: ModelMessage) -> datetime | None:
    time = message.timestamp
    return time if time is not None and time.tzinfo is not None else None


def _words(message: ModelMessage) -> str:
    """Return what the user says in a message; "" if nothing."""
    return "\n".join(_said(message)) if isinstance(message, ModelRequest) else ""


def _said(message: ModelMessage) -> list[str]:
    """Return the texts that somebody says in a message."""
    said: list[str] = []
    for part in message.parts:
        if isinstance(part, UserPromptPart):
            content = [part.content] if isinstance(part.content, str) else part.content
            said += [one if isinstance(one, str) else str(getattr(one, "content", "") or "") for one in content]
        elif isinstance(part, TextPart):
            said.append(part.content)
    return [text for text in said if text.strip()]


def _texts(at: int, part: dict[str, Any]) -> Iterator[TextOf]:
    """Yield the texts of a part of a message."""
    kind, content = part.get("part_kind"), part.get("content")
    silent = kind not in _ALOUD
    speaker = part.get("tool_name") or ("system" if kind == "system-prompt" else None)
    if isinstance(content, str):
        yield TextOf(("parts", at, "content"), speaker, silent)
    elif isinstance(content, list) and kind == "user-prompt":
        for number, one in enumerate(content):
            if isinstance(one, str):
                yield TextOf(("parts", at, "content", number))
            elif isinstance(one, dict) and one.get("kind") == "text-content" and text_at(one, ("content",)):
                yield TextOf(("parts", at, "content", number, "content"))
