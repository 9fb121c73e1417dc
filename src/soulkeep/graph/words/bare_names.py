"""Rules for whether a name can stand in a sentence without an article: "Matteo Brandel" can, "Salt Warehouse" can't.

Where that is uncertain, an answer is given without a sentence, since a short answer is better than a wrong one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from soulkeep.graph.terms import is_iri, is_literal
from soulkeep.graph.words.articles import OF_PEOPLE, bare_words, is_bare_kind, is_work
from soulkeep.graph.words.spoken import spoken
from soulkeep.lang.classes import is_noun
from soulkeep.lang.pack import subject

if TYPE_CHECKING:
    from soulkeep.graph.words.lexicon import Lexicon

_DETERMINED = re.compile(r"(?:the|an?|my|our|his|her|its|their)\s|(?:st\.?|saint)\s|.*['’]s?\s", re.IGNORECASE)
_STARTS_IN_GERMAN = re.compile(r"(?:der|die|das|ein|eine)\s|\w+(?:er|es|e|en)\s+[A-ZÄÖÜ]", re.IGNORECASE)


_MADE_OF = re.compile(r"(?:made|crafted|brewed|built|forged|woven|carved|cooked|baked|consists?) (?:of|from|with)")


def stands_bare(term: str, lexicon: Lexicon, language: str, *, asked: str = "") -> bool:
    """Return whether a term's words can stand in a sentence of a language as they are.

    Args:
        term: a resource or a literal.
        lexicon: names of terms.
        language: ISO 639-1. Only English, German and Korean have rules; in others, all names can.
        asked: the question, which shows whether people say the name with an article.
    """
    if is_literal(term):
        return True
    if not is_iri(term):
        return False
    name = spoken(term, lexicon, language)
    if language not in ("en", "de"):
        return True
    bare = lexicon.label(term, language).strip()
    if not bare:
        return False
    if (said := _said_bare(bare, asked, language)) is not None:
        return said or language == "en"  # a name asked with "the" is answered with "the"
    if bare[:1].islower():
        return False
    if lexicon.is_person(term):
        return True
    kind = _kind(term, lexicon)
    if language == "de":
        if is_work(kind):
            return _STARTS_IN_GERMAN.match(bare) is None
        return bool(bare_words("bare_german") & {kind.split(" ")[-1]}) if kind else False
    if is_work(kind) or _DETERMINED.match(name) or lexicon.is_told_bare(bare):
        return True
    return _is_proper(bare, kind)


def stands_for_kind(predicate: str, lexicon: Lexicon) -> bool:
    """Return whether a property's values are kinds of things, or towns, which need no article."""
    concept = lexicon.concept(predicate)
    return concept in bare_words("values") or _MADE_OF.fullmatch(lexicon.noun(predicate, "en")) is not None


def _kind(term: str, lexicon: Lexicon) -> str:
    kind = lexicon.class_of(term)
    return lexicon.label(kind, "en").casefold() if kind else ""


def _said_bare(name: str, asked: str, language: str) -> bool | None:
    """Return whether a question has a name without an article; None if the name isn't in it."""
    match = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", asked, re.IGNORECASE) if asked else None
    if match is None:
        return None
    before = asked[: match.start()].rstrip()
    return re.search(rf"(?<!\w)(?:{subject('asking', language)['articles']})$", before, re.IGNORECASE) is None


def _is_proper(name: str, kind: str) -> bool:
    """Return whether an English name doesn't end in a common noun, or is of a place without an article."""
    words = re.findall(r"[^\W_]+(?:['’.-][^\W_]+)*", name)
    if not words:
        return False
    if len(words) == 1 and (not kind or is_bare_kind(kind, "")):
        return True
    if len(words) > 1 and words[-1].casefold().endswith(OF_PEOPLE):
        return False
    head = words[words.index("of") - 1] if "of" in words[1:] else words[-1]
    if not is_noun(head.casefold()):
        return True
    return len(words) > 1 and is_bare_kind(kind, head)
