"""Properties' English names as verbs, by their form and by the classes they join: "drives", "serves stop"."""

from __future__ import annotations

import re

from soulkeep.graph.words.grammar_en import PREPOSITION, common, verb_of
from soulkeep.graph.words.spoken import TermNames, spoken
from soulkeep.graph.words.verbs_en import base_form

_AGENTS = ("r", "er", "or")


def spoken_noun(predicate: str, lexicon: TermNames) -> str:
    """Return a property as an English noun, never empty."""
    return " ".join(lexicon.noun(predicate, "en").split()) or spoken(predicate, lexicon, "en")


def verb_name(predicate: str, lexicon: TermNames) -> str | None:
    """Return a property as a verb: "drives" of a driver, "serves" of "serves stop" for stops; None for a noun."""
    noun = common(spoken_noun(predicate, lexicon))
    if (verb := verb_of(noun)) is not None:
        return verb
    first, *rest = noun.split(" ")
    base = base_form(first)
    if base is None or first == "has":
        return None
    subjects, objects = lexicon.ends(predicate)
    hangs = rest[:1] if rest and re.fullmatch(PREPOSITION, rest[0]) else []
    named = " ".join(rest[len(hangs) :]).casefold()
    if named and any(one == named or one.endswith(f" {named}") for one in objects):
        said = " ".join([first, *hangs])  # the value itself shows its class
        return verb_of(said) or said if hangs else said
    does = {base + ending for ending in _AGENTS}
    return first if not rest and any(one.split(" ")[-1] in does for one in subjects) else None
