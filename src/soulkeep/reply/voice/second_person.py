"""What is known of a person, told to their face, in the words that they told it in."""

# ruff: noqa: E501 - tables of words

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product

from soulkeep.lang.asked_facts import asked_fact
from soulkeep.lang.language import detect
from soulkeep.lang.quoting import quoted
from soulkeep.lang.statements import statements
from soulkeep.reply.voice.fresh import fresh
from soulkeep.reply.voice.persona import Persona
from soulkeep.reply.voice.phrases import phrases_of, worded

_MOST = 5
"""Facts of one answer."""

_ABOUT_ME: Mapping[str, str] = {
    "en": r"\bwhat (?:(?:all )?do|can|else do) you (?:already |really |actually |still )?(?:know|remember|tell me)(?: about| of) me(?:$| so far| by now)|\bdo you (?:know|remember) (?:anything|something|me\b(?! \w))|\btell me (?:what you know |everything you know |something |what you remember )?about (?:me|myself)\b|\bwhat (?:have|did) (?:you (?:learn(?:ed|t)?|remember)|i (?:tell|told) you) about (?:me|myself)\b",
    "de": r"\bwas (?:alles )?(?:weißt|wissen) (?:du|sie)(?: \w+){0,2} über mich\b|\b(?:kennst du|kennen sie) mich\b|\b(?:erinnerst du dich|erinnern sie sich)(?: noch)? an mich\b|\berzähl\w*(?: sie)? mir(?: etwas| was| alles)? über mich\b",
    "fr": r"\b(?:que|qu'est-ce que) (?:sais-tu|tu sais|savez-vous|vous savez) (?:de|sur) moi\b|\btu sais quoi (?:de|sur) moi\b|\b(?:tu te souviens|te souviens-tu|vous souvenez-vous|vous vous souvenez) de moi\b|\b(?:parle|parlez)-moi de moi\b",
    "es": r"\bqué (?:más )?(?:sabes|sabe|recuerdas|recuerda)(?: usted)? (?:de|sobre|acerca de) mí|\b(?:te acuerdas|se acuerda) de mí|\b(?:háblame|cuéntame) de mí",
    "ko": r"(?:나|저)에 ?(?:대해|관해)서? ?(?:뭘|뭐|무엇을?|아는|알고|얼마나|어떤|기억|말해|얘기해)|(?:나|저)를? (?:기억해|기억하|기억나|알아|아니|아세요)",
    "ja": r"(?:私|僕|俺|わたし)(?:について|に関して|のこと)[、はをで]*(?:何|どんな|どれ|知って|覚えて|教えて|話して)",
    "zh": r"[你您](?:都)?(?:知道|了解|记得)(?:关于)?我(?:的)?(?:什么|哪些|多少|吗|的事)|关于我.{0,6}(?:知道|记得|了解)|[你您]还?(?:记得|认识)我吗",
}  # fmt: skip


def told_to_face(
    said: str, facts: Sequence[str], persona: Persona | None, person: str | None, *, language: str, lately: Sequence[str] = ()
) -> str | None:  # fmt: skip
    """Answer what the person's name is, or what is known of them.

    Args:
        said: what the person just said.
        facts: what is known of them, as `lang.quoting.in_their_words` tells it, the most important first; five are told.
        persona: who the character is; decides how it speaks.
        person: whom the facts name.
        language: to speak in, ISO 639-1.
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
    told = [_plain(fact, person, language) for fact in facts[:_MOST]]
    listed = ("" if language in ("ja", "zh") else " ").join(dict.fromkeys(told))
    return fresh([f"{lead}{after}" for lead, after in product(wordings.of_you, [listed])], lately, variant)


def asks_about_oneself(text: str, language: str) -> bool:
    """Whether somebody asks what is known of them: "What do you know about me?"."""
    pattern = _pattern(language)
    return pattern is not None and pattern.search(text.lower().replace("’", "'").rstrip(" ?？!.。")) is not None


@lru_cache(maxsize=16)
def _pattern(language: str) -> re.Pattern[str] | None:
    return re.compile(_ABOUT_ME[language]) if language in _ABOUT_ME else None


def _name(fact: str) -> str | None:
    """The name that somebody gave themselves, if that is what a fact tells."""
    words = fact.partition(": ")[2].strip("“”„«»「」 \xa0")
    return next((one.value for one in statements(words, detect(words)) if one.relation == "name"), None)


def _plain(fact: str, person: str, language: str) -> str:
    """A fact without the name of the one it is told to; in quotation marks."""
    before = f"{person}: "
    return fact.removeprefix(before) if fact.startswith(before) else quoted(fact, language)
