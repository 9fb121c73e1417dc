"""Narratives: chronological, every time kept, nothing added."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

import soulkeep
from soulkeep.lang.narrative import Narrated, narrate
from soulkeep.lang.quoting import in_their_words, is_quoted
from soulkeep.types.records import Hit, Memory, Recall

NOW = datetime(2023, 6, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "ko", "ja", "zh", "pl"])
def test_every_language_keeps_order_and_words(language: str) -> None:
    memories = [
        Narrated("Second.", NOW - timedelta(days=2), "anna", ""),
        Narrated("First.", NOW - timedelta(days=40), "boris", ""),
        Narrated("Also second.", NOW - timedelta(days=2) + timedelta(minutes=1), "boris", ""),
        Narrated("Written.", None, None, "The almanac"),
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


def remembered(id: str, kind: str, text: str, turns: tuple[str, ...] = (), ended: datetime | None = None) -> Hit:
    memory = Memory(
        id=id,
        kind=kind,
        text=text,
        owner="npc",
        source="lived" if kind == "turn" else "inferred",
        speaker="anna" if kind in ("turn", "fact") else None,
        time=NOW - timedelta(days=2),
        accessed=NOW,
        turns=(id,) if kind == "turn" else turns,
        ended=ended,
    )
    return Hit(memory=memory, score=1.0, similarity=0.5, coverage=0.5, retention=1.0, tokens=5, parts={})


@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "ko", "ja", "zh", "pl"])
def test_what_was_derived_is_put_into_nobodys_mouth(language: str) -> None:
    hits = (
        remembered("f", "fact", "anna lives in Busan.", ("t1",)),
        remembered("s", "summary", "Miso caught a mouse.", ("t2", "t3")),
        remembered("b", "blend", "anna has said this 3 times: Rain!", ("t4",)),
        remembered("i", "insight", "The sea matters to her.", ("t5",)),
        remembered("old", "fact", "anna is a nurse.", ("t6",), NOW - timedelta(days=1)),
    )
    text = Recall(hits=hits).narrative(language)
    assert all(hit.memory.text in text for hit in hits)
    assert "inferred" not in text
    said = narrate([Narrated("Q", NOW, "anna", "inferred")], language, NOW).partition("anna")[2].partition("Q")[0]
    assert f"anna{said}" not in text
    known, past = (narrate([Narrated("Q", NOW, None, "", True, ended)], language, NOW) for ended in (False, True))
    assert known != past
    assert text.endswith(past[past.index("2023") :].rpartition("Q")[2])


def test_what_was_derived_is_left_out_where_its_turns_are_told() -> None:
    turns = (remembered("t1", "turn", "I live in Busan."), remembered("t2", "turn", "Miso caught a mouse."))
    derived = (
        remembered("f", "fact", "anna lives in Busan.", ("t0", "t1")),
        remembered("s", "summary", "Busan, and a mouse.", ("t1", "t2")),
    )
    more = remembered("more", "summary", "A mouse, and the rain.", ("t2", "t3"))
    assert Recall(hits=(*derived, *turns), asked=NOW).narrative() == (
        "On 30 May 2023 (2 days ago): anna said: “I live in Busan.” anna said: “Miso caught a mouse.”"
    )
    assert Recall(hits=(more, *turns), asked=NOW).narrative().count("A mouse, and the rain.") == 1
    assert Recall(hits=derived, asked=NOW).narrative() == (
        "On 30 May 2023 (2 days ago): I learnt: “anna lives in Busan.” I learnt: “Busan, and a mouse.”"
    )


def test_a_recall_of_a_fact_tells_it_as_known() -> None:
    settings = soulkeep.Settings(background=False)
    with soulkeep.open(":memory:", clock=soulkeep.ManualClock(NOW), settings=settings) as keep:
        npc = keep.character("npc")
        npc.observe("I live in Busan.", person="anna")
        keep.settle(over=True)
        told = npc.recall("Where does anna live?", person="anna", kinds={"fact"}).narrative()
        assert told.endswith("I learnt: anna: “I live in Busan”")  # quoted once
        both = npc.recall("Where does anna live?", person="anna", kinds={"fact", "turn"}).narrative()
        assert "anna said: “I live in Busan.”" in both
        assert "I learnt" not in both


@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "ko", "ja", "zh", "pl"])
def test_a_fact_in_its_tellers_words_is_not_quoted_twice(language: str) -> None:
    fact = in_their_words("anna", "Q", language)
    assert is_quoted(fact)
    assert not is_quoted(f"{fact} And more.")
    assert narrate([Narrated(fact, NOW, "anna", "inferred", True)], language, NOW).endswith(
        f" {fact}"[language in ("ja", "zh") :]
    )
