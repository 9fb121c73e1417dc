"""The benchmark of replies measures what it says, at tiny sizes: who is asked, in which order, and every step."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

import soulkeep
from soulkeep.lang.references import leans_on_talk

_SCRIPT = Path(__file__).parents[2] / "benchmarks" / "reply_latency.py"


@pytest.fixture(scope="module")
def benchmark() -> ModuleType:
    if not _SCRIPT.exists():
        pytest.skip("the benchmarks aren't part of the source distribution")
    spec = importlib.util.spec_from_file_location("reply_latency_benchmark", _SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def past(benchmark: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("past") / "past.db"
    benchmark.make_past(path, 60)
    return Path(path)


def test_the_model_is_asked_for_a_query_who_answers_and_the_answer(benchmark: ModuleType, past: Path) -> None:
    chat = benchmark.stand_in(0)
    with soulkeep.open(past, chat=chat, settings=benchmark.DIRECTED) as keep:
        benchmark._warm(keep)
        chat.prompts.clear()
        watson = keep.character("watson")
        reply = watson.reply(benchmark.LEANING, person=benchmark.PERSON, session="now")
    assert leans_on_talk(benchmark.LEANING, "en")
    assert len(chat.prompts) == 3
    assert reply.text == benchmark.ANSWER
    assert (reply.trace.router, reply.trace.why) == ("model", "It fits most messages.")
    assert benchmark.QUERY in reply.recall.queries


def test_first_words_are_timed_both_ways(benchmark: ModuleType, past: Path) -> None:
    found = benchmark.measure_waiting(past, 5, 2)
    assert set(found) == {"parallel", "sequential"}
    assert found["parallel"]["p50"] > 10
    assert found["sequential"]["p50"] > 15


def test_replies_are_timed_step_by_step_with_a_model_and_without(benchmark: ModuleType, past: Path) -> None:
    found = benchmark.measure_own(past, 4)
    assert set(found) == {f"{who}, {how}" for who in ("model", "offline") for how in ("checked", "not checked")}
    for figures in found.values():
        assert 0 < figures["whole"]["p50"] <= figures["whole"]["p95"]
        assert figures["processor"]["p50"] > 0
        assert {"hear", "recall", "background", "bids", "answer", "store"} <= set(figures["steps"])


def test_every_second_message_is_a_question(benchmark: ModuleType) -> None:
    said = benchmark.messages(5)
    assert len(said) == 5
    assert [text.endswith("?") for text in said[::2]] == [True] * 3
    assert len(set(said)) == 5
