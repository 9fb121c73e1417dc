"""Numbers, years and dates in a question, as terms: "40 metres", "1959", "1 July", "half an hour"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from soulkeep.graph.terms import literal, parsed
from soulkeep.graph.vocabulary import XSD
from soulkeep.graph.words.measures import unit_names
from soulkeep.graph.words.numbers_ko import numbers_in

_YEAR = re.compile(
    r"(?:(?<!\w)(?:(?:im|in dem|des) jahre?s?|(?:the )?year) |(?<![\d.,:#\w-]))"
    r"([12]\d{3}|[3-9]\d{2})(?![\d:]|[.,]\d)(?:\s?년)?",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"(?<![\w.,:#-])(\d{1,3}(?:[,. ]\d{3})+|\d+(?:[.,]\d+)?)(k\b)?\s*([^\W\d_]+[²2]?(?:/h)?|€|\$|£|%|°C)?",
    re.IGNORECASE,
)
_THOUSANDS = {
    "million": 1e6,
    "millions": 1e6,
    "mio": 1e6,
    "millionen": 1e6,
    "thousand": 1e3,
    "tausend": 1e3,
    "billion": 1e9,
    "hundred": 100,
    "m": 1.0,
}
_GROUPED = re.compile(r"[1-9]\d{0,2}[,. ]\d{3}|\d{1,3}(?:[,. ]\d{3}){2,}")
"""Numbers whose thousands are set apart; 0.289 has none."""

_WORD_AFTER = re.compile(r"\s*([^\W\d_]+)")
_COMPARING = ("초과", "이상", "이하", "미만")
"""Korean words that begin like a unit, as a second, 초."""

_DATES = (
    re.compile(r"(?P<y>\d{4})-(?P<m>\d\d)-(?P<d>\d\d)"),
    re.compile(r"(?P<y>\d{3,4})년\s?(?P<m>\d{1,2})월(?:\s?(?P<d>\d{1,2})일)?"),
    re.compile(r"(?P<d>\d{1,2})(?:st|nd|rd|th|\.)?\s(?:of\s)?(?P<n>[^\W\d_]{3,20})\.?,?\s(?P<y>\d{4})"),
    re.compile(r"(?P<n>[^\W\d_]{3,20})\s(?P<d>\d{1,2})(?:st|nd|rd|th)?,?\s(?P<y>\d{4})"),
    re.compile(r"(?P<n>[^\W\d_]{3,20})\s(?P<y>\d{4})"),
)


_DAYS = (
    re.compile(r"(?<!\d)(?P<d>\d{1,2})(?:st|nd|rd|th|\.)?\s(?:of\s)?(?P<n>[^\W\d_]{3,20})(?!\w)"),
    re.compile(r"(?<!\w)(?P<n>[^\W\d_]{3,20})\s(?P<d>\d{1,2})(?:st|nd|rd|th)?(?![\d.:]\d|\w)"),
    re.compile(r"(?<!\d)(?P<m>\d{1,2})월\s?(?P<d>\d{1,2})일"),
)
"""Days without a year."""

_MONTHS = re.compile(r"(?<!\d)(?P<m>\d{1,2})월(?!\s?\d)|(?<!\w)(?P<n>[^\W\d_]{3,20})(?!\w)")
"""Months without a year."""

_BARE_MONTH = re.compile(
    r"(?<!\w)(?:in|im|during|after|before|since|until|till|nach|vor|seit|ab|bis)\s(?P<n>[^\W\d_]{3,20})(?!\w|\s\d)"
    r"|(?<!\d)(?P<m>\d{1,2})월(?=[에의은]|부터|까지|\s[^\d\s])",
    re.IGNORECASE,
)
_MONTH_TO_MONTH = re.compile(
    r"(?<!\w)(?:between|from|zwischen|von)\s(?P<n>[^\W\d_]{3,20})\s(?:and|to|until|till|und|bis)\s"
    r"(?P<to_n>[^\W\d_]{3,20})(?!\w|\s\d)"
    r"|(?<!\d)(?P<m>\d{1,2})월\s?(?:에서|부터|과|이랑|하고|[~-])\s?(?P<to_m>\d{1,2})월(?=\s?(?:사이|까지|동안))",
    re.IGNORECASE,
)
_MONTH = len("2000-01")
_JOINING = 7
"""Most characters between two months that are joined."""

_DAY_BEFORE = re.compile(r"(?<!\d)(\d{1,2})(?:st|nd|rd|th|\.)?\s?$")
_ARTICLE = re.compile(r"\s(?:\w{3}\s)?")
"""What stands between "and" and a day."""

ANY_YEAR = "2000"
"""The year that a day is told in, until that of the dates it is compared with is known."""

_SPOKEN_TIMES = (
    (re.compile(r"\b(?:an|one) hour and a half\b|\b(?:eineinhalb|anderthalb) stunden\b", re.IGNORECASE), "min", 90.0),
    (
        re.compile(r"\bhalf a year\b|\b(?:ein(?:em|en|es)? )?halbe[ns]? jahr(?:es)?\b|반\s?년", re.IGNORECASE),
        "months",
        6.0,
    ),
    (
        re.compile(r"\ba year and a half\b|\b(?:eineinhalb|anderthalb) jahre?n?\b|일 년 반", re.IGNORECASE),
        "months",
        18.0,
    ),
    (re.compile(r"\bhalf an hour\b|\b(?:eine )?halbe stunde\b|30분", re.IGNORECASE), "min", 30.0),
    (re.compile(r"\b(?:a )?quarter of an hour\b|\b(?:eine )?viertelstunde\b", re.IGNORECASE), "min", 15.0),
    (re.compile(r"\b(?:an|one) hour\b|\beiner? stunde\b|한 시간", re.IGNORECASE), "h", 1.0),
    (re.compile(r"\b(?:a|one) minute\b|\beiner? minute\b", re.IGNORECASE), "min", 1.0),
)


class Value(NamedTuple):
    """A number, a year or a date in the text, as a term; `unit` belongs to a number."""

    start: int
    end: int
    term: str
    unit: str | None = None
    moment: bool = False
    assumed: bool = False
    """Whether it is a day without a year, which is then any."""

    @property
    def number(self) -> str:
        """The number, the year or the date alone."""
        return parsed(self.term).value


def values_in(text: str, language: str, words: dict[str, Any]) -> list[Value]:
    """Return the values in a text, in their order.

    Args:
        text: the text.
        language: ISO 639-1.
        words: the language's words of qualifiers, compiled.
    """
    values: list[Value] = []

    def free(start: int, end: int) -> bool:
        return not any(one.start < end and start < one.end for one in values)

    months = words["months"]["names"]
    for pattern in _DATES:
        dated = [(one, _date(one.groupdict(), months)) for one in pattern.finditer(text) if free(*one.span())]
        values += [Value(*one.span(), term, None, True) for one, term in dated if term is not None]
    values += _days(text, months, values, words["and_to"])
    values += _months(text, months, values, words["and_to"])
    values += _bare_months(text, months, values)
    if (counter := words.get("counter")) is not None:
        found = [one for one in numbers_in(text, counter) if free(*one[:2])]
        values += [Value(start, end, _number(amount), _unit(counted)) for start, end, amount, counted in found]
    for pattern, unit_name, amounts in _SPOKEN_TIMES:
        free_ones = [match for match in pattern.finditer(text) if free(*match.span())]
        values += [Value(*match.span(), _number(amounts), unit_name) for match in free_ones]
    for match in _YEAR.finditer(text):
        three = len(match[1]) == 3 and not match[0].endswith("년")
        if free(*match.span()) and not _unit_after(text, match.end()) and not three:
            values.append(Value(*match.span(), literal(match[1], datatype=XSD + "gYear"), None, True))
    for match in _NUMBER.finditer(text):
        if not free(match.start(1), match.end(1)):
            continue
        amount = _amount(match[1]) * (1000 if match[2] else 1)
        word = (match[3] or "").casefold()
        money = _is_money(word, text, words)
        unit = None if money else _unit(word)
        end = match.end() if unit or money or word in _THOUSANDS else match.end(1)
        if unit and word > "가":  # the rest is a particle: than 8000 won
            end = match.start(3) + len(_unit_word(word))
        elif counter is not None and (counted := counter.match(text, match.end(1))) is not None:
            aged = counted[0].strip() in ("살", "세")  # which `age` reads
            end = end if aged else max(end, counted.end())
        values.append(Value(match.start(), end, _number(amount * _THOUSANDS.get(word, 1.0)), unit))
    for match in words["single"].finditer(text) if "single" in words else ():
        start, end = match.span(match.lastindex or 0)
        opens = language != "ko" and not text[: match.start()].strip()  # "just one more thing: …"
        if free(start, end) and not opens:
            values.append(Value(start, end, _number(1.0), _unit_after(text, end)))
    numbers = words["numbers"]
    for match in re.finditer(r"[^\W\d_]+(?: (?:hundred|thousand|million))?", text):
        spoken = match[0].casefold()
        if spoken in numbers and free(*match.span()) and language != "ko":
            next_word, term = _WORD_AFTER.match(text, match.end()), _number(float(numbers[spoken]))
            if next_word is not None and _is_money(next_word[1].casefold(), text, words):
                values.append(Value(match.start(), next_word.end(), term))
                continue
            values.append(Value(*match.span(), term, _unit_after(text, match.end())))
    return sorted(values)


def _days(text: str, months: Sequence[str], dates: Sequence[Value], joined: re.Pattern[str]) -> list[Value]:
    """Return days without a year as dates of the only year in a text ("between 1 July and 31 August 2024"), or, in a text
    without one, of an assumed year."""
    years = {parsed(one.term).value[:4] for one in dates if one.moment}
    if len(years) > 1:
        return []
    year, assumed = next(iter(years), ANY_YEAR), not years
    matches = [(match.span(), match.groupdict()) for pattern in _DAYS for match in pattern.finditer(text)]
    found = [(span, told) for span, told in matches if _date({**told, "y": year}, months) is not None]
    for (start, _), told in list(found):  # "the 17th and 18th of June"
        ands = [one for one in joined.finditer(text[:start]) if _ARTICLE.fullmatch(text[one.end() : start])]
        before = _DAY_BEFORE.search(text[: ands[-1].start()]) if ands else None
        if before is not None and not any(one <= before.start(1) < end for (one, end), _ in found):
            found.append((before.span(1), {**told, "d": before[1]}))
    dated = [(span, _date({**told, "y": year}, months)) for span, told in found]
    return [
        Value(start, end, term, None, True, assumed)
        for (start, end), term in dated
        if term is not None and not any(one.start < end and start < one.end for one in dates)
    ]


def _months(text: str, months: Sequence[str], dates: Sequence[Value], joined: re.Pattern[str]) -> list[Value]:
    """Return months without a year that are joined to one with a year: "between January and June 2025"."""
    dated = [one for one in dates if one.moment and len(parsed(one.term).value) == _MONTH]
    if len(dated) != 1:
        return []
    (whole,) = dated
    year, month = map(int, parsed(whole.term).value.split("-"))
    found: list[Value] = []
    for match in _MONTHS.finditer(text):
        if whole.start < match.end() and match.start() < whole.end:
            continue
        between = text[match.end() : whole.start] if match.end() <= whole.start else text[whole.end : match.start()]
        if len(between) > _JOINING or joined.search(between) is None:
            continue
        term = _date({**match.groupdict(), "y": str(year)}, months)
        other = int(parsed(term).value.split("-")[1]) if term is not None else month
        before = match.end() <= whole.start
        if (other > month) if before else (other < month):  # "between November and February 2025"
            term = _date({**match.groupdict(), "y": str(year - 1 if before else year + 1)}, months)
        if term is not None:
            found.append(Value(*match.span(), term, None, True))
    return found


def _bare_months(text: str, months: Sequence[str], dates: Sequence[Value]) -> list[Value]:
    """Return a month without a year, where the text has no other date, or two: "in June", 6월에, "from June to August"."""
    if any(one.moment for one in dates):
        return []
    if (both := _MONTH_TO_MONTH.search(text)) is not None:
        named = [_any_year(both, name, months) for name in ("m", "n", "to_m", "to_n") if both[name]]
        if all(named):
            return [one for one in named if one is not None]
    match = _BARE_MONTH.search(text)
    alone = None if match is None else _any_year(match, "m" if match["m"] else "n", months)
    return [] if alone is None else [alone]


def _any_year(match: re.Match[str], group: str, months: Sequence[str]) -> Value | None:
    """Return a month of any year, given by its number or its name; None if there is no such month."""
    numbered = group.endswith("m")
    term = _date({"m" if numbered else "n": match[group], "y": ANY_YEAR}, months)
    if term is None:
        return None
    of_any_year = literal(f"--{parsed(term).value[-2:]}", datatype=XSD + "gMonth")
    start, end = match.span(group)
    return Value(start, end + numbered, of_any_year, None, True, True)


def _is_money(word: str, text: str, words: dict[str, Any]) -> bool:
    """Return whether a word after a number is a currency; pounds are one where something is paid."""
    money, paid = words.get("money"), words.get("paid")
    if money is None or not word or money.fullmatch(word) is None:
        return False
    return _unit(word) is None or (paid is not None and paid.search(text) is not None)


def _unit_after(text: str, end: int) -> str | None:
    """Return the unit that the word after a place in a text names."""
    word = _WORD_AFTER.match(text, end)
    return None if word is None else _unit(word[1])


def _unit(word: str) -> str | None:
    unit = unit_names().get(_unit_word(word))
    return None if unit is None else unit.name


def _unit_word(word: str) -> str:
    """Return the name of a unit that a word is, or that a Korean word begins with; the word itself if there is none."""
    plain = word.casefold()
    if plain in unit_names() or word <= "가" or word.startswith(_COMPARING):
        return plain
    return next((word[:end] for end in range(len(word) - 1, 0, -1) if word[:end] in unit_names()), plain)


def _date(parts: Mapping[str, str | None], months: Sequence[str]) -> str | None:
    """Return the date of a year `y`, a month's number `m` or name `n`, and perhaps a day `d`; None if there is none."""
    month = parts.get("m")
    if name := parts.get("n"):
        name = name.casefold()
        fitting = [
            at + 1 for at, one in enumerate(months) if one.startswith(name[:3]) and (one == name or len(name) <= 4)
        ]
        if not fitting:
            return None
        month = str(fitting[0])
    year, day = parts["y"], parts.get("d")
    if month is None or year is None or not 1 <= int(month) <= 12:
        return None
    if day:
        return literal(f"{int(year):04}-{int(month):02}-{int(day):02}", datatype=XSD + "date")
    return literal(f"{int(year):04}-{int(month):02}", datatype=XSD + "gYearMonth")


def _amount(text: str) -> float:
    if _GROUPED.fullmatch(text):
        return float(re.sub(r"[,. ]", "", text))
    return float(text.replace(",", ".").replace(" ", ""))


def _number(amount: float) -> str:
    text = f"{amount:g}" if amount != int(amount) else str(int(amount))
    return literal(text, datatype=XSD + "decimal")
