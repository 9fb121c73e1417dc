"""LlamaIndex: `SoulkeepMemory`, the memory of an agent, and `SoulkeepMemoryBlock`, a block of LlamaIndex's own.

A character is open, and can't be written. What is written of a memory names it, and `restoring` says where it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Self

from soulkeep.errors import InputError
from soulkeep.integrations.framework import as_material, finished, importing, remembered, require_character
from soulkeep.integrations.messages import Kept, MessageLog, Path, Sent, TextOf, delete_all

with importing("LlamaIndex's memory", "llamaindex"):
    from llama_index.core.base.llms.types import ChatMessage, MessageRole, TextBlock
    from llama_index.core.memory import BaseMemory, BaseMemoryBlock
    from pydantic import BaseModel, Field, field_serializer, field_validator

if TYPE_CHECKING:
    from soulkeep.client.keep import RemoteKeep
    from soulkeep.integrations.framework import AnyCharacter
    from soulkeep.keep import Keep

_FRAMEWORK = "llamaindex"

_OWN = (MessageRole.ASSISTANT, MessageRole.CHATBOT, MessageRole.MODEL)
"""Roles in which the character speaks."""

_SESSION = "session_id"
"""Where LlamaIndex notes a message's conversation when it leaves its short-term memory."""

_ANY = "llamaindex"
"""The conversation of messages of which it doesn't."""


_keep: ContextVar[Keep | RemoteKeep | None] = ContextVar("soulkeep_restoring", default=None)


@contextmanager
def restoring(keep: Keep | RemoteKeep) -> Iterator[None]:
    """Restore memories from what LlamaIndex has written: within the block, their characters are looked up in a keep.

    A workflow's `Context` reads what was written when it is first used: run the workflow within the block, too.
    """
    token = _keep.set(keep)
    try:
        yield
    finally:
        _keep.reset(token)


class _Remembering(BaseModel):
    """What holds a character, which is written as its id, and not copied with it."""

    character: Any

    @field_validator("character")
    @classmethod
    def _open(cls, character: Any) -> AnyCharacter:
        if not isinstance(character, str):
            return require_character(character)
        keep = _keep.get()
        if keep is None:
            raise InputError(
                f"The character {character!r:.80} isn't open.",
                hint="Give a keep's: keep.character(…). What LlamaIndex has written is restored, and first used, "
                "within `with soulkeep.integrations.llamaindex.restoring(keep):`.",
            )
        return keep.character(character, create=False)

    @field_serializer("character")
    def _id(self, character: AnyCharacter) -> str:
        return character.id

    def __deepcopy__(self, memo: dict[int, Any] | None = None) -> Self:
        return super().__deepcopy__({**(memo or {}), id(self.character): self.character})

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).model_validate, (self.model_dump(),)


class SoulkeepMemory(_Remembering, BaseMemory):
    """The messages of one conversation, which the character remembers, and what comes to its mind.

    Attributes:
        character: who remembers; the assistant's messages become its words.
        person: whom it talks with; None for nobody in particular. A session of one person never holds what another
            said, though it has the same id.
        session_id: the conversation's id.
        limit: how many of the latest messages `get` returns, some fewer or more so that they begin with the user's.
        tell: whether `get` begins with a system message of what comes to mind.
    """

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
            told = remembered(self.character, said, person=self.person, session=self.session_id, sent=_texts(messages))
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


class SoulkeepMemoryBlock(_Remembering, BaseMemoryBlock[str]):
    """What comes to a character's mind, as a block of LlamaIndex's `Memory`; messages that leave its short-term memory
    are remembered.

    Attributes:
        name: of the block, in the prompt.
        character: who remembers.
        person: whom it talks with; None for nobody in particular.
    """

    name: str = "memories"
    person: str | None

    async def _aget(self, messages: list[ChatMessage] | None = None, **block_kwargs: Any) -> str:
        said, session = _last_words(messages or []), block_kwargs.get(_SESSION) or _ANY
        sent = _texts(messages or [])
        return await finished(lambda: remembered(self.character, said, person=self.person, session=session, sent=sent))

    async def _aput(self, messages: list[ChatMessage]) -> None:
        sessions: dict[str, list[ChatMessage]] = {}
        for message in messages:
            kwargs = {name: value for name, value in message.additional_kwargs.items() if name != _SESSION}
            session = message.additional_kwargs.get(_SESSION) or _ANY
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


def _texts(messages: Sequence[ChatMessage]) -> list[str]:
    """Return what is said in messages."""
    return [block.text for message in messages for block in message.blocks if isinstance(block, TextBlock)]


def _last_words(messages: Sequence[ChatMessage]) -> str:
    return next((str(one.content or "") for one in reversed(messages) if one.role == MessageRole.USER), "")
