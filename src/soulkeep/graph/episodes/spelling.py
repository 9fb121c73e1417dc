"""Corrections of how questions are spelt, and of what is said in one word for two: "whos cat", "unsolved"."""

from __future__ import annotations

import re
from functools import lru_cache

from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.questions.near import is_word, meant_superlative, rewritings, spellings
from soulkeep.graph.questions.qualifiers import qualifiers
from soulkeep.graph.words.verbs_en import is_participle

_SLIPPED = re.compile(r"\b[a-z]{6,16}\b")

_UNDONE = re.compile(
    r"\bun(?!married|known|earth|veil|cover|load|lock|fold|tie|wind|wrap|pack)([a-z]{3,}(?:ed|en|wn|id))\b"
)
"""What isn't done, told by a participle: "unsolved"; but not what undoes something."""


def spelt(text: str, language: str, knowledge: Knowledge | None = None) -> str:
    """Return a question as it is read: with common slips corrected in question words and, in English, superlatives, and
    in plainer words where it is a phrase for a question. Names of the knowledge stay as they are."""
    for said, instead in rewritings(language):
        if said.search(text) is None:
            continue
        names = [] if knowledge is None else [text[one.start : one.end] for one in knowledge.gazetteer.find(text)]
        told = said.sub(instead, text)
        if all(name in told for name in names):  # "Gimme Shelter" asks for nothing
            text = told
    if language == "en":
        text = _UNDONE.sub(lambda one: f"not {one[1]}" if is_participle(one[1]) and is_word(one[1]) else one[0], text)
        text = _SLIPPED.sub(lambda one: one[0] if _is_read(one[0]) else meant_superlative(one[0]) or one[0], text)
    written = spellings(language)
    return _written(language).sub(lambda one: written.get(one[0].casefold(), one[0]), text) if written else text


@lru_cache(maxsize=8)
def _written(language: str) -> re.Pattern[str]:
    """Return a pattern of the spellings that are corrected in a language."""
    return re.compile(rf"(?<![\w'’])(?:{'|'.join(spellings(language))})(?![\w'’])", re.IGNORECASE)


def _is_read(word: str) -> bool:
    """Return whether a word is known to name an end of a scale: "priciest"."""
    return any(extreme.dimension for extreme in qualifiers(word, "en").extremes)
