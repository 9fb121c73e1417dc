"""Numbers that can change, in English: a budget, a quota, the size of a team; what they belong to and what they are now."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from soulkeep.text.statement_words import words

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


_LIMIT = r"(?:budget|quota|limit|allowance|spending cap|deposit|allocation)"
_LIMITS = ("budget", "quota", "limit", "allowance", "spending cap", "deposit", "allocation")
_MONEY = r"[$€£¥₩]\s?\d[\d,]*(?:\.\d+)?\s?(?:k\b|K\b|M\b|million\b)?"
_UNIT = r"(?:/month|\s(?:per|a|each|every) month|\smonthly|\sin total|\stotal|\soverall)?"
_THINGS = r"(?:(?!(?:my|our|the|an?|this|that|these|those|it|him|her|them|you|your|his|their|everyone|dinner|tonight|each|every|all|both)\b)[a-z][\w'’-]*\s){0,4}?[a-z][\w'’-]*"
_OF = rf"{_UNIT}(?:\sfor\s(?:my\s|our\s|the\s)?(?P<of>{_THINGS})(?=\s(?:and|or|by|through|until|in|on|this|next|starting|from|with|but|so|to|at|is|will|which|that|because|each|per|as|since|while|if|when)\b|[,.;!?)]|$))?"
_FOR = rf"\sfor\s(?:my\s|our\s|the\s)?(?P<what>{_THINGS})(?=\s(?:and|or|by|through|until|in|on|this|next|starting|from|with|but|so|to|at|which|that|because|each|per|as|since|while)\b|[,.;!?)]|$)"
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
        rf"\b(?:i|we)(?:['’]ve|\shave|\shad)?\s(?:(?:just|recently|already|also|since|now)\s)?{_CHANGED}\s(?:my|our|the)\s{_HEAD}\s(?:from\s(?P<before>{AMOUNT})\s)?to\s{_BEFORE}{_NOW}{_OF}",
    ),
    _rule(
        0.9,
        (
            " to ",
            " at ",
        ),
        rf"{_OWN}{_HEAD}(?:\s(?:for|of|in)\s(?:my|our|the)\s[\w-]+(?:\s[\w-]+){{0,2}}?)?\s(?:(?:was|is|has|has been|got|were|have been)\s)?(?:(?:recently|just|now)\s)?(?:increased|raised|reduced|lowered|cut|adjusted|changed|extended|updated|improved|risen|grown|dropped|fallen|set)\s(?:from\s(?P<before>{AMOUNT})\s)?(?:to|at)\s{_BEFORE}{_NOW}",
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
        rf"{_OWN}(?!name|birthday|address|phone|flight|appointment){_HEAD}(?:\sfor\s(?:my\s|our\s|the\s)?(?P<of>{_THINGS}))?(?:\sis|\sare|['’]s)\s{_BEFORE}{_NOW}",
    ),
    _rule(
        0.8,
        (" of ",),
        rf"\b(?:my|our|the|a)\s(?:new|updated|revised|current|increased)\s{_HEAD}\sof\s{_BEFORE}{_NOW}{_OF}",
    ),
    _rule(0.8, (" of ",), rf"{_OWN}{_HEAD}\sof\s{_BEFORE}{_NOW}{_OF}"),
    _rule(
        0.8,
        (" of ",),
        rf"\b(?:i|we)(?:['’]ve|\shave)?\s(?:set|agreed on|allocated|have|got)\san?\s(?P<what>(?:[\w-]+\s){{0,3}}?{_LIMIT})\sof\s{_BEFORE}{_NOW}{_OF}",
    ),
    _rule(
        0.75,
        (" of ",),
        rf"\b(?:over|within|under|have|with|stick to|our|my|the)\s(?:my|our|the|an?)?\s?(?P<what>(?:{_WORD}\s)?{_LIMIT})\sof\s{_BEFORE}{_NOW}{_OF}",
    ),
    _rule(
        0.8,
        _LIMITS,
        rf"\b(?:my|our|the|(?:agreed|agreeing|settled|decided)(?:\swith\s\w+)?\son\san?|(?:have|got|set)\san?)\s(?:new\s|total\s)?(?P<now>{_MONEY}){_UNIT}\s(?P<what>(?:[\w-]+\s){{0,2}}?{_LIMIT})(?=\sfor\s|\s(?:and|but|so|which|that|is|will|through|until|by|starting|from|each|per|with|to)\b|[,.;!?)]|$){_OF}",
    ),
    _rule(
        0.8,
        _LIMITS,
        rf"\b(?:my|our|the)\s(?:new|increased|reduced|raised|lowered|updated|revised|adjusted)\s(?P<what>(?:[\w-]+\s){{0,2}}?{_LIMIT}(?:\sallocation)?)\s(?:to|of|at)\s{_BEFORE}{_NOW}{_OF}",
    ),
    _rule(
        0.8,
        (" for ",),
        rf"\b(?:i|we)(?:['’]ve|\shave)?\s(?:just\s|recently\s)?(?:allocated|budgeted|set aside|earmarked)\s{_BEFORE}(?P<now>{_MONEY}){_UNIT}{_FOR}(?P<more>.*)",
    ),
    _rule(
        0.8,
        ("coverage", "accuracy", "score"),
        r"\b(?:increased|improved|rose|went|raised|grew|jumped|up)\sfrom\s(?P<before>\d[\d.]*%)\sto\s(?P<now>\d[\d.]*%)\s(?P<what>(?:[a-z-]+\s)?(?:coverage|accuracy|score))\b",
    ),
    _rule(
        0.75,
        ("coverage", "accuracy", "score"),
        rf"\b(?:(?:my|our|the)\s)?(?P<what>(?:[a-z-]+\s)?(?:coverage|accuracy|score))(?:\s(?:for|on|of|in)\s(?:my|our|the)\s[\w -]{{1,40}})?,?\s(?:and\s)?(?:(?:i|we)(?:['’]ve|\shave)|it(?:['’]s|\shas)|(?:which\s)?has)\s(?:(?:currently|now|already|only|recently|just|since|finally)\s){{0,2}}(?:reached|hit|improved to|increased to|risen to|grown to|gone up to|dropped to)\s{_BEFORE}(?P<now>\d[\d.]*%)",
    ),
    _rule(
        0.75,
        ("%",),
        rf"\b(?:we|i)(?:['’]re|['’]ve|\sare|\sam|['’]m)?\s(?:(?:also|just|now|currently|already|finally)\s){{0,2}}(?:at|hit|reached)\s{_BEFORE}(?P<now>\d[\d.]*%)\s(?P<what>[A-Za-z][\w-]+)(?=\s(?:on|in|for|with|after|across|and|so|now|but)\b|[,.;!?]|$)",
    ),
)
_TEAM = re.compile(
    r"\b(?:(?:(?:my|our|the)\s)?team\s(?:(?:size\s)?(?:is|has|of|was)\s|(?:has\s)?(?:just\s)?(?=grew|grown))(?:(?:now|currently|about|grown to|grew to|up to|already|grown from \d+ to|grew from \d+ to)\s){0,2}|we(?:['’]re|\sare)\s(?:at\s)?(?:now\s(?=\d+\s(?:people|engineers|developers|members|employees))|(?=\d+\s(?:people|engineers|developers|members|employees)\snow\b)))"
    r"(?P<now>\d{1,4}(?:\s(?:people|members))?)(?=[\s.,!;:)]|$)(?!\s(?:minutes|hours|days|weeks|months|years|am|pm|%|percent|(?!now|total|and|but|so|in|at|with|strong|who|people|members|engineers|developers|designers)[a-z]))",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    rf"{_OWN}(?:[\w'’-]+\s){{1,2}}?(?:gets?|receives?|has|have|handles?|processes?|serves?)\s{_BEFORE}(?P<now>\d[\d,.]*\d?[kKmM]?\+?\s(?P<what>(?:[a-z]+\s)?(?:active users|users|page views|views|visitors|subscribers|followers|customers|requests|calls|downloads|orders|employees|members|students|microservices))(?:\s(?:per|a|each|every)\s(?:day|week|month|year|hour|minute))?)\b",
    re.IGNORECASE,
)
_FIRST = words(
    "new updated revised current increased reduced overall own total monthly joint whole entire initial average existing actual latest combined"
)
"""What is said of a thing that stays the same thing without it."""
_HEADS = words("budget quota limit allowance allocation coverage")
"""Of these, one word says which: "unit test coverage", "test coverage"."""
_TWO = words("fee cost expense item supply service payment session problem phase bill out in party")
_NO_HEAD = words(
    "way trip time day one thing turn half part idea look try go chance step lot day week order bit meeting call"
)
_ONES = words("savings expenses earnings costs fees sales hours winnings wages taxes dues")
"""Plurals that are one amount."""
_SPAN = re.compile(r"(?:hours?|minutes?|mins?|seconds?|days|weeks|months|years|words|pages)\b", re.IGNORECASE)
_BARE = re.compile(r"\d[\d.,]*")
_OTHER = re.compile(
    r"\s(?!(?:and|but|or|so|because|since|with|which|that|when|if|as|for|to|in|on|at|by|from|now|total|overall|monthly|daily|weekly|this|last|next|"
    r"per|each|every|a|an|the|after|before|today|already|while|thanks|until|through|right|currently|recently|again|instead|out|of|i|we|you|it|is|are|"
    r"was|then|than|too|also|even|starting|during|across|yet|still|max|maximum|minimum|tops|only)\b)[a-z]",
    re.IGNORECASE,
)
_MORE = re.compile(
    rf"(?:,| and|, and) (?P<now>{_MONEY}) for (?P<what>[a-z][\w'’-]*(?: [a-z][\w'’-]*){{0,3}}?)(?= (?:by|through|until|in|and)\b|[,.;!?)]|$)"
)
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
            of = found["of"] if "of" in pattern.groupindex else None
            what = _what(found["what"], of, "more" in pattern.groupindex)
            if not what or found.start("now") in taken or not _fits(text, found, what):
                continue
            taken.add(found.start("now"))
            before = found.span("before") if "before" in pattern.groupindex and found["before"] else None
            yield Measure(what, _trimmed(text, found.span("now")), before, found.start(), found.end(), confidence)
            for more in _MORE.finditer(text, *found.span("more")) if "more" in pattern.groupindex else ():
                if what := _what(more["what"], None, True):
                    yield Measure(what, _trimmed(text, more.span("now")), None, found.start(), found.end(), confidence)
    for found in _TEAM.finditer(text, start, end) if "team" in said or "people" in said or "now" in said else ():
        if found.start("now") not in taken:
            taken.add(found.start("now"))
            yield Measure("team size", found.span("now"), None, found.start(), found.end(), 0.85)
    for found in _COUNTED.finditer(text, start, end):
        if found.start("now") not in taken:
            taken.add(found.start("now"))
            what = _what(found["what"], None, False)
            yield Measure(what or found["what"].casefold(), found.span("now"), None, found.start(), found.end(), 0.8)


def _what(said: str, of: str | None, amount: bool) -> str:
    """What is measured, in words that stay the same: "budget … for holiday gifts", "total gift budget" are the gift budget.

    Args:
        said: the words for it, with whatever was told of it.
        of: what it is for, if that was told.
        amount: the words are what money was put aside for.
    """
    if "'" in said or "’" in said:
        return ""
    parts = [_lower(word) for word in said.split() if _lower(word) not in ("my", "our", "the", "a", "an")]
    if len(parts) > 1 and all(word.isupper() for word in parts):
        parts = [word.lower() for word in parts]
    if len(parts) > 1 and parts[-1] == "allocation":
        parts = [*parts[:-1], "budget"] if parts[-2] != "budget" else parts[:-1]
    kept = [word for word in parts if word not in _FIRST] or parts
    if not kept or kept[-1] in _NEVER or (len(kept) == 1 and kept[0] in _NO_HEAD):
        return ""
    if amount:
        of, kept = " ".join(kept), ["budget"]
    if of and len(kept) == 1 and kept[0] in _HEADS:
        of_what = [_lower(word) for word in of.split()]
        kept = [*of_what[:-1], _one(of_what[-1]), *kept]
    if kept[-1] in _HEADS and len(kept) > 2:
        kept = kept[-3:] if kept[-2] in _TWO else kept[-2:]
    return " ".join(kept)


def _fits(text: str, found: re.Match[str], what: str) -> bool:
    """Whether number and noun belong together: no other noun follows the number, no time stands for a count of things."""
    value = found["now"]
    last = what.split()[-1]
    if last.endswith("s") and not last.endswith(("ss", "us", "is")) and last not in _ONES and _SPAN.search(value):
        return False
    return _BARE.fullmatch(value.strip(" ,.")) is None or _OTHER.match(text, found.end("now")) is None


def _lower(word: str) -> str:
    """A word in small letters, save an acronym: mAP, API, CI/CD."""
    return word if any(letter.isupper() for letter in word[1:]) else word.lower()


def _one(noun: str) -> str:
    """An English noun in the singular."""
    if noun.endswith("ies") and len(noun) > 4:
        return noun[:-3] + "y"
    return noun[:-1] if noun.endswith("s") and not noun.endswith(("ss", "us", "is")) else noun


def _trimmed(text: str, span: tuple[int, int]) -> tuple[int, int]:
    start, end = span
    while end > start and text[end - 1] in " ,.":
        end -= 1
    return start, end
