"""The responder that admits that nothing is remembered."""

from __future__ import annotations

import zlib
from dataclasses import replace

from soulkeep.reply.bids import ADMISSION, Bid, RuleResponder
from soulkeep.reply.fresh import fresh
from soulkeep.reply.phrases import phrases_of
from soulkeep.reply.situation import Situation


class Admission(RuleResponder):
    """The responder of last resort, which admits that nothing is remembered, so that no lack of memory becomes an
    invention (1: future work). If there is a language model, that usually says so instead."""

    name = ADMISSION
    what = "Admits to remember nothing of what is asked."

    async def bid(self, situation: Situation) -> Bid | None:
        return Bid(0.05 if self._beside_model else 0.2, "Nothing remembered bears on it.")

    def worded(self, situation: Situation, bid: Bid) -> Bid:
        return replace(bid, text=admission(situation))


def admission(situation: Situation) -> str:
    """Return a wording that admits that nothing is remembered, or known, in the character's manner."""
    return fresh(ways_to_admit(situation), situation.lately, variant_of(situation))


def ways_to_admit(situation: Situation) -> tuple[str, ...]:
    """Return the ways to admit that there is no answer: "I don't know" to a question of the world, which a character
    that knows RDF is asked, "I don't remember" to one of the shared past."""
    said, language, persona = situation.said, situation.language, situation.persona
    words = phrases_of(persona, language)
    understanding = situation.understanding
    if understanding is None or understanding.past is not None or not words.unknown:
        return words.nothing
    from soulkeep.graph.words.politeness_ko import is_polite  # who understands by RDF has that part

    if language == "ko" and persona.address is None and is_polite(said):
        words = phrases_of(replace(persona, address="polite"), language)
    return words.unknown


def variant_of(situation: Situation) -> int:
    """Return a number that selects among equally good wordings; it depends on the message and the time."""
    return zlib.crc32(f"{situation.said}|{situation.now.isoformat()}".encode())
