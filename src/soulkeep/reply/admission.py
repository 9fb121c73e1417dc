"""Admitting that nothing is remembered."""

from __future__ import annotations

import zlib
from dataclasses import replace

from soulkeep.reply.bids import ADMISSION, Bid, Responder
from soulkeep.reply.fresh import fresh
from soulkeep.reply.phrases import phrases_of
from soulkeep.reply.situation import Situation


class Admission(Responder):
    """Admits that nothing is remembered: what remains where nothing else is to be said, so that no lack of memory
    becomes an invention (1: future work). Beside a language model it is the model's to say so."""

    name = ADMISSION
    what = "Admits to remember nothing of what is asked."
    sees_all = False
    waits = False

    def __init__(self, *, beside_model: bool) -> None:
        self._beside_model = beside_model

    async def bid(self, situation: Situation) -> Bid | None:
        return Bid(0.05 if self._beside_model else 0.2, "Nothing remembered bears on it.")

    def worded(self, situation: Situation, bid: Bid) -> Bid:
        return replace(bid, text=admission(situation))


def admission(situation: Situation) -> str:
    """That nothing is remembered, in the character's way."""
    ways = phrases_of(situation.persona, situation.language).nothing
    return fresh(ways, situation.lately, variant_of(situation))


def variant_of(situation: Situation) -> int:
    """A number that decides between wordings that are as good: of what was said, and when."""
    return zlib.crc32(f"{situation.said}|{situation.now.isoformat()}".encode())
