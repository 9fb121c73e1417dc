"""Terms in words: labels of resources; dates, numbers and durations in a language's notation; lists of terms."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal, InvalidOperation
from typing import Protocol
from urllib.parse import unquote

from soulkeep.graph.terms import is_iri, is_literal, local_name, parsed
from soulkeep.graph.vocabulary import RDF, XSD
from soulkeep.graph.words import grammar_any, grammar_en
from soulkeep.graph.words.grammar_any import Conjunction
from soulkeep.lang.date_words import human_date
from soulkeep.lang.pack import subject
from soulkeep.lang.particles import attached
from soulkeep.lang.quoting import marks

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_ZONE = r"(?:Z|[+-]\d\d:\d\d)?"
_DATE = re.compile(rf"(\d{{4}})-(\d\d)-(\d\d){_ZONE}")
_TIME = re.compile(rf"(\d{{4}})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d+)?{_ZONE}")
_CLOCK = re.compile(rf"(\d\d):(\d\d)(?::00(?:\.0+)?)?{_ZONE}")
_YEAR = re.compile(rf"(\d{{4}}){_ZONE}")
_MONTH = re.compile(rf"(\d{{4}})-(\d\d){_ZONE}")
_DAY = re.compile(rf"--(\d\d)-(\d\d){_ZONE}")
_NO_DAY = re.compile(r"^\d+\.? (?:de )?| ?\d{1,2}[일日]$")
_NO_YEAR = re.compile(r" (?:de )?\d+$|^\d+[년年] ?")
_DURATION = re.compile(
    r"(-?)P(?=.)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?=.)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?"
)
_WRITTEN_DURATION = re.compile(r"P(?:\d+[YMD])*T(?:\d+(?:\.\d+)?[HMS])+")
"""A duration recognised by its form, of whatever datatype."""

_UNITS = ("", "", " d", " h", " min", " s")
"""Signs for years, months, days, hours, minutes and seconds, for languages without words for them."""

_LARGEST_EXPONENT = 15
"""Largest power of ten with which a number is written out."""

_LONGEST_NAME = 80
"""Most characters of a text that can stand as a name in a sentence."""

_JOINED_IN_KOREAN = 2
"""Most names that Korean joins by a particle; more stand between commas alone."""

_JOINS = re.compile(r"[와과] ")
"""What joins nouns within a name, so that names aren't joined by it: 고등어와 나."""

_SENTENCE = re.compile(r"\w{3}[.!?] \S|\S \S+ \S+\w{3}[.!?]$|[。！？]")

_INTEGER_TYPES = (
    "integer int long short byte nonNegativeInteger positiveInteger nonPositiveInteger negativeInteger unsignedInt "
    "unsignedLong unsignedShort unsignedByte"
)
_INTEGERS = frozenset(XSD + name for name in _INTEGER_TYPES.split())
_DECIMALS = frozenset((XSD + "decimal", XSD + "double", XSD + "float"))
_DURATIONS = frozenset((XSD + "duration", XSD + "dayTimeDuration", XSD + "yearMonthDuration"))
_MARKUP = frozenset((RDF + "HTML", RDF + "XMLLiteral"))


class TermNames(Protocol):
    """Interface to the names of resources, classes and properties. Terms are in N-Triples, languages are ISO 639-1."""

    def label(self, term: str, language: str) -> str:
        """Return the name of a resource, class or property; in another language if there is none in this one."""
        ...

    def class_of(self, term: str) -> str | None:
        """Return a resource's most specific class with a label, as a term."""
        ...

    def is_person(self, term: str) -> bool:
        """Return whether a resource is a person."""
        ...

    def has_article(self, term: str) -> bool:
        """Return whether the English name of a thing (not a person) is said with "the"."""
        ...

    def may_live(self, term: str) -> bool:
        """Return whether a person may be alive: nothing states their death, and they were born late enough."""
        ...

    def value(self, term: str, predicate: str, language: str) -> str:
        """Return a value of a property in words, with its unit."""
        ...

    def sentence(self, predicate: str, language: str, *, inverse: bool = False, living: bool = False) -> str | None:
        """Return a pattern with `{subject}` and `{object}` about the subject, or (`inverse`) about the object;
        `living`: the people in it may be alive."""
        ...

    def held(self, node: str, language: str) -> str:
        """Return a blank node's values in words; "" if nothing can be said."""
        ...

    def noun(self, predicate: str, language: str) -> str:
        """Return a property as a noun, such as "birth place"."""
        ...

    def ends(self, predicate: str) -> tuple[frozenset[str], frozenset[str]]:
        """Return the English names, in lower case, of the classes of a property's subjects, and of its values."""
        ...


def primary(language: str) -> str:
    """Return a language's code without its region: "en" of "en-GB"."""
    return language.replace("_", "-").split("-")[0].casefold()


def spoken(term: str, lexicon: TermNames, language: str) -> str:
    """Return a term in words, on one line: a resource's label, or a literal's value as the language writes it.

    Unreadable dates, and years before Christ or after 9999, are kept as they are; so are literals of other types.
    A blank node is worded by its values, or by its class; a variable by its class, else as "something".
    """
    language = primary(language)
    if is_literal(term):
        return _literal(term, language)
    if is_iri(term):
        name = clean(lexicon.label(term, language)) or _from_iri(term) or grammar_any.something(language)
        if language != "en" or lexicon.is_person(term):
            return name
        return f"the {name}" if lexicon.has_article(term) else name
    if not term.startswith(("_:", "?")):
        return clean(term) or grammar_any.something(language)
    if text_held := lexicon.held(term, language):
        return text_held
    kind = lexicon.class_of(term)
    name = clean(lexicon.label(kind, language)) if kind else ""
    if not name:
        return grammar_any.something(language)
    if language == "ko":
        return f"어떤 {name}"
    return grammar_en.indefinite(grammar_en.common(name)) if language == "en" else name


def listed(
    terms: Sequence[str], lexicon: TermNames, language: str, *, most: int = 8, conjunction: Conjunction = "and"
) -> str:
    """Return terms in words as a list: "Billy Joel, Lou Reed and 3 more", "빌리 조엘, 루 리드 외 3명".

    Args:
        terms: the terms of the list, in order; empty literals are left out.
        most: most terms that are named, at least 1; the others are counted.
        conjunction: the word before the last term.
    """
    spoken_terms = [(term, text) for term in terms if (text := spoken(term, lexicon, language))]
    persons = bool(spoken_terms) and all(is_iri(term) and lexicon.is_person(term) for term, _ in spoken_terms)
    return listed_words(
        [text for _, text in spoken_terms], language, most=most, conjunction=conjunction, persons=persons
    )


def listed_words(
    items: Sequence[str],
    language: str,
    *,
    most: int,
    conjunction: Conjunction = "and",
    persons: bool = False,
    beyond: int = 0,
) -> str:
    """Return words as a list.

    Args:
        items: the words; those beyond `most` are counted.
        language: ISO 639-1.
        most: most words that are named.
        conjunction: the word before the last one.
        persons: whether to count the others as people, in Korean.
        beyond: number of further ones that aren't in `items`.
    """
    if most < 1:
        raise ValueError(f"most must be at least 1: {most}")
    language = primary(language)
    named, more = list(items[:most]), len(items) + beyond - most
    if language == "ko":
        if more > 0:
            return f"{', '.join(named)} 외 {more}{'명' if persons else '개'}"
        particle = "(이)랑" if conjunction == "and" else "(이)나"
        if conjunction == "and" and len(named) == _JOINED_IN_KOREAN and any(map(_JOINS.search, named)):
            return ", 그리고 ".join(named)
        if conjunction == "and" and len(named) > _JOINED_IN_KOREAN:
            return ", ".join(named)
        return attached(", ".join(named[:-1]), f"{particle} ") + named[-1] if len(named) > 1 else "".join(named)
    if language == "en":
        return grammar_en.listed_words([*named, *([f"{more} more"] if more > 0 else [])], conjunction)
    return grammar_any.listed_words(named, max(more, 0), conjunction, language)


def quoted(term: str, text: str, language: str) -> str:
    """Return a term's words, in quotation marks if they are a whole sentence or more of somebody's text."""
    if not is_literal(term) or (len(text) <= _LONGEST_NAME and not _SENTENCE.search(text)):
        return text
    opening, closing = marks(language)
    return f"{opening}{text}{closing}"


def clean(text: str) -> str:
    """Return a text on one line, without control characters and characters that change the direction of writing."""
    characters = (" " if character.isspace() else character for character in text)
    return " ".join(
        "".join(one for one in characters if one == " " or unicodedata.category(one) != "Cc").split()
    ).translate(dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)]))


def is_partial_date(term: str) -> bool:
    """Return whether a term is a year or a month of a year, rather than a day."""
    return is_literal(term) and term.endswith((f"^^<{XSD}gYear>", f"^^<{XSD}gYearMonth>"))


def is_day(term: str) -> bool:
    """Return whether a term is a day, or a time on it."""
    return is_literal(term) and term.endswith((f"^^<{XSD}date>", f"^^<{XSD}dateTime>"))


def _from_iri(term: str) -> str:
    return clean(_CAMEL.sub(" ", unquote(local_name(term)).replace("_", " ")))


def _literal(term: str, language: str) -> str:
    try:
        value, tagged, datatype = parsed(term)
    except ValueError:
        return clean(term.strip('"'))
    if tagged:
        return clean(value)
    if _WRITTEN_DURATION.fullmatch(value) and (written := _duration(value, language)) is not None:
        return written
    if datatype in _MARKUP:
        return clean(html.unescape(re.sub(r"<[^<>]*>", " ", value)))
    said: str | None = None
    text = value.strip()
    if datatype == XSD + "boolean" and text in ("true", "false", "1", "0"):
        said = grammar_any.yes_or_no(text in ("true", "1"), language)
    elif datatype in _INTEGERS and re.fullmatch(r"[+-]?\d+", text):
        said = re.sub(r"^\+|(?<=-)0+(?=\d)|^\+?0+(?=\d)", "", text)
    elif datatype in _DECIMALS:
        said = _decimal(text, language)
    elif datatype in _DURATIONS:
        said = _duration(text, language)
    elif datatype.startswith(XSD):
        said = _moment(text, datatype.removeprefix(XSD), language)
    return clean(said if said is not None else value)


def _decimal(text: str, language: str) -> str | None:
    try:
        number = Decimal(text)
    except InvalidOperation:
        return None
    if not number.is_finite() or abs(number.adjusted()) > _LARGEST_EXPONENT:
        return None
    digits = f"{number:f}"
    if "." in digits:
        digits = digits.rstrip("0").rstrip(".")
    if digits in ("-0", ""):
        digits = "0"
    return digits.replace(".", ",") if language in grammar_any.DECIMAL_COMMA else digits


def _moment(text: str, kind: str, language: str) -> str | None:
    """Return a date in words; None if the text is no date of the calendar."""
    try:
        if kind == "date" and (match := _DATE.fullmatch(text)):
            return human_date(datetime(int(match[1]), int(match[2]), int(match[3])), language)
        if kind == "dateTime" and (match := _TIME.fullmatch(text)):
            time = datetime(*(int(part) for part in match.groups()[:5]))  # type: ignore[arg-type]
            date = human_date(time, language)
            return date if (time.hour, time.minute, match[6]) == (0, 0, "00") else date + _clock(time, language)
        if kind == "time" and (clock := _CLOCK.fullmatch(text)) and int(clock[1]) < 24:
            return _korean_clock(int(clock[1]), int(clock[2])) if language == "ko" else f"{clock[1]}:{clock[2]}"
        if kind == "gYear" and (match := _YEAR.fullmatch(text)) and int(match[1]):
            return str(int(match[1])) + str(subject("amounts", language).get("after_year", ""))
        if kind == "gYearMonth" and (match := _MONTH.fullmatch(text)):
            return _NO_DAY.sub("", human_date(datetime(int(match[1]), int(match[2]), 1), language))
        if kind == "gMonthDay" and (match := _DAY.fullmatch(text)):
            return _NO_YEAR.sub("", human_date(datetime(2000, int(match[1]), int(match[2])), language))
    except ValueError:
        pass
    return None


def _korean_clock(hour: int, minute: int) -> str:
    """Return a time of the day as Koreans say it: 오후 3시 30분, not 15시 30분; 12 is told by day and night."""
    half = {0: "밤", 12: "낮"}.get(hour, "오전" if hour < 12 else "오후")
    return f"{half} {hour % 12 or 12}시" + (f" {minute}분" if minute else "")


def _clock(time: datetime, language: str) -> str:
    if language == "ko":
        return f" {_korean_clock(time.hour, time.minute)}"
    if at := subject("amounts", language).get("at"):
        return str(at).format(f"{time:%H:%M}")
    return f"{'' if language in ('ja', 'zh') else ','} {time:%H:%M}"


def _duration(text: str, language: str) -> str | None:
    match = _DURATION.fullmatch(text)
    if match is None or match[1]:
        return None
    units: Sequence[str] = subject("amounts", language).get("units", _UNITS)
    parts: list[str] = []
    for amount, unit in zip(match.groups()[1:], units, strict=True):
        if amount is None or not float(amount):
            continue
        if not unit:
            return None
        amount = (amount.rstrip("0").rstrip(".") if "." in amount else amount).lstrip("0")
        amount = f"0{amount}" if amount.startswith(".") else amount
        parts.append(amount + (unit if amount == "1" else _several(unit, language)))
    if not parts:
        return "0" + _several(units[5], language)
    if len(parts) == 2 and (half := _and_a_half(parts, match.groups()[1:], language)):
        return half
    if language in ("ja", "zh") or len(parts) == 1:
        return "".join(parts)
    joint = str(subject("amounts", language).get("days_and", " ")) if language in ("en", "de") else " "
    return joint.join((" ".join(parts[:-1]), parts[-1]))


def _and_a_half(parts: Sequence[str], amounts: Sequence[str | None], language: str) -> str:
    """Return years or hours and their half as one says it: "four and a half hours"; "" where it is something else."""
    halves: dict[str, list[str]] = subject("amounts", language).get("halves", {})
    years, months, days, hours, minutes, _ = amounts
    halved = {"years": (years, months == "6"), "days": (days, hours == "12"), "hours": (hours, minutes == "30")}
    unit, whole = next(((unit, whole) for unit, (whole, half) in halved.items() if whole and half), ("", None))
    said = halves.get(unit, [])
    return said[int(whole) - 1] if whole and 0 < int(whole) <= len(said) else ""


def _several(unit: str, language: str) -> str:
    """Return the plural of a unit of time."""
    if language == "de":
        return unit + ("n" if unit.endswith("e") else "e")
    return unit + ("s" if language == "en" else "")
