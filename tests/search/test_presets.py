"""The papers' scores, each with its paper's example."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import soulkeep
from soulkeep.search.presets import MIMIR_PENALTY, SEOUL_HITS
from soulkeep.stores.rows import PartitionKey
from soulkeep.stores.sqlite.store import SqliteStore

START = datetime(2026, 1, 1, tzinfo=UTC)
NOW = START + timedelta(days=10)


@pytest.fixture
def npc() -> Iterator[soulkeep.Character]:
    with soulkeep.open(":memory:", clock=soulkeep.ManualClock(NOW)) as keep:
        yield keep.character("npc")


@pytest.mark.parametrize("preset", ["soulkeep", "landwehr", "seoul", "mimir", "requery"])
def test_parts_sum_to_the_score_and_k_is_honoured(npc: soulkeep.Character, preset: str) -> None:
    for i in range(40):
        npc.observe(f"On day {i} Miso the cat slept {i} hours.", time=START + timedelta(hours=i), importance=1 + i % 10)
    recall = npc.recall("How long did Miso sleep?", preset=preset, k=17)
    assert len(recall.hits) == 17
    for hit in recall.hits:
        assert sum(hit.parts.values()) == pytest.approx(hit.score, abs=1e-5)
    assert [hit.score for hit in recall.hits] == sorted((hit.score for hit in recall.hits), reverse=True)


def test_mimir_a_loss_rises_when_somebody_offers_yogurt(npc: soulkeep.Character) -> None:
    npc.observe("We had frozen yogurt at the pier.", time=NOW, importance=1, id="yogurt")
    npc.observe("My mother died last night.", time=NOW, importance=10, id="loss")
    npc.observe("The bus was late.", time=NOW, importance=1, id="bus")
    hits = npc.recall("Would you like to go out for yogurt?", preset="mimir").hits
    assert [hit.memory.id for hit in hits] == ["yogurt", "loss", "bus"]
    settings = soulkeep.Settings(importance_weight=1.0)
    assert hits[1].parts["importance"] == pytest.approx(soulkeep.Settings().importance_weight)
    with soulkeep.open(":memory:", settings=settings, clock=soulkeep.ManualClock(NOW)) as keep:
        other = keep.character("npc")
        other.observe("We had frozen yogurt at the pier.", time=NOW, importance=1)
        other.observe("My mother died last night.", time=NOW, importance=10)
        best = other.recall("Would you like to go out for yogurt?", preset="mimir").hits[0]
        assert best.memory.importance == 10
        assert best.parts["importance"] == pytest.approx(1.0)  # log10(10), times its weight


def test_mimir_the_oldest_loses_thirty_percent(npc: soulkeep.Character) -> None:
    for id, time in (("old", START), ("middle", START + timedelta(days=5)), ("new", NOW)):
        npc.observe("I saw a red kite over the harbour.", time=time, id=id)
    npc.observe("It rained.", time=NOW)
    hits = {hit.memory.id: hit for hit in npc.recall("red kite harbour", preset="mimir").hits}
    base = {id: hit.parts["meaning"] + hit.parts["words"] for id, hit in hits.items()}
    assert hits["new"].parts["age"] == pytest.approx(0, abs=1e-6)
    assert hits["old"].parts["age"] == pytest.approx(-MIMIR_PENALTY * base["old"], rel=1e-4)
    assert hits["old"].parts["age"] < hits["middle"].parts["age"] < hits["new"].parts["age"]


def test_mimir_what_color_was_the_house_you_saw_on_the_drive_to_dallas(npc: soulkeep.Character) -> None:
    npc.observe("The house is Red. I found it driving to dallas.", id="house", time=NOW)
    npc.observe("Houston has many parks.", time=NOW)
    npc.observe("I drove the cattle home.", time=NOW)
    hit = npc.recall("What color was the House you saw on the drive to Dallas?", preset="mimir").hits[0]
    assert hit.memory.id == "house"
    assert hit.parts["words"] == pytest.approx(0.5)
    assert hit.coverage > 0.4  # house, driving for drive, dallas with its full stop


def test_seoul_recency_runs_from_seven_tenths_to_one_by_storing_order(npc: soulkeep.Character) -> None:
    times = [NOW, START, START + timedelta(days=3)]  # the order of storing counts, not the dates
    for i, time in enumerate(times):
        npc.observe("우리 같이 축구 하자.", time=time, id=f"{i}", importance=5)
    hits = {hit.memory.id: hit for hit in npc.recall("축구", preset="seoul").hits}
    assert [round(hits[id].parts["recency"], 3) for id in "012"] == [0.7, 0.85, 1.0]
    assert hits["0"].parts["importance"] == pytest.approx(0.5)
    assert set(hits["0"].parts) == {"importance", "recency", "meaning"}


def test_seoul_brings_thirty(npc: soulkeep.Character) -> None:
    npc.observe_many([soulkeep.Turn(f"line {i}") for i in range(50)])
    assert len(npc.recall("line", preset="seoul").hits) == SEOUL_HITS == 30
    assert len(npc.recall("line", preset="seoul", k=5).hits) == 5
    assert len(npc.recall("line").hits) == soulkeep.Settings().k


def test_landwehr_the_forgotten_fall(npc: soulkeep.Character) -> None:
    npc.observe("My aunt has a parrot.", time=START - timedelta(days=400), id="old")
    npc.observe("My aunt has a parrot.", time=NOW, id="new")
    first, second = npc.recall("aunt parrot", preset="landwehr").hits
    assert (first.memory.id, second.memory.id) == ("new", "old")
    assert second.score == pytest.approx(second.similarity * second.retention, rel=1e-4)


def test_requery_finds_by_way_of_a_hit(npc: soulkeep.Character) -> None:
    npc.observe("Grandpa kept bees behind the mill.", id="bees")
    npc.observe("The mill burnt down in the summer storm.", id="fire")
    npc.observe("I changed the tyres of the car.", id="car")
    hits = {hit.memory.id: hit for hit in npc.recall("grandpa bees", preset="requery").hits}
    assert hits["fire"].parts["tangent"] > 0
    assert hits["fire"].score > hits["car"].score
    assert hits["bees"].parts["tangent"] == 0


def test_a_preset_for_all_recalls_and_for_one() -> None:
    with soulkeep.open(":memory:", settings=soulkeep.Settings(preset="mimir")) as keep:
        npc = keep.character("npc")
        npc.observe("My aunt has a parrot.")
        assert "age" in npc.recall("parrot").hits[0].parts
        assert "age" not in npc.recall("parrot", preset="soulkeep").hits[0].parts
        with pytest.raises(soulkeep.InputError, match="landwehr"):
            npc.recall("parrot", preset="mimmir")


def test_seoul_with_a_relationship_whose_memories_were_all_deleted(tmp_path: Path) -> None:
    with soulkeep.open(tmp_path / "keep.db") as keep:
        npc = keep.character("npc")
        npc.observe("hello there", person="anna", id="x")
        npc.observe("world knowledge here")
    store = SqliteStore(tmp_path / "keep.db")
    place = store.find(PartitionKey("npc", "anna"), "x")
    assert place is not None
    store.delete(place.partition, [place.seq], at=0.0)
    store.close()
    with soulkeep.open(tmp_path / "keep.db") as keep:
        for preset in ("seoul", "soulkeep", "mimir", "landwehr", "requery"):
            hits = keep.character("npc").recall("hello", person="anna", preset=preset).hits
            assert [hit.memory.text for hit in hits] == ["world knowledge here"]
