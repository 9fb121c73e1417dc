"""Questions for what a thing does: "What does the salve do?" asks for its effect."""

from __future__ import annotations

from soulkeep.lang.pack import pattern, wording


def effect_asked(text: str, language: str) -> tuple[int, str] | None:
    """Return the place of the verb in a question for what something does, and what that is called; None for others.

    Args:
        text: the question.
        language: ISO 639-1; languages without such a pattern have none.
    """
    doing = pattern("qualifiers", "doing", language)
    asked = None if doing is None else doing.search(text.casefold())
    if asked is None or asked.lastindex is None:
        return None
    return asked.start(asked.lastindex), str(wording("qualifiers", "effect", language))
