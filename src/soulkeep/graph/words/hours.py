"""Opening hours in the notation of schema.org ("Tu-Fr 10:00-18:00"), in words."""

from __future__ import annotations

import re

from soulkeep.lang.pack import subject, words

_DAYS = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")
_DAY = rf"(?:{'|'.join(_DAYS)})"
_HOURS = re.compile(rf"({_DAY}(?:[-,]{_DAY}){{0,8}}) (\d\d:\d\d)\s?-\s?(\d\d:\d\d)")


def spoken_hours(text: str, language: str) -> str | None:
    """Return opening hours in words; None if the text has none, or the language has no words for them.

    Args:
        text: for example "Mo,We-Fr 09:00-17:00"; several are separated by commas, semicolons or blanks.
        language: ISO 639-1.
    """
    said = subject("amounts", language)
    if "hours" not in said or re.fullmatch(rf"(?:{_HOURS.pattern}[\s;,]*)+", text.strip()) is None:
        return None
    return "; ".join(
        said["hours"].format(_days(days, language), begin, end) for days, begin, end in _HOURS.findall(text)
    )


def spoken_weekdays(text: str, language: str) -> str | None:
    """Return days of the week by their names where each is told by its first syllable: 토, or "월, 수"; None for other
    texts."""
    names = words("calendar", "weekdays", language)
    parts = [part for part in re.split(r"[\s,·/]+", text.strip()) if part]
    said = [[name for name in names if name != part and name.startswith(part)] for part in parts]
    if language != "ko" or not parts or any(len(found) != 1 for found in said):
        return None
    return ", ".join(found[0] for found in said)


def is_weekday(word: str, language: str) -> bool:
    """Return whether a word is the name of a day of the week: "Sundays", "sonntags", "일요일에"."""
    names = [name.casefold() for name in words("calendar", "weekdays", language)]
    return any(word.startswith(name) and len(word) <= len(name) + 2 for name in names)


def in_calendar_order(named: list[str], language: str) -> list[str]:
    """Return days of the week, or months, in their order, across its end where they go on there: Saturday, Sunday,
    Monday; other words as they are.

    Args:
        named: words of one list, days in full or by their first three letters or more: "Thu".
        language: ISO 639-1.
    """
    for kind in ("weekdays", "months") if len(named) > 1 else ():
        names = [name.casefold() for name in words("calendar", kind, language)]
        at = [
            next((place for place, name in enumerate(names) if _is_short_for(word.casefold(), name)), None)
            for word in named
        ]
        placed = sorted((place, word) for place, word in zip(at, named, strict=True) if place is not None)
        if len(placed) == len(named):
            gaps = [(place - placed[i - 1][0]) % len(names) for i, (place, _) in enumerate(placed)]
            first = gaps.index(max(gaps)) if gaps[0] == 1 else 0
            return [word for _, word in (*placed[first:], *placed[:first])]
    return named


def _is_short_for(word: str, name: str) -> bool:
    return word == name or (len(word) > 2 and word.isalpha() and name.startswith(word))


def _days(text: str, language: str) -> str:
    said = subject("amounts", language)
    names = dict(zip(_DAYS, words("calendar", "weekdays", language), strict=True))
    runs = [[names[day] for day in part.split("-")] for part in text.split(",")]
    joined: str = said["days_and"].join(
        run[0] if len(run) == 1 else said["days_to"].format(run[0], run[-1]) for run in runs
    )
    return joined
