"""Parts of an utterance beside its question: courtesies, forms of address, and sentences about the speaker.

For example, "Excuse me, dear, which rooms are free? I'm only here for the day." asks which rooms are free.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from soulkeep.graph.episodes.connectives import asking
from soulkeep.graph.episodes.naming import is_weighty
from soulkeep.graph.questions.context import QuestionContext
from soulkeep.graph.questions.qualifier_words import asks_plainly, courtesies, month_names
from soulkeep.graph.questions.qualifiers import qualifiers
from soulkeep.graph.words.gazetteer import Mention, tokens

_CUT = re.compile(r"(?<![.!?…。！？])[.!?…。！？]++(?=\s|$)|,(?=\s)|;|(?<=[^\W\d]):(?=\s)|\s[-–—]++\s|—")
_MARKED = re.compile(r"[?？]")
_PLAIN = 0.6
"""Least strength with which a clause must mention a class or a property to be part of the question."""

_SHORT = 4
"""Most words of a clause after the question that mentions nothing known: ", mechanically speaking"."""


def without_asides(text: str, language: str, mentions: Sequence[Mention], known: QuestionContext) -> str:
    """Return a question with blanks in place of other sentences before or after it.

    Args:
        text: the utterance.
        language: ISO 639-1.
        mentions: the names in the utterance.
        known: the index of names and wordings.
    """
    plain = without_courtesies(text, language)
    clauses = [one for one in _clauses(plain, language) if plain[one.start : one.stop].strip(" ,.!-–—")]
    if len(clauses) < 2:
        return plain
    telling = [_tells(plain[one.start : one.stop], one, language, mentions, known) for one in clauses]
    asking = [text[one.start : one.stop] for one in clauses if not _is_own(text[one.start : one.stop])]
    if any(_MARKED.search(one) or asks_plainly(one, language) for one in asking):
        telling = [
            tells and not _is_own(text[one.start : one.stop]) for tells, one in zip(telling, clauses, strict=True)
        ]
    if not any(telling):
        return plain
    first = telling.index(True)
    last = len(telling) - 1 - telling[::-1].index(True)
    letters = list(plain)
    for at, one in enumerate(clauses):
        asks = _MARKED.search(text[one.start : one.stop]) is not None
        short = len(plain[one.start : one.stop].split()) <= _SHORT
        if (at < first and not asks) or (at > last and (short or not asks)):
            for place in range(one.start, one.stop):
                if text[place] not in "?？":
                    letters[place] = " "
    return "".join(letters)


@lru_cache(maxsize=1)
def _own() -> re.Pattern[str]:
    """Return a pattern of how a clause about the speaker begins."""
    return re.compile(rf"\W*(?:{asking('own').pattern})\b", re.IGNORECASE)


def _is_own(clause: str) -> bool:
    """Return whether a clause beside a question is about the speaker: "I love honey!"."""
    return _own().match(clause) is not None and not clause.strip().endswith("?")


def without_courtesies(text: str, language: str) -> str:
    """Return a text with blanks in place of courtesies and forms of address."""
    for pattern in courtesies(language):
        text = pattern.sub(lambda found: " " * len(found[0]), text)
    return text


def _clauses(text: str, language: str) -> Iterator[range]:
    """Yield the places of a text's clauses, each with its closing mark; the stop in "1. Juli" is none."""
    start, months = 0, month_names(language)
    for cut in _CUT.finditer(text):
        after = text[cut.end() :].split(maxsplit=1)[:1]
        if after and after[0].strip(".,?!").casefold() in months and text[cut.start() - 1 : cut.start()].isdecimal():
            continue
        yield range(start, cut.end())
        start = cut.end()
    if start < len(text):
        yield range(start, len(text))


def _tells(clause: str, where: range, language: str, mentions: Sequence[Mention], known: QuestionContext) -> bool:
    """Return whether a clause mentions anything known, or compares, counts or orders."""
    if any(one.start in where for one in mentions) or asks_plainly(clause, language):
        return True
    if known.names.find(clause, language, ()):
        return True
    words = [token.form for token in tokens(clause)]
    weighty = [word if is_weighty(word, language) else "" for word in words]
    support = known.wordbook.support(weighty, language, loose=False, near=False)
    if any(one.whole >= _PLAIN for one in support.values()):
        return True
    if language in ("en", "de") and any(token[:1].isupper() for token in clause.split()[1:] if token not in _SMALL):
        return True  # a name, perhaps an unknown one
    marks = qualifiers(clause, language)
    return bool(marks.extremes or marks.comparisons or marks.values)


_SMALL = ("I", "I'm", "I’m", "I'd", "I’d", "I've", "I’ve", "I'll", "I’ll")
