"""Having a language model put a question as SPARQL, where no rule can read it (2)."""

from __future__ import annotations

import re

from soulkeep.lang.prompt_safety import line
from soulkeep.models.chat.asking import asking
from soulkeep.models.chat.base import ChatModel, Message, complete

_FENCE = re.compile(r"```\w*+[^\S\n]*+\n(.*)```", re.DOTALL)


async def write_sparql(chat: ChatModel, name: str, question: str, outline: str, *, wrong: str = "") -> str:
    """Return a query that answers a question; "" if the model says that the data doesn't tell.

    Args:
        chat: the model.
        name: the character's name.
        question: the question, worded to be understood without the talk.
        outline: a summary of what the data holds.
        wrong: the error of the query that it wrote before; "" at first.

    Raises:
        ChatError: the model failed.
    """
    return query_in(await complete(chat, sparql_messages(name, question, outline, wrong=wrong)))


def sparql_messages(name: str, question: str, outline: str, *, wrong: str = "") -> list[Message]:
    """Return the messages that ask for a query.

    Args:
        name: the character's.
        question: what was asked.
        outline: a description of the data's classes and properties.
        wrong: why the last query could not be run; "" at first.
    """
    again = f"\n\nYour last query could not be run: {line(wrong)}" if wrong else ""
    return asking("sparql", f"{outline}\n\nQuestion: {line(question)}{again}", name=name)


def query_in(written: str) -> str:
    """Return the query in a model's answer; "" if the model wrote none."""
    text = written.strip()
    fenced = _FENCE.fullmatch(text)
    text = fenced[1].strip() if fenced else text
    return "" if text.casefold().strip(".! ") == "none" else text
