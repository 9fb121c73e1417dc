"""Properties as nouns, for wordings that need one: "birth place", but not "located in" or "flows into"."""

from __future__ import annotations

import re

from soulkeep.graph.questions.qualifier_words import counters
from soulkeep.graph.words.grammar_en import common, peoples, plural, singulars
from soulkeep.graph.words.spoken import TermNames
from soulkeep.graph.words.verb_names import verb_name
from soulkeep.lang.classes import is_noun
from soulkeep.lang.pack import pattern
from soulkeep.lang.quoting import marks


def noun_of(property: str, lexicon: TermNames, language: str) -> str | None:
    """Return a property as a noun; None if its name is a verb or needs a complement.

    Only English and German are checked, German by its capitals; in other languages the name is taken for a noun.
    """
    name = " ".join((lexicon.noun(property, language).strip() or lexicon.label(property, language)).split())
    if language == "en":
        if verb_name(property, lexicon) is not None:
            return None
        name = common(name)
    hangs = pattern("asking", "hangs", language)
    return None if not name or (hangs is not None and hangs.fullmatch(name)) else name


_COMPLEMENT = re.compile(r" (?:of|in|for|to|from|on|at|by|with|per|since)\b.*")


def is_english(noun: str) -> bool:
    """Return whether a property's noun ends in an English one, and begins with no participle: "home station", but
    neither "kaufpreis" nor "joined guild"."""
    words = _COMPLEMENT.sub("", noun.casefold()).split()
    return bool(words) and is_noun(words[-1]) and (not words[0].endswith("ed") or is_noun(words[0]))


def mentioned(property: str, lexicon: TermNames, language: str) -> str:
    """Return a property as a topic: its noun, else its name in quotation marks."""
    opening, closing = marks(language)
    return noun_of(property, lexicon, language) or f"{opening}{lexicon.label(property, language)}{closing}"


_COUNTED = re.compile(
    r"\b(?:how many|number of|count of)\s+(?:different\s+|other\s+|of (?:the|those|your)\s+)?"
    r"((?:[a-z]+[ -]){0,2}?[a-z]+s|people|children|men|women)\b",
    re.IGNORECASE,
)
_SPOKEN_LOW = re.compile(r"\b(?:is|are|was|were|do|does|did|has|have|had|in|on|at|of|to|the|a|can|you|we|there)\b")


def counted_noun(asked: str) -> str | None:
    """Return the singular of the noun that an English question counts; None if it isn't clear."""
    match = _COUNTED.search(asked)
    if match is None or _SPOKEN_LOW.search(match[1].casefold()):
        return None
    phrase = match[1].casefold()
    after = re.match(r" (?!(?:was|has|does|is)\b)([a-z]+s)\b", asked[match.end() :])  # comics writers
    phrase = f"{phrase} {after[1]}" if after is not None and is_noun(after[1]) else phrase
    before, _, last = phrase.rpartition(" ")
    single = next((one for one in singulars(last) if is_noun(one) and plural(one) == last), None)
    return None if single is None else peoples(f"{before} {single}".strip())


def counter_of(asked: str) -> str | None:
    """Return the counter of a Korean question: 마리 of "몇 마리"; None if it has none."""
    match = re.search(rf"몇\s?({counters()})", asked)
    return None if match is None else match[1]
