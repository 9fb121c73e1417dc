"""The benchmark of the prefix cache compares real prompts of real talks."""

from __future__ import annotations

import importlib.util
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType

import pytest

import soulkeep
from soulkeep.evals.talks import Played, shipped_talks

_SCRIPT = Path(__file__).parents[2] / "benchmarks" / "prefix_cache.py"
START = datetime(2026, 4, 1, 20, tzinfo=UTC)


@pytest.fixture(scope="module")
def benchmark() -> ModuleType:
    if not _SCRIPT.exists():
        pytest.skip("the benchmarks aren't part of the source distribution")
    spec = importlib.util.spec_from_file_location("prefix_cache_benchmark", _SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_the_common_prefix_is_a_share_of_the_later_prompt(benchmark: ModuleType) -> None:
    assert benchmark.shared("one two three four", "one two three four five six seven eight") == 0.5
    assert benchmark.shared("one two", "three four") == 0
    assert benchmark.templated([("user", "Hello.")]) == "<|im_start|>user\nHello.<|im_end|>\n"


def test_each_prompt_of_a_talk_is_compared_with_the_one_before(benchmark: ModuleType) -> None:
    found = benchmark.measure(benchmark.talk_of_novel(12, 60))
    assert found.replies == 6
    assert len(found.shares) == 5
    assert found.least == min(found.shares) > 0.3
    assert max(found.shares[-2:]) > found.shares[0]
    assert 0 < found.read < found.tokens * (1 - found.least)


def test_memories_before_the_talk_break_it(benchmark: ModuleType) -> None:
    talk = next(iter(benchmark.talks_of(shipped_talks(), 60)))
    found = benchmark.measure(talk)
    assert found.replies == 30
    assert found.mean > found.rebuilt


def test_a_prompt_laid_out_elsewhere_holds_the_same_turns(benchmark: ModuleType) -> None:
    said = [soulkeep.Turn("My cat is Miso.", "anna", START, "s", "a"), soulkeep.Turn("Hm.", "holmes", START, "s", "b")]
    hit = soulkeep.Turn("And now?", "anna", START, "s", "c")
    with soulkeep.open(":memory:", settings=benchmark.SETTINGS, chat=benchmark.Recorded()) as keep:
        holmes = keep.character("holmes", description="A detective.")
        holmes.observe("My cat likes fish.", person="anna", session="old")
        for turn in said:
            speaker = "anna" if turn.speaker == "anna" else "holmes"
            holmes.observe(turn.text, person="anna", speaker=speaker, session="s", id=turn.id, time=START)
        reply = holmes.reply(hit.text, person="anna", session="s", id="c", time=START)
    text = benchmark.rebuilt(reply, ["system", "user", "assistant", "user"], [*said, hit])
    first, rest = text.split("<|im_end|>", 1)
    assert "A detective." in first
    assert "My cat likes fish." in first
    assert [line for line in rest.split("\n") if line and not line.startswith("<|im_start|>")] == [
        "My cat is Miso.<|im_end|>",
        "Hm.<|im_end|>",
        "And now?<|im_end|>",
    ]


def test_settings_are_swept(benchmark: ModuleType) -> None:
    talk = replace(benchmark.talk_of_novel(60, 20), played=Played(name="W", description="A doctor."))
    rows = list(benchmark.sweep([talk], {"history_turns": (4,), "history_stride": (4, 40)}))
    assert [chosen["history_stride"] for chosen, _ in rows] == [4, 40]
    assert rows[0][1][0].tokens < rows[1][1][0].tokens
    assert rows[0][1][0].mean < rows[1][1][0].mean
