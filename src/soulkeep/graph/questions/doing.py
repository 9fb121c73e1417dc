"""Questions for what a thing does or says: "What does the salve do?" asks for its effect, of a letter for its text."""

from __future__ import annotations

from soulkeep.lang.pack import pattern, wording

_KINDS = (("doing", "effect"), ("saying", "inscription"))


def effect_asked(text: str, language: str) -> tuple[int, str] | None:
    """Return the place of the verb in a question for what something does or says, and what that is called; None for
    others.

    Args:
        text: the question.
        language: ISO 639-1; languages without such patterns have none.
    """
    for verb, noun in _KINDS:
        said = pattern("qualifiers", verb, language)
        asked = None if said is None else said.search(text.casefold())
        if asked is not None and asked.lastindex is not None:
            return asked.start(asked.lastindex), str(wording("qualifiers", noun, language))
    return None
