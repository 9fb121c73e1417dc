"""Numbers that can change, in English: a budget, a quota, the size of a team; what they belong to and what they are now."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_UNITS = (
    r"percent|dollars|euros|pounds|won|yen|hours?|minutes?|mins?|seconds?|days|weeks|months|years|km|kilometers|kilometres|miles|kg|"
    r"kilos|lbs|pounds|people|users|members|calls|stars|points|participants|subscribers|followers|words|pages|page views|views|"
    r"requests|steps|calories|customers|employees|engineers|services|languages|experts|endpoints|products|problems|cups|ms|gb|tb|mb"
)
AMOUNT = (
    r"(?:[$€£¥₩]\s?)?\d+(?:,\d{3})*(?:\.\d+)?(?:\s?(?:%|(?:k|K|M|B|ms|GB|TB|MB|kg|km)\b|million\b|billion\b|thousand\b|/\d+))?"
    rf"(?:/(?:month|day|week|year|hour)|(?:\s(?:{_UNITS})\b)?(?:\s(?:per|a|an|each|every)\s(?:day|week|month|year|hour|minute)\b)?)"
)
_BEFORE = r"(?:(?:now|currently|about|around|roughly|approximately|only|just|still|at|over|nearly|almost|up to|down to)\s){0,3}"
_NOT_AFTER = r"(?!\s?(?:am|pm|a\.m|p\.m|o['’]clock|st|nd|rd|th|january|february|march|april|may|june|july|august|september|october|november|december|times)\b|[:/-]\d|\d|,\d|\.\d)"
_WORD = r"(?!(?:is|are|was|were|has|have|had|that|which|who|i|we|you|he|she|they|it|to|and|but|or|so|because|with|when|if|than|been|the|my|our|on|in|of|for|at|with|from|by|a|an|this|that)\b)[A-Za-z][\w&'’-]*"
_HEAD = rf"(?P<what>{_WORD}(?:\s{_WORD}){{0,3}})"
_NO_OWNER = r"(?<!\bfor\s)(?<!\bof\s)(?<!\bfor my\s)(?<!\bof my\s)(?<!\bfor our\s)(?<!\bof our\s)(?<!\bfor the\s)(?<!\bof the\s)"
_OWN = r"\b(?:my|our)\s"
_ROSE = (
    r"(?:went|rose|grew|dropped|jumped|fell|improved|increased|decreased|climbed|declined|shrank|has (?:risen|grown|dropped|improved|increased|"
    r"jumped|gone))"
)
_CHANGED = (
    r"(?:increased|raised|bumped(?: up)?|reduced|lowered|cut|adjusted|changed|extended|updated|upped|set|decreased|expanded|"
    r"doubled|revised|improved|brought|got|boosted)"
)


class Measure(NamedTuple):
    """What a number was said of, where the new one stands, and the old one, if told."""

    what: str
    now: tuple[int, int]
    before: tuple[int, int] | None
    start: int
    end: int
    confidence: float


def _rule(confidence: float, needed: tuple[str, ...], pattern: str) -> tuple[re.Pattern[str], tuple[str, ...], float]:
    """A pattern, and the words of which one must be there for it to be worth trying."""
    return re.compile(pattern, re.IGNORECASE), needed, confidence


_NOW = rf"(?P<now>{AMOUNT}){_NOT_AFTER}"
_RULES = (
    _rule(0.9, (" from ",), rf"{_OWN}{_HEAD}\s{_ROSE}\sfrom\s(?P<before>{AMOUNT})\sto\s{_BEFORE}{_NOW}"),
    _rule(
        0.75,
        (" from ",),
        rf"(?:(?<=^)|(?<=[.,;:!] )|(?<=\band )|(?<=\bthe ))(?!i\b|we\b|you\b){_HEAD}\s{_ROSE}\sfrom\s(?P<before>{AMOUNT})\sto\s{_BEFORE}{_NOW}",
    ),
    _rule(
        0.9,
        (" to ",),
        rf"\b(?:i|we)(?:['’]ve|\shave|\shad)?\s(?:(?:just|recently|already|also|since|now)\s)?{_CHANGED}\s(?:my|our|the)\s{_HEAD}\s(?:from\s(?P<before>{AMOUNT})\s)?to\s{_BEFORE}{_NOW}",
    ),
    _rule(
        0.9,
        (
            " to ",
            " at ",
        ),
        rf"{_OWN}{_HEAD}\s(?:(?:was|is|has been|got|were|have been)\s)?(?:(?:recently|just|now)\s)?(?:increased|raised|reduced|lowered|cut|adjusted|changed|extended|updated|improved|risen|grown|dropped|fallen|set)\s(?:from\s(?P<before>{AMOUNT})\s)?(?:to|at)\s{_BEFORE}{_NOW}",
    ),
    _rule(
        0.75,
        ("which",),
        rf"(?<!\bfor )(?<!\bof )\b(?:(?:the|my|our)\s)?{_NO_OWNER}{_HEAD}(?:\s(?:for|of|in)\s(?:my|our|the)\s[\w -]{{1,40}})?,?\swhich\s(?:(?:has|have|is|was)\s)?(?:(?:recently|now|just|since)\s)?(?:improved|increased|risen|grown|dropped|gone up|fallen)\sto\s{_BEFORE}{_NOW}",
    ),
    _rule(
        0.85,
        (
            " hit ",
            " reached ",
        ),
        rf"{_OWN}{_HEAD}\s(?:just\s|finally\s|already\s)?(?:hit|reached)\s{_BEFORE}{_NOW}",
    ),
    _rule(
        0.85,
        (
            " is ",
            " are ",
            "'s ",
            "’s ",
        ),
        rf"{_OWN}(?!name|birthday|address|phone|flight|appointment){_HEAD}(?:\sis|\sare|['’]s)\s{_BEFORE}{_NOW}",
    ),
    _rule(
        0.8, (" of ",), rf"\b(?:my|our|the|a)\s(?:new|updated|revised|current|increased)\s{_HEAD}\sof\s{_BEFORE}{_NOW}"
    ),
    _rule(0.8, (" of ",), rf"{_OWN}{_HEAD}\sof\s{_BEFORE}{_NOW}"),
    _rule(
        0.8, (" of ",), rf"\b(?:i|we)(?:['’]ve|\shave)?\s(?:set|agreed on|allocated)\sa\s{_HEAD}\sof\s{_BEFORE}{_NOW}"
    ),
)
_TEAM = re.compile(
    r"\b(?:(?:my|our|the)\s)?team\s(?:is\s|size is\s|has\s|of\s)(?:(?:now|currently|about|grown to|up to|already)\s){0,2}(?P<now>\d{1,4}(?:\s(?:people|members|engineers|developers|designers))?)(?=[\s.,!;:)]|$)(?!\s(?:minutes|hours|days|weeks|months|years|am|pm|%))",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    rf"{_OWN}(?:[\w'’-]+\s){{1,2}}?(?:gets?|receives?|has|have|handles?|processes?|serves?)\s{_BEFORE}(?P<now>\d[\d,.]*\d?[kKmM]?\+?\s(?P<what>(?:[a-z]+\s)?(?:active users|users|page views|views|visitors|subscribers|followers|customers|requests|calls|downloads|orders|employees|members|students|microservices))(?:\s(?:per|a|each|every)\s(?:day|week|month|year|hour|minute))?)\b",
    re.IGNORECASE,
)
_FIRST = re.compile(r"^(?:new|updated|revised|current|increased|overall|own)\s+", re.IGNORECASE)
_NEVER = frozenset(
    [
        "son",
        "daughter",
        "sister",
        "brother",
        "mom",
        "mother",
        "dad",
        "father",
        "wife",
        "husband",
        "boyfriend",
        "girlfriend",
        "partner",
        "kid",
        "child",
        "baby",
        "dog",
        "cat",
        "birthday",
        "grandma",
        "grandmother",
        "grandpa",
        "grandfather",
        "friend",
        "goal",
        "target",
        "plan",
        "team",
        "number",
        "twin",
        "twins",
        "kids",
        "uncle",
        "aunt",
        "cousin",
        "nephew",
        "niece",
    ]
)
_DIGIT = re.compile(r"\d")


def measures(text: str, start: int, end: int) -> Iterator[Measure]:
    """What numbers a sentence tells of things that are the speaker's."""
    if not _DIGIT.search(text, start, end):
        return
    taken: set[int] = set()
    said = text[start:end].casefold()
    for pattern, needed, confidence in _RULES:
        if not any(word in said for word in needed):
            continue
        for found in pattern.finditer(text, start, end):
            what = _FIRST.sub("", found["what"].strip()).casefold()
            while what.startswith(("my ", "our ", "the ")):
                what = what.partition(" ")[2]
            last = what.split()[-1] if what else ""
            if not what or last in _NEVER or found.start("now") in taken or "'" in what or "’" in what:
                continue
            taken.add(found.start("now"))
            before = found.span("before") if "before" in pattern.groupindex and found["before"] else None
            yield Measure(what, _trimmed(text, found.span("now")), before, found.start(), found.end(), confidence)
    for found in _TEAM.finditer(text, start, end) if "team" in said else ():
        if found.start("now") not in taken:
            taken.add(found.start("now"))
            yield Measure("team size", found.span("now"), None, found.start(), found.end(), 0.85)
    for found in _COUNTED.finditer(text, start, end):
        if found.start("now") not in taken:
            taken.add(found.start("now"))
            yield Measure(found["what"].casefold(), found.span("now"), None, found.start(), found.end(), 0.8)


def _trimmed(text: str, span: tuple[int, int]) -> tuple[int, int]:
    start, end = span
    while end > start and text[end - 1] in " ,.":
        end -= 1
    return start, end
