"""Words that name a matter (people, things, places, activities that talk comes back to), and hollow words, which belong
to any talk, such as "suggestion", "option" or "longer"."""

from __future__ import annotations

from functools import lru_cache

from soulkeep.lang import pack
from soulkeep.lang.classes import members
from soulkeep.lang.people_words import KIN, KIN_PLURAL, OCCUPATIONS, PETS


@lru_cache(maxsize=1)
def no_matters() -> frozenset[str]:
    """Return words that go with any matter, of all languages."""
    return frozenset(
        word for code in pack.saying("words", "no_matter") for word in pack.words("words", "no_matter", code)
    )


@lru_cache(maxsize=64)
def hollow_words(language: str) -> frozenset[str]:
    """Return the hollow words of a language, casefolded; in English with their plurals."""
    words = frozenset(pack.words("words", "hollow", language))
    return words | {_plural(word) for word in words} if language == "en" else words


def _plural(word: str) -> str:
    if word.endswith("y") and word[-2:-1] not in "aeou":
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("s", "x", "ch", "sh")) else "s")


def is_hollow(topic: str, language: str) -> bool:
    """Return whether a word or phrase tells nothing of the topic: "options", "detailed advice", "specific area"."""
    words = topic.casefold().split()
    hollow = hollow_words(language)
    if not words:
        return True
    if language == "en":
        return words[-1] in hollow or (len(words) == 1 and _no_noun(words[0]))
    return all(word in hollow for word in words)


def _no_noun(word: str) -> bool:
    """Return whether an English word looks like an adjective."""
    return len(word) > 6 and word.endswith(("ful", "ous", "less", "ical")) and word not in ("medical", "musical")


def names_matter(topic: str) -> bool:
    """Return whether an English word, or a word in a phrase, names a relative, a thing, a place or an activity."""
    vocabulary = _matters()
    words = topic.casefold().split()
    return any(form in vocabulary for word in words for form in _forms(word))


def _forms(word: str) -> set[str]:
    forms = {word}
    if word.endswith("s") and not word.endswith("ss"):
        forms |= {word[:-1], word.removesuffix("es")}
        if word.endswith("ies"):
            forms.add(word[:-3] + "y")
    return forms


@lru_cache(maxsize=1)
def _matters() -> frozenset[str]:
    also, no_kind = pack.words("matters", "also", "en"), pack.words("matters", "no_kind", "en")
    vocabulary = {word for kind in pack.words("matters", "kinds", "en") for word in members(kind)}
    vocabulary |= {word for words in (KIN, KIN_PLURAL, PETS) for word in words}
    return frozenset((vocabulary | OCCUPATIONS) - hollow_words("en") - set(no_kind)) | frozenset(also)
