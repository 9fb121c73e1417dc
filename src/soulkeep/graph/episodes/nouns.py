"""What a property is called where a wording needs a noun: "birth place", but not "located in" or "flows into"."""

from __future__ import annotations

import re

from soulkeep.graph.words.grammar_en import common
from soulkeep.graph.words.spoken import TermNames
from soulkeep.graph.words.verb_names import verb_name
from soulkeep.lang.quoting import marks

_SMALL = "of|in|for|by|at|on|to|from|with|as|after|under|into|near|through"
_HANGS_ON = {
    "en": re.compile(rf"(?:{_SMALL}|has|is)\b.*|.*\b(?:{_SMALL})", re.DOTALL),
    "de": re.compile(r".*\b(?:von|in|an|zu|aus|bei|mit|durch|nach)|[^A-ZÄÖÜ]*", re.DOTALL),
}
"""A phrase that wants something before or after it; in German, one without a capital, too."""


def noun_of(property: str, lexicon: TermNames, language: str) -> str | None:
    """A property as a noun; None where its name is a verb or hangs on what comes after it.

    Only English and German show it: German by its capitals. In other languages the name is taken for a noun.
    """
    name = " ".join((lexicon.noun(property, language).strip() or lexicon.label(property, language)).split())
    if language == "en":
        if verb_name(property, lexicon) is not None:
            return None
        name = common(name)
    hangs = _HANGS_ON.get(language)
    return None if not name or (hangs is not None and hangs.fullmatch(name)) else name


def mentioned(property: str, lexicon: TermNames, language: str) -> str:
    """A property as what was spoken of: its noun, else its name in quotation marks."""
    opening, closing = marks(language)
    return noun_of(property, lexicon, language) or f"{opening}{lexicon.label(property, language)}{closing}"
