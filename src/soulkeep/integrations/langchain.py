"""LangChain: `SoulkeepChatHistory`, the messages of a conversation, and `SoulkeepRetriever`, what comes to mind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from soulkeep.errors import InputError
from soulkeep.integrations.framework import importing, require_character, storable
from soulkeep.integrations.messages import Kept, MessageLog, Path, Sent, TextOf

with importing("LangChain's history", "langchain"):
    from langchain_core.callbacks import CallbackManagerForRetrieverRun
    from langchain_core.chat_history import BaseChatMessageHistory
    from langchain_core.documents import Document
    from langchain_core.messages import (
        AIMessage,
        BaseMessage,
        ChatMessage,
        HumanMessage,
        RemoveMessage,
        message_to_dict,
        messages_from_dict,
    )
    from langchain_core.retrievers import BaseRetriever
    from pydantic import field_validator

if TYPE_CHECKING:
    from soulkeep.integrations.framework import AnyCharacter

_FRAMEWORK = "langchain"

_PERSON, _OWN = ("human", "user"), ("ai", "assistant")
"""Types of messages, and roles, of the person and of the character."""

_SILENT = ("system", "developer", "tool", "function")
"""Those that nobody says aloud."""


class SoulkeepChatHistory(BaseChatMessageHistory):
    """The messages of one conversation, which the character remembers.

    Args:
        character: who remembers; messages of the AI become its words.
        session: the conversation's id.
        person: whom it talks with, who says all human messages, whatever `name` they have; None for nobody in
            particular. A session of one person never holds what another said, though it has the same id.
    """

    def __init__(self, character: AnyCharacter, session: str, *, person: str | None) -> None:
        self._log = MessageLog(character, person=person, session=session, framework=_FRAMEWORK)

    @property
    def messages(self) -> list[BaseMessage]:  # type: ignore[override]
        """The messages, the oldest first."""
        return self.latest(None)

    def latest(self, limit: int | None) -> list[BaseMessage]:
        """Return the latest messages, the oldest of them first; all without a limit."""
        return [self._message(kept) for kept in self._log.read(limit)]

    def add_messages(self, messages: Sequence[BaseMessage]) -> None:
        """Store messages, all or none."""
        self._log.append([self._sent(message) for message in messages])

    def clear(self) -> None:
        """Delete all turns of the conversation, with what was derived from them."""
        self._log.clear()

    def _sent(self, message: BaseMessage) -> Sent:
        if not isinstance(message, BaseMessage):
            raise InputError(f"{message!r:.80} is no message.", hint="Give a HumanMessage, an AIMessage …")
        if isinstance(message, RemoveMessage):
            raise InputError(
                "A history keeps messages; a RemoveMessage stands for one that is to be deleted.",
                hint="Delete the conversation with clear(), or its turns by their ids with character.delete().",
            )
        kind = message.type.removesuffix("MessageChunk").lower()
        role = str(getattr(message, "role", "")) or kind
        if role in _PERSON:  # whatever name it bears: nobody's words become another's by a name
            speaker = self._log.speaker
        elif role in _OWN:
            speaker = self._log.character.name
        else:
            speaker = role if isinstance(message, ChatMessage) else message.name or kind
        silent = role in _SILENT
        return Sent(
            message_to_dict(message),
            speaker,
            [TextOf(("data", *path), silent=silent) for path in _said(message.content)],
            shown=_calls(message) or role,
        )

    def _message(self, kept: Kept) -> BaseMessage:
        if kept.content is not None:
            return messages_from_dict([kept.content])[0]
        own = kept.first.speaker == self._log.character.name
        return AIMessage(kept.first.text) if own else HumanMessage(kept.first.text)


def _said(content: str | list[str | dict[Any, Any]]) -> Iterator[Path]:
    """Yield the paths of the texts in a message's content."""
    if isinstance(content, str):
        yield ("content",)
        return
    for at, part in enumerate(content):
        if isinstance(part, str):
            yield ("content", at)
        elif part.get("type") == "text" and isinstance(part.get("text"), str):
            yield ("content", at, "text")


def _calls(message: BaseMessage) -> str:
    """Return the tools that a message calls, in words."""
    calls = message.tool_calls if isinstance(message, AIMessage) else []
    return ", ".join(f"{call['name']}({call['args']})" for call in calls)[:1000]


class SoulkeepRetriever(BaseRetriever):
    """Retrieves what comes to a character's mind, as documents.

    Attributes:
        character: who remembers.
        person: whom it faces; None for nobody in particular. What it shares with others stays out.
        k: how many documents at most; `Settings.k` by default.
        kinds: of memories, as in `Character.recall`; all by default.
    """

    character: Any
    person: str | None
    k: int | None = None
    kinds: frozenset[str] | None = None

    _is_character = field_validator("character")(require_character)

    def _get_relevant_documents(self, query: str, *, run_manager: CallbackManagerForRetrieverRun) -> list[Document]:
        query = storable(query)
        if not query.strip():
            return []
        recall = self.character.recall(query, person=self.person, k=self.k, kinds=self.kinds)
        return [
            Document(
                id=hit.memory.id,
                page_content=hit.memory.text,
                metadata={
                    "kind": hit.memory.kind,
                    "speaker": hit.memory.speaker,
                    "time": hit.memory.time and hit.memory.time.isoformat(),
                    "session": hit.memory.session,
                    "score": hit.score,
                    "confidence": recall.confidence,
                },
            )
            for hit in recall.hits
        ]
