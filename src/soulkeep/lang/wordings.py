"""Template sentences that state what was found repeatedly.

Quotations stay verbatim; the words around them are in the given language, or English if it isn't covered.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from soulkeep.lang.date_words import human_date
from soulkeep.lang.pack import subject, wording
from soulkeep.lang.particles import final_consonant
from soulkeep.lang.quoting import quoted

_SLOT = re.compile(r"\{([^{}]*)\}|<([^<>|]*)\|([^<>|]*)>|\[([^\[\]|]*)\|([^\[\]|]*)\]")


_THINGS = 3


def repeated_wording(speaker: str, quote: str, count: int, since: datetime | None, asks: bool, language: str) -> str:
    """Return that somebody said or asked the same several times: 'anna has asked this 5 times since May 2026: “…”'.

    Args:
        speaker: their name.
        quote: what they said, verbatim.
        count: how often.
        since: when first; None if unknown. The sentence names its month, in its own time zone.
        asks: whether it was asked rather than said.
        language: the sentence's, ISO 639-1; English if it isn't covered.
    """
    return _habit(
        "asked" if asks else "said",
        language,
        who=speaker,
        quote=quoted(" ".join(quote.split()), language),
        count=str(count),
        since=_since(since, language),
    )


def topic_wording(speaker: str, topic: str, count: int, since: datetime | None, language: str) -> str:
    """Return that somebody keeps speaking of something: on `count` days since a time, or, if None, `count` times.

    Args:
        speaker: who speaks of it.
        topic: what it is.
        count: number of days or times.
        since: when it began; None for times.
        language: the language to say it in.
    """
    return _habit(
        "turns" if since is None else "days",
        language,
        who=speaker,
        topic=topic,
        count=str(count),
        since=_since(since, language),
    )


def asked_wording(speaker: str, topic: str, count: int, since: datetime | None, language: str) -> str:
    """Return that somebody asked about something several times.

    Args:
        speaker: who asked.
        topic: what it was about.
        count: how many times, or on how many days.
        since: when it began; None if unknown.
        language: the language to say it in.
    """
    return _habit("about", language, who=speaker, topic=topic, count=str(count), since=_since(since, language))


def feeling_wording(speaker: str, topic: str, feeling: str, count: int, of: int, language: str) -> str:
    """Return that a feeling goes with a topic, in `count` of the `of` cases in which somebody showed any.

    Args:
        feeling: an English noun of the pack's `feelings`; others stay as they are.
    """
    names = dict(
        zip(subject("habits", "en")["feelings"].split(), _wording_of("feelings", language).split(), strict=True)
    )
    return _habit(
        "feeling",
        language,
        who=speaker,
        topic=topic,
        feeling=names.get(feeling, feeling),
        count=str(count),
        all=str(of),
    )


def hour_wording(speaker: str, part: int, count: int, of: int, language: str) -> str:
    """Return at what part of the day somebody talks.

    Args:
        speaker: who talks.
        part: 0 night, 1 morning, 2 afternoon, 3 evening.
        count: number of conversations in that part.
        of: number of all conversations.
        language: the language to say it in.
    """
    return _habit(
        "time", language, who=speaker, time=_wording_of("hours", language)[part], count=str(count), all=str(of)
    )


def weekday_wording(speaker: str, weekday: int, count: int, of: int, language: str) -> str:
    """Return on what day of the week somebody talks.

    Args:
        speaker: who talks.
        weekday: 0 for Monday.
        count: number of conversations on that day.
        of: number of all conversations.
        language: the language to say it in.
    """
    days = _wording_of("weekdays", language).split("|")
    return _habit("time", language, who=speaker, time=days[weekday], count=str(count), all=str(of))


def taste_wording(speaker: str, shared: str, things: Sequence[str], of: int, language: str, *, is_class: bool) -> str:
    """Return that most of what somebody likes shares a word, or belongs to a class, with some examples."""
    comma: str = subject("joining", language).get("comma", ", ")
    return _habit(
        "kind" if is_class else "word",
        language,
        who=speaker,
        shared=shared,
        things=comma.join(things[:_THINGS]) + ("…" if len(things) > _THINGS else ""),
        count=str(len(things)),
        all=str(of),
    )


def _wording_of(key: str, language: str) -> Any:
    return wording("habits", key, language)


def _habit(kind: str, language: str, **slots: str) -> str:
    return _filled(_wording_of("habits", language)[kind], slots, False)


def _since(time: datetime | None, language: str) -> str:
    """Return since when, by the month."""
    if time is None:
        return ""
    month = re.sub(r"^\d+\.? (?:de )?| ?\d{1,2}[일日]$", "", human_date(time, language))
    since: str = _wording_of("habits", language)["since"]
    return since.format(month=month)


def _filled(template: str, slots: Mapping[str, str], several: bool) -> str:
    """Return a template with its slots filled; particles are chosen by what precedes them."""
    text, end = "", 0
    for match in _SLOT.finditer(template):
        text += template[end : match.start()]
        end = match.end()
        if match[1] is not None:
            text += slots[match[1]]
        elif match[2] is not None:
            text += match[2] if final_consonant(text) else match[3]
        else:
            text += match[5] if several else match[4]
    return text + template[end:]
