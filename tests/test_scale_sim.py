"""The simulator of docs/scale.md: it agrees with theory where there is one, and the page with it."""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from soulkeep.character import relationship
from soulkeep.threads import pace

_FOLDER = Path(__file__).parent.parent / "benchmarks"


@pytest.fixture(scope="module")
def sim() -> Iterator[ModuleType]:
    if not _FOLDER.exists():
        pytest.skip("the benchmarks aren't part of the source distribution")
    sys.path.insert(0, str(_FOLDER))
    yield importlib.import_module("scale_sim")
    sys.path.remove(str(_FOLDER))


@pytest.fixture(scope="module")
def modules(sim: ModuleType) -> dict[str, ModuleType]:
    return {
        name: sys.modules[f"scale.{name}"] for name in ("activity", "measured", "minds", "pages", "queues", "study")
    }


def _simple(modules: dict[str, ModuleType], **ms: Any) -> Any:
    """Return figures of a store in which only what is given takes time."""
    measured = modules["measured"]
    times = {name: measured.constant(0.0, "a test") for name in measured.TIMES} | ms
    amounts = {name: measured.Amount("a test", 0.0, "") for name in measured.AMOUNTS}
    return measured.Measured("test", "today", "none", times, amounts)


def _exponential(modules: dict[str, ModuleType], mean: float) -> Any:
    shares = np.concatenate([np.linspace(0, 99, 400), np.linspace(99.01, 99.9999, 400)])
    shares = np.concatenate([shares, [100.0]])
    ms = -np.log1p(-np.minimum(shares, 99.99999) / 100) * mean
    return modules["measured"].Time("a test", tuple(shares.tolist()), tuple(ms.tolist()))


def _requests(modules: dict[str, ModuleType], kind: int, rate: float, number: int, seed: int = 1) -> Any:
    chance = np.random.default_rng(seed)
    times = np.cumsum(chance.exponential(1 / rate, number))
    nought = np.zeros(number, dtype=np.int32)
    return modules["queues"].Requests(
        times, times, np.full(number, kind, dtype=np.int8), nought, nought, np.zeros(number, dtype=np.bool_)
    )


@pytest.mark.parametrize("load", [0.5, 0.8])
def test_one_worker_waits_as_theory_says(modules: dict[str, ModuleType], load: float) -> None:
    """M/M/1: the time in the system is exponential with mean s / (1 - load)."""
    queues = modules["queues"]
    store = _simple(modules, observe_cpu=_exponential(modules, 10.0))
    fleet = queues.Fleet(workers=1, shards=1, threads=10_000, network=0.0)
    requests = _requests(modules, queues.OBSERVE, load * 100, 20_000)
    found = queues.serve(requests, fleet, store, np.random.default_rng(2))
    expected = 10.0 / (1 - load)
    assert found.latency.mean() * 1000 == pytest.approx(expected, rel=0.1)
    assert found.ms(queues.OBSERVE, 50.0)[0] == pytest.approx(np.log(2) * expected, rel=0.1)
    assert found.worker_busy[0] == pytest.approx(load, rel=0.05)


def test_a_shard_of_several_cores_waits_as_theory_says(modules: dict[str, ModuleType]) -> None:
    """M/M/2 at load 0.8: the mean is s / (1 - 0.8²)."""
    queues = modules["queues"]
    store = _simple(modules, observe_wait=_exponential(modules, 10.0))
    store = replace(store, amounts=store.amounts | {"observe_busy": modules["measured"].Amount("", 1.0, "share")})
    fleet = queues.Fleet(workers=1, shards=1, threads=10_000, cores=2, network=0.0)
    found = queues.serve(_requests(modules, queues.OBSERVE, 160, 20_000), fleet, store, np.random.default_rng(2))
    assert found.latency.mean() * 1000 == pytest.approx(10.0 / (1 - 0.64), rel=0.1)
    assert found.shard_busy[0] == pytest.approx(0.8, rel=0.05)


def test_threads_that_wait_for_the_store_hold_up_others(modules: dict[str, ModuleType]) -> None:
    queues = modules["queues"]
    store = _simple(modules, observe_wait=modules["measured"].constant(10.0, "a test"))
    requests = _requests(modules, queues.OBSERVE, 300, 3_000)
    few, many = (
        queues.serve(
            requests,
            queues.Fleet(workers=1, shards=1, threads=threads, network=0.0),
            store,
            np.random.default_rng(2),
        )
        for threads in (4, 100)
    )
    assert many.latency.max() == pytest.approx(0.01)
    assert few.latency.mean() > 1.2 * many.latency.mean()


def _drawn(modules: dict[str, ModuleType], sim: ModuleType, seed: int = 3, **more: Any) -> tuple[Any, Any]:
    queues, store = modules["queues"], sim.read(sim.MEASURED)["postgresql"]
    fleet, chance = queues.Fleet(workers=3, shards=2), np.random.default_rng(seed)
    requests = queues.draw_requests(60, 20, fleet, chance, cold=(0.2, 0.3), **more)
    return requests, queues.serve(requests, fleet, store, chance, trouble=more.get("trouble"))


def test_what_comes_is_answered(modules: dict[str, ModuleType], sim: ModuleType) -> None:
    requests, found = _drawn(modules, sim)
    queues = modules["queues"]
    assert found.answered.min() > 0
    assert (found.answered >= requests.times).all()
    counts = np.bincount(requests.kinds, minlength=3)
    assert counts[queues.OBSERVE] == counts[queues.BACKGROUND] == 2 * counts[queues.RECALL]
    assert counts[queues.RECALL] == pytest.approx(60 * 20, rel=0.1)
    assert found.loads == pytest.approx(0.5 * counts[queues.RECALL], rel=0.15)


def test_a_seed_gives_the_same(modules: dict[str, ModuleType], sim: ModuleType) -> None:
    (_, one), (_, same), (_, other) = (_drawn(modules, sim, seed) for seed in (3, 3, 4))
    assert np.array_equal(one.latency, same.latency)
    assert not np.array_equal(one.latency[:100], other.latency[:100])


def test_a_dead_worker_gets_nothing_and_its_tenants_wait(modules: dict[str, ModuleType], sim: ModuleType) -> None:
    trouble = modules["queues"].Trouble(begins=10, ends=20, dead=frozenset({1}), noticed=2)
    requests, found = _drawn(modules, sim, trouble=trouble)
    late = (requests.due >= 10) & (requests.kinds == modules["queues"].RECALL)
    assert set(requests.workers[late]) == {0, 2}
    assert found.latency[late & (requests.due < 11)].max() > 1
    assert requests.cold[late].mean() > requests.cold[~late & (requests.kinds == 0)].mean()


def test_a_shard_that_is_stopped_answers_afterwards(modules: dict[str, ModuleType], sim: ModuleType) -> None:
    queues, store = modules["queues"], sim.read(sim.MEASURED)["postgresql"]
    fleet, chance = queues.Fleet(workers=3, shards=2, threads=1_000), np.random.default_rng(3)
    requests = queues.draw_requests(60, 20, fleet, chance)
    found = queues.serve(
        requests, fleet, store, chance, trouble=queues.Trouble(begins=5, ends=9, stopped=frozenset({0}))
    )
    asked = (requests.kinds != queues.BACKGROUND) & (requests.due > 5) & (requests.due < 8)
    assert found.answered[asked & (requests.shards == 0)].min() >= 9
    assert np.median(found.latency[asked & (requests.shards == 1)]) < 1


@pytest.fixture(scope="module")
def turns(modules: dict[str, ModuleType]) -> Any:
    activity = modules["activity"]
    return activity.draw_turns(activity.Activity(), 5_000, 2, np.random.default_rng(5))


def _cold(modules: dict[str, ModuleType], turns: Any, megabytes: float, **routing: bool) -> tuple[float, float]:
    minds = modules["minds"]
    reads = minds.read_through(
        turns,
        workers=4,
        budget=megabytes * 1e6,
        set_bytes=1_400,
        routing=minds.Routing(**routing),
        chance=np.random.default_rng(6),
    )
    return reads.cold(1)  # type: ignore[no-any-return]


def test_people_are_as_active_as_assumed(modules: dict[str, ModuleType], turns: Any) -> None:
    activity = modules["activity"].Activity()
    assert len(turns) / turns.days / 5_000 == pytest.approx(activity.turns_per_day, rel=0.15)
    assert turns.memories.mean() == pytest.approx(activity.memories)
    talked = np.unique(turns.tenants[turns.times >= modules["activity"].DAY])
    assert len(talked) / 5_000 == pytest.approx(activity.active, rel=0.15)
    assert (np.diff(turns.times) >= 0).all()
    assert turns.per_second(1).max() > 1.3 * turns.per_second(1).mean()


def test_more_memory_loads_less(modules: dict[str, ModuleType], turns: Any) -> None:
    shares = [_cold(modules, turns, megabytes, own_work=True)[0] for megabytes in (20, 60, 200, 2_000)]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] > 2 * shares[-1]


def test_with_room_for_all_a_tenant_is_loaded_once(modules: dict[str, ModuleType], turns: Any) -> None:
    minds = modules["minds"]
    reads = minds.read_through(
        turns,
        workers=4,
        budget=1e12,
        set_bytes=1_400,
        routing=minds.Routing(own_work=True),
        chance=np.random.default_rng(6),
    )
    assert reads.recall.sum() == len(np.unique(turns.tenants)) == reads.held
    assert not reads.background.any()


def test_affinity_and_own_work_load_less(modules: dict[str, ModuleType], turns: Any) -> None:
    own = sum(_cold(modules, turns, 100, affinity=True, own_work=True))
    anybody = sum(_cold(modules, turns, 100, affinity=True, own_work=False))
    nobody = sum(_cold(modules, turns, 100, affinity=False, own_work=False))
    assert own < 0.5 * anybody
    assert anybody < nobody


def test_rendezvous_hashing_is_even_and_moves_only_what_it_must(modules: dict[str, ModuleType]) -> None:
    rendezvous = modules["minds"].rendezvous
    ten, nine = rendezvous(50_000, 10), rendezvous(50_000, 9)
    assert np.bincount(ten).max() < 1.1 * 5_000
    assert np.array_equal(ten[ten != 9], nine[ten != 9])
    assert np.array_equal(rendezvous(50_000, 10, place=1)[ten == 9], nine[ten == 9])


def test_background_work_rests_as_the_library_does(modules: dict[str, ModuleType]) -> None:
    queues = modules["queues"]
    assert pytest.approx(1 / pace._SHARE - 1) == queues.REST
    assert relationship.QUIET == queues.QUIET


def test_measured_figures_survive_being_written(
    modules: dict[str, ModuleType], sim: ModuleType, tmp_path: Path
) -> None:
    measured = modules["measured"]
    for store in sim.read(sim.MEASURED).values():
        measured.write(tmp_path / "measured.json", store)
    assert (tmp_path / "measured.json").read_text(encoding="utf-8") == sim.MEASURED.read_text(encoding="utf-8")


def test_a_file_that_lacks_a_figure_is_told_of(modules: dict[str, ModuleType], sim: ModuleType, tmp_path: Path) -> None:
    kept = json.loads(sim.MEASURED.read_text(encoding="utf-8"))
    del kept["stores"]["sqlite"]["times"]["recall_cpu"]
    (tmp_path / "measured.json").write_text(json.dumps(kept))
    with pytest.raises(SystemExit, match="sqlite lacks 'recall_cpu'"):
        modules["measured"].read(tmp_path / "measured.json")


def test_the_page_and_its_plots_are_what_was_measured_and_simulated(
    sim: ModuleType, modules: dict[str, ModuleType]
) -> None:
    """Else: python benchmarks/scale_sim.py --write-docs"""
    found = json.loads(sim.FOUND.read_text(encoding="utf-8"))
    assert found["measured"] == sim.digest(sim.MEASURED)
    plan = modules["study"].Plan()
    assert found["plan"] == json.loads(json.dumps(modules["study"].asdict(plan)))
    page = (sim.DOCS / sim.PAGE).read_text(encoding="utf-8")
    for name, text in sim.documents(plan, sim.MEASURED, found, page).items():
        assert (sim.DOCS / name).read_text(encoding="utf-8") == text, name


def test_what_was_simulated_can_be_simulated_again(sim: ModuleType, modules: dict[str, ModuleType]) -> None:
    study = modules["study"]
    kept = json.loads(sim.FOUND.read_text(encoding="utf-8"))
    plan, effort = study.Plan(), replace(study.Effort(), **{name: kept["effort"][name] for name in ("hour",)})
    row = min(kept["day"], key=lambda row: row["turns"])
    store = sim.read(sim.MEASURED)["postgresql"].loading(kept["active_memories"])
    again = study.an_hour(plan, effort, store, row["hour"], row["turns"], _pair(row), kept["fleet"]["workers"])
    assert again == pytest.approx(row, rel=0.05)  # other processors round otherwise


def _pair(row: dict[str, float]) -> tuple[float, float]:
    return row["cold_recalls"], row["cold_background"]


def test_a_page_without_its_parts_is_told_of(modules: dict[str, ModuleType]) -> None:
    assert modules["pages"].fill("<!-- generated: a -->\nold\n<!-- end -->", {"a": "new"}).split("\n")[2] == "new"
    with pytest.raises(SystemExit, match="parts"):
        modules["pages"].fill("nothing", {"a": "new"})
