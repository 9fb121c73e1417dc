"""Asking a language model what to look up (1: query creator)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from soulkeep.lang.prompt_safety import line
from soulkeep.models.chat.asking import asking
from soulkeep.models.chat.base import ChatModel, Message, complete
from soulkeep.search.query import Said

_MOST, _LONGEST = 3, 300
_MARK = re.compile(r"^\s*(?:[-*•]|\d{1,2}[.)])\s+")


async def create_queries(
    chat: ChatModel, name: str, person: str, history: Sequence[Said], said: Said, *, earlier: str = ""
) -> list[str]:
    """Return at most three things to look up before a message is answered, each worded to be understood without the
    talk.

    Args:
        chat: the model.
        name, person: the names of the character and the person.
        history: the turns before, oldest first.
        said: the message.
        earlier: a summary of the talk before, if this one only begins.

    Raises:
        ChatError: the model failed.
    """
    return queries_in(await complete(chat, query_messages(name, person, history, said, earlier=earlier)))


def query_messages(name: str, person: str, history: Sequence[Said], said: Said, *, earlier: str = "") -> list[Message]:
    """Return the messages that ask what to look up.

    Args:
        name: the character's.
        person: the name of the person it faces.
        history: the turns before.
        said: the turn to answer.
        earlier: a summary of earlier talk; "" for none.
    """
    talk = "\n".join(f"{line(turn.speaker or 'somebody')}: {line(turn.text)}" for turn in (*history, said))
    before = f"When they talked before:\n{line(earlier)}\n\nNow:\n" if earlier else ""
    return asking("query", f"{before}{talk}", name=name, person=person)


def queries_in(written: str) -> list[str]:
    """Return the queries that a model wrote, one a line."""
    lines = [_MARK.sub("", line).strip().strip("\"'“”„‘’「」`").strip() for line in written.splitlines()]
    queries = [line[:_LONGEST] for line in lines if line and line.casefold().strip(".! ") != "none"]
    return list(dict.fromkeys(queries))[:_MOST]
