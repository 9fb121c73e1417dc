"""The messages that ask a language model to remember a stretch of talk, or to reflect on memories.

memory/outcome.py handles the answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from soulkeep.lang.date_words import date_words
from soulkeep.lang.forms import both_ends
from soulkeep.lang.prompt_safety import line
from soulkeep.memory.facts import stated_of
from soulkeep.memory.statuses import CURRENT, PLANNED
from soulkeep.models.chat.asking import asking
from soulkeep.models.chat.base import Message
from soulkeep.search.indexed_terms import happened
from soulkeep.stores.rows import Entry, PlacedEntry
from soulkeep.types.records import WHOLE


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """A stretch of talk to be remembered, with the context needed to understand it.

    Attributes:
        name, person: names of the character and of the person it faces.
        called: names of other speakers, by their id.
        window: the turns to remember, oldest first.
        before: the turns just before them.
        earlier: a summary of what was said before these.
        told: the summaries that `earlier` was made of.
        known: facts that held when the window was said.
        words: most words in the summary of the whole conversation.
    """

    name: str
    person: str
    window: Sequence[PlacedEntry]
    called: Mapping[str, str] = field(default_factory=dict)
    before: Sequence[Entry] = ()
    earlier: str = ""
    told: Sequence[Entry] = ()
    known: Sequence[PlacedEntry] = ()
    words: int = 120

    def who(self, entry: Entry) -> str:
        """Return the name of a turn's speaker."""
        said_by = entry.speaker or entry.source
        return line(self.called.get(said_by, said_by))


def memory_messages(stretch: Stretch) -> list[Message]:
    """Return the messages that ask for a stretch to be remembered (3, 4)."""
    facts = "\n".join(f"[F{number}] {_fact(place.entry)}" for number, place in enumerate(stretch.known, start=1))
    parts = [
        f"What {line(stretch.name)} knows:\n{facts or '(nothing yet)'}",
        f"What was said before, in short:\n{line(stretch.earlier)}" if stretch.earlier else "",
        f"Just before, for understanding only:\n{_talk(stretch, stretch.before)}" if stretch.before else "",
        f"Remember these turns:\n{_talk(stretch, [place.entry for place in stretch.window], numbered=True)}",
    ]
    material = "\n\n".join(filter(None, parts))
    return asking("memory", material, name=stretch.name, person=stretch.person, words=str(stretch.words))


def reflection_messages(
    name: str, person: str, memories: Sequence[Entry], before: Sequence[Entry], now: datetime, called: Mapping[str, str]
) -> list[Message]:
    """Return the messages that ask for conclusions from memories (3), in the light of earlier conclusions.

    Args:
        name, person: names of the character and the person.
        memories: summaries and turns, oldest first.
        before: earlier conclusions.
        now: the present.
        called: names of speakers, by their id.
    """
    concluded = "\n".join(f"[C{number}] {line(entry.text)}" for number, entry in enumerate(before, start=1))
    shown = "\n".join(f"[{number}] {_dated(entry, called)}" for number, entry in enumerate(memories, start=1))
    parts = (
        f"Today is {date_words(now, 'en')}.",
        f"Concluded before:\n{concluded or '(nothing yet)'}",
        f"Memories:\n{shown}",
    )
    return asking("reflect", "\n\n".join(parts), name=name, person=person)


def _talk(stretch: Stretch, entries: Sequence[Entry], *, numbered: bool = False) -> str:
    """Return turns as text, one line each, under the days on which they were said."""
    lines: list[str] = []
    day = ""
    for number, entry in enumerate(entries, start=1):
        time = happened(entry)
        date = date_words(time, "en") if time else "On an unknown day"
        if date != day:
            lines.append(f"{date}:")
            day = date
        clock = f"{time:%H:%M} " if time else ""
        mark = f"[{number}] " if numbered else ""
        lines.append(f"{mark}{clock}{stretch.who(entry)}: {line(both_ends(entry.text, WHOLE, ' … '))}")
    return "\n".join(lines)


def _fact(entry: Entry) -> str:
    """Return a known fact as a line of text: since when it holds, and its status."""
    data = stated_of(entry)
    time = happened(entry)
    said = f"{time:%Y-%m-%d}" if time else "undated"
    how = "" if data.status in ("", CURRENT) else f", {data.status}"
    if data.status == PLANNED and (days := list(dict.fromkeys(filter(None, (data.since, data.until))))):
        how += f" for {' to '.join(days)}"
    return f"({said}{how}) {line(entry.text)}"


def _dated(entry: Entry, called: Mapping[str, str]) -> str:
    time = happened(entry)
    date = f"({date_words(time, 'en')}) " if time else ""
    said = f"{line(called.get(entry.speaker, entry.speaker))}: " if entry.kind == "turn" and entry.speaker else ""
    return f"{date}{said}{line(both_ends(entry.text, WHOLE, ' … '))}"
