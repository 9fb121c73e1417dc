"""Statements in words: whole sentences made from subject, predicate and object (section 4 of Sieber and Krenn, 2010).

What is told of one topic stands together; in English a thing that more is told of gets a relative clause where it is
named. Predicates are worded by patterns from the lexicon, or by their names. English and Korean have grammars of their
own; other languages have a plain form that is right anywhere: "Charlie Parker: Genre: Jazz, Bebop."
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from soulkeep.semantics import grammar_any
from soulkeep.semantics.frames import framed
from soulkeep.semantics.grammar_en import indefinite, plural
from soulkeep.semantics.spoken import Lexicon, listed, listed_words, primary, spoken
from soulkeep.semantics.statement_groups import TYPE, Group, Statement, grouped
from soulkeep.semantics.verbalise_en import english
from soulkeep.semantics.verbalise_ko import korean

__all__ = ["Lexicon", "Statement", "indefinite", "listed", "plural", "spoken", "verbalise"]


def verbalise(
    statements: Sequence[Statement], lexicon: Lexicon, language: str, *, about: str | None = None, most: int = 8
) -> str:
    """Statements as one or more whole sentences; an empty text if there is nothing to say.

    Args:
        statements: what is told; repeated ones are told once, and so is what literals of empty texts would say.
        lexicon: how things are called.
        language: ISO 639-1.
        about: the resource that is spoken of. It comes first, and statements of which it is only the object are told of
            it: "Billy Joel recorded Piano Man and The Stranger."
        most: how many values of a list are named, at least 1; of the others the number is told.
    """
    if most < 1:
        raise ValueError(f"most must be at least 1: {most}")
    language = primary(language)
    if language == "en":
        return english(grouped(statements, about), lexicon, most)
    if language == "ko":
        return korean(grouped(statements, about), lexicon, most)
    return _plainly(grouped(statements, about), lexicon, language, most)


def _plainly(groups: Mapping[str, Sequence[Group]], lexicon: Lexicon, language: str, most: int) -> str:
    """Sentences by patterns where there are any, else names after each other: topic, property, values."""
    told: list[str] = []
    for topic, found in groups.items():
        name = spoken(topic, lexicon, language) or grammar_any.something(language)
        properties: list[str] = []
        for group in found:
            words = [text for term in group.values if (text := lexicon.value(term, group.predicate, language))]
            if not words:
                continue
            sentence = _by_pattern(group, name, words, lexicon, language, most) if group.holds else None
            if sentence:
                told.append(sentence)
                continue
            owner, shown = (words, [name]) if group.inverse else ([name], words)
            values = grammar_any.bare_list(shown[:most], max(len(shown) - most, 0), language)
            values = values if group.holds else grammar_any.denied(values, language)
            noun = [] if group.predicate == TYPE else [" ".join(lexicon.noun(group.predicate, language).split())]
            said = grammar_any.told([*filter(None, noun), values], language)
            if group.inverse:
                owners = grammar_any.bare_list(owner[:most], max(len(owner) - most, 0), language)
                told.append(grammar_any.sentence(grammar_any.told([owners, said], language), language))
            else:
                properties.append(said)
        if properties:
            mark = "；" if language in ("ja", "zh") else "; "
            told.append(grammar_any.sentence(grammar_any.told([name, mark.join(properties)], language), language))
    return ("" if language in ("ja", "zh") else " ").join(told)


def _by_pattern(
    group: Group, name: str, words: Sequence[str], lexicon: Lexicon, language: str, most: int
) -> str | None:
    frame = framed(lexicon.sentence(group.predicate, language, inverse=group.inverse), inverse=group.inverse)
    if frame is None:
        return None
    values = listed_words(words, language, most=most)
    first, second = (name, values) if frame.topic_first else (values, name)
    return grammar_any.sentence(frame.opening + first + frame.middle + second + frame.closing, language)
