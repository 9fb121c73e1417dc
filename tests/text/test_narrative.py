"""Narratives: chronological, every time kept, nothing added."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

import soulkeep
from soulkeep.text.narrative import Told, narrate

NOW = datetime(2023, 6, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "ko", "ja", "zh", "pl"])
def test_every_language_keeps_order_and_words(language: str) -> None:
    memories = [
        Told("Second.", NOW - timedelta(days=2), "anna", ""),
        Told("First.", NOW - timedelta(days=40), "boris", ""),
        Told("Also second.", NOW - timedelta(days=2) + timedelta(minutes=1), "boris", ""),
        Told("Written.", None, None, "The almanac"),
    ]
    text = narrate(memories, language, NOW)
    at = [text.index(told.text) for told in (memories[3], memories[1], memories[0], memories[2])]
    assert at == sorted(at)
    assert "The almanac" in text
    assert len(text.split("\n\n")) == 3
    assert "2023" in text


def test_a_recall_tells_itself() -> None:
    with soulkeep.open(":memory:", clock=soulkeep.ManualClock(NOW)) as keep:
        npc = keep.character("npc")
        npc.observe("I adopted a cat called Miso.", person="anna", time=NOW - timedelta(days=24))
        npc.observe("Miso caught a mouse.", person="anna", time=NOW - timedelta(days=1))
        assert npc.recall("Miso", person="anna").narrative() == (
            "On 8 May 2023 (3 weeks ago): anna said: “I adopted a cat called Miso.”\n\n"
            "On 31 May 2023 (yesterday): anna said: “Miso caught a mouse.”"
        )
        assert "2023년 5월 8일" in npc.recall("Miso", person="anna").narrative("ko")
        assert npc.recall("Miso", person="boris").narrative() == ""
