"""Whether words that occur in a name are that name in a question, or ordinary words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.questions.names import Named, Names
from soulkeep.graph.questions.near import is_function
from soulkeep.graph.questions.near import is_word as is_everyday
from soulkeep.graph.questions.wordbook import Support
from soulkeep.graph.terms import is_iri
from soulkeep.graph.words.gazetteer import begins, tokens
from soulkeep.lang.pack import of_any_language

_OWNED = 0.9
"""Least clearness of a property of which a name is told to be the owner by an s without an apostrophe."""

IN_PART = 0.995
"""Most of a name that is said where only a part of it is."""

_LONGER = 0.6
"""Least part of a name that must be said for it to be meant rather than a name within it."""


def is_longer(text: str, part: Named, mentions: Sequence[tuple[int, int, tuple[str, ...]]]) -> bool:
    """Return whether a part of a name holds a whole name and another capitalised word beside it: "Port Elwick Ladies",
    where a town is called Port Elwick."""
    within = [(start, end) for start, end, _ in mentions if part.start <= start and end <= part.end]
    if len(within) != 1 or within[0] == (part.start, part.end) or part.terms[0][1] < _LONGER:
        return False
    ((start, end),) = within
    beside = text[part.start : start].split() + text[end : part.end].split()
    return bool(beside) and all(word[:1].isupper() for word in beside) and text[start].isupper()


def without_possessive(text: str, named: Named) -> int:
    """Return where a name ends, without its "'s": the first album of "Miles Davis's first album" isn't its own first."""
    return named.end - 2 if text[named.start : named.end].endswith(("'s", "’s")) else named.end


def is_of_another(text: str, named: Named, owners: Names | None) -> bool:
    """Return whether a part of a name stands beside a capitalised word outside that name: "OK Computer"; but not before what
    is its own in German (`owners`), where all nouns are so written: "Gerdas Hund"."""
    if named.terms[0][1] > IN_PART or text == text.upper() or not text[named.start].isupper():
        return False
    after = re.match(r" [A-ZÀ-Þ][\w’'-]+", text[named.end :])
    before = re.search(r"(?:^|(?<!\S)(?=\S))(\S*\s*)([A-ZÀ-Þ][\w’'-]{1,60}) $", text[: named.start])
    begins = before is not None and (not before[1].strip() or before[1].strip()[-1] in ".?!:")
    owns = owners is not None and owners.is_genitive(text[named.start : named.end])
    return (after is not None and not owns) or (before is not None and not begins)


def _is_owner(said: str, numbers: Sequence[int], support: dict[str, Support], classes: frozenset[str]) -> bool:
    """Return whether a word in s stands before one that denotes a property: "when's hazels birthday"."""
    after = numbers[-1] + 1
    owned = (one.by_word.get(after, 0.0) >= _OWNED and term not in classes for term, one in support.items())
    return said.endswith("s") and not said.endswith("ss") and any(owned)


THE = re.compile(r"\b(?:the|der|die|das|dem|den|this|that)\s+$", re.IGNORECASE)
"""A definite article that ends a text."""


_NOT_A_NAME = re.compile(
    r"\b(?:an?|any|some|every|each|no|my|your|our|this|that|which|what|many|much)\s+$", re.IGNORECASE
)
"""What doesn't stand before somebody's name."""


def _is_called(text: str, named: Named, knowledge: Knowledge) -> bool:
    """Return whether a lower-case word is somebody's first name, and stands where a name may: "is ivy older?"."""
    said, lexicon = text[named.start : named.end].casefold(), knowledge.lexicon
    first = (lexicon.label(term, "en").casefold().split()[:1] for term, _ in named.terms if lexicon.is_person(term))
    return [said] in first and _NOT_A_NAME.search(text[: named.start]) is None


def _is_spelt_so(said: str, named: Named, knowledge: Knowledge) -> bool:
    """Return whether a word is in one of the names as it is written."""
    labels = (knowledge.lexicon.label(term, "en").casefold() for term, _ in named.terms if is_iri(term))
    return any(said.removesuffix("s") in label for label in labels)


def _is_value_asked(named: Named, support: dict[str, Support], knowledge: Knowledge) -> bool:
    """Return whether a class is named as the value of a plainly mentioned property: "is his occupation pilot?"."""
    plain = [name for name, one in support.items() if one.whole >= _OWNED and name in knowledge.schema.properties]
    return any(knowledge.graph.is_value(term, name) for term, _ in named.terms for name in plain)


def is_word(text: str, named: Named, support: dict[str, Support], knowledge: Knowledge, language: str) -> bool:
    """Return whether lower-case words that occur in a name are ordinary words here: everyday words, or words that
    denote a class or a property as clearly."""
    classes = knowledge.schema.classes
    said = text[named.start : named.end]
    said = said[:1].lower() + said[1:] if begins(text, named.start) else said
    noun = language == "de" and " " not in said and said != said.lower()  # German nouns have capitals
    said = said.lower() if noun else said
    numbers = [at for at, token in enumerate(tokens(text)) if named.start <= token.start < named.end]
    kinds = [one for term, one in support.items() if term in classes]
    is_kind = any(one.whole >= 1.0 and all(one.by_word.get(at, 0.0) >= 1.0 for at in numbers) for one in kinds)
    if said == said.upper() == said.lower():  # without capitals: a word of several albums' names
        return is_kind and len(named.terms) > 1 and named.terms[0][1] <= IN_PART
    if said != said.lower() or said == said.upper():
        return False
    telling = [at for at in numbers if not is_function(tokens(text)[at].form, "de" if language == "de" else "en")]
    if named.terms[0][1] > IN_PART:  # it is the full name, and only gives way to a class with that name
        return is_kind and not _is_value_asked(named, support, knowledge)
    if all(any(one.by_word.get(at, 0.0) >= 0.8 and one.whole > 0.6 for one in support.values()) for at in telling):
        return True
    misspelt = len(telling) == 1 and any(one.whole >= 0.7 and one.by_word.get(telling[0], 0.0) >= 0.6 for one in kinds)
    if misspelt and not _is_spelt_so(said, named, knowledge):
        return True  # "potoins" are potions, rather than a part of "Potion Brewing"
    if noun or len(telling) > 1 or _is_owner(said, numbers, support, classes):
        return False
    if THE.search(text[: named.start]):
        return (
            of_any_language("asking", "ofs").match(text[named.end :]) is not None
        )  # "the captain of …" isn't Captain Moth
    careful = any(letter.isupper() and not begins(text, at) for at, letter in enumerate(text))
    if not telling or careful:
        return True
    return is_everyday(tokens(text)[telling[0]].form) and not _is_called(text, named, knowledge)


def is_no_nickname(text: str, named: Named, knowledge: Knowledge) -> bool:
    """Return whether a word that somebody is also called by has an article before it: "a mouse" isn't Mouse."""
    said = text[named.start : named.end]
    labels = [knowledge.lexicon.label(term, "en").casefold() for term, _ in named.terms if is_iri(term)]
    own = any(word in label for word in said.split() for label in labels)
    return said.islower() and bool(labels) and not own and _NOT_A_NAME.search(text[: named.start]) is not None


def is_plain(text: str, named: Named) -> bool:
    """Return whether a part of a name may be ordinary words: it is in lower case and a small part of the name."""
    said = text[named.start : named.end]
    return named.terms[0][1] < 0.75 and said == said.lower()
