"""Facts that somebody states about themselves, their people, pets and work in one turn, found by patterns.

Rules, not understanding, and made to be right rather than complete: a clause that asks, supposes, jokes or quotes states
nothing, and a value that cannot be cut out cleanly is left out. Pronouns are not resolved: "she lives in Vienna" says nothing.

A definite move counts when it is told, with less confidence until it is done: "I'm moving to Berlin" gives the home Berlin.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from soulkeep.text.forms import normalized
from soulkeep.text.sentences import sentences
from soulkeep.text.statement_layout import told
from soulkeep.text.statement_words import KIN

if TYPE_CHECKING:
    from soulkeep.text.statement_english import Found

RELATIONS: tuple[str, ...] = (
    "name", "age", "birthday", "home", "origin", "role", "employer", "studies", "school", "learning", "partner", "spouse", "child", "son",
    "daughter", "mother", "father", "sister", "brother", "friend", "grandmother", "grandfather", "cousin", "aunt", "uncle", "niece",
    "nephew", "roommate", "boss", "colleague", "teammate", "mentor", "coach", "advisor", "supervisor", "neighbour", "pet", "kind",
    "likes", "dislikes", "favourite", "allergy", "diet", "health", "language", "uses", "plan", "promise", "goal", "prefers", "avoids",
    "attended", "has",
)  # fmt: skip
"""What a statement can be about; "favourite" goes with its thing: "favourite colour". Measured things have names of their own."""

SINGLE: frozenset[str] = frozenset(
    (
        "name",
        "age",
        "birthday",
        "home",
        "origin",
        "role",
        "employer",
        "partner",
        "spouse",
        "mother",
        "father",
        "kind",
        "favourite",
    )
)
"""Relations of one value at a time, which another value supersedes; so are favourites and measures."""

_LONGEST = 1000
"""Characters of a sentence that are read; longer ones are lists, logs or code."""


class Statement(NamedTuple):
    """That something is so, or no longer so, of the speaker or of somebody of theirs."""

    subject: str
    """Nobody but the speaker if empty; else a relation ("sister", "dog") or a name as written ("Clara")."""
    relation: str
    value: str
    holds: bool
    single: bool
    confidence: float
    start: int
    end: int


_ONESELF = re.compile(r"(?:\b[Ii]|[Ww]e|[Mm]y|[Oo]ur)\b|call me|[Tt]eam|[Bb]ased in|here in|[Kk]eep |[Mm]ake |\d")
"""What an English turn needs, at least, to be looked at."""


def statements(text: str, language: str) -> list[Statement]:
    """The facts that somebody states about themselves and theirs, in the order in which they stand; none in languages unknown here.

    Args:
        text: One turn of talk, in the speaker's own words.
        language: The turn's language, ISO 639-1.
    """
    # The rules take a tenth of a second to compile: not while soulkeep is imported.
    from soulkeep.text.statement_english import english
    from soulkeep.text.statement_phrases import PHRASES, phrases
    from soulkeep.text.statement_rules_en import JOKE

    if language != "en" and language not in PHRASES:
        return []
    if language == "en" and (not _ONESELF.search(text) or JOKE.search(text)):
        return []
    plain = told(text)
    found: list[Statement] = []
    for start, end in _parts(plain):
        stated = english(plain, start, end) if language == "en" else phrases(plain, start, end, language)
        found.extend(_statement(text, one) for one in stated)
    return _distinct(found, language)


def _parts(text: str) -> Iterator[tuple[int, int]]:
    """Where the sentences of a text begin and end; the beginnings of those that are too long."""
    place = 0
    for sentence in sentences(text):
        place = text.index(sentence, place)
        begin = place
        place += len(sentence)
        for line in sentence.split("\n"):
            if line and not line.isspace():
                yield begin, begin + min(len(line), _LONGEST)
            begin += len(line) + 1


def _statement(text: str, found: Found) -> Statement:
    relation = found.relation
    known = relation in RELATIONS
    single = relation in SINGLE or not known
    if (
        known
        and relation in KIN.values()
        and " " in text[found.value[0] : found.value[1]]
        and text[found.value[0]].islower()
    ):
        single = False
    return Statement(
        found.subject,
        relation,
        found.words or text[found.value[0] : found.value[1]],
        found.holds,
        single,
        found.confidence,
        found.start,
        found.end,
    )


def _distinct(found: list[Statement], language: str) -> list[Statement]:
    """Each statement once, with its greatest confidence."""
    best: dict[tuple[str, str, str, bool], Statement] = {}
    for one in found:
        key = (one.subject, one.relation, _normal(one.value, language), one.holds)
        if key not in best or one.confidence > best[key].confidence:
            best[key] = one
    return sorted(best.values(), key=lambda one: one.start)


_ARTICLES = {
    "en": r"(?:an?|the|my|our|some)\s+",
    "de": r"(?:ein|eine|einen|einem|einer|der|die|das|den|dem|mein|meine|meinen)\s+",
    "fr": r"(?:une?|le|la|les|des|du|mon|ma|mes)\s+|l['’]",
    "es": r"(?:una?|el|la|los|las|mis?)\s+",
}
_MARKS = re.compile(r"[^\w%$€£¥₩+#./-]+")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}\b)")
_NUMBER = re.compile(r"[$€£¥₩]?\d")
_PER_MONTH = re.compile(
    r"\s*(?:/|per |an? |each |every )month\b|\s+(?:monthly|in total|total|overall|altogether|now|people|members)\b"
)
_PER = re.compile(r"\s*(?:/|\bper |\ban? |\beach |\bevery )(day|week|year|hour|minute)\b|\s+(dai|week|year|hour)ly\b")
_THOUSAND = re.compile(r"(?<=\d)k\b")
_PLURAL = re.compile(r"(?<=[a-z]{3}[b-df-hj-np-rtv-z])s$|(?<=[a-z]{3}e)s$")


@lru_cache(maxsize=4)
def _article(language: str) -> re.Pattern[str] | None:
    words = _ARTICLES.get(language)
    return re.compile(words) if words else None


@lru_cache(maxsize=8192)
def _normal(value: str, language: str) -> str:
    plain = _THOUSANDS.sub("", normalized("NFKC", value).casefold().strip())
    if (article := _article(language)) and (found := article.match(plain)):
        plain = plain[found.end() :] or plain
    if language == "en" and _NUMBER.match(plain):
        plain = _PER_MONTH.sub("", plain)
        plain = _PER.sub(lambda found: "/" + (found[1] or {"dai": "day"}.get(found[2], found[2])), plain)
        plain = _THOUSAND.sub("000", plain).replace(" percent", "%")
    return _MARKS.sub(" ", plain).strip(" .-/") or plain


def same_value(one: str, other: str, language: str) -> bool:
    """Whether two values are the same words but for case, articles and marks: "a software engineer", "Software Engineer".

    Of amounts, "$550", "$550 a month" and "$550 total" are the same; of English things, so are "walnut" and "walnuts".
    """
    first, second = _normal(one, language), _normal(other, language)
    if first == second or language != "en" or abs(len(first) - len(second)) != 1 or not (one + other)[-1].islower():
        return first == second
    lower = one.split()[-1:] + other.split()[-1:]
    return all(word.islower() for word in lower) and _PLURAL.sub("", first) == _PLURAL.sub("", second)
