"""One chronological text out of several memories, in their own words (5: preserve the times, add nothing)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from soulkeep.lang.moments import ago, human_date
from soulkeep.lang.quoting import is_quoted


class Narrated(NamedTuple):
    """One memory, as far as a narrative needs it: who said it (or where it is written), when, and its words.

    What was derived nobody said: it is `learnt`, and `ended` if it no longer holds.
    """

    text: str
    time: datetime | None
    who: str | None
    where: str
    learnt: bool = False
    ended: bool = False


@dataclass(frozen=True, slots=True)
class _Wording:
    day: str
    undated: str
    read: str
    said: str
    learnt: str
    ended: str
    quotes: tuple[str, str] = ("“", "”")


_WORDINGS = {
    "en": _Wording(
        "On {date} ({ago}):",
        "At some time:",
        "{where} says: {quote}",
        "{who} said: {quote}",
        "I learnt: {quote}",
        "I learnt, though it is no longer so: {quote}",
    ),
    "de": _Wording(
        "Am {date} ({ago}):",
        "Irgendwann:",
        "In {where} steht: {quote}",
        "{who} sagte: {quote}",
        "Ich erfuhr: {quote}",
        "Ich erfuhr, was nun nicht mehr gilt: {quote}",
        ("„", "“"),
    ),
    "fr": _Wording(
        "Le {date} ({ago}) :",
        "Un jour :",
        "Dans {where}, on lit : {quote}",
        "{who} a dit : {quote}",
        "J’ai appris : {quote}",
        "J’ai appris ce qui n’est plus vrai : {quote}",
        ("« ", " »"),
    ),
    "es": _Wording(
        "El {date} ({ago}):",
        "En algún momento:",
        "En {where} se lee: {quote}",
        "{who} dijo: {quote}",
        "Supe: {quote}",
        "Supe lo que ya no es así: {quote}",
        ("«", "»"),
    ),
    "ko": _Wording(
        "{date}({ago}):",
        "언젠가:",
        "{where}에 쓰여 있다. {quote}",
        "{who}의 말. {quote}",
        "알게 된 것. {quote}",
        "알게 되었으나 이제는 아닌 것. {quote}",
    ),
    "ja": _Wording(
        "{date}({ago})。",
        "いつか。",
        "{where}にはこうある。{quote}",
        "{who}の言葉。{quote}",
        "知ったこと。{quote}",
        "知ったが今は違うこと。{quote}",
        ("「", "」"),
    ),
    "zh": _Wording(
        "{date}（{ago}）：",
        "某个时候：",
        "{where}中写道：{quote}",
        "{who}说：{quote}",
        "我得知：{quote}",
        "我曾得知，但现已不再如此：{quote}",
    ),
}


def narrate(memories: Sequence[Narrated], language: str, now: datetime) -> str:
    """Memories as one text, a paragraph a day, oldest first, what was learnt or has no date before all else.

    Args:
        memories: in any order; those of one moment keep theirs.
        language: of the words around the memories, ISO 639-1; English where we have none.
        now: the present, in the listener's time zone; days are those of this zone.
    """
    wording = _WORDINGS.get(language, _WORDINGS["en"])
    paragraphs: dict[str, list[str]] = {}
    for told in sorted(
        memories, key=lambda told: (told.time is not None, (told.time and told.time.timestamp()) or 0.0)
    ):
        opening, closing = wording.quotes
        words = " ".join(told.text.split())
        quote = words if told.learnt and is_quoted(words) else f"{opening}{words}{closing}"
        heading = wording.undated
        if told.time is not None:
            then = told.time.astimezone(now.tzinfo)
            heading = wording.day.format(date=human_date(then, language), ago=ago(then, now, language))
        line = wording.read.format(where=" ".join(told.where.split()), quote=quote)
        if told.learnt:
            line = (wording.ended if told.ended else wording.learnt).format(quote=quote)
        elif told.who is not None:
            line = wording.said.format(who=" ".join(told.who.split()), quote=quote)
        paragraphs.setdefault(heading, []).append(line)
    return "\n\n".join(f"{heading} {' '.join(lines)}" for heading, lines in paragraphs.items())
