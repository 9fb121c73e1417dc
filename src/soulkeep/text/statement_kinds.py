"""How the value of each relation is cut, and the lists that a first value opens."""

from __future__ import annotations

import re
from collections.abc import Callable

from soulkeep.text.statement_cuts import Span
from soulkeep.text.statement_values import (
    DANGLING,
    affair,
    allergy,
    capitals,
    cut,
    date,
    deed,
    employer,
    event,
    known_tool,
    name,
    place,
    preference,
    proper,
    role,
    subject_of_study,
    swapped,
    thing,
    title,
    tool,
    year,
)
from soulkeep.text.statement_words import NOT_NAMES, VAGUE, VERBS

KINDS: dict[str, Callable[[str, int, int], Span | None]] = {
    "name": name, "named": name, "spouse": name, "partner": name, "home": place, "origin": place, "role": role, "employer": employer,
    "school": employer, "uses": tool, "likes": thing, "dislikes": thing, "avoids": thing, "prefers": preference, "plan": deed,
    "promise": deed, "goal": deed, "affair": affair, "aim": affair, "going": affair, "age": year, "birthday": date, "allergy": allergy,
    "studies": subject_of_study, "learning": subject_of_study, "favourite": title, "owns": employer, "swapped": swapped,
    "known": known_tool, "attended": event, "rather": preference, "pet": name, "diet": cut,
}  # fmt: skip
"""How the value of a relation is cut; others stand as their pattern found them."""

_NEXT = re.compile(r"(?:,? (?:and|or|&|plus) |, | with |/)(?=\S)")
_AFTER = re.compile(
    r"\s*(?:$|[.!?;)\n—]|,|-\s| (?:and|or|for|in|to|at|on|with|because|since|but|as|too|so|when|by|every)\b)"
)
_FOR = re.compile(r" for (?:[\w-]+ ){0,3}?[\w-]+(?:, and |,? and |, )(?=[A-Z])")
"""What stands between two things that are each for something: "Figma for drafts and Miro for notes"."""
_AFTER_THING = re.compile(r"\s*(?:$|[.!?;)\n—]|,|-\s| (?:and|or|because|since|but|as|too|so|when|every)\b)")
_LISTED = frozenset({"uses", "likes", "dislikes", "avoids", "allergy", "learning"})
_ITEM = re.compile(r"[^\W_][\w+#'’.-]*(?: [\w+#'’-]+){0,2}")


def listed(text: str, relation: str, first: Span, end: int) -> list[Span]:
    """The values of a list that the first value opens: "Python, Rust and Go"; just the first if the rest could be a clause."""
    spans = [first]
    if relation not in _LISTED:
        return spans
    lower = not proper(text[first[0]])
    parts = text[first[0] : first[1]].casefold().split()
    if lower and any(word in DANGLING for word in parts):
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
    for number, word in enumerate(parts):
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
            parts = parts[:number]
            break
    span = (found.start(), found.start() + len(" ".join(parts))) if parts else None
    if span is None or not _AFTER_THING.match(text, span[1]):
        return None
    if any(word.casefold() in VERBS or word.casefold() in VAGUE for word in parts) or gerund != parts[0].endswith(
        "ing"
    ):
        return None
    return span
