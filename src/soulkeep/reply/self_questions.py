"""Patterns of how people ask a character about itself, and of sentences in its description that answer.

The patterns are data: `self_talk` in the languages' packs. Questions are matched as a whole, sentences searched.
"""

from __future__ import annotations

import re
from functools import lru_cache

from soulkeep.lang.pack import filled, pattern, subject
from soulkeep.lang.people_words import OCCUPATIONS
from soulkeep.lang.selfhood import speaks_of_self

NAME, WHO, NATURE, WORK, HOME, ORIGIN, AGE = "name", "who", "nature", "work", "home", "origin", "age"
LIKES, DISLIKES, FEARS, WISHES, FAMILY = "likes", "dislikes", "fears", "wishes", "family"
MARRIED, SIBLINGS, CHILDREN, PARENTS = "married", "siblings", "children", "parents"
OF_FAMILY = (MARRIED, SIBLINGS, CHILDREN, PARENTS)
"""Topics that are part of the family, and may be asked about alone."""

CLOSING = " \t?？!！.。…~～؟"
"""Characters that a question may end with."""

_CALLING = "(?:아|야|씨|님|さん|くん|君|ちゃん|様)"
"""Pattern of what may follow a name by which somebody is called."""


def _occupations() -> str:
    return "|".join(sorted(map(re.escape, OCCUPATIONS), key=len, reverse=True))


@lru_cache(maxsize=64)
def patterns_of_topics(
    language: str, names: tuple[str, ...], together: bool = False
) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return patterns of questions to a character about itself, by topic.

    Args:
        language: ISO 639-1; the result is empty if the language has no table.
        names: what the character is called.
        together: return one pattern of all topics, which is compiled far sooner than one for each.
    """
    called = "|".join(re.escape(name.lower()) for name in names) or "(?!)"
    said = subject("self_talk", language)
    lead, tail = said.get("leads", ""), said.get("tails", "")
    lead = rf"{lead}(?:(?:{called}){_CALLING}?[,、，!！ ]+{lead})?"
    asked = {topic: filled(asking, said).replace("{names}", f"(?:{called})") for topic, asking in said.get("asked", ())}
    if together:
        asked = {"": "|".join(asked.values()) or "(?!)"}
    return tuple((topic, re.compile(rf"(?:{lead})(?P<asked>{asking})(?:{tail})")) for topic, asking in asked.items())


@lru_cache(maxsize=128)
def answering(topic: str, language: str) -> re.Pattern[str] | None:
    """Return a pattern of words by which a sentence shows that it tells of a topic; None if there is none."""
    words = dict(subject("self_talk", language).get("answers", ())).get(topic)
    return None if words is None else re.compile(words.replace("{occupations}", _occupations()), re.IGNORECASE)


def addressing(language: str) -> re.Pattern[str] | None:
    """Return a pattern of words that address the listener ("you")."""
    return pattern("self_talk", "you", language)


def past(language: str) -> re.Pattern[str] | None:
    """Return a pattern of verb forms by which a question asks how things were."""
    return pattern("self_talk", "past", language)


def about_mind(language: str) -> re.Pattern[str] | None:
    """Return a pattern of questions about what somebody knows, thinks or noticed, or for help; not who they are."""
    return pattern("self_talk", "mind", language)


def topic_of(question: str, language: str, names: tuple[str, ...] = ()) -> str | None:
    """Return what a question asks about the one it is put to: a topic of this module, or None."""
    folded = " ".join(question.replace("’", "'").lower().strip(CLOSING + "¿¡\"'«»“”「」").split())
    [(_, any_of_them)] = patterns_of_topics(language, names, together=True)
    for topic, question_of in patterns_of_topics(language, names) if any_of_them.fullmatch(folded) else ():
        match = question_of.fullmatch(folded)
        if match is None:
            continue
        tail = folded[match.end("asked") :]
        return None if speaks_of_self(tail, language) and language not in ("ja", "zh") else topic
    return None
