"""Facts that somebody states about themselves, their people, pets and work in one turn, found by patterns.

Rules, not understanding, and made to be right rather than complete: a clause that asks, supposes, jokes or quotes states
nothing, and a value that cannot be cut out cleanly is left out. Pronouns are not resolved: "she lives in Vienna" says nothing.

A definite move counts when it is told, with less confidence until it is done: "I'm moving to Berlin" gives the home Berlin.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from soulkeep.text.sentences import sentences
from soulkeep.text.statement_english import Found, english
from soulkeep.text.statement_phrases import PHRASES, phrases
from soulkeep.text.statement_rules_en import JOKE
from soulkeep.text.statement_words import KIN

RELATIONS: tuple[str, ...] = (
    "name", "age", "birthday", "home", "origin", "role", "employer", "studies", "learning", "partner", "spouse", "child", "son",
    "daughter", "mother", "father", "sister", "brother", "friend", "grandmother", "grandfather", "cousin", "aunt", "uncle", "niece",
    "nephew", "roommate", "boss", "colleague", "teammate", "mentor", "coach", "advisor", "supervisor", "neighbour", "pet", "kind",
    "likes", "dislikes", "favourite", "allergy", "diet", "health", "language", "uses", "plan", "promise", "goal", "prefers",
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


_MASKED = re.compile(
    r"```.*?(?:```|\Z)|`[^`\n]{1,200}`|\[[^\]\n]{0,300}\]|https?://\S{1,500}|^>[^\n]*|"
    r"\"[^\"\n]{0,400}\"|“[^”\n]{0,400}”|«[^»\n]{0,400}»|「[^」\n]{0,400}」|『[^』\n]{0,400}』",
    re.DOTALL | re.MULTILINE,
)
_MAY_MASK = re.compile(r"[`\[\">“«「『]|https?:")
_ONESELF = re.compile(r"(?:\b[Ii]|[Ww]e|[Mm]y|[Oo]ur)\b|call me|team|\d")
"""What an English turn needs, at least, to be looked at."""
_SPOKEN = re.compile(r"\b(?:I|I['’]\w+|my|we|you|your|ich|mein\w*|je|mon|ma|yo|mi|me)\b|[나내저제]|私|僕|俺|我")


def _blank(found: re.Match[str]) -> str:
    """Code, captions and others' words become blanks of the same length; quoted titles stay."""
    said = found[0]
    if said[0] in '"“«「『' and len(said) <= 60 and not _SPOKEN.search(said) and said[-2:-1] not in ".!?。！？":
        return said
    return "\n" * len(said)


def statements(text: str, language: str) -> list[Statement]:
    """The facts that somebody states about themselves and theirs, in the order in which they stand; none in languages unknown here.

    Args:
        text: One turn of talk, in the speaker's own words.
        language: The turn's language, ISO 639-1.
    """
    if language != "en" and language not in PHRASES:
        return []
    if language == "en" and (not _ONESELF.search(text) or JOKE.search(text)):
        return []
    plain = _MASKED.sub(_blank, text) if _MAY_MASK.search(text) else text
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
        text[found.value[0] : found.value[1]],
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


@lru_cache(maxsize=4)
def _article(language: str) -> re.Pattern[str] | None:
    words = _ARTICLES.get(language)
    return re.compile(words) if words else None


def _normal(value: str, language: str) -> str:
    plain = _THOUSANDS.sub("", unicodedata.normalize("NFKC", value).casefold().strip())
    if (article := _article(language)) and (found := article.match(plain)):
        plain = plain[found.end() :] or plain
    return _MARKS.sub(" ", plain).strip(" .-/") or plain


def same_value(one: str, other: str, language: str) -> bool:
    """Whether two values are the same words but for case, articles and marks: "a software engineer", "Software Engineer"."""
    return _normal(one, language) == _normal(other, language)
