"""Checking by a language model: one call that finds the claims of an answer and judges each (1: Fig. 4).

The model sees the message that was answered, and all that the writer saw, with dates; it may combine several sources.
Only the form of its answer is checked: sentences and sources must exist. Imports pydantic by way of the schemas.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from soulkeep.lang.date_words import date_words
from soulkeep.lang.prompt_safety import line
from soulkeep.models.chat.asking import asking
from soulkeep.models.chat.base import ChatModel, Message
from soulkeep.models.chat.structured import answer
from soulkeep.reply.citations import disarmed
from soulkeep.reply.factcheck.check import Sentence, Source, cut_reply
from soulkeep.reply.factcheck.schemas import Checked, ClaimSeen
from soulkeep.types.claims import NOT_CHECKED, NOT_FOUND, Check, Claim


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounds:
    """All that an answer may rest on.

    Attributes:
        name, person: the names of the character and the person.
        said: the message that was answered, which isn't a source.
        description: who the character is.
        sources: all else that the writer saw, including the memories that may be referenced.
        cited: the id of the source that each label names.
        today: the present.
    """

    name: str
    person: str
    said: str
    description: str
    sources: Sequence[Source]
    cited: Mapping[str, str]
    today: datetime | None = None


async def check_by_model(chat: ChatModel, text: str, grounds: Grounds) -> Check:
    """Check an answer.

    Args:
        chat: the model; it need not be the one that wrote the answer.
        text: the answer, with its labels.
        grounds: what it may rest on.

    Raises:
        ChatError: the model failed, or didn't answer as asked.
    """
    cut = cut_reply(text, grounds.cited, [source.text for source in grounds.sources])
    if not cut:
        return Check(claims=(), author=chat.name)
    seen = await answer(chat, check_messages(cut, grounds), Checked)
    referenced = tuple(dict.fromkeys(id for sentence in cut for id in sentence.sources))
    claims = [
        _claim(one, cut[one.sentence - 1], referenced, grounds) for one in seen.claims if 1 <= one.sentence <= len(cut)
    ]
    lost = seen.malformed + len(seen.claims) - len(claims)
    notes = (f"{chat.name} said {lost} things of the answer that can't be used.",) if lost else ()
    return Check(claims=tuple(claims), author=chat.name, notes=notes)


def check_messages(cut: Sequence[Sentence], grounds: Grounds) -> list[Message]:
    """Return the messages that ask for a check."""
    name, person = line(grounds.name), line(grounds.person)
    sources = [f"[1] Description of {name}: {line(grounds.description) or '(none)'}"]
    sources += [f"[{number}] {_line(source, grounds.today)}" for number, source in enumerate(grounds.sources, start=2)]
    sentences = "\n".join(f"[{number}] {line(one.text)}" for number, one in enumerate(cut, start=1))
    parts = [
        f"Today is {date_words(grounds.today, 'en')}." if grounds.today else "",
        "Sources:\n" + "\n".join(sources),
        f"The message of {person}:\n{line(grounds.said) or '(none)'}",
        f"The answer of {name}:\n{sentences}",
    ]
    return asking("check", "\n\n".join(filter(None, parts)), name=name, person=person)


def _claim(seen: ClaimSeen, sentence: Sentence, referenced: Sequence[str], grounds: Grounds) -> Claim:
    """Return a claim with the sources that decided it. A verdict that names no source counts as not checked."""
    numbers = [number for number in seen.sources if 1 <= number <= len(grounds.sources) + 1]
    ids = list(dict.fromkeys(grounds.sources[number - 2].id for number in numbers if number > 1))
    verdict = seen.verdict if numbers or seen.verdict == NOT_FOUND else NOT_CHECKED
    named = set(sentence.sources or referenced)
    return Claim(
        text=seen.claim,
        sentence=seen.sentence - 1,
        recalled=verdict if ids or verdict == NOT_CHECKED else NOT_FOUND,
        referenced=verdict if named.intersection(ids) else NOT_FOUND,
        description=verdict if 1 in numbers else NOT_FOUND,
        verdict=verdict,
        sources=tuple(ids),
        cited=bool(sentence.sources),
    )


def _line(source: Source, today: datetime | None) -> str:
    who = f"{source.speaker} said" if source.speaker else source.what
    time = source.time.astimezone(today.tzinfo) if source.time and today else source.time
    when = date_words(time, "en") if time else ""
    about = ", ".join(filter(None, (line(who), when)))
    return f"{about}: {disarmed(line(source.text))}" if about else disarmed(line(source.text))
