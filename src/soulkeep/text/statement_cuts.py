"""Where a value ends: at the end of its noun phrase, not at an adjective, a quantifier or a verb that lacks its thing."""

from __future__ import annotations

import re

from soulkeep.text.statement_words import ADJECTIVES, HELPERS, QUANTIFIERS, STOPS, VERBS, words

Span = tuple[int, int]

STOP = re.compile(STOPS, re.IGNORECASE)
_LAST = re.compile(r"(\S+)\s*\Z")
_LIKE = re.compile(
    r"(?:[a-z]+(?:less|ous)|\w{3,}(?:[^t]able|[^rn]ible)|(?!hand)\w+[^f]ful|[\w-]+-(?:friendly|free|based|owned|made|paced|directed|colou?red|"
    r"oriented|looking|sized|driven|focused|intensive|ranging|reviewed|inspired|themed|flavou?red|quality|run|intentioned|fitting))",
    re.IGNORECASE,
)
"""Words that end so say what a thing is like."""
_NOT_LIKE = words("vegetable syllable constable mandible spoonful mouthful bowlful armful dairy-free sugar-free")
_DANGLING = words(
    "to after in for with of at on from about up into over by the a an and or as through around between without within under "
    "very really too so not than my our your their his her its quite rather pretty overly extremely truly highly"
)
_JOINT = re.compile(r"(?:,? (?:and|or|yet|but) |, )(?=[A-Za-z])")
_HARD = re.compile(
    r"[,.!?;:()\[\]\n\"“”—]|\s[-–]+\s|\s(?:rather than|instead of|over|when|whenever|during|to|if|while|that|which|where|who)\b",
    re.IGNORECASE,
)
_STATE = re.compile(
    r"(?<!\ba)(?<!\ban)(?<!\bthe)(?<!\bmy)(?<!\bour)(?<!\bsome)(?<!\bany)(?<!,) "
    rf"(?!(?:{'|'.join(sorted(QUANTIFIERS - {'more', 'less', 'enough'} | HELPERS | _DANGLING))})\Z)[\w-]+\Z",
    re.IGNORECASE,
)
_BETWEEN = re.compile(
    r"\b(?:between|(?:combination|mix|mixture|blend|balance|range|variety) of|both) (?!.* and )", re.IGNORECASE
)
_AND = re.compile(r" and (?=[A-Za-z])")
_SINGLE = re.compile(r"[a-z-]+(?<!s)(?<!ing)")
_SHARED = re.compile(r" or [a-z-]+ [a-z-]+s\b")
"""What shares its noun with the word before: "puzzle or strategy games"."""
_BOUND = {
    "arts": "crafts", "rock": "roll", "mac": "cheese", "macaroni": "cheese", "fish": "chips", "butter": "jelly", "rhythm": "blues",
    "bed": "breakfast", "research": "development", "salt": "pepper", "black": "white", "trial": "error", "food": "drinks?|wine|travel",
    "health": "wellness|safety|fitness", "drum": "bass", "hide": "seek", "science": "technology", "sales": "marketing",
}  # fmt: skip
"""Pairs that are one thing: "an arts and crafts session"."""
_RELATIVE = re.compile(
    r" (?:that|which|where) (?!i\b|we\b|you\b|he\b|she\b|it\b|they\b|the\b|this\b|much\b|my\b)", re.IGNORECASE
)
_CLAUSE = re.compile(
    r"[,.!?;:()\[\]\n\"“”—]|\s[-–]+\s|\s(?:and|but|or|because|so|since|as|while|when|if|though|although|than|which|where)\b",
    re.IGNORECASE,
)
_ANOTHER = re.compile(
    r"\b(?:i|you|your|it|he|she|him|her|they|them|their|we|this|these|those|there|here|i['’]\w+)\b", re.IGNORECASE
)


def lacks_thing(word: str) -> bool:
    """Whether a value cannot end in a word: it says what a thing is like, or how much, and not which."""
    low = word.casefold().strip("'’*_\"“”")
    if low in ADJECTIVES or low in QUANTIFIERS or low in HELPERS or low in _DANGLING:
        return True
    return low not in _NOT_LIKE and _LIKE.fullmatch(low) is not None


def whole(text: str, span: Span, *, clauses: bool = True, states: bool = False) -> Span | None:
    """A value to the end of its noun phrase: "simple, solid colors", not "simple"; None if there is no such end.

    Args:
        text: what it stands in.
        span: where it stands, as far as it was read.
        clauses: whether what follows with "that" belongs to it.
        states: whether it may end in what something is like: "stay healthy".
    """
    start, end = span
    end = _paired(text, start, end)
    for _ in range(4):
        last = _LAST.search(text, start, end)
        if last is None:
            return None
        if not lacks_thing(last[1]):
            break
        further = _further(text, end)
        if further is None:
            if states and _STATE.search(text, start, end):
                break
            return None
        end = further
    else:
        return None
    if len(text[start:end].split()) > 16:
        return None
    return _with_clause(text, start, end) if clauses else (start, end)


def _further(text: str, end: int) -> int | None:
    """Where the next part of an enumeration ends: ", solid colors", " and loving home"."""
    joint = _JOINT.match(text, end)
    if joint is None:
        return None
    limit = min(len(text), joint.end() + 120)
    for pattern in (_HARD, STOP):
        if found := pattern.search(text, joint.end(), limit):
            limit = found.start()
    said = text[joint.end() : limit].split()
    if (
        not 1 <= len(said) <= 8
        or said[0].casefold() in VERBS
        or (said[0].casefold().endswith("ing") and said[0].casefold() not in ADJECTIVES)
    ):
        return None
    return joint.end() + len(text[joint.end() : limit].rstrip())


def _paired(text: str, start: int, end: int) -> int:
    """The end of a value that an "and" within it has cut: "a mix of red and white wines", "arts and crafts"."""
    if text.startswith(" or ", end) and _SINGLE.fullmatch(text, start, end) and _SHARED.match(text, end):
        return _further(text, end) or end
    joint = _AND.match(text, end)
    if joint is None:
        return end
    last = _LAST.search(text, start, end)
    other = _BOUND.get(last[1].casefold()) if last else None
    if (other and re.match(rf"(?:{other})\b", text[joint.end() : joint.end() + 20], re.IGNORECASE)) or _BETWEEN.search(
        text, start, end
    ):
        return _further(text, end) or end
    return end


def _with_clause(text: str, start: int, end: int) -> Span | None:
    """A value with the clause that says which: "products that aren't tested on animals"; None if it needs one too long to tell."""
    joint = _RELATIVE.match(text, end)
    if joint is None:
        needs = re.match(r" (?:that|which|where)\b", text[end : end + 8]) and len(text[start:end].split()) == 1
        return None if needs else (start, end)
    limit = min(len(text), joint.end() + 120)
    if found := _CLAUSE.search(text, joint.end(), limit):
        limit = found.start()
    end_of = joint.end() + len(text[joint.end() : limit].rstrip())
    said = text[joint.end() : end_of].split()
    if len(said) > 1 and lacks_thing(said[-1]):
        if more := _further(text, end_of):
            end_of = more
        elif said[-2].casefold() in ("any", "a", "an", "the", "some", "no"):
            said = []
    if 2 <= len(said) <= 10 and not _ANOTHER.search(text, joint.end(), end_of) and said[-1].casefold() not in _DANGLING:
        return start, end_of
    return None if len(text[start:end].split()) == 1 else (start, end)
