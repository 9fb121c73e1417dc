"""Pronouns in place of names mentioned before: "Where was he born?" – "He was born in Montrave."."""

from __future__ import annotations

import re

_PRONOUNS = {
    "en": (
        (re.compile(r"\b(?:he|him|his)\b", re.IGNORECASE), "He", "His", True),
        (re.compile(r"\b(?:she|her|hers)\b", re.IGNORECASE), "She", "Her", True),
        (re.compile(r"\b(?:it|its)\b", re.IGNORECASE), "It", "Its", False),
    ),
    "de": (
        (re.compile(r"\b(?:er|ihn|ihm|seine?[mnrs]?)\b", re.IGNORECASE), "Er", "", True),
        (re.compile(r"\b(?:sie|ihre?[mnrs]?)\b", re.IGNORECASE), "Sie", "", True),
    ),
}  # fmt: skip
"""A question's pronouns, those of the answer as subject and as owner, and whether they are for people."""


def with_pronoun(text: str, name: str, asked: str, language: str, *, person: bool) -> str | None:
    """Return a sentence with the question's pronoun in place of the name it begins with.

    Args:
        text: the sentence.
        name: the name as it stands in the sentence.
        asked: the question, which leaves out the name.
        language: ISO 639-1.
        person: whether the name is a person's.

    Returns:
        The sentence; None if no pronoun fits, so that the values are better given alone.
    """
    if language not in (*_PRONOUNS, "ko"):
        return text
    if not text.casefold().startswith(name.casefold()):
        return None
    rest = text[len(name) :]
    if language == "ko":  # Korean leaves out a known topic
        topic = re.match(r"(?:은|는|이|가|의) ", rest)
        return rest[topic.end() :] if topic else None
    for pronoun, subject, owner, of_people in _PRONOUNS[language]:
        if of_people == person and pronoun.search(asked):
            if owner and (owned := re.match(r"['’]s? ", rest)):
                return f"{owner} {rest[owned.end() :]}"
            return subject + rest if rest.startswith(" ") else None
    return None
