"""What a statement says, cut out of the clause it stands in: a name, a place, an occupation, a thing; or nothing, if unsure."""

from __future__ import annotations

import re
from collections.abc import Callable

from soulkeep.text.statement_words import NOT_AT_WORK, NOT_NAMES, OCCUPATIONS, ORGANIZATIONS, PRODUCTS, STOPS, words

Span = tuple[int, int]

_STOP = re.compile(STOPS, re.IGNORECASE)
_TOKEN = re.compile(r"[^\s,;/]+")
_ARTICLE = re.compile(r"(?:an?|the|some|any|my own|my|our)\s+", re.IGNORECASE)
_POSSESSIVE = re.compile(r"['’]s?$")
_JOINERS = words("of de la le los las del da di do van von der den the and & upon am")
_TITLES = words("Dr Prof Mr Mrs Ms St Mt")
_NO_PERSON = (NOT_NAMES | PRODUCTS) - {"dr", "prof", "may", "april", "june"}
_EDGE = " \t\"'“”‘’*_~.,:"

_YEAR = re.compile(r",? (?:19|20)\d\d\b")

_SHORT_PLACES = words("NYC SF LA DC UK US USA UAE NZ NY EU HK BC")
_TOOLS = words(
    "obsidian notion unity godot unreal figma penpot sketch framer neovim vim emacs slack discord teams zoom "
    "excel sheets jira trello asana linear docker kubernetes jenkins terraform ansible python rust golang java "
    "kotlin swift flutter react angular vue svelte django flask rails laravel postgres mysql mongodb redis "
    "bigquery snowflake redshift spark kafka pytorch tensorflow jax keras windows linux ubuntu mac macos android "
    "ios iphone chrome firefox safari spotify netflix evernote gitbook docusaurus wordpress shopify squarespace "
    "webflow azure aws gcp github gitlab bitbucket photoshop lightroom premiere davinci blender maya ableton "
    "logic chatgpt claude gemini copilot cursor alexa siri whatsapp telegram signal dropbox todoist airtable "
    "salesforce hubspot typescript javascript"
)
"""Products that are spoken of like places: "We moved from Jenkins to GitLab"."""

_PRONOUNS = re.compile(
    r"\b(?:you|your|yours|it|this|that|these|those|him|her|his|he|she|they|them|their|here|there|we|us|i|me)\b(?!-)|n['’]t\b",
    re.IGNORECASE,
)
_VAGUE = words(
    "how what when where who why which everything anything something nothing everyone all every each being one "
    "ones some any my our its so such more most both same seeing hearing having getting knowing way things thing "
    "stuff lots much many no not idea sound feeling to thinking making giving taking go going know think say see"
)
_VACUOUS = words(
    "just take keep see believe imagine start help end remember call share mix try huge big total hanging helping"
)
"""First words of likes that say nothing lasting: "I like to just take a look"."""
_DANGLING = words("to after in for with of at on from about up into over by the a an and as through around")
_NO_ACTION = words("be need have miss say cry die sleep give check see for")
_IT = re.compile(r"\b(?:it|this|that|these|those|you|your)\b", re.IGNORECASE)
_THE = words(
    "outdoors beach ocean sea mountains rain snow sun piano guitar violin drums cello theatre theater opera gym "
    "cinema movies countryside forest woods desert heat cold winter summer autumn fall spring 80s 90s arts"
)
_OF_ROLE = re.compile(r"\s+(?:at|for|in|with|by|from|on|who|working|based|of (?:an?|the|my|our))\b", re.IGNORECASE)
_OF_TOOL = re.compile(
    r"\s+(?:for|to|in|with|on|as|at|by|from|instead|over|via|every|all|only|mostly|mainly|daily|alongside|plus|through|during|into)\b",
    re.IGNORECASE,
)
_OF_PLACE = re.compile(r"\s+(?:for|to|on|as|at|by|from|working|doing|studying)\b", re.IGNORECASE)
_OF_THING = re.compile(
    r"\s+(?:when|more|over|all the time|every|during|at the|from (?:the|my)|to relax|to unwind|to the)\b", re.IGNORECASE
)
_VERBS = words(
    "i am is are was were be been have has had do does did can could will would should may might go goes went get "
    "gets got love loves hate hates like likes want wants need needs think thinks feel feels know knows try tries "
    "just always never often it they he she we you my our your his her their that this these those then there "
    "here who what when where how not don't also make makes made take takes work works live lives use uses "
    "started enjoy play plays spend thank thanks everything looking trying hoping planning going can't cannot i'm "
    "i've currently usually sometimes hope wish"
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


def _proper(word: str) -> bool:
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
        if _proper(word) or (last is not None and (word[0].isdigit() or word == "&")):
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
            if not follow or not _proper(follow[0]):
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
    if len(parts) > 3 or parts[0].rstrip(".").casefold() in _NO_PERSON:
        return None
    if (len(parts[0]) > 3 and parts[0].isupper()) or any(letter.isdigit() for letter in parts[0]):
        return None
    return span


def _lower_name(text: str, start: int, end: int) -> Span | None:
    """One word as a name, in a text that writes no capitals at all."""
    if any(letter.isupper() for letter in text.replace("I", "")):
        return None
    span = cut(text, start, end, _OF_TOOL)
    if span is None or not text[span[0] : span[1]].isalpha() or text[span[0] : span[1]] in NOT_NAMES | _VAGUE | _VERBS:
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
    if found.casefold() in NOT_NAMES | PRODUCTS or found.casefold() in _TOOLS:
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
    if (
        not parts
        or len(parts) > 6
        or parts[0] in ("great", "good", "terrible", "bad", "better", "big", "bit", "former", "proud", "horrible")
    ):
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
        return None if word in NOT_NAMES and word not in _TOOLS else span
    span = cut(text, start, end, _OF_TOOL)
    if span is None:
        return None
    parts = text[span[0] : span[1]].casefold().split()
    if len(parts) > 3 or parts[0] in _VAGUE or parts[0] in _VERBS or parts[0][0].isdigit() or parts[-1].endswith("ly"):
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
        or parts[0].strip("'’") in _VAGUE
        or len(parts) > 6
        or len(parts[0]) < 2
    ):
        return None
    if (
        parts[0] in _VACUOUS
        or parts[-1] in _DANGLING
        or _PRONOUNS.search(text, span[0], span[1])
        or _broken(text, span)
    ):
        return None
    return span


def _broken(text: str, span: Span) -> bool:
    """Whether a comma cuts an article from its noun: "a safe, inviting place"."""
    parts = text[span[0] : span[1]].casefold().split()
    return text.startswith(",", span[1]) and len(parts) > 1 and parts[-2] in ("a", "an", "the", "my", "our")


def preference(text: str, start: int, end: int) -> Span | None:
    """What somebody prefers: a thing, or a way of doing, that may take more parts."""
    span = cut(text, start, end)
    if span is None:
        return None
    parts = text[span[0] : span[1]].casefold().split()
    if (
        parts[0] in _VAGUE
        or len(parts) > 12
        or parts[-1] in _DANGLING
        or _broken(text, span)
        or _PRONOUNS.search(text, span[0], span[1])
    ):
        return None
    return span


def action(text: str, start: int, end: int) -> Span | None:
    """What somebody plans, promises or aims at: a verb and what belongs to it."""
    span = cut(text, start, end)
    if span is None:
        return None
    parts = text[span[0] : span[1]].casefold().split()
    if not 2 <= len(parts) <= 16 or parts[0] in _NO_ACTION or (parts[0] in ("keep", "stay") and len(parts) < 5):
        return None
    if parts[-1] in _DANGLING or _IT.search(text, span[0], span[1]) or _broken(text, span):
        return None
    return span


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
        or parts[0] in _VAGUE | {"an", "bad", "severe", "mild", "seasonal", "serious", "food", "skin"}
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
    if (
        len(parts) > 5
        or parts[0] in _VAGUE
        or parts[0] in ("hard", "abroad", "together", "high", "kindergarten")
        or _PRONOUNS.search(text, *span)
    ):
        return None
    return span


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
        or parts[0].strip("'’") in _VAGUE - {"seeing", "getting", "making", "going"}
        or _PRONOUNS.search(text, *span)
    ):
        return None
    return span


KINDS: dict[str, Callable[[str, int, int], Span | None]] = {
    "name": name, "named": name, "spouse": name, "partner": name, "home": place, "origin": place, "role": role, "employer": employer,
    "school": employer, "uses": tool, "likes": thing, "dislikes": thing, "prefers": preference, "plan": action, "promise": action,
    "goal": action, "age": year, "birthday": date, "allergy": allergy, "studies": subject_of_study, "learning": subject_of_study,
    "favourite": title, "owns": employer, "swapped": swapped,
}  # fmt: skip
"""How the value of a relation is cut; others stand as their pattern found them."""

_NEXT = re.compile(r"(?:,? (?:and|or|&|plus) |, | with |/)(?=\S)")
_AFTER = re.compile(
    r"\s*(?:$|[.!?;)\n—]|,|-\s| (?:and|or|for|in|to|at|on|with|because|since|but|as|too|so|when|by|every)\b)"
)
_FOR = re.compile(r" for (?:[\w-]+ ){0,3}?[\w-]+(?:, and |,? and |, )(?=[A-Z])")
"""What stands between two things that are each for something: "Figma for drafts and Miro for notes"."""
_AFTER_THING = re.compile(r"\s*(?:$|[.!?;)\n—]|,|-\s| (?:and|or|because|since|but|as|too|so|when|every)\b)")
_LISTED = frozenset({"uses", "likes", "dislikes", "allergy", "learning"})
_ITEM = re.compile(r"[^\W_][\w+#'’.-]*(?: [\w+#'’-]+){0,2}")


def listed(text: str, relation: str, first: Span, end: int) -> list[Span]:
    """The values of a list that the first value opens: "Python, Rust and Go"; just the first if the rest could be a clause."""
    spans = [first]
    if relation not in _LISTED:
        return spans
    lower = not _proper(text[first[0]])
    parts = text[first[0] : first[1]].casefold().split()
    if lower and any(word in _DANGLING for word in parts):
        return spans
    gerund = parts[0].endswith("ing")
    closed = False
    while relation == "uses" and not lower and len(spans) < 8 and (joint := _FOR.match(text, spans[-1][1], end)):
        item = capitals(text, joint.end(), end)
        if item is None or not text.startswith(" for ", item[1]):
            break
        spans.append(item)
    while not closed and len(spans) < 8 and (joint := _NEXT.match(text, spans[-1][1], end)):
        closed = re.search(r"and|or|&|plus", joint[0]) is not None
        if lower and joint[0].strip() in ("with", "/"):
            break
        item = _item(text, joint.end(), end, lower, gerund)
        if item is None:
            closed = False
            break
        spans.append(item)
    return spans if closed or not lower else spans[:1]


def _item(text: str, start: int, end: int, lower: bool, gerund: bool) -> Span | None:
    if not lower:
        span = capitals(text, start, end)
        if span is None or text[span[0] : span[1]].split()[0].casefold() in NOT_NAMES | {"i'm", "i've", "i’m", "i’ve"}:
            return None
        return span if _AFTER.match(text, span[1]) else None
    found = _ITEM.match(text, start, end)
    if found is None:
        return None
    parts = found[0].rstrip(".,'’").split()
    for place, word in enumerate(parts):
        if word.casefold() in (
            "and",
            "or",
            "for",
            "in",
            "to",
            "at",
            "on",
            "with",
            "because",
            "since",
            "but",
            "as",
            "too",
            "so",
            "when",
            "by",
            "every",
        ):
            parts = parts[:place]
            break
    span = (found.start(), found.start() + len(" ".join(parts))) if parts else None
    if span is None or not _AFTER_THING.match(text, span[1]):
        return None
    if any(word.casefold() in _VERBS or word.casefold() in _VAGUE for word in parts) or gerund != parts[0].endswith(
        "ing"
    ):
        return None
    return span
