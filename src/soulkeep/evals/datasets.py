"""Retrieval data sets: conversations, and questions with the turns that answer them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from soulkeep.errors import BadFile
from soulkeep.importers.conversations import ImportedConversation, read_conversations, read_lines


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledQuestion:
    """A question with its gold evidence.

    Attributes:
        id, conversation: the ids of the question and its conversation.
        text: the question.
        category: the data set's category.
        evidence: ids of the turns that answer it; empty if none do.
        time: when it is asked; None for after the last session.
        answer, wrong_answer: the right answer, and that of somebody who remembers badly; "" if the data set has none.
        required_memories: the memories needed for the answer, in words.
        topic: the data set's topic.
        evidence_parts: roles of evidence, such as `original_info` and `updated_info`.
    """

    id: str
    conversation: str
    text: str
    category: str
    evidence: frozenset[str]
    time: datetime | None
    answer: str = ""
    wrong_answer: str = ""
    required_memories: tuple[str, ...] = ()
    topic: str = ""
    evidence_parts: Mapping[str, frozenset[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedMemory:
    """A memory that is expected after a session.

    Attributes:
        session: the session.
        text: the memory in a few words.
        type: the data set's type: `"identity"`, `"tool"` …
        contradicts: the text of the memory that it replaces; "" if none.
    """

    session: str
    text: str
    type: str = ""
    contradicts: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dataset:
    """A data set: a folder with `conversations.jsonl`, `questions.jsonl` and optionally `memories.jsonl`, with expected
    memories. Questions and memories are grouped by conversation."""

    name: str
    conversations: tuple[ImportedConversation, ...]
    questions: Mapping[str, tuple[LabelledQuestion, ...]]
    memories: Mapping[str, tuple[ExpectedMemory, ...]] = field(default_factory=dict)


def read_dataset(folder: Path) -> Dataset:
    """Return the data set in a folder. Times without a zone are taken as UTC.

    Raises:
        BadFile: a file is missing or invalid.
    """
    conversations = tuple(read_conversations(folder / "conversations.jsonl", UTC))
    questions: dict[str, list[LabelledQuestion]] = {conversation.id: [] for conversation in conversations}
    path = folder / "questions.jsonl"
    for number, data in read_lines(path):
        try:
            question = _question(data)
            questions[question.conversation].append(question)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise BadFile(
                f"{path}, line {number}: not a question ({type(error).__name__}: {error}).",
                hint='Expected {"id", "conversation", "question", "category", "evidence": […]}.',
            ) from error
    return Dataset(
        name=folder.resolve().name,
        conversations=conversations,
        questions={id: tuple(expected) for id, expected in questions.items()},
        memories=_memories(folder / "memories.jsonl", questions),
    )


def _memories(path: Path, known: Collection[str]) -> dict[str, tuple[ExpectedMemory, ...]]:
    """Return the expected memories of each known conversation; empty if the data set has none."""
    by_id: dict[str, list[ExpectedMemory]] = {}
    for number, data in read_lines(path) if path.exists() else ():
        try:
            if data["conversation"] not in known:
                raise KeyError(data["conversation"])
            expected = ExpectedMemory(
                session=str(data["session"]),
                text=data["text"],
                type=data.get("type") or "",
                contradicts=data.get("contradicts") or "",
            )
        except (KeyError, TypeError) as error:
            raise BadFile(
                f"{path}, line {number}: not a memory ({type(error).__name__}: {error}).",
                hint='Expected {"conversation", "session", "text"}.',
            ) from error
        by_id.setdefault(data["conversation"], []).append(expected)
    return {id: tuple(memories) for id, memories in by_id.items()}


def _question(data: dict[str, Any]) -> LabelledQuestion:
    time = data.get("time")
    asked = datetime.fromisoformat(time) if time else None
    return LabelledQuestion(
        id=data["id"],
        conversation=data["conversation"],
        text=data["question"],
        category=data["category"],
        evidence=frozenset(data["evidence"]),
        time=asked.replace(tzinfo=UTC) if asked and asked.tzinfo is None else asked,
        answer=str(data.get("answer") or ""),
        wrong_answer=str(data.get("wrong_answer") or ""),
        required_memories=tuple(data.get("required_memories") or ()),
        topic=str(data.get("topic") or ""),
        evidence_parts={name: frozenset(ids) for name, ids in (data.get("evidence_parts") or {}).items()},
    )
