"""Expressions of time in a text, each resolved to a range of days or hours relative to when the text was said.

"Last week" isn't a point in time, so results are half-open ranges of local calendar time. The rules and words of a
language are in `times.toml` of its pack. A text without any of the words costs one pass of a regex; otherwise a rule is
tried only at one of its first words, and the longest expression wins.

Conventions: weeks begin on Monday; "last/next Friday" is the nearest one before/after today; "this Friday" that
of this week; a week before a date is the seven days before it; seasons are the northern ones by whole months, and a
winter belongs to the year it begins in; "a few" is two to five.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import lru_cache

from soulkeep.lang.pack import subject
from soulkeep.lang.time_rules import OTHER, TOKEN, Language, compiled, grammar, number

_DAY = timedelta(days=1)
_DIGIT = re.compile("[0-9]")
_FULL_WIDTH = re.compile("[０-９’]")
_ASCII = str.maketrans("０１２３４５６７８９’", "0123456789'")
_WEAK_END = re.compile(
    r"\s*(?:$|[.,;:!?)–-]|(?:and|to|until|in|on|at|when|i|we|he|she|they|you|it|my|y|a|hasta|yo|et|à|je|il|elle|nous)\b)"
)
_VERBS = {"may", "march"}
"""English months that can be verbs."""

_HOURS = {
    "dawn": (0, 6),
    "morning": (4, 12),
    "noon": (11, 14),
    "afternoon": (12, 18),
    "evening": (17, 24),
    "night": (18, 30),
    "anynight": (0, 30),
}
"""Generous hours, as people use them: a night lasts till six, and "heute Nacht" may be the one before or after."""


@dataclass(frozen=True, slots=True)
class TimeSpan:
    """An expression of time, and the range it means: [start, end) in the speaker's time zone."""

    start: datetime
    end: datetime
    text: str
    at: int
    """Offset of `text`, in characters."""
    grain: str
    """The precision: day, week, weekend, month, season, year, decade, or part (of a day)."""
    relative: bool
    """Whether it depends on when it was said, as "yesterday" and "in May" do."""


@dataclass(frozen=True, slots=True)
class _SpanRead:
    start: datetime
    end: datetime
    grain: str
    relative: bool
    stop: int


def time_spans(text: str, language: str, now: datetime, *, past: bool = True) -> list[TimeSpan]:
    """Return the expressions of time in a text, in order, resolved against `now`, the zoned time at which it was said.

    A bare name ("in May", "on Friday") means the latest one not after now, or with `past=False` the first not before.
    """
    grammar = grammar_of(language if subject("times", language) else "")
    low = text.lower()
    if len(low) != len(text):  # offsets must hold
        low = "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    if _FULL_WIDTH.search(low):
        low = low.translate(_ASCII)
    if grammar.spaced:
        if grammar.anchors.isdisjoint(TOKEN.findall(low)) and not _DIGIT.search(low):
            return []
    elif not grammar.starts.search(low):
        return []
    reader = _TimeReader(text, low, grammar, now, past)
    spans: list[tuple[int, _SpanRead]] = []
    for at, key in reader.places():
        best = reader.best(at, key)
        if best is None:
            continue
        if spans and at < spans[-1][1].stop:
            if best.stop - at <= spans[-1][1].stop - spans[-1][0]:
                continue
            spans.pop()
        spans.append((at, best))
    return [TimeSpan(f.start, f.end, text[at : f.stop], at, f.grain, f.relative) for at, f in spans if f.grain]


@lru_cache(maxsize=16)
def grammar_of(language: str) -> Language:
    """Return a language's grammar of time; for languages not covered, one of dates and years in digits."""
    words = subject("times", language)
    return compiled(grammar(words) if words else OTHER)


class _TimeReader:
    """Reads one text; its method `read_<kind>` resolves what a rule of that kind matched."""

    def __init__(self, text: str, low: str, language: Language, now: datetime, past: bool) -> None:
        self.text, self.low, self.language, self.past = text, low, language, past
        self.zone = now.tzinfo
        self.today = now.date()

    def places(self, start: int = 0) -> Iterator[tuple[int, str]]:
        """Yield the places where an expression may begin, with the key of its rules."""
        low, rules = self.low, self.language.rules
        for match in self.language.starts.finditer(low, start):
            key, at = match.group(), match.start()
            if "0" <= key[0] <= "9":
                key = "#"
                if at and low[at - 1] in "-./,:$€£¥" and (low[at - 1] in "$€£¥" or low[at - 2 : at - 1].isdigit()):
                    continue  # within a longer number, or a price
            if key in rules:
                yield at, key

    def best(self, at: int, key: str, *, inner: bool = False) -> _SpanRead | None:
        """Return the longest expression that begins at a place."""
        best: _SpanRead | None = None
        for rule in self.language.rules[key]:
            if inner and rule.kind == "anchor":
                continue
            match = rule.pattern.match(self.low, at)
            if match is None or (best and match.end() <= best.stop and rule.kind != "anchor"):
                continue
            try:
                span: _SpanRead | None = getattr(self, f"read_{rule.kind}")(match)
                if span and (span.start.year < 2 or span.end.year > 9998):  # no room for another zone
                    raise OverflowError
            except (ValueError, OverflowError):  # 31 February is nothing, nor the February of it
                span = _SpanRead(datetime.min, datetime.min, "", False, match.end())
            if span and (best is None or span.stop > best.stop):
                best = span
        return best

    # -- parts of the rules

    def _value(self, match: re.Match[str], *names: str) -> str | None:
        """Return the value of the word that matched the first of these classes that is present."""
        groups = match.groupdict()
        for name in names:
            word = groups.get(name)
            if word:
                return self.language.tables[name][" ".join(word.split())]
        return None

    def _shift(self, match: re.Match[str]) -> int | None:
        value = self._value(match, "mod", "post")
        return None if value is None else int(value)

    def _year(self, match: re.Match[str]) -> int | None:
        """Return the year that was said, as a number or as "last year"."""
        if year := match.groupdict().get("y"):
            return number(year)
        value = self._value(match, "yw", "uw")
        return None if value is None else self.today.year + int(value.split(":")[0])

    def _month(self, match: re.Match[str]) -> int:
        digits = match.groupdict().get("m")
        return number(digits) if digits else int(self._value(match, "month") or 0)

    def _count(self, match: re.Match[str]) -> tuple[int, int, str]:
        """Return the least and greatest number of units that were said, and the unit."""
        if value := self._value(match, "nu"):
            count, _, unit = value.partition(":")
        else:
            word, unit = " ".join(match["n"].split()), self._value(match, "unit") or ""
            count = self.language.tables["n"].get(word) or str(number(word))
        least, _, most = count.partition("-")
        return int(least), int(most or least), unit

    def _before(self, name: str, at: int) -> bool:
        near = self.language.near.get(name)
        return near is not None and near.search(self.low[max(0, at - 24) : at]) is not None

    def _after(self, name: str, at: int) -> bool:
        near = self.language.near.get(name)
        return near is not None and near.match(self.low, at) is not None

    def _habit(self, match: re.Match[str]) -> bool:
        return self._before("never", match.start()) or self._after("never_after", match.end())

    def _verb(self, match: re.Match[str]) -> bool:
        """Return whether an English "may" or "march" is no month: a small one needs a preposition and a number."""
        word = match.groupdict().get("month")
        if word not in _VERBS:  # neither is a name of a month elsewhere
            return False
        numbered = any(match.groupdict().get(name) for name in ("y", "d", "yw"))
        if self.text[match.start("month")].isupper():
            return not (numbered or self._shift(match) is not None or self._before("date", match.start()))
        return not numbered or not (" of " in match.group() or self._before("date", match.start()))

    def _days(self, m: re.Match[str], start: date, end: date, grain: str, relative: bool = True) -> _SpanRead:
        return _SpanRead(self._time(start), self._time(end), grain, relative, m.end())

    def _time(self, day: date, hour: int = 0) -> datetime:
        return datetime.combine(day + timedelta(days=hour // 24), time(hour % 24), self.zone)

    def _day(self, match: re.Match[str], day: date, part: str | None, relative: bool = True) -> _SpanRead:
        if not part:
            return self._days(match, day, day + _DAY, "day", relative)
        first, last = _HOURS[part]
        return _SpanRead(self._time(day, first), self._time(day, last), "part", relative, match.end())

    # -- kinds of rules

    def read_day(self, m: re.Match[str]) -> _SpanRead | None:
        if self._before("not_day", m.start()):
            return None
        if m["day"] == "morgen" and self.text[m.start()].isupper() and self.low[: m.start()].rstrip()[-1:] not in ".!?":
            return None  # der Morgen
        return self._day(m, self.today + _DAY * int(self._value(m, "day") or 0), self._value(m, "part"))

    def read_daypart(self, m: re.Match[str]) -> _SpanRead | None:
        days, _, part = (self._value(m, "dp") or "").partition(":")
        return self._day(m, self.today + _DAY * int(days), part)

    def read_few(self, m: re.Match[str]) -> _SpanRead | None:
        return self._days(m, self.today - 5 * _DAY, self.today - _DAY, "day")

    def read_period(self, m: re.Match[str]) -> _SpanRead | None:
        if value := self._value(m, "uw"):
            shift, _, unit = value.partition(":")
        else:
            shift, unit = str(self._shift(m) or 0), self._value(m, "period") or ""
        return self._days(m, *_period(self.today, unit, int(shift)), unit)

    def read_span(self, m: re.Match[str]) -> _SpanRead | None:
        _, most, unit = self._count(m)
        back = {"day": 1, "week": 7, "weekend": 7}.get(unit)
        months = most * (12 if unit == "year" else 1)
        start = self.today - back * most * _DAY if back else _moved(self.today, -months)
        return self._days(m, start, self.today + _DAY, unit)

    def read_ago(self, m: re.Match[str]) -> _SpanRead | None:
        return self._distant(m, self.today, -1)

    def read_ahead(self, m: re.Match[str]) -> _SpanRead | None:
        return self._distant(m, self.today, 1)

    def _distant(self, m: re.Match[str], base: date, sign: int) -> _SpanRead:
        least, most, unit = self._count(m)
        ends = [_away(base, sign * least, unit), _away(base, sign * most, unit)]
        return self._days(m, min(s for s, _ in ends), max(e for _, e in ends), unit)

    def read_weekday(self, m: re.Match[str]) -> _SpanRead | None:
        if m.groupdict().get("wda") and not self.text[m.start("wda")].isupper():
            return None
        day, shift = int(self._value(m, "wd", "wda") or 0), self._shift(m)
        if (shift is None and self._habit(m)) or self._after("never_after", m.end()):
            return None
        ahead = (day - self.today.weekday()) % 7
        if shift == 0:
            days = day - self.today.weekday()
        elif shift:
            days = (ahead or 7) + 7 * (shift - 1) if shift > 0 else ahead - 7 + 7 * (shift + 1)
        else:
            days = ahead - 7 if self.past and ahead else ahead
        return self._day(m, self.today + days * _DAY, self._value(m, "part"))

    def read_weekday_in_week(self, m: re.Match[str]) -> _SpanRead | None:
        shift = (self._value(m, "ww") or self._value(m, "mod") or "0").split(":")[0]
        monday, _ = _period(self.today, "week", int(shift))
        return self._day(m, monday + _DAY * int(self._value(m, "wd") or 0), self._value(m, "part"))

    def read_weekend(self, m: re.Match[str]) -> _SpanRead | None:
        if self._habit(m):
            return None
        return self._days(
            m, *_period(self.today, "weekend", -1 if self.past and self.today.weekday() < 5 else 0), "weekend"
        )

    def read_date(self, m: re.Match[str]) -> _SpanRead | None:
        if self._verb(m):
            return None
        day, month, year = number(m["d"]), self._month(m), self._year(m)
        last = int(m.groupdict().get("d2") or day)  # "May 7-9"
        if last < day:
            return None
        if year is not None:
            day_read = date(year, month, day)
            return self._days(m, day_read, day_read.replace(day=last) + _DAY, "day", not m.groupdict().get("y"))
        step = -1 if self.past else 1
        for year in range(self.today.year, self.today.year + 9 * step, step):  # till there is a 29 February
            if day == 29 and month == 2 and year % 4:
                continue
            day_read = date(year, month, day)
            if (day_read <= self.today) if self.past else (day_read >= self.today):
                return self._days(m, day_read, day_read.replace(day=last) + _DAY, "day")
        return None

    def read_iso(self, m: re.Match[str]) -> _SpanRead | None:
        return self._day(m, date(int(m["y"]), int(m["m"]), int(m["d"])), None, relative=False)

    def read_day_of_month(self, m: re.Match[str]) -> _SpanRead | None:
        shift = int((self._value(m, "mw", "mod") or "0").split(":")[0])
        return self._day(m, _moved(self.today.replace(day=1), shift).replace(day=number(m["d"])), None)

    def read_month(self, m: re.Match[str]) -> _SpanRead | None:
        if self._verb(m):
            return None
        month, year, shift = self._month(m), self._year(m), self._shift(m)
        if year is None:
            bare = shift is None
            if bare and (self._habit(m) or ("month" in self.language.near and not self._before("month", m.start()))):
                return None
            year, current = self.today.year, self.today.month
            if shift is None:
                year -= self.past and month > current
                year += not self.past and month < current
            elif shift < 0:
                year -= month >= current
            elif shift > 0:
                year += month <= current
        return self._days(m, *_period(date(year, month, 1), "month", 0), "month", not m.groupdict().get("y"))

    def read_season(self, m: re.Match[str]) -> _SpanRead | None:
        season, year, shift = int(self._value(m, "season") or 0), self._year(m), self._shift(m)
        if year is None:
            if shift is None and (
                self._habit(m) or not (self._before("season", m.start()) or self._after("season_after", m.end()))
            ):
                return None
            starts = {y: date(y, 3 * season + 3, 1) for y in range(self.today.year - 2, self.today.year + 3)}
            if shift == 0:
                year = self.today.year - (season == 3 and self.today.month < 3)
            elif shift is None and self.past:
                year = max(y for y in starts if starts[y] <= self.today)
            elif shift is not None and shift < 0:
                year = max(y for y in starts if _moved(starts[y], 3) <= self.today)
            else:
                gone = 0 if shift else 3
                year = min(y for y in starts if _moved(starts[y], gone) > self.today)
        start = date(year, 3 * season + 3, 1)
        return self._days(m, start, _moved(start, 3), "season", not m.groupdict().get("y"))

    def read_year(self, m: re.Match[str]) -> _SpanRead | None:
        near, at = self.language.near, m.start()
        year = number(m["y"])
        if not 1500 <= year <= 2100:
            return None
        if "year" in near:  # where no word of its own tells a year from a number
            if self._after("year_after", m.end()):
                return None
            is_year = self._before("year", at)
            is_year = is_year or (self._before("year_weak", at) and _WEAK_END.match(self.low, m.end()) is not None)
            if (
                not is_year and "year_free" in near and year >= 1900
            ):  # "ich bin 2022 umgezogen": nouns would have a capital
                is_year = near["year_free"].match(self.text, m.end()) is not None and (year % 100 != 0 or not at)
            if not is_year:
                return None
        return self._days(m, date(year, 1, 1), date(year + 1, 1, 1), "year", relative=False)

    def read_bare_year(self, m: re.Match[str]) -> _SpanRead | None:
        if int(m["y"]) < 1900 or self.low[max(0, m.start() - 1) : m.start()].isalpha():
            return None
        return self.read_year(m)

    def read_decade(self, m: re.Match[str]) -> _SpanRead | None:
        year = int(m["dec"])
        if year < 100:
            if "decade" in self.language.near and not self._before("decade", m.start()):
                return None  # "in her 30s"
            year += 1900 if year >= 30 else 2000
        return self._days(m, date(year, 1, 1), date(year + 10, 1, 1), "decade", relative=False)

    def read_anchor(self, m: re.Match[str]) -> _SpanRead | None:
        """Resolve "the week of", "the Friday before", "two days after" and the like, with the date that follows."""
        place = next(self.places(m.end()), None)
        if place is None or self.low[m.end() : place[0]].strip() not in ("", "the", "on", "in"):
            return None
        inner = self.best(*place, inner=True)
        if inner is None or not inner.grain:
            return None
        first, last = inner.start.date(), inner.end.date()
        side, unit = int(self._value(m, "side") or 0), self._value(m, "unit")
        if m.groupdict().get("n"):
            if not side:
                return None
            distant = self._distant(m, first if side < 0 else last - _DAY, side)
            return _SpanRead(distant.start, distant.end, distant.grain, inner.relative, inner.stop)
        if unit is None:
            day = int(self._value(m, "wd") or 0)
            if not side:
                return None
            start = (
                first - _DAY * ((first.weekday() - day - 1) % 7 + 1)
                if side < 0
                else last + _DAY * ((day - last.weekday()) % 7)
            )
            return _SpanRead(self._time(start), self._time(start + _DAY), "day", inner.relative, inner.stop)
        if side == 0:
            start, end = (first, last) if unit == inner.grain else _period(first, unit, 0)
        elif unit in ("day", "week"):
            length = _DAY * (7 if unit == "week" else 1)
            start, end = (first - length, first) if side < 0 else (last, last + length)
        elif unit == "weekend":
            start = (
                first - _DAY * ((first.weekday() - 7) % 7 + 2) if side < 0 else last + _DAY * ((5 - last.weekday()) % 7)
            )
            end = start + 2 * _DAY
        else:
            start, end = _period(first if side < 0 else last - _DAY, unit, side)
        return _SpanRead(self._time(start), self._time(end), unit, inner.relative, inner.stop)


def _moved(day: date, months: int) -> date:
    """Return the same day in a month so many months later, or that month's last day."""
    index = day.year * 12 + day.month - 1 + months
    year, month = index // 12, index % 12 + 1
    for last in (day.day, 30, 29, 28):
        try:
            return date(year, month, min(last, day.day))
        except ValueError:
            continue
    raise ValueError("no such month")


def _period(day: date, unit: str, shift: int) -> tuple[date, date]:
    """Return the calendar week, weekend, month, season or year of a day, shifted by so many."""
    if unit == "day":
        return day + shift * _DAY, day + (shift + 1) * _DAY
    if unit in ("week", "weekend"):
        monday = day + (7 * shift - day.weekday()) * _DAY
        return (monday, monday + 7 * _DAY) if unit == "week" else (monday + 5 * _DAY, monday + 7 * _DAY)
    first = day.replace(day=1)
    length = {"month": 1, "season": 3, "year": 12}[unit]
    first = _moved(first, -(first.month % 3)) if unit == "season" else first
    first = first.replace(month=1) if unit == "year" else first
    return _moved(first, shift * length), _moved(first, (shift + 1) * length)


def _away(day: date, count: int, unit: str) -> tuple[date, date]:
    """Return the range so many units away: the day, a few days around it for weeks, else the calendar month or year."""
    if unit != "week":
        return _period(day, unit, count)
    slack = min(abs(count), 3)
    return day + (7 * count - slack) * _DAY, day + (7 * count + slack + 1) * _DAY
