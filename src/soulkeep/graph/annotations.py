"""Checks of a property's own annotations; what is wrong with them is described so that their author can mend it."""

from __future__ import annotations

from soulkeep.graph.terms import iri, is_literal, parsed
from soulkeep.graph.vocabulary import SK
from soulkeep.graph.words.frames import framed
from soulkeep.graph.words.lexicon import Lexicon

_SENTENCES = {iri(SK + "sentence"): "sk:sentence", iri(SK + "inverseSentence"): "sk:inverseSentence"}
_WORDS = {iri(SK + "noun"): "sk:noun", iri(SK + "wording"): "sk:wording"}


def wrong_annotations(property: str, lexicon: Lexicon) -> list[str]:
    """Return a description of each mistake in a property's annotations; facts are told without wrong annotations."""
    wrong: list[str] = []
    for name, value in lexicon.about(property):
        shown = _SENTENCES.get(name) or _WORDS.get(name)
        if shown is None:
            continue
        if not is_literal(value) or not parsed(value).value.strip():
            wrong.append(f"{shown} of {property} is no text.")
        elif name in _SENTENCES and framed(parsed(value).value, inverse=False) is None:
            text = parsed(value).value
            wrong.append(f"{shown} of {property} needs {{subject}} and {{object}}, each of them once: {text!r}.")
    return wrong
