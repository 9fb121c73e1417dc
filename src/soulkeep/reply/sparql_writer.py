"""A question put as SPARQL by a language model, where no rule reads it (2)."""

from __future__ import annotations

import re

from soulkeep.lang.prompt_safety import line
from soulkeep.models.chat.asking import asking
from soulkeep.models.chat.base import ChatModel, Message, complete

_FENCE = re.compile(r"```\w*+[^\S\n]*+\n(.*)```", re.DOTALL)


async def write_sparql(chat: ChatModel, name: str, question: str, outline: str, *, wrong: str = "") -> str:
    """A query that answers a question; "" where the model says that the data doesn't tell.

    Args:
        chat: the model.
        name: the character.
        question: to be understood without the talk.
        outline: what the data holds.
        wrong: what was wrong with the query that it wrote before.

    Raises:
        ChatError: the model failed.
    """
    return query_in(await complete(chat, sparql_messages(name, question, outline, wrong=wrong)))


def sparql_messages(name: str, question: str, outline: str, *, wrong: str = "") -> list[Message]:
    """The messages that ask for a query."""
    again = f"\n\nYour last query could not be run: {line(wrong)}" if wrong else ""
    return asking("sparql", f"{outline}\n\nQuestion: {line(question)}{again}", name=name)


def query_in(written: str) -> str:
    """The query that a model wrote."""
    text = written.strip()
    fenced = _FENCE.fullmatch(text)
    text = fenced[1].strip() if fenced else text
    return "" if text.casefold().strip(".! ") == "none" else text
