"""The benchmark of episodes measures what it says, at tiny sizes: real understanding, real answers, a past on disk."""

from __future__ import annotations

import importlib.util
import sys
from itertools import islice
from pathlib import Path
from types import ModuleType

import pytest

import soulkeep
from soulkeep.demo import music

_SCRIPT = Path(__file__).parents[2] / "benchmarks" / "episodes.py"


@pytest.fixture(scope="module")
def benchmark() -> ModuleType:
    if not _SCRIPT.exists():
        pytest.skip("the benchmarks aren't part of the source distribution")
    spec = importlib.util.spec_from_file_location("episodes_benchmark", _SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def written(folder: Path) -> Path:
    path = folder / "music.ttl"
    path.write_bytes(music())
    return path


@pytest.fixture(scope="module")
def past(benchmark: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path, data = tmp_path_factory.mktemp("past") / "past.db", written(tmp_path_factory.mktemp("data"))
    assert benchmark.make_past(path, data, 30, benchmark.PRESENT)[0] == 30
    return Path(path)


@pytest.mark.parametrize("language", ["en", "ko"])
def test_the_questions_are_understood(benchmark: ModuleType, language: str) -> None:
    with soulkeep.open(":memory:", settings=benchmark.STILL) as keep:
        ella = keep.character("ella")
        ella.know(music(), source="music")
        names = benchmark.musicians(ella, language)
        assert len(names) == benchmark.MUSICIANS
        for wording in benchmark.ASKED[language].split("|"):
            assert ella.episodes().understand(wording.format(names[0])).triples, wording
        assert len(set(islice(benchmark.inputs(names, language), 200))) > 50


def test_a_past_holds_the_inputs_and_episodes_that_it_says(benchmark: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "past.db"
    inputs, episodes = benchmark.make_past(path, written(tmp_path), benchmark.PRESENT, 60)
    with soulkeep.open(path, settings=benchmark.STILL) as keep:
        found = list(keep.character("ella").episodes(person=benchmark.PERSON))
    assert sum(one.kind == "input" for one in found) == inputs
    assert sum(one.kind != "evaluation" or one.internal for one in found) == episodes >= 60
    assert any(act.values for one in found for act in one.acts if act.kind == "answer")


def test_inputs_are_considered_with_their_parts(benchmark: ModuleType, past: Path) -> None:
    found = benchmark.measure_inputs(past, 5)
    assert set(found) == {"whole", "up to date", "answers", "situations", "patterns"}
    assert all(0 < times["p50"] <= times["p95"] for times in found.values())


def test_a_past_is_loaded_queried_and_exported(benchmark: ModuleType, past: Path) -> None:
    found = benchmark.measure_load(past)
    assert found["trig_mb"] > 0.01
    assert found["sparql_s"] > 0


def test_replies_are_given(benchmark: ModuleType, past: Path) -> None:
    assert benchmark.measure_reply(past, 4)["p50"] > 0


def test_made_up_knowledge_is_learnt_understood_and_queried(benchmark: ModuleType, tmp_path: Path) -> None:
    data, path = tmp_path / "music.ttl", tmp_path / "keep.db"
    benchmark.write_music(data, 3000)
    assert 2500 < benchmark.measure_knowing(data, path)["triples"] < 5000
    assert benchmark.measure_using(path, 10)["sparql_ms"]["p50"] > 0
    with soulkeep.open(path, settings=benchmark.STILL) as keep:
        ella = keep.character("ella")
        for language in ("en", "ko"):
            name = benchmark.musicians(ella, language)[0]
            assert ella.episodes().understand(benchmark.ASKED[language].split("|")[0].format(name)).triples
    assert set(benchmark.measure_understanding(path, 10)) == {"en", "ko"}


def test_storing_is_compared_with_and_without_knowledge(benchmark: ModuleType, tmp_path: Path) -> None:
    found = benchmark.measure_observing(tmp_path / "keep.db", 8)
    kinds = {f"{way} {knows}" for way in ("observe", "observe_many") for knows in ("with", "without")}
    assert set(found) == kinds
