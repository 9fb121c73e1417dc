"""What a statement says, cut out of the clause it stands in: a name, a place, an occupation, a thing; or nothing, if unsure."""

from __future__ import annotations

import re

from soulkeep.text.statement_cuts import STOP as _STOP
from soulkeep.text.statement_cuts import Span, lacks_thing, whole
from soulkeep.text.statement_words import (
    EVENTS,
    NOT_AT_WORK,
    NOT_NAMES,
    OCCUPATIONS,
    ORGANIZATIONS,
    PRODUCTS,
    QUANTIFIERS,
    TOOLS,
    VAGUE,
    VERBS,
    words,
)

_TOKEN = re.compile(r"[^\s,;/]+")
_ARTICLE = re.compile(
    r"(?:any\s+(?:kinds?|forms?|types?|sorts?)\s+of|an?|the|some|any|my own|my|our)\s+", re.IGNORECASE
)
_POSSESSIVE = re.compile(r"['’]s?$")
_JOINERS = words("of de la le los las del da di do van von der den the and & upon am")
_TITLES = words("Dr Prof Mr Mrs Ms St Mt")
_NO_PERSON = (NOT_NAMES | PRODUCTS) - {"dr", "prof", "may", "april", "june"}
_EDGE = " \t\"'“”‘’*_~.,:"

_YEAR = re.compile(r",? (?:19|20)\d\d\b")

_SHORT_PLACES = words("NYC SF LA DC UK US USA UAE NZ NY EU HK BC")

_PRONOUNS = re.compile(
    r"\b(?:you|your|yours|it|this|that|these|those|him|her|his|he|she|they|them|their|here|there|we|us|i|me)\b(?!-)|n['’]t\b",
    re.IGNORECASE,
)
_VACUOUS = words(
    "just take keep see believe imagine start help end remember call share mix try huge big total hanging helping"
)
"""First words of likes that say nothing lasting: "I like to just take a look"."""
DANGLING = words("to after in for with of at on from about up into over by the a an and as through around")
_NO_ACTION = words("be need have miss say cry die sleep give check see for")
_IT = re.compile(r"\b(?:it|this|these|those|you|your|them|him|her|his|their)\b|\bthat$", re.IGNORECASE)
_FOR_IT = re.compile(r" (?:for|with|in|at|about) $", re.IGNORECASE)
_NO_VERB = re.compile(r"\s*(?:an?|the|my|our|some|any|no|more|less|\d\S*|\w+ing|(?-i:[A-Z])\S*)\s", re.IGNORECASE)
_A_THING = re.compile(
    r"\s*(?:an?|the|my|our|another|two|three|\d+|(?:(?!going|doing|being)\w+ing)|(?-i:[A-Z])\w+['’]s)\s", re.IGNORECASE
)
_OF_EVENT = re.compile(
    r"\s+(?:on|at|in|about|where|with|for|or|related|held|hosted|near|by|from|to|recently|before|again)\b",
    re.IGNORECASE,
)
_ABOUT = re.compile(r" (?:on|about) ([a-z][\w-]+(?: [a-z][\w-]+)?)(?=$|\s*[,.;!?(])")
_NO_SUBJECT = words("hard abroad together high kindergarten for with from at in until till late all since lots")
_THE = words(
    "outdoors beach ocean sea mountains rain snow sun piano guitar violin drums cello theatre theater opera gym "
    "cinema movies countryside forest woods desert heat cold winter summer autumn fall spring 80s 90s arts"
)
_NO_ROLE = words(
    "great good terrible bad better big bit former proud horrible only sole lone first last best worst same"
)
_OF_ROLE = re.compile(r"\s+(?:at|for|in|with|by|from|on|who|working|based|of (?:an?|the|my|our))\b", re.IGNORECASE)
_OF_TOOL = re.compile(
    r"\s+(?:for|to|in|with|on|as|at|by|from|instead|over|via|every|all|only|mostly|mainly|daily|alongside|plus|through|during|into)\b",
    re.IGNORECASE,
)
_WITH = re.compile(r" with [a-z]{3,}(?=$|\s*[,.;!?(])")
_OF_THING = re.compile(
    r"\s+(?:when|more|over|all the time|every|during|at the|from (?:the|my)|to relax|to unwind|to the)\b", re.IGNORECASE
)


def _strip(text: str, start: int, end: int) -> Span:
    while start < end and text[start] in _EDGE:
        start += 1
    while end > start and text[end - 1] in _EDGE:
        end -= 1
    return start, end


def cut(text: str, start: int, end: int, further: re.Pattern[str] | None = None) -> Span | None:
    """A value up to the word that opens something else, without articles before it and marks around it."""
    start, end = _strip(text, start, end)
    for stop in (_STOP, further):
        if stop is not None and (found := stop.search(text, start, end)):
            end = found.start()
    if article := _ARTICLE.match(text, start, end):
        start = article.end()
    start, end = _strip(text, start, end)
    return (start, end) if end > start else None


def proper(word: str) -> bool:
    """Whether a word is written like a part of a name: Busan, iPhone, M2."""
    return word[0].isupper() or (word[0].isalpha() and any(letter.isupper() for letter in word[1:]))


def capitals(text: str, start: int, end: int) -> Span | None:
    """The parts from the start on that are written as a name: New York City, VS Code, Trinity College of the Arts."""
    start, end = _strip(text, start, end)
    last = None
    for token in _TOKEN.finditer(text, start, end):
        word = token[0].strip(_EDGE + "!?)")
        if (
            last is not None
            and (between := text[last : token.start()].strip())
            and not (between == "." and text[start:last] in _TITLES)
        ):
            break
        if not word:
            break
        if proper(word) or (last is not None and (word[0].isdigit() or word == "&")):
            bare = _POSSESSIVE.sub("", word)
            first = text.index(bare[0], token.start())
            last = first + len(bare)
            if bare != word or token.end() - last > 1:
                break
        elif last is None or word not in _JOINERS or word == "and":
            break
        else:
            follow = _TOKEN.search(text, token.end(), end)
            while follow and follow[0] in _JOINERS:
                follow = _TOKEN.search(text, follow.end(), end)
            if not follow or not proper(follow[0]):
                break
            last = token.end()
            continue
    return (start, last) if last is not None and last > start else None


def name(text: str, start: int, end: int) -> Span | None:
    """A person's or an animal's name: up to three capitals in a row that are no other kind of word."""
    span = capitals(text, start, end)
    if span is None:
        return _lower_name(text, start, end)
    parts = text[span[0] : span[1]].split()
    if len(parts) > 3 or parts[0].rstrip(".").split("-")[0].casefold() in _NO_PERSON:
        return None
    if (len(parts[0]) > 3 and parts[0].isupper()) or any(letter.isdigit() for letter in parts[0]):
        return None
    return span


def _lower_name(text: str, start: int, end: int) -> Span | None:
    """One word as a name, in a text that writes no capitals at all."""
    if any(letter.isupper() for letter in text.replace("I", "")):
        return None
    span = cut(text, start, end, _OF_TOOL)
    if span is None or not text[span[0] : span[1]].isalpha() or text[span[0] : span[1]] in NOT_NAMES | VAGUE | VERBS:
        return None
    return span


def place(text: str, start: int, end: int) -> Span | None:
    """Where somebody lives or comes from."""
    if text[start:end].lower().startswith("the "):
        start += 4
    span = capitals(text, start, end)
    if span is None:
        return _lower_name(text, start, end)
    found = text[span[0] : span[1]]
    first = found.split()[0]
    if found.casefold() in NOT_NAMES | PRODUCTS or found.casefold() in TOOLS:
        return None
    if len(first) > 1 and first.isupper() and first.strip(".") not in _SHORT_PLACES and "." not in first:
        return None
    if (
        any(letter.isupper() for letter in first[1:])
        and not first.isupper()
        and not first.startswith(("Mc", "Mac", "De", "La", "O'", "O’"))
        and "-" not in first
    ):
        return None
    rest = text[span[1] : end].lstrip(_EDGE)
    if (
        rest
        and not _STOP.match(" " + rest)
        and not _OF_TOOL.match(" " + rest)
        and rest[0].isalpha()
        and text[span[1] : span[1] + 1] == " "
    ):
        return None  # "Berlin winters", "Paris fashion": the capital is of something else
    return span


def role(text: str, start: int, end: int) -> Span | None:
    """What somebody works as: its last word must be an occupation."""
    titled = re.match(
        r"(?:[\w-]+ ){0,2}(?:head|director|vp|vice president|chief|president|manager) of [\w-]+(?: [\w-]+)?$",
        text[start:end],
        re.IGNORECASE,
    )
    span = cut(text, start, end) if titled else cut(text, start, end, _OF_ROLE)
    if span is None:
        return None
    parts = text[span[0] : span[1]].casefold().split()
    if not parts or len(parts) > 6 or parts[0] in _NO_ROLE:
        return None
    known = parts[-1] in OCCUPATIONS or parts[-1].split("/")[-1] in OCCUPATIONS or titled is not None
    if not known and re.search(r"(?:ologist|ographer|ician)$", parts[-1]) is None:
        return None
    if _PRONOUNS.search(text, span[0], span[1]) or any(word in NOT_AT_WORK for word in parts):
        return None
    return span


def employer(text: str, start: int, end: int) -> Span | None:
    """Where somebody works: a name, or a kind of firm."""
    leading = _ARTICLE.match(text, start, end)
    after = leading.end() if leading else start
    if span := capitals(text, after, end):
        parts = text[span[0] : span[1]].split()
        rest = text[span[1] : end].strip(_EDGE)
        whole = not rest or _STOP.match(" " + rest) or _OF_TOOL.match(" " + rest)
        if parts[0].casefold() not in NOT_NAMES and whole:
            return span
    if not leading:
        return None
    span = cut(text, start, end, _OF_ROLE)
    if span is None:
        return None
    parts = text[span[0] : span[1]].casefold().split()
    if len(parts) > 5 or parts[-1] not in ORGANIZATIONS or _PRONOUNS.search(text, span[0], span[1]):
        return None
    return span


def tool(text: str, start: int, end: int, *, loose: bool = False) -> Span | None:
    """What somebody uses: the name of a product, or "a" thing; any thing if `loose`."""
    leading = _ARTICLE.match(text, start, end)
    after = leading.end() if leading else start
    if span := capitals(text, after, end):
        word = text[span[0] : span[1]].split()[0].casefold()
        owned = text[span[1] : span[1] + 2] in ("'s", "’s") or (
            leading is not None and leading[0].strip().casefold() in ("my", "our", "some", "any")
        )
        return None if (word in NOT_NAMES or owned) and word not in TOOLS else span
    span = cut(text, start, end, _OF_TOOL)
    if span is None:
        return None
    if loose and lacks_thing(text[span[0] : span[1]].split()[-1]) and (more := _WITH.match(text, span[1], end)):
        return span[0], more.end()  # "to real-time with pause"
    span = whole(text, span, clauses=False)
    if span is None:
        return None
    parts = text[span[0] : span[1]].casefold().split()
    if len(parts) > 3 or parts[0] in VAGUE or parts[0] in VERBS or parts[0][0].isdigit() or parts[-1].endswith("ly"):
        return None
    if not loose and (leading is None or not leading[0].lower().startswith("a")):
        return None  # "I use my influence", "I use humor" say little; "I use a wheelchair" says much
    if (
        text[start:end].lower().startswith("the ")
        or "".join(parts) in ("the", "a", "an")
        or _PRONOUNS.search(text, span[0], span[1])
    ):
        return None
    return span


def known_tool(text: str, start: int, end: int) -> Span | None:
    """A product known as such, where a place or a person could stand: "in React", "on AWS", "with Godot"."""
    span = tool(text, start, end)
    if span is None:
        return None
    first = text[span[0] : span[1]].split()[0].casefold()
    return span if first in TOOLS or first.rstrip("0123456789.") in TOOLS else None


def swapped(text: str, start: int, end: int) -> Span | None:
    """What somebody changes from or to: any thing of a few parts."""
    return tool(text, start, end, loose=True)


def thing(text: str, start: int, end: int) -> Span | None:
    """What somebody likes, dislikes or cannot stand: a few parts, not a remark about what was just said."""
    span = cut(text, start, end, _OF_THING)
    if span is None:
        return None
    parts = text[span[0] : span[1]].casefold().split()
    leading = text[start:end].lstrip(_EDGE).casefold()
    if leading.startswith("the ") and parts[0] not in _THE:
        return None
    if (
        leading.startswith(("my ", "our ", "some "))
        or parts[0].strip("'’") in VAGUE
        or len(parts) > 6
        or len(parts[0]) < 2
    ):
        return None
    if (
        parts[0] in _VACUOUS
        or parts[-1] in DANGLING
        or parts[-1].endswith(("'s", "’s"))
        or _PRONOUNS.search(text, span[0], span[1])
    ):
        return None
    return span if leading.startswith("the ") else whole(text, span)


def preference(text: str, start: int, end: int) -> Span | None:
    """What somebody prefers: a thing, or a way of doing with its "to", that may take more parts."""
    verb = text.startswith("to ", start)
    span = cut(text, start + 3 if verb else start, end)
    if span is None:
        return None
    parts = text[span[0] : span[1]].casefold().split()
    if verb:
        span = (start, span[1])
        if len(parts) < 2:
            return None
    if not parts or parts[0] in VAGUE or parts[0] == "not" or len(parts) > 12 or _PRONOUNS.search(text, *span):
        return None
    return whole(text, span, states=verb)


def action(text: str, start: int, end: int) -> Span | None:
    """What somebody plans, promises or aims at: a verb and what belongs to it, or a thing with its article."""
    article = _ARTICLE.match(text, start, end)
    span = cut(text, start, end)
    if span is None:
        return None
    if article and span[0] == article.end():
        span = (start, span[1])
    if (it := _IT.search(text, *span)) and (alone := _FOR_IT.search(text, span[0], it.start())):
        span = (span[0], alone.start())  # "share my art with you": "share my art"
    parts = text[span[0] : span[1]].casefold().split()
    if not 2 <= len(parts) <= 16 or parts[0] in _NO_ACTION or (parts[0] in ("keep", "stay") and len(parts) < 5):
        return None
    if (article and len(parts) < 3) or _IT.search(text, *span):
        return None
    if text.startswith((" that ", " which "), span[1]) and len(parts) < 3:
        return None
    return whole(text, span, states=True)


def deed(text: str, start: int, end: int) -> Span | None:
    """What stands after "to": a verb with what belongs to it, no thing."""
    return None if _NO_VERB.match(text, start, end) else action(text, start, end)


def affair(text: str, start: int, end: int) -> Span | None:
    """What is planned, aimed at or gone to as a thing: "a trip to Rome", "running a marathon"."""
    return action(text, start, end) if _A_THING.match(text, start, end) else None


def event(text: str, start: int, end: int) -> Span | None:
    """What somebody attends: a kind of event, and which."""
    span = cut(text, start, end, _OF_EVENT)
    if span is None:
        return None
    parts = text[span[0] : span[1]].casefold().split()
    if len(parts) < 2 and (about := _ABOUT.match(text, span[1], end)):
        span = span[0], about.end()
        return span if parts[0].removesuffix("s") in EVENTS and not lacks_thing(about[1]) else None
    last = parts[-1]
    if not 2 <= len(parts) <= 7 or (last not in EVENTS and last.removesuffix("s") not in EVENTS and last != "classes"):
        return None
    return None if _PRONOUNS.search(text, *span) or (lacks_thing(parts[-2]) and len(parts) == 2) else span


def year(text: str, start: int, end: int) -> Span | None:
    """An age in years that a person can have."""
    return (start, end) if 0 < int(text[start:end]) <= 120 else None


def date(text: str, start: int, end: int) -> Span | None:
    """A birthday: what holds a number or a month, in a few parts."""
    span = cut(text, start, end)
    if span is None or len(text[span[0] : span[1]].split()) > 5:
        return None
    born = _YEAR.match(text, span[1])
    return (span[0], born.end()) if born else span


def allergy(text: str, start: int, end: int) -> Span | None:
    """What somebody cannot bear: one to three parts, none of them how bad it is."""
    span = cut(text, start, end, _OF_TOOL)
    if span is None:
        return None
    parts = text[span[0] : span[1]].casefold().split()
    if (
        len(parts) > 3
        or parts[0] in VAGUE | {"an", "bad", "severe", "mild", "seasonal", "serious", "food", "skin"}
        or _PRONOUNS.search(text, *span)
    ):
        return None
    return span


def subject_of_study(text: str, start: int, end: int) -> Span | None:
    """What or where somebody studies."""
    span = cut(text, start, end, _OF_TOOL)
    if span is None:
        return None
    parts = text[span[0] : span[1]].casefold().split()
    if len(parts) > 5 or parts[0] in VAGUE or parts[0] in _NO_SUBJECT or _PRONOUNS.search(text, *span):
        return None
    return None if parts[0][0].isdigit() else whole(text, span)


def plain(text: str, start: int, end: int) -> Span | None:
    """Whatever a pattern has found already."""
    return _strip(text, start, end)


def title(text: str, start: int, end: int) -> Span | None:
    """A favourite: a short thing or a name."""
    if span := capitals(text, start, end):
        return span
    span = cut(text, start, end, _OF_TOOL)
    if span is None:
        return None
    parts = text[span[0] : span[1]].casefold().split()
    if (
        len(parts) > 5
        or parts[0].strip("'’") in VAGUE - {"seeing", "getting", "making", "going"}
        or _PRONOUNS.search(text, *span)
        or (lacks_thing(parts[-1]) and parts[-1] in QUANTIFIERS)
    ):
        return None
    return span
