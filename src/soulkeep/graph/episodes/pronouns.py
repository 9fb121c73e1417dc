"""Pronouns in place of names mentioned before: "Where was he born?" – "He was born in Montrave."."""

from __future__ import annotations

import re
from functools import lru_cache

from soulkeep.lang.pack import subject


@lru_cache(maxsize=16)
def _pronouns(language: str) -> tuple[tuple[re.Pattern[str], str, str, bool], ...]:
    """Return a question's pronouns, those of the answer as subject and as owner, and whether they are for people."""
    said = subject("joining", language).get("pronouns", ())
    return tuple((re.compile(asked, re.IGNORECASE), begins, owner, people) for asked, begins, owner, people in said)


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
    pronouns = _pronouns(language)
    if not pronouns and language != "ko":
        return text
    if not text.casefold().startswith(name.casefold()):
        return None
    rest = text[len(name) :]
    if language == "ko":  # Korean leaves out a known topic
        topic = re.match(r"(?:의 (?:[가-힣]+ )?[가-힣]+[은는]|은|는|이|가|의) ", rest)
        return rest[topic.end() :] if topic else None
    for pronoun, begins, owner, of_people in pronouns:
        if of_people == person and pronoun.search(asked):
            if owner and (owned := re.match(r"['’]s? ", rest)):
                return f"{owner} {rest[owned.end() :]}"
            return begins + rest if rest.startswith(" ") else None
    return None
