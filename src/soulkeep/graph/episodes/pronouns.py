"""Names of what was spoken of before, as a talk goes on: "Where was he born?" – "He was born in Montrave."."""

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
"""A pronoun of a question, what is said instead of the name as the subject and as the owner, and whether of people."""


def with_pronoun(text: str, name: str, asked: str, language: str, *, person: bool) -> str | None:
    """A sentence that begins with a name, with the pronoun instead by which a question spoke of it.

    Args:
        text: the sentence.
        name: as it stands in it.
        asked: the question, which leaves the name out.
        language: ISO 639-1.
        person: whether the name is somebody's.

    Returns:
        The sentence; None where no pronoun fits, and what was asked for is better answered alone.
    """
    if language not in (*_PRONOUNS, "ko"):
        return text
    if not text.casefold().startswith(name.casefold()):
        return None
    rest = text[len(name) :]
    if language == "ko":  # what is spoken of isn't named again
        topic = re.match(r"(?:은|는|이|가|의) ", rest)
        return rest[topic.end() :] if topic else None
    for pronoun, subject, owner, of_people in _PRONOUNS[language]:
        if of_people == person and pronoun.search(asked):
            if owner and (owned := re.match(r"['’]s? ", rest)):
                return f"{owner} {rest[owned.end() :]}"
            return subject + rest if rest.startswith(" ") else None
    return None
