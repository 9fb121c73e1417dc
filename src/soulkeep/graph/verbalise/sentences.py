"""Whole sentences made from subject, predicate and object (section 4 of Sieber and Krenn, 2010).

Statements about one topic stand together; in English, a thing with statements of its own gets a relative clause.
Predicates are worded by patterns from the lexicon, or by their names. English and Korean have grammars of their own;
other languages have a plain form that is correct everywhere: "Charlie Parker: Genre: Jazz, Bebop."
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from soulkeep.graph.verbalise.english import english
from soulkeep.graph.verbalise.korean import korean
from soulkeep.graph.verbalise.statement_groups import TYPE, GraphStatement, Group, grouped
from soulkeep.graph.words import grammar_any
from soulkeep.graph.words.frames import frame_of
from soulkeep.graph.words.grammar_de import dative, german_article
from soulkeep.graph.words.grammar_en import indefinite, plural
from soulkeep.graph.words.spoken import TermNames, listed, listed_words, primary, spoken

__all__ = ["GraphStatement", "TermNames", "indefinite", "listed", "plural", "spoken", "verbalise"]


_IN_YEAR = re.compile(r"\bam (?=\d{4}(?!\S))")
"""The German preposition "am", which stands before a day but not before a bare year: "wurde 1973 geboren"."""


_SEVERAL = {
    "gehört": "gehören", "gehörte": "gehörten", "befindet": "befinden", "liegt": "liegen", "spielt": "spielen",
    "ist": "sind", "war": "waren", "wird": "werden", "wurde": "wurden", "hat": "haben", "arbeitet": "arbeiten",
    "lebt": "leben", "wohnt": "wohnen", "stammt": "stammen", "kommt": "kommen", "steht": "stehen", "starb": "starben",
    "besitzt": "besitzen", "leitet": "leiten", "gibt": "gibt", "schrieb": "schrieben", "gewann": "gewannen",
}  # fmt: skip
"""German verbs of patterns, with their plurals."""

_VERB = re.compile(rf" ({'|'.join(_SEVERAL)})(?!\w)")
_TURNED = re.compile(r"(?:Zu|In|Bei|Für|An|Auf|Von|Aus)\b")
"""A pattern that begins with an adverbial phrase, so that the subject follows the verb."""


def verbalise(
    statements: Sequence[GraphStatement], lexicon: TermNames, language: str, *, about: str | None = None, most: int = 8
) -> str:
    """Return statements as one or more whole sentences; "" if there is nothing to say.

    Args:
        statements: what to tell; repeated statements are told once, empty literals are left out.
        lexicon: names of terms.
        language: ISO 639-1.
        about: the resource to begin with. Statements of which it is only the object are told about it, too: "Billy Joel
            recorded Piano Man and The Stranger."
        most: most values of a list that are named, at least 1; the others are counted.
    """
    if most < 1:
        raise ValueError(f"most must be at least 1: {most}")
    language = primary(language)
    if language == "en":
        return english(grouped(statements, about), lexicon, most)
    if language == "ko":
        return korean(grouped(statements, about), lexicon, most)
    return _plainly(grouped(statements, about), lexicon, language, most)


def _plainly(groups: Mapping[str, Sequence[Group]], lexicon: TermNames, language: str, most: int) -> str:
    """Return sentences by patterns, else plain lists of topic, property and values."""
    sentences: list[str] = []
    for topic, groups_of_topic in groups.items():
        name = spoken(topic, lexicon, language) or grammar_any.something(language)
        properties: list[str] = []
        for group in groups_of_topic:
            words = [text for term in group.values if (text := lexicon.value(term, group.predicate, language))]
            if not words:
                continue
            sentence = _by_pattern(group, name, words, lexicon, language, most) if group.holds else None
            if sentence:
                sentences.append(sentence)
                continue
            owner, shown = (words, [name]) if group.inverse else ([name], words)
            values = grammar_any.bare_list(shown[:most], max(len(shown) - most, 0), language)
            values = values if group.holds else grammar_any.denied(values, language)
            if kind := _of_class(group, name, words, language):
                sentences.append(kind)
                continue
            noun = [] if group.predicate == TYPE else [" ".join(lexicon.noun(group.predicate, language).split())]
            said = grammar_any.labelled([*filter(None, noun), values], language)
            if group.inverse:
                owners = grammar_any.bare_list(owner[:most], max(len(owner) - most, 0), language)
                sentences.append(grammar_any.sentence(grammar_any.labelled([owners, said], language), language))
            else:
                properties.append(said)
        if properties:
            mark = "；" if language in ("ja", "zh") else "; "
            sentences.append(
                grammar_any.sentence(grammar_any.labelled([name, mark.join(properties)], language), language)
            )
    return ("" if language in ("ja", "zh") else " ").join(sentences)


def _of_class(group: Group, name: str, words: Sequence[str], language: str) -> str | None:
    """Return a sentence with a thing's class; None where the article isn't certain."""
    if group.predicate != TYPE or group.inverse or not group.holds:
        return None
    if language != "de" or len(words) != 1 or (article := german_article(words[0])) is None:
        return None
    return grammar_any.sentence(f"{name} ist {article} {words[0]}", language)


def _by_pattern(
    group: Group, name: str, words: Sequence[str], lexicon: TermNames, language: str, most: int
) -> str | None:
    frame = frame_of(group, lexicon, language)
    if frame is None:
        return None
    values = listed_words(words, language, most=most)
    first, second = (name, values) if frame.topic_first else (values, name)
    middle = frame.middle
    if (
        language == "de"
        and len(words) > 1
        and (_TURNED.match(frame.opening) or not (frame.topic_first or frame.opening))
    ):
        middle = _VERB.sub(lambda verb: f" {_SEVERAL[verb[1]]}", middle, count=1)
    text = frame.opening + first + middle + second + frame.closing
    if language == "de":
        text = dative(_IN_YEAR.sub("", text))
    return grammar_any.sentence(text, language)
