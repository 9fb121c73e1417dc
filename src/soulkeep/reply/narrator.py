"""Telling a recall as one coherent account by a language model (5), each sentence with the memories that it tells."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from soulkeep.errors import ChatError
from soulkeep.lang.date_words import date_words
from soulkeep.lang.language import language_name
from soulkeep.lang.prompt_safety import line
from soulkeep.lang.sentences import sentences
from soulkeep.models.chat.asking import asking
from soulkeep.models.chat.base import ChatModel, Message, complete
from soulkeep.telemetry import passed_over
from soulkeep.types.records import Memory, Recall

_NUMBERS = re.compile(
    r"(?:(?<!\s)\s++)?((?:\[\s*+\d{1,3}(?:\s*+[,;]\s*+\d{1,3})*+\s*+\]\s*+)++)([.,;:!?。，、；：！？]?)"
)
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Narrative:
    """One account of several memories.

    Attributes:
        text: the account.
        author: `"model"`, or `"template"` where there is no model, it failed, or nothing it wrote names a memory.
        sources: for each piece of the text, in order, the memories that it tells.
        dropped: pieces that the model wrote without naming a memory it was given; they were left out.
        notes: what could not be done as usual.
    """

    text: str
    author: str
    sources: tuple[tuple[Memory, ...], ...] = ()
    dropped: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


async def tell(recall: Recall, chat: ChatModel | None, called: Mapping[str, str] = MappingProxyType({})) -> Narrative:
    """Tell a recall as one account, in the language of the talk.

    Args:
        recall: what came to mind.
        chat: the model; None to tell it memory by memory.
        called: names of speakers, by their id.
    """
    template = recall.narrative()
    if chat is None or not recall.hits:
        return Narrative(text=template, author="template")
    try:
        written = await complete(chat, narrative_messages(recall, called))
    except ChatError as error:
        passed_over("narrator", error)
        return Narrative(text=template, author="template", notes=(f"Told memory by memory: {error.message}",))
    memories = [hit.memory for hit in recall.hits]
    pieces: list[str] = []
    sources: list[tuple[Memory, ...]] = []
    dropped: list[str] = []
    for text, numbers in cited(written):
        memories_told = tuple(memories[number - 1] for number in numbers if 1 <= number <= len(memories))
        if memories_told:
            pieces.append(text)
            sources.append(memories_told)
        else:
            dropped.append(text)
    if not pieces:
        note = "Told memory by memory: the account named none of them."
        return Narrative(text=template, author="template", dropped=tuple(dropped), notes=(note,))
    return Narrative(text=" ".join(pieces), author="model", sources=tuple(sources), dropped=tuple(dropped))


def narrative_messages(recall: Recall, called: Mapping[str, str] = MappingProxyType({})) -> list[Message]:
    """Return the messages that ask for an account."""
    lines = [f"[{number}] {_line(hit.memory, called)}" for number, hit in enumerate(recall.hits, start=1)]
    asked = [f"Today is {date_words(recall.asked, 'en')}."] if recall.asked else []
    request = "\n\n".join([*asked, f"The message: {line(recall.queries[0])}", "The memories:\n" + "\n".join(lines)])
    return asking("narrative", request, language=language_name(recall.language))


def cited(text: str) -> list[tuple[str, list[int]]]:
    """Cut a text into pieces, each with the numbers in brackets that follow it."""
    pieces: list[tuple[str, list[int]]] = []
    start = 0
    for match in _NUMBERS.finditer(text):
        piece = " ".join(text[start : match.start()].split())
        start = match.end()
        numbers = [int(number) for number in _NUMBER.findall(match[1])]
        if piece:
            *before, last = sentences(piece)
            pieces += [(one, []) for one in before]  # numbers only count for the sentence right before them
            pieces.append((last + match[2], numbers))
        elif pieces:
            pieces[-1][1].extend(numbers)
    pieces += [(one, []) for one in sentences(" ".join(text[start:].split()))]
    return pieces


def _line(memory: Memory, called: Mapping[str, str]) -> str:
    when = f"{date_words(memory.time, 'en')}, " if memory.time else ""
    name = called.get(memory.speaker or "", memory.speaker)
    who = f"{name} said" if memory.kind == "turn" else memory.heading or memory.source
    return f"{when}{line(who)}: {line(memory.text)}"
