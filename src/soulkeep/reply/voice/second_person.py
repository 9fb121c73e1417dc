"""Telling a person what is known of them, in the words in which they told it."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from itertools import product

from soulkeep.lang.asked_facts import asked_fact
from soulkeep.lang.language import detect
from soulkeep.lang.quoting import quoted
from soulkeep.lang.selfhood import asks_about_oneself
from soulkeep.lang.statements import statements
from soulkeep.reply.fresh import fresh
from soulkeep.reply.persona import Persona
from soulkeep.reply.phrases import phrases_of, worded

_MOST = 5
"""Number of facts in one answer, at most."""


def told_to_face(
    said: str,
    facts: Sequence[str],
    persona: Persona | None,
    person: str | None,
    *,
    language: str,
    lately: Sequence[str] = (),
) -> str | None:
    """Answer what the person's name is, or what is known of them.

    Args:
        said: what the person just said.
        facts: what is known of the person, worded by `lang.quoting.in_their_words`, the most important first; five are
            told.
        persona: who the character is; decides how it speaks.
        person: the name that the facts use for the person.
        language: language to speak in, ISO 639-1.
        lately: the character's own last texts.

    Returns:
        The answer; None where something else is asked, or the facts don't tell.
    """
    if not person or not facts:
        return None
    variant = zlib.crc32(said.encode())
    wordings = phrases_of(persona, language)
    if asked_fact(said, language) == "name":
        name = next(filter(None, map(_name, facts)), None)
        return None if name is None else fresh([worded(way, name=name) for way in wordings.you_are], lately, variant)
    if not asks_about_oneself(said, language):
        return None
    lines = [_plain(fact, person, language) for fact in facts[:_MOST]]
    listed = ("" if language in ("ja", "zh") else " ").join(dict.fromkeys(lines))
    return fresh([f"{lead}{after}" for lead, after in product(wordings.of_you, [listed])], lately, variant)


def _name(fact: str) -> str | None:
    """Return the name that people gave themselves, if that is what a fact tells; else None."""
    words = fact.partition(": ")[2].strip("“”„«»「」 \xa0")
    return next((one.value for one in statements(words, detect(words)) if one.relation == "name"), None)


def _plain(fact: str, person: str, language: str) -> str:
    """Return a fact without the name of the person it is told to; in quotation marks, if it has another's."""
    before = f"{person}: "
    return fact.removeprefix(before) if fact.startswith(before) else quoted(fact, language)
