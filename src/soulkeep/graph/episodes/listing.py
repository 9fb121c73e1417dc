"""Wording of values as a list: with articles, in lower case within a sentence, and with a verb where one is needed."""

from __future__ import annotations

import re
from collections.abc import Sequence

from soulkeep.graph.episodes.endings_ko import ended
from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.terms import is_iri
from soulkeep.graph.words import grammar_any, grammar_en
from soulkeep.graph.words.articles import bare_words, is_work, may_join, may_take_the
from soulkeep.graph.words.grammar_de import named_with_article, nominative
from soulkeep.graph.words.hours import in_calendar_order
from soulkeep.graph.words.kinds import people
from soulkeep.graph.words.politeness_ko import as_called, honours, titled
from soulkeep.graph.words.spoken import listed_words

FEW = 5
"""Most values of one fact that are told among other facts."""


_NAMED = 50
"""Most values that are worded; of a thousand, only a few are named and the others counted."""

_EITHER = re.compile(r"\b(?:or|oder)\b")
_BARE_GERMAN = re.compile(r"[A-ZÄÖÜ]{2,}\b[A-Z\d /-]*$|[A-ZÄÖÜ][a-zäöüß]+(?:s|’) [A-ZÄÖÜ]")
"""Names that have no article: LF 10, Irmis Käsekuchen."""

_OF_WORK = frozenset(("occupation", "profession", "job", "trade", "role"))
"""What properties end in that tell what somebody is."""

_DISHES = bare_words("dishes")


def _in_small_letters(words: dict[str, str], knowledge: Knowledge) -> dict[str, str]:
    """Return names with lower-case first letters where the rest is in lower case, as for dishes and species."""
    lexicon = knowledge.lexicon
    small: dict[str, str] = {}
    for value, word in words.items():
        kinds = {one.casefold().split(" ")[-1] for one in lexicon.kinds(value)} if is_iri(value) else set()
        small[value] = grammar_en.common(word) if kinds & _DISHES and " " in word and word[1:].islower() else word
    return small


def named(
    found: Sequence[str], property: str, language: str, knowledge: Knowledge, *, most: int, asked: str | None = None
) -> str:
    """Return values as a list: "the Red Line and the Night Tram".

    German names get articles if they answer `asked`; English names of one kind all get "the" if one has it.

    Args:
        found: the values.
        property: the property that they are values of; "" for none.
        language: the language to tell them in.
        knowledge: the data that they come from.
        most: the greatest number of values that are named.
        asked: the question that they answer, if there is one.
    """
    lexicon = knowledge.lexicon
    named_values = found[: max(_NAMED, most)]
    words = {value: word for value in named_values if (word := lexicon.value(value, property, language))}
    if language == "en":
        words = _in_small_letters(_alike(words, knowledge), knowledge)
        noun = lexicon.noun(property, "en").casefold() if property else ""
        if noun == "job title" or noun.split(" ")[-1] in _OF_WORK:
            words = {value: _of_work(word) for value, word in words.items()}
    persons = bool(words) and all(is_iri(value) and lexicon.is_person(value) for value in words)
    if language == "de" and asked is not None and not persons:
        words = _with_articles(words, knowledge, asked)
    items = in_calendar_order(list(words.values()), language)
    if language in ("en", "de") and asked and persons and _EITHER.search(asked):
        items = [_as_short_as(one, asked) for one in items]
    if language == "ko" and asked and persons:
        items = [as_called(one, asked) for one in items]
        items = titled(items, asked) if honours(asked) else items
    if language == "en" and asked and 2 < len(items) <= most:
        items = _with_kind_once(items, asked)
    return listed_words(items, language, most=most, persons=persons, beyond=len(found) - len(named_values))


def _as_short_as(name: str, asked: str) -> str:
    """Return somebody's name as a question for one of two has it: "Xaver", of "Emeka or Xaver"."""
    if name.casefold() in asked.casefold() or "." in name.split(" ")[0]:
        return name
    return next((word for word in name.split() if len(word) > 2 and re.search(rf"\b{re.escape(word)}\b", asked)), name)


def _with_articles(words: dict[str, str], knowledge: Knowledge, asked: str) -> dict[str, str]:
    """Return German names with articles; unchanged if not all of them have one."""
    lexicon = knowledge.lexicon
    if lexicon.tongue != "de":
        return words  # whose nouns are those of another language
    articled: dict[str, str] = {}
    for value, word in words.items():
        kind = lexicon.class_of(value) if is_iri(value) else None
        called = lexicon.label(kind, "en").casefold() if kind else ""
        last = called.split(" ")[-1]
        title = is_work(called) and last not in bare_words("foods")
        if not called or title or last in bare_words("bare_german") or lexicon.is_person(value):
            return words
        named_so = named_with_article(word, asked)
        if named_so is None and (in_question := nominative(word, asked)) != word:
            named_so = in_question
        if named_so is None and not _BARE_GERMAN.match(word):
            return words
        articled[value] = named_so or word
    return articled


def _with_kind_once(items: list[str], asked: str) -> list[str]:
    """Return names without the kind that they end in and the question tells: "Elm, Oak and Pine" of stations; with it
    once where they have articles: "the Red, Blue and Green Lines"."""
    bare, ends = zip(*(one.removeprefix("the ").rpartition(" ")[::2] for one in items), strict=True)
    many = grammar_en.plural(ends[0])
    told = all(bare) and len({*ends}) == 1 and re.search(rf"\b{re.escape(many)}\b", asked, re.IGNORECASE)
    articles = sum(one.startswith("the ") for one in items)
    if not told or 0 < articles < len(items):
        return items
    return [f"the {bare[0]}", *bare[1:-1], f"{bare[-1]} {many}"] if articles else [*bare]


def _of_work(word: str) -> str:
    """Return an occupation with its article: "a submarine pilot"."""
    noun = grammar_en.common(word)
    return grammar_en.indefinite(noun) if noun.split(" ")[-1] in people() else word


def _alike(words: dict[str, str], knowledge: Knowledge) -> dict[str, str]:
    """Return names, those of common nouns with "the" if others have it; "The" becomes lower case."""
    lexicon = knowledge.lexicon
    kinds = {value: lexicon.class_of(value) or "" for value in words if is_iri(value) and not lexicon.is_person(value)}
    works = {value for value in kinds if any(map(is_work, lexicon.kinds(value)))}
    with_the = any(words[value].startswith("the ") for value in kinds if value not in works)
    sentences: dict[str, str] = {}
    for value, word in words.items():
        if value in kinds and value not in works and with_the:
            of_kind = [words[one].startswith(("the ", "The ")) for one in kinds if kinds[one] == kinds[value]]
            alike, mostly = any(of_kind), 2 * sum(of_kind) >= len(of_kind)
            if not word.startswith(("the ", "The ")) and (
                may_take_the(word, alone=alike) or (alike and (word[:1].islower() or may_join(word, mostly=mostly)))
            ):
                word = f"the {word}"
        if value in kinds and value not in works:
            word = re.sub(r"^The (?=\w)", "the ", word)
        sentences[value] = word
    return sentences


def alone(text: str, language: str, asked: str = "") -> str:
    """Return values as an answer without a sentence, in Korean with the verb that the question wants."""
    return sentence(ended(text, asked) if language == "ko" else text, language)


def sentence(text: str, language: str) -> str:
    """Return words as a sentence, with an initial capital and a full stop."""
    text = text[:1].upper() + text[1:]
    return text if not text or grammar_any.is_ended(text) else grammar_any.sentence(text, language)
