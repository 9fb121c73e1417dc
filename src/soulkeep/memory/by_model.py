"""Condensing and reflecting by a language model: what it answers, checked against what it was given.

Imports pydantic by way of the schemas, so import this where it is used.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from soulkeep.errors import BadAnswer
from soulkeep.memory.condense import summary_entry
from soulkeep.memory.facts import Claim
from soulkeep.memory.schemas import Condensed, FactSeen, Reflected
from soulkeep.mind.features import happened
from soulkeep.models.chat import ChatModel, Message
from soulkeep.models.structured import answer
from soulkeep.stores.base import Entry, Found
from soulkeep.text.evidence import Evidence, rests_on
from soulkeep.text.gist import gist_of_texts
from soulkeep.text.moments import human_date
from soulkeep.text.sentences import sentences
from soulkeep.text.statements import SINGLE

_PROMPTS = Path(__file__).parent.parent / "prompts"

_SHOWN = 0.25
"""Share of an insight's telling words that the memories it names must hold."""

_RESTING = 0.3
"""Share of a summary's telling words that the talk must hold: it says in other words what was said, and no more."""

_LONG_WORD = 8
"""Characters of each word that a summary may have: small models that go round in circles write far more."""

_LONGEST_RELATION, _LONGEST_VALUE = 60, 300
"""Characters. What is longer is no small fact."""


class Condensation(NamedTuple):
    """A window condensed: its summary, and what each turn in it states."""

    summary: Entry
    claims: tuple[tuple[Claim, Found], ...]


async def condense(
    chat: ChatModel, name: str, person: str, window: Sequence[Found], *, now: float, words: int = 80
) -> Condensation:
    """Condense a window of talk (4).

    Args:
        chat: the model.
        name, person: the character, and whom it faces.
        window: turns, oldest first.
        now: seconds since the epoch.
        words: of the summary, about; of a much longer one the best sentences are kept.

    Raises:
        BadAnswer: it didn't keep to the form, or to what was said.
        ChatError: the model failed.
    """
    talk = "\n".join(f"[{i}] {_line(place.entry)}" for i, place in enumerate(window, start=1))
    seen = await answer(chat, _messages("condense", name, person, talk), Condensed)
    language = window[-1].entry.language
    evidence = Evidence(talk, language)
    kept = [part for part in sentences(seen.summary) if rests_on(part, evidence, share=_RESTING)]
    if not kept:
        raise BadAnswer(
            f"The summary by {chat.name} does not rest on what was said.", hint="Try again, or another model."
        )
    text = " ".join(kept)
    if len(text) > _LONG_WORD * words:
        text = gist_of_texts([text], language, words=words)
    summary = summary_entry(
        window,
        text,
        now=now,
        topics=seen.topics,
        emotions={emotion.name.lower(): emotion.intensity for emotion in seen.emotions},
        importance=float(seen.importance),
        times=[time for time in seen.times if time in talk],
        author=chat.name,
    )
    claims: list[tuple[Claim, Found]] = []
    for fact in seen.facts:
        relation = fact.relation.lower()
        place = _told(fact, window)
        small = len(relation) <= _LONGEST_RELATION and len(fact.value) <= _LONGEST_VALUE
        if place is not None and small:
            claim = Claim("", relation, fact.value, fact.holds, relation in SINGLE, fact.confidence)
            claims.append((claim, place))
    return Condensation(summary, tuple(claims))


async def reflect(
    chat: ChatModel, name: str, person: str, memories: Sequence[Entry]
) -> list[tuple[str, tuple[int, ...]]]:
    """Insights, each with the places among the memories that it rests on (3).

    Raises:
        ChatError: the model failed.
    """
    lines = "\n".join(f"[{i}] {_line(entry)}" for i, entry in enumerate(memories, start=1))
    seen = await answer(chat, _messages("reflect", name, person, lines), Reflected)
    found = [
        (insight.insight, tuple(number - 1 for number in insight.because if 1 <= number <= len(memories)))
        for insight in seen.insights
    ]
    language = memories[-1].language if memories else "en"
    return [
        (text, places)
        for text, places in found
        if places and rests_on(text, Evidence("\n".join(_line(memories[at]) for at in places), language), share=_SHOWN)
    ]


def _told(fact: FactSeen, window: Sequence[Found]) -> Found | None:
    """The turn in which somebody states a fact about themselves; None if nobody in the window does.

    What one says about the other is no fact about the other.
    """
    named = [window[number - 1] for number in fact.turns if 1 <= number <= len(window)]
    for place in named or window:
        entry = place.entry
        if (entry.speaker or "").casefold() != fact.subject.casefold() or entry.details.get("references"):
            continue
        if rests_on(fact.value, Evidence(entry.text, entry.language)):
            return place
    return None


def _messages(task: str, name: str, person: str, lines: str) -> list[Message]:
    system = (_PROMPTS / f"{task}.md").read_text(encoding="utf-8").strip()
    return [Message("system", system.replace("{name}", name).replace("{person}", person)), Message("user", lines)]


def _line(entry: Entry) -> str:
    time = happened(entry)
    date = f" ({human_date(time, entry.language)})" if time else ""
    return f"{entry.speaker or entry.source}{date}: {' '.join(entry.text.split())}"
