"""Retrieval data sets: conversations, and questions with the turns that answer them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from soulkeep.errors import BadFile
from soulkeep.knowledge.conversations import Conversation, read_conversations, read_lines


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledQuestion:
    """A question with its gold evidence.

    Attributes:
        id, conversation: its own id, and its conversation's.
        text: the question.
        category: as the data set names it.
        evidence: ids of the turns that answer it; empty where nothing does.
        time: when it is asked; None for after the last session.
    """

    id: str
    conversation: str
    text: str
    category: str
    evidence: frozenset[str]
    time: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Dataset:
    """A data set: a folder with `conversations.jsonl` and `questions.jsonl`."""

    name: str
    conversations: tuple[Conversation, ...]
    questions: Mapping[str, tuple[LabelledQuestion, ...]]


def read_dataset(folder: Path) -> Dataset:
    """Read a data set. Times without a zone are taken as UTC.

    Raises:
        BadFile: a file is missing, or not what it should be.
    """
    conversations = tuple(read_conversations(folder / "conversations.jsonl", UTC))
    questions: dict[str, list[LabelledQuestion]] = {conversation.id: [] for conversation in conversations}
    path = folder / "questions.jsonl"
    for number, data in read_lines(path):
        try:
            question = _question(data)
            questions[question.conversation].append(question)
        except (KeyError, TypeError, ValueError) as error:
            raise BadFile(
                f"{path}, line {number}: not a question ({type(error).__name__}: {error}).",
                hint='Expected {"id", "conversation", "question", "category", "evidence": […]}.',
            ) from error
    return Dataset(
        name=folder.resolve().name,
        conversations=conversations,
        questions={id: tuple(found) for id, found in questions.items()},
    )


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
    )
