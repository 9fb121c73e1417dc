"""Opening hours as schema.org writes them ("Tu-Fr 10:00-18:00"), as people say them."""

from __future__ import annotations

import re

_DAYS = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")
_NAMES = {
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    "de": ("Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"),
    "ko": ("월요일", "화요일", "수요일", "목요일", "금요일", "토요일", "일요일"),
}
_TO = {"en": "{} to {}", "de": "{} bis {}", "ko": "{}부터 {}까지"}
_AND = {"en": " and ", "de": " und ", "ko": ", "}
_TIMES = {"en": "{}, {} to {}", "de": "{} von {} bis {} Uhr", "ko": "{} {}~{}"}
_DAY = rf"(?:{'|'.join(_DAYS)})"
_HOURS = re.compile(rf"({_DAY}(?:[-,]{_DAY}){{0,8}}) (\d\d:\d\d)\s?-\s?(\d\d:\d\d)")


def spoken_hours(text: str, language: str) -> str | None:
    """Opening hours in words; None if a text holds none, or the language has no words here.

    Args:
        text: such as "Mo,We-Fr 09:00-17:00"; several are separated by commas, semicolons or blanks.
        language: ISO 639-1.
    """
    if language not in _NAMES or re.fullmatch(rf"(?:{_HOURS.pattern}[\s;,]*)+", text.strip()) is None:
        return None
    return "; ".join(
        _TIMES[language].format(_days(days, language), begin, end) for days, begin, end in _HOURS.findall(text)
    )


def _days(text: str, language: str) -> str:
    names = dict(zip(_DAYS, _NAMES[language], strict=True))
    runs = [[names[day] for day in part.split("-")] for part in text.split(",")]
    return _AND[language].join(run[0] if len(run) == 1 else _TO[language].format(run[0], run[-1]) for run in runs)
