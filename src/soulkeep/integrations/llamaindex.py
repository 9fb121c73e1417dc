"""LlamaIndex: `SoulkeepMemory`, the memory of an agent, and `SoulkeepMemoryBlock`, a block of LlamaIndex's own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from soulkeep.integrations.framework import as_material, finished, importing, remembered
from soulkeep.integrations.messages import Kept, MessageLog, Path, Sent, TextOf, delete_all

with importing("LlamaIndex's memory", "llamaindex"):
    from llama_index.core.base.llms.types import ChatMessage, MessageRole
    from llama_index.core.memory import BaseMemory, BaseMemoryBlock
    from pydantic import Field

if TYPE_CHECKING:
    from soulkeep.integrations.framework import AnyCharacter

_FRAMEWORK = "llamaindex"

_OWN = (MessageRole.ASSISTANT, MessageRole.CHATBOT, MessageRole.MODEL)
"""Roles in which the character speaks."""

_SESSION = "session_id"
"""Where LlamaIndex notes a message's conversation when it leaves its short-term memory."""


class SoulkeepMemory(BaseMemory):
    """The messages of one conversation, which the character remembers, and what comes to its mind.

    Attributes:
        character: who remembers; the assistant's messages become its words.
        person: whom it talks with; None for nobody in particular. A session of one person never holds what another
            said, though it has the same id.
        session_id: the conversation's id.
        limit: how many of the latest messages `get` returns, some fewer or more so that they begin with the user's.
        tell: whether `get` begins with a system message of what comes to mind.
    """

    character: Any = Field(exclude=True)
    person: str | None
    session_id: str
    limit: int = Field(default=40, ge=1)
    tell: bool = True

    @classmethod
    def class_name(cls) -> str:
        """Return the name of the class."""
        return "SoulkeepMemory"

    @classmethod
    def from_defaults(cls, **kwargs: Any) -> SoulkeepMemory:
        """Return a memory with these attributes."""
        return cls(**kwargs)

    def get(self, input: str | None = None, **kwargs: Any) -> list[ChatMessage]:
        """Return what comes to mind at the input, or at the user's last words, and the latest messages."""
        latest = self._log.read_from(
            self.limit, lambda kept: _message(self.character, kept).role in (MessageRole.USER, MessageRole.SYSTEM)
        )
        messages = [_message(self.character, kept) for kept in latest]
        said = input if isinstance(input, str) else _last_words(messages)
        told = ""
        if self.tell:
            told = remembered(self.character, said, person=self.person, session=self.session_id)
        if not told:
            return messages
        return [ChatMessage(role=MessageRole.SYSTEM, content=as_material(told)), *messages]

    def get_all(self) -> list[ChatMessage]:
        """Return all messages, the oldest first."""
        return [_message(self.character, kept) for kept in self._log.read()]

    def put(self, message: ChatMessage) -> None:
        """Store a message."""
        self.put_messages([message])

    def put_messages(self, messages: list[ChatMessage]) -> None:
        """Store messages, all or none."""
        self._log.append([_sent(self.character, self._log.speaker, message) for message in messages])

    def set(self, messages: list[ChatMessage]) -> None:
        """Store messages in place of those that are there; what was derived from these goes, too."""
        old = [id for kept in self._log.read() for id in kept.ids]
        self.put_messages(messages)
        delete_all(self.character, old, self.person)

    def reset(self) -> None:
        """Delete all turns of the conversation, with what was derived from them."""
        self._log.clear()

    @property
    def _log(self) -> MessageLog:
        return MessageLog(self.character, person=self.person, session=self.session_id, framework=_FRAMEWORK)


class SoulkeepMemoryBlock(BaseMemoryBlock[str]):
    """What comes to a character's mind, as a block of LlamaIndex's `Memory`; messages that leave its short-term memory
    are remembered.

    Attributes:
        name: of the block, in the prompt.
        character: who remembers.
        person: whom it talks with; None for nobody in particular.
    """

    name: str = "memories"
    character: Any = Field(exclude=True)
    person: str | None

    async def _aget(self, messages: list[ChatMessage] | None = None, **block_kwargs: Any) -> str:
        said, session = _last_words(messages or []), block_kwargs.get(_SESSION)
        return await finished(lambda: remembered(self.character, said, person=self.person, session=session))

    async def _aput(self, messages: list[ChatMessage]) -> None:
        sessions: dict[str, list[ChatMessage]] = {}
        for message in messages:
            kwargs = {name: value for name, value in message.additional_kwargs.items() if name != _SESSION}
            session = message.additional_kwargs.get(_SESSION) or "llamaindex"
            sessions.setdefault(session, []).append(message.model_copy(update={"additional_kwargs": kwargs}))
        for session, those in sessions.items():
            log = MessageLog(self.character, person=self.person, session=session, framework=_FRAMEWORK)
            sent = [_sent(self.character, log.speaker, message) for message in those]
            await finished(lambda log=log, sent=sent: log.append(sent))  # type: ignore[misc]


def _sent(character: AnyCharacter, person: str, message: ChatMessage) -> Sent:
    role = message.role
    if role == MessageRole.USER:
        speaker = person
    elif role in _OWN:
        speaker = character.name
    else:
        speaker = str(message.additional_kwargs.get("name") or role.value)
    silent = role != MessageRole.USER and role not in _OWN
    content = message.model_dump(mode="json")
    return Sent(content, speaker, [TextOf(path, silent=silent) for path in _said(content)], shown=_shown(content))


def _said(content: dict[str, Any]) -> Iterator[Path]:
    for at, block in enumerate(content["blocks"]):
        if block.get("block_type") == "text":
            yield ("blocks", at, "text")


def _shown(content: dict[str, Any]) -> str:
    calls = [
        f"{block.get('tool_name')}({block.get('tool_kwargs')})"
        for block in content["blocks"]
        if block.get("block_type") == "tool_call"
    ]
    return ", ".join(calls)[:1000] or "…"


def _message(character: AnyCharacter, kept: Kept) -> ChatMessage:
    if kept.content is not None:
        return ChatMessage.model_validate(kept.content)
    own = kept.first.speaker == character.name
    return ChatMessage(role=MessageRole.ASSISTANT if own else MessageRole.USER, content=kept.first.text)


def _last_words(messages: Sequence[ChatMessage]) -> str:
    return next((str(one.content or "") for one in reversed(messages) if one.role == MessageRole.USER), "")
